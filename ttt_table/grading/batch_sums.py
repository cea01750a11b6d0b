"""The sums of a traversal in batches, a tier at a time in numpy.

They are those of `sums`, in floats, and its bound for their error holds.
"""

from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.grading.batch_traversal import (
    MAX_LISTED,
    BatchTraversal,
    ChanceArray,
    Marks,
    chunks,
)
from ttt_table.grading.grades import MistakeLists
from ttt_table.grading.sums import PositionSums, SideSums, rounding_error
from ttt_table.rules.outcome import score_before
from ttt_table.table.sets import Array, Flags

POSITIONS_PER_CHUNK = 1 << 13  # what is summed up at once fits into a processor's cache
NO_REPLY = 100  # the score at a cell that cannot be played: greater than any other

# The columns of chances are these fields of `PositionSums`, in its order: the least
# chance to win and the greatest to lose, against random and against perfect play, and
# the expected result against the opponent that exploits the player best.
VS_RANDOM = slice(0, 2)
VS_PERFECT = slice(2, 4)
WORST = 4
CHANCES_OF_FORFEIT = np.array([0, 1, 0, 1, -1])


@dataclass(frozen=True, slots=True)
class TierSums:
    """The sums of the positions of a tier, by key.

    Attributes:
        keys: The keys of the positions, in order.
        games: By position, how many games are won, drawn and lost.
        chances: By position, the columns of chances.
        scores: By position, its score for its mover.
    """

    keys: Array
    games: NDArray[Any]
    chances: ChanceArray
    scores: Marks

    def of_first_position(self) -> PositionSums:
        """Return the sums of the first position: in the first tier, the empty board."""
        won, drawn, lost = self.games[0].tolist()
        chances = self.chances[0].tolist()
        weighted_least, weighted_greatest, perfect_least, perfect_greatest = chances[:4]
        return PositionSums(
            games_won=won,
            games_drawn=drawn,
            games_lost=lost,
            weighted_least=weighted_least,
            weighted_greatest=weighted_greatest,
            perfect_least=perfect_least,
            perfect_greatest=perfect_greatest,
            worst=chances[WORST],
            score=int(self.scores[0]),
        )


# Stands for the tier after the last: its arrays may be looked into, but nothing is
# found.
NO_SUMS = TierSums(
    keys=np.zeros(0, int),
    games=np.zeros((1, 3), int),
    chances=np.zeros((1, 5)),
    scores=np.zeros(1, np.int8),
)


@dataclass(frozen=True, slots=True)
class TierMistakes:
    """Which open positions of a tier the player may play wrongly.

    Attributes:
        blunders: By open position, whether a move that it may play gives value away.
        slips: By open position, whether one keeps the value, but wins later or loses
            sooner.
    """

    blunders: Flags
    slips: Flags


