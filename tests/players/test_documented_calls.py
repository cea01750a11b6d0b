"""What docs/grading.md says about calls, tried with such functions."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest
from support.bots import function, graded, written

from ttt_table.cli.options.adapters import (
    adapter_in,
    add_board_options,
    add_call_options,
)
from ttt_table.players import Adapter, PythonFile
from ttt_table.players.answer_forms import ANSWER_FORMS, KEY_FORM
from ttt_table.players.boards import FREE_CELL_NUMBERS, LAYOUTS
from ttt_table.players.calls import ARGUMENTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## How your function is called")[2].partition("\n## ")[0]
OPTIONS = re.findall(r"^\| if your.*?^\|-.*?\n(.*?)\n\n", SECTION, re.M | re.S)[0]
CALLS = [
    (description.replace("\\|", "|"), options)
    for description, options in re.findall(r"^\| (.*) \| `(--.*)` \|$", OPTIONS, re.M)
]

# Players of the first free cell, as the rows of the table describe them.
FIRST_FREE = {
    "minimax(board)": """
def minimax(board):
    free = [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]
    return free[0]
""",
    "best_move(board, player)": """
def best_move(board, player):
    assert player == "XO"[board.count(" ") % 2 == 0]
    return board.index(" ") + 1
""",
    "get_move(cells, is_max)": """
def get_move(cells, is_max):
    assert is_max is (sum(cells) == 0)
    return 0.5, cells.index(0)
""",
    "minimax(board, depth, alpha, beta, player)": """
def minimax(board, depth, alpha, beta, player):
    free = [cell for cell in board if isinstance(cell, int)]
    assert alpha < -10**9 and beta > 10**9
    assert depth == len(free)
    assert board.count(player) <= board.count("O" if player == "X" else "X")
    return {"index": free[0], "score": 0}
""",
    "ai()": """
grid = [None] * 9

def ai():
    grid[grid.index(None)] = "X" if grid.count("X") == grid.count("O") else "O"
""",
}


def declared(options: str) -> Adapter:
    """Return the adapter that options of the command line declare."""
    parser = argparse.ArgumentParser()
    add_board_options(parser)
    add_call_options(parser)
    return adapter_in(parser.parse_args(shlex.split(options)))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("description", "options"), CALLS, ids=lambda text: text[:30])
def test_each_example_of_a_call_works(
    tmp_path: Path, description: str, options: str
) -> None:
    call = re.findall(r"`(\w+\(.*?\))`", description)[0]
    name = call.partition("(")[0]
    player = function(tmp_path, FIRST_FREE[call], name, adapter=declared(options))
    result = graded(player, side="both")
    assert result.sides["X"].counts.games == (83, 16, 58)
    assert not result.mistakes.forfeits


def test_every_example_is_tried() -> None:
    assert len(CALLS) == len(FIRST_FREE)


@pytest.mark.parametrize(
    ("option", "names"),
    [
        ("--board", LAYOUTS),
        ("--empty", FREE_CELL_NUMBERS),
        ("--args", ARGUMENTS),
        ("--answer", [*ANSWER_FORMS, f"{KEY_FORM}NAME"]),
    ],
)
def test_the_page_lists_what_an_option_knows(option: str, names: list[str]) -> None:
    (values,) = re.findall(rf"^\| `{option}` \| .*? \| (.*) \|$", SECTION, re.M)
    assert [name for name in names if f"`{name}`" not in values] == []


GAME = """
class TicTacToe:
    def __init__(self):
        self.board = [" "] * 9
        self.current_winner = None

    def available_moves(self):
        return [cell for cell, mark in enumerate(self.board) if mark == " "]
"""
PLAYER = """
class SmartComputerPlayer:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        other = "O" if self.letter == "X" else "X"
        assert game.board.count(self.letter) <= game.board.count(other)
        return game.available_moves()[0]

if True:
    print("Your move?", input())
"""


@pytest.mark.exhaustive
def test_the_wrapper_of_a_tutorial_works(tmp_path: Path) -> None:
    """Though the file that it imports plays a game when it is imported."""
    (wrapper,) = re.findall(r"```python\n(from game import .*?)```", SECTION, re.S)
    ((options),) = re.findall(r"`ttt-table grade wrapped.py:move (.*?)`", SECTION)
    written(tmp_path, GAME, "game.py")
    written(tmp_path, PLAYER, "player.py")
    path = written(tmp_path, wrapper, "wrapped.py")
    result = graded(PythonFile(path, "move", adapter=declared(options)), side="X")
    assert result.counts.games == (83, 16, 58)
    assert result.observations.loaded_until.startswith("player.py asks for input")
