"""What all wrong boards of a part have in common, in one sentence."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ttt_table.homework.examples import value_text
from ttt_table.homework.game import LINES, Line, complete_lines, free_cells, winner
from ttt_table.homework.part_tests import PartTest


def find_fact(
    test: PartTest, values: Mapping[str, Any], wrong: Collection[str], first: str
) -> str:
    """Return what is true of all wrong boards of a part; empty if nothing is known.

    Args:
        test: The test of the part.
        values: Its answers by board.
        wrong: The boards on which they are wrong.
        first: The player who moves first in the file, "X" or "O".
    """
    if is_constant(values):
        value = first_value(values)
        text = value_text(value, test.part, first)
        is_raised = isinstance(value, dict) and "raised" in value
        return f"each time {text}" if is_raised else f"always gives {text}"
    if test.part == "actions":
        cells = missed_cells(values)
        if cells:
            name = "cell" if len(cells) == 1 else "cells"
            return f"leaves out {name} {_numbers(cells)}"
    if test.part in ("winner", "terminal", "utility"):
        lines = unseen_lines(test, values)
        if lines:
            return f"never sees {' and '.join(map(_numbers, lines))}"
        if all(map(has_free_line, wrong)):
            return "all of these boards have a line of free cells"
    if all("." not in board and winner(board) is None for board in wrong):
        return "all of these are full boards that nobody has won"
    return ""


def is_constant(values: Mapping[str, Any]) -> bool:
    """Return True if a part gives one and the same value, whatever it is asked."""
    texts: set[str] = set()
    for value in values.values():
        answers = value if isinstance(value, list) else [value]
        texts.update(map(json.dumps, answers))
    return len(texts) == 1 and len(values) > 1


def first_value(values: Mapping[str, Any]) -> Any:
    """Return the first answer of a part, or of `result` the first one of its moves."""
    value = next(iter(values.values()))
    return value[0] if isinstance(value, list) else value


def missed_cells(values: Mapping[str, Any]) -> list[int]:
    """Return the cells that `actions` leaves out, if nothing else is wrong with it."""
    missed: set[int] = set()
    for board, value in values.items():
        if not isinstance(value, list):
            return []
        missed |= set(free_cells(board)) - set(value)
    for board, value in values.items():
        if value != [cell for cell in free_cells(board) if cell not in missed]:
            return []
    return sorted(missed)


def unseen_lines(test: PartTest, values: Mapping[str, Any]) -> Sequence[Line]:
    """Return the lines that a part does not see, if nothing else is wrong with it."""
    unseen = []
    for line in LINES:
        boards = [board for board in values if complete_lines(board) == (line,)]
        if all(values[board] == _nobody(test.part, board) for board in boards):
            unseen.append(line)
    for board, value in values.items():
        lines = complete_lines(board)
        expected = test.right(board)
        if lines and set(lines) <= set(unseen):
            expected = _nobody(test.part, board)
        if value != expected:
            return []
    return unseen if len(unseen) < len(LINES) else []


def _nobody(part: str, board: str) -> Any:
    """Return a part's right answer if nobody had won a board."""
    if part == "terminal":
        return "." not in board
    return None if part == "winner" else 0


def has_free_line(board: str) -> bool:
    """Return True if all three cells of a line are free."""
    return any(
        board[first] == board[second] == board[third] == "."
        for first, second, third in LINES
    )


def _numbers(cells: Sequence[int]) -> str:
    return " ".join(map(str, cells))
