"""A tier in a file, which the audit reads a batch of slots at a time, and never maps.

Arrays of a batch have one entry for each slot, block after block.
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

ALL = np.uint32((1 << 32) - 1)
"""The cells that all lines share if there are no lines."""
NO_NUMBER = 255
"""Stands for no slot in an array of palette numbers; no palette is so large."""
GAP_BYTES = 16 << 10
"""Blocks that are not further apart than this are read at once."""


class StoredTier:
    """One tier of a file, whose slots stay there. Threads may share one."""

    def __init__(self, contents: Contents, stones: int, rules: Rules) -> None:
        """Read the masks.

        Args:
            contents: The file.
            stones: How many stones the tier has.
            rules: The rules of the game.

        Raises:
            BadTableError: They are not the canonical masks.
        """
        self._tier = contents.tiers[stones]
        self._data = contents.data
        self.stones = stones
        self.size = slots_per_block(stones)
        """How many slots a block has."""
        self.palette = self._tier.palette
        self.reachable = len(self.palette) - (None in self.palette)
        """Numbers below this stand for scores; unreachable has the last number."""
        self.scores = scores_in(self.palette)
        self.bits = self._tier.bits
        self.patterns = halves_of(stones)
        width = mask_width(rules.game.cells)
        start = self._tier.masks_at
        stored = self._data[start : start + self._tier.blocks * width]
        self.masks = np.frombuffer(stored, f"<u{width}").astype(np.int64)
        check_masks(rules, stones, self.masks)
        self.class_sizes = rules.class_sizes(self.masks)

    def numbers_in(self, first: int, last: int) -> Numbers:
        """Return the palette numbers in some slots.

        Raises:
            BadTableError: A number is not in the palette.
        """
        per_byte = 8 // self.bits
        start = first // per_byte
        packed = self._read(start, slots_size(last, self.bits))
        numbers = unpack_array(packed, self.bits, last - start * per_byte)
        numbers = numbers[first - start * per_byte :]
        if numbers.max() >= len(self.palette):
            place = int(np.argmax(numbers >= len(self.palette)))
            raise BadTableError(
                f"slot {first + place} of a tier holds number {numbers[place]} "
                f"of a palette of {len(self.palette)}"
            )
        return numbers

    def lay_out(self, blocks: Array) -> tuple[Numbers, Array]:
        """Read some blocks.

        Args:
            blocks: The numbers of the blocks, in any order and shape.

        Returns:
            Packed slots, of these blocks and of some between them; and in the shape of
            the blocks, where each one's slots start, in slots.
        """
        if not blocks.size:
            return np.zeros(0, np.uint8), blocks
        wanted, places = np.unique(blocks, return_inverse=True)
        # Blocks that are close together are read in one run.
        is_apart = np.diff(wanted) * self.size * self.bits > GAP_BYTES * 8
        first_blocks = wanted[np.concatenate(([True], is_apart))]
        last_blocks = wanted[np.concatenate((is_apart, [True]))]
        begins = first_blocks * self.size * self.bits // 8
        ends = -(-(last_blocks + 1) * self.size * self.bits // 8)
        runs = [
            self._read(begin, end)
            for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
        ]
        # How far each run's slots have moved, now that the runs follow each other.
        shifts = (np.cumsum(ends - begins) - ends) * (8 // self.bits)
        run_of_block = np.cumsum(np.concatenate(([0], is_apart)))
        starts = wanted * self.size + shifts[run_of_block]
        return np.concatenate(runs), starts[places].reshape(blocks.shape)

    def _read(self, first: int, last: int) -> Numbers:
        start = self._tier.slots_at
        return np.frombuffer(self._data[start + first : start + last], np.uint8)


def check_masks(rules: Rules, stones: int, masks: Array) -> None:
    """Check the masks of a tier.

    Raises:
        BadTableError: They are not all its canonical masks, in increasing order.
    """
    images = rules.images(masks)
    keeping = (images == masks).sum(axis=0)
    # A mask with cells beyond the board is not even its own image.
    has_strange_cells = (keeping == 0).any()
    is_canonical = (images.min(axis=0) == masks).all()
    is_of_tier = (popcount(masks) == stones).all() and not rules.floating(masks).any()
    is_ascending = (np.diff(masks) > 0).all()
    if not has_strange_cells and is_canonical and is_of_tier and is_ascending:
        # Different canonical masks are all there are if their classes make up the tier.
        class_sizes = len(images) // keeping
        all_masks = masks_left(rules.game, range(rules.game.cells))[stones]
        if class_sizes.sum() == all_masks:
            return
    raise BadTableError(f"the blocks of tier {stones} are not the canonical masks")


class Slots:
    """Some slots of a batch's blocks, in order, as the halves of their patterns."""

    def __init__(self, low_bits: int, low: Array, high: Array, by_block: Array) -> None:
        """Take over the halves.

        Args:
            low_bits: The length of the low half.
            low: The low halves, above them the block's number in the batch. So they are
                places in tables that follow each other, one for each block.
            high: The high halves, likewise.
            by_block: How many of the slots each block has.
        """
        self.low_bits = low_bits
        self.low = low
        self.high = high
        self.by_block = by_block

    def only(self, flags: Flags) -> "Slots":
        """Return the slots with a flag; all slots of the batch must be here."""
        by_block = np.count_nonzero(flags.reshape(len(self.by_block), -1), axis=1)
        low = self.low.compress(flags)
        high = self.high.compress(flags)
        return Slots(self.low_bits, low, high, by_block)

    def each(self, by_block: NDArray[Number]) -> NDArray[Number]:
        """Return for each slot what its block has."""
        return np.repeat(by_block, self.by_block)

    def spread(
        self, bits: NDArray[Number], start: NDArray[Number] | int = 0
    ) -> NDArray[Number]:
        """Return for each slot the union of bits over its stones of X.

        Args:
            bits: The bits, by block and stone.
            start: Bits that every union of a block includes.
        """
        low = unions(bits[:, : self.low_bits], start)
        high = unions(bits[:, self.low_bits :])
        spread: NDArray[Number] = np.take(low, self.low, mode="clip")
        spread |= np.take(high, self.high, mode="clip")
        return spread


