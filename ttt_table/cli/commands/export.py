"""``ttt-table export``: a table's rows for other tools, or its bytes for C."""

from __future__ import annotations

import argparse
import os
import sys

from ttt_table.cli.commands.info import add_table
from ttt_table.cli.options.parsing import add_flags
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.files import (
    STANDARD_OUTPUT,
    TO_WRITE,
    deliver,
    report_output,
    write_output,
)
from ttt_table.cli.output.terminal import FINE
from ttt_table.errors import ArgumentError
from ttt_table.export.c_header import c_header
from ttt_table.export.rows import FORMATS, Export
from ttt_table.table.files import read_table
from ttt_table.table.reader import open_table


def describe(command: argparse.ArgumentParser) -> None:
    words = "csv, jsonl or npz; c for a C header"
    command.add_argument("--to", choices=(*FORMATS, "c"), required=True, help=words)
    words = f"{TO_WRITE} (default: {STANDARD_OUTPUT})"
    command.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD_OUTPUT, help=words
    )
    add_flags(
        command,
        all="finished boards too",
        classes="one board of all that symmetries make of it",
        decidable="only where some legal move gives value away",
        force="write more than 20 million rows too",
    )
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    add_table(command)


def run(options: argparse.Namespace) -> int:
    if options.to == "c":
        return _export_c(options)
    # With a thread for each core numpy starts half as fast, and no matrix is multiplied here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    which = {name: getattr(options, name) for name in ("classes", "decidable", "force")}
    export = Export(
        open_table(options.table), options.to, unfinished=not options.all, **which
    )
    if options.output == STANDARD_OUTPUT:
        if options.to == "npz" and (
            sys.stdout.isatty() or not hasattr(sys.stdout, "buffer")
        ):
            raise ArgumentError("npz is not text: name a file with -o")
        write_output(options.output, export.pieces())
        return FINE
    count = export.write(options.output, quiet=options.quiet)
    return report_output(
        options, {"format": options.to, "rows": count}, count_text(count, "row")
    )


def _export_c(options: argparse.Namespace) -> int:
    if options.all or options.classes or options.decidable:
        which = "--all, --classes and --decidable"
        raise ArgumentError(f"a C header has the whole table: leave out {which}")
    contents = read_table(options.table, verify=True)
    data = bytes(contents.data)
    name = f"ttt_{contents.game}".replace("-", "_")
    header = c_header(data, contents.game, name).encode()
    return deliver(options, header, {"format": "c", "name": name}, name)
