"""The audit's check for boards that plain Python is too slow for: batches of blocks, in numpy.

It finds what `audit.check` finds, in the same order, and shares no code with any solver. The scores
stay in the file: a batch of blocks, and the blocks that its moves lead to, are unpacked where they
are needed, so the memory is bounded by the batch and not by the tier.

Arrays of a batch have one row a block and one column a slot. Slots keep their palette numbers as
long as they can: scores ascend in a palette, so numbers compare as scores do, in a byte each.
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
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from ttt_table.rules.game import Game
    from ttt_table.table.codec import Contents

    Array = NDArray[Any]

BATCH = 1 << 17
"""How many slots are checked at once; a block that has more is checked alone."""
NO_SCORE = 127
"""Stands for None, unreachable, in an array of scores; no score is as large."""
NO_REPLY = 255
"""Stands for no move at all in an array of palette numbers; no palette is as large."""
_BYTES_OF_A_MASK = 4


class ArrayCheck:
    """Checks some blocks at once."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.game = contents.game
        self.rules = Rules(contents.game)
        self._tiers: dict[int, StoredTier] = {}

    def blocks_at_once(self, stones: int) -> int:
        """As many as make a batch."""
        return max(1, BATCH // slots_per_block(stones))

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with what it should be, and count what is there."""
        findings = Findings(self.game)
        batch = Batch(self._tier(stones), blocks, self.rules)
        note(findings, batch, self._due(batch))
        count(findings.counts[stones], batch, self.rules)
        return findings

    def _due(self, batch: Batch) -> Array:
        """What should stand in the slots, given what stands in the tiers before and after."""
        rules, stones = self.rules, batch.tier.stones
        later = self._tier(stones + 1) if stones < rules.game.cells else None
        due = rules.due(batch, later)
        if rules.game.gravity and stones:
            due[~rules.arrived(batch, self._tier(stones - 1))] = NO_SCORE
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
        self.patterns = patterns_of(stones)
        """Of its slots, in order."""

    @cached_property
    def scores(self) -> Array:
        """The score for each palette number."""
        scores = np.full(256, NO_SCORE, np.int8)
        scores[: len(self.palette)] = [
            NO_SCORE if score is None else score for score in self.palette
        ]
        return scores

    @cached_property
    def slot_of(self) -> Array:
        """The slot of each pattern that has one."""
        slots = np.zeros(1 << self.stones, np.int32)
        slots[self.patterns] = np.arange(self.size)
        return slots

    def rows(self, blocks: Array) -> tuple[Array, Array]:
        """The palette numbers of these blocks, in rows of one size, and where each block starts."""
        to_a_byte = 8 // self.bits
        # A block may start within a byte, so each row has room for one byte more.
        width = min(-(-(self.size + to_a_byte - 1) // to_a_byte), len(self.packed))
        slots = blocks * self.size
        # A last row begins earlier than it needs, so as not to run beyond the tier's end.
        starts = np.minimum(slots // to_a_byte, len(self.packed) - width)
        rows = np.lib.stride_tricks.sliding_window_view(self.packed, width)[starts]
        numbers = unpack_array(rows.ravel(), self.bits, rows.size * to_a_byte)
        first_slots = slots - starts * to_a_byte + np.arange(0, len(numbers), width * to_a_byte)
        return numbers, first_slots.astype(np.int32)


class Batch:
    """Some blocks of a tier, unpacked."""

    def __init__(self, tier: StoredTier, blocks: range, rules: Rules) -> None:
        """Raises `InconsistentTableError` where a slot's number is not in the palette."""
        self.tier = tier
        self.masks = tier.masks[blocks.start : blocks.stop]
        self.masks_alike = tier.masks_alike[blocks.start : blocks.stop]
        self.cells = np.nonzero(bits_of(self.masks, rules.game.cells))[1].reshape(
            len(blocks), tier.stones
        )
        self.numbers = self._numbers(blocks)
        self.x = spread(tier.patterns, 1 << self.cells)
        """X's cells, as a set."""
        o = self.masks.astype(np.int32)[:, None] ^ self.x
        mover, other = (o, self.x) if tier.stones % 2 else (self.x, o)
        self.lines_made = rules.lines_made.take(other)
        """By the player who moved last, as the function of this name counts them."""
        self.last_players = other
        """The cells of the player who moved last, as a set."""
        self.mover_has_line = rules.lines_made.take(mover) > 0

    def _numbers(self, blocks: range) -> Array:
        tier = self.tier
        first, last = blocks.start * tier.size, blocks.stop * tier.size
        to_a_byte = 8 // tier.bits
        start = first // to_a_byte
        packed = tier.packed[start : slots_size(last, tier.bits)]
        numbers = unpack_array(packed, tier.bits, last - start * to_a_byte)
        numbers = numbers[first - start * to_a_byte :]
        if numbers.max() >= len(tier.palette):
            slot = int(np.argmax(numbers >= len(tier.palette)))
            raise InconsistentTableError(
                f"slot {first + slot} of a tier holds number {numbers[slot]} "
                f"of a palette of {len(tier.palette)}"
            )
        return numbers.reshape(len(blocks), tier.size)


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
        self.lines_made = lines_made(game)

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
            or (
                bits_of(masks, self.game.cells) & (masks[:, None] & self.supports != self.supports)
            ).any()
            or sizes.sum() != self.masks_by_tier[stones]
        ):
            raise InconsistentTableError(f"the blocks of tier {stones} are not the canonical masks")
        return sizes

    def due(self, batch: Batch, later: StoredTier | None) -> Array:
        """What should stand in the slots of a batch, given what stands in the tier after it."""
        replies = np.zeros(256, np.int8)  # A full board is a draw.
        if later is None:
            best = np.full(batch.numbers.shape, NO_REPLY, np.uint8)
        else:
            best = self.best_replies(batch, later)
            # A reply missing from the table is an error of its own slot.
            replies[: len(later.palette)] = [
                0 if reply is None else score_before(reply) for reply in later.palette
            ]
        due: Array = replies.take(best)
        # Each rule overrules those above it: a line ends the game whatever moves would be left, and
        # what play cannot reach has no score, finished or not.
        due[batch.lines_made > 0] = self.by_line
        due[batch.mover_has_line] = NO_SCORE
        if not self.game.gravity:
            due[batch.lines_made == 1] = NO_SCORE  # no single stone makes all the lines
        return due

    def arrived(self, batch: Batch, before: StoredTier) -> Array:
        """Where taking off a stone that can have come last leads to what is stored as reachable.

        Nobody may have a line there, or the game would have ended: that the player who moved last
        has none is seen here, and that the mover has none in `due`.
        """
        reached = np.zeros(batch.numbers.shape, bool)
        unreachable = before.palette.index(None) if None in before.palette else NO_REPLY
        for stones, blocks, slots in self.retractions(batch, before):
            numbers, starts = before.rows(blocks)
            stored = numbers.take(slots + starts[:, None]) != unreachable
            stored &= self.lines_made.take(batch.last_players & ~stones) == 0
            stored &= batch.last_players & stones != 0  # it was not the mover who moved last
            reached |= stored
        return reached

    def best_replies(self, batch: Batch, later: StoredTier) -> Array:
        """The smallest palette number that a move leads to: what is worst for the opponent.

        Unreachable has the last number of a palette, so it is taken only where there is no other.
        """
        best = np.full(batch.numbers.shape, NO_REPLY, np.uint8)
        for blocks, slots in self.moves(batch, later):
            numbers, starts = later.rows(blocks)
            np.minimum(best, numbers.take(slots + starts[:, None]), out=best)
        return best

    def moves(self, batch: Batch, later: StoredTier) -> Iterator[tuple[Array, Array]]:
        """For each cell that can be played: the blocks it leads to, and the slot for each slot.

        The stones keep their colours, so a pattern's bits move to where the symmetry that makes
        the mask with the new stone canonical carries their cells.
        """
        taken = bits_of(batch.masks, self.game.cells) == 1
        supported = batch.masks[:, None] & self.supports == self.supports
        x_moves = later.stones % 2
        for cells in in_columns(~taken & supported):
            blocks, carried, image = self._neighbours(batch.masks | 1 << cells, later)
            places = pattern_bits(image, np.take_along_axis(carried, batch.cells, axis=1))
            new_place = pattern_bits(image, np.take_along_axis(carried, cells[:, None], axis=1))
            patterns = spread(batch.tier.patterns, places, x_moves * new_place)
            yield blocks, later.slot_of.take(patterns)

    def retractions(self, batch: Batch, before: StoredTier) -> Iterator[tuple[Array, Array, Array]]:
        """For each stone that can have come last: it, the blocks without it, the slots there.

        In one block the same cell holds X in some slots and O in others. Where it holds a stone of
        the mover, who has not moved last, the slot that is given means nothing: see `arrived`.
        """
        taken = bits_of(batch.masks, self.game.cells) == 1
        covered = batch.masks[:, None] & self.covers != 0
        for cells in in_columns(taken & ~covered):
            blocks, carried, image = self._neighbours(batch.masks & ~(1 << cells), before)
            places = pattern_bits(image, np.take_along_axis(carried, batch.cells, axis=1))
            places[batch.cells == cells[:, None]] = 0  # this stone is in no pattern any more
            patterns = spread(batch.tier.patterns, places)
            yield (1 << cells)[:, None], blocks, before.slot_of.take(patterns)

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
        for row, slot in np.argwhere(wrong)[: findings.to_name]:
            x, mask = int(batch.x[row, slot]), int(batch.masks[row])
            scores = [int(array[row, slot]) for array in (stored, due)]
            findings.name(
                Position(x, mask ^ x),
                *(None if score == NO_SCORE else score for score in scores),
            )


