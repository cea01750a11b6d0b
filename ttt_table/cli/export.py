"""``ttt-table export``: a table's rows for other tools, or its bytes for C."""

from __future__ import annotations

import argparse
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
from ttt_table.cli.terminal import FINE
from ttt_table.errors import ArgumentError
from ttt_table.export.c_header import c_header
from ttt_table.export.rows import FORMATS, row_pieces, write_rows
from ttt_table.table.files import read_table
from ttt_table.table.reader import open_table

EXAMPLES = """\
Each row is one unfinished board: the board, whose turn it is, the value and plies for that player,
the best cells, the cells that keep the value, and the score of each cell. docs/training.md explains
the columns and the arrays of npz, and turns the CSV into Parquet or SQLite.

Without -o, text goes to standard output, row by row. Only npz needs memory: some 4 bytes for each
cell of each row.

examples:
  ttt-table export --to csv -o tictactoe.csv
  ttt-table export --to npz 3x4k3.msgpack -o 3x4k3.npz
  ttt-table export --to jsonl | head -3
"""


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.epilog = EXAMPLES
    command.add_argument(
        "--to", choices=(*FORMATS, "c"), required=True, help="csv, jsonl or npz; c for a C header"
    )
    add_output(command, metavar="FILE")
    command.add_argument(
        "--force", action="store_true", help="write boards of more than 12 cells too"
    )
    add_table(command)


def run(options: argparse.Namespace) -> int:
    """Write the rows, or the header, and say what was written."""
    if options.to == "npz" and _shows(options.output):
        raise ArgumentError("npz is not text: name a file with -o FILE")
    options.output = STANDARD_OUTPUT if options.output is None else options.output
    check_output(options, table_path(options))
    if options.to == "c":
        return _export_c(options)
    table = open_table(options.table)
    if options.output == STANDARD_OUTPUT:
        write_output(options.output, row_pieces(table, options.to, force=options.force))
        return FINE
    count = write_rows(table, options.output, options.to, force=options.force)
    return report_output(options, {"format": options.to, "rows": count}, f"{count:,} rows")


def _shows(output: str | None) -> bool:
    """True where an output is for eyes: none is named, or it is a terminal or takes text alone."""
    if output is None:
        return True
    return output == STANDARD_OUTPUT and (sys.stdout.isatty() or not takes_bytes())


def _export_c(options: argparse.Namespace) -> int:
    """The table's own bytes as a C header."""
    contents = read_table(table_path(options), verify=True)
    data = bytes(contents.data)
    name = f"ttt_{contents.game}".replace("-", "_")
    write_output(options.output, [c_header(data, contents.game, name).encode()])
    return report_output(options, {"format": "c", "name": name}, f"{len(data):,} bytes as {name}")
