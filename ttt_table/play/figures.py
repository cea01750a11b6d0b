"""The exact figures of a player from all its answers, summed from the last tier to the first.

Every chance within a tier is a whole number over one denominator, which is made for the tier from
the one after it, so that nothing is ever rounded and hardly any fraction is ever reduced.
"""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction
from math import lcm
from operator import mul

from ttt_table.play.players import Forfeit
from ttt_table.rules.outcome import score_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttt_table.play.asking import Met
    from ttt_table.play.ground import Ground
    from ttt_table.play.players import Answer

NEVER = 1 << 30
"""Plies to a loss that cannot happen."""


class Results(namedtuple("Results", ["won", "drawn", "lost"])):
    """Three counts or three chances, as the player who is graded sees the games."""

    __slots__ = ()

    won: int | Fraction
    drawn: int | Fraction
    lost: int | Fraction


class Wrong(namedtuple("Wrong", ["key", "score", "moves"])):
    """A decision with moves that are not best."""

    __slots__ = ()

    key: int
    score: int
    """What the best move leads to, for the mover."""
    moves: dict[int, tuple[int, Fraction]]
    """Those that are worse, by cell: the score, and how likely the player makes it."""


# What a position comes to: counts of lines, chances over the tier's denominators, its own score for
# its mover, and the plies to the soonest loss.
WON, DRAWN, LOST, RANDOM_WON, RANDOM_LOST, PERFECT_WON, PERFECT_LOST, WORST, SCORE, LOSS_IN = range(
    10
)


class Figures:
    """The figures of what was met, and the decisions that were wrong."""

    def __init__(self, met: Met, ground: Ground) -> None:
        self.wrong: list[Wrong] = []
        self._met = met
        self._ground = ground
        # The denominators of a tier, of the chances against random and perfect play and of worst.
        self._over = (1, 1, 1)
        # The plies to the soonest loss, kept for all tiers to find the shortest lost game.
        self._loss_in: list[dict[int, int]] = [{} for _ in met.open]
        after: dict[int, Sequence[int]] = {}
        for stones in reversed(range(len(met.open))):
            after = self._tier(stones, after)
        self._start = after[0]

    @property
    def lines(self) -> Results:
        """How many complete games there are, each counted once."""
        return Results(*self._start[: LOST + 1])

    @property
    def vs_random(self) -> Results:
        """The chances against an opponent who picks every legal cell equally."""
        return _chances(self._start[RANDOM_WON], self._start[RANDOM_LOST], self._over[0])

    @property
    def vs_perfect(self) -> Results:
        """The chances against an opponent who picks equally among its moves of best score."""
        return _chances(self._start[PERFECT_WON], self._start[PERFECT_LOST], self._over[1])

    @property
    def worst(self) -> Fraction:
        """The expected result against the opponent who makes it least."""
        return Fraction(self._start[WORST], self._over[2])

    @property
    def value(self) -> int:
        """What the game is worth to the player who is graded, with perfect play."""
        score = self._start[SCORE]
        own = (score > 0) - (score < 0)
        return own if self._met.own_turn(0) else -own

    def shortest_loss(self) -> tuple[int, ...] | None:
        """The cells of the shortest lost game, of equals the smallest; None where none is lost."""
        key = 0
        moves: list[int] = []
        left = self._loss_in[0][0]
        if left >= NEVER:
            return None
        while left:
            left -= 1
            known = self._loss_in[len(moves) + 1]
            cell = next(
                cell
                for cell in self._ground.legal(key)
                # A cell outside the player's answer may lead to a position met on another way.
                if cell in self._answered(key) and known[self._ground.played(key, cell)] == left
            )
            moves.append(cell)
            key = self._ground.played(key, cell)
        return tuple(moves)

    def _answered(self, key: int) -> Sequence[int]:
        answer = self._met.open[key.bit_count()][key]
        if answer is None:
            return self._ground.legal(key)
        return [cell for cell, _ in _weighted(answer)]

    def _tier(self, stones: int, after: dict[int, Sequence[int]]) -> dict[int, Sequence[int]]:
        """The sums of a tier's positions, from those of the tier after it."""
        positions = self._met.open[stones]
        own = self._met.own_turn(stones)
        sums: dict[int, Sequence[int]] = {}
        if own:
            self._own_tier(positions, after, sums)
        else:
            self._other_tier(positions, after, sums)
        self._ended(stones, sums)
        self._loss_in[stones] = {key: one[LOSS_IN] for key, one in sums.items()}
        return sums

    def _ended(self, stones: int, sums: dict[int, Sequence[int]]) -> None:
        """The finished positions of a tier: a line of one kind, with all chances."""
        sign = 1 if self._met.own_turn(stones) else -1
        for key, score in self._met.ended[stones].items():
            sums[key] = self._end(sign * ((score > 0) - (score < 0)), score)

    def _end(self, result: int, score: int) -> Sequence[int]:
        random, perfect, worst = self._over
        won, lost = result > 0, result < 0
        return (
            *(int(won), int(not result), int(lost)),
            *(random * won, random * lost, perfect * won, perfect * lost, worst * result),
            *(score, 0 if lost else NEVER),
        )

    def _own_tier(
        self,
        positions: dict[int, Answer | None],
        after: dict[int, Sequence[int]],
        sums: dict[int, Sequence[int]],
    ) -> None:
        """The player's decisions: every move of an answer with its weight."""
        total = lcm(
            *{sum(weight for _, weight in _weighted(one)) or 1 for one in positions.values()}
        )
        self._over = tuple(one * total for one in self._over)  # type: ignore[assignment]  # three
        played = self._ground.played
        wrong: list[Wrong] = []
        for key, answer in positions.items():
            score = self._ground.score(key)
            weighted = _weighted(answer)
            if not weighted:
                sums[key] = self._end(-1, score)
                continue
            replies = [after[played(key, cell)] for cell, _ in weighted]
            _judge(wrong, key, score, weighted, [score_before(one[SCORE]) for one in replies])
            sums[key] = _decided(replies, weighted, total, score)
        self.wrong[:0] = wrong  # the tiers come last first

    def _other_tier(
        self,
        positions: dict[int, Answer | None],
        after: dict[int, Sequence[int]],
        sums: dict[int, Sequence[int]],
    ) -> None:
        """The opponent's turns: random, perfect, and the one who knows the player."""
        legal, played = self._ground.legal, self._ground.played
        many = {len(legal(key)) for key in positions}
        equally = lcm(*many)
        among_best = lcm(*range(1, max(many, default=1) + 1))
        for key in positions:
            replies = [after[played(key, cell)] for cell in legal(key)]
            columns = list(zip(*replies, strict=True))
            least = min(columns[SCORE])
            best = [one for one in replies if one[SCORE] == least]
            share, best_share = equally // len(replies), among_best // len(best)
            sums[key] = (
                *map(sum, columns[:RANDOM_WON]),
                sum(columns[RANDOM_WON]) * share,
                sum(columns[RANDOM_LOST]) * share,
                sum(one[PERFECT_WON] for one in best) * best_share,
                sum(one[PERFECT_LOST] for one in best) * best_share,
                min(columns[WORST]),
                *(score_before(least), min(columns[LOSS_IN]) + 1),
            )
        random, perfect, worst = self._over
        self._over = (random * equally, perfect * among_best, worst)


