"""The one record of a judged move: every review, grade and scored answer has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from ttt_table.rules.board import Board, board_text, checked_number, over_error
from ttt_table.rules.outcome import Outcome, outcome_of, value_of
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table

# A probability or an expected result: a float where it cannot be exact.
Chance: TypeAlias = Fraction | float

BEST = "best"  # no move leads to a better outcome
SLIP = "slip"  # keeps the value, but wins later or loses sooner
BLUNDER = "blunder"  # gives value away
ILLEGAL = "illegal"  # cannot be played


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged move, from the point of view of its player.

    Attributes:
        board: The board before the move, in its standard notation.
        cell: The cell that was played, or answered.
        before: The outcome of the best moves, in plies from `board`.
        after: The outcome of this move, in plies from `board`; None if it is illegal.
        best: The cells of the best moves, in order.
        matters: Whether some legal move gives value away.
        moves: In a grade, the probability of each cell of this kind that the player
            plays on the board; `cell` is the worst of them. Empty elsewhere.
    """

    board: str
    cell: int
    before: Outcome
    after: Outcome | None
    best: list[int]
    matters: bool
    moves: Mapping[int, Chance] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """``"best"``, ``"slip"``, ``"blunder"`` or ``"illegal"``."""
        if self.after is None:
            return ILLEGAL
        if self.after == self.before:
            return BEST
        return SLIP if self.keeps else BLUNDER

    @property
    def keeps(self) -> bool:
        """Whether the move is legal and keeps the value."""
        return self.after is not None and self.after.value == self.before.value


def judge(table: Table, board: Board, cell: int) -> Verdict:
    """Judge one move, which may be illegal.

    Args:
        table: The game's table.
        board: An unfinished board.
        cell: The cell that the mover wants to play; a cell with gravity too. What
            `cell_reader` returns for an answer without a cell is an illegal move.

    Raises:
        BoardError: The board is invalid.
        MoveError: The board is finished, or ``cell`` is not an integer.
        ArgumentError: ``table`` is not a table.

    >>> from ttt_table import open_table
    >>> verdict = judge(open_table(), "XX.OO....", 8)
    >>> verdict.kind, verdict.best, verdict.after
    ('blunder', [2], Outcome(value=-1, plies=2))
    """
    scores = checked_table(table).scores(board)
    if not scores:
        raise over_error()
    text = board_text(board, table.game)
    return verdict_of(text, checked_number(cell), scores)


def verdict_of(
    board: str,
    cell: int,
    scores: Mapping[int, int],
    moves: Mapping[int, Chance] | None = None,
) -> Verdict:
    """Judge a move if the scores of all legal moves are known.

    Args:
        board: An unfinished board in its standard notation.
        cell: The cell that the mover wants to play.
        scores: The score of each legal move, by cell.
        moves: As for `Verdict`.
    """
    cells = len(board)
    stones = cells - board.count(".")
    best_score = max(scores.values())
    score = scores.get(cell)
    return Verdict(
        board=board,
        cell=cell,
        before=outcome_of(best_score, cells, stones),
        after=None if score is None else outcome_of(score, cells, stones),
        best=sorted(each for each in scores if scores[each] == best_score),
        matters=value_of(min(scores.values())) != value_of(best_score),
        moves=moves or {},
    )


def continuation_of(table: Table, board: str, cell: int) -> tuple[int, ...]:
    """Return a legal move, then best play of both sides: it proves the outcome."""
    return (cell, *table.continuation(table.push(board, cell)))
