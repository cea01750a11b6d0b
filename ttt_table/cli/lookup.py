"""``ttt-table lookup``: what each move on a board leads to."""

from __future__ import annotations

import sys

from ttt_table.cli.drawing import grid, label, mover_of, verdict
from ttt_table.cli.terminal import FINE, MISUSED, complain, in_colour, print_json
from ttt_table.errors import BoardError
from ttt_table.rules.outcome import score_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ttt_table.table.reader import Table

EXAMPLES = """\
A board is one character a cell, along the rows: X, O, and . for an empty cell. Lower case, - or _
for an empty cell, and spaces, line breaks, / and | between cells are understood.

Each empty cell shows what playing there leads to, for the player to move: win 3 is a win in three
plies, that move included. The best moves have a star. Cells are numbered from 0, along the rows.

examples:
  ttt-table lookup X...O....
  ttt-table lookup 'XO./.X./..O' --json
  ttt-table lookup --table 3x4k3.msgpack - < boards.txt
"""


def describe(lookup: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    lookup.epilog = EXAMPLES
    lookup.add_argument(
        "boards", nargs="+", metavar="BOARD", help="a board, or - to read one a line"
    )
    lookup.add_argument("--table", metavar="FILE", help="the table (the shipped tic-tac-toe)")
    lookup.add_argument("--first", choices=("X", "O"), default="X", help="who moved first (X)")


def run(options: argparse.Namespace) -> int:
    """Answer for each board; returns 2 if one of them is bad."""
    from ttt_table.rules.board import board_text
    from ttt_table.table.reader import open_table

    table = open_table(options.table, first=options.first)
    alone = len(options.boards) == 1 and options.boards != ["-"]
    asked = bad = 0
    for board in _boards(options.boards):
        asked += 1
        try:
            text = board_text(board, table.game)
            if options.json:
                print_json(lookup_record(table, text))
            else:
                print(lookup_drawing(table, text, colour=in_colour(sys.stdout)))
        except BoardError as error:
            bad += 1
            if options.json:
                print_json({"board": board, "error": str(error), "cells": list(error.cells)})
            elif alone:
                raise
            else:
                print(f"{board}  {error}\n")
    if bad:
        complain(f"{bad} of {asked} boards could not be looked up")
    return MISUSED if bad else FINE


def _boards(named: Sequence[str]) -> Iterator[str]:
    """The boards of the command line, where - stands for one a line from standard input."""
    for board in named:
        if board == "-":
            # A byte that is no text becomes a strange character of its board.
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]  # as above
            yield from (line.strip() for line in sys.stdin if line.strip())
        else:
            yield board


def lookup_record(table: Table, board: str) -> dict[str, object]:
    """A board's outcome and its moves, best first; everything is seen by the mover."""
    cells = table.game.cells
    return {
        "board": board,
        "mover": mover_of(table, board),
        **table[board]._asdict(),
        "score": score_of(table[board], cells),
        "best": table.best_moves(board),
        "moves": [
            {"cell": cell, **outcome._asdict(), "score": score_of(outcome, cells)}
            for cell, outcome in table.moves(board)
        ],
    }


def lookup_drawing(table: Table, board: str, *, colour: bool = False) -> str:
    """A board with what each move leads to in its empty cells, the best marked with a star."""
    moves = {move.cell: move.outcome for move in table.moves(board)}
    best = table.best_moves(board)
    labels = list(board.replace(".", " "))
    for cell, after in moves.items():
        labels[cell] = label(after) + "*" * (cell in best)
    headline = f"{board}  {verdict(table, board)}"
    if best:
        headline += f"; best: {' '.join(map(str, best))}"
    bright = [colour and cell in best for cell in range(table.game.cells)]
    return f"{headline}\n\n{grid(table.game, labels, bright)}\n"
