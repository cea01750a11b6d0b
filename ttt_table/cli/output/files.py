"""The output file of a command: a path, or standard output for ``-``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

from ttt_table.cli.output.terminal import FINE, MAX_OF_A_PATH, as_line, printable, show
from ttt_table.errors import ArgumentError
from ttt_table.table.files import shipped_path, write_atomically

STANDARD_OUTPUT = "-"
TO_WRITE = "the file to write, or - for standard output"


def check_outputs(options: argparse.Namespace) -> None:
    """Check the outputs of a command before it does any work for them.

    Raises:
        ArgumentError: An output is not a file name, or is one of the inputs.
    """
    for name in options.outputs:
        path = getattr(options, name)
        if name == "output" and path == STANDARD_OUTPUT and options.json:
            raise ArgumentError(
                "--json needs a file: name it with -o FILE (./- is a file named -)"
            )
        if path not in (None, STANDARD_OUTPUT):
            check_output(path, options)


def check_output(path: str, options: argparse.Namespace) -> None:
    """Check that a path names a file, and none that the command may read.

    Raises:
        ArgumentError: It names no file, or one that the command may read.
    """
    if not os.path.basename(path):  # noqa: PTH119  # Path("x/").name is not empty
        raise ArgumentError(f"the output {path!r} is not the name of a file")
    for input_path in _input_paths(options):
        if _is_same_file(path, input_path):
            raise ArgumentError(f"{path} is an input; choose another output")


def _input_paths(options: argparse.Namespace) -> Iterator[str]:
    """Yield every path that the options may name as an input.

    An input may be a path, a function in a file such as ``bot.py:move``, or a command
    line. Every word of a command line is yielded, also one that is not a path: the only
    harm is that no output may have that name.
    """
    import shlex  # few commands write files

    if options.reads_shipped:
        yield shipped_path()
    for name in options.inputs:
        value = getattr(options, name)
        if value is None:
            continue
        for text in [value] if isinstance(value, str) else value:
            yield text
            yield text.rpartition(":")[0]
            with suppress(ValueError):  # a quote is missing
                for word in shlex.split(text):
                    yield word
                    yield word.partition("=")[2]
                    yield from word.split()


def _is_same_file(path: str, input_path: str) -> bool:
    try:
        # Importing pathlib would add 17 % to the time of the smallest commands.
        return os.path.samefile(path, input_path)  # noqa: PTH121
    except (OSError, ValueError):  # a file does not exist, or its name is impossible
        return False


def write_output(path: str, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file whole or not at all, or the same bytes to standard output."""
    if path != STANDARD_OUTPUT:
        write_atomically(path, pieces)
        return
    sys.stdout.flush()  # text that was printed comes first
    for piece in pieces:
        _write_to_stdout(piece)


def _write_to_stdout(piece: bytes | memoryview) -> None:
    if not hasattr(sys.stdout, "buffer"):  # a caller in Python has replaced the stream
        sys.stdout.write(bytes(piece).decode())
        return
    # With PYTHONUNBUFFERED set, the stream may write only a part.
    left = memoryview(piece)
    while left:
        written = sys.stdout.buffer.write(left)
        left = left[written:]


def deliver(
    options: argparse.Namespace, data: bytes, record: dict[str, object], text: str
) -> int:
    """Write a whole file, and print what it holds and how large it is.

    Args:
        options: The options of the command, with ``output`` and ``json``.
        data: The content of the file.
        record: What to print with ``--json``, besides the file's name and size.
        text: What to print without it.

    Returns:
        The exit status of a success.
    """
    write_output(options.output, [data])
    record = {**record, "bytes": len(data)}
    return report_output(options, record, f"{text}, {len(data):,} bytes")


def report_output(
    options: argparse.Namespace, record: dict[str, object], text: str
) -> int:
    """Print what was written, unless it went to standard output itself.

    Returns:
        The exit status of a success.
    """
    if options.output == STANDARD_OUTPUT:
        return FINE
    if options.json:
        return show(as_line({"file": options.output, **record}))
    return show(f"{printable(options.output, MAX_OF_A_PATH)}: {text}")
