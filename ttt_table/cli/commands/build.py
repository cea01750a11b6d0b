"""``ttt-table build``: solve a game and write its table."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ttt_table.build import build_table
from ttt_table.build.estimate import check_room, in_bytes
from ttt_table.build.plan import METHODS, Plan, plan_build
from ttt_table.cli.arguments import (
    add_flags,
    add_jobs,
    add_quiet,
    game_named,
    output,
)
from ttt_table.cli.streams import STANDARD_OUTPUT, print_to_stderr
from ttt_table.errors import (
    ArgumentError,
    GameError,
    SizeError,
    TableAccessError,
    access_error,
    shown_path,
    with_path,
)
from ttt_table.results import Result
from ttt_table.results.info import FIELDS as FIELDS
from ttt_table.results.info import info
from ttt_table.rules.families import parse_lines
from ttt_table.rules.game import Game, shortest_line
from ttt_table.rules.names import parse_name
from ttt_table.rules.recognition import name_fits_lines
from ttt_table.runtime import not_a_file

TABLE_ENDING = ".msgpack"
ASKED_FROM = 10**9
"""Bytes of a file from which on a build needs ``--force``."""
SMALL_CELLS = 20
"""No table of so few cells has as many bytes: their slots are 750 million at most."""
MAX_FILE = 1 << 20
"""The most characters of a file of lines; 512 lines take a few thousand."""


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "game",
        nargs="*",
        metavar="GAME",
        help="rows x columns, k in a row and rules, such as 4x5k4-gravity "
        "(default: 3x3k3, tic-tac-toe)",
    )
    lines = command.add_argument_group("lines of your own")
    lines.add_argument(
        "--lines",
        metavar="FILE",
        help="read the lines from a file with the cells of one line in each row; "
        "GAME then is the board and the rules, such as 2x3-misere",
    )
    lines.add_argument(
        "--o-lines",
        metavar="FILE",
        help="different lines for O; --lines then has the lines of X",
    )
    lines.add_argument(
        "--name", help="the name of the lines, also in the name of the file"
    )
    command.add_argument(
        "-o",
        "--output",
        type=_output,
        metavar=f"OUT{TABLE_ENDING}",
        help="the file to write (default: the game's name, such as "
        f"3x3k3{TABLE_ENDING})",
    )
    # For developers, who compare the methods.
    command.add_argument(
        "--method", choices=METHODS, default="auto", help=argparse.SUPPRESS
    )
    add_jobs(command)
    add_flags(command, force="build over 1 GB, or what seems too big for this machine")
    add_quiet(command)


def _output(text: str) -> str:
    if text == STANDARD_OUTPUT:
        raise argparse.ArgumentTypeError(
            "a table cannot go to standard output: it is written to a temporary file "
            "and renamed once it is complete; name a file with -o"
        )
    return output(TABLE_ENDING)(text)


def run(options: argparse.Namespace) -> Iterable[Result]:
    game = _game_of(options)
    if shortest_line(game) is None and not options.quiet:
        print_to_stderr(f"{game} has no line to fill: {_without_lines(game)}")
    if game.cells > SMALL_CELLS and not options.force:
        plan = plan_build(game, options.method, options.jobs, None)
        _check_size(plan, options.output or f"{game}{TABLE_ENDING}")
    path = build_table(
        game,
        options.output,
        jobs=options.jobs,
        method=options.method,
        force=options.force,
        quiet=options.quiet,
    )
    return [info(path)]


def _without_lines(game: Game) -> str:
    """Say how every game without lines ends."""
    if game.breaker:
        winner = "X" if game.misere else "O"
        return f"{winner} wins every game, on a full board"
    return "every game is a draw"


def _check_size(plan: Plan, output: str) -> None:
    """Raise `SizeError` for a build that will write over a gigabyte."""
    needed = plan.needed
    if needed.file <= ASKED_FROM:
        return
    check_room(plan.game, needed, output, resumed=plan.is_resumable)
    raise SizeError(
        f"the table of {plan.game} takes up to {in_bytes(needed.file)} on the disk, "
        f"and {in_bytes(needed.work)} while it is built; --force builds it"
    )


def _game_of(options: argparse.Namespace) -> Game:
    """Return the game that the arguments name.

    Raises:
        GameError: There is no such game.
        ArgumentError: Options contradict each other.
        TableAccessError: The file of lines cannot be read.
    """
    name = _one_name(options.game)
    if options.lines is not None:
        return _game_of_lines(options, name)
    if options.o_lines is not None:
        raise ArgumentError("--o-lines needs --lines FILE with the lines of X")
    if options.name is not None:
        raise ArgumentError("--name names the lines of --lines FILE, which is missing")
    return Game() if name is None else game_named(name)


def _one_name(words: list[str]) -> str | None:
    """Return the name of one game; None for the default.

    Raises:
        GameError: The words together are not a name.
        ArgumentError: They name several games.
    """
    if len(words) < 2:
        return next(iter(words), None)
    games = [word for word in words if _begins_with_board(word)]
    if len(games) < 2:
        Game.named(" ".join(words))  # its message says what to type
    raise ArgumentError(
        f"a build has one game, and these are {len(games)}: run it once for each, as"
        f" in ttt-table build {games[0]}"
    )


def _begins_with_board(word: str) -> bool:
    """Return whether a word is like the name of a game."""
    try:
        parse_name(word)
    except GameError:
        return False
    return True


def _game_of_lines(options: argparse.Namespace, name: str | None) -> Game:
    """Return the game with the lines of one file, or of two."""
    if name is None:
        raise ArgumentError("--lines needs the board, such as 3x3")
    parts = parse_name(name)
    if parts.k is not None or parts.family or len(parts.sides) != 2:
        raise ArgumentError(
            f"--lines FILE defines the lines, so {name} must be a board with "
            "its rules alone, such as 3x3 or 2x3-misere"
        )
    if options.o_lines is not None and "breaker" in parts.rules:
        raise ArgumentError(
            "--o-lines excludes the rule breaker, because a Breaker has no lines"
        )

    board = Game(**parts.arguments())  # this refuses an impossible board
    lines = parse_lines(_lines_of_file(options.lines), board.cells, options.lines)
    o_lines = None
    if options.o_lines is not None:
        o_lines = parse_lines(
            _lines_of_file(options.o_lines), board.cells, options.o_lines
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


def _lines_of_file(path: str) -> list[str]:
    """Return the lines of a text file."""
    try:
        # A named pipe would block until somebody writes to it. (A `Path` would forget
        # the slash at the end of a folder's name.)
        problem = not_a_file(path)
        if problem:
            raise TableAccessError(with_path(path, problem))
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123
            text = file.read(MAX_FILE + 1)
    except UnicodeDecodeError:
        raise GameError(with_path(path, "this is not a text file")) from None
    except (OSError, ValueError, MemoryError) as error:
        raise access_error(error, "read", path) from None
    if len(text) > MAX_FILE:
        raise GameError(
            f"{shown_path(path)} is too large for a list of lines, which has at most "
            f"{MAX_FILE:,} characters"
        )
    # Unlike splitlines, this ends no line at a form feed in a comment.
    return text.split("\n")
