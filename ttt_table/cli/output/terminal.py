"""The exit statuses, messages, JSON and safe text that all commands share.

All text from outside (file names, boards, what players answer) reaches the screen
through `printable`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EINVAL
from stat import S_ISREG

# To import typing would add 15 % to the time of a look-up.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ttt_table.errors import TttTableError

# The exit statuses, as ``ttt-table --help`` explains them.
FINE = 0
WRONG = 1  # a table, a player or a part of a program is wrong
MISUSED = 2
UNUSABLE = 3  # a file, the memory or a worker failed
BROKEN = 4  # a mistake in this package
OPEN = 5  # a player was too slow to be judged
# As shells report a process that ended by a signal: 128 and the signal's number.
INTERRUPTED = 130
CUT_OFF = 141  # SIGPIPE: the output pipe was closed

WINDOWS = os.name == "nt"

# The most characters that are shown of a text from outside, of a path, of a complaint.
MAX_SHOWN = 60
MAX_OF_A_PATH = 1000
MAX_OF_A_COMPLAINT = 1200

OPTIONS = {
    "force=True": "--force",
    "jobs": "--jobs N",
    "lines": "--lines FILE",
    "asked=PROMPTS": "--prompts FILE",
    "side='X'": "--as X",
    "side='O'": "--as O",
    "names": "--map PART=NAME",
    "board, empty and marks": "--board rows, or --board list --empty ' ' --marks x,o,",
}
"""The options that stand for arguments of the package's functions, in messages."""


def prepare_streams() -> None:
    """Make every stream usable: closed ones discard, and odd characters are escaped."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It stays open; importing pathlib would add 17 % to the time of a look-up.
            null = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115, PTH123
            setattr(sys, name, null)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def status_of_file(stream: TextIO) -> os.stat_result | None:
    """Return the status of a stream that is a regular file, as after ``>``; or None."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):  # it has no number, or is closed
        return None
    return status if S_ISREG(status.st_mode) else None


def input_lines(max_length: int) -> Iterator[str]:
    """Yield the lines of standard input, each as soon as it arrives.

    A line of more than ``max_length`` characters is cut after one character more, so
    that the caller can see that it was too long. Bytes that are not UTF-8 become
    replacement characters.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    # Iterating over the stream would read ahead, while the other program waits for an
    # answer to its first line.
    while line := sys.stdin.readline(max_length + 1):
        yield line
        while len(line) > max_length and not line.endswith("\n"):
            line = sys.stdin.readline(max_length + 1)


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


def printable(text: str, max_length: int = MAX_SHOWN) -> str:
    """Return text from outside as it may be shown on a terminal.

    Control characters are escaped, since a terminal obeys them: a board could otherwise
    clear the screen. The middle of a text of more than ``max_length`` characters is
    left out.
    """
    length = len(text)
    if length > max_length:
        start = text[: max_length * 3 // 5]
        end = text[length - max_length // 5 :]
        text = f"{start} ... {end} ({length:,} characters)"
    return "".join(
        character if character.isprintable() else _escaped(character)
        for character in text
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def message_of(error: TttTableError) -> str:
    """Return the message of an error, with the option for a call's argument."""
    from ttt_table.errors import AdvisedError  # as it has been raised, it is loaded

    if isinstance(error, AdvisedError) and error.argument:
        return error.text(OPTIONS[error.argument])
    return str(error)


def complain(message: str, program: str = "ttt-table") -> None:
    """Print an error message on standard error, in one line."""
    print_to_stderr(f"{program}: error: {printable(message, MAX_OF_A_COMPLAINT)}")


def print_to_stderr(text: str) -> None:
    """Print text on standard error, if it can be printed there."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        return  # it is closed or full; the exit status still reports the error


def show(text: str, status: int = FINE) -> int:
    """Print an answer at once.

    Returns:
        The status, which is that of the whole command.

    Raises:
        OSError: Printing fails, unless the status reports something worse.
    """
    try:
        with naming_stdout():
            print(text, flush=True)
    except OSError as error:
        if status == FINE:
            raise
        if not is_unread(error):
            complain(f"cannot print the answer: {error.strerror or error}")
        discard("stdout")
    return status


def as_line(record: dict[str, object]) -> str:
    """Return an object as one line of JSON; fractions become text."""
    import json  # most answers are for people

    return json.dumps(_with_objects(record), default=str)


def fields_of(record: object) -> dict[str, object]:
    """Return the fields of a named tuple or a dataclass by name."""
    names = getattr(record, "_fields", None)
    if names is None:
        names = record.__dataclass_fields__  # type: ignore[attr-defined]
    return {name: getattr(record, name) for name in names}


def _with_objects(value: object) -> object:
    """Replace records by dictionaries, at any depth; json would make lists of some."""
    if hasattr(value, "_fields") or hasattr(value, "__dataclass_fields__"):
        value = fields_of(value)
    if isinstance(value, dict):
        return {key: _with_objects(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_objects(item) for item in value]
    return value
