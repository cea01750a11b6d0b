"""``ttt-table picture``: draw what a table knows, as SVG."""

from __future__ import annotations

import argparse
from importlib import import_module

from ttt_table.cli.options.common import add_boards, add_output, add_table_options
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.files import TO_WRITE, deliver
from ttt_table.errors import ArgumentError
from ttt_table.export.pictures import svg
from ttt_table.table.reader import Table, open_table

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
        nargs="?",
        metavar="BOARD",
        help="the board to draw or to prove (default: the empty board)",
    )
    add_output(
        command,
        "-o",
        "--output",
        kind="svg",
        metavar="OUT.svg",
        required=True,
        help=TO_WRITE,
    )
    add_table_options(command)


def run(options: argparse.Namespace) -> int:
    table = open_table(options.table, first=options.first)
    picture = draw(options.kind, table, options.board)
    game = str(table.game)
    return deliver(
        options,
        str(picture).encode(),
        {"picture": options.kind, "game": game, "boards": picture.boards},
        f"{options.kind} of {game}, {count_text(picture.boards)}",
    )


def draw(kind: str, table: Table, board: str | None = None) -> svg.Picture:
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
