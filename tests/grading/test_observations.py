"""What a player was seen to do, besides answering."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ttt_table import open_table
from ttt_table.cli.output.grade_text import observation_texts
from ttt_table.grading import Grade, grade
from ttt_table.players import PythonFile
from ttt_table.players.answers import Observations

MOVE = "def move(board):\n    return board.index('.')\n"


def graded_file(folder: Path, text: str) -> Grade:
    path = folder / "bot.py"
    path.write_text(text)
    with PythonFile(f"{path}:move") as player:
        return grade(player, side="X")


def test_of_a_plain_player_nothing_is_said() -> None:
    result = grade(open_table().best_move, side="X")
    assert result.observations == Observations()
    assert observation_texts(result) == []


@pytest.mark.exhaustive
def test_a_player_that_draws_random_numbers_is_seen_to() -> None:
    table = open_table()
    result = grade(lambda board: random.choice(table.best_moves(board)), side="X")
    assert result.observations.draws_random_numbers
    assert observation_texts(result) == ["it draws random numbers"]


@pytest.mark.exhaustive
def test_a_side_on_which_nothing_is_drawn_is_exact() -> None:
    """What a player does on one side is told of that side alone."""
    table = open_table()

    def draws_as_o(board: str) -> int:
        if table.mover(board) == "O":
            return random.choice(table.best_moves(board))
        return table.best_moves(board)[0]

    result = grade(draws_as_o)
    assert result.sides["X"].exact
    assert not result.sides["O"].exact
    assert result.observations.draws_random_numbers


@pytest.mark.exhaustive
def test_a_file_that_draws_when_it_is_loaded_is_seen_to(tmp_path: Path) -> None:
    """Its answers do not change while it runs, so they are exact."""
    result = graded_file(tmp_path, f"import random\nrandom.random()\n{MOVE}")
    assert result.observations.draws_when_loaded
    assert not result.observations.draws_random_numbers
    assert result.exact


@pytest.mark.exhaustive
def test_a_file_that_plays_a_game_at_its_end_is_used_up_to_there(
    tmp_path: Path,
) -> None:
    """The grade says why loading ended early."""
    result = graded_file(tmp_path, f"{MOVE}input('Your move? ')\n")
    reason = "EOFError: EOF when reading a line (bot.py, line 3)"
    assert result.observations.loaded_until == reason
    assert observation_texts(result) == [f"it was loaded only until {reason}"]
