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
    """What a position comes to: counts of lines, then chances over the denominators of its tier.

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
    score: T
    """The position's own, for its mover."""


class Denominators(NamedTuple):
    """What the chances of a tier are over."""

    random: int = 1
    perfect: int = 1
    worst: int = 1


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
        vs_random=_chances(start.random_won, start.random_lost, over.random),
        vs_perfect=_chances(start.perfect_won, start.perfect_lost, over.perfect),
        worst=Fraction(start.worst, over.worst),
        wrong=[one for tier in reversed(tiers.wrong) for one in tier],
    )


class _Tiers:
    """The sums of the tier that was added last, each from those of the tier after it."""

    def __init__(self, visit: Visit) -> None:
        self.sums: dict[int, Sums[int]] = {}
        self.over = Denominators()
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
        """Of a game that ends here: one line of one kind, with all chances."""
        won, lost, over = int(result > 0), int(result < 0), self.over
        return Sums(
            won=won,
            drawn=1 - won - lost,
            lost=lost,
            random_won=over.random * won,
            random_lost=over.random * lost,
            perfect_won=over.perfect * won,
            perfect_lost=over.perfect * lost,
            worst=over.worst * result,
            score=score,
        )

    def _own_tier(self, stones: int) -> dict[int, Sums[int]]:
        """The player's decisions: every move of an answer with its weight."""
        positions, after, played = self._visit.unfinished[stones], self.sums, self._positions.played
        answers = {
            key: weights_of(answer) for key, answer in positions.items() if answer is not None
        }
        total = lcm(*{_whole(weights) for weights in answers.values() if weights})
        self.over = Denominators(*(one * total for one in self.over))
        sums = {}
        wrong: list[Wrong] = []
        for key, weights in answers.items():
            score = self._positions.score(key)
            if weights:
                replies = [after[played(key, cell)] for cell, _ in weights]
                sums[key] = _decided(replies, weights, total, score)
                if worse := _worse(weights, replies, score):
                    wrong.append(Wrong(key, score, worse))
            else:
                sums[key] = self._end(-1, score)  # a forfeit
        self.wrong.append(wrong)
        return sums

    def _other_tier(self, stones: int) -> dict[int, Sums[int]]:
        """The opponent's turns: random, perfect, and the one who knows the player."""
        positions, after = self._visit.unfinished[stones], self.sums
        legal, played = self._positions.legal, self._positions.played
        many = {len(legal(key)) for key in positions}
        equally = lcm(*many)
        among_best = lcm(*range(1, max(many, default=1) + 1))
        sums = {}
        for key in positions:
            replies = [after[played(key, cell)] for cell in legal(key)]
            sums[key] = _opposed(replies, equally, among_best)
        random, perfect, worst = self.over
        self.over = Denominators(random * equally, perfect * among_best, worst)
        return sums


def _decided(
    replies: Sequence[Sums[int]], weights: Distribution, total: int, score: int
) -> Sums[int]:
    """The sums of a decision, where the weights of its tier are brought to this total."""
    scale = total // _whole(weights)
    scaled = [weight * scale for _, weight in weights]

    def mean(column: Sequence[int]) -> int:
        return sum(map(mul, column, scaled))

    each = _columns(replies)
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


def _opposed(replies: Sequence[Sums[int]], equally: int, among_best: int) -> Sums[int]:
    """The sums of an opponent's turn, with the tier's denominators for all moves, and for best."""
    each = _columns(replies)
    least = min(each.score)
    best = _columns([one for one in replies if one.score == least])
    share, best_share = equally // len(replies), among_best // len(best.score)
    return Sums(
        sum(each.won),
        sum(each.drawn),
        sum(each.lost),
        sum(each.random_won) * share,
        sum(each.random_lost) * share,
        sum(best.perfect_won) * best_share,
        sum(best.perfect_lost) * best_share,
        min(each.worst),
        score_before(least),
    )


def _columns(sums: Sequence[Sums[int]]) -> Sums[tuple[int, ...]]:
    return Sums(*zip(*sums, strict=True))


def _worse(
    weights: Distribution, replies: Sequence[Sums[int]], best: int
) -> dict[int, tuple[int, Fraction]]:
    """The moves of a decision that are not best, by cell: the score and the chance of each."""
    scores = [score_before(one.score) for one in replies]
    if min(scores) == best:  # nearly always, and quickly told
        return {}
    whole = _whole(weights)
    return {
        cell: (score, Fraction(weight, whole))
        for (cell, weight), score in zip(weights, scores, strict=True)
        if score != best
    }


def _whole(weights: Distribution) -> int:
    return sum(weight for _, weight in weights)


def _chances(won: int, lost: int, over: int) -> Results:
    return Results(Fraction(won, over), Fraction(over - won - lost, over), Fraction(lost, over))
