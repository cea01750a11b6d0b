"""Games and chances of a player, summed from the last tier to the first.

Every number of a position follows from those of its replies: games are added up; a
chance is the mean of the replies' chances, weighted by the player's answer at its own
turns and by the opponent's way of playing at the opponent's; against the opponent that
exploits the player best, the expected result is the least of the replies.

Chances are integers over one denominator for each tier, which is much faster than
fractions. They are floats if answers hold floats, or if the denominator would be too
long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import floordiv, mul, truediv
from typing import NamedTuple, cast

from ttt_table.grading.answers import MAX_BITS, Answer
from ttt_table.grading.positions import Positions
from ttt_table.grading.tree import Tree
from ttt_table.play.judging import Chance
from ttt_table.rules.outcome import NO_SCORE, score_before, value_of


class PositionSums(NamedTuple):
    """The sums over the games from a position, for the graded player.

    A tuple, as one is made for each position, and `zip` makes columns of those of all
    replies. Chances are to be divided by the denominator of the tier.

    Attributes:
        games_won, games_drawn, games_lost: How many games end so.
        won, lost: The chances against random play, or against a named opponent.
        perfect_won, perfect_lost: The chances against perfect play.
        worst: The expected result against the opponent that exploits the player best.
        score: The position's own score, for its mover.
    """

    games_won: int
    games_drawn: int
    games_lost: int
    won: float
    lost: float
    perfect_won: float
    perfect_lost: float
    worst: float
    score: int


class WrongMoves(NamedTuple):
    """A board at which the player makes moves that are not best.

    Attributes:
        key: The board.
        score: Its score, which the best move keeps.
        moves: The cells that the player may play, each with its chance and with the
            score that it leads to.
    """

    key: int
    score: int
    moves: Mapping[int, tuple[Chance, int]]


@dataclass(slots=True)
class Sums:
    """The sums over the whole tree of one side.

    Attributes:
        start: The sums of the empty board.
        denominator: By what its chances are to be divided.
        rounding_error: How far off a chance is at most; 0 if chances are exact.
        wrong: The boards with moves that are not best, in the order of the game.
    """

    start: PositionSums
    denominator: float
    rounding_error: float
    wrong: list[WrongMoves] = field(default_factory=list)

    def chance(self, numerator: float) -> Chance:
        """Return a chance, or an expected result."""
        return quotient(numerator, self.denominator, exact=not self.rounding_error)


def quotient(numerator: float, denominator: float, *, exact: bool) -> Chance:
    """Return a fraction if both are integers, else a float from -1 to 1."""
    if exact:
        return Fraction(cast(int, numerator), cast(int, denominator))
    # Roundings may add up to a little more than 1.
    return max(-1.0, min(1.0, numerator / denominator))


def rounding_error(cells: int) -> float:
    """Return how far off a chance is at most, in floats, on a board of that many cells.

    On c cells a position takes at most 3c + 4 roundings, and a result four more. By
    lemmas 3.1 and 3.3 of N. J. Higham, Accuracy and Stability of Numerical Algorithms,
    2nd edition, n of them are off by n u / (1 - n u) at most, with u = 2**-53.
    """
    roundings = 4 + cells * (3 * cells + 4)
    error = roundings * 2.0**-53
    # The 5 % cover the rounding to two digits, and any underflow.
    return float(f"{1.05 * error / (1 - error):.1e}")


def sum_up(tree: Tree, opponent: Mapping[int, Answer] | None = None) -> Sums:
    """Sum up a tree.

    Args:
        tree: The tree, after all its boards were asked.
        opponent: The answers of an opponent, by key, in place of random play.
    """
    opponent = opponent or {}
    factors = tier_factors(tree, opponent)
    exact = factors is not None
    sums: dict[int, PositionSums] = {}
    wrong: list[WrongMoves] = []
    denominator = 1
    for stones in reversed(range(len(tree.open))):
        factor = factors[stones] if factors is not None else 1
        tier = _Tier(tree.positions, sums, factor, denominator, exact, wrong)
        denominator *= factor
        sums = {
            key: tier.at_opponents_turn(key, opponent.get(key))
            if answer is None
            else tier.at_own_turn(key, answer)
            for key, answer in tree.open[stones].items()
        }
        sign = 1 if tree.is_own_turn(stones) else -1
        for key, score in tree.over[stones].items():
            sums[key] = _end(sign * value_of(score), score, denominator)
    (start,) = sums.values()
    wrong.sort(key=lambda mistake: mistake.key.bit_count())
    error = 0.0 if exact else rounding_error(tree.positions.cells)
    return Sums(start, denominator, error, wrong)


class _Tier:
    """Sums up the positions of a tier from those of the tier after it.

    Args:
        positions: The game.
        after: The sums of the tier after it, by key.
        factor: By what the tier's denominator exceeds that of the next.
        denominator: The denominator of the next tier.
        exact: Whether chances are integers over it, and not floats.
        wrong: Gets the boards with moves that are not best.
    """

    def __init__(
        self,
        positions: Positions,
        after: Mapping[int, PositionSums],
        factor: int,
        denominator: int,
        exact: bool,
        wrong: list[WrongMoves],
    ) -> None:
        self._positions = positions
        self._after = after
        self._factor = factor
        self._exact = exact
        self._divide = floordiv if exact else truediv
        self._forfeit = _end(-1, NO_SCORE, denominator)
        self._wrong = wrong

    def at_own_turn(self, key: int, answer: Answer) -> PositionSums:
        """Return the sums of a position at which the player moves."""
        score = self._positions.score(key)
        replies = self._replies(key, [cell for cell, _ in answer.moves])
        reached = [score_before(reply.score) for reply in replies]
        if any(score != other for other in reached):
            self._wrong.append(_wrong(key, score, answer, reached, exact=self._exact))
        weights = [weight for _, weight in answer.moves]
        if answer.lost:
            replies.append(self._forfeit)
            weights.append(answer.lost)
        # Most players have one move everywhere. Their sums are those of the reply, with
        # another score.
        if len(replies) == 1 and self._factor == 1:
            return PositionSums(*replies[0][:-1], score)
        shares = self._shares(weights, sum(weights))
        worst = sum(map(mul, [reply.worst for reply in replies], shares))
        return _weighted(replies, shares, shares, worst, score)

    def at_opponents_turn(self, key: int, answer: Answer | None) -> PositionSums:
        """Return the sums of a position at which the opponent moves.

        Args:
            key: The position.
            answer: What a named opponent answers; None for random play.
        """
        cells = self._positions.legal(key)
        replies = self._replies(key, cells)
        # Perfect play shares its weight among the replies that are worst for the
        # player.
        scores = [reply.score for reply in replies]
        worst_score = min(scores)
        share = self._divide(self._factor, scores.count(worst_score))
        perfect = [share if score == worst_score else 0 for score in scores]
        score = score_before(worst_score)
        worst = min([reply.worst for reply in replies]) * self._factor
        if answer is None:
            shares = [self._divide(self._factor, len(cells))] * len(cells)
            return _weighted(replies, shares, perfect, worst, score)
        weight_of_cell = dict(answer.moves)
        weights = [weight_of_cell.get(cell, 0) for cell in cells]
        *shares, lost = self._shares([*weights, answer.lost], answer.total)
        sums = _weighted(replies, shares, perfect, worst, score)
        return sums._replace(won=sums.won + lost * self._forfeit.lost)

    def _replies(self, key: int, cells: Sequence[int]) -> list[PositionSums]:
        return [self._after[reply] for reply in self._positions.after(key, cells)]

    def _shares(self, weights: Sequence[float], total: float) -> list[float]:
        """Return the shares by which sums of the tier after are multiplied."""
        return [self._divide(weight * self._factor, total) for weight in weights]


def _end(result: int, score: int, denominator: int) -> PositionSums:
    """Return the sums of a game that has ended with this result for the player."""
    won = denominator if result > 0 else 0
    lost = denominator if result < 0 else 0
    games = (int(result > 0), int(result == 0), int(result < 0))
    return PositionSums(*games, won, lost, won, lost, denominator * result, score)


def _weighted(
    replies: Sequence[PositionSums],
    shares: Sequence[float],
    perfect_shares: Sequence[float],
    worst: float,
    score: int,
) -> PositionSums:
    """Return the sums of a position from those of its replies."""
    columns = zip(*replies, strict=True)
    games_won, games_drawn, games_lost, won, lost, perfect_won, perfect_lost, *_ = (
        columns
    )
    return PositionSums(
        sum(games_won),
        sum(games_drawn),
        sum(games_lost),
        sum(map(mul, won, shares)),
        sum(map(mul, lost, shares)),
        sum(map(mul, perfect_won, perfect_shares)),
        sum(map(mul, perfect_lost, perfect_shares)),
        worst,
        score,
    )


def _wrong(
    key: int, score: int, answer: Answer, reached: Sequence[int], *, exact: bool
) -> WrongMoves:
    total = answer.total
    moves = {
        cell: (quotient(weight, total, exact=exact), other)
        for (cell, weight), other in zip(answer.moves, reached, strict=True)
        if other != score
    }
    return WrongMoves(key, score, moves)


def tier_factors(tree: Tree, opponent: Mapping[int, Answer]) -> list[int] | None:
    """Return, by tier, the factor by which its denominator exceeds that of the next.

    With it every share of a position is an integer: a weight times the factor is
    divisible by the sum of the weights.

    Returns:
        The factors by number of stones; None if the sums must be floats.
    """
    factors: list[int] = []
    denominator = 1
    for stones, tier in enumerate(tree.open):
        if tree.is_own_turn(stones):
            totals = _totals(tier.values())
        else:
            # Any number of moves may be equally likely.
            totals = set(range(1, tree.positions.cells - stones + 1))
            totals |= _totals(opponent.get(key) for key in tier)
        factor = 1
        for total in totals:
            if isinstance(total, float):
                return None
            factor = lcm(factor, total)
            if (denominator * factor).bit_length() > MAX_BITS:
                return None
        factors.append(factor)
        denominator *= factor
    return factors


def _totals(answers: Iterable[Answer | None]) -> set[float]:
    # An answer that is one cell, or one forfeit, has a single weight of 1.
    return {
        answer.total
        for answer in answers
        if answer is not None and len(answer.moves) + bool(answer.lost) > 1
    }
