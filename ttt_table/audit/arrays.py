"""The audit's check in numpy: it finds what `audit.plain` finds, in the same order."""

from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple

import numpy as np

from ttt_table.audit.report import Findings, Score, WrongSlot
from ttt_table.audit.stored import NO_LINE, NO_NUMBER, SlotBatch, Slots, StoredTier
from ttt_table.rules.game import Position
from ttt_table.rules.outcome import score_before
from ttt_table.runtime import slots_per_block
from ttt_table.table.bits import (
    UNREACHABLE,
    Array,
    Flags,
    Numbers,
    Scores,
    cells_by_block,
    numbers_at,
    pattern_bits,
    popcount,
    unpack_array,
)
from ttt_table.table.contents import Contents
from ttt_table.table.numbering import Rules, rules_of

CHECKED_AT_ONCE = 1 << 18
"""The slots checked at once; a larger block is checked in parts."""
KEPT_BYTES = 30 << 20
"""More than a batch's arrays, and less than glibc always gets anew from the system."""


class BlockMove(NamedTuple):
    """One move from each of some blocks: a stone that is played, or one taken off."""

    cell_bit: Array
    """[block]: the bit, in a pattern here, of the cell of that stone."""
    first_slot: Array
    """[block]: the first slot of the block there, among those that were read."""
    stone_bits: Array
    """[block, stone]: its bit in a pattern there; 0 for a stone that is taken off."""
    new_stone_bit: Array
    """[block]: the bit, in a pattern there, of a stone of X that is played, or 0."""


class AdjacentBlocks:
    """The blocks that moves lead to or, in the previous tier, come from."""

    def __init__(
        self, rules: Rules, masks: Array, tier: StoredTier, *, after: bool
    ) -> None:
        """Read the blocks.

        Args:
            rules: The rules of the game.
            masks: The masks whose neighbours they are.
            tier: The tier of the neighbours.
            after: Whether a stone is played, or one taken off.
        """
        self.tier = tier
        self.bits = tier.bits
        """The bits of a slot in ``packed``."""
        flags = rules.playable(masks) if after else rules.removable(masks)
        cells = cells_by_block(flags)
        canonical, symmetry = rules.canonical(masks ^ 1 << cells)
        occupied = cells_by_block(rules.taken(masks)).T
        carried = rules.carried_to(symmetry[..., None], occupied)

        # The fields of a `BlockMove`, with an axis of moves before the others.
        self.cell_bits = pattern_bits(masks, cells)
        self.packed, self.first_slots = tier.read_blocks(
            np.searchsorted(tier.masks, canonical)
        )
        self.stone_bits = pattern_bits(canonical[..., None], carried)
        self.stone_bits[occupied == cells[..., None]] = 0
        self.new_stone_bits = np.zeros_like(self.first_slots)
        x_has_moved = tier.stones % 2 == 1
        if after and x_has_moved:
            played = rules.carried_to(symmetry, cells)
            self.new_stone_bits = pattern_bits(canonical, played)

    def moves(self) -> Iterator[BlockMove]:
        """Yield the moves, each from all blocks."""
        for number in range(len(self.cell_bits)):
            yield BlockMove(
                self.cell_bits[number],
                self.first_slots[number],
                self.stone_bits[number],
                self.new_stone_bits[number],
            )

    def numbers(self, move: BlockMove, slots: Slots) -> Numbers:
        """Return the palette numbers of the slots that a move leads to.

        Where it takes off a stone of the mover, the number has no meaning.
        """
        ranks = self.tier.patterns.ranks(
            slots.unite(move.stone_bits, move.new_stone_bit)
        )
        places = slots.repeat(move.first_slot) + ranks
        return numbers_at(self.packed, places, self.bits)

    def unpack(self) -> None:
        """Unpack the slots, unless they are unpacked already: a byte for each."""
        if self.bits < 8:
            slots = len(self.packed) * 8 // self.bits
            self.packed = unpack_array(self.packed, self.bits, slots)
            self.bits = 8


class BatchCounts(NamedTuple):
    """Counts of the slots of a batch, for each size of the classes of its blocks."""

    numbers: Array
    """[size index, palette number]: how many slots hold the number."""
    last_stones: Array
    """[size index]: how many stones may have ended a game."""


