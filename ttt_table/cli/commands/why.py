"""``ttt-table why``: give the reasons for each move, and a continuation as proof."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ttt_table.cli.arguments import add_boards, add_table, integer, table_of
from ttt_table.results import Result, find_each
from ttt_table.results.played import WHY_FIELDS, why

FIELDS = WHY_FIELDS


def describe(command: argparse.ArgumentParser) -> None:
    add_boards(command, "board", None, "a board, as for lookup")
    command.add_argument(
        "cell",
        nargs="?",
        type=integer,
        metavar="CELL",
        help="one move, with gravity a column (default: all moves)",
    )
    add_table(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    table = table_of(options)

    def find(board: str) -> Result:
        return why(table, board, options.cell)

    return find_each("board", [options.board], find)
