"""The figures of a player, summed over a visit from its last tier to its first.

Chances are whole numbers over one denominator a tier, or floats where that would be too long.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from operator import floordiv, mul, truediv
from types import MappingProxyType
from typing import Any, NamedTuple

from ttt_table.grading.grades import Chances, Mistake, Results
from ttt_table.grading.positions import Positions
from ttt_table.grading.visit import SingleVisit
from ttt_table.players.answers import LOST, Answer, Unanswered, weights_of
from ttt_table.players.weights import MOST_BITS
from ttt_table.rules.outcome import NO_SCORE, outcome_of, score_before, value_of


def bound(cells: int) -> float:
    """How far off a chance on a board of so many cells is at most, in floats.

    On c cells a position takes at most 3c + 4 roundings, and a result four more: by lemmas 3.1 and
    3.3 of N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, n of them are
    off by n u / (1 - n u) at most, u = 2**-53. What is too small for a float is lost in the
    rounding up to two digits.
    """
    off = (4 + cells * (3 * cells + 4)) * 2.0**-53
    return float(f"{1.05 * off / (1 - off):.1e}")


class Sums(NamedTuple):
    """What a position comes to for the player: counts of lines, chances over its tier's `over`."""

    won: int
    drawn: int
    lost: int
    random_won: float
    random_lost: float
    perfect_won: float
    perfect_lost: float
    worst: float  # the expected result against the opponent who knows the player
    score: int  # the position's own, for its mover


class SideSums:
    """What a visit comes to, and where its answers are not best."""

    def __init__(self, positions: Positions, error: float) -> None:
        self.positions = positions
        self.error = error  # how far off a chance is at most
        self.over = 1  # the denominator of all chances; of floats 1
        self.blunders: list[Mistake] = []  # in the order of being asked
        self.slips: list[Mistake] = []
        self.start: Sums  # what the empty board comes to

    def chance(self, number: float, over: float) -> Fraction | float:
        """A number over its denominator, for whoever reads the grade."""
        if self.error:
            return max(
                -1.0, min(1.0, number / over)
            )  # roundings may have added what is beyond
        exact: Fraction = Fraction(number, over)  # type: ignore[call-overload]  # both are whole
        return exact

    def chances(self) -> Chances:
        """What to expect of the player."""
        _, _, _, *ways, worst, _ = self.start

        def results(won: float, lost: float) -> Results:
            three = won, max(0, self.over - won - lost), lost
            return Results(*(self.chance(one, self.over) for one in three))

        return Chances(
            results(*ways[:2]), results(*ways[2:]), self.chance(worst, self.over)
        )

    def note(
        self, key: int, score: int, moves: Mapping[int, tuple[int, Fraction | float]]
    ) -> None:
        """List the moves at a board, each with its score and its chance, that are not best."""
        size, value = (self.positions.cells, key.bit_count()), value_of(score)
        # A board with moves of both kinds stands in both lists.
        for listed, is_slip in ((self.blunders, False), (self.slips, True)):
            wrong = {
                cell: chance
                for cell, (reached, chance) in moves.items()
                if cell != LOST
                and reached != score
                and (value_of(reached) == value) == is_slip
            }
            if wrong:
                move = min(wrong, key=lambda cell: (moves[cell][0], cell))
                was, became = (
                    outcome_of(one, *size) for one in (score, moves[move][0])
                )
                board = self.positions.text(key)
                listed.append(
                    Mistake(board, move, wrong, was, became, self.positions.table)
                )


