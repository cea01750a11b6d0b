"""The game of courses, on 3x3: its boards, and what is true of each.

Boards are text such as ``X...O....``, and X moves first.

The rules are written here a second time, beside `ttt_table.rules`: the subprocess that
runs a file needs these few lines only, and so starts faster.
"""

from functools import cache
from typing import TypeAlias

Line: TypeAlias = tuple[int, int, int]

LINES: tuple[Line, ...] = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
EMPTY_BOARD = "." * 9
TIED_BOARD = "XOXXOOOXX"
RESULT_OF_WINNER = {"X": 1, "O": -1, None: 0}


@cache
def complete_lines(board: str) -> tuple[Line, ...]:
    """Return the lines that one player has filled."""
    return tuple(
        (first, second, third)
        for first, second, third in LINES
        if board[first] == board[second] == board[third] != "."
    )


def winner(board: str) -> str | None:
    """Return the player who has a line, or None."""
    for cell, _, _ in complete_lines(board):
        return board[cell]
    return None


def is_finished(board: str) -> bool:
    """Return True if a line is complete or the board is full."""
    return "." not in board or winner(board) is not None


def mover(board: str) -> str:
    """Return the player whose turn it is, by the number of stones."""
    return "X" if board.count("X") <= board.count("O") else "O"


def free_cells(board: str) -> list[int]:
    """Return the cells without a stone."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def taken_cells(board: str) -> list[int]:
    """Return the cells with a stone."""
    return [cell for cell, mark in enumerate(board) if mark != "."]


def board_after(board: str, cell: int) -> str:
    """Return the board after the mover's stone in a cell."""
    return board[:cell] + mover(board) + board[cell + 1 :]


@cache
def reachable_boards() -> tuple[str, ...]:
    """Return the 5,478 boards that play can reach, by their number of stones."""
    boards = {EMPTY_BOARD: None}  # a set that keeps its order
    tier = [EMPTY_BOARD]
    while tier:
        next_tier: dict[str, None] = {}
        for board in tier:
            if not is_finished(board):
                for cell in free_cells(board):
                    next_tier[board_after(board, cell)] = None
        boards.update(next_tier)
        tier = list(next_tier)
    return tuple(boards)
