"""The arguments that commands share: tables, boards, sides, outputs, files."""

from __future__ import annotations

import argparse
import os
from contextlib import contextmanager

from ttt_table.cli.streams import (
    STANDARD_OUTPUT,
    check_is_not_stdout,
    input_lines,
    show_bytes,
)
from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    BoardError,
    GameError,
    MissingTableError,
    quoted,
    with_path,
)
from ttt_table.results import Result
from ttt_table.rules.cells import MAX_DIGITS, number_in
from ttt_table.rules.game import Game
from ttt_table.table.files import shipped_path, try_writing, write_atomically
from ttt_table.table.reader import Table, open_table

# To import typing would add 15 % to the time of a look-up.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

SHIPPED = "3x3k3"
TABLE_HELP = "a table file, or the name of its game (default: the shipped tic-tac-toe)"
FROM_STANDARD_INPUT = "-"
MAX_CHARACTERS = 1 << 16  # a longer line is no board; it is cut, and refused as one
TO_WRITE = "the file to write, or - for standard output"


# Tables


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the table that a command answers from, and who moves first in it."""
    command.add_argument("--table", metavar="TABLE", help=TABLE_HELP)
    command.add_argument(
        "--first",
        type=str.upper,
        choices=("X", "O"),
        default="X",
        help="the player who moves first (default: X)",
    )


def table_of(options: argparse.Namespace) -> Table:
    """Open the table that a command answers from.

    Raises:
        TableError: It cannot be opened.
        ArgumentError: What is printed would go to the file.
    """
    path = None if options.table is None else table_path(options.table)
    return open_table(path, first=options.first)


def add_tables(command: argparse.ArgumentParser) -> None:
    """Add the tables that a command is about."""
    command.add_argument(
        "tables",
        nargs="*",
        metavar="TABLE",
        help=TABLE_HELP,
        default=[SHIPPED],
    )


def table_path(text: str) -> str:
    """Return the path of a table file, which may be named by its game.

    Raises:
        MissingTableError: There is no such file; the message says what makes it.
        ArgumentError: What is printed would go to the file.
    """
    if _is_there(text):
        return text
    if not text[:1].isdecimal() or os.path.basename(text) != text:  # noqa: PTH119
        game = _game_called(text)
        reason = f"; {_why_too_large(text, game)}" if game else ""
        raise MissingTableError(with_path(text, f"there is no such file{reason}"))
    if _is_there(f"{text}.msgpack"):  # also of lines whose name nobody knows
        return f"{text}.msgpack"
    try:
        name = str(game_named(text.removesuffix(".msgpack")))
    except GameError as error:
        message = f"there is no such file, and {error}"
        raise MissingTableError(with_path(text, message)) from None
    path = f"{name}.msgpack"
    if path != text and _is_there(path):
        return path
    if name == SHIPPED and path != text:
        return shipped_path()
    nor = "" if path == text else f", nor {path}"
    raise MissingTableError(
        with_path(text, f"there is no such file{nor}; ttt-table build {name} makes it")
    )


@contextmanager
def named_in_errors(path: str) -> Iterator[None]:
    """Name a table's file in the error for what is found in it."""
    try:
        yield
    except BadTableError as error:
        error.args = (with_path(path, str(error)),)
        raise


def _is_there(path: str) -> bool:
    """Return whether there is such a file.

    Raises:
        ArgumentError: What is printed would go to it.
    """
    if not os.path.lexists(path):
        return False
    check_is_not_stdout(path)
    return True


GAMES = {
    "connect4": "6x7k4-gravity",
    "connectfour": "6x7k4-gravity",
    "fourinarow": "6x7k4-gravity",
    "gomoku": "15x15k5",
    "qubic": "4x4x4k4",
}
"""Well-known games for which no table has room, by the letters of their names."""


