"""What is found of a part: how often it is wrong, on which boards, and on all of these.

In this package X moves first. Where O does so in the file, players and boards are
exchanged in all that is shown, but not in quotations from the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ttt_table.homework.game import LINES, Line, complete_lines, free_cells, winner
from ttt_table.homework.part_tests import OFF_BOARD, PartTest


class State(StrEnum):
    """Whether a part is right, or a rule is kept."""

    RIGHT = "right"
    """Every answer was right."""
    WRONG = "wrong"
    """An answer was wrong, and other parts are not the reason."""
    OTHERS = "others"
    """An answer was wrong, but only through other parts that are."""
    UNCHECKED = "unchecked"
    """The part gave too few answers to tell."""


@dataclass(frozen=True, slots=True)
class Example:
    """A board on which a part is wrong.

    Attributes:
        board: The board, as text.
        given: What the part did.
        right: What would be right.
        move: The cell of the move that `result` was given, or, if it is not on the
            board, the move itself as text; None for all other parts.
    """

    board: str
    given: str
    right: str
    move: int | str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What one part of a file does, or how it keeps a rule that courses state.

    Attributes:
        name: The part's name in courses; of a rule, the rule.
        part: The part's name in courses.
        state: Whether the part is right, or the rule is kept.
        tested: The number of boards that the part has answered.
        wrong: The number of those on which its answer is wrong.
        reason: What else there is to know, such as why a part is not checked.
        fact: What all wrong boards have in common, such as ``never sees 2 4 6``; empty
            if nothing is known.
        examples: Up to three wrong boards, those with the fewest stones, if the part is
            wrong and not only through others.
        is_rule: Whether this is about a rule.
    """

    name: str
    part: str
    state: State
    tested: int = 0
    wrong: int = 0
    reason: str = ""
    fact: str = ""
    examples: Sequence[Example] = ()
    is_rule: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """What is known of a file.

    Attributes:
        file: The file's path.
        boards: How it writes boards, in words.
        findings: What was found of each part and each rule.
        missing: The parts that the file does not have.
        other_arguments: The parts that need other arguments than courses say.
        note: Why the file was not loaded to its end; empty if it was.
        error: Why the file could not be checked; empty if it was.
    """

    file: str
    boards: str = ""
    findings: Sequence[Finding] = ()
    missing: Sequence[str] = ()
    other_arguments: Sequence[str] = ()
    note: str = ""
    error: str = ""

    @property
    def right(self) -> bool | None:
        """False if a part is wrong or a rule is broken; None if that is not known."""
        states = {finding.state for finding in self.findings}
        if self.error or not states:
            return None
        if State.WRONG in states or State.OTHERS in states:
            return False
        if State.UNCHECKED in states:
            return None
        return True

    def parts(self, state: State) -> list[str]:
        """Return the names of the parts in this state."""
        return self._names(state, is_rule=False)

    def rules(self, state: State) -> list[str]:
        """Return the rules in this state."""
        return self._names(state, is_rule=True)

    def _names(self, state: State, *, is_rule: bool) -> list[str]:
        return [
            finding.name
            for finding in self.findings
            if finding.state is state and finding.is_rule == is_rule
        ]


MAX_EXAMPLES = 3
SWAPPED = str.maketrans("XO", "OX")


def board_text(board: str, first: str) -> str:
    """Return a board with X and O exchanged if O moves first in the file.

    So ours becomes the file's, and the file's becomes ours.
    """
    if first == "O":
        return board.translate(SWAPPED)
    return board


def value_text(value: Any, part: str, first: str) -> str:
    """Return an answer, in the form of `PartTest.right`, as text."""
    if isinstance(value, dict):
        return str(next(iter(value.values())))  # odd, or raised
    if value == []:
        return "no cells"
    if isinstance(value, list):
        return f"cells {_numbers(value)}"
    if isinstance(value, str):
        return board_text(value, first)
    if part == "minimax" and value is not None:
        return f"cell {value}"
    if part == "utility" and first == "O" and isinstance(value, int):
        return str(-value)  # a result is one for X
    return str(value)


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
        # A part that ended the process has one answer, to its first move.
        wrong = zip(test.cells(board), answers_in(test, value), right, strict=False)
        cell, value, right = next(
            (cell, answer, expected)
            for cell, answer, expected in wrong
            if answer != expected
        )
        move = cell
        if cell in OFF_BOARD:
            move = moves_off_board[OFF_BOARD.index(cell)]
    return Example(
        board_text(board, first),
        value_text(value, test.part, first),
        value_text(right, test.part, first),
        move,
    )


def answers_in(test: PartTest, value: Any) -> list[Any]:
    """Return the answers of `result` to all its moves, or the one of another part."""
    if test.cells is not None and isinstance(value, list):
        return value
    return [value]


def find_fact(
    test: PartTest, values: Mapping[str, Any], wrong: Sequence[str], first: str
) -> str:
    """Return what is true of all wrong boards of a part; empty if nothing is known.

    Args:
        test: The test of the part.
        values: Its answers by board.
        wrong: The boards on which they are wrong.
        first: The player who moves first in the file, "X" or "O".
    """
    if is_constant(test, values):
        value = answers_in(test, values[wrong[0]])[0]
        text = value_text(value, test.part, first)
        if isinstance(value, dict) and "raised" in value:
            return f"each time {text}"
        return f"always gives {text}"
    if test.part == "player" and all(
        value in ("X", "O") and value != test.right(board)
        for board, value in values.items()
    ):
        other = "O" if first == "X" else "X"
        return (
            f"always the other player: where {other} moves first, add --first {other}"
        )
    if test.part == "actions":
        cells = missed_cells(values)
        if cells:
            return f"leaves out cell{'s' if len(cells) > 1 else ''} {_numbers(cells)}"
    if test.part in ("winner", "terminal", "utility"):
        lines = unseen_lines(test, values)
        if lines:
            return f"never sees {' and '.join(map(_numbers, lines))}"
        if all(map(has_free_line, wrong)):
            return "all of these boards have a line of free cells"
    if all("." not in board and winner(board) is None for board in wrong):
        return "all of these are full boards that nobody has won"
    return ""


def is_constant(test: PartTest, values: Mapping[str, Any]) -> bool:
    """Return True if a part gives one and the same value, whatever it is asked."""
    texts: set[str] = set()
    for value in values.values():
        texts.update(map(json.dumps, answers_in(test, value)))
    return len(texts) == 1 and len(values) > 1


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
    if len(unseen) == len(LINES):
        return []
    return unseen


def _nobody(part: str, board: str) -> Any:
    """Return a part's right answer if nobody had won a board."""
    if part == "terminal":
        return "." not in board
    if part == "winner":
        return None
    return 0


def has_free_line(board: str) -> bool:
    """Return True if all three cells of a line are free."""
    return any(
        board[first] == board[second] == board[third] == "."
        for first, second, third in LINES
    )


def _numbers(cells: Sequence[int]) -> str:
    return " ".join(map(str, cells))
