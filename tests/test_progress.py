"""What a person who watches is shown of long work."""

import re

import pytest
from support.known import players

from ttt_table.audit import audit
from ttt_table.grading import grade
from ttt_table.table.files import shipped_path


@pytest.mark.parametrize(
    ("watched", "quiet"), [(True, False), (True, True), (False, False)]
)
def test_progress_is_shown_to_a_person_only(
    watched: bool,
    quiet: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A bar, or the boards that are left; nothing where it is quiet or nobody watches."""
    for limit in ("SHOWN_FROM", "SHOWN_AFTER"):
        monkeypatch.setattr(f"ttt_table.progress.{limit}", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: watched)
    assert audit(shipped_path(), quiet=quiet).passed
    grade(players()["first free"], side="X", quiet=quiet)
    told = capsys.readouterr().err
    shown = [r"audit 3x3k3: 100%", r"148 asked, [\d.?]+ boards/s, 0 to ask"]
    assert [*map(bool, (re.search(one, told) for one in shown))] == [
        watched and not quiet
    ] * 2
