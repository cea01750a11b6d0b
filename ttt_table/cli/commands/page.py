"""``ttt-table page``: write a page to play on, one file that works without a network."""

from __future__ import annotations

import argparse

from ttt_table.cli.output.files import TO_WRITE, check_path, deliver
from ttt_table.page import make_page
from ttt_table.table.files import read_table, shipped_path


def describe(page: argparse.ArgumentParser) -> None:
    page.add_argument("tables", nargs="*", metavar="FILE", help="a table to play")
    words = f"{TO_WRITE} (default: tictactoe.html, or the games' names)"
    page.add_argument("-o", "--output", metavar="OUT.html", help=words)


def run(options: argparse.Namespace) -> int:
    tables = [
        read_table(path, verify=True) for path in options.tables or [shipped_path()]
    ]
    games = [str(table.game) for table in tables]
    if options.output is None:
        options.output = (
            f"{'+'.join(games)}.html" if options.tables else "tictactoe.html"
        )
        check_path(options.output, options)
    return deliver(
        options, make_page(tables).encode(), {"games": games}, ", ".join(games)
    )
