"""The result of a position under perfect play: a value and plies, or one score.

Both are from the mover's point of view. A score is 0 for a draw, ``cells + 1 - plies``
for a win, and the negative of that for a loss.
"""

from __future__ import annotations

from ttt_table.rules.records import NamedTuple

# To import typing would add 15 % to the time of a look-up.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Side = Literal["X", "O"]
    Sides = Literal["X", "O", "both"]
else:
    Side = str
    Sides = str

NO_SCORE = -128
"""Marks a cell that cannot be played in an array of scores: less than every score."""


class _Preferred:
    """Compares as the mover prefers."""

    __slots__ = ()

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return _preference(self) < _preference(other)

    def __le__(self, other: tuple[object, ...]) -> bool:
        return _preference(self) <= _preference(other)

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return _preference(self) > _preference(other)

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return _preference(self) >= _preference(other)


class _OutcomeFields(NamedTuple):
    value: int
    plies: int


class Outcome(_Preferred, _OutcomeFields):
    """The result of a position with perfect play; the mover prefers a greater outcome.

    Attributes:
        value: 1 if the mover wins, 0 for a draw, -1 if the mover loses.
        plies: Moves by both players to the end: the winner hurries, the loser delays.

    >>> Outcome(value=1, plies=1) > Outcome(value=1, plies=3)
    True
    """

    __slots__ = ()


class _MoveFields(NamedTuple):
    cell: int
    outcome: Outcome


class Move(_Preferred, _MoveFields):
    """A legal move and where it leads; moves are compared by their outcomes.

    Attributes:
        cell: The cell where the mover plays.
        outcome: For the mover; this move is the first of its plies.
    """

    __slots__ = ()


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


def _preference(outcome_or_move: object) -> tuple[int, int]:
    """Return the key by which the mover compares outcomes.

    A quick win comes before a slow one, and a slow loss before a quick one.
    """
    match outcome_or_move:
        case (int(value), int(plies)) | (int(), (int(value), int(plies))):
            return value, -value * plies
    raise TypeError("cannot compare an outcome or a move with another tuple")


def other(player: str) -> Side:
    """Return the opponent of a player, ``"X"`` or ``"O"``."""
    return "O" if player == "X" else "X"


def verdict(look: Look) -> str:
    """Return in words who is to move with what result, or how the game ended."""
    value, plies = look.outcome
    winner = None
    if value > 0:
        winner = look.mover
    elif value < 0:
        winner = other(look.mover)

    if plies > 0:
        return f"{look.mover} to move: {result(winner, plies)}"
    return f"{winner} has won" if winner else "a draw: the board is full"


def result(winner: str | None, plies: int) -> str:
    """Return the result of perfect play in words, such as ``X wins in 3 plies``."""
    end = f"{winner} wins" if winner else "draw"
    unit = "ply" if plies == 1 else "plies"
    return f"{end} in {plies} {unit}"


def score_of(outcome: Outcome, cells: int) -> int:
    """Return the score of an outcome, on a board with this many cells."""
    return outcome.value * (cells + 1 - outcome.plies)


def value_of(score: int) -> int:
    """Return the value of an outcome with this score: 1, 0 or -1."""
    return (score > 0) - (score < 0)


def outcome_of(score: int, cells: int, stones: int) -> Outcome:
    """Return the outcome that a score stands for.

    Args:
        score: The mover's score.
        cells: How many cells the board has.
        stones: How many of them are occupied.
    """
    if score == 0:  # every draw ends on a full board
        return Outcome(0, cells - stones)
    return Outcome(value_of(score), cells + 1 - abs(score))


def score_before(reply: int) -> int:
    """Return the score of a move after which the opponent's score is ``reply``.

    One ply is added: a loss for the opponent with -10 is a win with 9.
    """
    # This is value_of(reply) - reply, without another call: a search comes here for
    # each position.
    return (reply > 0) - (reply < 0) - reply


def score_within(score: int, cells: int, limit: int | None) -> int:
    """Return the score as a search of ``limit`` plies sees it: 0 for later ends."""
    if limit is not None and cells + 1 - abs(score) > limit:
        return 0
    return score
