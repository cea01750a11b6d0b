"""A batch of slots: some blocks of a tier or a part of one, and who has a line in them.

Arrays have one entry a slot, block after block.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ttt_table.audit.stored import StoredTier
from ttt_table.rules.game import cells_in
from ttt_table.table.numbering import Rules
from ttt_table.table.sets import Array, Flags, Number, pattern_bits, unions

Patterns = NDArray[np.uint32]

ALL = np.uint32((1 << 32) - 1)  # what no lines at all share


class Slots:
    """Some slots of the blocks of a batch, in order, as the halves of their patterns."""

    def __init__(self, low_bits: int, low: Array, high: Array, by_block: Array) -> None:
        self.low_bits = low_bits
        # With the block's number above: places in tables side by side, one a block.
        self.low, self.high = low, high
        self.by_block = by_block  # how many slots each has here

    def only(self, flags: Flags) -> Slots:
        """Those with a flag, where all of the batch are here."""
        by_block = np.count_nonzero(flags.reshape(len(self.by_block), -1), axis=1)
        return Slots(self.low_bits, self.low.compress(flags), self.high.compress(flags), by_block)

    def each(self, by_block: NDArray[Number]) -> NDArray[Number]:
        """For each slot what its block has."""
        return np.repeat(by_block, self.by_block)

    def spread(self, bits: NDArray[Number], start: NDArray[Number] | int = 0) -> NDArray[Number]:
        """For each slot the union of ``bits[block, j]`` over its X j, and the start."""
        low = unions(bits[:, : self.low_bits], start)
        high = unions(bits[:, self.low_bits :])
        spread: NDArray[Number] = np.take(low, self.low, mode="clip")
        spread |= np.take(high, self.high, mode="clip")
        return spread


class Batch:
    """A batch, unpacked."""

    def __init__(self, tier: StoredTier, blocks: range, part: range, rules: Rules) -> None:
        """Raises `BadTableError` where a slot's number is not in the palette."""
        self.tier, self.rules, self.part = tier, rules, part
        self.masks = tier.masks[blocks.start : blocks.stop]
        sizes = tier.class_sizes[blocks.start : blocks.stop]
        self.class_sizes, self.which_size = np.unique(sizes, return_inverse=True)
        first = blocks.start * tier.size + part.start
        self.numbers = tier.numbers_in(first, first + len(blocks) * len(part))
        self.patterns: Patterns = tier.patterns.between(part.start, part.stop)
        self.last_is_x = tier.stones % 2 == 1

    @cached_property
    def slots(self) -> Slots:
        """All of them."""
        return self.slots_of(len(self.masks))

    def slots_of(self, many: int) -> Slots:
        """Those of the first blocks."""
        patterns = self.tier.patterns
        low, high = patterns.parts(self.part.start, self.part.stop)
        blocks = np.arange(many)[:, None]
        return Slots(
            patterns.low_bits,
            (low | blocks << patterns.low_bits).ravel(),
            (high | blocks << self.tier.stones - patterns.low_bits).ravel(),
            np.full(many, len(self.part)),
        )

    @cached_property
    def lines(self) -> Patterns:
        """By line and block the line's bits in a pattern; none if a stone is missing."""
        bits = pattern_bits(self.masks[:, None], np.arange(self.rules.game.cells))
        found = np.zeros((len(self.rules.lines), len(self.masks)), np.uint32)
        for line, own in zip(self.rules.lines, found, strict=True):
            inside = self.masks & line == line
            own[inside] = bits[inside][:, cells_in(line)].sum(axis=1)
        return found

    @cached_property
    def shared(self) -> Patterns:
        """The stones, as bits, in all lines of the player who moved last; `ALL` without a line."""
        shared = np.full((len(self.masks), len(self.part)), ALL)
        for inside, line, has_line in self._lines_of(x=self.last_is_x):
            shared[inside] &= np.where(has_line, line, ALL)
        return shared.ravel()

    @cached_property
    def mover_has_line(self) -> Flags:
        """Where he has one."""
        found = np.zeros((len(self.masks), len(self.part)), bool)
        for inside, _, has_line in self._lines_of(x=not self.last_is_x):
            found[inside] |= has_line
        return found.ravel()

    def _lines_of(self, *, x: bool) -> Iterator[tuple[Array, Patterns, Flags]]:
        """For each line its blocks, its bits in them, and which slots a player has it in."""
        if not x and self.rules.game.breaker:
            return
        for bits in self.lines:
            inside = np.flatnonzero(bits)
            line = bits[inside, None]
            yield inside, line, self.patterns & line == (line if x else 0)
