"""Boards on which a part is wrong, with its answer and the right one as text.

In this package X moves first. Where O does so in the file, players and boards are
exchanged in all that is shown, but not in quotations from the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ttt_table.homework.findings import Example
from ttt_table.homework.part_tests import OFF_BOARD, RAISES, PartTest

MAX_EXAMPLES = 3
SWAPPED = str.maketrans("XO", "OX")


def board_text(board: str, first: str) -> str:
    """Return a board as the file has it in which this player moves first."""
    return board.translate(SWAPPED) if first == "O" else board


def value_text(value: Any, part: str, first: str) -> str:
    """Return an answer, in the form of `PartTest.right`, as text."""
    if isinstance(value, dict):
        return str(next(iter(value.values())))  # odd, or raised
    if value == RAISES:
        return RAISES
    if isinstance(value, list):
        return f"cells {' '.join(map(str, value))}" if value else "no cells"
    if part == "minimax" and value is not None:
        return f"cell {value}"
    if part == "utility" and first == "O":
        value = -value  # a result is one for X
    return board_text(str(value), first) if isinstance(value, str) else str(value)


def example_of(
    test: PartTest, board: str, value: Any, first: str, moves_off_board: Sequence[str]
) -> Example:
    """Return a wrong answer as an example; of `result` the first wrong one.

    Args:
        test: The test.
        board: The board.
        value: The wrong answer.
        first: The player who moves first in the file, "X" or "O".
        moves_off_board: The moves of `OFF_BOARD` as the file writes them.
    """
    right = test.right(board)
    move: int | str | None = None
    if test.cells is not None:
        answers = value if isinstance(value, list) else []
        at = next((at for at, answer in enumerate(answers) if answer != right[at]), 0)
        cell = test.cells(board)[at]
        move = cell
        if cell in OFF_BOARD:
            move = moves_off_board[OFF_BOARD.index(cell)]
        right = right[at]
        value = answers[at] if answers else value
    return Example(
        board_text(board, first),
        value_text(value, test.part, first),
        value_text(right, test.part, first),
        move,
    )
