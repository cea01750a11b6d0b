"""The parts of a course's tic-tac-toe program on 3x3, and what is true of each.

Boards are text such as ``X...O....``, and X moves first.
"""

from collections.abc import Iterator, Sequence
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


# The parts of which every answer is known; `minimax` is graded instead.
CHECKED_PARTS = tuple(part for part in Part if part is not Part.MINIMAX)

NUMBER_OF_ARGUMENTS = dict.fromkeys(Part, 1) | {
    Part.INITIAL_STATE: 0,
    Part.RESULT: 2,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """What courses demand of a part beside its answers."""

    name: str  # as in questions to the subprocess
    part: Part
    words: str


REFUSES_TAKEN = Rule(
    "taken cell", Part.RESULT, "result raises an exception for a taken cell"
)
REFUSES_OUTSIDE = Rule(
    "outside", Part.RESULT, "result raises an exception for a cell off the board"
)
NO_MOVE_AFTER_END = Rule(
    "after the end", Part.MINIMAX, "minimax returns None where the game is over"
)
RETURNS_AN_ACTION = Rule(
    "an action", Part.MINIMAX, "minimax returns one of the actions"
)
# The rules with boards of their own to ask about.
ASKED_RULES = (REFUSES_TAKEN, REFUSES_OUTSIDE, NO_MOVE_AFTER_END, RETURNS_AN_ACTION)


def keeps_board(part: Part) -> Rule:
    """Return the rule that a part may not change the board that it is given."""
    return Rule("keeps its board", part, f"{part} leaves the board as it is")


Question: TypeAlias = Part | Rule


def question_named(name: str) -> Question:
    """Return the part or the rule of this name; raise `ValueError` if there is none."""
    for rule in ASKED_RULES:
        if rule.name == name:
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
    """Return what a part answers to a board, in a game that is won by these lines.

    A board is text, a cell a number and a player "X" or "O"; `actions` is a sorted list
    of cells, and `result` a list of the boards after each of them.
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
    raise ValueError(f"every answer of {part} is an opinion")


@cache
def asked_boards(question: Question) -> tuple[str, ...]:
    """Return the boards about which a part or a rule is asked, by stones."""
    return tuple(_asked_boards(question))


def _asked_boards(question: Question) -> Iterator[str]:
    for board in reachable_boards():
        if _is_asked(question, board):
            yield board


def _is_asked(question: Question, board: str) -> bool:
    if question in (Part.INITIAL_STATE, REFUSES_OUTSIDE):
        return board == EMPTY_BOARD
    # Courses accept anything of these three after the end.
    if question in (Part.PLAYER, Part.ACTIONS, Part.RESULT):
        return is_unfinished(board)
    if question in (Part.UTILITY, NO_MOVE_AFTER_END):
        return is_finished(board)
    if question == REFUSES_TAKEN:
        return is_unfinished(board) and board != EMPTY_BOARD
    if question == RETURNS_AN_ACTION:
        # Even a slow search soon comes to its end on these.
        return is_unfinished(board) and board.count(".") < 3
    return True


@cache
def true_answers(part: Part) -> dict[str, Any]:
    """Return what a part answers, by the boards about which it is asked."""
    return {board: true_answer(part, board) for board in asked_boards(part)}
