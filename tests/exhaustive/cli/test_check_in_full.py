"""In full: what a part may do wrong, and a file in which most parts do."""

import json
from pathlib import Path

import pytest
import test_check
from exhaustive import in_full
from support.commands import Run

in_full(test_check.test_what_is_true_of_the_parts_is_what_the_table_says, step=[1])
in_full(
    test_check.test_whatever_a_part_does_ends_in_a_report, text=test_check.FAULTS[1:]
)

FAULTY = """\
def initial_state():
    return [["_"] * 3] * 3

def flat(board):
    return "".join(mark for row in board for mark in row)

def player(board):
    cells = flat(board)
    return "X" if "_" not in cells or cells.count("X") == cells.count("O") else "O"

def actions(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == "_" and i + j < 4]

def result(board, action):
    board[action[0]][action[1]] = player(board)
    return board

def check_win(board):
    cells = flat(board)
    for a, b, c in ("012", "345", "678", "036", "147", "258", "048"):
        if cells[int(a)] == cells[int(b)] == cells[int(c)] != "_":
            return cells[int(a)]

def terminal(board):
    return check_win(board) is not None or "_" not in flat(board)

def utility(board):
    print(board)
    return {"X": -1, "O": 1, None: 0}[check_win(board)]

def minimax(board):
    return actions(board)[0]
"""
CAUSES = {
    "initial_state": "gives rows that are one and the same list",
    "player": "",
    "actions": "misses cell 8",
    "result": "",
    "winner": "never sees 2 4 6",
    "terminal": "never sees 2 4 6",
    "utility": "has the sign turned round, in itself",
}


def test_each_part_is_told_by_its_own_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """The others' faults do not hide it: each is asked among right ones too."""
    monkeypatch.chdir(tmp_path)
    Path("game.py").write_text(FAULTY)
    found = json.loads(
        run(["check", "game.py", "--map", "winner=check_win", "--json"], 1).out
    )
    assert found["view"] == "rows:_"
    by_part = {one["part"]: one for one in found["parts"] if not one["rule"]}
    assert {part: one["cause"] for part, one in by_part.items()} == CAUSES
    assert by_part["terminal"]["through_others"]
    assert not by_part["winner"]["through_others"]
    assert "result leaves the board as it is" in [one["rule"] for one in found["parts"]]
    told = [
        by_part["winner"][key]
        for key in ("name", "wrong", "asked", "expected", "given")
    ]
    assert told == ["check_win", 133, 5478, "X", "None"]
    own, with_ours = (
        found[name]["sides"]["X"]["counts"]["forfeits"]
        for name in ("minimax", "minimax_with_ours")
    )
    assert own > with_ours == 0
