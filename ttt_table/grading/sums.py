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

Chances are integers over one denominator for each tier, which is much faster than
fractions. They are floats if answers hold floats, or if the denominator would be too
long.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from operator import floordiv, mul, truediv
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from ttt_table.grading.mistake_lists import MistakeLists
from ttt_table.grading.records import Number
from ttt_table.grading.traversal import SingleTraversal
from ttt_table.players.answers import LOST, Answer, Unanswered, weights_of
from ttt_table.players.weights import MOST_BITS, Distribution
from ttt_table.rules.outcome import NO_SCORE, score_before, value_of

WON = 1
DRAWN = 0
LOSS = -1


class PositionSums(NamedTuple):
    """What the games from a position come to, for the graded player.

    A tuple, not a dataclass: one is made for each position, and `zip` makes columns of
    those of all replies. Chances are to be divided by the denominator of the tier.

    Attributes:
        games_won: How many games the player wins.
        games_drawn: How many are drawn.
        games_lost: How many it loses.
        random_lower: Against random play, the least chance of the goal's first result.
        random_upper: Against random play, the greatest chance of its second result.
        perfect_lower: The same as `random_lower`, against perfect play.
        perfect_upper: The same as `random_upper`, against perfect play.
        worst: The expected result against the opponent that exploits the player best.
        score: The position's own score, for its mover.

    """

    games_won: int
    games_drawn: int
    games_lost: int
    random_lower: float
    random_upper: float
    perfect_lower: float
    perfect_upper: float
    worst: float
    score: int


class ReplyColumns(NamedTuple):
    """The sums of all replies of a position: a column for each field."""

    games_won: tuple[int, ...]
    games_drawn: tuple[int, ...]
    games_lost: tuple[int, ...]
    random_lower: tuple[float, ...]
    random_upper: tuple[float, ...]
    perfect_lower: tuple[float, ...]
    perfect_upper: tuple[float, ...]
    worst: tuple[float, ...]
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """Which two results are summed up, and how a missing answer is filled in.

    Attributes:
        lower: The result whose least chance is summed up: `WON`, `DRAWN` or `LOSS`.
        upper: The result whose greatest chance is summed up.
        pick_worst: `min` or `max`: which expected result to take at a missing answer.

    """

    lower: int
    upper: int
    pick_worst: Callable[[Iterable[float]], float]


# If every board is answered, the first of these says it all: the others are for bounds.
PESSIMISTIC = Goal(lower=WON, upper=LOSS, pick_worst=min)
OPTIMISTIC = Goal(lower=LOSS, upper=WON, pick_worst=max)
DRAWS = Goal(lower=DRAWN, upper=DRAWN, pick_worst=min)

NO_OPPONENT: Mapping[int, Answer] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ChancePair:
    """The least chance of one result and the greatest of another."""

    lower: Number
    upper: Number


def rounding_error(cells: int) -> float:
    """Return how far off a chance is at most, in floats, on a board of that many cells.

    On c cells a position takes at most 3c + 4 roundings, and a result four more. By
    lemmas 3.1 and 3.3 of N. J. Higham, Accuracy and Stability of Numerical Algorithms,
    2nd edition, n of them are off by n u / (1 - n u) at most, with u = 2**-53. What is
    too small for a float is lost in the rounding up to two digits.
    """
    roundings = 4 + cells * (3 * cells + 4)
    error = roundings * 2.0**-53
    return float(f"{1.05 * error / (1 - error):.1e}")


class SideSums:
    """What the whole game tree of one side comes to.

    Attributes:
        start: The sums of the empty board.
        error: How far off a chance is at most; 0 if chances are exact.

    """

    start: PositionSums

    def __init__(self, error: float) -> None:
        self.error = error
        self.denominator = 1

    @property
    def vs_random(self) -> ChancePair:
        """The chances against random play, or against the opponent that was named."""
        return ChancePair(
            self.chance(self.start.random_lower), self.chance(self.start.random_upper)
        )

    @property
    def vs_perfect(self) -> ChancePair:
        """The chances against perfect play."""
        return ChancePair(
            self.chance(self.start.perfect_lower), self.chance(self.start.perfect_upper)
        )

    @property
    def worst(self) -> Number:
        """The expected result against the opponent that exploits the player best."""
        return self.chance(self.start.worst)

    def chance(self, numerator: float) -> Number:
        """Return a sum of the empty board as a chance."""
        return as_number(numerator, self.denominator, exact=not self.error)


