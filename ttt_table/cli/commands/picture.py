"""``ttt-table picture``: draw what a table knows, as SVG."""

from __future__ import annotations

import argparse
from importlib import import_module

from ttt_table.cli.options.parsing import add_table_options
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.files import TO_WRITE, deliver
from ttt_table.errors import ArgumentError
from ttt_table.export.pictures import svg
from ttt_table.table.reader import Table, open_table

OF_A_GAME, OF_A_BOARD = ("map", "classes"), ("board", "proof")
KINDS = (*OF_A_GAME, *OF_A_BOARD)


def describe(picture: argparse.ArgumentParser) -> None:
    picture.add_argument(
        "kind", choices=KINDS, metavar="PICTURE", help=", ".join(KINDS)
    )
    board = "what a board or a proof is of (default: the empty board)"
    picture.add_argument("board", nargs="?", metavar="BOARD", help=board)
    picture.add_argument("-o", "--output", metavar="OUT", required=True, help=TO_WRITE)
    add_table_options(picture)


def run(options: argparse.Namespace) -> int:
    table = open_table(options.table, first=options.first)
    picture = draw(options.kind, table, options.board)
    record = {
        "picture": options.kind,
        "game": str(table.game),
        "boards": picture.boards,
    }
    text = f"{options.kind} of {table.game}, {count_text(picture.boards)}"
    return deliver(options, str(picture).encode(), record, text)


def draw(kind: str, table: Table, board: str | None = None) -> svg.Picture:
    """A picture by its name. Raises `ArgumentError` for a board that it is not of."""
    if kind in OF_A_BOARD:
        boards = ["." * table.game.cells if board is None else board]
    elif board is None:
        boards = []
    else:
        raise ArgumentError(f"the {kind} shows a whole game: leave out the board")
    room = import_module(f"ttt_table.export.pictures.{kind}")
    picture: svg.Picture = room.draw(table, *boards)
    return picture
