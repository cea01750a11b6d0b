"""``ttt-table lookup``: show what each move on a board leads to."""

from __future__ import annotations

import argparse

from ttt_table.cli.arguments import (
    add_boards,
    add_table,
    check_length,
    each_text,
    table_of,
)
from ttt_table.results import find_each
from ttt_table.results.lookup import FIELDS as FIELDS
from ttt_table.results.lookup import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ttt_table.results import Result

WHOLE = True  # also several boards are drawn


def describe(command: argparse.ArgumentParser) -> None:
    add_boards(
        command,
        "boards",
        "+",
        "a board such as X...O...., or - to read boards from standard input, "
        "one per line",
    )
    add_table(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    table = table_of(options)

    def find(text: str) -> Result:
        check_length(text, "board")
        return lookup(table, text)

    # An empty line follows each answer.
    return find_each("board", each_text(options.boards), find, end="\n")