def game_named(name: str) -> Game:
    """Return the game of a name.

    Raises:
        GameError: There is none. If its board is too large, the message names the
            largest that fits.
    """
    game = _game_called(name)
    if game:
        raise GameError(_why_too_large(name, game))
    try:
        return Game.named(name)
    except GameError as error:
        largest = _largest_like(name)
        if largest:
            raise GameError(f"{error}; the largest that fits is {largest}") from None
        raise


def _game_called(name: str) -> str | None:
    return GAMES.get("".join(filter(str.isalnum, name[:MAX_DIGITS].lower())))


def _why_too_large(name: str, game: str) -> str:
    """Say what a well-known game is, and which one fits in its place."""
    return (
        f"{name} is {game}, and a table has at most 30 cells; the largest that fits is"
        f" {_largest_like(game)}"
    )


def _largest_like(name: str) -> str | None:
    """Return the largest game of a kind; None if a table has room for its board."""
    from ttt_table.rules.names import parse_name
    from ttt_table.runtime import MAX_CELLS

    try:
        parts = parse_name(name)
    except GameError:
        return None
    cells = 1
    for side in parts.sides:
        cells *= side
    if cells <= MAX_CELLS or not parts.k or parts.family:
        return None
    board = "5x6" if "gravity" in parts.rules else "5x5"
    longest = 5
    if len(parts.sides) == 3:
        board = "3x3x3"
        longest = 3
    rules = "".join(f"-{rule}" for rule in parts.rules)
    return f"{board}k{min(parts.k, longest)}{rules}"


# Boards


def add_boards(
    command: argparse.ArgumentParser, name: str, nargs: str | None, text: str
) -> None:
    """Add an argument that takes boards, which may be written with a leading dash."""
    command.add_argument(name, nargs=nargs, metavar="BOARD", help=text)
    command.set_defaults(takes_boards=True)


def each_text(texts: Sequence[str]) -> Iterable[str]:
    """Return each text of the arguments; - stands for the lines of standard input.

    The lines are read one by one, so that a program can wait for each answer. A line
    that is too long for a board is one character longer than `MAX_CHARACTERS`.
    """
    if FROM_STANDARD_INPUT not in texts:
        return list(texts)
    return _texts_and_lines(texts, input_lines(MAX_CHARACTERS))


def _texts_and_lines(texts: Sequence[str], lines: Iterator[str]) -> Iterator[str]:
    for text in texts:
        if text != FROM_STANDARD_INPUT:
            yield text
            continue
        for line in lines:
            if len(line) > MAX_CHARACTERS:
                yield line  # whatever it holds
            elif line.strip():
                yield line.strip()


def check_length(text: str, noun: str) -> None:
    """Raise `BoardError` for a text that is too long for a board or a game."""
    if len(text) > MAX_CHARACTERS:
        raise BoardError(
            f"a {noun} has at most {MAX_CHARACTERS:,} characters",
            code="wrong-length",
        )


# Outputs


def add_output(
    command: argparse.ArgumentParser, ending: str, default: str, *, required: bool
) -> None:
    """Add the file that a command writes, which may be standard output."""
    metavar = f"OUT{ending}"
    text = TO_WRITE if required else f"{TO_WRITE} (default: {default})"
    command.add_argument(
        "-o",
        "--output",
        type=output(ending),
        metavar=metavar,
        required=required,
        help=text,
    )


def output(*endings: str) -> Callable[[str], str]:
    """Return the type of an option that names a file to write.

    Its name must end as what is written ends, and so must that of a file to which it is
    a link. No command reads what it writes, so no input is ever replaced.
    """

    def path(text: str) -> str:
        if text != STANDARD_OUTPUT:
            check_ending(text, *endings)
            try_writing(text)
            check_is_not_table(text)
        return text

    return path


