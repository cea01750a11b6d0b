"""The audit in batches of blocks, in numpy: it finds what `audit.plain` does, in its order."""

from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple

import numpy as np

from ttt_table.audit.report import Findings, Score
from ttt_table.audit.stored import ALL, NO_NUMBER, Batch, Slots, StoredTier
from ttt_table.rules.game import Position
from ttt_table.rules.outcome import score_before
from ttt_table.table.bits import UNREACHABLE, Numbers, Scores, numbers_at
from ttt_table.table.codec import Contents
from ttt_table.table.numbering import Rules, rules_of
from ttt_table.table.sets import Array, Flags, cells_by_block, pattern_bits, popcount
from ttt_table.table.slots import slots_per_block

BATCH = (
    1 << 18
)  # how many slots are checked at once; a block that has more is checked in parts
KEPT_BYTES = (
    30 << 20
)  # more than a batch's arrays, and less than glibc always gets anew


class Ways(NamedTuple):
    """To the blocks beside, by way and block; or one of them, by block."""

    bits: Array
    """The pattern's bit for the cell to play at, or to take the stone off."""
    starts: Array
    """The first slot there, of those laid out."""
    places: Array
    """The bits that the block's stones have there; none for one that is taken off."""
    stone: Array
    """The bit that the new stone has there; none for O's."""


class Neighbours:
    """The blocks that some blocks' moves lead to, or in the tier before come from."""

    def __init__(self, rules: Rules, masks: Array, tier: StoredTier, step: int) -> None:
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
        stone *= step > 0 and tier.stones % 2
        self.ways = Ways(pattern_bits(masks, cells), starts, places, stone)

    def each(self) -> Iterator[Ways]:
        """The ways one by one."""
        return map(Ways, *self.ways)

    def numbers(self, way: Ways, slots: Slots) -> Numbers:
        """What is stored where a way leads; anything where it takes off the mover's stone."""
        ranks = self.tier.patterns.ranks(slots.spread(way.places, way.stone))
        return numbers_at(self.packed, slots.each(way.starts) + ranks, self.tier.bits)


class ArrayCheck:
    """Checks some blocks at once. Threads may share one."""

    batch = BATCH

    def __init__(self, contents: Contents) -> None:
        self.contents, self.game = contents, contents.game
        self.rules = rules_of(contents.game)
        self._tiers: dict[int, StoredTier] = {}
        self._opening = Lock()
        # Once freed, glibc keeps as much: to get it for each batch anew would double the time.
        kept = np.empty(KEPT_BYTES, np.uint8)
        del kept

    def blocks_at_once(self, stones: int) -> int:
        """As many as make a batch."""
        return max(1, self.batch // slots_per_block(stones))

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with what is due, and count what it holds."""
        findings, tier = Findings(self.game), self._tier(stones)
        masks = tier.masks[blocks.start : blocks.stop]
        # The full board has no moves, whatever tier is named.
        later = Neighbours(
            self.rules, masks, self._tier(min(stones + 1, self.game.cells)), 1
        )
        before = None
        if stones and self.game.gravity:
            before = Neighbours(self.rules, masks, self._tier(stones - 1), -1)
        for first in range(0, tier.size, self.batch):
            part = range(first, min(first + self.batch, tier.size))
            self.check_batch(
                findings, Batch(tier, blocks, part, self.rules), later, before
            )
        return findings

    def check_batch(
        self,
        findings: Findings,
        batch: Batch,
        later: Neighbours,
        before: Neighbours | None,
    ) -> None:
        """The same for the slots of a batch."""
        note(findings, batch, scores_due(batch, later, before))
        count(findings, batch, *tally(batch))

    def _tier(self, stones: int) -> StoredTier:
        with self._opening:
            if stones not in self._tiers:
                # A tier is checked beside those before and after it, which are two apart.
                for other in [
                    other for other in self._tiers if abs(other - stones) > 2
                ]:
                    del self._tiers[other]
                self._tiers[stones] = StoredTier(self.contents, stones, self.rules)
            return self._tiers[stones]


def scores_due(batch: Batch, later: Neighbours, before: Neighbours | None) -> Scores:
    """What should stand in the slots, by the tiers before and after."""
    # The mover has no line, and where there are lines some stone can have made them all.
    reachable = ~batch.mover_has_line & (batch.shared != 0)
    if before is not None:
        reachable[np.flatnonzero(reachable)] = which_arrive(batch, reachable, before)
    scores = np.full(batch.numbers.shape, UNREACHABLE, np.int8)
    np.copyto(scores, batch.rules.by_line, where=reachable & (batch.shared != ALL))
    going_on = reachable & (batch.shared == ALL)
    slots = batch.slots.only(going_on)
    best = np.full(len(slots.low), NO_NUMBER, np.uint8)
    for way in later.each():
        np.minimum(best, later.numbers(way, slots), out=best)
    by_reply = scores_by_reply(later.tier, batch.rules)
    scores[np.flatnonzero(going_on)] = np.take(by_reply, best, mode="clip")
    return scores


def which_arrive(batch: Batch, possible: Flags, before: Neighbours) -> Flags:
    """Where, of some slots, a stone can have come last: one in all lines, on a reachable slot."""
    slots = batch.slots.only(possible)
    patterns = np.tile(batch.patterns, len(batch.masks))
    last_stones = batch.shared & (patterns if batch.last_is_x else ~patterns)
    last_stones = last_stones.compress(possible)
    reached = np.zeros(len(slots.low), bool)
    for way in before.each():
        found = before.numbers(way, slots) < before.tier.reachable
        reached |= found & (last_stones & slots.each(way.bits) != 0)
    return reached


def scores_by_reply(later: StoredTier, rules: Rules) -> Scores:
    """The mover's score for each palette number of the best reply, the least, or for none."""
    scores = np.full(256, rules.by_full, np.int8)
    # A reply missing from the table is an error of its own slot.
    before = [0 if reply is None else score_before(reply) for reply in later.palette]
    scores[: len(before)] = before
    return scores


def note(findings: Findings, batch: Batch, due: Scores) -> None:
    """Count the slots of a batch, and name the first wrong ones."""
    stored = np.take(batch.tier.scores, batch.numbers, mode="clip")
    wrong = np.flatnonzero(stored != due)

    def by_name() -> Iterator[tuple[Position, Score, Score]]:
        cells = cells_by_block(batch.rules.taken(batch.masks)).T
        x_cells = batch.slots.spread(1 << cells)
        for slot in wrong.tolist():
            x, mask = int(x_cells[slot]), int(batch.masks[slot // len(batch.part)])
            scores = int(stored[slot]), int(due[slot])
            held, right = (None if score == UNREACHABLE else score for score in scores)
            yield Position(x, mask ^ x), held, right

    findings.note(len(due), len(wrong), by_name() if len(wrong) else ())


def tally(batch: Batch) -> tuple[Array, Array]:
    """By class size how often each number occurs, and how many stones can have ended a game."""
    by_line, palette = batch.rules.by_line, batch.tier.palette
    stones = np.zeros(batch.numbers.shape, np.uint8)
    if by_line in palette:
        ended = np.flatnonzero(
            (batch.shared != ALL) & (batch.numbers == palette.index(by_line))
        )
        stones[ended] = popcount(batch.shared[ended].astype(np.int64))
    positions = np.zeros((len(batch.class_sizes), len(palette)), np.int64)
    last_stones = np.zeros(len(batch.class_sizes), np.int64)
    for size in range(len(batch.class_sizes)):
        some = np.repeat(batch.which_size == size, len(batch.part))
        positions[size] = np.bincount(batch.numbers[some], minlength=len(palette))
        last_stones[size] = stones[some].sum(dtype=np.int64)
    return positions, last_stones


def count(
    findings: Findings, batch: Batch, positions: Array, last_stones: Array
) -> None:
    """Add what `tally` says of a batch; a block stands for all of its class."""
    counts = findings.counts[batch.tier.stones]
    for size, class_size in enumerate(batch.class_sizes.tolist()):
        counts.last_stones += class_size * int(last_stones[size])
        classes = positions[size]
        if class_size < len(batch.rules.carried):
            classes = of_classes(batch, np.flatnonzero(batch.which_size == size))
        for score, in_blocks, up_to_symmetry in zip(
            batch.tier.palette, positions[size].tolist(), classes.tolist(), strict=False
        ):
            if in_blocks:
                counts.occurring.add(score)
            if in_blocks and score is not None:
                counts.positions[score] += class_size * in_blocks
                counts.classes[score] += up_to_symmetry


def of_classes(batch: Batch, blocks: Array) -> Array:
    """How often each number occurs in some blocks, the smallest of equal positions alone."""
    masks, rules = batch.masks[blocks], batch.rules
    slots, cells = batch.slots_of(len(blocks)), cells_by_block(rules.taken(masks)).T
    smallest = np.ones(len(slots.low), bool)
    patterns = np.tile(batch.patterns, len(blocks))
    for symmetry, images in enumerate(rules.images(masks)):
        kept = np.repeat(images == masks, len(batch.part))
        if symmetry and kept.any():
            places = pattern_bits(masks[:, None], rules.carried_to(symmetry, cells))
            smallest[kept] &= patterns[kept] <= slots.only(kept).spread(places)
    numbers = batch.numbers.reshape(len(batch.masks), -1)[blocks].ravel()
    return np.bincount(numbers[smallest], minlength=len(batch.tier.palette))
