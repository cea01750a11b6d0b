"""``ttt-table reader``: write a reader and a table for a game of somebody's own."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from ttt_table.cli.arguments import add_flags
from ttt_table.cli.streams import STANDARD_OUTPUT
from ttt_table.errors import ArgumentError, with_path
from ttt_table.export.readers import READERS, write_reader
from ttt_table.results import Result

FIELDS = ("folder", "language", "files")


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "language", choices=READERS, metavar="LANGUAGE", help=", ".join(READERS)
    )
    command.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FOLDER",
        help="the folder to write to, which is made if it is missing",
    )
    add_flags(command, force="replace files in the folder that differ")


def run(options: argparse.Namespace) -> Iterable[Result]:
    folder = options.output
    if folder == STANDARD_OUTPUT:
        raise ArgumentError("a reader has several files; name a folder with -o FOLDER")
    paths = write_reader(options.language, folder, force=options.force)
    names = [Path(path).name for path in paths]
    row = {"folder": folder, "language": options.language, "files": names}
    return [Result(row, lambda: with_path(folder, ", ".join(names)))]
