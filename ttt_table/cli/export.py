"""``ttt-table export``: a table's rows for other tools, or its bytes for C."""

from __future__ import annotations

import argparse
import os
import sys

from ttt_table.cli.info import add_table, table_path
from ttt_table.cli.output import (
    STANDARD_OUTPUT,
    add_output,
    check_output,
    report_output,
    takes_bytes,
    write_output,
)
from ttt_table.cli.parsing import whole_number
from ttt_table.cli.terminal import FINE
from ttt_table.errors import ArgumentError
from ttt_table.export.c_header import c_header
from ttt_table.export.rows import FORMATS, TEXTS, Export
from ttt_table.table.files import read_table
from ttt_table.table.reader import open_table


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.add_argument(
        "--to",
        choices=(*FORMATS, "c"),
        required=True,
        help="csv, jsonl, npz, npy or parquet; c for a C header",
    )
    add_output(command, metavar="FILE")
    command.add_argument(
        "--tier", type=tiers, metavar="N[..M]", help="only boards with so many stones: 5, or 5..9"
    )
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--unfinished", action="store_true", help="only unfinished boards (the default)"
    )
    which.add_argument("--all", action="store_true", help="finished boards too")
    command.add_argument("--force", action="store_true", help="write more than 20 million rows too")
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    add_table(command)


def tiers(text: str) -> range:
    """The tiers that an option names. Raises `argparse.ArgumentTypeError` where it names none.

    >>> tiers("5"), tiers("5..9")
    (range(5, 6), range(5, 10))
    """
    first, dots, last = text.partition("..")
    found = range(whole_number(first), whole_number(last if dots else first) + 1)
    if not found:
        raise argparse.ArgumentTypeError("the first tier comes before the last: 5..9")
    return found


def run(options: argparse.Namespace) -> int:
    """Write the rows, or the header, and say what was written."""
    path = table_path(options)
    if options.to not in (*TEXTS, "c") and _shows(options):
        what = "a folder: name it" if options.to == "npy" else "not text: name a file"
        raise ArgumentError(f"{options.to} is {what} with -o")
    options.output = STANDARD_OUTPUT if options.output is None else options.output
    if options.to == "npy":
        options.output = options.output.rstrip(os.sep + (os.altsep or "")) or options.output
    check_output(options, path)
    if options.to == "c":
        return _export_c(options, path)
    # With a thread for each core numpy starts half as fast, and no matrix is multiplied here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    table, unfinished = open_table(path), not options.all
    export = Export(table, options.to, options.tier, unfinished=unfinished, force=options.force)
    if options.output == STANDARD_OUTPUT:
        write_output(options.output, export.pieces())
        return FINE
    count = export.write(options.output, quiet=options.quiet)
    told = "1 row" if count == 1 else f"{count:,} rows"
    return report_output(options, {"format": options.to, "rows": count}, told)


def _shows(options: argparse.Namespace) -> bool:
    """True where bytes have no place to go: none is named, or it is a terminal or takes text."""
    if options.output != STANDARD_OUTPUT or options.to == "npy":
        return options.output in (None, STANDARD_OUTPUT)
    return sys.stdout.isatty() or not takes_bytes()


def _export_c(options: argparse.Namespace, path: str) -> int:
    """The table's own bytes as a C header."""
    if options.all or options.tier is not None:
        raise ArgumentError("a C header has the whole table: leave out --tier and --all")
    contents = read_table(path, verify=True)
    data = bytes(contents.data)
    name = f"ttt_{contents.game}".replace("-", "_")
    write_output(options.output, [c_header(data, contents.game, name).encode()])
    return report_output(options, {"format": "c", "name": name}, f"{len(data):,} bytes as {name}")
