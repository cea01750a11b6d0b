"""Consoles as documents and tests show them: commands, each with what it prints."""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Example(NamedTuple):
    """A command, and what stands below it."""

    command: str
    """The command, without the $ before it."""
    shown: str
    """The lines below it, up to the next command."""


def examples_in(console: str) -> Iterator[Example]:
    """Yield the examples of a console."""
    for example in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, shown = example.partition("\n")
        yield Example(command, shown)
