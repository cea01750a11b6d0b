"""The audit's check for boards that plain Python is too slow for: batches of blocks, in numpy.

It finds what `audit.plain` finds, in the same order. With the builder it shares how positions are
numbered, and nothing of what stands in a slot: whole blocks are unpacked from the file, and the
slots that their moves lead to are looked up in it, so the memory is bounded by the batch.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ttt_table.audit.batches import Batch, SharedCells, Slots
from ttt_table.audit.counts import TierCounts
from ttt_table.audit.report import Findings, Score
from ttt_table.audit.stored import NO_NUMBER, Numbers, StoredTier
from ttt_table.rules.game import Position, finished_score
from ttt_table.rules.outcome import score_before
from ttt_table.table.codec import Contents
from ttt_table.table.numbering import (
    UNREACHABLE,
    Array,
    Flags,
    Rules,
    cells_by_block,
    pattern_bits,
    rules_of,
)
from ttt_table.table.slots import slots_per_block

BATCH = 1 << 18
"""How many slots are checked at once; a block that has more is checked in parts."""
KEPT_BYTES = 30 << 20
"""More than the arrays of a batch, and less than glibc always gets from the system anew."""


Way = tuple[Array, Array, Array, Array]
"""By block: a cell to play at, or to take the stone off, and where that leads: the first of the
slots laid out, the bits that the block's stones have in the patterns there, and the new one's."""


class Neighbours:
    """The blocks that some blocks' moves lead to in the next tier, or come from in the one before.

    The stones keep their colours, so a pattern's bits move to where the symmetry that makes the
    mask there canonical carries their cells.
    """

    def __init__(self, rules: Rules, masks: Array, tier: StoredTier, step: int) -> None:
        self.tier = tier
        flags = rules.playable(masks) if step > 0 else rules.removable(masks)
        cells = cells_by_block(flags)
        smallest, symmetry = rules.canonical(masks ^ 1 << cells)
        # Each is there: the tier's masks were found to be all the canonical ones.
        self.packed, starts = tier.laid_out(np.searchsorted(tier.masks, smallest))
        occupied = cells_by_block(rules.taken(masks)).T
        carried = rules.carried_to(symmetry[..., None], occupied)
        places = pattern_bits(smallest[..., None], carried)
        stone = pattern_bits(smallest, rules.carried_to(symmetry, cells))
        stone *= step > 0 and tier.stones % 2  # O's has no bit
        # A stone that is taken off is X's in some slots of a block and O's in others: its bit tells
        # which, above those of the pattern without it.
        places[occupied == cells[..., None]] = 1 << tier.stones
        self.ways: list[Way] = [*zip(cells, starts, places, stone, strict=True)]
        """Moves, or ways to take a stone off."""

    def numbers(self, way: Way, slots: Slots, by_x: bool | None = None) -> Numbers:
        """What is stored in the slots that a way leads to.

        A stone is taken off where it is X's, or O's: elsewhere there is `NO_NUMBER`. It is neither
        where a stone is played.
        """
        _, starts, places, stone = way
        patterns = slots.spread(places, stone)
        elsewhere = None
        if by_x is not None:  # above the others stands the bit of the stone that is taken off
            elsewhere = patterns >> self.tier.stones != by_x
            patterns &= (1 << self.tier.stones) - 1
        numbers = self.tier.numbers_of(self.packed, slots.each(starts), patterns)
        if elsewhere is not None:
            numbers[elsewhere] = NO_NUMBER
        return numbers


class ArrayCheck:
    """Checks some blocks at once. Threads may share one."""

    kind: type[Neighbours] = Neighbours
    """What looks up the slots that others lead to."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.game = contents.game
        self.rules = rules_of(contents.game)
        self.shared = SharedCells(self.rules)
        self._tiers: dict[int, StoredTier] = {}
        self._opening = Lock()
        # Glibc would give each batch's arrays back to the system, whose new pages take as long as
        # the work on them; once as much has been freed at a time as here, it keeps as much.
        kept = np.empty(KEPT_BYTES, np.uint8)
        del kept

    def blocks_at_once(self, stones: int) -> int:
        """As many as make a batch."""
        return max(1, BATCH // slots_per_block(stones))

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with what it should be, and count what is there.

        The blocks make one batch, or they are a single one.
        """
        findings = Findings(self.game)
        tier = self._tier(stones)
        later = self._neighbours(tier, blocks, 1) if stones < self.game.cells else None
        before = self._neighbours(tier, blocks, -1) if stones and self.game.gravity else None
        for first in range(0, tier.size, BATCH):
            part = range(first, min(first + BATCH, tier.size))
            batch = Batch(tier, blocks, part, self.rules, self.shared)
            note(findings, batch, due(batch, before, later))
            count(findings.counts[stones], batch)
        return findings

    def _neighbours(self, tier: StoredTier, blocks: range, step: int) -> Neighbours:
        masks = tier.masks[blocks.start : blocks.stop]
        return self.kind(self.rules, masks, self._tier(tier.stones + step), step)

    def _tier(self, stones: int) -> StoredTier:
        with self._opening:  # only once, however many threads want it
            if stones not in self._tiers:
                # A tier is checked beside those before and after it, which are two apart.
                for other in [other for other in self._tiers if abs(other - stones) > 2]:
                    del self._tiers[other]
                self._tiers[stones] = StoredTier(self.contents, stones, self.rules)
            return self._tiers[stones]


def due(batch: Batch, before: Neighbours | None, later: Neighbours | None) -> NDArray[np.int8]:
    """What should stand in the slots, given what stands in the tiers before and after."""
    if before is None:
        # The mover has no line, and where there are lines some stone can have made them all.
        reachable = ~batch.mover_has_line & (~batch.finished | (batch.last_stones > 0))
    else:
        reachable = arrived(batch, before)
    scores = np.full(batch.numbers.shape, UNREACHABLE, np.int8)
    np.copyto(scores, batch.rules.by_line, where=reachable & batch.finished)
    going_on = reachable & ~batch.finished
    if later is None:
        np.copyto(scores, finished_score(batch.rules.game, line=False), where=going_on)
    else:
        scores[np.flatnonzero(going_on)] = best_scores(batch, going_on, later)
    return scores


def arrived(batch: Batch, before: Neighbours) -> Flags:
    """Where taking off a stone that can have come last leads to what is stored as reachable.

    Nobody may have a line there, or the game would have ended; nor the mover here, whose stones
    stood there too.
    """
    possible = ~batch.mover_has_line
    slots = batch.slots.only(possible)
    made = [made.compress(possible) for made in batch.lines_made]
    reached = np.zeros(len(slots.low), bool)
    tier = before.tier
    reachable = len(tier.palette) - (None in tier.palette)  # which is the last
    for way in before.ways:
        # It was not the mover who moved last.
        found = before.numbers(way, slots, by_x=batch.tier.stones % 2 == 1) < reachable
        for word, lines_left in zip(batch.rules.words, made, strict=True):
            found &= lines_left & ~slots.each(word.through[way[0]]) == 0
        reached |= found
    everywhere = np.zeros(batch.numbers.shape, bool)
    everywhere[np.flatnonzero(possible)] = reached
    return everywhere


def best_scores(batch: Batch, going_on: Flags, later: Neighbours) -> NDArray[np.int8]:
    """The mover's score in the slots that have a flag, given what is stored in the next tier.

    Of palette numbers the smallest is what is worst for the opponent. Unreachable has the last
    number of a palette, so it is taken only where there is no other.
    """
    slots = batch.slots.only(going_on)
    best = np.full(len(slots.low), NO_NUMBER, np.uint8)
    for way in later.ways:
        np.minimum(best, later.numbers(way, slots), out=best)
    scores = np.zeros(256, np.int8)
    # A reply missing from the table is an error of its own slot.
    scores[: len(later.tier.palette)] = [
        0 if reply is None else score_before(reply) for reply in later.tier.palette
    ]
    return np.take(scores, best, mode="clip")


def note(findings: Findings, batch: Batch, due: NDArray[np.int8]) -> None:
    """Count the slots of a batch, and name the first of those that are wrong."""
    stored = np.take(batch.tier.scores, batch.numbers, mode="clip")
    wrong = np.flatnonzero(stored != due)

    def named() -> Iterator[tuple[Position, Score, Score]]:
        x_cells = batch.slots.spread(1 << batch.cells)
        for slot in wrong.tolist():
            x, mask = int(x_cells[slot]), int(batch.masks[slot // len(batch.part)])
            yield Position(x, mask ^ x), score_of(stored[slot]), score_of(due[slot])

    findings.note(len(due), len(wrong), named() if len(wrong) else ())


def score_of(number: np.int8) -> Score:
    """A score as the rules have it."""
    return None if number == UNREACHABLE else int(number)


def count(counts: TierCounts, batch: Batch) -> None:
    """Add the positions of a batch; each block stands for all the masks of its class."""
    palette, by_line = batch.tier.palette, batch.rules.by_line
    by_block = batch.numbers.reshape(len(batch.masks), -1)
    smallest = smallest_of_class(batch).reshape(by_block.shape)
    # Blocks whose classes are of one size are counted together: there are few sizes.
    for class_size in np.unique(batch.class_sizes):
        alike = batch.class_sizes == class_size
        numbers = by_block[alike]
        positions = classes = np.bincount(numbers.ravel(), minlength=len(palette))
        if class_size < len(batch.rules.carried):
            classes = np.bincount(numbers[smallest[alike]], minlength=len(palette))
        for score, in_blocks, up_to_symmetry in zip(palette, positions, classes, strict=True):
            if in_blocks:
                counts.occurring.add(score)
            if in_blocks and score is not None:
                counts.positions[score] += int(class_size) * int(in_blocks)
                counts.classes[score] += int(up_to_symmetry)
    if by_line in palette:
        finished = batch.numbers == palette.index(by_line)
        last_stones = (batch.last_stones * finished).reshape(by_block.shape)
        counts.last_stones += int(last_stones.sum(axis=1, dtype=np.int64) @ batch.class_sizes)


def smallest_of_class(batch: Batch) -> Flags:
    """Where none of the mask's own symmetries makes a smaller pattern.

    Of positions that these symmetries make of one another, one is chosen so, to count the class.
    """
    smallest = np.ones(batch.numbers.shape, bool)
    rules = batch.rules
    own = 1 << np.arange(batch.tier.stones)
    for symmetry, images in enumerate(rules.images(batch.masks)):
        kept = images == batch.masks
        if symmetry and kept.any():
            carried = rules.carried_to(symmetry, batch.cells)
            places = pattern_bits(batch.masks[:, None], carried)
            flags = np.repeat(kept, len(batch.part))
            slots = batch.slots.only(flags)
            patterns = slots.spread(np.broadcast_to(own, places.shape))
            smallest[flags] &= patterns <= slots.spread(places)
    return smallest
