"""Which slots play with gravity can reach, a tier at a time from the first to the last."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ttt_table.build.blocks import BATCH, Blocks, Known, batches, ranked_patterns
from ttt_table.rules.game import Game
from ttt_table.table.numbering import Masks, Rules, rules_of
from ttt_table.table.sets import Flags, cells_by_block


class BlocksToMark(Blocks):
    """Blocks where play may arrive, and those without a stone that may have come last."""

    def __init__(self, rules: Rules, stones: int, masks: Masks, earlier: Known) -> None:
        super().__init__(rules, stones, masks, earlier)
        taken_off = cells_by_block(rules.removable(self.masks))
        self._find_neighbours(self.masks ^ 1 << taken_off)
        self.places[self.occupied[:, None] == taken_off] = 1 << self.stones - 1

    def arrived(self, part: slice) -> Flags:
        """Where play can arrive in some slots of the blocks."""
        # A stone of the last player can be taken off so that a reachable slot is left, and the
        # mover has no line: with one the game would have been finished before.
        low, high = self.patterns.parts(part.start, part.stop)
        patterns = self._patterns_beside(low, high)
        top = self.stones - 1
        by_last = patterns >> top == self.stones % 2  # only a stone of his can have come last
        patterns &= (1 << top) - 1
        ranks = ranked_patterns(top).ranks(patterns)
        arrived = np.take(self.beside.slots, ranks + self.first_slots[:, None], mode="clip")
        arrived &= by_last
        found: Flags = np.logical_or.reduce(arrived, axis=0)
        for made in self._lines_made(low, high, mover=True):
            found &= made == 0
        return np.ascontiguousarray(found.T)


def mark_blocks(game: Game, stones: int, masks: Masks, earlier: Known | None) -> Iterator[Flags]:
    """Which slots play can reach, a batch at a time; the first tier has no earlier."""
    if earlier is None:
        yield np.ones(len(masks), bool)  # the empty board
        return
    for rows, parts in batches(game, stones, len(masks), BATCH):
        blocks = BlocksToMark(rules_of(game), stones, masks[rows], earlier)
        for part in parts:
            yield blocks.arrived(part).ravel()
