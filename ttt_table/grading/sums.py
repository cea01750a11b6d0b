"""Games and chances of a player, summed from the last tier to the first.

Every number of a position follows from those of its replies:

* games are added up;
* a chance is the mean of the replies' chances: weighted by the player's answer at its
  own turns, by the opponent's way of playing (random, perfect, or another player) at
  the opponent's;
* against the opponent that exploits the player best, the expected result is the least
  of the replies at the opponent's turns;
* where an answer is missing, nobody knows the weights. The least chance is then the
  least of the replies', and the greatest chance the greatest of the replies'.

So one pass over the tree finds the least chance of one result and the greatest chance
of another: first the least to win and the greatest to lose. If every board is answered,
the least and the greatest are the same, and that pass says it all.

Chances are integers over one denominator for each tier, which is much faster than
fractions. They are floats if answers hold floats, or if the denominator would be too
long.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from operator import floordiv, mul, truediv
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from ttt_table.grading.grades import MistakeLists, Number
from ttt_table.grading.traversal import SingleTraversal
from ttt_table.players.answers import (
    FORFEIT_CELL,
    MAX_BITS,
    Answer,
    Distribution,
    Unanswered,
    weights_of,
)
from ttt_table.rules.outcome import NO_SCORE, score_before, value_of

WON = 1
DRAWN = 0
LOST = -1


class PositionSums(NamedTuple):
    """The sums over the games from a position, for the graded player.

    A tuple, not a dataclass: one is made for each position, and `zip` makes columns of
    those of all replies. Chances are to be divided by the denominator of the tier.

    Attributes:
        games_won: How many games the player wins.
        games_drawn: How many are drawn.
        games_lost: How many it loses.
        weighted_least: Against an opponent that plays by weights, random play or a
            named player: the chance of the result whose least chance is sought.
        weighted_greatest: The chance of the result whose greatest chance is sought.
        perfect_least: The same as `weighted_least`, against perfect play.
        perfect_greatest: The same as `weighted_greatest`, against perfect play.
        worst: The expected result against the opponent that exploits the player best.
        score: The position's own score, for its mover.
    """

    games_won: int
    games_drawn: int
    games_lost: int
    weighted_least: float
    weighted_greatest: float
    perfect_least: float
    perfect_greatest: float
    worst: float
    score: int


class ReplyColumns(NamedTuple):
    """The sums of all replies of a position: a column for each field."""

    games_won: tuple[int, ...]
    games_drawn: tuple[int, ...]
    games_lost: tuple[int, ...]
    weighted_least: tuple[float, ...]
    weighted_greatest: tuple[float, ...]
    perfect_least: tuple[float, ...]
    perfect_greatest: tuple[float, ...]
    worst: tuple[float, ...]
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """The aim of a pass over the tree where answers are missing.

    Attributes:
        least_of: The result whose least chance is sought: `WON`, `DRAWN` or `LOST`.
        greatest_of: The result whose greatest chance is sought.
        pick_worst: `min` or `max`: which expected result against the opponent that
            exploits the player best.
    """

    least_of: int
    greatest_of: int
    pick_worst: Callable[[Iterable[float]], float]


LEAST_WON_MOST_LOST = Aim(least_of=WON, greatest_of=LOST, pick_worst=min)
LEAST_LOST_MOST_WON = Aim(least_of=LOST, greatest_of=WON, pick_worst=max)
LEAST_AND_MOST_DRAWN = Aim(least_of=DRAWN, greatest_of=DRAWN, pick_worst=min)

NO_OPPONENT: Mapping[int, Answer] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ChancePair:
    """The least chance of one result, and the greatest chance of another."""

    least: Number
    greatest: Number


@dataclass(frozen=True, slots=True)
class SideSums:
    """The sums over the whole game tree of one side.

    Attributes:
        start: The sums of the empty board.
        denominator: By what its chances are to be divided.
        error: How far off a chance is at most; 0 if chances are exact.
    """

    start: PositionSums
    denominator: float = 1
    error: float = 0.0

    @property
    def vs_weighted(self) -> ChancePair:
        """The chances against random play, or against the opponent that was named."""
        return ChancePair(
            self._chance(self.start.weighted_least),
            self._chance(self.start.weighted_greatest),
        )

    @property
    def vs_perfect(self) -> ChancePair:
        """The chances against perfect play."""
        return ChancePair(
            self._chance(self.start.perfect_least),
            self._chance(self.start.perfect_greatest),
        )

    @property
    def worst(self) -> Number:
        """The expected result against the opponent that exploits the player best."""
        return self._chance(self.start.worst)

    def _chance(self, numerator: float) -> Number:
        return as_number(numerator, self.denominator, exact=not self.error)


def as_number(numerator: float, denominator: float, *, exact: bool) -> Number:
    """Return a quotient: a fraction if both are integers, else a float from -1 to 1."""
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


def sum_up(
    traversal: SingleTraversal,
    factors: Sequence[int] | None,
    *,
    aim: Aim = LEAST_WON_MOST_LOST,
    opponent: Mapping[int, Answer] = NO_OPPONENT,
    mistakes: MistakeLists | None = None,
) -> SideSums:
    """Sum up a traversal whose boards were asked one by one.

    Args:
        traversal: The traversal.
        factors: The factors of the tiers, from `tier_factors` for this traversal and
            opponent; None for floats.
        aim: What is sought where answers are missing.
        opponent: The answers of an opponent, by key. They take the place of random
            play.
        mistakes: Gets the moves that are not best, if given.
    """
    is_exact = factors is not None
    walk = _Pass(traversal, aim, opponent, mistakes, is_exact)
    after = _TierSums(denominator=1, by_key={})
    for stones in reversed(range(len(traversal.unfinished))):
        factor = 1 if factors is None else factors[stones]
        after = _Tier(walk, stones, factor, after).sums()
    (start,) = after.by_key.values()
    if mistakes is not None:
        mistakes.sort()
    error = 0.0 if is_exact else rounding_error(traversal.positions.cells)
    return SideSums(start, after.denominator, error)


@dataclass(frozen=True, slots=True)
class _Pass:
    """The arguments of `sum_up` that are the same for all tiers.

    Attributes:
        is_exact: Whether chances are integers over a denominator, and not floats.
    """

    traversal: SingleTraversal
    aim: Aim
    opponent: Mapping[int, Answer]
    mistakes: MistakeLists | None
    is_exact: bool


@dataclass(frozen=True, slots=True)
class _TierSums:
    """The sums of a tier's positions, by key, and the denominator of their chances."""

    denominator: int
    by_key: Mapping[int, PositionSums]


