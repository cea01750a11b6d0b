"""A file whose parts are asked: what each may use, and that only its answers count."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cases import exhaustive_rows

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.homework import Check, Finding, State, asking, check_parts

PLAYER = """\
def player(board):
    return "XO"[sum(map(bool, sum(board, []))) % 2]
"""


def check_of(tmp_path: Path, source: str, limit: float = 60.0) -> Check:
    """Return the check of a program with rows of "X", "O" and None."""
    (tmp_path / "program.py").write_text(source)
    return check_parts(tmp_path / "program.py", board="rows", limit=limit, quiet=True)


def finding_of(check: Check, name: str) -> Finding:
    return next(finding for finding in check.findings if finding.name == name)


@pytest.mark.parametrize("marks", [([1], [2]), (object(), "O"), (b"X", b"O")])
def test_marks_that_cannot_be_declared_are_refused(
    tmp_path: Path, marks: tuple[object, object]
) -> None:
    """Before the file is run."""
    with pytest.raises(ArgumentError, match="are text, numbers or None"):
        check_parts(tmp_path / "program.py", marks=marks)


@pytest.mark.exhaustive
def test_a_part_that_does_not_end_is_unchecked_and_no_other_one_waits_for_it(
    tmp_path: Path,
) -> None:
    """What calls it gets right answers in its place."""
    source = PLAYER + "def winner(board):\n    while True: pass\n"
    source += "def terminal(board):\n    full = all(map(all, board))\n"
    source += "    return winner(board) is not None or full\n"
    check = check_of(tmp_path, source, limit=0.3)
    winner = finding_of(check, "winner")
    assert winner.state == "unchecked"
    assert winner.reason == "no answer within 0.3 seconds"
    assert finding_of(check, "player").state == "right"
    assert finding_of(check, "terminal").state == "right"
    assert check.right is None


@pytest.mark.exhaustive
def test_a_part_that_is_slow_through_a_later_one_is_not_to_blame(
    tmp_path: Path,
) -> None:
    source = "def terminal(board):\n    while True: pass\n"
    source += "def player(board):\n    terminal(board)\n"
    source += "    return 'XO'[sum(map(bool, sum(board, []))) % 2]\n"
    check = check_of(tmp_path, source, limit=0.3)
    assert finding_of(check, "player").state == "others"
    assert finding_of(check, "terminal").state == "unchecked"


@pytest.mark.exhaustive
@pytest.mark.parametrize("body", ["time.sleep(0.01)", "sum(range(100_000))"])
def test_a_part_has_a_limit_for_all_its_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    """Of processor time, and by the clock if it sleeps."""
    source = f"import time\ndef terminal(board):\n    {body}\n"
    (tmp_path / "program.py").write_text(source)
    monkeypatch.setattr(asking, "SECONDS_OF_PART", 0.3)
    check = check_of(tmp_path, source)
    finding = finding_of(check, "terminal")
    assert finding.reason.startswith("no answer to all of its boards within 0.3 s")
    assert 0 < finding.tested < 5478


@pytest.mark.exhaustive
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_what_a_part_prints_is_discarded(tmp_path: Path, stream: str) -> None:
    body = f"print('a' * 500_000, file=sys.{stream})"
    source = f"import sys\ndef utility(board):\n    {body}\n"
    finding = finding_of(check_of(tmp_path, source), "utility")
    assert (finding.state, finding.fact) == ("wrong", "always gives None")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("'a' * 10**5", "always gives 'aaaaaaaaaaaa"),
        ("{}['a' * 10**5]", "each time KeyError: 'aaaaaaaaaaaa"),
    ],
)
def test_what_is_long_is_cut_where_it_is_made(
    tmp_path: Path, answer: str, fact: str
) -> None:
    source = f"def utility(board):\n    return {answer}\n"
    finding = finding_of(check_of(tmp_path, source), "utility")
    assert finding.fact.startswith(fact)
    assert len(finding.fact) < 2_500
    assert finding.wrong == 958


@pytest.mark.exhaustive
def test_a_part_that_ends_the_process_is_wrong_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    source = "import os\ndef actions(board):\n    os._exit(3)\n" + PLAYER
    check = check_of(tmp_path, source)
    actions = finding_of(check, "actions")
    assert actions.state == "wrong"
    assert actions.reason.startswith("it ended with status 3")
    assert finding_of(check, "player").state == "right"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("body", "state"), [("while True: pass", "unchecked"), ("os._exit(3)", "wrong")]
)
def test_actions_without_an_answer_do_not_stop_the_check_of_a_wrong_part(
    tmp_path: Path, body: str, state: str
) -> None:
    """Though the other part is corrected when `actions` is asked again."""
    result = "def result(board, action):\n    return None\n"
    source = f"import os\ndef actions(board):\n    {body}\n{PLAYER}{result}"
    check = check_of(tmp_path, source, limit=0.3)
    assert finding_of(check, "actions").state == state
    assert finding_of(check, "result").state == "wrong"
    assert finding_of(check, "player").state == "right"


@pytest.mark.exhaustive
def test_a_file_that_does_not_show_its_form_in_time_is_checked(tmp_path: Path) -> None:
    """Neither part that shows it is waited for longer than for others."""
    hang = "    while True: pass\n"
    source = f"def initial_state():\n{hang}def actions(board):\n{hang}" + PLAYER
    check = check_of(tmp_path, source, limit=0.3)
    assert check.parts(State.UNCHECKED) == ["initial_state", "actions"]
    assert finding_of(check, "player").state == "right"


SLOW_AT_THE_END = """\
def minimax(board):
    lines = [*board, *map(list, zip(*board))]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    if ["X"] * 3 in lines or ["O"] * 3 in lines:
        while True: pass
    return next((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
"""


@pytest.mark.exhaustive
def test_a_player_that_is_slow_on_finished_boards_is_graded(tmp_path: Path) -> None:
    """Its grading does not need them."""
    check = check_of(tmp_path, SLOW_AT_THE_END, limit=0.3)
    rule = finding_of(check, "minimax returns None where the game is over")
    assert rule.state == "unchecked"
    minimax = finding_of(check, "minimax")
    assert minimax.state == "wrong"
    assert minimax.tested > 10


@pytest.mark.exhaustive
def test_effects_of_a_player_are_shown_as_the_file_writes_boards(
    tmp_path: Path,
) -> None:
    """Also where O moves first."""
    source = "def minimax(board):\n    for i in range(3):\n        for j in range(3):\n"
    source += "            if board[i][j] is None:\n"
    source += "                board[i][j] = 'O'\n                return (i, j)\n"
    (tmp_path / "program.py").write_text(source)
    check = check_parts(
        tmp_path / "program.py", board="rows", first="O", side="X", quiet=True
    )
    rule = finding_of(check, "minimax leaves the board as it is")
    example = rule.examples[0]
    assert (example.board, example.given) == ("O........", "OO.......")


@pytest.mark.exhaustive
def test_a_rule_that_ends_the_process_is_broken(tmp_path: Path) -> None:
    """It does not raise an exception."""
    source = PLAYER + "import os\ndef result(board, action):\n    i, j = action\n"
    source += (
        "    if i not in range(3) or j not in range(3):\n        raise ValueError\n"
    )
    source += "    if board[i][j]:\n        os._exit(1)\n"
    source += "    after = [row[:] for row in board]\n"
    source += "    after[i][j] = player(board)\n    return after\n"
    check = check_of(tmp_path, source)
    rule = finding_of(check, "result raises an exception for a taken cell")
    assert (rule.state, finding_of(check, "result").state) == ("wrong", "right")
    assert check.right is False


FORGED = """\
import sys
frame = sys._getframe()
while frame:
    for value in list(frame.f_locals.values()):
        if type(value).__name__ == "Channel":
            {forgery}
    frame = frame.f_back
"""
SEND = "value.send({'ready': %s})"


@pytest.mark.parametrize(
    "forgery",
    [
        SEND % "{'parts': []}",
        *exhaustive_rows([[SEND % "{'parts': ['nothing', 3, None]}"], [SEND % "{}"]]),
    ],
)
def test_a_file_that_claims_to_be_asked_is_not_right(
    tmp_path: Path, forgery: str
) -> None:
    """It writes to the pipe of the answers, which it finds in its caller's frame."""
    with pytest.raises(PlayerError, match="has none of the parts"):
        check_of(tmp_path, FORGED.format(forgery=forgery))


@pytest.mark.exhaustive
def test_a_part_that_is_claimed_and_not_there_is_not_right(tmp_path: Path) -> None:
    forgery = SEND % "{'parts': ['winner', 'player']}"
    with pytest.raises(PlayerError):
        check_of(tmp_path, FORGED.format(forgery=forgery) + PLAYER)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "answers",
    [
        "[{'value': [[[]]]}] * 10000",
        "[{'value': {'odd': 3}}] * 10000",
        "[{}] * 10000",
        "[{'value': 'X', 'changed': [[]], 'kind': 7}] * 10000",
    ],
)
def test_forged_answers_are_not_right(tmp_path: Path, answers: str) -> None:
    forgery = f"def winner(board):\n    for a in {answers}: value.send(a)\n"
    source = FORGED.format(forgery="break").replace("    frame = frame.f_back\n", "")
    source = source.replace("while frame:", "while True:").replace(
        "            break", "            channel = value"
    )
    source += "    frame = frame.f_back\n    if frame is None: break\n"
    source += forgery.replace("value.send", "channel.send")
    check = check_of(tmp_path, source)
    assert finding_of(check, "winner").state == "wrong"
