"""The same outcomes as `search`, tier by tier, in numpy; with gravity after what can be reached."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ttt_table.build.blocks import (
    BATCH,
    Blocks,
    Known,
    Layout,
    Lines,
    batches,
    ranked_patterns,
)
from ttt_table.rules.game import Game
from ttt_table.table.bits import UNREACHABLE, Scores
from ttt_table.table.numbering import Masks, Rules, rules_of
from ttt_table.table.packing import Palette
from ttt_table.table.sets import Array, Flags, cells_by_block
from ttt_table.table.slots import slots_per_block

# Scores by block and slot, and what Tally.add is told of them.
Solved = tuple[Scores, Array, Array | Flags]
Kernel = Callable[
    ["BlocksToSolve", slice, Flags | None], Solved
]  # as BlocksToSolve.solve

COMPILED_BATCH = 1 << 20


class BlocksToSolve(Blocks):
    """Blocks whose scores are asked for, and those of their successors."""

    def __init__(self, rules: Rules, stones: int, masks: Masks, later: Known) -> None:
        super().__init__(rules, stones, masks, later)
        played = self.free
        if rules.game.gravity:
            played = cells_by_block(rules.playable(self.masks))
        smallest, symmetry = self._find_neighbours(self.masks | 1 << played)
        if self.stones % 2 == 0:
            self.stone = self._places(smallest, symmetry, played)

    def solve(self, part: slice, reached: Flags | None) -> Solved:
        """The scores in some slots; without ``reached`` the lines say what play can reach."""
        low, high = self.patterns.parts(part.start, part.stop)
        scores = self._scores_by_replies(low, high)
        if self.words:
            finished, unreachable = self._ends(low, high, reached)
            np.copyto(scores, self.rules.by_line, where=finished)
            np.copyto(scores, UNREACHABLE, where=unreachable)
        elif reached is not None:
            np.copyto(scores, UNREACHABLE, where=~reached.T)
        scores = np.ascontiguousarray(scores.T)
        occurring = np.bincount(scores.view(np.uint8).ravel(), minlength=256)
        return scores, (scores != UNREACHABLE).sum(axis=1), occurring

    def _scores_by_replies(self, low: Array, high: Array) -> Scores:
        """Scores by the opponent's least reply, or by a full board."""
        if not len(self.first_slots):
            return np.full((len(low), len(self.masks)), self.rules.by_full, np.int8)
        ranks = ranked_patterns(self.stones + 1).ranks(self._patterns_beside(low, high))
        places = ranks + self.first_slots[:, None]
        worst: Scores = np.take(self.beside.slots, places, mode="clip").min(axis=0)
        return np.sign(worst) - worst  # score_before

    def _ends(
        self, low: Array, high: Array, reached: Flags | None
    ) -> tuple[Flags, Flags]:
        """Where a line ends the game, and where play never comes."""
        finished = np.zeros((len(low), len(self.masks)), bool)
        several = finished.copy()
        last = self._lines_made(low, high, mover=False)
        for made in last:
            several |= (made & made - 1) != 0
            several |= finished & (made != 0)
            finished |= made != 0
        if reached is not None:
            return finished, ~reached.T
        unreachable = np.zeros((len(low), len(self.masks)), bool)
        for made in self._lines_made(low, high, mover=True):
            unreachable |= made != 0
        several &= ~unreachable
        if several.any():
            unreachable[several] = ~self._shares_cell([made[several] for made in last])
        return finished, unreachable

    def _shares_cell(self, made: Sequence[Lines]) -> Flags:
        """Where all the lines made go through one cell, the stone that ended the game."""
        shares = np.zeros(made[0].shape, bool)
        for cell in range(self.rules.game.cells):
            elsewhere = np.zeros(made[0].shape, bool)
            for own, word in zip(made, self.words, strict=True):
                elsewhere |= (own & ~word[cell]) != 0
            shares |= ~elsewhere
        return shares


class BlocksToMark(Blocks):
    """Blocks where play may arrive, and those without a stone that may have come last."""

    def __init__(self, rules: Rules, stones: int, masks: Masks, earlier: Known) -> None:
        super().__init__(rules, stones, masks, earlier)
        taken_off = cells_by_block(rules.removable(self.masks))
        self._find_neighbours(self.masks ^ 1 << taken_off)
        self.places[self.occupied[:, None] == taken_off] = 1 << self.stones - 1

    def reachable(self, part: slice) -> Flags:
        """Where play can arrive in some slots of the blocks."""
        # Without a stone of the last player a reachable slot is left, and the mover has no line.
        low, high = self.patterns.parts(part.start, part.stop)
        patterns = self._patterns_beside(low, high)
        top = self.stones - 1
        by_last = patterns >> top == self.stones % 2
        patterns &= (1 << top) - 1
        places = ranked_patterns(top).ranks(patterns) + self.first_slots[:, None]
        arrived = np.take(self.beside.slots.view(bool), places, mode="clip")
        arrived &= by_last
        found: Flags = np.logical_or.reduce(arrived, axis=0)
        for made in self._lines_made(low, high, mover=True):
            found &= made == 0
        return np.ascontiguousarray(found.T)


def mark_blocks(
    game: Game, stones: int, masks: Masks, earlier: Known | None
) -> Iterator[Flags]:
    """Which slots play can reach, a batch at a time; the first tier has no earlier."""
    if earlier is None:
        yield np.ones(len(masks), bool)
        return
    for rows, parts in batches(game, stones, len(masks), BATCH):
        blocks = BlocksToMark(rules_of(game), stones, masks[rows], earlier)
        for part in parts:
            yield blocks.reachable(part).ravel()


class Tally:
    """What stands in the blocks solved so far."""

    def __init__(self) -> None:
        self.positions = 0  # in the whole classes of the masks
        self.occurring = np.zeros(256, bool)  # by score as a byte

    def add(self, positions: int, occurring: Array | Flags) -> None:
        """Add what some blocks have."""
        self.positions += positions
        self.occurring |= occurring > 0

    def palette(self) -> Palette:
        """The scores ascending, then None if a slot is unreachable."""
        scores = sorted(
            np.flatnonzero(self.occurring).astype(np.uint8).view(np.int8).tolist()
        )
        return [None if score == UNREACHABLE else score for score in scores]


def solve_blocks(
    game: Game,
    stones: int,
    masks: Masks,
    later: Known | None,
    tally: Tally,
    reached: Flags | None = None,
    kernel: Kernel | None = None,
) -> Iterator[Scores]:
    """The scores in some blocks, a batch at a time; ``reached`` is known with gravity alone."""
    if later is None:
        later = Known(masks[:0], np.zeros(0, np.int8), Layout(size=1, many=1))
    batch, size = COMPILED_BATCH if kernel else BATCH, slots_per_block(stones)
    for rows, parts in batches(game, stones, len(masks), batch):
        blocks = BlocksToSolve(rules_of(game), stones, masks[rows], later)
        class_sizes = blocks.rules.class_sizes(blocks.masks)
        for part in parts:
            flags = None
            if reached is not None:
                first = rows.start * size + part.start
                last = first + len(blocks.masks) * (part.stop - part.start)
                flags = reached[first:last].reshape(len(blocks.masks), -1)
            scores, many, occurring = (kernel or BlocksToSolve.solve)(
                blocks, part, flags
            )
            tally.add(int(many @ class_sizes), occurring)
            yield scores.ravel()