class BatchSums:
    """The sums of a traversal in batches.

    Attributes:
        sums: What the game tree comes to.
        mistakes: The moves that are not best; of many the first are listed, and
            the traversal's `fault_counts` count all.
    """

    def __init__(self, traversal: BatchTraversal) -> None:
        self.mistakes = MistakeLists(traversal.positions)
        self._traversal = traversal
        self._positions = traversal.positions
        # Python's integers have no limit. They are slow, and most games do without.
        fits = factorial(traversal.cells) < 1 << 63
        self._games_dtype = np.int64 if fits else object

        blunders: list[int] = []
        slips: list[int] = []
        sums = NO_SUMS
        for stones in reversed(range(len(traversal.tiers))):
            tier = traversal.tiers[stones]
            sums, wrong = self._sum_tier(stones, sums)
            keys = tier.keys[tier.open_at]
            blunders = _first_of(keys[wrong.blunders], blunders)
            slips = _first_of(keys[wrong.slips], slips)
            traversal.fault_counts.blunders += int(wrong.blunders.sum())
            traversal.fault_counts.slips += int(wrong.slips.sum())
        self._list_mistakes(blunders, slips)
        error = rounding_error(traversal.cells)
        self.sums = SideSums(sums.of_first_position(), error=error)

    def _list_mistakes(self, blunders: list[int], slips: list[int]) -> None:
        positions = self._positions
        keys = sorted({*blunders, *slips}, key=lambda key: (key.bit_count(), key))
        for key in keys:
            chances = self._traversal.answer(key)
            score_of_move = {
                cell: score_before(positions.score(positions.played(key, cell)))
                for cell in chances
            }
            self.mistakes.note(key, positions.score(key), chances, score_of_move)
        # A board that is noted for a slip may have a blunder beyond the first, too.
        del self.mistakes.blunders[MAX_LISTED:]
        del self.mistakes.slips[MAX_LISTED:]

    def _sum_tier(self, stones: int, after: TierSums) -> tuple[TierSums, TierMistakes]:
        """Return a tier's sums from those of the tier after it."""
        tier = self._traversal.tiers[stones]
        own_turn = self._traversal.is_own_turn(stones)
        results = np.sign(tier.ends) if own_turn else -np.sign(tier.ends)
        won = results > 0
        drawn = results == 0
        lost = results < 0
        sums = TierSums(
            keys=tier.keys,
            games=np.stack([won, drawn, lost], axis=1).astype(self._games_dtype),
            chances=np.stack([won, lost, won, lost, results], axis=1).astype(float),
            scores=tier.ends.copy(),
        )
        wrong = TierMistakes(
            blunders=np.zeros(len(tier.open_at), bool),
            slips=np.zeros(len(tier.open_at), bool),
        )
        for chunk in chunks(len(tier.open_at), POSITIONS_PER_CHUNK):
            self._sum_chunk(stones, chunk, sums, after, wrong)
        return sums, wrong

    def _sum_chunk(
        self,
        stones: int,
        chunk: slice,
        sums: TierSums,
        after: TierSums,
        wrong: TierMistakes,
    ) -> None:
        """Fill in the sums of some open positions; arrays of replies begin by cell."""
        tier = self._traversal.tiers[stones]
        open_at = tier.open_at[chunk]
        keys = tier.keys[open_at]
        moves = tier.moves(chunk).T
        replies = np.zeros(moves.shape, np.int64)
        replies[moves] = np.searchsorted(after.keys, self._traversal.after(keys)[moves])
        reply_games = after.games[replies] * moves[..., None]
        reply_chances = after.chances[replies]
        reply_scores = after.scores[replies]
        sums.games[open_at] = reply_games.sum(axis=0)

        if not self._traversal.is_own_turn(stones):
            least_scores = np.where(moves, reply_scores, NO_REPLY).min(axis=0)
            sums.scores[open_at] = _scores_before(least_scores)
            is_best = moves & (reply_scores == least_scores)
            sums.chances[open_at] = _chances_at_opponents_turn(
                moves, is_best, reply_chances
            )
            return

        forfeited = tier.forfeited[chunk]
        sums.games[open_at, 2] += forfeited > 0
        chances = np.einsum("cp,cpk->pk", tier.chances[chunk].T, reply_chances)
        sums.chances[open_at] = chances + forfeited[:, None] * CHANCES_OF_FORFEIT
        scores = self._scores(keys)
        sums.scores[open_at] = scores

        reached = _scores_before(reply_scores)
        is_worse = moves & (reached != scores)
        gives_value_away = np.sign(reached) != np.sign(scores)
        wrong.blunders[chunk] = (is_worse & gives_value_away).any(axis=0)
        wrong.slips[chunk] = (is_worse & ~gives_value_away).any(axis=0)

    def _scores(self, keys: Array) -> Marks:
        """Return the positions' own scores, from the table."""
        table = self._positions.table
        first_to_move = int(keys[0]).bit_count() % 2 == 0
        # The table takes 1 for X, whoever moves.
        sign = np.int8(1 if first_to_move == (table.first == "X") else -1)
        batch = table.batch(self._traversal.marks(keys) * sign)
        scores: Marks = batch.values * (self._traversal.cells + 1 - batch.plies)
        return scores


def _first_of(keys: Array, later_keys: list[int]) -> list[int]:
    """Return the first of these keys and of those of later tiers."""
    return [*keys[:MAX_LISTED].tolist(), *later_keys][:MAX_LISTED]


def _chances_at_opponents_turn(
    moves: Flags, is_best: Flags, reply_chances: ChanceArray
) -> ChanceArray:
    """Return the columns of chances, by position."""
    random_shares = moves / moves.sum(axis=0)
    perfect_shares = is_best / is_best.sum(axis=0)
    vs_random = np.einsum("cp,cpk->kp", random_shares, reply_chances[..., VS_RANDOM])
    vs_perfect = np.einsum("cp,cpk->kp", perfect_shares, reply_chances[..., VS_PERFECT])
    worst = np.where(moves, reply_chances[..., WORST], 1).min(axis=0)
    return np.stack([*vs_random, *vs_perfect, worst], axis=1)


def _scores_before(reply_scores: Marks) -> Marks:
    """Return `score_before` of each of them."""
    scores: Marks = np.sign(reply_scores) - reply_scores
    return scores
