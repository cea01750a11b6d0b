"""The figures of a player, summed over a visit from its last tier to its first.

Every chance within a tier is a whole number over one denominator, which is made for the tier from
the one after it, so that nothing is ever rounded and hardly any fraction is ever reduced. Where an
answer holds a float, or that denominator would grow beyond all use, chances are floats instead, and
`bound` says how far off they may be.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import floordiv, mul, truediv
from typing import Any, NamedTuple

from ttt_table.play.players import MOST_BITS, Answer, Distribution, Unanswered, weights_of
from ttt_table.play.visit import Visit
from ttt_table.rules.outcome import score_before, value_of


def bound(cells: int) -> float:
    """How far off a chance on a board of so many cells is at most, in floats.

    A position's chance is a mean of its replies': a sum of products with shares. With m free cells
    that takes at most 2m + 4 roundings: those of the weights' sum, the share, the product, and the
    sum. Four more make a result of the sums at the end. In floats each product is off by a factor
    1 + d, |d| <= u = 2**-53, for every rounding on its way, and n of these come to 1 + g,
    |g| <= n u / (1 - n u) (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd
    edition, lemma 3.1). The sizes of the products add up to 1 at most, so the sum is off by g at
    most, besides what the replies were off already, and the two together come to g for all the
    roundings (lemma 3.3). The least of some chances is off by no more than they are. What is too
    small for a float is lost in the rounding up to two digits.
    """
    off = (4 + sum(2 * free + 4 for free in range(1, cells + 1))) * 2.0**-53
    return float(f"{1.05 * off / (1 - off):.1e}")


def within(number: float) -> float:
    """A chance, or a difference of two, that roundings may have brought beyond its bounds."""
    return max(-1.0, min(1.0, number))


class Sums(NamedTuple):
    """What a position comes to: counts of lines, then chances over the denominator of its tier.

    All but the score are the graded player's.
    """

    won: int
    drawn: int
    lost: int
    random_won: float
    random_lost: float
    perfect_won: float
    perfect_lost: float
    worst: float
    """The chance of winning less that of losing, against the opponent who knows the player."""
    score: int
    """The position's own, for its mover."""


class Wrong(NamedTuple):
    """A decision with moves that are not best."""

    key: int
    score: int
    """What the best move leads to, for the mover."""
    moves: Mapping[int, tuple[int, Fraction | float]]
    """Those that are worse, by cell: the score, and how likely the player makes it."""


