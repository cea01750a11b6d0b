"""Where a command's file goes: to a path, or for ``-`` to standard output; never over its input."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

from ttt_table.cli.output.terminal import FINE, MOST_OF_A_PATH, as_line, printable, show
from ttt_table.errors import ArgumentError
from ttt_table.table.files import shipped_path, write_atomically

STANDARD_OUTPUT = "-"
TO_WRITE = "the file to write, or - for standard output"


def check_outputs(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` for an output that cannot be meant, before any work is done for it."""
    for name in options.outputs:
        path = getattr(options, name)
        if name == "output" and path == STANDARD_OUTPUT and options.json:
            raise ArgumentError(
                "--json needs a file: name it with -o FILE (one named - is ./-)"
            )
        if path not in (None, STANDARD_OUTPUT):
            check_path(path, options)


def check_path(path: str, options: argparse.Namespace) -> None:
    """Raise `ArgumentError` unless this names a file, and none that the options name to be read."""
    if not os.path.basename(path):
        raise ArgumentError(f"the output {path!r} is not the name of a file")
    if any(_is_same(path, one) for one in _files_named(options)):
        raise ArgumentError(f"{path} is a file to read: name another output")


def _files_named(options: argparse.Namespace) -> Iterator[str]:
    """What the options to be read may name: files, files with a function, the words of a command.

    Where they could name a table, that is the shipped one too.
    """
    import shlex  # few commands name files to be read

    for name in options.inputs:
        if name.startswith("table"):
            yield shipped_path()
        given = getattr(options, name)
        for text in given if isinstance(given, list) else [given or ""]:
            yield from (text, text.rpartition(":")[0])
            with suppress(ValueError):  # a quote is missing
                for word in shlex.split(text):
                    yield from (word, word.partition("=")[2], *word.split())


def _is_same(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):  # one of them is not there, or cannot be
        return False


def write_output(path: str, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file as `write_atomically` does, or to standard output the same bytes."""
    if path != STANDARD_OUTPUT:
        write_atomically(path, pieces)
        return
    sys.stdout.flush()  # whatever stands in its text comes first
    for piece in pieces:
        if not hasattr(
            sys.stdout, "buffer"
        ):  # a caller in Python has put mere text in its place
            sys.stdout.write(bytes(piece).decode())
            continue
        left = memoryview(piece)
        while left:  # with PYTHONUNBUFFERED set, the stream may take only a part
            left = left[sys.stdout.buffer.write(left) :]


def deliver(
    options: argparse.Namespace, data: bytes, record: dict[str, object], text: str
) -> int:
    """Write a whole file, and say what it holds and how large it is."""
    write_output(options.output, [data])
    record = {**record, "bytes": len(data)}
    return report_output(options, record, f"{text}, {len(data):,} bytes")


def report_output(
    options: argparse.Namespace, record: dict[str, object], text: str
) -> int:
    """Say what was written, unless it was all printed; returns the status of a success."""
    if options.output == STANDARD_OUTPUT:
        return FINE
    if options.json:
        return show(as_line({"file": options.output, **record}))
    return show(f"{printable(options.output, MOST_OF_A_PATH)}: {text}")
