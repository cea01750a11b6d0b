"""A tic-tac-toe player as tutorials teach it, with one wrong number.

It is minimax over a list of rows. It takes its wins and blocks, and as X it draws every
game against a perfect opponent, so that no number of such games would show the mistake.
``grade`` shows it at once:

    ttt-table grade examples/tutorial.py:minimax --adapter examples/rows.py

The board of its first blunder leads to the number, in `minimax`. `corrected` is what
minimax without a depth can be: sound and unbeatable, but slow to win on some boards.
"""

from __future__ import annotations

from functools import cache

Board = tuple[tuple[str | None, ...], ...]
Move = tuple[int, int]


def minimax(board: list[list[str | None]]) -> Move:
    """Return the best move, or so the tutorial says."""
    # The mistake: a board on which every move loses is taken for a draw.
    return choice(board, best_so_far=0)


def corrected(board: list[list[str | None]]) -> Move:
    """Return the best move: the search begins below every value."""
    return choice(board, best_so_far=-2)


def choice(board: list[list[str | None]], best_so_far: int) -> Move:
    """Return the first of the moves that look best."""
    rows = tuple(tuple(row) for row in board)
    return max(actions(rows), key=lambda move: -value(result(rows, move), best_so_far))


@cache
def value(board: Board, best_so_far: int) -> int:
    """Return the value of a board for the player to move: 1, 0 or -1."""
    if winner(board):
        return -1
    if not actions(board):
        return 0
    best = best_so_far
    for move in actions(board):
        best = max(best, -value(result(board, move), best_so_far))
    return best


def player(board: Board) -> str:
    """Return the player to move."""
    marks = [mark for row in board for mark in row]
    return "X" if marks.count("X") == marks.count("O") else "O"


def actions(board: Board) -> list[Move]:
    """Return the empty cells."""
    moves = []
    for row in range(3):
        for col in range(3):
            if board[row][col] is None:
                moves.append((row, col))
    return moves


def result(board: Board, move: Move) -> Board:
    """Return the board after a move."""
    row, col = move
    after = [list(cells) for cells in board]
    after[row][col] = player(board)
    return tuple(tuple(cells) for cells in after)


def winner(board: Board) -> str | None:
    """Return the player who has three in a row, if there is one."""
    columns = zip(*board, strict=True)
    diagonal = tuple(board[i][i] for i in range(3))
    other_diagonal = tuple(board[i][2 - i] for i in range(3))
    lines: list[tuple[str | None, ...]] = [*board, *columns, diagonal, other_diagonal]
    for line in lines:
        if line[0] is not None and line.count(line[0]) == 3:
            return line[0]
    return None
