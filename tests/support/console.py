"""Consoles as documents and tests show them: commands, each with what it prints."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Example(NamedTuple):
    """A command line of ours, and what it prints."""

    arguments: list[str]
    """The words of the command after ``ttt-table``."""
    shown: str
    """The lines below it, up to the next command."""


def examples_in(console: str) -> Iterator[Example]:
    """Yield the commands of a console in their order.

    ``cat`` shows a file whole that the reader has: it is written before the next
    command is yielded.
    """
    for example in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, shown = example.partition("\n")
        program, *arguments = shlex.split(command)
        if program == "cat":
            Path(arguments[0]).write_text(shown)
            continue
        assert program == "ttt-table"
        yield Example(arguments, shown)
