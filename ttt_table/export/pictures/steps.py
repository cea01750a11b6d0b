"""What pictures say of a board: its value for a player, its finished lines, its headline."""

from __future__ import annotations

from ttt_table.rules.game import cells_in, lines, lines_in
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table


def value_for(table: Table, board: str, player: str) -> int:
    """The value of a board for one of the players, whoever moves."""
    value = table[board].value
    return value if table.mover(board) == player else -value


def finished_lines(table: Table, board: str) -> list[list[int]]:
    """The lines that have ended the game, each as its cells in order."""
    last = other(table.mover(board))
    stones = sum(1 << cell for cell, mark in enumerate(board) if mark == last)
    return [cells_in(line) for line in lines_in(stones, lines(table.game))]


def headline(table: Table, board: str) -> str:
    """Who is to move and what comes of it, or how the game has ended. Raises `BoardError`."""
    outcome = table[board]
    mover = table.mover(board)
    winner = {1: mover, 0: "", -1: other(mover)}[outcome.value]
    if outcome.plies == 0:
        return f"{winner} has won" if winner else "a draw: the board is full"
    if not winner:
        return f"{mover} to move: a draw"
    plies = "ply" if outcome.plies == 1 else "plies"
    return f"{mover} to move: {winner} wins in {outcome.plies} {plies}"
