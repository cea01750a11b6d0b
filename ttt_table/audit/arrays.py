"""The audit's check in numpy: it finds what `audit.plain` finds, in the same order."""

from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple

import numpy as np

from ttt_table.audit.report import Findings, Score, WrongSlot
from ttt_table.audit.stored import ALL, NO_NUMBER, Batch, Slots, StoredTier
from ttt_table.rules.game import Position
from ttt_table.rules.outcome import score_before
from ttt_table.table.bits import UNREACHABLE, Numbers, Scores, numbers_at
from ttt_table.table.codec import Contents
from ttt_table.table.numbering import Rules, rules_of
from ttt_table.table.sets import Array, Flags, cells_by_block, pattern_bits, popcount
from ttt_table.table.slots import slots_per_block

BATCH = 1 << 18
"""How many slots are checked at once; a larger block is checked in parts."""
KEPT_BYTES = 30 << 20
"""More than a batch's arrays, and less than glibc always gets anew from the system."""


class Ways(NamedTuple):
    """Ways from blocks to the blocks beside them; or one way.

    Each array is by way and block, or by block for one way.
    """

    bits: Array
    """The bit, in a pattern here, of the cell to play at or to take the stone off."""
    starts: Array
    """The first slot of the block there, among those that were read."""
    places: Array
    """By stone, its bit in a pattern there; 0 for a stone that is taken off."""
    stone: Array
    """The bit, in a pattern there, of the new stone; 0 for a stone of O."""


class Neighbours:
    """The blocks that moves lead to or, in the tier before, come from."""

    def __init__(self, rules: Rules, masks: Array, tier: StoredTier, step: int) -> None:
        """Read the blocks.

        Args:
            rules: The rules of the game.
            masks: The masks whose neighbours they are.
            tier: The tier of the neighbours.
            step: 1 for moves, -1 for stones that are taken off.
        """
        self.tier = tier
        flags = rules.playable(masks) if step > 0 else rules.removable(masks)
        cells = cells_by_block(flags)
        smallest, symmetry = rules.canonical(masks ^ 1 << cells)
        self.packed, starts = tier.lay_out(np.searchsorted(tier.masks, smallest))
        occupied = cells_by_block(rules.taken(masks)).T
        carried = rules.carried_to(symmetry[..., None], occupied)
        places = pattern_bits(smallest[..., None], carried)
        places[occupied == cells[..., None]] = 0
        stone = pattern_bits(smallest, rules.carried_to(symmetry, cells))
        x_has_moved = tier.stones % 2 == 1
        if step < 0 or not x_has_moved:
            stone[:] = 0
        self.ways = Ways(pattern_bits(masks, cells), starts, places, stone)

    def each(self) -> Iterator[Ways]:
        """Yield the ways one by one."""
        return map(Ways, *self.ways)

    def numbers(self, way: Ways, slots: Slots) -> Numbers:
        """Return the palette numbers of the slots that a way leads to.

        Where it takes off a stone of the mover, the number has no meaning.
        """
        ranks = self.tier.patterns.ranks(slots.spread(way.places, way.stone))
        return numbers_at(self.packed, slots.each(way.starts) + ranks, self.tier.bits)


class Tally(NamedTuple):
    """What the slots of a batch hold."""

    positions: Array
    """By class size and palette number, how many slots hold it."""
    last_stones: Array
    """By class size, how many stones may have ended a game."""


