"""``ttt-table picture``: draw what a table knows, as SVG."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from importlib import import_module

from ttt_table.cli.arguments import (
    add_boards,
    add_output,
    add_table,
    table_of,
    write_output,
    written,
)
from ttt_table.errors import ArgumentError
from ttt_table.export.pictures import svg
from ttt_table.results import Result, count_text
from ttt_table.table.reader import Table

FIELDS = ("file", "picture", "game", "boards", "bytes")
GAME_KINDS = ("map", "classes")
BOARD_KINDS = ("board", "proof")
KINDS = (*GAME_KINDS, *BOARD_KINDS)


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "kind", choices=KINDS, metavar="PICTURE", help=", ".join(KINDS)
    )
    add_boards(
        command,
        "board",
        "?",
        "the board to draw or to prove (default: the empty board)",
    )
    add_output(command, ".svg", "", required=True)
    add_table(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    table = table_of(options)
    picture = draw_kind(options.kind, table, options.board)
    data = str(picture).encode()
    write_output(options.output, [data])
    facts = {
        "picture": options.kind,
        "game": str(table.game),
        "boards": picture.boards,
        "bytes": len(data),
    }
    boards = count_text(picture.boards)
    text = f"{options.kind} of {table.game}, {boards}, {len(data):,} bytes"
    return written(options.output, facts, text)


def draw_kind(kind: str, table: Table, board: str | None = None) -> svg.Picture:
    """Draw a picture.

    Args:
        kind: The picture's name, one of `KINDS`.
        table: The table to draw from.
        board: The board to draw, for the kinds of a board; the empty one if None.

    Raises:
        ArgumentError: The kind shows a whole game, and a board is given.
        BoardError: The board is invalid.
        SizeError: The picture would be too large.
    """
    # Each kind is a module; only the one that is drawn is imported.
    module = import_module(f"ttt_table.export.pictures.{kind}")
    picture: svg.Picture
    if kind in BOARD_KINDS:
        if board is None:
            board = "." * table.game.cells
        picture = module.draw(table, board)
    elif board is None:
        picture = module.draw(table)
    else:
        raise ArgumentError(f"the {kind} shows a whole game, so it takes no board")
    return picture