def _decided(
    replies: Sequence[Sequence[int]], weighted: Sequence[tuple[int, int]], total: int, score: int
) -> Sequence[int]:
    """The sums of a decision, where the weights of its tier are brought to this total."""
    if len(replies) == 1:
        (one,) = replies
        chances = one[RANDOM_WON:SCORE]
        scaled = chances if total == 1 else [chance * total for chance in chances]
        return (*one[:RANDOM_WON], *scaled, score, one[LOSS_IN] + 1)
    whole = sum(weight for _, weight in weighted)
    weights = [weight * (total // whole) for _, weight in weighted]
    columns = list(zip(*replies, strict=True))
    return (
        *map(sum, columns[:RANDOM_WON]),
        *(sum(map(mul, column, weights)) for column in columns[RANDOM_WON:SCORE]),
        *(score, min(columns[LOSS_IN]) + 1),
    )


def _judge(
    wrong: list[Wrong],
    key: int,
    score: int,
    weighted: Sequence[tuple[int, int]],
    scores: Sequence[int],
) -> None:
    """Note the moves of a decision that are not best."""
    if min(scores) == score:
        return
    whole = sum(weight for _, weight in weighted)
    moves = {
        cell: (reached, Fraction(weight, whole))
        for (cell, weight), reached in zip(weighted, scores, strict=True)
        if reached != score
    }
    wrong.append(Wrong(key, score, moves))


def _weighted(answer: Answer | None) -> Sequence[tuple[int, int]]:
    """An answer as cells with weights; none where it is a forfeit."""
    if isinstance(answer, int):
        return ((answer, 1),)
    return () if answer is None or isinstance(answer, Forfeit) else answer


def _chances(won: int, lost: int, over: int) -> Results:
    return Results(Fraction(won, over), Fraction(over - won - lost, over), Fraction(lost, over))