class SingleSums(SideSums):
    """The sums of a visit whose boards were asked one by one.

    Where there is no answer, the chances are those of the worst move, or ``at_best`` of the best.
    The answers of an ``opponent``, by key, take the place of random play.
    """

    def __init__(
        self,
        visit: SingleVisit,
        *,
        at_best: bool = False,
        opponent: Mapping[int, Answer] = MappingProxyType({}),
    ) -> None:
        factors = _factors(visit, opponent)
        super().__init__(
            visit.positions, 0.0 if factors else bound(visit.positions.cells)
        )
        self.sums: dict[int, Sums] = {}  # those of one tier
        self._visit, self._opponent, self._at_best = visit, opponent, at_best
        self._part = floordiv if factors else truediv
        for stones in reversed(range(len(visit.unfinished))):
            self._add(stones, factors[stones] if factors else 1)
        for listed in (self.blunders, self.slips):
            listed.sort(key=lambda one: -one.board.count("."))
        (self.start,) = self.sums.values()

    def _add(self, stones: int, total: int) -> None:
        """Sum up a tier, whose denominator grows by this factor."""
        self._over_below, self._lost = self.over, self._end(-1, NO_SCORE)
        self.over *= total
        # Few scores end a game, and their sums are the same all over a tier.
        self._ended = cache(self._end)
        own = self._visit.own_turn(stones)
        add: Callable[[int, Any, int], Sums] = self._decided if own else self._opposed
        unfinished = self._visit.unfinished[stones]
        sums = {key: add(key, answer, total) for key, answer in unfinished.items()}
        for key, score in self._visit.finished[stones].items():
            sums[key] = self._ended(value_of(score) if own else -value_of(score), score)
        self.sums = sums

    def _end(self, result: int, score: int) -> Sums:
        won, lost = int(result > 0), int(result < 0)
        ways = (self.over * won, self.over * lost)
        return Sums(won, 1 - won - lost, lost, *ways, *ways, self.over * result, score)

    def _decided(self, key: int, answer: Answer, total: int) -> Sums:
        score = self._visit.score(key)
        if isinstance(answer, Unanswered):
            return self._undecided(key, total, score)
        weights = weights_of(answer)
        cells = [cell for cell, _ in weights if cell != LOST]
        replies = self._replies(key, cells)
        if len(cells) < len(weights):
            replies.append(self._lost)  # as the last of the weights
        whole = sum(weight for _, weight in weights)
        scores = [score_before(reply.score) for reply in replies]
        # Those at worst against random play list them; other sums of a visit are for chances alone.
        if min(scores) != score and not (self._at_best or self._opponent):
            moves = zip(weights, scores, strict=True)
            self.note(
                key,
                score,
                {at: (found, self.chance(n, whole)) for (at, n), found in moves},
            )
        if total == len(replies) == 1:  # most players are sure
            return Sums(*replies[0][:-1], score)
        shares = [self._part(weight * total, whole) for _, weight in weights]
        *_, worsts, _ = columns = [*zip(*replies, strict=True)]
        return _joined(columns, shares, shares, sum(map(mul, worsts, shares)), score)

    def _undecided(self, key: int, total: int, score: int) -> Sums:
        """The sums of whatever the player might yet have answered."""
        if not self._visit.follows:
            return self._ended(1 if self._at_best else -1, score)
        gain, harm = (max, min) if self._at_best else (min, max)
        replies = self._replies(key, self.positions.legal(key))
        *lines, won, lost, won_best, lost_best, worst, _ = zip(*replies, strict=True)
        picked = gain(won), harm(lost), gain(won_best), harm(lost_best), gain(worst)
        return Sums._make(
            [*map(sum, lines), *(chance * total for chance in picked), score]
        )

    def _opposed(self, key: int, _: object, total: int) -> Sums:
        cells = self.positions.legal(key)
        replies = self._replies(key, cells)
        *_, worsts, scores = columns = [*zip(*replies, strict=True)]
        least, each = min(scores), self._part(total, len(replies))
        best_each = self._part(total, scores.count(least))
        best_shares = [best_each if score == least else 0 for score in scores]
        shares, forfeited = [each] * len(replies), 0.0
        if key in self._opponent:
            weights = dict(weights_of(self._opponent[key]))
            whole = sum(weights.values())
            shares = [self._part(weights.get(cell, 0) * total, whole) for cell in cells]
            forfeited = (
                self._part(weights.get(LOST, 0) * total, whole) * self._over_below
            )
        sums = _joined(
            columns, shares, best_shares, min(worsts) * total, score_before(least)
        )
        return (
            sums._replace(random_won=sums.random_won + forfeited) if forfeited else sums
        )

    def _replies(self, key: int, cells: Sequence[int]) -> list[Sums]:
        return [self.sums[reply] for reply in self.positions.after(key, cells)]


def _joined(
    columns: Sequence[tuple[Any, ...]],
    random: Sequence[float],
    perfect: Sequence[float],
    worst: float,
    score: int,
) -> Sums:
    """The sums of a position from its replies' and the share of each."""
    shares = (random, random, perfect, perfect)
    chances = [sum(map(mul, *two)) for two in zip(columns[3:7], shares, strict=True)]
    return Sums._make([*map(sum, columns[:3]), *chances, worst, score])


def _whole(answer: Answer) -> float:
    return sum(weight for _, weight in weights_of(answer))


def _factors(visit: SingleVisit, opponent: Mapping[int, Answer]) -> list[int]:
    """By tier, what makes every share a whole number; none where floats must do."""
    factors, over = [], 1
    for stones, tier in enumerate(visit.unfinished):
        # Of whatever number of moves that are equally likely, each has a whole share of this.
        wholes: set[float] = set(range(1, visit.positions.cells - stones + 1))
        if visit.own_turn(stones):
            unsure = (one for one in tier.values() if isinstance(one, tuple))
            wholes = {_whole(one) for one in unsure if not isinstance(one, Unanswered)}
        else:
            wholes |= {_whole(opponent[key]) for key in tier if key in opponent}
        factors.append(1)
        for whole in wholes:
            if isinstance(whole, float):
                return []
            factors[-1] = lcm(factors[-1], whole)
            if (over * factors[-1]).bit_length() > MOST_BITS:
                return []
        over *= factors[-1]
    return factors
