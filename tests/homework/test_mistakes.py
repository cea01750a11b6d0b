"""Whatever a check finds of a small mistake is true, and no right part is accused."""

from __future__ import annotations

import pytest
from support.course import WITH_LOOPS
from support.parts_here import findings_here
from support.statements import Program, check_finding, every_nth_board

# By what the program does: a text of the right one, and what stands in its place.
MISTAKES = {
    "begins with a stone": ("return [[EMPTY, EMPTY", "return [[X, EMPTY"),
    "gives the other player": ("if x_count > o_count", "if x_count <= o_count"),
    "lets X move always": ("return O\n    return X", "return X\n    return X"),
    "offers taken cells": ("if board[i][j] == EMPTY", "if board"),
    "offers two rows": ("range(3):\n        for j", "range(2):\n        for j"),
    "turns rows and columns": ("i, j = action", "j, i = action"),
    "places X always": ("after[i][j] = player(board)", "after[i][j] = X"),
    "forgets the move": ("after[i][j] = player(board)", "player(board)"),
    "raises": ("    return after", "    raise KeyError(i)"),
    "raises if the game is decided": ("        return 1\n", "        return one\n"),
    "never sees columns": ("board[0][j] == board[1][j]", "board[0][j] != board[1][j]"),
    "never sees a diagonal": ("[0][2] == board[1][1]", "[0][2] != board[1][1]"),
    "takes three other cells": ("== board[2][0] and", "== board[2][1] and"),
    "stops at free rows": (" and board[i][0] is not EMPTY", ""),
    "tells who has lost": ("    return None", "    return player(board)"),
    "forgets full boards": (
        "return True\n\ndef utility",
        "return False\n\ndef utility",
    ),
    "is over too soon": ("        if EMPTY in row", "        if row.count(EMPTY) > 1"),
    "has the wrong sign": ("        return -1", "        return 1"),
    "returns words": ("    return 0", "    return 'nobody'"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_found_of_a_mistake_is_true(
    mistake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the boards that are asked about; here these are few, so that it is quick."""
    old, new = MISTAKES[mistake]
    assert old in WITH_LOOPS
    source = WITH_LOOPS.replace(old, new)
    boards = every_nth_board(30)
    findings = findings_here(source, monkeypatch, boards=boards)
    for finding in findings:
        if not finding.is_rule:
            check_finding(Program(source, boards), finding)


CALL_EACH_OTHER = """
def is_full(board):
    return all(cell is not EMPTY for row in board for cell in row)

def winner(board):
    won = lines_winner(board)
    if won is None and is_full(board) and terminal(board):
        return None
    return won

def terminal(board):
    return winner(board) is not None or is_full(board)
"""


def test_of_parts_that_call_each_other_all_are_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is right among corrected parts, but not through another wrong one."""
    source = WITH_LOOPS.replace("def winner(", "def lines_winner(") + CALL_EACH_OTHER
    findings = findings_here(source, monkeypatch)
    states = {finding.name: finding.state for finding in findings}
    assert (states["winner"], states["terminal"]) == ("wrong", "wrong")


AFTER_HUNDRED_CALLS = """
calls = 0
right_result = result

def result(board, action):
    global calls
    calls += 1
    if calls > 100 or board[action[0]][action[1]] is not EMPTY:
        return board
    return right_result(board, action)
"""


def test_only_the_test_that_is_right_alone_is_said_to_depend_on_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Taken cells are accepted in any case."""
    findings = findings_here(WITH_LOOPS + AFTER_HUNDRED_CALLS, monkeypatch)
    reasons = {finding.name: finding.reason for finding in findings}
    assert reasons["result"].startswith("right when it is asked first")
    assert reasons["result raises an exception for a taken cell"] == ""


@pytest.mark.parametrize(
    ("body", "given"),
    [("yield 0 / 0", "ZeroDivisionError"), ("yield (0, 3)", "[(0, 3)]")],
)
def test_what_a_generator_of_actions_gives_is_shown(
    body: str, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception, or its moves; to write actions with yield is no mistake."""
    source = f"{WITH_LOOPS}\ndef actions(board):\n    {body}\n"
    findings = findings_here(source, monkeypatch, boards=every_nth_board(30))
    (actions,) = [finding for finding in findings if finding.name == "actions"]
    assert actions.state == "wrong"
    assert actions.examples[0].given.startswith(given)


def test_a_right_program_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = findings_here(WITH_LOOPS, monkeypatch, boards=every_nth_board(30))
    assert {finding.state for finding in findings} == {"right"}