def check_ending(path: str, *endings: str) -> None:
    """Check that a file's name ends as what is written ends.

    Raises:
        argparse.ArgumentTypeError: It does not.
    """
    expected = " or ".join(endings)
    if not path.lower().endswith(endings):
        raise argparse.ArgumentTypeError(f"{quoted(path)} must end in {expected}")
    try:
        is_fine = os.path.realpath(path).lower().endswith(endings)
    except ValueError:  # there can be no such file; the writer says why
        is_fine = True
    if not is_fine:
        raise argparse.ArgumentTypeError(
            f"{quoted(path)} is a link to a file that does not end in {expected}"
        )


def check_is_not_table(path: str) -> None:
    """Check that no table is replaced by another kind of file, whatever it is called.

    Raises:
        argparse.ArgumentTypeError: A table is there.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            beginning = file.read(8)
    except OSError:  # it is not there
        return
    if beginning[1:] == b"\xa6format" and not path.lower().endswith(".msgpack"):
        raise argparse.ArgumentTypeError(
            f"{quoted(path)} is a table; choose another output"
        )


def write_output(path: str, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file whole or not at all, or the same bytes to standard output."""
    if path == STANDARD_OUTPUT:
        show_bytes(pieces)
    else:
        write_atomically(path, pieces)


def written(path: str, facts: Mapping[str, object], text: str) -> list[Result]:
    """Return what was written; nothing if it went to standard output itself.

    Args:
        path: The file.
        facts: What it holds, for programs.
        text: What it holds, in words.
    """
    if path == STANDARD_OUTPUT:
        return []
    return [Result({"file": path, **facts}, lambda: with_path(path, text))]


# Others


def add_side(command: argparse.ArgumentParser, text: str, default: str | None) -> None:
    """Add the option that names the side of a player, also in a small letter."""
    command.add_argument(
        "--as",
        dest="side",
        type=str.upper,
        choices=("X", "O"),
        default=default,
        help=text,
    )


def add_quiet(command: argparse.ArgumentParser) -> None:
    """Add the option that hides the progress of a long job."""
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def add_jobs(command: argparse.ArgumentParser) -> None:
    """Add the number of threads of a long job."""
    # With a thread for each core numpy starts half as fast; no matrix is multiplied.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    command.add_argument(
        "--jobs",
        type=integer,
        metavar="N",
        help="the number of threads; fewer need less memory (default: one per core)",
    )


def add_flags(command: argparse.ArgumentParser, **helps: str) -> None:
    """Add options that are on or off; each keyword is a name, its value the help."""
    for name, text in helps.items():
        option = f"--{name.replace('_', '-')}"
        command.add_argument(option, action="store_true", help=text)


def integer(text: str) -> int:
    """Parse the integer of an option.

    Raises:
        argparse.ArgumentTypeError: The text is not an integer, or is too long.
    """
    number = number_in(text)
    if number is not None:
        return number
    raise argparse.ArgumentTypeError(
        f"{quoted(text)} is not an integer of up to {MAX_DIGITS} digits"
    )


def count(text: str) -> int:
    """Parse an integer of 0 or more.

    Raises:
        argparse.ArgumentTypeError: The text is not one, or is too long.
    """
    number = integer(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is less than 0")
    return number


def files_named(pattern: str) -> list[str]:
    """Return the files that fit a pattern, or are in a folder.

    Raises:
        ArgumentError: There are no such files, or what is printed would go to one.
    """
    from glob import escape, glob, has_magic  # few commands have players

    if not pattern:
        raise ArgumentError("'' is not the name of a file")
    if os.path.isdir(pattern):  # noqa: PTH112
        pattern = os.path.join(escape(pattern), "*.py")  # noqa: PTH118
    elif os.path.exists(pattern) or not has_magic(pattern):  # noqa: PTH110
        check_is_not_stdout(pattern)
        return [pattern]
    files = sorted(glob(pattern))  # noqa: PTH207  # a pattern may be absolute
    if not files:
        raise ArgumentError(f"{pattern}: no file matches")
    return files
