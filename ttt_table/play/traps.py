"""Traps: of the moves that keep the value, which leave the opponent the most ways to go wrong."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ttt_table.arguments import checked_table
from ttt_table.rules.board import Board
from ttt_table.rules.outcome import value_of
from ttt_table.table.reader import Table


class Trap(NamedTuple):
    """A move that keeps the value, and how many of the opponent's replies to it lose."""

    cell: int
    losing: (
        int  # replies after which the opponent has lost, with perfect play from there
    )
    replies: int  # all of them; none where the move ends the game

    @property
    def share(self) -> Fraction:
        """The part of the replies that lose; all of none, where the move has won."""
        return Fraction(self.losing, self.replies) if self.replies else Fraction(1)


def traps(table: Table, board: Board) -> list[Trap]:
    """The moves that keep the value, in cell order, each with its losing replies.

    Empty once the game is finished. Raises `BoardError`, and `ArgumentError` for no table.

    >>> from ttt_table import open_table
    >>> [(one.cell, one.losing) for one in traps(open_table(), "X...O....")]
    [(1, 5), (2, 5), (3, 5), (5, 2), (6, 5), (7, 2), (8, 2)]
    """
    scores = checked_table(table).scores(board)
    value = value_of(max(scores.values(), default=0))
    keeping = [cell for cell, score in scores.items() if value_of(score) == value]
    return traps_of(table, board, keeping)


def trickiest(table: Table, board: Board) -> list[int]:
    """The cells that keep the value and leave the greatest share of losing replies, in order.

    If several do, as in a won game, the best of them. Empty and raising as `traps` is.
    """
    tricky = hardest(traps(table, board))
    # Where the game is won every reply loses to any winning move, and the quickest win is wanted.
    scores = table.scores(board)
    best = max((scores[cell] for cell in tricky), default=0)
    return [cell for cell in tricky if scores[cell] == best]


def hardest(found: Sequence[Trap]) -> list[int]:
    """The cells with the greatest share of losing replies."""
    most = max((trap.share for trap in found), default=None)
    return [trap.cell for trap in found if trap.share == most]


def traps_of(
    table: Table, board: Board, cells: Sequence[int], limit: int | None = None
) -> list[Trap]:
    """The losing replies to each of these moves; with a limit, those seen to lose within it.

    The limit counts from this board, where the move is the first ply and the reply the second.
    """
    # Who sees no ply ahead sees no reply lose either, so there is nothing below 0.
    seen = None if limit is None else max(0, limit - 1)
    found = []
    for cell in cells:
        replies = table.scores(table.push(board, cell), limit=seen).values()
        found.append(Trap(cell, sum(score < 0 for score in replies), len(replies)))
    return found