class ArrayCheck:
    """Checks some blocks at once. Threads may share one."""

    batch = CHECKED_AT_ONCE

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
        """Return the number of blocks of a batch."""
        return max(1, self.batch // slots_per_block(stones))

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with its expected score, and count them."""
        findings = Findings(self.game)
        tier = self._tier(stones)
        masks = tier.masks[blocks.start : blocks.stop]
        # The full board has no moves, whichever tier is given.
        next_tier = self._tier(min(stones + 1, self.game.cells))
        successors = AdjacentBlocks(self.rules, masks, next_tier, after=True)
        predecessors = None
        if stones and self.game.gravity:
            previous_tier = self._tier(stones - 1)
            predecessors = AdjacentBlocks(self.rules, masks, previous_tier, after=False)
        for first in range(0, tier.size, self.batch):
            part = range(first, min(first + self.batch, tier.size))
            batch = SlotBatch(tier, blocks, part, self.rules)
            self.check_batch(findings, batch, successors, predecessors)
        return findings

    def check_batch(
        self,
        findings: Findings,
        batch: SlotBatch,
        successors: AdjacentBlocks,
        predecessors: AdjacentBlocks | None,
    ) -> None:
        """Check the slots of a batch.

        Args:
            findings: Gets the wrong slots and the counts.
            batch: The slots.
            successors: The blocks that moves lead to.
            predecessors: With gravity, the blocks that moves come from.
        """
        expected = expected_scores(batch, successors, predecessors)
        compare_scores(findings, batch, expected)
        add_counts(findings, batch, count_slots(batch))

    def _tier(self, stones: int) -> StoredTier:
        with self._opening:
            if stones not in self._tiers:
                # A tier is checked with those before and after it, which are two apart.
                for open_tier in list(self._tiers):
                    if abs(open_tier - stones) > 2:
                        del self._tiers[open_tier]
                self._tiers[stones] = StoredTier(self.contents, stones, self.rules)
            return self._tiers[stones]


def expected_scores(
    batch: SlotBatch, successors: AdjacentBlocks, predecessors: AdjacentBlocks | None
) -> Scores:
    """Return the scores that the slots should have, by the neighbouring tiers."""
    # The mover has no line, and if there are lines, one stone can have made them all.
    reachable = ~batch.mover_has_line & (batch.shared != 0)
    if predecessors is not None:
        candidates = np.flatnonzero(reachable)
        reachable[candidates] = have_predecessor(batch, reachable, predecessors)
    scores = np.full(batch.numbers.shape, UNREACHABLE, np.int8)
    np.copyto(
        scores, batch.rules.line_score, where=reachable & (batch.shared != NO_LINE)
    )

    unfinished = reachable & (batch.shared == NO_LINE)
    slots = batch.slots.select(unfinished)
    best = np.full(len(slots.low), NO_NUMBER, np.uint8)
    for move in successors.moves():
        np.minimum(best, successors.numbers(move, slots), out=best)
    score_of_reply = scores_by_reply(successors.tier, batch.rules)
    scores[np.flatnonzero(unfinished)] = np.take(score_of_reply, best, mode="clip")
    return scores


def have_predecessor(
    batch: SlotBatch, candidates: Flags, predecessors: AdjacentBlocks
) -> Flags:
    """Return which of some slots play can reach from the previous tier.

    In such a slot some stone can have come last: all lines of its player share it, and
    without it the slot is reachable.

    Args:
        batch: The slots.
        candidates: Which of them to look at.
        predecessors: The blocks that moves come from.
    """
    slots = batch.slots.select(candidates)
    patterns = np.tile(batch.patterns, len(batch.masks))
    opponent_stones = patterns if batch.opponent_is_x else ~patterns
    last_stones = (batch.shared & opponent_stones).compress(candidates)
    is_reachable = np.zeros(len(slots.low), bool)
    for move in predecessors.moves():
        numbers = predecessors.numbers(move, slots)
        from_reachable = numbers < predecessors.tier.score_count
        can_be_last = last_stones & slots.repeat(move.cell_bit) != 0
        is_reachable |= from_reachable & can_be_last
    return is_reachable


def scores_by_reply(next_tier: StoredTier, rules: Rules) -> Scores:
    """Return the mover's score for each palette number of the best reply.

    `NO_NUMBER`, and any other that the palette lacks, stands for a full board.
    """
    scores = np.full(256, rules.full_board_score, np.int8)
    for number, reply in enumerate(next_tier.palette):
        # A reply missing from the table is an error of its own slot.
        scores[number] = 0 if reply is None else score_before(reply)
    return scores


def compare_scores(findings: Findings, batch: SlotBatch, expected: Scores) -> None:
    """Count the slots of a batch, and name the first wrong ones."""
    stored = np.take(batch.tier.scores, batch.numbers, mode="clip")
    wrong = np.flatnonzero(stored != expected)
    if not len(wrong):
        findings.add_slots(len(expected))
        return

    cells = cells_by_block(batch.rules.taken(batch.masks)).T
    x_cells = batch.slots.unite(1 << cells)

    def wrong_slots() -> Iterator[WrongSlot]:
        for slot in wrong.tolist():
            x = int(x_cells[slot])
            mask = int(batch.masks[slot // len(batch.part)])
            yield WrongSlot(
                Position(x, mask ^ x),
                _score_or_none(stored[slot]),
                _score_or_none(expected[slot]),
            )

    findings.add_slots(len(expected), len(wrong), wrong_slots())


def _score_or_none(score: np.int8) -> Score:
    return None if score == UNREACHABLE else int(score)


def count_slots(batch: SlotBatch) -> BatchCounts:
    """Count the slots of a batch by their numbers, and the stones that ended games."""
    line_score = batch.rules.line_score
    palette = batch.tier.palette
    last_stones = np.zeros(batch.numbers.shape, np.uint8)
    if line_score in palette:
        has_score_of_line = batch.numbers == palette.index(line_score)
        ended = np.flatnonzero((batch.shared != NO_LINE) & has_score_of_line)
        last_stones[ended] = popcount(batch.shared[ended].astype(np.int64))

    sizes = len(batch.class_sizes)
    counts = BatchCounts(
        np.zeros((sizes, len(palette)), np.int64), np.zeros(sizes, np.int64)
    )
    for index in range(sizes):
        of_size = np.repeat(batch.size_index == index, len(batch.part))
        numbers = batch.numbers[of_size]
        counts.numbers[index] = np.bincount(numbers, minlength=len(palette))
        counts.last_stones[index] = last_stones[of_size].sum(dtype=np.int64)
    return counts


def add_counts(findings: Findings, batch: SlotBatch, batch_counts: BatchCounts) -> None:
    """Add the counts of a batch to the findings; a block stands for its whole class."""
    tier_counts = findings.counts[batch.tier.stones]
    for index, class_size in enumerate(batch.class_sizes.tolist()):
        tier_counts.last_stones += class_size * int(batch_counts.last_stones[index])
        in_blocks = batch_counts.numbers[index]
        up_to_symmetry = in_blocks
        if class_size < len(batch.rules.carried):
            blocks = np.flatnonzero(batch.size_index == index)
            up_to_symmetry = count_classes(batch, blocks)
        for number, score in enumerate(batch.tier.palette):
            if not in_blocks[number]:
                continue
            tier_counts.occurring.add(score)
            if score is not None:
                tier_counts.positions[score] += class_size * int(in_blocks[number])
                tier_counts.classes[score] += int(up_to_symmetry[number])


def count_classes(batch: SlotBatch, blocks: Array) -> Array:
    """Return the positions in some blocks by palette number, up to symmetry.

    Of positions that symmetries carry to each other, only the smallest counts.
    """
    masks = batch.masks[blocks]
    rules = batch.rules
    slots = batch.slots_of(len(blocks))
    cells = cells_by_block(rules.taken(masks)).T
    is_smallest = np.ones(len(slots.low), bool)
    patterns = np.tile(batch.patterns, len(blocks))
    for symmetry, images in enumerate(rules.images(masks)):
        is_kept = np.repeat(images == masks, len(batch.part))
        if symmetry and is_kept.any():
            bits = pattern_bits(masks[:, None], rules.carried_to(symmetry, cells))
            carried = slots.select(is_kept).unite(bits)
            is_smallest[is_kept] &= patterns[is_kept] <= carried
    numbers = batch.numbers.reshape(len(batch.masks), -1)[blocks].ravel()
    return np.bincount(numbers[is_smallest], minlength=len(batch.tier.palette))
