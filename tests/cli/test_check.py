"""``ttt-table check``: the parts of a file, and the cause of what is wrong with each."""

from pathlib import Path

import pytest
from support.commands import Run

from ttt_table import open_table
from ttt_table.homework.parts import PARTS, boards, winner


@pytest.mark.parametrize("step", [25])
def test_what_is_true_of_the_parts_is_what_the_table_says(step: int) -> None:
    """At some boards; in full at all."""
    table = open_table()
    every = boards()
    assert len(every) == len(set(every)) == 5478
    for board in every[::step]:
        look = table.look(board)
        assert PARTS["terminal"].truth(board) == (look.outcome.plies == 0)
        if look.outcome.plies == 0:
            lost = {"X": "O", "O": "X"}[look.mover] if look.outcome.value else None
            assert winner(board) == lost
        else:
            assert PARTS["actions"].truth(board) == table.legal_moves(board)
            assert PARTS["player"].truth(board) == look.mover


TWO = """\
import time
def utility(board):
    return {"X": -1, "O": 1}.get(board[0][0], 0) if board[0][1] else board[3]
def actions(board):
    time.sleep(60)
def winner(board):
    return "X" if board == actions else None
"""
FAULTS = [
    ("def utility(board):\n    return [][0]\n", ["raises IndexError: list index"]),
    (
        "import os\ndef utility(board):\n    os._exit(3)\n",
        ["gives no answer: it ended"],
    ),
    (
        TWO,
        [
            "gives no answer: no answer within 1",
            "raises IndexError: list index out of range (game.py, line 3) and gives wrong",
            "always gives None",
        ],
    ),
    ("def player(board):\n    return who\n", ["raises NameError: name 'who' is not"]),
    ("def utility(board):\n    return 0\n", ["always gives 0"]),
    (
        "def result(board, move):\n    return board\n",
        ["gives back the board without the move"],
    ),
    (
        "def terminal(board):\n    return None not in sum(board, [])\n",
        ["never sees any line"],
    ),
]


@pytest.mark.parametrize(("text", "causes"), FAULTS[:1])
def test_whatever_a_part_does_ends_in_a_report(
    tmp_path: Path, run: Run, text: str, causes: list[str]
) -> None:
    """With the causes in it, and what else is missing."""
    (tmp_path / "game.py").write_text(text)
    printed = run(["check", str(tmp_path / "game.py"), "--limit", "1"], 1).out
    for cause in causes:
        assert f"` {cause}" in printed
    assert "`minimax`; --map PART=NAME" in printed


def test_a_file_whose_parts_are_right_is_loaded_once(tmp_path: Path, run: Run) -> None:
    """As it may train for long; its parts and `minimax` are asked in one process."""
    text = f"open({str(tmp_path / 'loaded')!r}, 'a').write('.')\ndef player(board):\n"
    text += "    return 'XO'[sum(map(bool, sum(board, []))) % 2]\ndef minimax(board, depth):\n"
    text += "    return next((r, c) for r in range(3) for c in range(3) if not board[r][c])\n"
    (tmp_path / "game.py").write_text(text)
    printed = run(["check", str(tmp_path / "game.py")], 1).out
    assert "`player` is right" in printed
    assert (tmp_path / "loaded").read_text() == "."
