"""The audit's check for boards that plain Python is too slow for: batches of blocks, in numpy.

It finds what `audit.plain` finds, in the same order, and shares no code with any solver. The scores
stay in the file: a batch of slots is unpacked, and those that its moves lead to are looked up one
by one, so the memory is bounded by the batch, not by the tier, nor by a block.

Arrays of a batch have one entry a slot, block after block. Slots keep their palette numbers as long
as they can: scores ascend in a palette, so numbers compare as scores do, in a byte each.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ttt_table.audit.counts import TierCounts
from ttt_table.audit.report import Findings
from ttt_table.errors import InconsistentTableError
from ttt_table.rules.game import Position, covers, finished_score, lines, supports, symmetries
from ttt_table.rules.outcome import score_before
from ttt_table.table.packing import mask_width, slots_size, unpack_array
from ttt_table.table.slots import masks_left, slots_per_block, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from ttt_table.rules.game import Game
    from ttt_table.table.codec import Contents

    Array = NDArray[Any]

BATCH = 1 << 18
"""How many slots are checked at once; a block that has more is checked in parts."""
NO_SCORE = 127
"""Stands for None, unreachable, in an array of scores; no score is as large."""
NO_NUMBER = 255
"""Stands for no slot at all in an array of palette numbers; no palette is as large."""
KEPT_BYTES = 30 << 20
"""More than the arrays of a batch, and less than glibc always gets from the system anew."""
WORD = 63
"""How many lines fit into one integer, a bit each, and leave the sign alone."""
LINES_AT_ONCE = 12
"""What so many lines share is looked up at once, in a table that a processor's cache can hold."""
_BYTES_OF_A_MASK = 4


class ArrayCheck:
    """Checks some blocks at once."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.game = contents.game
        self.rules = Rules(contents.game)
        # Freed at once: from then on glibc keeps as much for what comes next, where it would give
        # each batch's arrays back to the system, whose new pages take as long as the work on them.
        np.empty(KEPT_BYTES, np.uint8)
        self._tiers: dict[int, StoredTier] = {}

    def blocks_at_once(self, stones: int) -> int:
        """As many as make a batch."""
        return max(1, BATCH // slots_per_block(stones))

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with what it should be, and count what is there.

        The blocks make one batch, or they are a single one.
        """
        findings = Findings(self.game)
        tier = self._tier(stones)
        for first in range(0, tier.size, BATCH):
            part = range(first, min(first + BATCH, tier.size))
            batch = Batch(tier, blocks, part, self.rules)
            note(findings, batch, self._due(batch))
            count(findings.counts[stones], batch, self.rules)
        return findings

    def _due(self, batch: Batch) -> Array:
        """What should stand in the slots, given what stands in the tiers before and after."""
        rules, stones = self.rules, batch.tier.stones
        if rules.game.gravity and stones:
            reachable = rules.arrived(batch, self._tier(stones - 1))
        else:
            # The mover has no line, and where there are lines some stone can have made them all.
            reachable = ~batch.mover_has_line & (~batch.over | (batch.last_stones > 0))
        due = np.full(batch.numbers.shape, NO_SCORE, np.int8)
        due[reachable & batch.over] = rules.by_line
        going_on = reachable & ~batch.over
        if stones == rules.game.cells:
            due[going_on] = finished_score(rules.game, line=False)
        else:
            due[going_on] = rules.best_scores(batch, going_on, self._tier(stones + 1))
        return due

    def _tier(self, stones: int) -> StoredTier:
        tier = self._tiers.get(stones)
        if tier is None:
            tier = StoredTier(self.contents, stones, self.rules)
            # A tier is checked beside the one before and the one after it, which are two apart.
            near = {
                count: neighbour
                for count, neighbour in self._tiers.items()
                if abs(count - stones) <= 2
            }
            self._tiers = near | {stones: tier}  # at once: other threads may be looking
        return tier


