"""The plain minimax of a well-known course: rows of "X", "O" and None, a deep copy a move, slow."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Board = Any
Move = tuple[int, int]


def player(board: Board) -> str:
    return "X" if sum(cell is not None for row in board for cell in row) % 2 == 0 else "O"


def actions(board: Board) -> set[Move]:
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}


def result(board: Board, action: Move) -> Board:
    after = deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board: Board) -> str | None:
    lines = [*map(list, board), *([row[col] for row in board] for col in range(3))]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return next((mark for mark in "XO" if [mark] * 3 in lines), None)


def terminal(board: Board) -> bool:
    return winner(board) is not None or not actions(board)


def utility(board: Board) -> int:
    return {"X": 1, "O": -1, None: 0}[winner(board)]


def minimax(board: Board) -> Move | None:
    if terminal(board):
        return None
    best = max if player(board) == "X" else min
    return best(actions(board), key=lambda move: value(result(board, move)))


def value(board: Board) -> int:
    if terminal(board):
        return utility(board)
    best = max if player(board) == "X" else min
    return best(value(result(board, move)) for move in actions(board))
