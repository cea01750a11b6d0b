"""What each part of a course's program is asked, and which answers are right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ttt_table.homework.game import (
    EMPTY_BOARD,
    RESULT_OF_WINNER,
    board_after,
    free_cells,
    is_finished,
    mover,
    reachable_boards,
    taken_cells,
    winner,
)

# The number of arguments of each part.
ARGUMENTS = {
    "initial_state": 0,
    "player": 1,
    "actions": 1,
    "result": 2,
    "winner": 1,
    "terminal": 1,
    "utility": 1,
    "minimax": 1,
}
PARTS = tuple(ARGUMENTS)

RAISES = "an exception"
"""The right answer of `result` to an illegal move."""

OFF_BOARD = (9, -1, 10)
"""Cells off the board, which are (3, 3), (-1, -1) and (0, 3) where moves are pairs."""


@dataclass(frozen=True, slots=True)
class PartTest:
    """What a part is asked, and how its answers are judged.

    Attributes:
        name: The part's name; of a rule that courses state, the rule.
        part: The part that is asked.
        is_asked: Whether the part is asked about a board.
        right: The right answer to a board: a board as text, a list of cells, "X", "O"
            or None, True or False, or a result. `result` has a list of answers, one for
            each of its moves.
        cells: The cells of the moves with which `result` is asked about a board; None
            for all other parts.
    """

    name: str
    part: str
    is_asked: Callable[[str], bool]
    right: Callable[[str], Any]
    cells: Callable[[str], list[int]] | None = None

    @property
    def is_rule(self) -> bool:
        """Whether this is a rule that courses state, and not the part's answers."""
        return self.name != self.part

    def boards(self) -> list[str]:
        """Return the boards that the part is asked about, by their number of stones."""
        return [board for board in reachable_boards() if self.is_asked(board)]


def _is_empty(board: str) -> bool:
    return board == EMPTY_BOARD


def _is_unfinished(board: str) -> bool:
    return not is_finished(board)


def _is_unfinished_with_stones(board: str) -> bool:
    return not is_finished(board) and board != EMPTY_BOARD


def _is_any(_: str) -> bool:
    return True


def _boards_after(board: str) -> list[str]:
    return [board_after(board, cell) for cell in free_cells(board)]


# Courses accept any answer of `player`, `actions` and `result` after the end, and any
# answer of `utility` before it.
TESTS = (
    PartTest("initial_state", "initial_state", _is_empty, lambda board: board),
    PartTest("player", "player", _is_unfinished, mover),
    PartTest("actions", "actions", _is_unfinished, free_cells),
    PartTest("result", "result", _is_unfinished, _boards_after, free_cells),
    PartTest("winner", "winner", _is_any, winner),
    PartTest("terminal", "terminal", _is_any, is_finished),
    PartTest(
        "utility",
        "utility",
        is_finished,
        lambda board: RESULT_OF_WINNER[winner(board)],
    ),
    PartTest(
        "result raises an exception for a taken cell",
        "result",
        _is_unfinished_with_stones,
        lambda board: [RAISES] * len(taken_cells(board)),
        taken_cells,
    ),
    PartTest(
        "result raises an exception for a cell off the board",
        "result",
        _is_empty,
        lambda _: [RAISES] * len(OFF_BOARD),
        lambda _: list(OFF_BOARD),
    ),
    PartTest(
        "minimax returns None where the game is over",
        "minimax",
        is_finished,
        lambda _: None,
    ),
)
TEST_OF_NAME = {test.name: test for test in TESTS}