class StoredTier:
    """One tier of the file, its bulk still packed."""

    def __init__(self, contents: Contents, stones: int, rules: Rules) -> None:
        """Raises `InconsistentTableError` unless its blocks are those of the canonical masks."""
        tier = contents.tiers[stones]
        self.stones = stones
        self.size = slots_per_block(stones)
        self.palette = tier.palette
        self.bits = tier.bits
        self.packed = np.frombuffer(
            contents.buffer, np.uint8, tier.slots_end - tier.slots_at, tier.slots_at
        )
        width = mask_width(rules.game.cells)
        stored = np.frombuffer(contents.buffer, f"<u{width}", tier.blocks, tier.masks_at)
        self.masks = stored.astype(np.int64)
        self.masks_alike = rules.class_sizes(self.masks, stones)
        self.patterns = Patterns(stones)

    @cached_property
    def scores(self) -> Array:
        """The score for each palette number."""
        scores = np.full(256, NO_SCORE, np.int8)
        scores[: len(self.palette)] = [
            NO_SCORE if score is None else score for score in self.palette
        ]
        return scores

    def numbers_in(self, first: int, last: int) -> Array:
        """The palette numbers in the slots from ``first`` to the one before ``last``.

        Raises `InconsistentTableError` where one is not in the palette.
        """
        to_a_byte = 8 // self.bits
        start = first // to_a_byte
        packed = self.packed[start : slots_size(last, self.bits)]
        numbers = unpack_array(packed, self.bits, last - start * to_a_byte)
        numbers = numbers[first - start * to_a_byte :]
        if numbers.max() >= len(self.palette):
            slot = int(np.argmax(numbers >= len(self.palette)))
            raise InconsistentTableError(
                f"slot {first + slot} of a tier holds number {numbers[slot]} "
                f"of a palette of {len(self.palette)}"
            )
        return numbers

    def numbers_of(self, patterns: Array, blocks_start: Array) -> Array:
        """The palette numbers of these patterns, which are overwritten, in blocks that start so."""
        slots = self.patterns.slots(patterns)
        slots += blocks_start
        to_a_byte = 8 // self.bits
        numbers: Array = self.packed.take(slots >> to_a_byte.bit_length() - 1, mode="clip")
        if to_a_byte > 1:
            numbers >>= ((slots & to_a_byte - 1) * self.bits).astype(np.uint8)
            numbers &= (1 << self.bits) - 1
        return numbers


class Patterns:
    """The patterns of a block's slots, in order, each in two halves.

    Patterns of one high half stand side by side, with the low halves that hold the X left over, in
    order. So a pattern's slot is a sum: where its high half begins, and how many low halves with as
    many X as its own are smaller.
    """

    def __init__(self, stones: int) -> None:
        self.low_bits = stones // 2
        """How many stones are in the low half."""
        x_in_low = popcount(np.arange(1 << self.low_bits))
        x_in_high = popcount(np.arange(1 << stones - self.low_bits))
        self._lows = [np.flatnonzero(x_in_low == x) for x in range(self.low_bits + 1)]
        """The low halves by how many X they hold."""
        self._lows_of = [
            self._lows[x] if 0 <= x <= self.low_bits else np.zeros(0, np.int64)
            for x in (x_count(stones) - x_in_high.astype(np.int64)).tolist()
        ]
        """The low halves that stand beside each high half."""
        self._many = np.array([len(lows) for lows in self._lows_of])
        self._high_slots = np.cumsum(self._many) - self._many
        self._low_slots = np.empty(len(x_in_low), np.int64)
        for lows in self._lows:
            self._low_slots[lows] = np.arange(len(lows))
        self._last: tuple[range, Array, Array] | None = None

    def halves(self, part: range) -> tuple[Array, Array]:
        """The low and the high halves of the patterns of some slots of a block."""
        last = self._last
        if last is None or last[0] != part:
            begin = int(np.searchsorted(self._high_slots, part.start, side="right")) - 1
            end = int(np.searchsorted(self._high_slots, part.stop))
            first = part.start - int(self._high_slots[begin])
            wanted = slice(first, first + len(part))
            lows = np.concatenate(self._lows_of[begin:end])[wanted]
            highs = np.repeat(np.arange(begin, end), self._many[begin:end])[wanted]
            self._last = last = part, lows, highs  # while blocks are small, this is all of a block
        return last[1:]

    def slots(self, patterns: Array) -> Array:
        """The slots of these patterns, which are overwritten."""
        slots: Array = self._low_slots.take(patterns & (1 << self.low_bits) - 1, mode="clip")
        patterns >>= self.low_bits
        slots += self._high_slots.take(patterns, mode="clip")
        return slots


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

    def only(self, flags: Array) -> Slots:
        """Those that have a flag, where all of the batch are here."""
        by_block = np.count_nonzero(flags.reshape(len(self.by_block), -1), axis=1)
        return Slots(self.low_bits, self.low[flags], self.high[flags], by_block)

    def each(self, by_block: Array) -> Array:
        """For each slot what its block has."""
        return np.repeat(by_block, self.by_block)

    def spread(self, bits: Array, start: Array | int = 0, *, of_o: bool = False) -> Array:
        """For each slot the union of ``bits[block, j]`` over its X (or O) j, and the start."""
        # Stones add their bits one by one, so the two halves of a pattern go apart: two tables of
        # 2^(stones/2) entries a block replace one of 2^stones, or a pass for every stone.
        low = unions(bits[:, : self.low_bits], start)
        high = unions(bits[:, self.low_bits :])
        if of_o:  # O's stones are the bits that are not set
            low, high = low[:, ::-1], high[:, ::-1]
        spread: Array = low.take(self.low, mode="clip")
        spread |= high.take(self.high, mode="clip")
        return spread


