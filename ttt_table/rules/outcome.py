"""How a position ends under perfect play, for the mover: value and plies, or one score.

A score is 0 for a draw, ``cells + 1 - plies`` for a win, and for a loss the negative of that.
"""

from __future__ import annotations

from ttt_table.rules.records import NamedTuple

NO_SCORE = -128  # stands for the score of a cell that cannot be played: less than any


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
    """+1 the mover wins, 0 draw, -1 the mover loses."""
    plies: int
    """By both to the end: the winner hurries, the loser delays."""


class Outcome(_Preferred, _OutcomeFields):
    """How a position ends with perfect play; the mover prefers the greater.

    >>> Outcome(value=1, plies=1) > Outcome(value=1, plies=3) > Outcome(value=0, plies=4)
    True
    """

    __slots__ = ()


class _MoveFields(NamedTuple):
    cell: int
    outcome: Outcome
    """For the mover; of its plies this move is the first."""


class Move(_Preferred, _MoveFields):
    """A legal move and where it leads; compared by outcome."""

    __slots__ = ()


class Look(NamedTuple):
    """What a table says of a board, moves best first, equals in cell order."""

    board: str
    mover: str
    """``"X"`` or ``"O"``, on a finished board too."""
    outcome: Outcome
    moves: list[Move]

    @property
    def best(self) -> list[int]:
        """Their cells."""
        return [cell for cell, outcome in self.moves if outcome == self.outcome]


def _preference(one: object) -> tuple[int, int]:
    match one:  # a quick win before a slow one, and a slow loss before a quick one
        case (int(value), int(plies)) | (int(), (int(value), int(plies))):
            return value, -value * plies
    raise TypeError(
        "outcomes and moves compare with their like, not with another tuple"
    )


def other(player: str) -> str:
    """The player who is not this one."""
    return "O" if player == "X" else "X"


def verdict(look: Look) -> str:
    """Who is to move and what comes of it, or how it ended."""
    value, plies = look.outcome
    winner = {1: look.mover, 0: None, -1: other(look.mover)}[value]
    if plies == 0:
        return f"{winner} has won" if winner else "a draw: the board is full"
    return f"{look.mover} to move: {result(winner, plies)}"


def result(winner: str | None, plies: int) -> str:
    """The result of perfect play."""
    end = f"{winner} wins" if winner else "draw"
    return f"{end} in {plies} {'ply' if plies == 1 else 'plies'}"


def score_of(outcome: Outcome, cells: int) -> int:
    """The score of an outcome."""
    return outcome.value * (cells + 1 - outcome.plies)


def value_of(score: int) -> int:
    """The value of an outcome with this score."""
    return (score > 0) - (score < 0)


def outcome_of(score: int, cells: int, stones: int) -> Outcome:
    """The outcome that a score stands for."""
    if score == 0:  # all draws end on a full board
        return Outcome(0, cells - stones)
    return Outcome(value_of(score), cells + 1 - abs(score))


def score_before(reply: int) -> int:
    """The score of a move that leaves the opponent ``reply``: of -10 it is 9."""
    # That is value_of(reply) - reply without another call: a search comes here for each position.
    return (reply > 0) - (reply < 0) - reply


def score_within(score: int, cells: int, limit: int | None) -> int:
    """The score that ``limit`` plies show: 0 where the end lies further away."""
    beyond = limit is not None and cells + 1 - abs(score) > limit
    return 0 if beyond else score