class Tiers:
    """The sums of the tiers of a visit whose positions have all been asked.

    Where the player did not answer in time, every legal move counts among the lines, and the
    chances are those of its worst move, or ``at_best`` of its best.
    """

    most_listed = sys.maxsize
    """How many mistakes of a kind a grade lists."""
    many: Mapping[str, int] = {}
    """How many there are where not all are listed."""

    def __init__(self, visit: Visit, *, at_best: bool = False) -> None:
        self.sums: dict[int, Sums] = {}
        """Those of one tier: in the end of the first, the empty board."""
        self.over = 1
        """The denominator of all chances of that tier; of floats it stays 1."""
        self.wrong: list[Wrong] = []
        """The decisions with moves that are not best, in the order of being asked."""
        self._visit, self._positions, self._at_best = visit, visit.positions, at_best
        factors = _factors(visit)
        self.error = 0.0 if factors else bound(visit.positions.cells)
        """How far off a chance is at most; 0 where all is exact."""
        self._part = floordiv if factors else truediv
        for stones in reversed(range(len(visit.unfinished))):
            self._add(stones, factors[stones] if factors else 1)
        self.wrong.sort(key=lambda one: one.key.bit_count())

    @property
    def start(self) -> Sums:
        """What the empty board comes to."""
        (start,) = self.sums.values()
        return start

    def chance(self, number: float, over: float) -> Fraction | float:
        """A number over its denominator, for whoever reads the grade."""
        if self.error:
            return within(number / over)
        exact: Fraction = Fraction(number, over)  # type: ignore[call-overload]  # both are whole
        return exact

    def _add(self, stones: int, total: int) -> None:
        """Sum up a tier, from the tier after it, where the denominator grows by this factor."""
        self.over *= total
        own = self._visit.own_turn(stones)
        add = self._decided if own else self._opposed
        finished = self._visit.finished[stones]
        # Few scores end a game, and their sums are the same all over a tier.
        ends = {
            score: self._end(value_of(score) if own else -value_of(score), score)
            for score in set(finished.values())
        }
        unfinished = self._visit.unfinished[stones]
        sums = {key: add(key, answer, total) for key, answer in unfinished.items()}
        self.sums = sums | {key: ends[score] for key, score in finished.items()}

    def _end(self, result: int, score: int) -> Sums:
        """Of a game that ends here: one line of one kind, with all start."""
        won, lost = int(result > 0), int(result < 0)
        ways = (self.over * won, self.over * lost)
        return Sums(won, 1 - won - lost, lost, *ways, *ways, self.over * result, score)

    def _decided(self, key: int, answer: Answer | None, total: int) -> Sums:
        """The sums of the player's decision: every move of its answer with its weight."""
        score = self._positions.score(key)
        weights = () if answer is None else weights_of(answer)
        if not weights:
            return self._without_answer(key, answer, total, score)
        replies = self._replies(key, [cell for cell, _ in weights])
        scores = [reply.score for reply in replies]
        whole = _whole(weights)
        if score_before(max(scores)) != score:
            worse = {
                cell: (reached, self.chance(weight, whole))
                for (cell, weight), reached in zip(weights, map(score_before, scores), strict=True)
                if reached != score
            }
            self.wrong.append(Wrong(key, score, worse))
        if total == len(replies) == 1:  # most players are sure: all but the score is the reply's
            return Sums(*replies[0][:-1], score)
        shares = [self._part(weight * total, whole) for _, weight in weights]
        *_, worsts, _ = columns = [*zip(*replies, strict=True)]
        return _joined(columns, shares, shares, sum(map(mul, worsts, shares)), score)

    def _without_answer(self, key: int, answer: Answer | None, total: int, score: int) -> Sums:
        """The sums of a forfeit, or of whatever the player might have answered with more time."""
        if not isinstance(answer, Unanswered):
            return self._end(-1, score)
        gain, harm = (max, min) if self._at_best else (min, max)
        replies = self._replies(key, self._visit.moves(key, answer))
        *lines, won, lost, won_best, lost_best, worst, _ = zip(*replies, strict=True)
        picked = gain(won), harm(lost), gain(won_best), harm(lost_best), gain(worst)
        return Sums._make([*map(sum, lines), *(chance * total for chance in picked), score])

    def _opposed(self, key: int, _: object, total: int) -> Sums:
        """The sums of an opponent's turn: random, perfect, and the one who knows the player."""
        replies = self._replies(key, self._positions.legal(key))
        *_, worsts, scores = columns = [*zip(*replies, strict=True)]
        least, each = min(scores), self._part(total, len(replies))
        best_each = self._part(total, scores.count(least))
        best_shares = [best_each if score == least else 0 for score in scores]
        shares = [each] * len(replies)
        return _joined(columns, shares, best_shares, min(worsts) * total, score_before(least))

    def _replies(self, key: int, cells: Sequence[int]) -> list[Sums]:
        """The sums of the positions that these moves lead to, in the tier after this one."""
        return [self.sums[self._positions.played(key, cell)] for cell in cells]


def _joined(
    columns: Sequence[tuple[Any, ...]],
    random: Sequence[float],
    perfect: Sequence[float],
    worst: float,
    score: int,
) -> Sums:
    """The sums of a position from its replies', field by field, and the share of each reply."""
    shares = (random, random, perfect, perfect)
    chances = [sum(map(mul, *two)) for two in zip(columns[3:7], shares, strict=True)]
    return Sums._make([*map(sum, columns[:3]), *chances, worst, score])


def _whole(weights: Distribution) -> float:
    return sum(weight for _, weight in weights)


def _factors(visit: Visit) -> list[int]:
    """By tier, what makes every share of it a whole number; none where floats must do."""
    factors, over = [], 1
    for stones, tier in enumerate(visit.unfinished):
        # Of whatever number of moves that are equally likely, each has a whole share of this.
        wholes: set[float] = set(range(1, visit.positions.cells - stones + 1))
        if visit.own_turn(stones):
            wholes = {_whole(weights_of(one)) for one in tier.values() if isinstance(one, tuple)}
        factors.append(1)
        for whole in wholes - {0}:
            if isinstance(whole, float):
                return []
            factors[-1] = lcm(factors[-1], whole)
            if (over * factors[-1]).bit_length() > MOST_BITS:
                return []
        over *= factors[-1]
    return factors