class Batch:
    """Some blocks of a tier, or a part of one block, unpacked: a batch of slots."""

    def __init__(self, tier: StoredTier, blocks: range, part: range, rules: Rules) -> None:
        """Raises `InconsistentTableError` where a slot's number is not in the palette."""
        self.tier = tier
        self.part = part
        self.masks = tier.masks[blocks.start : blocks.stop]
        self.masks_alike = tier.masks_alike[blocks.start : blocks.stop]
        self.cells = np.nonzero(bits_of(self.masks, rules.game.cells))[1].reshape(
            len(blocks), tier.stones
        )
        """Where the stones of each block stand."""
        first = blocks.start * tier.size + part.start
        self.numbers = tier.numbers_in(first, first + len(blocks) * len(part))
        self.slots = self._slots()
        lines_made = rules.lines_made(self)
        x_moved_last = tier.stones % 2 == 1
        self.lines_made = lines_made[0 if x_moved_last else 1]
        """By the player who moved last."""
        self.over = any_of(self.lines_made)
        """Where that player has a line."""
        self.mover_has_line = any_of(lines_made[1 if x_moved_last else 0])
        self.last_stones = self._last_stones(rules)
        """How many stones are in all lines made: any of them can have come last.

        None are counted where the position is neither reachable nor stored as finished.
        """

    def _slots(self) -> Slots:
        patterns = self.tier.patterns
        low, high = patterns.halves(self.part)
        blocks = np.arange(len(self.masks))[:, None]
        return Slots(
            patterns.low_bits,
            (low | blocks << patterns.low_bits).ravel(),
            (high | blocks << self.tier.stones - patterns.low_bits).ravel(),
            np.full(len(self.masks), len(self.part)),
        )

    def _last_stones(self, rules: Rules) -> Array:
        stones = np.zeros(self.numbers.shape, np.uint8)
        wanted = ~self.mover_has_line
        if rules.by_line in self.tier.palette:
            wanted |= self.numbers == self.tier.palette.index(rules.by_line)
        wanted &= self.over
        stones[wanted] = rules.shared_cells([made[wanted] for made in self.lines_made])
        return stones


