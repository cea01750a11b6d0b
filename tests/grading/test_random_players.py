"""Players that draw at random, or remember something: refused, sampled, or exact."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from support.bots import LOOP, function, program
from support.cases import exhaustive_rows
from support.known import first_free

from ttt_table import open_table
from ttt_table.errors import PlayerError
from ttt_table.grading import grade
from ttt_table.results.graded import grade_text, verdict_text

EXACT_RANDOM = Path(__file__).parents[2] / "examples" / "exact_random.py"
TABLE = open_table()
DRAWN = """import random
def move(board):
    free = [cell for cell in range(9) if board[cell] == '.']
"""


def choosing(board: str) -> int:
    return random.choice(TABLE.legal_moves(board)[:2])


def test_a_player_of_two_answers_is_not_graded() -> None:
    """The message has a board, its two answers, and the two ways."""
    with pytest.raises(PlayerError, match=r"boards got two answers, such as") as caught:
        grade(choosing)
    assert "{move: weight}" in caught.value.advice
    assert "samples=N" in caught.value.advice


def test_a_player_that_remembers_is_not_graded() -> None:
    asked: set[str] = set()

    def forgetful(board: str) -> int:
        is_asked_again = board in asked
        asked.add(board)
        free = [cell for cell, mark in enumerate(board) if mark == "."]
        return free[-1] if is_asked_again and len(free) == 3 else free[0]

    with pytest.raises(PlayerError, match=r"such as X?O?.*: [0-9], then [0-9]"):
        grade(forgetful, side="X")


def test_every_board_is_asked_twice() -> None:
    """The second time backwards, so that a memory shows."""
    asked: list[str] = []

    def noting(board: str) -> int:
        asked.append(board)
        return first_free(board)

    result = grade(noting, side="X")
    half = len(asked) // 2
    assert asked[half:] == asked[:half][::-1]
    assert half == result.decisions == len(set(asked))


def test_samples_ask_every_board_so_often() -> None:
    asked: Counter[str] = Counter()

    def noting(board: str) -> int:
        asked[board] += 1
        return first_free(board)

    result = grade(noting, side="X", samples=7)
    assert set(asked.values()) == {7}
    assert (result.certainty, result.samples, result.exact) == ("sampled", 7, False)


def test_a_sampled_grade_is_that_of_the_observed_distribution() -> None:
    """Here two moves come in turn."""
    turns: Counter[str] = Counter()

    def in_turn(board: str) -> int:
        turns[board] += 1
        return board.index(".") if turns[board] % 2 else board.rindex(".")

    def expected(board: str) -> dict[int, float]:
        return {board.index("."): 0.5, board.rindex("."): 0.5}

    sampled = grade(in_turn, side="X", samples=4)
    halves = grade(expected, side="X")
    assert sampled.vs_random.won == halves.vs_random.won
    assert sampled.games == halves.games


def test_sampled_is_said_with_the_verdict() -> None:
    result = grade(choosing, side="X", samples=3)
    assert verdict_text(result, []).endswith("; sampled, 3 answers to each board")
    text = grade_text(result, 0)
    assert "exploitability, biased upwards" in text
    assert "  about " in text


def test_a_player_that_draws_for_nothing_is_not_exact() -> None:
    """It was never seen to err, but might have."""

    def draws(board: str) -> int | None:
        random.random()
        return TABLE.best_move(board)

    result = grade(draws, side="X")
    assert (result.sound, result.certainty, result.exact) == (True, "random", False)
    assert "; not exact: it draws random numbers" in verdict_text(result, [])


def test_a_file_that_draws_for_nothing_is_not_exact(tmp_path: Path) -> None:
    text = f"{DRAWN}    random.random()\n    return free[0]\n"
    with function(tmp_path, text) as player:
        assert grade(player, side="X").certainty == "random"


def test_a_file_that_draws_only_when_it_is_loaded_is_exact(tmp_path: Path) -> None:
    """It gets the same numbers in each run."""
    text = f"import random\nrandom.random()\n{DRAWN}    return free[0]\n"
    with function(tmp_path, text) as player:
        assert grade(player, side="X").exact


def test_of_a_program_nobody_sees_whether_it_draws(tmp_path: Path) -> None:
    """So the verdict says how often it was asked."""
    text = f"{LOOP}print(board.index('.'), flush=True)"
    with program(tmp_path, text) as player:
        result = grade(player, side="X")
    assert (result.certainty, result.exact) == ("asked twice", False)
    assert verdict_text(result, []).endswith("; asked twice")


WAYS_TO_DRAW = {
    "choice": "return random.choice(free)",
    "randrange": "return free[random.randrange(len(free))]",
    "randint": "return free[random.randint(0, len(free) - 1)]",
    "sample": "return random.sample(free, 1)[0]",
    "shuffle": "random.shuffle(free) if len(free) < 6 else None\n"
    "    return free[0] if len(free) < 6 else random.choice(free)",
}


@pytest.mark.parametrize(
    ("way", "cells"),
    [("choice", 2), *exhaustive_rows((way, 9) for way in WAYS_TO_DRAW)],
)
def test_the_exact_adapter_follows_every_option_of_a_draw(
    tmp_path: Path, way: str, cells: int
) -> None:
    """Each of these is the player of the first free cells."""
    text = f"{DRAWN}    free = free[:{cells}]\n    {WAYS_TO_DRAW[way]}\n"
    with function(tmp_path, text, adapter=EXACT_RANDOM.read_text()) as player:
        result = grade(player, side="X")
    expected = grade(
        lambda board: dict.fromkeys(TABLE.legal_moves(board)[:cells], 1), side="X"
    )
    assert result.exact
    assert result.vs_random == expected.vs_random
    assert result.exploitability == expected.exploitability


def test_the_exact_adapter_compares_random_numbers(tmp_path: Path) -> None:
    """A player that errs in a tenth of all cases."""
    text = f"{DRAWN}    if random.random() < 0.1:\n        return free[-1]\n"
    text += "    return free[0]\n"
    with function(tmp_path, text, adapter=EXACT_RANDOM.read_text()) as player:
        result = grade(player, side="X")

    def expected(board: str) -> dict[int, Fraction]:
        first, last = board.index("."), board.rindex(".")
        chances = {first: Fraction(9, 10)}
        chances[last] = chances.get(last, 0) + Fraction(1, 10)
        return chances

    assert result.exact
    assert result.vs_random == grade(expected, side="X").vs_random


def test_the_exact_adapter_says_where_draws_have_no_end(tmp_path: Path) -> None:
    """It draws one of two cells until it is free."""
    text = f"{DRAWN}    while True:\n        cell = random.randrange(2)\n"
    text += "        if cell in free:\n            return cell\n"
    with (
        function(tmp_path, text, adapter=EXACT_RANDOM.read_text()) as player,
        pytest.raises(PlayerError, match="over 100 draws for a move"),
    ):
        grade(player, side="O")


def test_the_exact_adapter_says_if_python_lacks_what_it_hooks() -> None:
    code = "import random; del random._inst, random.Random._randbelow\n"
    command: Sequence[str] = [
        sys.executable,
        "-c",
        f"{code}exec(open({str(EXACT_RANDOM)!r}).read())",
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "this Python has no" in result.stderr