def count(counts: TierCounts, batch: Batch, rules: Rules) -> None:
    """Add the positions of a batch; each block stands for all the masks of its class."""
    smallest = smallest_of_class(batch, rules)
    palette = batch.tier.palette
    # Blocks whose classes are of one size are counted together: there are four sizes at most.
    for masks_alike in np.unique(batch.masks_alike):
        alike = batch.masks_alike == masks_alike
        numbers = batch.numbers[alike]
        positions = np.bincount(numbers.ravel(), minlength=len(palette))
        classes = np.bincount(numbers[smallest[alike]], minlength=len(palette))
        for score, in_blocks, up_to_symmetry in zip(palette, positions, classes, strict=True):
            if score is not None and in_blocks:
                counts.positions[score] += int(masks_alike) * int(in_blocks)
                counts.classes[score] += int(up_to_symmetry)
    if rules.by_line in palette:
        # `lines_made` has one more, where a line is: this is how many stones could have been last.
        shared = batch.lines_made - (batch.lines_made > 0)
        shared[batch.numbers != palette.index(rules.by_line)] = 0
        counts.last_stones += int(shared.sum(axis=1, dtype=np.int64) @ batch.masks_alike)


def smallest_of_class(batch: Batch, rules: Rules) -> Array:
    """Where none of the mask's own symmetries makes a smaller set of X.

    Of positions that these symmetries make of one another, one is chosen so, to count the class.
    """
    smallest = np.ones(batch.x.shape, bool)
    images = rules.images(batch.masks)
    for symmetry in range(1, len(rules.symmetries)):
        rows = np.nonzero(images[symmetry] == batch.masks)[0]
        if len(rows):
            carried_cells = rules.symmetries[symmetry][batch.cells[rows]]
            carried_x = spread(batch.tier.patterns, 1 << carried_cells)
            smallest[rows] &= batch.x[rows] <= carried_x
    return smallest


