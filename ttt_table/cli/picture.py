"""``ttt-table picture``: draw what a table knows, as SVG."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from ttt_table.cli.drawing import boards_text
from ttt_table.cli.output import add_output, deliver
from ttt_table.cli.parsing import add_table_options
from ttt_table.errors import ArgumentError
from ttt_table.export.pictures import svg
from ttt_table.rules.board import board_text
from ttt_table.table.reader import Table, open_table

KINDS = ("map", "classes", "board", "proof", "game")


def describe(picture: argparse.ArgumentParser) -> None:
    picture.add_argument("kind", choices=KINDS, metavar="PICTURE", help=", ".join(KINDS))
    picture.add_argument(
        "given", nargs="*", metavar="BOARD", help="a board (default: the empty one), or moves"
    )
    add_output(picture, metavar="OUT")
    add_table_options(picture)
    picture.add_argument("--as", dest="player", choices=("X", "O"), help="whose map (both)")


def run(options: argparse.Namespace) -> int:
    table = open_table(options.table, first=options.first)
    picture = draw(options.kind, table, options.given, options.player)
    record = {"picture": options.kind, "game": str(table.game), "boards": picture.boards}
    text = f"{options.kind} of {table.game}, {boards_text(picture.boards)}"
    return deliver(options, str(picture).encode(), record, text)


def draw(
    kind: str, table: Table, given: Sequence[str] = (), player: str | None = None
) -> svg.Picture:
    """A picture by its name, of the board or the moves given, which may be spelled freely.

    Raises `ArgumentError` for what belongs to another picture.
    """
    chosen: dict[str, object] = {}
    if kind == "map":
        chosen["player"] = player
    elif player is not None:
        raise ArgumentError(f"the {kind} takes no --as")
    if kind == "game":
        chosen["cells"] = _moves(" ".join(given), table)
    elif kind in ("board", "proof"):
        if len(given) > 1:
            raise ArgumentError(f"the {kind} is of one board, not {len(given)}")
        chosen["board"] = board_text(given[0] if given else "." * table.game.cells, table.game)
    elif given:
        raise ArgumentError(f"the {kind} shows a whole game: leave out the board")
    room = import_module(f"ttt_table.export.pictures.{kind}")
    picture: svg.Picture = room.draw(table, **chosen)
    return picture


def _moves(text: str, table: Table) -> list[int]:
    """The cells of a game as it is written. Raises `BoardError`, with the number of a bad move."""
    from ttt_table.cli.review import cells_named
    from ttt_table.play.match import review

    return [move.cell for move in review(table, cells_named(text, table.game)).moves]
