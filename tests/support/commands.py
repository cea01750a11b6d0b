"""Command lines tried in this process."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ttt_table.cli import main

HANGS = 600
"""Seconds after which a program hangs, however busy the machine is."""


class Printed(NamedTuple):
    """What a command has printed."""

    out: str
    """On standard output."""
    err: str
    """On standard error."""


Run = Callable[..., Printed]


def names_in(folder: str = ".") -> list[str]:
    """Return the sorted names of what is in a folder."""
    return sorted(path.name for path in Path(folder).iterdir())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line, and assert its status; ``given`` is its standard input."""

    def run_command(
        arguments: list[str], status: int = 0, given: bytes | None = None
    ) -> Printed:
        if given is not None:
            stream = io.TextIOWrapper(io.BytesIO(given), encoding="latin-1")
            monkeypatch.setattr("sys.stdin", stream)
        assert main(arguments) == status
        return Printed(*capsys.readouterr())

    return run_command
