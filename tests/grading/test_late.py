"""Players that are late, or whose failures take long: each grade ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from support.bots import function, graded, program

from ttt_table import open_table
from ttt_table.errors import TooSlowError
from ttt_table.grading import PythonFile, grade
from ttt_table.grading.child import Distribution, ForfeitError, is_over
from ttt_table.grading.players import PlayerAnswers
from ttt_table.grading.positions import Positions

START = "." * 9
COMPUTES_ON = """def move(board):
    while board in {boards}:
        pass
    return board.index(".")
"""


class Timed:
    """A player with a clock of the test's own: what it does next, and how long."""

    name = "timed"
    timeout = 1.0

    def __init__(self, steps: list[tuple[str, float]]) -> None:
        self.seconds = 0.0
        self.asked = 0
        self._steps: Iterator[tuple[str, float]] = cycle(steps)

    def move(self, board: str) -> Distribution:
        self.asked += 1
        kind, self.seconds = next(self._steps)
        if kind:
            raise ForfeitError(kind, "a reason")
        return {board.index("."): "1"}

    def drew(self) -> None:
        """Nobody sees it."""


def ask_all(player: Timed) -> int:
    """Ask a player about some boards, and return how many it was asked."""
    positions = Positions(open_table())
    boards = [START, "XO.......", "X.O......", "X..O.....", "X...O....", "X....O..."]
    list(PlayerAnswers(player, positions).answers([*map(positions.key, boards)]))
    return player.asked


def test_a_player_late_on_its_first_board_is_given_up_there() -> None:
    player = Timed([("late", 1.0)])
    with pytest.raises(TooSlowError, match=r"late on its first board, .*\.{9}"):
        ask_all(player)
    assert player.asked == 1


def test_the_third_late_answer_ends_the_grade() -> None:
    player = Timed([("", 0.1), ("late", 1.0)])
    with pytest.raises(TooSlowError, match=r"late on 3 boards, the last X\.\.\.\.O"):
        ask_all(player)
    assert player.asked == 6


def test_two_late_answers_are_forfeits() -> None:
    assert ask_all(Timed([("", 0.1), ("", 0.1), ("late", 1.0)])) == 6


def test_slow_moves_are_moves() -> None:
    assert ask_all(Timed([("", 0.99)])) == 6


def test_failures_that_take_three_timeouts_end_the_grade() -> None:
    player = Timed([("exit", 0.9)])
    with pytest.raises(TooSlowError, match=r"answers of no use took 3.6 s"):
        ask_all(player)
    assert player.asked == 4


def test_quick_failures_are_forfeits() -> None:
    assert ask_all(Timed([("exception", 0.001)])) == 6


@pytest.mark.parametrize(
    ("spent", "elapsed", "is_late"),
    [
        (1.0, 1.0, True),  # it has computed for its time
        (0.5, 24.0, False),  # the machine is busy with others
        (0.5, 25.0, True),
        (0.001, 1.0, True),  # it sleeps
        (0.001, 0.9, False),
    ],
)
def test_a_process_is_late_by_processor_time_or_if_it_hardly_computes(
    spent: float, elapsed: float, is_late: bool
) -> None:
    assert is_over(1.0, spent, elapsed) == is_late


@pytest.mark.usefixtures("timed_by_processor")
def test_one_late_board_is_a_forfeit(tmp_path: Path) -> None:
    """The others are judged as they are without it."""
    text = COMPUTES_ON.format(boards=["XO......."])
    with function(tmp_path, text, timeout=0.3) as player:
        result = grade(player, side="X")
    (forfeit,) = result.forfeits
    assert (forfeit.board, forfeit.kind) == ("XO.......", "late")
    assert forfeit.reason == "no answer within 0.3 s"


def test_a_player_late_on_all_boards_has_an_error_that_names_the_option(
    tmp_path: Path,
) -> None:
    text = "def move(board):\n    while True: pass\n"
    with (
        function(tmp_path, text, timeout=0.2) as player,
        pytest.raises(TooSlowError) as caught,
    ):
        grade(player)
    assert f"the last {START}: no answer within 0.2 s" in caught.value.reason
    assert "--timeout" in caught.value.advice
    assert "flush" not in caught.value.advice


def test_a_program_that_is_late_is_told_to_flush(tmp_path: Path) -> None:
    text = "import time\ntime.sleep(60)\n"
    with (
        program(tmp_path, text, 0.2) as player,
        pytest.raises(TooSlowError) as caught,
    ):
        grade(player)
    assert "must flush" in caught.value.advice


HOPELESS = {
    "exits": "os._exit(3)",
    "floods": "while True: os.write(2, b'x' * 99_999)",
    "recurses": "sys.setrecursionlimit(10**9); return move(board)",
    "forks": "os.fork(); os.fork(); return 99",
    "changes folder": "os.chdir('/'); return 99",
    "deletes modules": "sys.modules.clear(); return 99",
    "returns very much": "return dict.fromkeys(range(10**6), 1)",
    "sleeps": "time.sleep(60)",
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HOPELESS)
def test_a_hopeless_player_is_refused_or_given_up(tmp_path: Path, name: str) -> None:
    """Nothing hangs; each of its answers is of no use."""
    text = f"import os, sys, time\ndef move(board):\n    {HOPELESS[name]}\n"
    with pytest.raises(ValueError, match=r"is not graded|too slow to be judged"):
        graded(function(tmp_path, text, timeout=1.0))


@pytest.mark.usefixtures("timed_by_processor")
def test_a_file_that_loops_while_it_loads_gets_the_same_timeout(tmp_path: Path) -> None:
    text = "def move(board):\n    return board.index('.')\nwhile True: pass\n"
    with function(tmp_path, text, timeout=0.3) as player:
        assert isinstance(player, PythonFile)
        result = grade(player, side="X")
    assert "no end within 0.3 seconds" in result.notes[0]
