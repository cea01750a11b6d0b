"""The figures of a player of batches, a tier at a time in numpy; the bound of `sums` holds."""

from itertools import chain
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_table.grading.batch import MOST_LISTED, BatchVisit, Chances, Marks, pieces
from ttt_table.grading.sums import SideSums, Sums, bound
from ttt_table.rules.outcome import score_before
from ttt_table.table.sets import Array, Flags

SUMMED = 1 << 13  # positions summed up at once fit into a processor's cache
NO_REPLY = 100  # the score for a cell that cannot be played
LOSS = np.array([0, 1, 0, 1, -1])  # the chances of a game that ends in a loss


class Summed(NamedTuple):
    """What the positions of a tier come to, by key."""

    keys: Array
    lines: NDArray[Any]  # won, drawn, lost
    chances: Chances  # the other columns of `Sums`, but for the score
    scores: Marks


# After the last tier comes nothing, but arrays that may be looked into.
NOTHING = Summed(
    np.zeros(0, int), np.zeros((1, 3), int), np.zeros((1, 5)), np.zeros(1, np.int8)
)


class BatchSums(SideSums):
    """The sums of a visit in batches."""

    def __init__(self, visit: BatchVisit) -> None:
        super().__init__(visit.positions, bound(visit.cells))
        self._visit = visit
        # Whole numbers of Python have no end; they are slow, and most games have fewer lines.
        self._whole = np.int64 if factorial(visit.cells) < 1 << 63 else object
        noted: dict[str, list[int]] = {
            "blunders": [],
            "slips": [],
        }  # the first boards of a kind
        below = NOTHING
        for stones in reversed(range(len(visit.tiers))):
            below, wrong = self._summed(stones, below)
            for kind, keys in zip(noted, wrong, strict=True):
                visit.many[kind] += len(keys)
                noted[kind] = [*keys[:MOST_LISTED].tolist(), *noted[kind]][:MOST_LISTED]
        columns = (below.lines[0], below.chances[0], below.scores)
        self.start = Sums._make(chain.from_iterable(one.tolist() for one in columns))
        for key in sorted(
            {*chain(*noted.values())}, key=lambda key: (key.bit_count(), key)
        ):
            moves = {
                cell: (
                    score_before(
                        self.positions.score(self.positions.played(key, cell))
                    ),
                    chance,
                )
                for cell, chance in visit.answer(key).items()
            }
            self.note(key, self.positions.score(key), moves)
        del self.blunders[MOST_LISTED:], self.slips[MOST_LISTED:]

    def _summed(self, stones: int, below: Summed) -> tuple[Summed, list[Array]]:
        """A tier's sums, and the keys of its blunders and of its slips."""
        tier, own = self._visit.tiers[stones], self._visit.own_turn(stones)
        results = np.sign(tier.ends) * (1 if own else -1)
        won, lost = results > 0, results < 0
        summed = Summed(
            tier.keys,
            np.stack([won, results == 0, lost], axis=1).astype(self._whole),
            np.stack([won, lost, won, lost, results], axis=1).astype(float),
            tier.ends.copy(),
        )
        wrong = np.zeros((2, len(tier.on)), bool)
        for some in pieces(len(tier.on), SUMMED):
            at, moves = tier.on[some], tier.moves(some).T
            replies = np.zeros(moves.shape, np.int64)
            after = self._visit.after(tier.keys[at])
            replies[moves] = np.searchsorted(below.keys, after[moves])
            reached, each = below.scores[replies], below.chances[replies]
            summed.lines[at] = (below.lines[replies] * moves[..., None]).sum(axis=0)
            if own:
                summed.lines[at, 2] += tier.lost[some] > 0
                chances = np.einsum("cp,cpk->pk", tier.chances[some].T, each)
                summed.chances[at] = chances + tier.lost[some, None] * LOSS
                summed.scores[at] = scores = self._scores(tier.keys[at])
                worse = moves & (_before(reached) != scores)
                gives = np.sign(_before(reached)) != np.sign(scores)
                wrong[:, some] = [
                    (worse & kind).any(axis=0) for kind in (gives, ~gives)
                ]
            else:
                summed.scores[at], summed.chances[at] = _opposed(moves, reached, each)
        return summed, [tier.keys[tier.on[which]] for which in wrong]

    def _scores(self, keys: Array) -> Marks:
        """The positions' own scores, by the table."""
        table = self.positions.table
        even = int(keys[0]).bit_count() % 2 == 0
        sign = np.int8(1 if even == (table.first == "X") else -1)
        found = table.batch(self._visit.marks(keys) * sign)
        scores: Marks = found.values * (self._visit.cells + 1 - found.plies)
        return scores


def _opposed(moves: Flags, reached: Marks, each: Chances) -> tuple[Marks, Chances]:
    """Scores and chances at the opponent's turns."""
    least = np.where(moves, reached, NO_REPLY).min(axis=0)
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
