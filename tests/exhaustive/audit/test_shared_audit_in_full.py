"""In full: an audit shared out among workers finds what one process finds, in the same order."""

import signal
from pathlib import Path

import pytest
import test_shared_audit
from exhaustive import in_full
from exhaustive.underway import GOING, long, start, wait_for
from test_shared_audit import shared_finely  # noqa: F401  # fixtures

from ttt_table import Game
from ttt_table.build import build_table

pytestmark = pytest.mark.xdist_group("processes")

GAMES = [Game(2, 3, 2), Game(), Game(3, 4, 3), Game(3, 4, 3, True), Game(4, 3, 3, gravity=True)]


def test_an_interrupt_ends_everything(tmp_path: Path) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    path = build_table(Game(4, 4, 4), tmp_path / "t")
    auditor = start(*long("audit", "-q", "--jobs", "2", path))
    wait_for("some", auditor)
    auditor.send_signal(signal.SIGINT)  # while it waits, so that it cannot be too late
    _, errors = auditor.communicate(GOING)
    assert (auditor.returncode, errors) == (130, "ttt-table: error: interrupted\n")


in_full(test_shared_audit.test_whoever_does_the_work_the_report_is_the_same, game=GAMES)