def as_number(numerator: float, denominator: float, *, exact: bool) -> Number:
    """Return a quotient: a fraction if both are integers, else a float from -1 to 1."""
    if exact:
        return Fraction(cast(int, numerator), cast(int, denominator))
    # Roundings may add up to a little more than 1.
    return max(-1.0, min(1.0, numerator / denominator))


class SingleSums(SideSums):
    """The sums of a traversal whose boards were asked one by one.

    Args:
        traversal: The traversal.
        goal: Which chances are summed up.
        opponent: The answers of an opponent, by key. They take the place of random
            play.
        mistakes: Gets the moves that are not best, if given.
        factors: What `tier_factors` returns, if it is already known.

    """

    def __init__(
        self,
        traversal: SingleTraversal,
        *,
        goal: Goal = PESSIMISTIC,
        opponent: Mapping[int, Answer] = NO_OPPONENT,
        mistakes: MistakeLists | None = None,
        factors: Sequence[int] | None = None,
    ) -> None:
        if factors is None:
            factors = tier_factors(traversal, opponent)
        super().__init__(0.0 if factors else rounding_error(traversal.positions.cells))
        self._traversal = traversal
        self._legal = traversal.positions.legal
        self._after = traversal.positions.after
        self._goal = goal
        self._opponent = opponent
        self._mistakes = mistakes
        self._divide: Callable[[float, float], float] = floordiv if factors else truediv

        # Those of the tier that was summed up last: the one after the present tier.
        self._sums: dict[int, PositionSums] = {}
        for stones in reversed(range(len(traversal.unfinished))):
            self._sum_tier(stones, factors[stones] if factors else 1)
        (self.start,) = self._sums.values()
        if mistakes is not None:
            mistakes.sort()

    def _sum_tier(self, stones: int, factor: int) -> None:
        """Sum up a tier, whose denominator is this factor times that of the next."""
        self._denominator_after = self.denominator
        self._forfeit = self._end(LOSS, NO_SCORE)
        self.denominator *= factor
        # Few scores end a game, and their sums are the same all over a tier.
        end = cache(self._end)

        own_turn = self._traversal.is_own_turn(stones)
        sum_of: Callable[[int, Any, int], PositionSums] = self._sum_at_opponents_turn
        if own_turn:
            sum_of = self._sum_at_own_turn
        unfinished = self._traversal.unfinished[stones]
        sums = {key: sum_of(key, answer, factor) for key, answer in unfinished.items()}
        for key, score in self._traversal.finished[stones].items():
            value = value_of(score)
            sums[key] = end(value if own_turn else -value, score)
        self._sums = sums

    def _end(self, result: int, score: int) -> PositionSums:
        """Return the sums of a game that has ended with this result for the player."""
        lower = self.denominator if result == self._goal.lower else 0
        upper = self.denominator if result == self._goal.upper else 0
        return PositionSums(
            int(result == WON),
            int(result == DRAWN),
            int(result == LOSS),
            lower,
            upper,
            lower,
            upper,
            self.denominator * result,
            score,
        )

    def _sum_at_own_turn(self, key: int, answer: Answer, factor: int) -> PositionSums:
        score = self._traversal.score(key)
        if isinstance(answer, Unanswered):
            return self._sum_without_answer(key, factor, score)

        weights = weights_of(answer)
        cells = [cell for cell, _ in weights if cell != LOST]
        replies = self._replies(key, cells)
        if len(cells) < len(weights):  # the last weight is that of a forfeit
            replies.append(self._forfeit)
        if self._mistakes is not None:
            scores = [score_before(reply.score) for reply in replies]
            # A forfeit, whose score is `NO_SCORE`, is never the least.
            if min(scores) != score:
                self._note_mistakes(self._mistakes, key, weights, scores)
        if factor == len(replies) == 1:  # one move, as most players have everywhere
            return PositionSums(*replies[0][:-1], score)

        total_weight = sum(weight for _, weight in weights)
        shares = [self._divide(weight * factor, total_weight) for _, weight in weights]
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
            if cell != LOST:
                chances[cell] = as_number(weight, total_weight, exact=not self.error)
                score_of_move[cell] = score
        mistakes.note(key, self._traversal.score(key), chances, score_of_move)

    def _sum_without_answer(self, key: int, factor: int, score: int) -> PositionSums:
        """Return bounds that hold whatever the player might yet have answered."""
        if not self._traversal.follows:
            return self._sum_if_not_followed(score)

        replies = self._replies(key, self._legal(key))
        columns = ReplyColumns(*zip(*replies, strict=True))
        return PositionSums(
            sum(columns.games_won),
            sum(columns.games_drawn),
            sum(columns.games_lost),
            min(columns.random_lower) * factor,
            max(columns.random_upper) * factor,
            min(columns.perfect_lower) * factor,
            max(columns.perfect_upper) * factor,
            self._goal.pick_worst(columns.worst) * factor,
            score,
        )

    def _sum_if_not_followed(self, score: int) -> PositionSums:
        """Return bounds that hold whatever follows; the game counts as lost."""
        certain = self.denominator
        return PositionSums(
            games_won=0,
            games_drawn=0,
            games_lost=1,
            random_lower=0,
            random_upper=certain,
            perfect_lower=0,
            perfect_upper=certain,
            worst=self._goal.pick_worst((-certain, certain)),
            score=score,
        )

    def _sum_at_opponents_turn(self, key: int, _: None, factor: int) -> PositionSums:
        cells = self._legal(key)
        replies = self._replies(key, cells)
        columns = ReplyColumns(*zip(*replies, strict=True))

        # Perfect play shares its weight among the replies that are worst for the
        # player.
        scores = columns.score
        least_score = min(scores)
        best_share = self._divide(factor, scores.count(least_score))
        perfect_shares = [best_share if score == least_score else 0 for score in scores]
        worst = min(columns.worst) * factor
        score = score_before(least_score)

        if key not in self._opponent:
            random_shares = [self._divide(factor, len(replies))] * len(replies)
            return _weighted_sums(columns, random_shares, perfect_shares, worst, score)
        weights = dict(weights_of(self._opponent[key]))
        total_weight = sum(weights.values())
        shares = [
            self._divide(weights.get(cell, 0) * factor, total_weight) for cell in cells
        ]
        sums = _weighted_sums(columns, shares, perfect_shares, worst, score)
        if LOST not in weights:
            return sums
        # What the opponent forfeits is won.
        share = self._divide(weights[LOST] * factor, total_weight)
        won = share * self._denominator_after
        if self._goal.lower == WON:
            return sums._replace(random_lower=sums.random_lower + won)
        if self._goal.upper == WON:
            return sums._replace(random_upper=sums.random_upper + won)
        return sums

    def _replies(self, key: int, cells: Sequence[int]) -> list[PositionSums]:
        sums = self._sums
        return [sums[reply] for reply in self._after(key, cells)]


def _weighted_sums(
    columns: ReplyColumns,
    random_shares: Sequence[float],
    perfect_shares: Sequence[float],
    worst: float,
    score: int,
) -> PositionSums:
    """Return the sums of a position from the columns of its replies' sums."""
    return PositionSums(
        sum(columns.games_won),
        sum(columns.games_drawn),
        sum(columns.games_lost),
        sum(map(mul, columns.random_lower, random_shares)),
        sum(map(mul, columns.random_upper, random_shares)),
        sum(map(mul, columns.perfect_lower, perfect_shares)),
        sum(map(mul, columns.perfect_upper, perfect_shares)),
        worst,
        score,
    )


def tier_factors(
    traversal: SingleTraversal, opponent: Mapping[int, Answer] = NO_OPPONENT
) -> list[int]:
    """Return, by tier, the factor by which its denominator exceeds that of the next.

    With it every share of a position is an integer: a weight times the factor is
    divisible by the sum of the weights.

    Returns:
        The factors by number of stones; an empty list if the sums must be floats,
        because weights are, or because the denominator would be too long.

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
                return []
            factor = lcm(factor, sum_of_weights)
            if (denominator * factor).bit_length() > MOST_BITS:
                return []
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
