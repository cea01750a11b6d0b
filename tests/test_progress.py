"""What a person who watches is shown of long work."""

import re

import pytest
from support.known import players

from ttt_table.audit import audit
from ttt_table.grading import grade
from ttt_table.table.files import shipped_path

BAR = r"audit 3x3k3: 100%"
COUNT = r"148 asked, [\d.?]+ boards/s, 0 to ask"


@pytest.fixture(autouse=True)
def shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the progress of short work, too."""
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)
    monkeypatch.setattr("ttt_table.progress.SHOWN_AFTER", 0)


def watch(monkeypatch: pytest.MonkeyPatch, *, watched: bool) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: watched)


def test_a_bar_shows_how_much_of_a_job_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If its size is known before."""
    watch(monkeypatch, watched=True)
    audit(shipped_path(), quiet=False)
    assert re.search(BAR, capsys.readouterr().err)


def test_a_count_shows_how_many_boards_are_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If nobody knows how many there will be."""
    watch(monkeypatch, watched=True)
    grade(players()["first free"], side="X", quiet=False)
    assert re.search(COUNT, capsys.readouterr().err)


@pytest.mark.parametrize(("watched", "quiet"), [(True, True), (False, False)])
@pytest.mark.exhaustive
def test_nothing_is_shown_if_nobody_wants_it(
    watched: bool,
    quiet: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """If it is quiet, or nobody watches."""
    watch(monkeypatch, watched=watched)
    audit(shipped_path(), quiet=quiet)
    grade(players()["first free"], side="X", quiet=quiet)
    assert capsys.readouterr().err == ""
