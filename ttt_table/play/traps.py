"""Traps: how many wrong replies each move that keeps the value leaves the opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ttt_table.arguments import checked_table
from ttt_table.rules.board import Board
from ttt_table.rules.outcome import value_of
from ttt_table.table.reader import Table


@dataclass(frozen=True, slots=True)
class Trap:
    """A move that keeps the value, and how many replies to it lose for the opponent.

    Attributes:
        cell: The cell of the move.
        losing: The number of replies that lose, with perfect play after them.
        replies: The number of replies; 0 if the move ends the game.
    """

    cell: int
    losing: int
    replies: int

    @property
    def share(self) -> Fraction:
        """The share of the replies that lose; 1 if the move ends the game."""
        if not self.replies:
            return Fraction(1)
        return Fraction(self.losing, self.replies)


def traps(table: Table, board: Board) -> list[Trap]:
    """Return the moves that keep the board's value, each with its losing replies.

    Args:
        table: The table of the game.
        board: The board on which the mover is to choose a move.

    Returns:
        A trap for each such move, in cell order; none if the game is finished.

    Raises:
        BoardError: The board is invalid.
        ArgumentError: ``table`` is not a table.

    >>> from ttt_table import open_table
    >>> [(trap.cell, trap.losing) for trap in traps(open_table(), "X...O....")]
    [(1, 5), (2, 5), (3, 5), (5, 2), (6, 5), (7, 2), (8, 2)]
    """
    scores = checked_table(table).scores(board)
    value = value_of(max(scores.values(), default=0))
    keeping = [cell for cell, score in scores.items() if value_of(score) == value]
    return traps_after(table, board, keeping)


def trickiest(table: Table, board: Board) -> list[int]:
    """Return the cells that keep the value and are hardest to answer.

    These leave the largest share of losing replies. Of several such cells the best
    ones are kept: in a won game every reply loses, and the quickest wins are wanted.

    Args:
        table: The table of the game.
        board: The board on which the mover is to choose a move.

    Returns:
        The cells in order; none if the game is finished.

    Raises:
        BoardError: The board is invalid.
        ArgumentError: ``table`` is not a table.
    """
    hardest = hardest_cells(traps(table, board))
    scores = table.scores(board)
    best_score = max((scores[cell] for cell in hardest), default=0)
    return [cell for cell in hardest if scores[cell] == best_score]


def hardest_cells(traps: Sequence[Trap]) -> list[int]:
    """Return the cells of the traps with the largest share of losing replies."""
    largest_share = max((trap.share for trap in traps), default=None)
    return [trap.cell for trap in traps if trap.share == largest_share]


def traps_after(
    table: Table, board: Board, cells: Sequence[int], limit: int | None = None
) -> list[Trap]:
    """Count the losing replies to each of these moves.

    With a limit, only the losses within that many plies of this board are counted: the
    move is the first ply and the reply the second.
    """
    limit_of_replies = None
    if limit is not None:
        limit_of_replies = max(0, limit - 1)  # a limit of 0 does not see replies lose

    traps = []
    for cell in cells:
        after_move = table.push(board, cell)
        scores = table.scores(after_move, limit=limit_of_replies)
        losing = sum(score < 0 for score in scores.values())
        traps.append(Trap(cell, losing, len(scores)))
    return traps
