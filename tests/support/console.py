"""Consoles as documents and tests show them: commands, each with what it prints."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

STATUS = "$ echo $?\n"


class Example(NamedTuple):
    """A command line of ours, and what it prints."""

    arguments: list[str]
    """The words of the command after ``ttt-table``."""
    shown: str
    """The lines below it, up to the next command."""
    given: str | None
    """The file after ``<``: what the command reads."""
    status: int | None
    """What ``echo $?`` prints next."""


def examples_in(console: str) -> Iterator[Example]:
    """Yield the commands of a console in their order.

    ``cat`` shows a file whole that the reader has: it is written before the next
    command is yielded.
    """
    for example in re.split(r"^\$ (?!echo)", console, flags=re.MULTILINE)[1:]:
        command, _, shown = example.partition("\n")
        program, *arguments = shlex.split(command)
        if program == "cat":
            Path(arguments[0]).parent.mkdir(exist_ok=True)
            Path(arguments[0]).write_text(shown)
            continue
        assert program == "ttt-table"
        shown, _, status = shown.partition(STATUS)
        given = None
        if "<" in arguments:
            *arguments, _, given = arguments
        yield Example(arguments, shown, given, int(status) if status else None)
