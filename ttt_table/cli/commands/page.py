"""``ttt-table page``: write a page to play on, one file that works offline."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ttt_table.cli.arguments import (
    SHIPPED,
    add_output,
    add_tables,
    named_in_errors,
    output,
    table_path,
    write_output,
    written,
)
from ttt_table.page import make_page, page_languages
from ttt_table.results import Result
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table

FIELDS = ("file", "games", "bytes")
PAGE_ENDING = ".html"


def describe(command: argparse.ArgumentParser) -> None:
    add_tables(command)
    command.add_argument(
        "--class",
        dest="for_class",
        action="store_true",
        help=(
            "write the page for a class instead: the lesson, the machine MENACE, and a "
            "lab for positions and table files"
        ),
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
    default = "tictactoe.html or class.html, or the games' names"
    add_output(command, PAGE_ENDING, default, required=False)


def _read_checked(path: str) -> Contents:
    """Read a table, and check that it is that of its game."""
    with named_in_errors(path):
        table = read_table(path, verify=True)
        table.check_blocks()
        return table


def run(options: argparse.Namespace) -> Iterable[Result]:
    tables = [_read_checked(table_path(name)) for name in options.tables]
    games = [str(table.game) for table in tables]
    path = options.output
    if path is None:
        shipped = "class" if options.for_class else "tictactoe"
        name = shipped if games == [SHIPPED] else "+".join(games)
        path = output(PAGE_ENDING)(f"{name}{PAGE_ENDING}")
    page = make_page(tables, options.lang, for_class=options.for_class).encode()
    write_output(path, [page])
    facts = {"games": games, "bytes": len(page)}
    return written(path, facts, f"{', '.join(games)}, {len(page):,} bytes")
