"""The options that name a game: its board, its lines, its rules."""

from __future__ import annotations

import argparse
import os
import re

from ttt_table.cli.options.parsing import add_flags, add_numbers
from ttt_table.errors import ArgumentError, GameError, access_error, quoted
from ttt_table.rules import families
from ttt_table.rules.game import Game

LINES_BY = (
    "surface",
    "shape",
    "hex",
    "box",
    "lines",
)  # only one can say what a line is
LARGEST_FILE = 1 << 20  # bytes of a file of lines: one of 512 lines has a few thousand


def add_game(command: argparse.ArgumentParser) -> None:
    add_numbers(
        command,
        rows="rows of the board (default: 3)",
        cols="columns of the board (default: 3)",
        k="stones in a row that end the game (default: 3)",
    )
    add_flags(
        command,
        misere="whoever makes a line loses",
        gravity="stones fall down their column",
        breaker="only X's lines count, and on a full board without one O wins (Maker-Breaker)",
    )
    lines = command.add_argument_group("other lines than k in a row on a flat board")
    surface = "glue the board's edges together: cylinder, mobius, torus or klein"
    lines.add_argument("--surface", metavar="NAME", help=surface)
    shape = "this shape, however it is turned: XXX/X.. is an L"
    lines.add_argument("--shape", help=shape)
    add_flags(lines, hex="Hex: X connects the left edge with the right one")
    box = "a box of layers x rows x columns, its layers one under the other: 3x3x3 is a cube"
    lines.add_argument("--box", metavar="LxRxC", help=box)
    listed = "those of a file: the cells of a line on each of its lines"
    lines.add_argument("--lines", metavar="FILE", help=listed)
    lines.add_argument("--name", help="what to call the game, in its file's name too")


def game_of(options: argparse.Namespace) -> Game:
    """The game that the options name.

    Raises `GameError` where there is no such game, `ArgumentError` for options that contradict each
    other, or a file that is no list of lines.
    """
    rows, cols = (3 if side is None else side for side in (options.rows, options.cols))
    rules = {name: getattr(options, name) for name in ("misere", "gravity", "breaker")}
    given = [name for name in LINES_BY if getattr(options, name) not in (None, False)]
    if len(given) > 1:
        raise ArgumentError(
            f"--{given[0]} and --{given[1]} cannot both say what a line is"
        )
    if not given:
        return Game(rows, cols, options.k, name=options.name, **rules)
    if options.k is not None and given[0] not in ("surface", "box"):
        raise ArgumentError(f"--k and --{given[0]} cannot both say what a line is")
    if options.box is not None:
        if (options.rows, options.cols) != (None, None):
            raise ArgumentError("--box says how many rows and columns there are")
        layers, rows, cols = _sides(options.box)
        # The cells have the same numbers either way, and stones fall through the layers.
        rows, cols = (layers, rows * cols) if options.gravity else (layers * rows, cols)
    rules["breaker"] |= options.hex
    # The board comes first: lines are drawn on one that there is.
    board = Game(rows, cols, options.k, **rules)
    lines, name = _lines_of(options, board)
    name = name if options.name is None else options.name
    return Game(rows, cols, lines=lines, name=name, **rules)


def _lines_of(
    options: argparse.Namespace, board: Game
) -> tuple[list[list[int]], str | None]:
    rows, cols, k = board.rows, board.cols, board.k or 3
    if options.surface is not None:
        lines = families.surface_lines(rows, cols, k, options.surface)
        return lines, f"{options.surface}-k{k}"
    if options.hex:
        return families.hex_lines(rows, cols), "hex"
    if options.box is not None:
        layers, rows, cols = _sides(options.box)
        return families.box_lines(layers, rows, cols, k), f"{layers}x{rows}x{cols}-k{k}"
    if options.shape is not None:
        return families.shape_lines(rows, cols, options.shape), families.shape_name(
            options.shape
        )
    return families.parse_lines(_text_lines(options.lines), board.cells), None


def _sides(box: str) -> list[int]:
    sides = re.fullmatch("([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})", box.lower())
    if not sides:
        raise ArgumentError(
            f"--box is layers x rows x columns, as in 3x3x3, not {quoted(box)}"
        )
    return [int(side) for side in sides.groups()]


def _text_lines(path: str) -> list[str]:
    try:
        if os.path.exists(path) and not os.path.isfile(
            path
        ):  # a pipe would be waited for
            raise GameError(f"{path} is no regular file, and so no list of lines")
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(LARGEST_FILE + 1)
    except UnicodeDecodeError:
        raise GameError(f"{path} holds no text, and so no lines") from None
    except (OSError, ValueError, MemoryError) as error:
        raise access_error(error, "read", path) from None
    if len(text) > LARGEST_FILE:
        raise GameError(f"{path} is too large for a list of lines")
    return text.split("\n")  # a form feed in a comment ends no line
