"""Standard input, output and error: text that is safe to show, and files for ``-``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EINVAL
from stat import S_ISREG

from ttt_table.errors import ArgumentError, shown_path
from ttt_table.results import printable

# To import typing would add 15 % to the time of a look-up.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

STANDARD_OUTPUT = "-"
WINDOWS = os.name == "nt"
MAX_OF_A_COMPLAINT = 1200  # characters


def prepare_streams() -> None:
    """Make every stream usable, also a closed one, and escape odd characters.

    What is written to a closed standard output cannot reach anybody, so writing it
    fails. Messages to a closed standard error are lost.
    """
    # They stay open; importing pathlib would add 17 % to the time of a look-up.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def input_lines(max_length: int) -> Iterator[str]:
    """Return the lines of standard input, each as soon as it arrives.

    A line of more than ``max_length`` characters is cut after one character more, so
    that the caller can see that it was too long. Bytes that are not UTF-8 become
    replacement characters.

    Raises:
        ArgumentError: What is printed would be read as input.
    """
    # This is no generator: it has to complain before anything is printed.
    if _is_same_file(sys.stdin, sys.stdout):
        raise ArgumentError(
            "standard input and standard output are one file; let the output go to"
            " another file"
        )
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    return _lines_of(sys.stdin, max_length)


def _lines_of(stream: TextIO, max_length: int) -> Iterator[str]:
    # Iterating over the stream would read ahead, while the other program waits for an
    # answer to its first line.
    while line := stream.readline(max_length + 1):
        yield line
        while len(line) > max_length and not line.endswith("\n"):
            line = stream.readline(max_length + 1)


def check_is_not_stdout(path: str) -> None:
    """Check that what is printed does not go to an input, as after ``>>``.

    Raises:
        ArgumentError: It does, so it would damage the input, or be read.
    """
    if _is_same_file(path, sys.stdout):
        raise ArgumentError(
            f"{shown_path(path)} is an input; let standard output go to another file"
        )


def _is_same_file(file: str | TextIO, stream: TextIO) -> bool:
    """Return whether a file, or stream, is the regular file that another stream is."""
    try:
        status = os.fstat(stream.fileno())
        if not S_ISREG(status.st_mode):
            return False
        other = os.stat(file if isinstance(file, str) else file.fileno())  # noqa: PTH116
    except (OSError, ValueError):  # one is not there, has no number, or is closed
        return False
    return os.path.samestat(status, other)


def discard(name: str) -> None:
    """Let ``stdout`` or ``stderr`` discard its buffer and all that is printed later."""
    try:
        descriptor = getattr(sys, name).fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, descriptor)
        os.close(null)
    except (OSError, ValueError):
        return  # a stream without a descriptor, which a caller in Python has put there


@contextmanager
def naming_stdout() -> Iterator[None]:
    """Name standard output in the error of a system that cannot write to it."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, "standard output") from None


def is_unread(error: BaseException) -> bool:
    """Return whether output failed because the other end of a pipe was closed."""
    if WINDOWS and isinstance(error, OSError) and error.errno == EINVAL:
        # Windows calls the argument invalid when such a pipe is written to.
        return error.filename in (None, "standard output")
    return isinstance(error, BrokenPipeError)


def complain(message: str, program: str = "ttt-table") -> None:
    """Print an error message on standard error, in one line."""
    print_to_stderr(f"{program}: error: {printable(message, MAX_OF_A_COMPLAINT)}")


def print_to_stderr(text: str) -> None:
    """Print text on standard error, if it can be printed there."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        return  # it is closed or full; the exit status still reports the error


def show(text: str, end: str = "\n") -> None:
    """Print text at once.

    Raises:
        OSError: It cannot be printed.
    """
    with naming_stdout():
        print(text, end=end, flush=True)


def show_bytes(pieces: Iterable[bytes | memoryview]) -> None:
    """Write bytes to standard output.

    Raises:
        OSError: They cannot be written.
    """
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


def stdout_takes_bytes() -> bool:
    """Return whether standard output is a file or pipe, neither a terminal nor text."""
    return hasattr(sys.stdout, "buffer") and not sys.stdout.isatty()
