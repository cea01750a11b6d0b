"""A tier in a file, which the audit reads a batch of slots at a time, and never maps.

Arrays of a batch have one entry for each slot, block after block. Those about blocks
name their axes, such as ``[line, block]``.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BadTableError
from ttt_table.rules.game import lines_of_o, lines_of_x
from ttt_table.runtime import cells_in, mask_width, slots_per_block, slots_size
from ttt_table.table.bits import (
    Array,
    Flags,
    Number,
    Numbers,
    pattern_bits,
    popcount,
    scores_in,
    unions,
    unpack_array,
)
from ttt_table.table.contents import Contents
from ttt_table.table.numbering import Rules, halves_of
from ttt_table.table.slots import count_fixed_masks

Bits = NDArray[np.uint32]

NO_LINE = np.uint32((1 << 32) - 1)
"""The stones that all of a slot's lines share if it has none: every bit."""
NO_NUMBER = 255
"""Stands for a missing slot or score among palette numbers; no palette is so large."""
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
        """The number of slots of a block."""
        self.palette = self._tier.palette
        self.score_count = len(self.palette)
        """Numbers below this stand for scores; unreachable has the last number."""
        if None in self.palette:
            self.score_count -= 1
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

    def read_blocks(self, blocks: Array) -> tuple[Numbers, Array]:
        """Read some blocks.

        Args:
            blocks: The numbers of the blocks, in any order and shape.

        Returns:
            Packed slots, of these blocks and of some between them; and in the shape of
            ``blocks``, the number of each one's first slot among these slots.
        """
        if not blocks.size:
            return np.zeros(0, np.uint8), blocks
        wanted, places = np.unique(blocks, return_inverse=True)
        # Blocks that are close together are read in one run.
        is_apart = np.diff(wanted) * self.size * self.bits > GAP_BYTES * 8
        first_blocks = wanted[np.concatenate(([True], is_apart))]
        last_blocks = wanted[np.concatenate((is_apart, [True]))]
        begins = first_blocks * self.size * self.bits // 8
        ends = ((last_blocks + 1) * self.size * self.bits + 7) // 8
        runs = [
            self._read(begin, end)
            for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
        ]
        # How far each run's slots have moved, now that the runs follow each other.
        shifts = (np.cumsum(ends - begins) - ends) * (8 // self.bits)
        run_of_block = np.cumsum(np.concatenate(([0], is_apart)))
        first_slots = wanted * self.size + shifts[run_of_block]
        return np.concatenate(runs), first_slots[places].reshape(blocks.shape)

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
    # A mask with cells off the board is not even its own image.
    has_cells_off_board = (keeping == 0).any()
    is_canonical = (images.min(axis=0) == masks).all()
    is_of_tier = (popcount(masks) == stones).all() and not rules.floating(masks).any()
    is_ascending = (np.diff(masks) > 0).all()
    if not has_cells_off_board and is_canonical and is_of_tier and is_ascending:
        # Different canonical masks are all there are if their classes make up the tier.
        class_sizes = len(images) // keeping
        all_masks = count_fixed_masks(rules.game, range(rules.game.cells))[stones]
        if class_sizes.sum() == all_masks:
            return
    raise BadTableError(f"the blocks of tier {stones} are not the canonical masks")


class Slots:
    """Some slots of a batch's blocks, in order, as the halves of their patterns.

    A half has the block's number in the batch above its bits. So it is an index into
    the tables of all blocks, one after the other.
    """

    def __init__(self, low_bits: int, low: Array, high: Array, counts: Array) -> None:
        """Store the halves.

        Args:
            low_bits: The length of the low half.
            low: The low halves, as indices.
            high: The high halves, as indices.
            counts: ``[block]``: how many of the slots the block has.
        """
        self.low_bits = low_bits
        self.low = low
        self.high = high
        self.counts = counts

    def select(self, flags: Flags) -> "Slots":
        """Return the slots with a flag; all slots of the batch must be here."""
        counts = np.count_nonzero(flags.reshape(len(self.counts), -1), axis=1)
        low = self.low.compress(flags)
        high = self.high.compress(flags)
        return Slots(self.low_bits, low, high, counts)

    def repeat(self, by_block: NDArray[Number]) -> NDArray[Number]:
        """Return for each slot the value of its block."""
        return np.repeat(by_block, self.counts)

    def unite(
        self, bits: NDArray[Number], first: NDArray[Number] | int = 0
    ) -> NDArray[Number]:
        """Return for each slot the union of the bits of its stones of X.

        Args:
            bits: ``[block, stone]``: the bits.
            first: ``[block]``: bits that every union of the block includes.
        """
        low = unions(bits[:, : self.low_bits], first)
        high = unions(bits[:, self.low_bits :])
        # mode="clip" skips the bounds check, since all indices are valid.
        united: NDArray[Number] = np.take(low, self.low, mode="clip")
        united |= np.take(high, self.high, mode="clip")
        return united


class SlotBatch:
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
        distinct_sizes, size_index = np.unique(class_sizes, return_inverse=True)
        self.class_sizes = distinct_sizes
        """The different sizes of the blocks' classes."""
        self.size_index = size_index
        """[block]: the index of its class's size in ``class_sizes``."""
        first = blocks.start * tier.size + part.start
        self.numbers = tier.numbers_in(first, first + len(blocks) * len(part))
        self.patterns: Bits = tier.patterns.between(part.start, part.stop)
        self.opponent_is_x = tier.stones % 2 == 1
        """Whether X is the opponent, who has moved last."""

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
    def lines_of_x(self) -> Bits:
        """[line, block]: the bits of X's line in a pattern; 0 if a stone is missing."""
        return self._bits_of(lines_of_x(self.rules.game))

    @cached_property
    def lines_of_o(self) -> Bits:
        """[line, block]: the same of O's lines."""
        game = self.rules.game
        if game.breaker or game.o_lines is not None:
            return self._bits_of(lines_of_o(game))
        return self.lines_of_x

    def _bits_of(self, line_masks: Sequence[int]) -> Bits:
        cells = np.arange(self.rules.game.cells)
        bits = pattern_bits(self.masks[:, None], cells)
        bits_of_lines = np.zeros((len(line_masks), len(self.masks)), np.uint32)
        for line, line_bits in zip(line_masks, bits_of_lines, strict=True):
            inside = self.masks & line == line
            line_bits[inside] = bits[inside][:, cells_in(line)].sum(axis=1)
        return bits_of_lines

    @cached_property
    def shared(self) -> Bits:
        """The stones, as bits, that all of the opponent's lines share.

        `NO_LINE` in a slot where the opponent has no line.
        """
        shared = np.full((len(self.masks), len(self.part)), NO_LINE)
        for blocks, line, has_line in self._lines_of(x=self.opponent_is_x):
            shared[blocks] &= np.where(has_line, line, NO_LINE)
        return shared.ravel()

    @cached_property
    def mover_has_line(self) -> Flags:
        """Whether the mover has a line."""
        by_block = np.zeros((len(self.masks), len(self.part)), bool)
        for blocks, _, has_line in self._lines_of(x=not self.opponent_is_x):
            by_block[blocks] |= has_line
        return by_block.ravel()

    def _lines_of(self, *, x: bool) -> Iterator[tuple[Array, Bits, Flags]]:
        """Yield for each line its blocks, its bits in them, and which slots have it.

        Args:
            x: True for the lines of X, False for those of O.
        """
        for bits in self.lines_of_x if x else self.lines_of_o:
            blocks = np.flatnonzero(bits)
            line = bits[blocks, None]
            x_in_line = line if x else np.uint32(0)
            yield blocks, line, self.patterns & line == x_in_line