class _Tier:
    """Sums up one tier from the sums of the tier after it.

    Args:
        walk: The pass.
        stones: How many stones lie on the boards of the tier.
        factor: By what the tier's denominator exceeds that of the next.
        after: The sums of the tier after it.
    """

    def __init__(self, walk: _Pass, stones: int, factor: int, after: _TierSums) -> None:
        self._traversal = walk.traversal
        self._positions = walk.traversal.positions
        self._aim = walk.aim
        self._opponent = walk.opponent
        self._mistakes = walk.mistakes
        self._is_exact = walk.is_exact
        self._divide: Callable[[float, float], float] = truediv
        if walk.is_exact:
            self._divide = floordiv
        self._stones = stones
        self._factor = factor
        self._denominator = factor * after.denominator
        self._after = after
        self._forfeit = self._end(LOST, NO_SCORE, after.denominator)

    def sums(self) -> _TierSums:
        """Return the sums of all positions of the tier."""
        own_turn = self._traversal.is_own_turn(self._stones)
        sum_of: Callable[[int, Any], PositionSums] = self._sum_at_opponents_turn
        if own_turn:
            sum_of = self._sum_at_own_turn
        unfinished = self._traversal.unfinished[self._stones]
        sums = {key: sum_of(key, answer) for key, answer in unfinished.items()}

        # Few scores end a game, and their sums are the same all over a tier.
        end = cache(self._end)
        for key, score in self._traversal.finished[self._stones].items():
            value = value_of(score)
            result = value if own_turn else -value
            sums[key] = end(result, score, self._denominator)
        return _TierSums(self._denominator, sums)

    def _end(self, result: int, score: int, denominator: int) -> PositionSums:
        """Return the sums of a game that has ended with this result for the player."""
        least = denominator if result == self._aim.least_of else 0
        greatest = denominator if result == self._aim.greatest_of else 0
        return PositionSums(
            games_won=int(result == WON),
            games_drawn=int(result == DRAWN),
            games_lost=int(result == LOST),
            weighted_least=least,
            weighted_greatest=greatest,
            perfect_least=least,
            perfect_greatest=greatest,
            worst=denominator * result,
            score=score,
        )

    def _sum_at_own_turn(self, key: int, answer: Answer) -> PositionSums:
        score = self._traversal.score(key)
        if isinstance(answer, Unanswered):
            return self._sum_without_answer(key, score)

        weights = weights_of(answer)
        cells = [cell for cell, _ in weights if cell >= 0]
        replies = self._replies(key, cells)
        for cell, _ in weights[len(cells) :]:
            if cell == FORFEIT_CELL:
                replies.append(self._forfeit)
            else:  # `MISSING_CELL`
                replies.append(self._sum_of_any_move(key, answered=cells))
        if self._mistakes is not None:
            scores = [score_before(reply.score) for reply in replies]
            # A forfeit, whose score is `NO_SCORE`, is never the least.
            if min(scores) != score:
                self._note_mistakes(self._mistakes, key, weights, scores)

        # Most players have one move everywhere. Their sums are those of the reply, with
        # another score. `_replace` would be slower.
        if len(replies) == 1 and self._factor == 1:
            return PositionSums(*replies[0][:-1], score)
        total_weight = sum(weight for _, weight in weights)
        shares = [self._share(weight, total_weight) for _, weight in weights]
        columns = ReplyColumns(*zip(*replies, strict=True))
        worst = sum(map(mul, columns.worst, shares))
        return _weighted_sums(columns, shares, shares, worst, score)

    def _note_mistakes(
        self,
        mistakes: MistakeLists,
        key: int,
        weights: Distribution,
        scores: Sequence[int],
    ) -> None:
        total_weight = sum(weight for _, weight in weights)
        chances: dict[int, Number] = {}
        score_of_move: dict[int, int] = {}
        for (cell, weight), score in zip(weights, scores, strict=True):
            if cell >= 0:
                chances[cell] = as_number(weight, total_weight, exact=self._is_exact)
                score_of_move[cell] = score
        mistakes.note(key, self._traversal.score(key), chances, score_of_move)

    def _sum_without_answer(self, key: int, score: int) -> PositionSums:
        """Return bounds that hold whatever the player might yet have answered."""
        sums = self._sum_of_any_move(key)
        factor = self._factor
        return sums._replace(
            weighted_least=sums.weighted_least * factor,
            weighted_greatest=sums.weighted_greatest * factor,
            perfect_least=sums.perfect_least * factor,
            perfect_greatest=sums.perfect_greatest * factor,
            worst=sums.worst * factor,
            score=score,
        )

    def _sum_of_any_move(
        self, key: int, *, answered: Collection[int] = ()
    ) -> PositionSums:
        """Return bounds that hold whichever move is made, as those of a reply.

        Args:
            key: The position.
            answered: The cells whose games are counted already.
        """
        if not self._traversal.follows:
            return self._sum_if_not_followed()

        cells = self._positions.legal(key)
        replies = self._replies(key, cells)
        columns = ReplyColumns(*zip(*replies, strict=True))
        other_replies = self._replies(
            key, [cell for cell in cells if cell not in answered]
        )
        return PositionSums(
            games_won=sum(reply.games_won for reply in other_replies),
            games_drawn=sum(reply.games_drawn for reply in other_replies),
            games_lost=sum(reply.games_lost for reply in other_replies),
            weighted_least=min(columns.weighted_least),
            weighted_greatest=max(columns.weighted_greatest),
            perfect_least=min(columns.perfect_least),
            perfect_greatest=max(columns.perfect_greatest),
            worst=self._aim.pick_worst(columns.worst),
            score=NO_SCORE,
        )

    def _sum_if_not_followed(self) -> PositionSums:
        """Return bounds that hold whatever follows; the game counts as lost."""
        certain = self._after.denominator
        return PositionSums(
            games_won=0,
            games_drawn=0,
            games_lost=1,
            weighted_least=0,
            weighted_greatest=certain,
            perfect_least=0,
            perfect_greatest=certain,
            worst=self._aim.pick_worst((-certain, certain)),
            score=NO_SCORE,
        )

    def _sum_at_opponents_turn(self, key: int, _: None) -> PositionSums:
        cells = self._positions.legal(key)
        replies = self._replies(key, cells)
        columns = ReplyColumns(*zip(*replies, strict=True))

        # Perfect play shares its weight among the replies that are worst for the
        # player.
        scores = columns.score
        least_score = min(scores)
        best_share = self._share(1, scores.count(least_score))
        perfect_shares = [best_share if score == least_score else 0 for score in scores]
        worst = min(columns.worst) * self._factor
        score = score_before(least_score)

        if key not in self._opponent:
            random_shares = [self._share(1, len(replies))] * len(replies)
            return _weighted_sums(columns, random_shares, perfect_shares, worst, score)
        weights = dict(weights_of(self._opponent[key]))
        total_weight = sum(weights.values())
        shares = [self._share(weights.get(cell, 0), total_weight) for cell in cells]
        sums = _weighted_sums(columns, shares, perfect_shares, worst, score)
        if FORFEIT_CELL in weights:
            return self._with_win(
                sums, self._share(weights[FORFEIT_CELL], total_weight)
            )
        return sums

    def _with_win(self, sums: PositionSums, share: float) -> PositionSums:
        """Add the share of games that the opponent forfeits."""
        won = share * self._after.denominator
        if self._aim.least_of == WON:
            return sums._replace(weighted_least=sums.weighted_least + won)
        if self._aim.greatest_of == WON:
            return sums._replace(weighted_greatest=sums.weighted_greatest + won)
        return sums

    def _share(self, weight: float, total_weight: float) -> float:
        """Return a weight's share, by which sums of the tier after are multiplied."""
        return self._divide(weight * self._factor, total_weight)

    def _replies(self, key: int, cells: Sequence[int]) -> list[PositionSums]:
        sums = self._after.by_key
        return [sums[reply] for reply in self._positions.after(key, cells)]


