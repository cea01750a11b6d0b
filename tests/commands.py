"""Command lines tried in this process."""

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
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line that ends in this status."""

    def running(arguments: list[str], status: int = 0) -> Printed:
        assert main(arguments) == status
        return Printed(*capsys.readouterr())

    return running
