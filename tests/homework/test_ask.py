"""A file whose parts are asked: what each may use, and that only its answers count."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttt_table.errors import PlayerError
from ttt_table.homework import Check, Finding, State, budget, check_parts

PLAYER = """\
def player(board):
    return "XO"[sum(map(bool, sum(board, []))) % 2]
"""


def check_of(tmp_path: Path, source: str, limit: float = 60.0) -> Check:
    """Return the check of a program with rows of "X", "O" and None."""
    (tmp_path / "program.py").write_text(source)
    return check_parts(tmp_path / "program.py", board="rows", limit=limit, quiet=True)


def finding_of(check: Check, part: str) -> Finding:
    return next(finding for finding in check.findings if finding.part == part)


@pytest.mark.exhaustive
def test_a_part_that_does_not_end_is_unchecked_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    source = PLAYER + "def winner(board):\n    while True: pass\n"
    check = check_of(tmp_path, source, limit=0.3)
    assert finding_of(check, "winner").state is State.UNCHECKED
    assert (
        finding_of(check, "winner").cause
        == "is too slow to be checked: no answer within 0.3 seconds"
    )
    assert finding_of(check, "player").state is State.RIGHT
    assert not check.is_right
    assert check.wrong_parts == []
    assert check.unchecked_parts == ["winner"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("body", ["time.sleep(0.01)", "sum(range(100_000))"])
def test_a_part_has_a_limit_for_all_its_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    """Of processor time, and by the clock if it sleeps."""
    monkeypatch.setattr(budget, "MAX_SECONDS", 0.3)
    source = f"import time\ndef terminal(board):\n    {body}\n"
    finding = finding_of(check_of(tmp_path, source), "terminal")
    assert "is too slow to be checked: it answered " in finding.cause
    assert 0 < finding.tested < 5478


@pytest.mark.exhaustive
def test_a_part_that_is_slow_through_another_is_not_to_blame(tmp_path: Path) -> None:
    source = "def winner(board):\n    while True: pass\n"
    source += "def terminal(board):\n    full = all(map(all, board))\n"
    source += "    return winner(board) is not None or full\n"
    check = check_of(tmp_path, source, limit=0.3)
    assert finding_of(check, "terminal").state is State.UNCHECKED
    assert finding_of(check, "terminal").through_others
    assert not finding_of(check, "winner").through_others


@pytest.mark.exhaustive
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_part_that_prints_too_much_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    monkeypatch.setattr(budget, "MAX_PRINTED", 2_000_000)
    body = f"print('a' * 500_000, file=sys.{stream})"
    source = f"import sys\ndef terminal(board):\n    {body}\n"
    finding = finding_of(check_of(tmp_path, source), "terminal")
    assert "prints too much to be checked: more than 2 MB for " in finding.cause


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        ("'a' * 10**5", "always gives 'aaaaaaaaaaaa"),
        ("{}['a' * 10**5]", "raises KeyError: 'aaaaaaaaaaaa"),
    ],
)
def test_what_is_long_is_cut_where_it_is_made(
    tmp_path: Path, answer: str, cause: str
) -> None:
    source = f"def utility(board):\n    return {answer}\n"
    finding = finding_of(check_of(tmp_path, source), "utility")
    assert finding.cause.startswith(cause)
    assert len(finding.cause) < 2_500
    assert finding.wrong == 958


@pytest.mark.exhaustive
def test_a_part_that_ends_the_process_is_wrong_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    source = "import os\ndef actions(board):\n    os._exit(3)\n" + PLAYER
    check = check_of(tmp_path, source)
    assert finding_of(check, "actions").state is State.WRONG
    assert finding_of(check, "actions").cause.startswith(
        "gives no answer: it ended with status 3"
    )
    assert finding_of(check, "player").state is State.RIGHT


FORGED = """\
import sys
frame = sys._getframe()
while frame:
    for value in list(frame.f_locals.values()):
        if type(value).__name__ == "Channel":
            {forgery}
    frame = frame.f_back
"""
SEND = "value.send({'ready': {'parts': %s}})"


@pytest.mark.parametrize("forgery", [SEND % "[]", SEND % "['nothing', 3, None]"])
def test_a_file_that_claims_to_be_asked_is_not_right(
    tmp_path: Path, forgery: str
) -> None:
    """It writes to the pipe of the answers, which it finds in its caller's frame."""
    with pytest.raises(PlayerError, match="has none of the parts"):
        check_of(tmp_path, FORGED.format(forgery=forgery))


@pytest.mark.exhaustive
def test_a_part_that_is_claimed_and_not_there_is_wrong(tmp_path: Path) -> None:
    forgery = SEND % "['winner', 'player']"
    check = check_of(tmp_path, FORGED.format(forgery=forgery) + PLAYER)
    assert finding_of(check, "winner").state is State.WRONG
    assert not check.is_right