class ArrayCheck:
    """Checks some blocks at once. Threads may share one."""

    batch = BATCH

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.game = contents.game
        self.rules = rules_of(contents.game)
        self._tiers: dict[int, StoredTier] = {}
        self._opening = Lock()
        # Once this is freed, glibc keeps as much memory. To get it from the system for
        # each batch would double the time.
        kept = np.empty(KEPT_BYTES, np.uint8)
        del kept

    def blocks_at_once(self, stones: int) -> int:
        """Return how many blocks make a batch."""
        return max(1, self.batch // slots_per_block(stones))

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with its expected score, and count them."""
        findings = Findings(self.game)
        tier = self._tier(stones)
        masks = tier.masks[blocks.start : blocks.stop]
        # The full board has no moves, whichever tier is given.
        next_tier = self._tier(min(stones + 1, self.game.cells))
        later = Neighbours(self.rules, masks, next_tier, step=1)
        before = None
        if stones and self.game.gravity:
            before = Neighbours(self.rules, masks, self._tier(stones - 1), step=-1)
        for first in range(0, tier.size, self.batch):
            part = range(first, min(first + self.batch, tier.size))
            batch = Batch(tier, blocks, part, self.rules)
            self.check_batch(findings, batch, later, before)
        return findings

    def check_batch(
        self,
        findings: Findings,
        batch: Batch,
        later: Neighbours,
        before: Neighbours | None,
    ) -> None:
        """Check the slots of a batch.

        Args:
            findings: What is found is added to it.
            batch: The slots.
            later: The blocks that moves lead to.
            before: With gravity, the blocks that moves come from.
        """
        note(findings, batch, expected_scores(batch, later, before))
        count(findings, batch, tally(batch))

    def _tier(self, stones: int) -> StoredTier:
        with self._opening:
            if stones not in self._tiers:
                # A tier is checked with those before and after it, which are two apart.
                for held in list(self._tiers):
                    if abs(held - stones) > 2:
                        del self._tiers[held]
                self._tiers[stones] = StoredTier(self.contents, stones, self.rules)
            return self._tiers[stones]


def expected_scores(
    batch: Batch, later: Neighbours, before: Neighbours | None
) -> Scores:
    """Return what the slots should hold, by the tiers before and after."""
    # The mover has no line, and if there are lines, one stone can have made them all.
    reachable = ~batch.mover_has_line & (batch.shared != 0)
    if before is not None:
        reachable[np.flatnonzero(reachable)] = which_arrive(batch, reachable, before)
    scores = np.full(batch.numbers.shape, UNREACHABLE, np.int8)
    np.copyto(scores, batch.rules.by_line, where=reachable & (batch.shared != ALL))

    unfinished = reachable & (batch.shared == ALL)
    slots = batch.slots.only(unfinished)
    best = np.full(len(slots.low), NO_NUMBER, np.uint8)
    for way in later.each():
        np.minimum(best, later.numbers(way, slots), out=best)
    score_by_reply = scores_by_reply(later.tier, batch.rules)
    scores[np.flatnonzero(unfinished)] = np.take(score_by_reply, best, mode="clip")
    return scores


def which_arrive(batch: Batch, possible: Flags, before: Neighbours) -> Flags:
    """Return which of some slots play can reach.

    There some stone can have come last: it is in all lines of its player, and without
    it the slot is reachable.

    Args:
        batch: The slots.
        possible: Which of them to look at.
        before: The blocks that moves come from.
    """
    slots = batch.slots.only(possible)
    patterns = np.tile(batch.patterns, len(batch.masks))
    last_stones = batch.shared & (patterns if batch.last_is_x else ~patterns)
    last_stones = last_stones.compress(possible)
    arrives = np.zeros(len(slots.low), bool)
    for way in before.each():
        from_reachable = before.numbers(way, slots) < before.tier.reachable
        can_be_last = last_stones & slots.each(way.bits) != 0
        arrives |= from_reachable & can_be_last
    return arrives


def scores_by_reply(later: StoredTier, rules: Rules) -> Scores:
    """Return the mover's score for each palette number of the best reply, or none."""
    scores = np.full(256, rules.by_full, np.int8)
    for number, reply in enumerate(later.palette):
        # A reply missing from the table is an error of its own slot.
        scores[number] = 0 if reply is None else score_before(reply)
    return scores


def note(findings: Findings, batch: Batch, expected: Scores) -> None:
    """Count the slots of a batch, and name the first wrong ones."""
    stored = np.take(batch.tier.scores, batch.numbers, mode="clip")
    wrong = np.flatnonzero(stored != expected)

    def wrong_slots() -> Iterator[WrongSlot]:
        cells = cells_by_block(batch.rules.taken(batch.masks)).T
        x_cells = batch.slots.spread(1 << cells)
        for slot in wrong.tolist():
            x = int(x_cells[slot])
            mask = int(batch.masks[slot // len(batch.part)])
            yield WrongSlot(
                Position(x, mask ^ x),
                _score_or_none(stored[slot]),
                _score_or_none(expected[slot]),
            )

    findings.note(len(expected), len(wrong), wrong_slots() if len(wrong) else ())


def _score_or_none(score: np.int8) -> Score:
    return None if score == UNREACHABLE else int(score)


def tally(batch: Batch) -> Tally:
    """Count what the slots of a batch hold."""
    by_line = batch.rules.by_line
    palette = batch.tier.palette
    stones = np.zeros(batch.numbers.shape, np.uint8)
    if by_line in palette:
        is_ended = batch.numbers == palette.index(by_line)
        ended = np.flatnonzero((batch.shared != ALL) & is_ended)
        stones[ended] = popcount(batch.shared[ended].astype(np.int64))
    positions = np.zeros((len(batch.class_sizes), len(palette)), np.int64)
    last_stones = np.zeros(len(batch.class_sizes), np.int64)
    for size in range(len(batch.class_sizes)):
        of_size = np.repeat(batch.which_size == size, len(batch.part))
        positions[size] = np.bincount(batch.numbers[of_size], minlength=len(palette))
        last_stones[size] = stones[of_size].sum(dtype=np.int64)
    return Tally(positions, last_stones)


def count(findings: Findings, batch: Batch, batch_tally: Tally) -> None:
    """Add the tally of a batch to the findings; a block stands for its whole class."""
    counts = findings.counts[batch.tier.stones]
    for size, class_size in enumerate(batch.class_sizes.tolist()):
        counts.last_stones += class_size * int(batch_tally.last_stones[size])
        in_blocks = batch_tally.positions[size]
        up_to_symmetry = in_blocks
        if class_size < len(batch.rules.carried):
            blocks = np.flatnonzero(batch.which_size == size)
            up_to_symmetry = count_classes(batch, blocks)
        for number, score in enumerate(batch.tier.palette):
            if not in_blocks[number]:
                continue
            counts.occurring.add(score)
            if score is not None:
                counts.positions[score] += class_size * int(in_blocks[number])
                counts.classes[score] += int(up_to_symmetry[number])


def count_classes(batch: Batch, blocks: Array) -> Array:
    """Return how often some blocks hold each number, up to symmetry.

    Of positions that symmetries carry to each other, only the smallest counts.
    """
    masks = batch.masks[blocks]
    rules = batch.rules
    slots = batch.slots_of(len(blocks))
    cells = cells_by_block(rules.taken(masks)).T
    is_smallest = np.ones(len(slots.low), bool)
    patterns = np.tile(batch.patterns, len(blocks))
    for symmetry, images in enumerate(rules.images(masks)):
        keeping = np.repeat(images == masks, len(batch.part))
        if symmetry and keeping.any():
            places = pattern_bits(masks[:, None], rules.carried_to(symmetry, cells))
            carried = slots.only(keeping).spread(places)
            is_smallest[keeping] &= patterns[keeping] <= carried
    numbers = batch.numbers.reshape(len(batch.masks), -1)[blocks].ravel()
    return np.bincount(numbers[is_smallest], minlength=len(batch.tier.palette))
