"""What all commands share: exit statuses, complaints, colour, JSON, streams that may be closed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

FINE, WRONG, MISUSED, UNUSABLE, INTERRUPTED = 0, 1, 2, 3, 130


def open_closed_streams() -> None:
    """Let a command whose caller has closed a stream read nothing, or write to nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for good


def complain(message: str) -> None:
    """Say on standard error what went wrong."""
    with suppress(OSError):  # where nobody can be told, the exit status still says it
        print(f"ttt-table: error: {message}", file=sys.stderr, flush=True)


def print_json(record: dict[str, object]) -> None:
    """Print one object on one line."""
    import json

    print(json.dumps(record))


def in_colour(stream: TextIO) -> bool:
    """Colour is for terminals whose owner has not asked to be spared it (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain
