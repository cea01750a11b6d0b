"""A tier as it stands in a file, read by the audit a part at a time and never mapped."""

from __future__ import annotations

import numpy as np

from ttt_table.errors import BadTableError
from ttt_table.table.bits import Numbers, numbers_at, scores_in, unpack_array
from ttt_table.table.codec import Contents
from ttt_table.table.numbering import Rules
from ttt_table.table.packing import mask_width, slots_size
from ttt_table.table.patterns import halves_of
from ttt_table.table.sets import Array, popcount
from ttt_table.table.slots import masks_left, slots_per_block

NO_NUMBER = 255  # stands for no slot at all in an array of palette numbers; no palette is as large
GAP_BYTES = 16 << 10  # from one wanted block to the next, at most, for both to be read at once


class StoredTier:
    """One tier of a file, its bulk left there. Threads may share one."""

    def __init__(self, contents: Contents, stones: int, rules: Rules) -> None:
        """Raises `BadTableError` unless its blocks are those of the canonical masks."""
        self._tier = contents.tiers[stones]
        self._data = contents.data
        self.stones = stones
        self.size = slots_per_block(stones)
        self.palette = self._tier.palette
        self.reachable = len(self.palette) - (None in self.palette)  # unreachable is the last
        self.scores = scores_in(self.palette)
        self.bits = self._tier.bits
        self.patterns = halves_of(stones)
        at, width = self._tier.masks_at, mask_width(rules.game.cells)
        stored = self._data[at : at + self._tier.blocks * width]
        self.masks = np.frombuffer(stored, f"<u{width}").astype(np.int64)
        check_masks(rules, stones, self.masks)
        self.class_sizes = rules.class_sizes(self.masks)

    def numbers_in(self, first: int, last: int) -> Numbers:
        """The palette numbers in slots. Raises `BadTableError` where one is not in the palette."""
        to_a_byte = 8 // self.bits
        start = first // to_a_byte
        packed = self._packed(start, slots_size(last, self.bits))
        numbers = unpack_array(packed, self.bits, last - start * to_a_byte)
        numbers = numbers[first - start * to_a_byte :]
        if numbers.max() >= len(self.palette):
            slot = int(np.argmax(numbers >= len(self.palette)))
            raise BadTableError(
                f"slot {first + slot} of a tier holds number {numbers[slot]} "
                f"of a palette of {len(self.palette)}"
            )
        return numbers

    def lay_out(self, blocks: Array) -> tuple[Numbers, Array]:
        """Packed slots, those of these blocks among them, and where each block starts."""
        if not blocks.size:
            return np.zeros(0, np.uint8), blocks
        wanted, places = np.unique(blocks, return_inverse=True)
        apart = np.diff(wanted) * self.size * self.bits > GAP_BYTES * 8
        firsts = wanted[np.concatenate(([True], apart))]
        lasts = wanted[np.concatenate((apart, [True]))]
        begins = firsts * self.size * self.bits // 8
        ends = -(-(lasts + 1) * self.size * self.bits // 8)
        runs = [self._packed(*run) for run in zip(begins.tolist(), ends.tolist(), strict=True)]
        shifts = (np.cumsum(ends - begins) - ends) * (8 // self.bits)
        starts = wanted * self.size + shifts[np.cumsum(np.concatenate(([0], apart)))]
        return np.concatenate(runs), starts[places].reshape(blocks.shape)

    def numbers_of(self, packed: Numbers, starts: Array, patterns: Array) -> Numbers:
        """The palette numbers of patterns, which it overwrites, in blocks that `lay_out` gives."""
        return numbers_at(packed, starts + self.patterns.ranks(patterns), self.bits)

    def _packed(self, first: int, last: int) -> Numbers:
        at = self._tier.slots_at
        return np.frombuffer(self._data[at + first : at + last], np.uint8)


def check_masks(rules: Rules, stones: int, masks: Array) -> None:
    """Raise `BadTableError` unless these are all the canonical masks of the tier."""
    images = rules.images(masks)
    kept = (images == masks).sum(axis=0)
    in_tier = masks_left(rules.game, range(rules.game.cells))[stones]
    # Canonical masks, all different, are all there are if their classes make up the tier.
    if (
        (images.min(axis=0) != masks).any()
        or (kept == 0).any()  # one with cells beyond the board is not even its own image
        or (popcount(masks) != stones).any()
        or (np.diff(masks) <= 0).any()
        or rules.floating(masks).any()
        or (len(images) // kept).sum() != in_tier
    ):
        raise BadTableError(f"the blocks of tier {stones} are not the canonical masks")
