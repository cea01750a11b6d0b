"""A game drawn board by board, from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from ttt_table.rules.game import Game
from ttt_table.table.reader import Table

WIDTH = 88
"""Columns of a terminal that are used, as in the help."""


def boards_along(table: Table, board: str, line: Iterable[int]) -> list[str]:
    """A board, and the board after each move of a line that begins there.

    >>> from ttt_table import open_table
    >>> boards_along(open_table(), "XO.......", [4, 2])
    ['XO.......', 'XO..X....', 'XOO.X....']
    """
    return list(accumulate(line, table.push, initial=board))


def film(game: Game, boards: Sequence[str], indent: str = "  ") -> str:
    """Boards beside each other, as many as fit a line of the terminal.

    >>> from ttt_table import Game
    >>> print(film(Game(2, 3, 3), ["X.....", "XO...."], indent=""))
    X..   XO.
    ...   ...
    """
    to_a_strip = max(1, (WIDTH - len(indent)) // (game.cols + 3))
    strips = []
    for at in range(0, len(boards), to_a_strip):
        side_by_side = boards[at : at + to_a_strip]
        strips += [
            indent + "   ".join(board[row : row + game.cols] for board in side_by_side)
            for row in range(0, game.cells, game.cols)
        ]
        strips.append("")  # between strips
    return "\n".join(strips[:-1])
