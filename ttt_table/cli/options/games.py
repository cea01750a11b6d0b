"""The options that name a game: its board, its lines, its rules."""

from __future__ import annotations

import argparse
import re

from ttt_table.cli.options.common import add_flags, add_input, add_numbers
from ttt_table.errors import ArgumentError, GameError, access_error, quoted
from ttt_table.rules.game import Game

LINE_OPTIONS = ("surface", "shape", "hex", "box", "lines")
"""The options that say what a line is; at most one of them can be given."""
MAX_FILE = 1 << 20
"""The most characters of a file of lines; 512 lines take a few thousand."""

Lines = list[list[int]]


def add_game(command: argparse.ArgumentParser) -> None:
    """Add the options that name a game."""
    _add_board_and_rules(command)
    lines = command.add_argument_group("other lines than k in a row on a flat board")
    _add_lines(lines)
    lines.add_argument(
        "--name", help="the name of the game, also in the name of its file"
    )


def _add_board_and_rules(command: argparse.ArgumentParser) -> None:
    add_numbers(
        command,
        rows="rows of the board (default: 3)",
        cols="columns of the board (default: 3)",
        k="stones in a row that end the game (default: 3)",
    )
    add_flags(
        command,
        misere="the player who makes a line loses",
        gravity="stones fall down their column",
        breaker=(
            "only X's lines count, and on a full board without one O wins "
            "(Maker-Breaker)"
        ),
    )


def _add_lines(lines: argparse._ArgumentGroup) -> None:
    """Add the options that say what a line is, and which lines O has instead."""
    lines.add_argument(
        "--surface",
        metavar="NAME",
        help="glue the board's edges together: cylinder, mobius, torus or klein",
    )
    lines.add_argument(
        "--shape", help="every place of a shape, rotated and reflected; XXX/X.. is an L"
    )
    add_flags(
        lines,
        hex=(
            "Hex: X connects the left edge with the right one, O the upper edge with "
            "the lower one; with --breaker only X's chains count"
        ),
    )
    lines.add_argument(
        "--box",
        metavar="LxRxC",
        help="a box of layers x rows x columns, drawn one layer below the other; "
        "3x3x3 is a cube",
    )
    add_input(
        lines,
        "--lines",
        metavar="FILE",
        help="read the lines from a file with the cells of one line in each row",
    )
    add_input(
        lines,
        "--o-lines",
        metavar="FILE",
        help="different lines for O; --lines then has the lines of X",
    )


def game_of(options: argparse.Namespace) -> Game:
    """Return the game that the options name.

    Raises:
        GameError: There is no such game.
        ArgumentError: Options contradict each other.
        TableAccessError: The file of lines cannot be read.
    """
    line_option = _line_option(options)
    if options.o_lines is not None and line_option != "lines":
        raise ArgumentError("--o-lines needs --lines FILE with the lines of X")
    if options.o_lines is not None and options.breaker:
        raise ArgumentError(
            "--o-lines excludes --breaker, because a Breaker has no lines"
        )
    if options.k is not None and line_option not in (None, "surface", "box"):
        raise ArgumentError(f"--k and --{line_option} cannot both define the lines")

    rows, cols = _board_size(options)
    # This refuses an impossible board before lines are found on it.
    board = Game(
        rows,
        cols,
        options.k,
        misere=options.misere,
        gravity=options.gravity,
        breaker=options.breaker,
    )
    if line_option is None:
        return board._replace(name=options.name)

    lines, name = _lines_and_name(line_option, options, board)
    if options.name is not None:
        name = options.name
    game = Game(
        rows,
        cols,
        lines=lines,
        name=name,
        misere=board.misere,
        gravity=board.gravity,
        breaker=board.breaker,
        o_lines=_lines_of_o(line_option, options, board),
    )
    if options.name is not None:
        _check_name(game)
    return game


def _check_name(game: Game) -> None:
    """Raise `ArgumentError` if an audit would refuse the table because of its name."""
    from ttt_table.rules.families import name_fits_lines

    if name_fits_lines(game) is False:
        raise ArgumentError(
            f"--name {game.name} is what a game of other lines is called, "
            "so an audit would refuse the table: choose another name"
        )


def _lines_of_o(
    line_option: str, options: argparse.Namespace, board: Game
) -> Lines | None:
    """Return the lines of O, if they differ from those of X."""
    from ttt_table.rules import families  # a build of k in a row does without

    if line_option == "hex" and not board.breaker:
        return families.hex_o_lines(board.rows, board.cols)
    if options.o_lines is not None:
        return families.parse_lines(_read_lines(options.o_lines), board.cells)
    return None


def _line_option(options: argparse.Namespace) -> str | None:
    """Return the name of the option that says what a line is, if one is given."""
    chosen = [
        name for name in LINE_OPTIONS if getattr(options, name) not in (None, False)
    ]
    if len(chosen) > 1:
        raise ArgumentError(
            f"--{chosen[0]} and --{chosen[1]} cannot both define the lines"
        )
    return chosen[0] if chosen else None


def _board_size(options: argparse.Namespace) -> tuple[int, int]:
    """Return the rows and columns of the board."""
    if options.box is None:
        rows = 3 if options.rows is None else options.rows
        cols = 3 if options.cols is None else options.cols
        return rows, cols

    if options.rows is not None or options.cols is not None:
        raise ArgumentError("--box already defines the rows and columns")
    layers, rows, cols = _box_sides(options.box)
    # The cells have the same numbers either way. With gravity a layer is a row, so that
    # stones fall through the layers.
    if options.gravity:
        return layers, rows * cols
    return layers * rows, cols


def _lines_and_name(
    line_option: str, options: argparse.Namespace, board: Game
) -> tuple[Lines, str | None]:
    """Return the lines of X that an option stands for, and the name of the game."""
    from ttt_table.rules import families  # a build of k in a row does without

    rows, cols = board.rows, board.cols
    k = board.k or 3
    if line_option == "surface":
        lines = families.surface_lines(rows, cols, k, options.surface)
        return lines, f"{options.surface}-k{k}"
    if line_option == "hex":
        return families.hex_lines(rows, cols), "hex"
    if line_option == "box":
        layers, rows, cols = _box_sides(options.box)
        lines = families.box_lines(layers, rows, cols, k)
        return lines, f"{layers}x{rows}x{cols}-k{k}"
    if line_option == "shape":
        lines = families.shape_lines(rows, cols, options.shape)
        return lines, families.shape_name(options.shape)
    return families.parse_lines(_read_lines(options.lines), board.cells), None


def _box_sides(box: str) -> tuple[int, int, int]:
    sides = re.fullmatch("([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})", box.lower())
    if not sides:
        raise ArgumentError(
            f"--box is layers x rows x columns, as in 3x3x3, not {quoted(box)}"
        )
    layers, rows, cols = map(int, sides.groups())
    return layers, rows, cols


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
