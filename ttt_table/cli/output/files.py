"""The output file of a command: a path, or standard output for ``-``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from stat import S_ISREG

from ttt_table.cli.output.kinds import KINDS, check_kind
from ttt_table.cli.output.terminal import (
    FINE,
    MAX_OF_A_PATH,
    as_line,
    naming_stdout,
    printable,
    show,
    status_of_file,
)
from ttt_table.errors import ArgumentError
from ttt_table.table.files import shipped_path, try_writing, write_atomically

STANDARD_OUTPUT = "-"
TO_WRITE = "the file to write, or - for standard output"


def check_outputs(options: argparse.Namespace) -> None:
    """Check the outputs of a command before it does any work for them.

    Raises:
        ArgumentError: An output is not a file name, is one of the inputs, or is another
            output of the command too.
        TableAccessError: An output cannot be written.
    """
    outputs = []
    kinds = []
    for name, kind in options.outputs.items():
        path = getattr(options, name)
        if name == "output" and path == STANDARD_OUTPUT and options.json:
            raise ArgumentError(
                "--json needs a file: name it with -o FILE (./- is a file named -)"
            )
        if path is not None:
            outputs.append(path)
            kinds.append(kind if isinstance(kind, str) else kind(options))
    for path, other in combinations(outputs, 2):
        if path == other == STANDARD_OUTPUT:
            raise ArgumentError("only one output can go to standard output")
        if path == other or _is_same_file(path, other):
            raise ArgumentError(f"{path} is named for two outputs")
    for path, kind in zip(outputs, kinds, strict=True):
        check_output(path, kind, options)


def check_output(path: str, kind: str, options: argparse.Namespace) -> None:
    """Check that a path names a file that can be written, and none that is in use.

    A command whose output has a default name calls this once the name is known.

    Args:
        path: The path.
        kind: What is written, a key of `KINDS`; empty if any file may be replaced.
        options: The options of the command.

    Raises:
        ArgumentError: It is not a file name, is one of the inputs, is where standard
            output goes, or is a file of another kind.
        TableAccessError: It cannot be written.
    """
    if not os.path.basename(path):  # noqa: PTH119  # Path("x/").name is not empty
        raise ArgumentError(f"the output {path!r} is not the name of a file")
    if path == STANDARD_OUTPUT:
        return  # `check_standard_output` has checked it
    for input_path in _input_paths(options):
        if _is_same_file(path, input_path):
            raise ArgumentError(f"{path} is an input; choose another output")
    if _is_same_file(path, STANDARD_OUTPUT):
        raise ArgumentError(
            f"{path} is where standard output goes; choose another output"
        )
    if kind:
        check_kind(path, KINDS[kind])
    try_writing(path)


def check_standard_output(options: argparse.Namespace) -> None:
    """Check that standard output does not go to an input, as after ``>>``.

    Raises:
        ArgumentError: It does, so what is printed would damage the input, or be read.
    """
    status = status_of_file(sys.stdout)
    if status is None:
        return
    input_status = status_of_file(sys.stdin)
    if input_status is not None and os.path.samestat(input_status, status):
        raise ArgumentError(
            "standard input and standard output are one file; let the output go to"
            " another file"
        )
    for path in _input_paths(options):
        if _is_same_file(path, STANDARD_OUTPUT):
            raise ArgumentError(
                f"{path} is an input; let standard output go to another file"
            )


def _input_paths(options: argparse.Namespace) -> Iterator[str]:
    """Yield every path that the options may name as an input.

    An input may be a path, a folder or a pattern of files, a function in a file such as
    ``bot.py:move``, or a command line. Every word of a command line is yielded, also
    one that is not a path: the only harm is that no output may have that name.
    """
    from ttt_table.cli.options.files import files_named  # few commands write files

    if options.reads_shipped:
        yield shipped_path()
    for name in options.inputs:
        value = getattr(options, name)
        if value is None:
            continue
        for text in [value] if isinstance(value, str) else value:
            for path in _paths_in(text):
                if path not in ("", STANDARD_OUTPUT):
                    yield path
                    with suppress(ArgumentError):  # there is no such file
                        yield from files_named(path)


def _paths_in(text: str) -> Iterator[str]:
    """Yield each part of an option's value that may be a path."""
    import shlex  # few commands write files

    yield text
    yield text.rpartition(":")[0]
    with suppress(ValueError):  # a quote is missing
        for word in shlex.split(text):
            yield word
            yield word.partition("=")[2]
            yield from word.split()


def _is_same_file(path: str, other: str) -> bool:
    """Return whether two paths, of which - is standard output, lead to one file.

    A path is taken as the writer resolves it, and the file may not exist yet.
    """
    status = _status_of(path)
    other_status = _status_of(other)
    if status is None or other_status is None:
        return STANDARD_OUTPUT not in (path, other) and _resolved(path) == _resolved(
            other
        )
    return os.path.samestat(status, other_status)


def _status_of(path: str) -> os.stat_result | None:
    """Return the status of a file; None if it is not there, or not a regular file."""
    if path == STANDARD_OUTPUT:
        return status_of_file(sys.stdout)
    try:
        # Importing pathlib would add 10 % to the time of a small build.
        status = os.stat(_resolved(path))  # noqa: PTH116
    except (OSError, ValueError):  # or its name is impossible
        return None
    return status if S_ISREG(status.st_mode) else None


def _resolved(path: str) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:  # its name is impossible
        return path


def write_output(path: str, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file whole or not at all, or the same bytes to standard output."""
    if path != STANDARD_OUTPUT:
        write_atomically(path, pieces)
        return
    with naming_stdout():
        sys.stdout.flush()  # text that was printed comes first
    for piece in pieces:
        with naming_stdout():
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
