"""Where a command's file goes: to a path, or for ``-`` to standard output; never over its input."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable

from ttt_table.cli.terminal import FINE, MOST_OF_A_PATH, print_json, show, shown
from ttt_table.errors import ArgumentError
from ttt_table.table.files import write_atomically

STANDARD_OUTPUT = "-"


def add_output(
    command: argparse.ArgumentParser,
    metavar: str,
    default: str | None = None,
    required: bool = False,
) -> None:
    """Let a command take a file to write."""
    told = "the file to write, or - for standard output"
    told += f" (default: {default})" if default else ""
    command.add_argument(
        "-o", "--output", metavar=metavar, default=default, required=required, help=told
    )


def check_output(options: argparse.Namespace, *inputs: str) -> None:
    """Raise `ArgumentError` for an output that cannot be meant, before any work is done for it."""
    if options.output != STANDARD_OUTPUT:
        check_path(options.output, *inputs)
    elif options.json:
        raise ArgumentError("--json needs a file: name it with -o FILE (one named - is ./-)")


def check_path(path: str, *inputs: str) -> None:
    """Raise `ArgumentError` unless a file of this path could be written, and is none of the inputs.

    An input is known by a link too, or by another spelling of its path.
    """
    if path == STANDARD_OUTPUT:
        raise ArgumentError(
            "a table cannot go to standard output: it is written beside its place and moved there "
            "once it is whole; name a file with -o (one named - is ./-)"
        )
    if not os.path.basename(path):
        raise ArgumentError(f"the output {path!r} is not the name of a file")
    if any(_is_same(path, one) for one in inputs):
        raise ArgumentError(f"{path} is a file to read: name another output")


def _is_same(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):  # one of them is not there, or cannot be
        return False


def write_output(path: str, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file, or to standard output the same bytes.

    Raises `OSError` where standard output cannot be written to, else what `write_atomically` does.
    """
    if path != STANDARD_OUTPUT:
        write_atomically(path, pieces)
        return
    sys.stdout.flush()  # whatever stands in its text comes first
    for piece in pieces:
        if not takes_bytes():
            sys.stdout.write(bytes(piece).decode())
            continue
        left = memoryview(piece)
        while left:  # with PYTHONUNBUFFERED set, the stream may take only a part
            left = left[sys.stdout.buffer.write(left) :]


def takes_bytes() -> bool:
    """False where a caller in Python has put a stream of text alone in place of standard output."""
    return hasattr(sys.stdout, "buffer")


def report_output(options: argparse.Namespace, record: dict[str, object], text: str) -> int:
    """Say what was written, unless it was all printed; returns the status of a success."""
    if options.output == STANDARD_OUTPUT:
        return FINE
    if options.json:
        return print_json({"file": options.output, **record})
    return show(f"{shown(options.output, MOST_OF_A_PATH)}: {text}")
