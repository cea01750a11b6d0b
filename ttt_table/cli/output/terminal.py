"""What all commands share: exit statuses, complaints, text that is safe to show, JSON, streams."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from errno import EINVAL

FINE, WRONG, MISUSED, UNUSABLE, BROKEN, OPEN = 0, 1, 2, 3, 4, 5
# 128 and the number of the signal, SIGINT and SIGPIPE, as a shell reports them.
INTERRUPTED, CUT_OFF = 130, 141

WINDOWS = os.name == "nt"

# Characters of something from outside, of a file's name, of a whole complaint.
MOST_SHOWN, MOST_OF_A_PATH, MOST_SAID = 60, 1000, 1200


def prepare_streams() -> None:
    """Let streams that the caller has closed lead nowhere, and escape what cannot be shown."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for good
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def input_lines(most: int) -> Iterator[str]:
    """The lines of standard input, each as soon as it has come; long ones cut after ``most`` + 1.

    A byte that is no UTF-8 is a strange character.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    # Not by iterating, which would read ahead while the asking program waits for its answer.
    while line := sys.stdin.readline(most + 1):
        yield line
        while len(line) > most and not line.endswith("\n"):
            line = sys.stdin.readline(most + 1)


def discard(name: str) -> None:
    """Let ``stdout`` or ``stderr``, which fails, lead nowhere, with all that still waits in it."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, getattr(sys, name).fileno())
        os.close(nowhere)


def is_unread(error: BaseException) -> bool:
    """True where output has failed because nobody reads it any longer."""
    if WINDOWS and isinstance(error, OSError) and error.errno == EINVAL:
        return (
            error.filename is None
        )  # it says of such a pipe that the argument is invalid
    return isinstance(error, BrokenPipeError)


def printable(text: str, most: int = MOST_SHOWN) -> str:
    """Text from outside, fit for a terminal: control characters escaped, its middle left out."""
    size = len(text)
    if size > most:
        text = f"{text[: most * 3 // 5]} ... {text[size - most // 5 :]} ({size:,} characters)"
    # A terminal obeys control characters: a board could otherwise colour, or clear, the screen.
    shown = (
        one if one.isprintable() else one.encode("unicode_escape").decode()
        for one in text
    )
    return "".join(shown)


def complain(message: str, program: str = "ttt-table") -> None:
    """Say on standard error what went wrong, in one line."""
    with suppress(
        OSError, ValueError
    ):  # where nobody can be told, the status still says it
        print(
            f"{program}: error: {printable(message, MOST_SAID)}",
            file=sys.stderr,
            flush=True,
        )


def show(text: str, status: int = FINE) -> int:
    """Print an answer at once; `OSError` where that fails, unless the status tells of worse."""
    try:
        print(text, flush=True)
    except OSError as error:
        if status == FINE:
            raise
        if not is_unread(error):
            complain(f"cannot print the answer: {error.strerror or error}")
        discard("stdout")
    return status


def as_line(record: dict[str, object]) -> str:
    """An object as JSON, on one line; fractions are text."""
    import json  # most answers are for people, who need not wait for it

    return json.dumps(_with_objects(record), default=str)


def _with_objects(value: object) -> object:
    """Records as objects, however deep: json would make lists of them."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _with_objects(one) for key, one in value.items()}
    return (
        [_with_objects(one) for one in value]
        if isinstance(value, (list, tuple))
        else value
    )
