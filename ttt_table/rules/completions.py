"""Lines that one more stone would complete."""

from __future__ import annotations

from ttt_table.rules.game import Game, lines_of_o, lines_of_x, playable
from ttt_table.rules.records import NamedTuple


class Completion(NamedTuple):
    """A line that one stone would complete."""

    line: int
    """The line, as a mask of its cells."""
    cell: int
    """The cell that is missing."""


def lines_of_player(game: Game, player: str, first: str) -> tuple[int, ...]:
    """Return the lines that a player can complete; a Breaker has none.

    Args:
        game: The game.
        player: ``X`` or ``O``.
        first: The one of them who moves first.
    """
    if player == first:
        return lines_of_x(game)
    return lines_of_o(game)


def completions(game: Game, board: str, player: str, first: str) -> list[Completion]:
    """Return the lines that one stone of a player would complete now.

    Args:
        game: The game.
        board: An unfinished board.
        player: ``X`` or ``O``, whoever is to move.
        first: The one of them who moves first.
    """
    occupied = sum(1 << cell for cell, mark in enumerate(board) if mark != ".")
    stones = sum(1 << cell for cell, mark in enumerate(board) if mark == player)
    cell_of_bit = {1 << cell: cell for cell in playable(game, occupied)}
    completed = []
    for line in lines_of_player(game, player, first):
        missing = line & ~stones
        if missing in cell_of_bit:
            completed.append(Completion(line, cell_of_bit[missing]))
    return completed
