"""The exact figures of a player, summed over a visit from its last tier to its first.

Every chance within a tier is a whole number over one denominator, which is made for the tier from
the one after it, so that nothing is ever rounded and hardly any fraction is ever reduced.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Generic, NamedTuple, TypeVar

from ttt_table.play.players import Distribution, weights_of
from ttt_table.play.visit import Visit
from ttt_table.rules.outcome import score_before, value_of

T = TypeVar("T")


class Results(NamedTuple):
    """Three counts or three chances, as the player who is graded sees the games."""

    won: int | Fraction
    drawn: int | Fraction
    lost: int | Fraction


class Wrong(NamedTuple):
    """A decision with moves that are not best."""

    key: int
    score: int
    """What the best move leads to, for the mover."""
    moves: dict[int, tuple[int, Fraction]]
    """Those that are worse, by cell: the score, and how likely the player makes it."""


class Figures(NamedTuple):
    """What a visit comes to; `ttt_table.play.Grade` says what each figure means."""

    value: Fraction
    lines: Results
    vs_random: Results
    vs_perfect: Results
    worst: Fraction
    wrong: list[Wrong]
    """The decisions with moves that are not best, in the order of being asked."""


class Sums(NamedTuple, Generic[T]):
    """What a position comes to: counts of lines, then chances over the denominator of its tier.

    All but the score are the graded player's. Of several positions each field is a column.
    """

    won: T
    drawn: T
    lost: T
    random_won: T
    random_lost: T
    perfect_won: T
    perfect_lost: T
    worst: T
    """The chance of winning less that of losing, against the opponent who knows the player."""
    score: T
    """The position's own, for its mover."""


def figures_of(visit: Visit) -> Figures:
    """The figures of a visit, whose positions have all been asked."""
    tiers = _Tiers(visit)
    for stones in reversed(range(len(visit.unfinished))):
        tiers.add(stones)
    (start,), over = tiers.sums.values(), tiers.over
    value = value_of(start.score)
    return Figures(
        value=Fraction(value if visit.own_turn(0) else -value),
        lines=Results(start.won, start.drawn, start.lost),
        vs_random=_results(start.random_won, start.random_lost, over),
        vs_perfect=_results(start.perfect_won, start.perfect_lost, over),
        worst=Fraction(start.worst, over),
        wrong=[one for tier in reversed(tiers.wrong) for one in tier],
    )


class _Tiers:
    """The sums of the tier that was added last, each from those of the tier after it."""

    def __init__(self, visit: Visit) -> None:
        self.sums: dict[int, Sums[int]] = {}
        self.over = 1
        """The denominator of all chances of the tier."""
        self.wrong: list[list[Wrong]] = []
        """The decisions of each tier of the player's own, the last tier first."""
        self._visit = visit
        self._positions = visit.positions

    def add(self, stones: int) -> None:
        """Sum up the tier with so many stones, the one before the last that was added."""
        own = self._visit.own_turn(stones)
        sums = self._own_tier(stones) if own else self._other_tier(stones)
        finished = self._visit.finished[stones]
        # Few scores end a game, and their sums are the same all over a tier.
        ends = {
            score: self._end(value_of(score) if own else -value_of(score), score)
            for score in set(finished.values())
        }
        sums |= {key: ends[score] for key, score in finished.items()}
        self.sums = sums

    def _end(self, result: int, score: int) -> Sums[int]:
        """Of a game that ends here: one line of one kind, with all start."""
        won, lost = int(result > 0), int(result < 0)
        ways = (self.over * won, self.over * lost)
        return Sums(won, 1 - won - lost, lost, *ways, *ways, self.over * result, score)

    def _own_tier(self, stones: int) -> dict[int, Sums[int]]:
        """The player's decisions: every move of an answer with its weight."""
        positions, after, played = self._visit.unfinished[stones], self.sums, self._positions.played
        answers = {key: weights_of(one) for key, one in positions.items() if one is not None}
        # A single cell has the weight 1, which changes nothing.
        total = lcm(*{_whole(weights) for weights in answers.values() if len(weights) > 1})
        self.over *= total
        sums = {}
        wrong: list[Wrong] = []
        for key, weights in answers.items():
            score = self._positions.score(key)
            replies = [after[played(key, cell)] for cell, _ in weights]
            if replies:
                sums[key] = _decided(replies, weights, total, score)
            else:
                sums[key] = self._end(-1, score)  # a forfeit
            scores = [score_before(one.score) for one in replies]
            if min(scores, default=score) < score:
                wrong.append(Wrong(key, score, _worse(scores, weights, score)))
        self.wrong.append(wrong)
        return sums

    def _other_tier(self, stones: int) -> dict[int, Sums[int]]:
        """The opponent's turns: random, perfect, and the one who knows the player."""
        positions, after = self._visit.unfinished[stones], self.sums
        legal, played = self._positions.legal, self._positions.played
        # Of whatever number of moves that are equally likely, each has a whole share of this.
        total = lcm(*range(1, max(map(len, map(legal, positions)), default=1) + 1))
        self.over *= total
        return {
            key: _opposed([after[played(key, cell)] for cell in legal(key)], total)
            for key in positions
        }


def _decided(
    replies: Sequence[Sums[int]], weights: Distribution, total: int, score: int
) -> Sums[int]:
    """The sums of a decision, where the tier's denominator grows by this factor."""
    if len(replies) == total == 1:  # most players are sure: all but the score is the one reply's
        return Sums(*replies[0][:-1], score)
    each = _columns(replies)
    scale = total // _whole(weights)
    shares = [weight * scale for _, weight in weights]

    def mean(column: Sequence[int]) -> int:
        return sum(map(mul, column, shares))

    return Sums(
        sum(each.won),
        sum(each.drawn),
        sum(each.lost),
        mean(each.random_won),
        mean(each.random_lost),
        mean(each.perfect_won),
        mean(each.perfect_lost),
        mean(each.worst),
        score,
    )


def _opposed(replies: Sequence[Sums[int]], total: int) -> Sums[int]:
    """The sums of an opponent's turn, where the tier's denominator grows by this factor."""
    each = _columns(replies)
    least = min(each.score)
    best = [one for one in replies if one.score == least]
    share, best_share = total // len(replies), total // len(best)
    return Sums(
        sum(each.won),
        sum(each.drawn),
        sum(each.lost),
        sum(each.random_won) * share,
        sum(each.random_lost) * share,
        sum([one.perfect_won for one in best]) * best_share,
        sum([one.perfect_lost for one in best]) * best_share,
        min(each.worst) * total,
        score_before(least),
    )


def _columns(replies: Sequence[Sums[int]]) -> Sums[tuple[int, ...]]:
    return Sums(*zip(*replies, strict=True))


def _worse(
    scores: Sequence[int], weights: Distribution, best: int
) -> dict[int, tuple[int, Fraction]]:
    """The moves of a decision that are not best, by cell: the score and the chance of each."""
    return {
        cell: (score, Fraction(weight, _whole(weights)))
        for (cell, weight), score in zip(weights, scores, strict=True)
        if score != best
    }


def _whole(weights: Distribution) -> int:
    return sum(weight for _, weight in weights)


def _results(won: int, lost: int, over: int) -> Results:
    return Results(Fraction(won, over), Fraction(over - won - lost, over), Fraction(lost, over))
