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
from ttt_table.table.reader import Table, open_table

KINDS = ("map", "classes", "board", "proof", "game")


def describe(picture: argparse.ArgumentParser) -> None:
    picture.add_argument("kind", choices=KINDS, metavar="PICTURE", help=", ".join(KINDS))
    given = "a board (default: the empty one), or moves"
    picture.add_argument("given", nargs="*", metavar="BOARD", help=given)
    add_output(picture, metavar="OUT")
    add_table_options(picture)


def run(options: argparse.Namespace) -> int:
    table = open_table(options.table, first=options.first)
    picture = draw(options.kind, table, options.given)
    record = {"picture": options.kind, "game": str(table.game), "boards": picture.boards}
    text = f"{options.kind} of {table.game}, {boards_text(picture.boards)}"
    return deliver(options, str(picture).encode(), record, text)


def draw(kind: str, table: Table, given: Sequence[str] = ()) -> svg.Picture:
    """A picture by its name, of the board or the moves given.

    Raises `ArgumentError` for what belongs to another picture, `BoardError` for a bad board or
    move.
    """
    of: list[object] = []
    if kind == "game":
        from ttt_table.cli.review import cells_named  # no other picture needs the room of matches
        from ttt_table.play.match import review

        game = review(table, cells_named(" ".join(given), table.game))
        of = [[move.cell for move in game.moves]]
    elif kind in ("board", "proof"):
        if len(given) > 1:
            raise ArgumentError(f"the {kind} is of one board, not {len(given)}")
        of = [*given] or ["." * table.game.cells]
    elif given:
        raise ArgumentError(f"the {kind} shows a whole game: leave out the board")
    picture: svg.Picture = import_module(f"ttt_table.export.pictures.{kind}").draw(table, *of)
    return picture
