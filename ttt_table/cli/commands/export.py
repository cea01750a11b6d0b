"""``ttt-table export``: write a table's rows for other tools, or its bytes for C."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ttt_table.cli.arguments import (
    SHIPPED,
    TABLE_HELP,
    TO_WRITE,
    add_flags,
    add_quiet,
    check_ending,
    named_in_errors,
    output,
    table_path,
    write_output,
    written,
)
from ttt_table.cli.streams import STANDARD_OUTPUT, stdout_takes_bytes
from ttt_table.errors import ArgumentError, SizeError, shown_path
from ttt_table.export.c_header import c_header
from ttt_table.export.prompts import NOTATIONS, digest_of, prompt_line, prompts
from ttt_table.export.rows import FORMATS, export_pieces
from ttt_table.progress import show_bar
from ttt_table.results import Result, count_text
from ttt_table.table.files import read_table
from ttt_table.table.reader import Table, open_table

FIELDS = ("file", "format", "rows", "bytes")
ENDINGS = {**{name: f".{name}" for name in FORMATS}, "c": ".h", "prompts": ".jsonl"}
"""How a file of each format of --to ends."""
FORMAT_OF_ENDING = {ENDINGS[name]: name for name in (*FORMATS, "c")}
"""The format without --to, by the ending of the output."""
DEFAULT_NOTATION = "rows"
ONLY_PROMPTS = ("notation", "every")
"""The options that only prompts have."""
MAX_ROWS = 20_000_000
"""4x4 has half as many rows; those of 4x5 would fill a disk."""
SECONDS_PER_ROW = 7e-6
"""An estimate, for the progress bar."""
MAX_FIRST_LINE = 1 << 16
"""The most bytes of a file's first line that are read."""


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "table", nargs="?", metavar="TABLE", default=SHIPPED, help=TABLE_HELP
    )
    command.add_argument(
        "--to",
        choices=tuple(ENDINGS),
        help="csv, jsonl or npz; c for a C header; prompts for language models, as "
        "JSON lines (default: by the ending of OUT)",
    )
    command.add_argument(
        "--notation",
        choices=tuple(NOTATIONS),
        help=f"the boards of prompts: {', '.join(NOTATIONS)} "
        f"(default: {DEFAULT_NOTATION})",
    )
    command.add_argument(
        "-o",
        "--output",
        type=output(*dict.fromkeys(ENDINGS.values())),
        metavar="OUT",
        default=STANDARD_OUTPUT,
        help=f"{TO_WRITE} (default: {STANDARD_OUTPUT})",
    )
    add_flags(
        command,
        all="finished boards too",
        every="with --to prompts: all unfinished boards (default: one per symmetry"
        " class of those on which some legal move gives value away)",
        force="write even more than 20 million rows, or in place of recorded answers",
    )
    add_quiet(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    options.to = _format_of(options)
    if not options.force:
        _check_has_no_answers(options.output)
    options.table = table_path(options.table)
    with named_in_errors(options.table):
        return _export(options)


def _export(options: argparse.Namespace) -> Iterable[Result]:
    """Write the table of a file in one of the formats."""
    if options.to == "prompts":
        return _export_prompts(options)
    for option in ONLY_PROMPTS:
        if getattr(options, option):
            raise ArgumentError(f"--{option} needs --to prompts")
    if options.to == "c":
        return _export_c(options)
    return _export_rows(options)


def _open_table(options: argparse.Namespace) -> Table:
    """Open the table to export.

    Raises:
        SizeError: It has more rows than are written without ``--force``.
    """
    table = open_table(options.table)
    if len(table) > MAX_ROWS and not options.force:
        raise SizeError(
            f"{table.game} has up to {len(table):,} rows; --force writes them all"
        )
    return table


def _export_rows(options: argparse.Namespace) -> Iterable[Result]:
    # With a thread for each core numpy starts half as fast, and this command
    # multiplies no matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    table = _open_table(options)
    is_printed = options.output == STANDARD_OUTPUT
    folder = None
    if not is_printed:
        folder = str(Path(options.output).resolve().parent)
    elif options.to == "npz" and not stdout_takes_bytes():
        raise ArgumentError("npz is not text: name a file with -o")

    rows = 0
    title = f"export {table.game}"
    seconds = len(table) * SECONDS_PER_ROW
    quiet = options.quiet or is_printed
    with show_bar(title, len(table), seconds, quiet=quiet) as advance:

        def count(more_rows: int) -> None:
            nonlocal rows
            rows += more_rows
            advance(more_rows)

        pieces = export_pieces(
            table, options.to, count, unfinished=not options.all, folder=folder
        )
        write_output(options.output, pieces)
    facts = {"format": options.to, "rows": rows}
    return written(options.output, facts, count_text(rows, "row"))


def _format_of(options: argparse.Namespace) -> str:
    """Return the format that is named, or the one of the output's ending.

    Raises:
        ArgumentError: Neither says which, or they contradict each other.
    """
    path = options.output
    if options.to is not None:
        if path != STANDARD_OUTPUT:
            try:
                check_ending(path, ENDINGS[options.to])
            except argparse.ArgumentTypeError as error:
                raise ArgumentError(f"{error} with --to {options.to}") from None
        return str(options.to)
    if path == STANDARD_OUTPUT:
        endings = ", ".join(FORMAT_OF_ENDING)
        raise ArgumentError(
            f"which format? Name it with --to {', '.join(ENDINGS)}, or let "
            f"-o OUT end in {endings}"
        )
    name = path.lower()
    return next(to for end, to in FORMAT_OF_ENDING.items() if name.endswith(end))


def _check_has_no_answers(path: str) -> None:
    """Check that no file of recorded answers is replaced.

    It ends as rows and prompts do, and cannot be made again.

    Raises:
        ArgumentError: The first line has an answer.
    """
    try:
        with Path(path).open("rb") as file:
            line = file.readline(MAX_FIRST_LINE)
    except OSError:  # it is not there, or the writer says what is wrong
        return
    if b'"answer"' in line or b"answer" in line.strip().split(b","):
        raise ArgumentError(
            f"{shown_path(path)} has recorded answers; --force replaces them"
        )


def _export_prompts(options: argparse.Namespace) -> Iterable[Result]:
    if options.all:
        raise ArgumentError(
            "--all has finished boards, on which there is nothing to ask; --every"
            " unfinished board is the most that prompts have"
        )
    table = _open_table(options)
    notation = options.notation or DEFAULT_NOTATION
    boards: list[str] = []

    def pieces() -> Iterator[bytes]:
        for prompt in prompts(table, notation, every=options.every):
            yield f"{prompt_line(prompt)}\n".encode()
            boards.append(prompt.board)

    write_output(options.output, pieces())
    digest = digest_of(boards)
    facts = {"format": "prompts", "rows": len(boards), "digest": digest}
    count = count_text(len(boards), "prompt")
    return written(options.output, facts, f"{count} [{digest}]")


def _export_c(options: argparse.Namespace) -> Iterable[Result]:
    if options.all:
        raise ArgumentError("a C header has the whole table, so --all says nothing")
    contents = read_table(options.table, verify=True)
    contents.check_blocks()
    name = f"ttt_{contents.game}".replace("-", "_")
    header = c_header(bytes(contents.data), contents.game, name).encode()
    write_output(options.output, [header])
    facts = {"format": "c", "name": name, "bytes": len(header)}
    return written(options.output, facts, f"{name}, {len(header):,} bytes")
