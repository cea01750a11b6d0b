"""``ttt-table page``: write a page to play on, one file that works offline."""

from __future__ import annotations

import argparse

from ttt_table.cli.options.common import add_output, add_table_input
from ttt_table.cli.output.files import TO_WRITE, check_output, deliver
from ttt_table.page import make_page, page_languages
from ttt_table.table.files import read_table, shipped_path


def describe(command: argparse.ArgumentParser) -> None:
    add_table_input(
        command,
        "tables",
        nargs="*",
        metavar="FILE",
        help="a table to play (default: the shipped tic-tac-toe)",
    )
    command.add_argument(
        "--lang",
        action="append",
        default=[],
        choices=page_languages(),
        metavar="CODE",
        help=(
            "a language of the page; may be repeated, and fewer make it smaller "
            f"(default: all of {', '.join(page_languages())})"
        ),
    )
    add_output(
        command,
        "-o",
        "--output",
        kind="html",
        metavar="OUT.html",
        help=f"{TO_WRITE} (default: tictactoe.html, or the games' names)",
    )


def run(options: argparse.Namespace) -> int:
    paths = options.tables or [shipped_path()]
    tables = [read_table(path, verify=True) for path in paths]
    games = [str(table.game) for table in tables]
    if options.output is None:
        options.output = "tictactoe.html"
        if options.tables:
            options.output = f"{'+'.join(games)}.html"
        check_output(options.output, "html", options)
    page = make_page(tables, options.lang).encode()
    return deliver(options, page, {"games": games}, ", ".join(games))
