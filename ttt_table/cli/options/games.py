"""The arguments that name a game: its name, or a board and files of lines."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ttt_table.cli.options.common import add_input
from ttt_table.cli.output.terminal import message_of
from ttt_table.errors import ArgumentError, GameError, access_error
from ttt_table.rules.game import Game

MAX_FILE = 1 << 20
"""The most characters of a file of lines; 512 lines take a few thousand."""
OLD_OPTIONS = (
    *("--rows", "--cols", "--k", "--misere", "--gravity", "--breaker"),
    *("--surface", "--shape", "--hex", "--box"),
)
"""The options that named a game before version 1.0, and in its development."""


def add_game(command: argparse.ArgumentParser) -> None:
    """Add the argument that names a game, and the options for other lines."""
    command.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="rows x columns, k in a row and rules, such as 4x5k4-gravity "
        "(default: 3x3k3, tic-tac-toe)",
    )
    command.set_defaults(explain_unrecognized=_explain_unrecognized)
    lines = command.add_argument_group("lines of your own")
    add_input(
        lines,
        "--lines",
        metavar="FILE",
        help="read the lines from a file with the cells of one line in each row; "
        "GAME then is the board and the rules, such as 2x3-misere",
    )
    add_input(
        lines,
        "--o-lines",
        metavar="FILE",
        help="different lines for O; --lines then has the lines of X",
    )
    lines.add_argument(
        "--name", help="the name of the lines, also in the name of the file"
    )


def _explain_unrecognized(arguments: Sequence[str]) -> str | None:
    """Return what to type for options of old, or for a name in several words."""
    if any(argument.partition("=")[0] in OLD_OPTIONS for argument in arguments):
        return f"a game is typed as its name: ttt-table build {_old_game(arguments)}"
    words = []
    for argument in arguments:
        if argument.startswith("-"):
            break
        words.append(argument)
    if len(words) < 2:
        return None
    if all(map(_is_game, words)):
        return "a build has one game: run it once for each"
    try:
        Game.named(" ".join(words))
    except GameError as error:
        return message_of(error)
    return None


def _is_game(name: str) -> bool:
    try:
        Game.named(name)
    except GameError:
        return False
    return True


def _old_game(arguments: Sequence[str]) -> str:
    """Return the name of the game that options of old have named."""
    old = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    for option in ("--rows", "--cols", "--k"):
        old.add_argument(option, type=int)
    for option in ("--misere", "--gravity", "--breaker", "--hex"):
        old.add_argument(option, action="store_true")
    for option in ("--surface", "--shape", "--box"):
        old.add_argument(option)
    try:
        options, other_words = old.parse_known_args(arguments)
        return str(Game.named(_name_of_old(options, other_words)))
    except (argparse.ArgumentError, GameError, SystemExit):
        return "4x5k4-gravity, for example"


def _name_of_old(options: argparse.Namespace, other_words: Sequence[str]) -> str:
    from ttt_table.rules.names import shape_name  # few builds are typed as of old

    rows = 3 if options.rows is None else options.rows
    cols = 3 if options.cols is None else options.cols
    k = 3 if options.k is None else options.k
    board = f"{rows}x{cols}"
    names = [word for word in other_words if word[:1].isdecimal() and "x" in word]
    if names:
        name = names[0]  # rules were added to a game by its name
    elif options.box:
        name = f"{options.box.lower()}k{k}"
    elif options.surface:
        name = f"{board}-{options.surface}-k{k}"
    elif options.shape:
        name = f"{board}-{shape_name(options.shape)}"
    elif options.hex:
        name = f"{board}-hex"
    else:
        name = f"{board}k{k}"
    for rule in ("gravity", "misere", "breaker"):
        if getattr(options, rule):
            name += f"-{rule}"
    return name


def game_of(options: argparse.Namespace) -> Game:
    """Return the game that the arguments name.

    Raises:
        GameError: There is no such game.
        ArgumentError: Options contradict each other.
        TableAccessError: The file of lines cannot be read.
    """
    if options.lines is not None:
        return _game_of_lines(options)
    if options.o_lines is not None:
        raise ArgumentError("--o-lines needs --lines FILE with the lines of X")
    if options.name is not None:
        raise ArgumentError("--name names the lines of --lines FILE, which is missing")
    if options.game is None:
        return Game()
    return Game.named(options.game)


def _game_of_lines(options: argparse.Namespace) -> Game:
    """Return the game with the lines of one file, or of two."""
    # A build of k in a row does without these.
    from ttt_table.rules.families import parse_lines
    from ttt_table.rules.names import parse_name
    from ttt_table.rules.recognition import name_fits_lines

    if options.game is None:
        raise ArgumentError("--lines needs the board, such as 3x3")
    parts = parse_name(options.game)
    if parts.k is not None or parts.family or len(parts.sides) != 2:
        raise ArgumentError(
            f"--lines FILE defines the lines, so {options.game} must be a board with "
            "its rules alone, such as 3x3 or 2x3-misere"
        )
    if options.o_lines is not None and "breaker" in parts.rules:
        raise ArgumentError(
            "--o-lines excludes the rule breaker, because a Breaker has no lines"
        )

    board = Game(**parts.arguments())  # this refuses an impossible board
    lines = parse_lines(_read_lines(options.lines), board.cells, options.lines)
    o_lines = None
    if options.o_lines is not None:
        o_lines = parse_lines(
            _read_lines(options.o_lines), board.cells, options.o_lines
        )
    game = Game(
        board.rows,
        board.cols,
        misere=board.misere,
        gravity=board.gravity,
        lines=lines,
        name=options.name,
        breaker=board.breaker,
        o_lines=o_lines,
    )
    if name_fits_lines(game) is False:  # an audit would refuse the table
        raise ArgumentError(
            f"--name {options.name} is what a game of other lines is called; "
            "choose another name"
        )
    return game


def _read_lines(path: str) -> list[str]:
    """Return the lines of a text file."""
    from pathlib import Path  # few builds read lines

    file_path = Path(path)
    try:
        # A named pipe would block until somebody writes to it.
        if file_path.exists() and not file_path.is_file():
            raise GameError(f"{path} is not a regular file")
        with file_path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_FILE + 1)
    except UnicodeDecodeError:
        raise GameError(f"{path} is not a text file") from None
    except (OSError, ValueError, MemoryError) as error:
        raise access_error(error, "read", path) from None
    if len(text) > MAX_FILE:
        raise GameError(
            f"{path} is too large for a list of lines, which has at most "
            f"{MAX_FILE:,} characters"
        )
    # Unlike splitlines, this ends no line at a form feed in a comment.
    return text.split("\n")
