"""The figures of a player that answers batches, summed a tier at a time in numpy, in floats.

There are as many roundings as in `sums`, so its bound holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_table.play.batch import MOST_LISTED, BatchVisit, Chances, Marks, pieces
from ttt_table.play.sums import SideSums, Sums, Wrong, bound
from ttt_table.table.sets import Array, Flags

SUMMED = 1 << 13  # positions summed up at once fit into a processor's cache
BEST = 100  # for a cell that is not played, or is as good as any

LOSS = np.array([0, 1, 0, 1, -1])  # the chances of a game that ends in a loss


class Summed(NamedTuple):
    """What the positions of a tier come to, by key."""

    keys: Array
    lines: NDArray[Any]
    """Won, drawn, lost."""
    chances: Chances
    """The other columns of `Sums`, but for the score."""
    scores: Marks


class BatchSums(SideSums):
    """The sums of a visit in batches."""

    most_listed = MOST_LISTED

    def __init__(self, visit: BatchVisit) -> None:
        super().__init__(bound(visit.cells))
        self._visit, self._table = visit, visit.positions.table
        # Whole numbers of Python have no end; they are slow, and most games have fewer lines.
        self._whole = np.int64 if factorial(visit.cells) < 1 << 63 else object
        self.many: Counter[str] = visit.many
        self._wrong: list[tuple[Any, ...]] = []
        """Of one tier each: positions with moves that are worse, their scores and answers."""
        # After the last tier comes nothing, but arrays that may be looked into.
        below = Summed(
            np.zeros(0, int), np.zeros((1, 3), int), np.zeros((1, 5)), np.zeros(1, np.int8)
        )
        for stones in reversed(range(len(visit.tiers))):
            below = self._summed(stones, below)
        columns = (below.lines[0], below.chances[0], below.scores)
        self.start = Sums._make(chain.from_iterable(one.tolist() for one in columns))
        self.wrong = [*self._each_wrong()]

    def _each_wrong(self) -> Iterator[Wrong]:
        in_order = sorted(self._wrong, key=lambda one: int(one[0][0]).bit_count())
        for keys, scores, became, shares in in_order:
            for key, score, reached, chances in zip(keys, scores, became.T, shares.T, strict=True):
                cells = map(int, np.flatnonzero(reached != BEST))
                wrong = {cell: (int(reached[cell]), float(chances[cell])) for cell in cells}
                yield Wrong(int(key), int(score), wrong)

    def _summed(self, stones: int, below: Summed) -> Summed:
        tier = self._visit.tiers[stones]
        results = np.sign(tier.ends) * (1 if self._visit.own_turn(stones) else -1)
        won, lost = results > 0, results < 0
        summed = Summed(
            tier.keys,
            np.stack([won, results == 0, lost], axis=1).astype(self._whole),
            np.stack([won, lost, won, lost, results], axis=1).astype(float),
            tier.ends.copy(),
        )
        self._room = dict.fromkeys(("blunders", "slips"), MOST_LISTED)
        for some in pieces(len(tier.on), SUMMED):
            self._add(stones, some, summed, below)
        return summed

    def _add(self, stones: int, some: slice, summed: Summed, below: Summed) -> None:
        """Sum up some unfinished positions of a tier."""
        tier, own = self._visit.tiers[stones], self._visit.own_turn(stones)
        at = tier.on[some]
        keys = tier.keys[at]
        moves = (tier.chances[some] > 0 if own else tier.legal[some]).T
        replies = np.zeros(moves.shape, np.int64)
        after = self._visit.after(keys)[moves]
        replies[moves] = np.searchsorted(below.keys, after)
        reached, each = below.scores[replies], below.chances[replies]
        if own:
            shares = tier.chances[some].T
            summed.scores[at] = scores = self._scores(keys)
            lost = tier.lost[some, None]
            summed.chances[at] = np.einsum("cp,cpk->pk", shares, each) + lost * LOSS
            self._judge(keys, scores, np.where(moves, _before(reached), BEST), shares)
        else:
            summed.scores[at], summed.chances[at] = _opposed(moves, reached, each)
        summed.lines[at] = (below.lines[replies] * moves[..., None]).sum(axis=0)
        if own:
            summed.lines[at, 2] += tier.lost[some] > 0

    def _scores(self, keys: Array) -> Marks:
        """The positions' own scores, by the table."""
        even = int(keys[0]).bit_count() % 2 == 0
        as_x = 1 if even == (self._table.first == "X") else -1
        found = self._table.batch(self._visit.marks(keys) * np.int8(as_x))
        scores: Marks = found.values * (self._visit.cells + 1 - found.plies)
        return scores

    def _judge(self, keys: Array, scores: Marks, became: Marks, shares: Chances) -> None:
        """Count the moves that are not best, and note the first ones."""
        wrong = (became != BEST) & (became != scores)
        value = wrong & (np.sign(became) != np.sign(scores))
        noted = np.zeros(len(keys), bool)
        for name, which in (("blunders", value), ("slips", wrong & ~value)):
            boards = which.any(axis=0)
            noted |= boards & (np.cumsum(boards) <= self._room[name])
            self._room[name] -= int(boards.sum())
            self.many[name] += int(boards.sum())
        if noted.any():
            became = np.where(wrong, became, BEST)[:, noted]
            self._wrong.append((keys[noted], scores[noted], became, shares[:, noted]))


def _opposed(moves: Flags, reached: Marks, each: Chances) -> tuple[Marks, Chances]:
    """Scores and chances at the opponent's turns."""
    least = np.where(moves, reached, BEST).min(axis=0)
    random = moves / moves.sum(axis=0)
    best = moves & (reached == least)
    perfect = best / best.sum(axis=0)
    chances = [
        *np.einsum("cp,cpk->kp", random, each[..., :2]),
        *np.einsum("cp,cpk->kp", perfect, each[..., 2:4]),
        np.where(moves, each[..., 4], 1).min(axis=0),
    ]
    return _before(least), np.stack(chances, axis=1)


def _before(scores: Marks) -> Marks:
    """What `score_before` says of each of them."""
    before: Marks = np.sign(scores) - scores
    return before
