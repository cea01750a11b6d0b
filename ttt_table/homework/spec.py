"""The parts of a course's tic-tac-toe program on 3x3, and the right answers of each.

Boards are text such as ``X...O....``, and X moves first.

The rules of the game are written here a second time, beside `ttt_table.rules`. The
subprocess that runs a file needs these few lines only, so it starts faster. And a
mistake that a part makes is explained by right answers for other lines, such as seven
of the eight, which no table has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeAlias

Line: TypeAlias = tuple[int, int, int]

ROWS: tuple[Line, ...] = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS: tuple[Line, ...] = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS: tuple[Line, ...] = ((0, 4, 8), (2, 4, 6))
LINES = ROWS + COLUMNS + DIAGONALS

EMPTY_BOARD = "." * 9
OTHER = {"X": "O", "O": "X"}
RESULT_OF_WINNER = {"X": 1, "O": -1, None: 0}


class Part(StrEnum):
    """A function that courses ask for, by the name that they give it."""

    INITIAL_STATE = "initial_state"
    PLAYER = "player"
    ACTIONS = "actions"
    RESULT = "result"
    WINNER = "winner"
    TERMINAL = "terminal"
    UTILITY = "utility"
    MINIMAX = "minimax"


# The parts that have one right answer to each board; `minimax` is graded instead.
CHECKED_PARTS = tuple(part for part in Part if part is not Part.MINIMAX)

NUMBER_OF_ARGUMENTS = dict.fromkeys(Part, 1) | {
    Part.INITIAL_STATE: 0,
    Part.RESULT: 2,
}


class RuleKind(StrEnum):
    """The rules of courses; the values name them in questions to the subprocess."""

    REFUSES_TAKEN = "taken cell"
    """``result`` raises for a taken cell."""
    REFUSES_OUTSIDE = "outside"
    """``result`` raises for a cell off the board."""
    NO_MOVE_AFTER_END = "after the end"
    """``minimax`` returns None once the game is over."""
    RETURNS_AN_ACTION = "an action"
    """``minimax`` returns one of the actions."""
    KEEPS_BOARD = "keeps its board"
    """No part changes the board that it is given."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What courses demand of a part besides right answers.

    Attributes:
        kind: Which rule it is.
        part: The part to which it applies.
        words: The rule as a sentence.
    """

    kind: RuleKind
    part: Part
    words: str


REFUSES_TAKEN = Rule(
    RuleKind.REFUSES_TAKEN,
    Part.RESULT,
    "result raises an exception for a taken cell",
)
REFUSES_OUTSIDE = Rule(
    RuleKind.REFUSES_OUTSIDE,
    Part.RESULT,
    "result raises an exception for a cell off the board",
)
NO_MOVE_AFTER_END = Rule(
    RuleKind.NO_MOVE_AFTER_END,
    Part.MINIMAX,
    "minimax returns None where the game is over",
)
RETURNS_AN_ACTION = Rule(
    RuleKind.RETURNS_AN_ACTION,
    Part.MINIMAX,
    "minimax returns one of the actions",
)
# The rules that have questions of their own. Whether a part keeps its board is seen
# from the questions about its answers.
ASKED_RULES = (REFUSES_TAKEN, REFUSES_OUTSIDE, NO_MOVE_AFTER_END, RETURNS_AN_ACTION)


def keeping_board_rule(part: Part) -> Rule:
    """Return the rule that a part may not change the board that it is given."""
    return Rule(RuleKind.KEEPS_BOARD, part, f"{part} leaves the board as it is")


# What a question is about.
Subject: TypeAlias = Part | Rule


def subject_name(subject: Subject) -> str:
    """Return the name of a part or a rule in questions to the subprocess."""
    return subject.kind.value if isinstance(subject, Rule) else subject.value


def subject_named(name: str) -> Subject:
    """Return the part or the rule of a name; raise `ValueError` if there is none."""
    for rule in ASKED_RULES:
        if rule.kind == name:
            return rule
    return Part(name)


@cache
def winner(board: str, lines: Sequence[Line] = LINES) -> str | None:
    """Return the player who has one of these lines, or None."""
    for a, b, c in lines:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return None


def is_finished(board: str, lines: Sequence[Line] = LINES) -> bool:
    """Return True if a line is complete or the board is full."""
    return "." not in board or winner(board, lines) is not None


def is_unfinished(board: str) -> bool:
    """Return True if a player is to move."""
    return not is_finished(board)


def mover(board: str) -> str:
    """Return the player whose turn it is, by the number of stones."""
    return "X" if board.count("X") == board.count("O") else "O"


def free_cells(board: str) -> list[int]:
    """Return the cells without a stone."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def place(board: str, cell: int, mark: str) -> str:
    """Return the board with this mark in a cell."""
    return board[:cell] + mark + board[cell + 1 :]


def boards_after(board: str, mark: str) -> list[str]:
    """Return the boards on which this mark has been placed, by its cell."""
    return [place(board, cell, mark) for cell in free_cells(board)]


@cache
def reachable_boards() -> tuple[str, ...]:
    """Return the 5,478 boards that play can reach, by their number of stones."""
    boards = [EMPTY_BOARD]
    tier = [EMPTY_BOARD]
    while tier:
        next_tier: dict[str, None] = {}  # a set that keeps its order
        for board in tier:
            if is_unfinished(board):
                next_tier.update(dict.fromkeys(boards_after(board, mover(board))))
        tier = list(next_tier)
        boards += tier
    return tuple(boards)


def true_answer(part: Part, board: str, lines: Sequence[Line] = LINES) -> Any:
    """Return a part's right answer to a board, in a game that is won by these lines.

    A board is text, a cell a number and a player "X" or "O"; `actions` is a sorted list
    of cells, and `result` a list of the boards after each of them.

    Raises:
        ValueError: The part is `minimax`, which may have several good answers.
    """
    match part:
        case Part.INITIAL_STATE:
            return EMPTY_BOARD
        case Part.PLAYER:
            return mover(board)
        case Part.ACTIONS:
            return free_cells(board)
        case Part.RESULT:
            return boards_after(board, mover(board))
        case Part.WINNER:
            return winner(board, lines)
        case Part.TERMINAL:
            return is_finished(board, lines)
        case Part.UTILITY:
            return RESULT_OF_WINNER[winner(board, lines)]
    raise ValueError(f"no single answer of {part} is right: grade it instead")


@cache
def boards_about(subject: Subject) -> tuple[str, ...]:
    """Return the boards about which a part or a rule is asked, by stones."""
    return tuple(board for board in reachable_boards() if _is_asked(subject, board))


def _is_asked(subject: Subject, board: str) -> bool:
    if subject in (Part.INITIAL_STATE, REFUSES_OUTSIDE):
        return board == EMPTY_BOARD
    # Courses accept anything of these three after the end.
    if subject in (Part.PLAYER, Part.ACTIONS, Part.RESULT):
        return is_unfinished(board)
    if subject in (Part.UTILITY, NO_MOVE_AFTER_END):
        return is_finished(board)
    if subject == REFUSES_TAKEN:
        return is_unfinished(board) and board != EMPTY_BOARD
    if subject == RETURNS_AN_ACTION:
        # Even a slow search soon comes to its end on these.
        return is_unfinished(board) and board.count(".") < 3
    return True


@cache
def true_answers(part: Part) -> dict[str, Any]:
    """Return a part's right answers by the boards about which it is asked."""
    return {board: true_answer(part, board) for board in boards_about(part)}