class Batch:
    """The slots of some blocks, unpacked."""

    def __init__(
        self, tier: StoredTier, blocks: range, part: range, rules: Rules
    ) -> None:
        """Read the slots.

        Args:
            tier: The tier.
            blocks: The numbers of the blocks; only one if the part is not whole.
            part: Which slots of each block.
            rules: The rules of the game.

        Raises:
            BadTableError: A slot's number is not in the palette.
        """
        self.tier = tier
        self.rules = rules
        self.part = part
        self.masks = tier.masks[blocks.start : blocks.stop]
        class_sizes = tier.class_sizes[blocks.start : blocks.stop]
        # The different sizes of classes, and by block which of them its class has.
        self.class_sizes, self.which_size = np.unique(class_sizes, return_inverse=True)
        first = blocks.start * tier.size + part.start
        self.numbers = tier.numbers_in(first, first + len(blocks) * len(part))
        self.patterns: Bits = tier.patterns.between(part.start, part.stop)
        self.last_is_x = tier.stones % 2 == 1
        """Whether X is the player who moved last."""

    @cached_property
    def slots(self) -> Slots:
        """All slots of the batch."""
        return self.slots_of(len(self.masks))

    def slots_of(self, block_count: int) -> Slots:
        """Return the slots of the first blocks."""
        patterns = self.tier.patterns
        low, high = patterns.parts(self.part.start, self.part.stop)
        blocks = np.arange(block_count)[:, None]
        return Slots(
            patterns.low_bits,
            (low | blocks << patterns.low_bits).ravel(),
            (high | blocks << self.tier.stones - patterns.low_bits).ravel(),
            np.full(block_count, len(self.part)),
        )

    @cached_property
    def lines(self) -> Bits:
        """By line and block, the line's bits in a pattern; 0 if a stone is missing."""
        cells = np.arange(self.rules.game.cells)
        bits = pattern_bits(self.masks[:, None], cells)
        lines = np.zeros((len(self.rules.lines), len(self.masks)), np.uint32)
        for line, line_bits in zip(self.rules.lines, lines, strict=True):
            inside = self.masks & line == line
            line_bits[inside] = bits[inside][:, cells_in(line)].sum(axis=1)
        return lines

    @cached_property
    def shared(self) -> Bits:
        """The stones, as bits, in all lines of the player who moved last.

        `ALL` without a line.
        """
        shared = np.full((len(self.masks), len(self.part)), ALL)
        for blocks, line, has_line in self._lines_of(x=self.last_is_x):
            shared[blocks] &= np.where(has_line, line, ALL)
        return shared.ravel()

    @cached_property
    def mover_has_line(self) -> Flags:
        """Whether the mover has a line."""
        by_block = np.zeros((len(self.masks), len(self.part)), bool)
        for blocks, _, has_line in self._lines_of(x=not self.last_is_x):
            by_block[blocks] |= has_line
        return by_block.ravel()

    def _lines_of(self, *, x: bool) -> Iterator[tuple[Array, Bits, Flags]]:
        """Yield for each line its blocks, its bits there, and which slots have it.

        Args:
            x: Whether the player is X, or O.
        """
        if not x and self.rules.game.breaker:
            return
        for bits in self.lines:
            blocks = np.flatnonzero(bits)
            line = bits[blocks, None]
            all_of_player = line if x else np.uint32(0)
            yield blocks, line, self.patterns & line == all_of_player
