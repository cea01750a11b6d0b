"""``ttt-table review``: judge a played game, and find where it was lost."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ttt_table.cli.arguments import (
    FROM_STANDARD_INPUT,
    add_table,
    check_length,
    each_text,
    table_of,
)
from ttt_table.results import Result, find_each
from ttt_table.results.played import REVIEW_FIELDS, reviewed

FIELDS = REVIEW_FIELDS
WHOLE = True  # each of several games is one line already


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "moves",
        nargs="+",
        metavar="MOVE",
        help="a cell, or with gravity a column; or - to read games from standard "
        "input, one per line",
    )
    add_table(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    table = table_of(options)
    from_input = options.moves == [FROM_STANDARD_INPUT]
    games = options.moves if from_input else [" ".join(options.moves)]

    def find(text: str) -> Result:
        check_length(text, "game")
        return reviewed(table, text, on_one_line=from_input)

    return find_each("game", each_text(games), find)
