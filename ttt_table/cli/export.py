"""``ttt-table export``: a table's rows for other tools, or its bytes for C."""

from __future__ import annotations

from ttt_table.cli.info import add_table, table_path
from ttt_table.cli.terminal import FINE, print_json, show
from ttt_table.errors import ArgumentError
from ttt_table.export.rows import FORMATS, check_size, lines_of, write_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ttt_table.table.reader import Table

EXAMPLES = """\
A row is an unfinished board: the board, who is to move, its value and plies for that player, the
best cells, the cells that keep the value, and the score of each cell. docs/training.md has the
columns, the arrays of npz, and what makes Parquet or SQLite of the CSV.

Rows are written as they are read, so memory does not grow with them. Without -o text goes to
standard output.

examples:
  ttt-table export --to csv -o tictactoe.csv
  ttt-table export --to npz 3x4k3.msgpack -o 3x4k3.npz
  ttt-table export --to jsonl | head -3
"""


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.epilog = EXAMPLES
    command.add_argument(
        "--to", choices=(*FORMATS, "c"), required=True, help="csv, jsonl, npz, or c for a C header"
    )
    command.add_argument("-o", "--output", metavar="FILE", help="the file to write")
    command.add_argument("--force", action="store_true", help="more than 12 cells, too")
    add_table(command)


def run(options: argparse.Namespace) -> int:
    """Write the rows, and say how many there are."""
    from ttt_table.table.reader import open_table

    if options.output is None and (options.json or options.to == "npz"):
        what = "--json tells of a file" if options.json else "npz is not text"
        raise ArgumentError(f"{what}: name it with -o FILE")
    table = open_table(options.table)
    if options.to == "c":
        return _export_c(options, table)
    if options.output is None:
        check_size(table, options.to, force=options.force)
        for line in lines_of(table, options.to):
            print(line, end="")
        return FINE
    count = write_rows(table, options.output, options.to, force=options.force)
    if options.json:
        return print_json({"file": options.output, "format": options.to, "rows": count})
    return show(f"{options.output}: {count:,} rows")


def _export_c(options: argparse.Namespace, table: Table) -> int:
    """The table's own bytes as a C header."""
    from ttt_table.export.c_header import c_header
    from ttt_table.table.files import write_atomically

    with open(table_path(options), "rb") as file:
        data = file.read()
    name = f"ttt_{table.game}".replace("-", "_")
    text = c_header(data, table.game, name)
    if options.output is None:
        return show(text.rstrip("\n"))
    write_atomically(options.output, [text.encode()])
    if options.json:
        return print_json({"file": options.output, "format": "c", "name": name})
    return show(f"{options.output}: {len(data):,} bytes as {name}")
