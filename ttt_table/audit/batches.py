"""A batch of slots, unpacked: some blocks of a tier or a part of one, and who has a line in them.

Arrays of a batch have one entry a slot, block after block. Slots keep their palette numbers as long
as they can: scores ascend in a palette, so numbers compare as scores do, in a byte each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ttt_table.audit.stored import Numbers, StoredTier
from ttt_table.table.numbering import (
    Array,
    Flags,
    Lines,
    Number,
    Rules,
    cells_by_block,
    popcount,
    unions,
)

LINES_AT_ONCE = 12
"""What so many lines share is looked up at once, in a table that a processor's cache can hold."""


class Slots:
    """Some slots of the blocks of a batch, in order, as the halves of their patterns."""

    def __init__(self, low_bits: int, low: Array, high: Array, by_block: Array) -> None:
        self.low_bits = low_bits
        self.low = low
        """With the number of the block above it: a place in tables side by side, one a block."""
        self.high = high
        """The same."""
        self.by_block = by_block
        """How many slots each block has here."""

    def only(self, flags: Flags) -> Slots:
        """Those that have a flag, where all of the batch are here."""
        by_block = np.count_nonzero(flags.reshape(len(self.by_block), -1), axis=1)
        return Slots(self.low_bits, self.low.compress(flags), self.high.compress(flags), by_block)

    def each(self, by_block: NDArray[Number]) -> NDArray[Number]:
        """For each slot what its block has."""
        return np.repeat(by_block, self.by_block)

    def spread(
        self, bits: NDArray[Number], start: NDArray[Number] | int = 0, *, of_o: bool = False
    ) -> NDArray[Number]:
        """For each slot the union of ``bits[block, j]`` over its X (or O) j, and the start."""
        # Stones add their bits one by one, so the two halves of a pattern go apart: two tables of
        # 2^(stones/2) entries a block replace one of 2^stones, or a pass for every stone.
        low = unions(bits[:, : self.low_bits], start)
        high = unions(bits[:, self.low_bits :])
        if of_o:  # O's stones are the bits that are not set
            low, high = low[:, ::-1], high[:, ::-1]
        spread: NDArray[Number] = np.take(low, self.low, mode="clip")
        spread |= np.take(high, self.high, mode="clip")
        return spread


class Batch:
    """Some blocks of a tier, or a part of one block, unpacked: a batch of slots."""

    def __init__(
        self, tier: StoredTier, blocks: range, part: range, rules: Rules, shared: SharedCells
    ) -> None:
        """Raises `InconsistentTableError` where a slot's number is not in the palette."""
        self.tier = tier
        self.rules = rules
        self.part = part
        self.masks = tier.masks[blocks.start : blocks.stop]
        self.class_sizes = tier.class_sizes[blocks.start : blocks.stop]
        self.cells = cells_by_block(rules.taken(self.masks)).T
        """Where the stones of each block stand."""
        first = blocks.start * tier.size + part.start
        self.numbers = tier.numbers_in(first, first + len(blocks) * len(part))
        self.slots = self._slots()
        by_x, by_o = self._lines_made()
        self.lines_made, by_mover = (by_x, by_o) if tier.stones % 2 == 1 else (by_o, by_x)
        """By the player who moved last."""
        self.finished: Flags = np.logical_or.reduce([made != 0 for made in self.lines_made])
        """Where that player has a line."""
        self.mover_has_line: Flags = np.logical_or.reduce([made != 0 for made in by_mover])
        self.last_stones = self._last_stones(shared)
        """How many stones are in all lines made: any of them can have come last.

        None are counted where the position is neither reachable nor stored as finished.
        """

    def _slots(self) -> Slots:
        patterns = self.tier.patterns
        low, high = patterns.parts(self.part.start, self.part.stop)
        blocks = np.arange(len(self.masks))[:, None]
        return Slots(
            patterns.low_bits,
            (low | blocks << patterns.low_bits).ravel(),
            (high | blocks << self.tier.stones - patterns.low_bits).ravel(),
            np.full(len(self.masks), len(self.part)),
        )

    def _lines_made(self) -> tuple[list[Lines], list[Lines]]:
        """The lines that X and that O has made, as sets, of the lines of each word."""
        free = cells_by_block(~self.rules.taken(self.masks))
        by_x, by_o = [], []
        for word in self.rules.words:
            ours = np.take(word.through, self.cells, mode="clip")
            # Whose lines they are is told by those that the other player, or a free cell, is in.
            outside = np.bitwise_or.reduce(np.take(word.through, free, mode="clip"), axis=0)
            by_x.append(self.slots.spread(ours, outside, of_o=True) ^ word.every)
            by_o.append(self.slots.spread(ours, outside) ^ word.every)
        return by_x, by_o

    def _last_stones(self, shared: SharedCells) -> Numbers:
        stones = np.zeros(self.numbers.shape, np.uint8)
        wanted = ~self.mover_has_line
        if self.rules.by_line in self.tier.palette:
            wanted |= self.numbers == self.tier.palette.index(self.rules.by_line)
        wanted &= self.finished
        lines = [made.compress(wanted) for made in self.lines_made]
        stones[np.flatnonzero(wanted)] = shared.count(lines)
        return stones


class SharedCells:
    """How many cells are in all the lines of a set."""

    def __init__(self, rules: Rules) -> None:
        self.cells = rules.game.cells
        full = (1 << self.cells) - 1
        self._left_out = []
        """For each word of lines, so many of them at once: the cells that any of some lacks."""
        for word in rules.words:
            lacking = np.array([[full ^ line for line in word.lines]], np.int32)
            self._left_out.append(
                [
                    unions(lacking[:, at : at + LINES_AT_ONCE])[0]
                    for at in range(0, len(word.lines), LINES_AT_ONCE)
                ]
            )

    def count(self, lines_made: Sequence[Lines]) -> Numbers:
        """For sets of lines, a word at a time, that are not all empty."""
        left_out = np.zeros(lines_made[0].shape, np.int32)
        for made, tables in zip(lines_made, self._left_out, strict=True):
            for part, table in enumerate(tables):
                some = (made >> part * LINES_AT_ONCE & (1 << LINES_AT_ONCE) - 1).astype(np.int64)
                left_out |= np.take(table, some, mode="clip")
        return self.cells - popcount(left_out)
