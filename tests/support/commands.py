"""Command lines tried in this process."""

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from ttt_table.cli import main


class Printed(NamedTuple):
    """What a command has printed."""

    out: str
    err: str


Run = Callable[..., Printed]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line that ends in this status, with these bytes as standard input."""

    def running(
        arguments: list[str], status: int = 0, given: bytes | None = None
    ) -> Printed:
        if given is not None:
            stream = io.TextIOWrapper(io.BytesIO(given), encoding="latin-1")
            monkeypatch.setattr("sys.stdin", stream)
        assert main(arguments) == status
        return Printed(*capsys.readouterr())

    return running