class Rules:
    """What the rules alone say, for many positions at once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.symmetries = np.array(symmetries(game))
        self.supports = np.array(supports(game))
        self.covers = np.array(covers(game))
        self.masks_by_tier = masks_left(game, symmetries(game)[0])
        self.image_tables = image_tables(self.symmetries)
        self.by_line = finished_score(game, line=True)
        ends = lines(game)
        self.lines = [
            LineSets(game, ends[first : first + WORD])
            for first in range(0, max(len(ends), 1), WORD)
        ]

    def images(self, masks: Array) -> Array:
        """The masks that each symmetry carries these to, one symmetry a row."""
        carried = np.zeros((len(self.symmetries), *masks.shape), np.int64)
        # Each cell goes its way whatever else is filled, so the bytes of a mask can go apart.
        for byte, table in enumerate(self.image_tables):
            carried |= table[:, masks >> 8 * byte & 255]
        return carried

    def class_sizes(self, masks: Array, stones: int) -> Array:
        """How many masks the symmetries make of each of these.

        Raises `InconsistentTableError` unless these are all the canonical masks of the tier.
        """
        images = self.images(masks)
        # A mask with cells beyond the board is not even its own image.
        sizes: Array = len(images) // np.maximum((images == masks).sum(axis=0), 1)
        # Canonical masks, all different, are all there are if their classes make up the tier.
        if (
            (images.min(axis=0) != masks).any()
            or (popcount(masks) != stones).any()
            or (np.diff(masks) <= 0).any()
            or any(self._floats(masks, cell).any() for cell in range(self.game.cells))
            or sizes.sum() != self.masks_by_tier[stones]
        ):
            raise InconsistentTableError(f"the blocks of tier {stones} are not the canonical masks")
        return sizes

    def _floats(self, masks: Array, cell: int) -> Array:
        """Where a stone at this cell has none below it that it needs."""
        needed = self.supports[cell]
        flags: Array = (masks >> cell & 1 == 1) & (masks & needed != needed)
        return flags

    def lines_made(self, batch: Batch) -> tuple[list[Array], list[Array]]:
        """The lines that X and that O has made, as sets, of the lines of each word."""
        taken = bits_of(batch.masks, self.game.cells) == 1
        by_x, by_o = [], []
        for word in self.lines:
            through = word.through[batch.cells]
            # Whose lines they are is told by those that the other player, or a free cell, is in.
            free = np.bitwise_or.reduce(np.where(taken, 0, word.through), axis=1, keepdims=True)
            by_x.append(word.all_lines ^ batch.slots.spread(through, free, of_o=True))
            by_o.append(word.all_lines ^ batch.slots.spread(through, free))
        return by_x, by_o

    def shared_cells(self, lines_made: list[Array]) -> Array:
        """How many cells are in all the lines made, for sets of lines that are not all empty."""
        left_out = np.zeros(lines_made[0].shape, np.int32)
        for word, made in zip(self.lines, lines_made, strict=True):
            word.add_cells_left_out(made, left_out)
        return self.game.cells - popcount(left_out)

    def arrived(self, batch: Batch, before: StoredTier) -> Array:
        """Where taking off a stone that can have come last leads to what is stored as reachable.

        Nobody may have a line there, or the game would have ended; nor the mover here, whose stones
        stood there too.
        """
        possible = ~batch.mover_has_line
        slots = batch.slots.only(possible)
        made = [made[possible] for made in batch.lines_made]
        reached = np.zeros(len(slots.low), bool)
        unreachable = before.palette.index(None) if None in before.palette else NO_NUMBER
        x_moved_last = batch.tier.stones % 2 == 1
        for cells, starts, earlier in self.retractions(batch, slots, before):
            # The stone's own bit stands above the pattern without it.
            by_x = earlier >> before.stones == 1
            earlier &= (1 << before.stones) - 1
            arrived = before.numbers_of(earlier, slots.each(starts)) != unreachable
            arrived &= by_x == x_moved_last  # it was not the mover who moved last
            for word, lines_left in zip(self.lines, made, strict=True):
                arrived &= lines_left & ~slots.each(word.through[cells]) == 0
            reached |= arrived
        everywhere = np.zeros(batch.numbers.shape, bool)
        everywhere[possible] = reached
        return everywhere

    def best_scores(self, batch: Batch, going_on: Array, later: StoredTier) -> Array:
        """The mover's score in the slots that have a flag, given what is stored in the next tier.

        Of palette numbers the smallest is what is worst for the opponent. Unreachable has the last
        number of a palette, so it is taken only where there is no other.
        """
        slots = batch.slots.only(going_on)
        best = np.full(len(slots.low), NO_NUMBER, np.uint8)
        for starts, patterns in self.moves(batch, slots, later):
            np.minimum(best, later.numbers_of(patterns, slots.each(starts)), out=best)
        scores = np.zeros(256, np.int8)
        # A reply missing from the table is an error of its own slot.
        scores[: len(later.palette)] = [
            0 if reply is None else score_before(reply) for reply in later.palette
        ]
        return scores.take(best)

    def moves(self, batch: Batch, slots: Slots, later: StoredTier) -> Iterator[tuple[Array, Array]]:
        """For each cell that can be played: where each next block starts, and each slot's pattern.

        The stones keep their colours, so a pattern's bits move to where the symmetry that makes
        the mask with the new stone canonical carries their cells.
        """
        free = bits_of(batch.masks, self.game.cells) == 0
        supported = batch.masks[:, None] & self.supports == self.supports
        x_moves = later.stones % 2
        for cells in in_columns(free & supported):
            blocks, carried, image = self._neighbours(batch.masks | 1 << cells, later)
            places = pattern_bits(image, np.take_along_axis(carried, batch.cells, axis=1))
            new_place = pattern_bits(image, np.take_along_axis(carried, cells[:, None], axis=1))
            yield blocks * later.size, slots.spread(places, x_moves * new_place)

    def retractions(
        self, batch: Batch, slots: Slots, before: StoredTier
    ) -> Iterator[tuple[Array, Array, Array]]:
        """For each stone that can have come last: its cells, and the same as for moves.

        In one block the same cell holds X in some slots and O in others: each pattern has one bit
        more than those of the tier before, set where the stone is X's.
        """
        taken = bits_of(batch.masks, self.game.cells) == 1
        covered = batch.masks[:, None] & self.covers != 0
        for cells in in_columns(taken & ~covered):
            blocks, carried, image = self._neighbours(batch.masks & ~(1 << cells), before)
            places = pattern_bits(image, np.take_along_axis(carried, batch.cells, axis=1))
            places[batch.cells == cells[:, None]] = 1 << before.stones
            yield cells, blocks * before.size, slots.spread(places)

    def _neighbours(self, masks: Array, tier: StoredTier) -> tuple[Array, Array, Array]:
        """The blocks of these masks, where the symmetry carries each cell, the canonical masks."""
        images = self.images(masks)
        smallest, symmetry = images.min(axis=0), images.argmin(axis=0)
        # Each is there: the tier's masks were found to be all the canonical ones.
        blocks = np.searchsorted(tier.masks, smallest)
        return blocks, self.symmetries[symmetry], smallest[:, None]


def in_columns(cells: Array) -> Iterator[Array]:
    """From rows of flags by cell: the first cell set in each row, the second, and so on.

    A row that has fewer than others repeats its last one.
    """
    # The rows stay of one shape so, and nothing comes of looking at a cell twice: the best of some
    # replies, or whether any is reachable, stays the same.
    counts = cells.sum(axis=1)
    order = np.argsort(~cells, axis=1, kind="stable")  # the cells that are set, then the others
    for place in range(int(counts.max(initial=0))):
        yield np.take_along_axis(order, np.minimum(place, counts - 1)[:, None], axis=1)[:, 0]


def note(findings: Findings, batch: Batch, due: Array) -> None:
    """Count the slots of a batch, and name the first of those that are wrong."""
    stored = batch.tier.scores.take(batch.numbers)
    wrong = stored != due
    wrong_slots = int(np.count_nonzero(wrong))
    findings.saw(wrong.size, wrong_slots)
    if wrong_slots and findings.to_name:
        x_cells = batch.slots.spread(1 << batch.cells)
        for slot in np.flatnonzero(wrong)[: findings.to_name].tolist():
            x, mask = int(x_cells[slot]), int(batch.masks[slot // len(batch.part)])
            scores = int(stored[slot]), int(due[slot])
            findings.name(
                Position(x, mask ^ x),
                *(None if score == NO_SCORE else score for score in scores),
            )


def count(counts: TierCounts, batch: Batch, rules: Rules) -> None:
    """Add the positions of a batch; each block stands for all the masks of its class."""
    palette = batch.tier.palette
    by_block = batch.numbers.reshape(len(batch.masks), -1)
    smallest = smallest_of_class(batch, rules).reshape(by_block.shape)
    # Blocks whose classes are of one size are counted together: there are four sizes at most.
    for masks_alike in np.unique(batch.masks_alike):
        alike = batch.masks_alike == masks_alike
        numbers = by_block[alike]
        positions = classes = np.bincount(numbers.ravel(), minlength=len(palette))
        if masks_alike < len(rules.symmetries):
            classes = np.bincount(numbers[smallest[alike]], minlength=len(palette))
        for score, in_blocks, up_to_symmetry in zip(palette, positions, classes, strict=True):
            if score is not None and in_blocks:
                counts.positions[score] += int(masks_alike) * int(in_blocks)
                counts.classes[score] += int(up_to_symmetry)
    if rules.by_line in palette:
        finished = batch.numbers == palette.index(rules.by_line)
        last_stones = (batch.last_stones * finished).reshape(by_block.shape)
        counts.last_stones += int(last_stones.sum(axis=1, dtype=np.int64) @ batch.masks_alike)


def smallest_of_class(batch: Batch, rules: Rules) -> Array:
    """Where none of the mask's own symmetries makes a smaller pattern.

    Of positions that these symmetries make of one another, one is chosen so, to count the class.
    """
    smallest = np.ones(batch.numbers.shape, bool)
    for symmetry, images in enumerate(rules.images(batch.masks)):
        kept = images == batch.masks
        if symmetry and kept.any():
            places = pattern_bits(batch.masks[:, None], rules.symmetries[symmetry][batch.cells])
            flags = np.repeat(kept, len(batch.part))
            slots = batch.slots.only(flags)
            own = np.broadcast_to(1 << np.arange(batch.tier.stones), places.shape)
            smallest[flags] &= slots.spread(own) <= slots.spread(places)
    return smallest


def pattern_bits(masks: Array, cells: Array) -> Array:
    """The bit that stands for a cell of its mask in a pattern: as many cells come before it."""
    return 1 << popcount(masks & (1 << cells) - 1).astype(np.int64)


class LineSets:
    """Some lines, as many as fit into one integer: a set of them has bit i for line i."""

    def __init__(self, game: Game, lines: Sequence[int]) -> None:
        dtype = np.int32 if len(lines) < 32 else np.int64
        through = [
            sum(1 << place for place, line in enumerate(lines) if line >> cell & 1)
            for cell in range(game.cells)
        ]
        self.through = np.array(through, dtype)
        """For each cell the lines that it is in."""
        self.all_lines = dtype((1 << len(lines)) - 1)
        full = (1 << game.cells) - 1
        left_out = np.array([[full ^ line for line in lines]], np.int32)
        self._left_out = [
            unions(left_out[:, at : at + LINES_AT_ONCE])[0]
            for at in range(0, len(lines), LINES_AT_ONCE)
        ]

    def add_cells_left_out(self, made: Array, cells: Array) -> None:
        """Add, to sets of cells, those that are not in all of the lines made."""
        for part, left_out in enumerate(self._left_out):
            some = made >> part * LINES_AT_ONCE & (1 << LINES_AT_ONCE) - 1
            cells |= left_out.take(some, mode="clip")


def any_of(sets: list[Array]) -> Array:
    """Where any of the sets is not empty."""
    flags: Array = np.logical_or.reduce([made != 0 for made in sets])
    return flags


def unions(bits: Array, start: Array | int = 0) -> Array:
    """For each row the union of each subset of its bits, in the subsets' order as numbers."""
    by_subset = np.empty((len(bits), 1 << bits.shape[1]), bits.dtype)
    by_subset[:, :1] = start
    for place in range(bits.shape[1]):
        # The subsets with this bit as their highest are the ones before, each with it added.
        half = 1 << place
        by_subset[:, half : 2 * half] = by_subset[:, :half] | bits[:, place, None]
    return by_subset


def image_tables(symmetries: Array) -> list[Array]:
    """For each byte of a mask, what every symmetry carries each of its values to."""
    carried_cells = np.zeros((len(symmetries), 8 * _BYTES_OF_A_MASK), np.int64)
    carried_cells[:, : symmetries.shape[1]] = 1 << symmetries
    return [unions(carried_cells[:, at : at + 8]) for at in range(0, carried_cells.shape[1], 8)]


def bits_of(masks: Array, cells: int) -> Array:
    """One more axis: 1 for each cell of the mask, else 0."""
    return masks[..., None] >> np.arange(cells) & 1


# Half a mask at a time: numpy before 2.0 has no count of its own.
_COUNTS = np.array([number.bit_count() for number in range(1 << 15)], np.uint8)


def popcount(masks: Array) -> Array:
    """How many cells each of these sets of at most 30 cells has."""
    cells: Array = _COUNTS[masks & 0x7FFF] + _COUNTS[masks >> 15 & 0x7FFF]
    return cells
