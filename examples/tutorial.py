"""A tic-tac-toe player as tutorials teach it: minimax over a list of rows. One number is wrong.

It takes its wins and blocks, and as X it draws every game against a perfect opponent, so that no
number of such games would show what is wrong. ``grade`` shows it at once:

    ttt-table grade examples/tutorial.py:minimax --board rows

The board of its first blunder leads to the number, in `minimax`; `corrected` has it right, and is
then what minimax without a depth can be: sound and unbeatable, and slow to win at some boards.
"""

from __future__ import annotations

from functools import cache

Board = tuple[tuple[str | None, ...], ...]
Move = tuple[int, int]


def minimax(board: list[list[str | None]]) -> Move:
    """The best move for whoever is to move; or so the tutorial says."""
    # The mistake: with 0 as the best so far, a board on which every move loses passes for a draw.
    return choice(board, best_so_far=0)


def corrected(board: list[list[str | None]]) -> Move:
    """The same player, beginning below every value."""
    return choice(board, best_so_far=-2)


def choice(board: list[list[str | None]], best_so_far: int) -> Move:
    """The first of the moves that look best."""
    rows = tuple(tuple(row) for row in board)
    return max(actions(rows), key=lambda move: -value(result(rows, move), best_so_far))


@cache
def value(board: Board, best_so_far: int) -> int:
    """What the board is worth to whoever is to move: 1, 0 or -1."""
    if winner(board):
        return -1
    if not actions(board):
        return 0
    best = best_so_far
    for move in actions(board):
        best = max(best, -value(result(board, move), best_so_far))
    return best


def player(board: Board) -> str:
    """Whose turn it is."""
    marks = [mark for row in board for mark in row]
    return "X" if marks.count("X") == marks.count("O") else "O"


def actions(board: Board) -> list[Move]:
    """The empty cells."""
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] is None]


def result(board: Board, move: Move) -> Board:
    """The board after a move."""
    after = [list(row) for row in board]
    after[move[0]][move[1]] = player(board)
    return tuple(tuple(row) for row in after)


def winner(board: Board) -> str | None:
    """Who has three in a row."""
    rows = [*board, *zip(*board, strict=True)]
    rows += [
        tuple(board[i][i] for i in range(3)),
        tuple(board[i][2 - i] for i in range(3)),
    ]
    return next((row[0] for row in rows if row[0] and row.count(row[0]) == 3), None)
