"""A game drawn board by board, from left to right."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttt_table.rules.game import Game

WIDTH = 88
"""Columns of a terminal that are used, as in the help."""


def boards_of(board: str, line: Sequence[int], mover: str) -> list[str]:
    """The boards after each move of a line that begins at this board, where this player moves.

    >>> boards_of("XO.......", [4, 2], "X")
    ['XO..X....', 'XOO.X....']
    """
    found = []
    for cell in line:
        board = board[:cell] + mover + board[cell + 1 :]
        mover = "O" if mover == "X" else "X"
        found.append(board)
    return found


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
        shown = boards[at : at + to_a_strip]
        rows = range(0, game.cells, game.cols)
        strips.append(
            "\n".join(
                indent + "   ".join(board[row : row + game.cols] for board in shown) for row in rows
            )
        )
    return "\n\n".join(strips)
