"""``ttt-table picture``: draw what a table knows, as SVG."""

from __future__ import annotations

import argparse
from importlib import import_module

from ttt_table.cli.drawing import boards_counted
from ttt_table.cli.output import add_output, check_output, report_output, write_output
from ttt_table.errors import ArgumentError
from ttt_table.rules.board import board_text
from ttt_table.table.files import shipped_path
from ttt_table.table.reader import Table, open_table

KINDS = ("map", "classes", "tree", "board")

EXAMPLES = """\
pictures:
  map      perfect play for both players, each board inside the cell that leads to it
  classes  every board up to symmetry, by ply (how many stones it has)
  tree     the proof of a win from BOARD: the winner's best moves, and every reply to them
  board    BOARD, and what each move on it leads to

Blue is a win for the player to move, sand a draw, orange a loss; on the map, for the player whose
map it is. Every picture has colours for light and for dark pages.

examples:
  ttt-table picture map -o map.svg
  ttt-table picture tree OX.O.X... -o tree.svg
  ttt-table picture board XX.OO.... -o board.svg
"""


def describe(picture: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    picture.epilog = EXAMPLES
    picture.add_argument("kind", choices=KINDS, metavar="PICTURE", help=", ".join(KINDS))
    picture.add_argument(
        "board", nargs="?", metavar="BOARD", help="a board (default: the empty one)"
    )
    add_output(picture, metavar="OUT.svg", required=True)
    picture.add_argument(
        "--table", metavar="FILE", help="the table (default: the shipped tic-tac-toe)"
    )
    picture.add_argument(
        "--first", choices=("X", "O"), default="X", help="who moved first (default: X)"
    )


def run(options: argparse.Namespace) -> int:
    """Write the picture and say what it is."""
    if options.board is not None and options.kind in ("map", "classes"):
        raise ArgumentError(f"the {options.kind} shows a whole game: leave out the board")
    check_output(options, options.table or shipped_path())
    table = open_table(options.table, first=options.first)
    drawn, boards = draw(options.kind, table, options.board)
    data = drawn.encode()
    write_output(options.output, [data])
    game = str(table.game)
    record = {"picture": options.kind, "game": game, "boards": boards, "bytes": len(data)}
    text = f"{options.kind} of {game}, {boards_counted(boards)}, {len(data):,} bytes"
    return report_output(options, record, text)


def draw(kind: str, table: Table, board: str | None) -> tuple[str, int]:
    """A picture by its name, and how many boards it shows; the board may be spelled freely."""
    room = import_module(f"ttt_table.export.pictures.{kind}")
    spelled = "." * table.game.cells if board is None else board_text(board, table.game)
    drawn: tuple[str, int] = room.draw(table, spelled)
    return drawn
