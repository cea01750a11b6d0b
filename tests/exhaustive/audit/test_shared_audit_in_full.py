"""In full: an audit shared out among workers finds what one process finds, in the same order."""

from __future__ import annotations

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import test_shared_audit
from exhaustive import in_full
from exhaustive.underway import go_on, long, start, wait_for
from repacked import packed, written
from test_shared_audit import shared_finely  # noqa: F401  # fixtures

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.errors import InconsistentTableError
from ttt_table.table.files import read_table

pytestmark = pytest.mark.xdist_group("processes")

GAMES = [Game(3, 4, 3), Game(3, 4, 3, True), Game(4, 3, 3, gravity=True)]


def test_blocks_of_another_game_are_refused_with_the_files_name(tmp_path: Path) -> None:
    """By a worker as by one process."""
    contents = read_table(build_table(Game(3, 4, 3), tmp_path / "t"), verify=True)
    tiers = packed(contents)
    masks = bytes(tiers[2].masks)
    tiers[2] = tiers[2]._replace(masks=masks[2:4] + masks[:2] + masks[4:])
    path = written(tmp_path / "wrong", contents, tiers)
    with ThreadPoolExecutor(2) as threads, pytest.raises(InconsistentTableError) as caught:
        audit(path, executor=threads)
    assert str(caught.value) == f"{path}: the blocks of tier 2 are not the canonical masks"


def test_the_command_takes_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And says the same."""
    path = build_table(Game(3, 4, 3), tmp_path / "t")
    said = []
    for jobs in ("1", "2"):
        assert main(["audit", "--json", "--jobs", jobs, path]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1]


def test_an_interrupt_ends_everything(tmp_path: Path) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    path = build_table(Game(4, 4, 4), tmp_path / "t")
    auditor = start(*long("audit", "-q", "--jobs", "2", path))
    go_on(auditor)
    wait_for("some", auditor)
    auditor.send_signal(signal.SIGINT)
    _, errors = auditor.communicate()
    assert (auditor.returncode, errors) == (130, "ttt-table: error: interrupted\n")


test_whoever_does_the_work_the_report_is_the_same = in_full(
    test_shared_audit.test_whoever_does_the_work_the_report_is_the_same, game=GAMES
)
