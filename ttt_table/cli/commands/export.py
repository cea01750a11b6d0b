"""``ttt-table export``: write a table's rows for other tools, or its bytes for C."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from ttt_table.cli.commands.info import add_table
from ttt_table.cli.options.common import add_flags, add_output, add_quiet
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.files import (
    STANDARD_OUTPUT,
    TO_WRITE,
    deliver,
    report_output,
    write_output,
)
from ttt_table.cli.output.terminal import FINE
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.c_header import c_header
from ttt_table.export.prompts import NOTATIONS, dataset_card, prompt_line, prompts
from ttt_table.export.rows import FORMATS, MAX_ROWS, Export
from ttt_table.table.files import read_table
from ttt_table.table.reader import open_table


def describe(command: argparse.ArgumentParser) -> None:
    formats = command.add_mutually_exclusive_group(required=True)
    formats.add_argument(
        "--to", choices=(*FORMATS, "c"), help="csv, jsonl or npz; c for a C header"
    )
    formats.add_argument(
        "--prompts",
        choices=tuple(NOTATIONS),
        metavar="NOTATION",
        help="prompts for language models, as JSON lines, with boards as "
        + ", ".join(NOTATIONS),
    )
    add_output(
        command,
        "--card",
        metavar="CARD.md",
        help="with --prompts: also write a dataset card",
    )
    add_output(
        command,
        "-o",
        "--output",
        metavar="OUT",
        default=STANDARD_OUTPUT,
        help=f"{TO_WRITE} (default: {STANDARD_OUTPUT})",
    )
    add_flags(
        command,
        all="finished boards too",
        classes="only one board per symmetry class",
        matters="only boards on which some legal move gives value away",
        force="write even more than 20 million rows",
    )
    add_quiet(command)
    add_table(command)


def run(options: argparse.Namespace) -> int:
    if options.prompts is not None:
        return _export_prompts(options)
    if options.card is not None:
        raise ArgumentError("--card needs --prompts")
    if options.to == "c":
        return _export_c(options)

    # With a thread for each core numpy starts half as fast, and this command
    # multiplies no matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    export = Export(
        open_table(options.table),
        options.to,
        unfinished=not options.all,
        classes=options.classes,
        matters=options.matters,
        force=options.force,
    )
    if options.output == STANDARD_OUTPUT:
        if options.to == "npz" and not _stdout_takes_bytes():
            raise ArgumentError("npz is not text: name a file with -o")
        write_output(options.output, export.pieces())
        return FINE
    count = export.write(options.output, quiet=options.quiet)
    record = {"format": options.to, "rows": count}
    return report_output(options, record, count_text(count, "row"))


def _stdout_takes_bytes() -> bool:
    """Return whether standard output is a file or pipe, neither a terminal nor text."""
    return hasattr(sys.stdout, "buffer") and not sys.stdout.isatty()


def _export_prompts(options: argparse.Namespace) -> int:
    if options.all:
        raise ArgumentError(
            "a finished board has no move to ask for, so --prompts excludes --all"
        )
    if options.card == STANDARD_OUTPUT:
        raise ArgumentError("--card needs the name of a file, not -")
    table = open_table(options.table)
    if len(table) > MAX_ROWS and not options.force:
        raise SizeError(
            f"{table.game} has up to {len(table):,} boards; ask about them all with"
            " --force"
        )
    chosen = {"classes": options.classes, "matters": options.matters}
    count = 0

    def pieces() -> Iterator[bytes]:
        nonlocal count
        for prompt in prompts(table, options.prompts, **chosen):
            yield f"{prompt_line(prompt)}\n".encode()
            count += 1

    write_output(options.output, pieces())
    if options.card is not None:
        card = dataset_card(table, options.prompts, count, **chosen)
        write_output(options.card, [card.encode()])
    record = {"format": "prompts", "rows": count}
    return report_output(options, record, count_text(count, "prompt"))


def _export_c(options: argparse.Namespace) -> int:
    if options.all or options.classes or options.matters:
        raise ArgumentError(
            "a C header has the whole table, so it excludes --all, --classes and "
            "--matters"
        )
    contents = read_table(options.table, verify=True)
    name = f"ttt_{contents.game}".replace("-", "_")
    header = c_header(bytes(contents.data), contents.game, name)
    return deliver(options, header.encode(), {"format": "c", "name": name}, name)