def _weighted_sums(
    columns: ReplyColumns,
    shares: Sequence[float],
    perfect_shares: Sequence[float],
    worst: float,
    score: int,
) -> PositionSums:
    """Return the sums of a position from the columns of its replies' sums."""
    # By position, as this is done for every position.
    return PositionSums(
        sum(columns.games_won),
        sum(columns.games_drawn),
        sum(columns.games_lost),
        sum(map(mul, columns.weighted_least, shares)),
        sum(map(mul, columns.weighted_greatest, shares)),
        sum(map(mul, columns.perfect_least, perfect_shares)),
        sum(map(mul, columns.perfect_greatest, perfect_shares)),
        worst,
        score,
    )


def tier_factors(
    traversal: SingleTraversal, opponent: Mapping[int, Answer] = NO_OPPONENT
) -> list[int] | None:
    """Return, by tier, the factor by which its denominator exceeds that of the next.

    With it every share of a position is an integer: a weight times the factor is
    divisible by the sum of the weights.

    Returns:
        The factors by number of stones; None if the sums must be floats, because
        weights are, or because the denominator would be too long.
    """
    factors: list[int] = []
    denominator = 1
    for stones, tier in enumerate(traversal.unfinished):
        if traversal.is_own_turn(stones):
            sums_of_weights = _sums_of_weights(tier.values())
        else:
            # Any number of moves may be equally likely.
            moves = traversal.positions.cells - stones
            sums_of_weights = set(range(1, moves + 1))
            answers = (opponent[key] for key in tier if key in opponent)
            sums_of_weights |= _sums_of_weights(answers)

        factor = 1
        for sum_of_weights in sums_of_weights:
            if isinstance(sum_of_weights, float):
                return None
            factor = lcm(factor, sum_of_weights)
            if (denominator * factor).bit_length() > MAX_BITS:
                return None
        factors.append(factor)
        denominator *= factor
    return factors


def _sums_of_weights(answers: Iterable[Answer | None]) -> set[float]:
    sums: set[float] = set()
    for answer in answers:
        # Of the others, cells and forfeits have a single weight of 1.
        if isinstance(answer, tuple) and not isinstance(answer, Unanswered):
            sums.add(sum(weight for _, weight in weights_of(answer)))
    return sums
