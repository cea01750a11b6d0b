"""Steps of play that pictures take: whose turn it is, the board after a move, a finished line."""

from __future__ import annotations

from ttt_table.rules.game import cells_in, lines, lines_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table.table.reader import Table


def other(player: str) -> str:
    """The player who is not this one."""
    return "O" if player == "X" else "X"


def mover_of(table: Table, board: str) -> str:
    """Whose turn it is, X or O; also on a finished board, where nobody moves any more."""
    second = other(table.first)
    return table.first if board.count(table.first) == board.count(second) else second


def after(table: Table, board: str, cell: int) -> str:
    """The board after the mover's stone in this cell."""
    return board[:cell] + mover_of(table, board) + board[cell + 1 :]


def is_over(table: Table, board: str) -> bool:
    """True where the game has ended."""
    return table[board].plies == 0


def value_for(table: Table, board: str, player: str) -> int:
    """The value of a board for one of the players, whoever moves."""
    value = table[board].value
    return value if mover_of(table, board) == player else -value


def finished_lines(table: Table, board: str) -> list[list[int]]:
    """The lines that have ended the game, each as its cells in order."""
    last = other(mover_of(table, board))
    stones = sum(1 << cell for cell, mark in enumerate(board) if mark == last)
    return [cells_in(line) for line in lines_in(stones, lines(table.game))]


def verdict(table: Table, board: str) -> str:
    """Who is to move and what comes of it, or how the game has ended. Raises `BoardError`."""
    outcome = table[board]
    mover = mover_of(table, board)
    winner = {1: mover, 0: "", -1: other(mover)}[outcome.value]
    if outcome.plies == 0:
        return f"{winner} has won" if winner else "a draw: the board is full"
    if not winner:
        return f"{mover} to move: a draw"
    plies = "ply" if outcome.plies == 1 else "plies"
    return f"{mover} to move: {winner} wins in {outcome.plies} {plies}"