def pattern_bits(masks: Array, cells: Array) -> Array:
    """The bit that stands for a cell of its mask in a pattern: as many cells come before it."""
    return 1 << popcount(masks & (1 << cells) - 1)


def lines_made(game: Game) -> Array:
    """For each set of cells: 0 where it has no line, else one more than how many cells all share.

    So a set whose lines have no cell in common, which no single stone completes, has 1.
    """
    made_by_set = np.zeros(1 << game.cells, np.uint8)  # 32 MiB on the largest board
    for start in range(0, len(made_by_set), BATCH):
        sets = np.arange(start, min(start + BATCH, len(made_by_set)), dtype=np.int32)
        shared = np.full(len(sets), -1, np.int32)
        for line in lines(game):
            shared[sets & line == line] &= line
        made = shared != -1
        made_by_set[start : start + BATCH][made] = 1 + popcount(shared[made])
    return made_by_set


def spread(patterns: Array, bits: Array, start: Array | int = 0) -> Array:
    """For each row the patterns, with each bit j moved to ``bits[row, j]``, ORed to ``start``."""
    # Where a bit goes does not depend on the others, so the two halves of a pattern go apart: two
    # tables of 2^(bits/2) entries a row replace one of 2^bits, or a pass for every bit.
    half = bits.shape[1] // 2
    low = unions(bits[:, :half], start)
    high = unions(bits[:, half:])
    moved: Array = low[:, patterns & (1 << half) - 1]
    moved |= high[:, patterns >> half]
    return moved


def unions(bits: Array, start: Array | int = 0) -> Array:
    """For each row the union of each subset of its bits, in the subsets' order as numbers."""
    by_subset = np.empty((len(bits), 1 << bits.shape[1]), np.int32)
    by_subset[:, :1] = start
    for place in range(bits.shape[1]):
        # The subsets with this bit as their highest are the ones before, each with it added.
        half = 1 << place
        by_subset[:, half : 2 * half] = by_subset[:, :half] | bits[:, place, None]
    return by_subset


def patterns_of(stones: int) -> Array:
    """The patterns of a block's slots, in order."""
    counts = np.zeros(1, np.uint8)  # how many bits each number has, for twice as many each time
    for _ in range(stones):
        counts = np.concatenate([counts, counts + 1])
    return np.flatnonzero(counts == x_count(stones))


def image_tables(symmetries: Array) -> list[Array]:
    """For each byte of a mask, what every symmetry carries each of its values to."""
    carried_cells = np.zeros((len(symmetries), 8 * _BYTES_OF_A_MASK), np.int64)
    carried_cells[:, : symmetries.shape[1]] = 1 << symmetries
    return [unions(carried_cells[:, at : at + 8]) for at in range(0, carried_cells.shape[1], 8)]


def bits_of(masks: Array, cells: int) -> Array:
    """One more axis: 1 for each cell of the mask, else 0."""
    return masks[..., None] >> np.arange(cells) & 1


# Half a mask at a time: numpy before 2.0 has no count of its own.
_COUNTS = np.array([number.bit_count() for number in range(1 << 13)])


def popcount(masks: Array) -> Array:
    """How many cells each of these sets of at most 26 cells has."""
    cells: Array = _COUNTS[masks & 0x1FFF] + _COUNTS[masks >> 13 & 0x1FFF]
    return cells
