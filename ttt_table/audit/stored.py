"""A tier as it stands in a file, read by the audit a batch of slots at a time and never mapped.

Arrays of a batch have one entry a slot, block after block.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BadTableError
from ttt_table.rules.game import cells_in
from ttt_table.table.bits import Numbers, scores_in, unpack_array
from ttt_table.table.codec import Contents
from ttt_table.table.numbering import Rules
from ttt_table.table.packing import mask_width, slots_size
from ttt_table.table.patterns import halves_of
from ttt_table.table.sets import Array, Flags, Number, pattern_bits, popcount, unions
from ttt_table.table.slots import masks_left, slots_per_block

Bits = NDArray[np.uint32]

ALL = np.uint32((1 << 32) - 1)  # what no lines at all share
NO_NUMBER = 255  # stands for no slot at all in an array of palette numbers; no palette is as large
GAP_BYTES = (
    16 << 10
)  # from one wanted block to the next, at most, for both to be read at once


class StoredTier:
    """One tier of a file, its bulk left there. Threads may share one."""

    def __init__(self, contents: Contents, stones: int, rules: Rules) -> None:
        """Raises `BadTableError` unless its blocks are those of the canonical masks."""
        self._tier = contents.tiers[stones]
        self._data = contents.data
        self.stones = stones
        self.size = slots_per_block(stones)
        self.palette = self._tier.palette
        self.reachable = len(self.palette) - (
            None in self.palette
        )  # unreachable is the last
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
        packed = self._read(start, slots_size(last, self.bits))
        numbers = unpack_array(packed, self.bits, last - start * to_a_byte)
        numbers = numbers[first - start * to_a_byte :]
        if numbers.max() >= len(self.palette):
            slot = int(np.argmax(numbers >= len(self.palette)))
            holds = f"slot {first + slot} of a tier holds number {numbers[slot]}"
            raise BadTableError(f"{holds} of a palette of {len(self.palette)}")
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
        runs = [
            self._read(*run) for run in zip(begins.tolist(), ends.tolist(), strict=True)
        ]
        shifts = (np.cumsum(ends - begins) - ends) * (8 // self.bits)
        starts = wanted * self.size + shifts[np.cumsum(np.concatenate(([0], apart)))]
        return np.concatenate(runs), starts[places].reshape(blocks.shape)

    def _read(self, first: int, last: int) -> Numbers:
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
        or (
            kept == 0
        ).any()  # one with cells beyond the board is not even its own image
        or (popcount(masks) != stones).any()
        or (np.diff(masks) <= 0).any()
        or rules.floating(masks).any()
        or (len(images) // kept).sum() != in_tier
    ):
        raise BadTableError(f"the blocks of tier {stones} are not the canonical masks")


class Slots:
    """Some slots of the blocks of a batch, in order, as the halves of their patterns."""

    def __init__(self, low_bits: int, low: Array, high: Array, by_block: Array) -> None:
        self.low_bits = low_bits
        # With the block's number above: places in tables side by side, one a block.
        self.low, self.high = low, high
        self.by_block = by_block  # how many slots each has here

    def only(self, flags: Flags) -> "Slots":
        """Those with a flag, where all of the batch are here."""
        by_block = np.count_nonzero(flags.reshape(len(self.by_block), -1), axis=1)
        return Slots(
            self.low_bits, self.low.compress(flags), self.high.compress(flags), by_block
        )

    def each(self, by_block: NDArray[Number]) -> NDArray[Number]:
        """For each slot what its block has."""
        return np.repeat(by_block, self.by_block)

    def spread(
        self, bits: NDArray[Number], start: NDArray[Number] | int = 0
    ) -> NDArray[Number]:
        """For each slot the union of ``bits[block, j]`` over its X j, and the start."""
        low = unions(bits[:, : self.low_bits], start)
        high = unions(bits[:, self.low_bits :])
        spread: NDArray[Number] = np.take(low, self.low, mode="clip")
        spread |= np.take(high, self.high, mode="clip")
        return spread


class Batch:
    """A batch, unpacked."""

    def __init__(
        self, tier: StoredTier, blocks: range, part: range, rules: Rules
    ) -> None:
        """Raises `BadTableError` where a slot's number is not in the palette."""
        self.tier, self.rules, self.part = tier, rules, part
        self.masks = tier.masks[blocks.start : blocks.stop]
        sizes = tier.class_sizes[blocks.start : blocks.stop]
        self.class_sizes, self.which_size = np.unique(sizes, return_inverse=True)
        first = blocks.start * tier.size + part.start
        self.numbers = tier.numbers_in(first, first + len(blocks) * len(part))
        self.patterns: Bits = tier.patterns.between(part.start, part.stop)
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
    def lines(self) -> Bits:
        """By line and block the line's bits in a pattern; none if a stone is missing."""
        bits = pattern_bits(self.masks[:, None], np.arange(self.rules.game.cells))
        found = np.zeros((len(self.rules.lines), len(self.masks)), np.uint32)
        for line, own in zip(self.rules.lines, found, strict=True):
            inside = self.masks & line == line
            own[inside] = bits[inside][:, cells_in(line)].sum(axis=1)
        return found

    @cached_property
    def shared(self) -> Bits:
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

    def _lines_of(self, *, x: bool) -> Iterator[tuple[Array, Bits, Flags]]:
        """For each line its blocks, its bits in them, and which slots a player has it in."""
        if not x and self.rules.game.breaker:
            return
        for bits in self.lines:
            inside = np.flatnonzero(bits)
            line = bits[inside, None]
            yield inside, line, self.patterns & line == (line if x else 0)
