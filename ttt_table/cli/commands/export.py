"""``ttt-table export``: write a table's rows for other tools, or its bytes for C."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ttt_table.cli.commands.info import add_table, table_path
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
from ttt_table.export.prompts import (
    NOTATIONS,
    dataset_card,
    digest_of,
    prompt_line,
    prompts,
)
from ttt_table.export.rows import FORMATS, MAX_ROWS, Export
from ttt_table.table.files import read_table
from ttt_table.table.reader import open_table

KIND_OF_FORMAT = {**dict(zip(FORMATS, FORMATS, strict=True)), "c": "c"}
KIND_OF_FORMAT["prompts"] = "jsonl"
"""The kind of file that each format of --to is."""
FORMAT_OF_ENDING = {f".{name}": name for name in FORMATS}
FORMAT_OF_ENDING[".h"] = "c"
"""The format without --to, by the ending of the output."""
DEFAULT_NOTATION = "rows"
ONLY_PROMPTS = ("card", "notation", "every")
ONLY_ROWS = ("all", "classes", "matters")
"""The options that only prompts have, and those that only rows have."""


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--to",
        choices=tuple(KIND_OF_FORMAT),
        help="csv, jsonl or npz; c for a C header; prompts for language models, as "
        "JSON lines (default: by the ending of OUT)",
    )
    command.add_argument(
        "--notation",
        choices=tuple(NOTATIONS),
        help=f"the boards of prompts: {', '.join(NOTATIONS)} "
        f"(default: {DEFAULT_NOTATION})",
    )
    add_output(
        command,
        "--card",
        kind="card",
        metavar="CARD.md",
        help="also write a dataset card for the prompts",
    )
    add_output(
        command,
        "-o",
        "--output",
        kind=lambda options: KIND_OF_FORMAT[_format_of(options)],
        metavar="OUT",
        default=STANDARD_OUTPUT,
        help=f"{TO_WRITE} (default: {STANDARD_OUTPUT})",
    )
    add_flags(
        command,
        all="finished boards too",
        classes="only one board per symmetry class",
        matters="only boards on which some legal move gives value away",
        every="with --to prompts: all unfinished boards (default: one per symmetry"
        " class of those on which some legal move gives value away)",
        force="write even more than 20 million rows",
    )
    add_quiet(command)
    add_table(command)


def run(options: argparse.Namespace) -> int:
    options.to = _format_of(options)
    if options.to == "prompts":
        return _export_prompts(options)
    for option in ONLY_PROMPTS:
        if getattr(options, option):
            raise ArgumentError(f"--{option} needs --to prompts")
    if options.to == "c":
        return _export_c(options)

    # With a thread for each core numpy starts half as fast, and this command
    # multiplies no matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    export = Export(
        open_table(table_path(options)),
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


def _format_of(options: argparse.Namespace) -> str:
    """Return the format that is named, or the one of the output's ending.

    Raises:
        ArgumentError: Neither says which.
    """
    if options.to is not None:
        return str(options.to)
    ending = Path(options.output).suffix.lower()
    if ending not in FORMAT_OF_ENDING:
        endings = ", ".join(FORMAT_OF_ENDING)
        raise ArgumentError(
            f"which format? Name it with --to {', '.join(KIND_OF_FORMAT)}, or let "
            f"-o OUT end in {endings}"
        )
    return FORMAT_OF_ENDING[ending]


def _stdout_takes_bytes() -> bool:
    """Return whether standard output is a file or pipe, neither a terminal nor text."""
    return hasattr(sys.stdout, "buffer") and not sys.stdout.isatty()


def _export_prompts(options: argparse.Namespace) -> int:
    if any(getattr(options, option) for option in ONLY_ROWS):
        raise ArgumentError(
            "prompts have one board per symmetry class of those on which some legal"
            " move gives value away, or --every unfinished board; so --to prompts"
            " excludes --all, --classes and --matters"
        )
    if options.card == STANDARD_OUTPUT:
        raise ArgumentError("--card needs the name of a file, not -")
    table = open_table(table_path(options))
    notation = options.notation or DEFAULT_NOTATION
    if len(table) > MAX_ROWS and not options.force:
        raise SizeError(
            f"{table.game} has up to {len(table):,} boards",
            argument="force=True",
            effect="goes through them all",
        )
    boards: list[str] = []

    def pieces() -> Iterator[bytes]:
        for prompt in prompts(table, notation, every=options.every):
            yield f"{prompt_line(prompt)}\n".encode()
            boards.append(prompt.board)

    write_output(options.output, pieces())
    if options.card is not None:
        card = dataset_card(table, notation, boards, every=options.every)
        write_output(options.card, [card.encode()])
    digest = digest_of(boards)
    record = {"format": "prompts", "rows": len(boards), "digest": digest}
    count = count_text(len(boards), "prompt")
    return report_output(options, record, f"{count} [{digest}]")


def _export_c(options: argparse.Namespace) -> int:
    if any(getattr(options, option) for option in ONLY_ROWS):
        raise ArgumentError(
            "a C header has the whole table, so it excludes --all, --classes and "
            "--matters"
        )
    contents = read_table(table_path(options), verify=True)
    name = f"ttt_{contents.game}".replace("-", "_")
    header = c_header(bytes(contents.data), contents.game, name)
    return deliver(options, header.encode(), {"format": "c", "name": name}, name)
