"""The result of a position under perfect play: a value and plies, or one score.

Both are from the mover's point of view. A score is 0 for a draw, ``cells + 1 - plies``
for a win, and the negative of that for a loss. Outcomes themselves are the runtime's.
"""

from __future__ import annotations

from ttt_table.rules.records import NamedTuple
from ttt_table.runtime import Move as Move
from ttt_table.runtime import Outcome as Outcome
from ttt_table.runtime import Side as Side
from ttt_table.runtime import other as other
from ttt_table.runtime import outcome_of as outcome_of
from ttt_table.runtime import score_before as score_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Sides = Literal["X", "O", "both"]
else:
    Sides = str

SIDES: tuple[Side, Side] = ("X", "O")
RESULTS = {1: "X wins", 0: "draw", -1: "O wins"}
"""What a game comes to, by its value for X."""

NO_SCORE = -128
"""Marks a cell that cannot be played in an array of scores: less than every score."""


class Look(NamedTuple):
    """Everything that a table knows about a board.

    Attributes:
        board: The board as the table writes it, such as ``"X...O...."``.
        mover: ``"X"`` or ``"O"``, also on a finished board.
        outcome: For the mover.
        moves: Every legal move, best first, equally good ones in the order of their
            cells.
    """

    board: str
    mover: Side
    outcome: Outcome
    moves: list[Move]

    @property
    def best(self) -> list[int]:
        """The cells of the best moves, in order."""
        return [cell for cell, outcome in self.moves if outcome == self.outcome]


def look_text(look: Look) -> str:
    """Return in words who is to move with what result, or how the game ended."""
    value, plies = look.outcome
    winner = None
    if value > 0:
        winner = look.mover
    elif value < 0:
        winner = other(look.mover)

    if plies > 0:
        result = f"{winner} wins" if winner else "draw"
        return f"{look.mover} to move: {result_text(result, plies)}"
    return f"{winner} has won" if winner else "a draw: the board is full"


def result_text(result: str, plies: int) -> str:
    """Return a result of perfect play with its plies, as ``X wins in 3 plies``."""
    unit = "ply" if plies == 1 else "plies"
    return f"{result} in {plies} {unit}"


def score_of(outcome: Outcome, cells: int) -> int:
    """Return the score of an outcome, on a board with this many cells."""
    return outcome.value * (cells + 1 - outcome.plies)


def value_of(score: int) -> int:
    """Return the value of an outcome with this score: 1, 0 or -1."""
    return (score > 0) - (score < 0)


def score_within(score: int, cells: int, depth: int | None) -> int:
    """Return the score as a search of ``depth`` plies sees it: 0 for later ends."""
    if depth is not None and cells + 1 - abs(score) > depth:
        return 0
    return score
