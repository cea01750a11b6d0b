"""The audit's check of large tables, compiled by numba.

Where a slot is wrong, `arrays` checks the batch again and names the slot.

This goes another way than the builder: by the stones that all lines of a player share
and by palette numbers, not by counting lines and by scores. They share only how slots
are numbered. The loops write into arrays that they are given, for speed.
"""

from typing import NamedTuple

import numpy as np
from numba import boolean, int64, njit, uint8, uint32

from ttt_table.audit.arrays import (
    AdjacentBlocks,
    ArrayCheck,
    BatchCounts,
    add_counts,
    scores_by_reply,
)
from ttt_table.audit.report import Findings
from ttt_table.audit.stored import NO_LINE, NO_NUMBER, Bits, SlotBatch, StoredTier
from ttt_table.table.bits import UNREACHABLE, Array, Flags, Numbers
from ttt_table.table.compiling import (
    RANKS,
    Ranks,
    compile_as,
    fill_maps,
    neighbour_rank,
    new_maps,
    ranks_of,
    readonly_array,
)

COMPILED_AT_ONCE = 1 << 20
"""The slots checked at once: compiled code takes fewer bytes for each."""


@njit
def keep_shared_stones(shared, patterns, line, opponent_has, mover_has):
    """Note a line in the shared stones of the slots in which a player has it.

    Where it is the opponent, only the line's stones remain shared; where it is the
    mover, none, since play cannot reach the slot.

    The last two arguments are X's stones on the line where that player has it.
    """
    for slot in range(len(patterns)):
        x_in_line = patterns[slot] & line
        remaining = shared[slot] & line if x_in_line == opponent_has else shared[slot]
        shared[slot] = 0 if x_in_line == mover_has else remaining


@njit
def keep_shared_stones_of_block(shared, slots, block):
    """Note all lines of a block in the shared stones of its slots."""
    # X has a line if all of its stones are X's, and O if none is. A line that is not
    # the player's is in no pattern: it would have bits outside the line.
    for line in slots.lines_of_x[:, block]:
        if line:
            o_has = np.uint32(0) if slots.same_lines else ~line
            opponent_has = line if slots.opponent_is_x else o_has
            mover_has = o_has if slots.opponent_is_x else line
            keep_shared_stones(shared, slots.patterns, line, opponent_has, mover_has)
    for line in slots.lines_of_o[:, block]:
        if line:
            opponent_has = ~line if slots.opponent_is_x else np.uint32(0)
            mover_has = np.uint32(0) if slots.opponent_is_x else ~line
            keep_shared_stones(shared, slots.patterns, line, opponent_has, mover_has)


@njit
def unpack(packed, per_byte, numbers):
    """Unpack some bytes."""
    width = 8 // per_byte
    for byte in range(len(packed)):
        for place in range(per_byte):
            number = packed[byte] >> np.uint8(place * width)
            number &= np.uint8((1 << width) - 1)
            numbers[byte * per_byte + place] = number


@njit
def unpack_block(neighbours, first_slot, numbers):
    """Return the numbers of a block, unpacked; the array continues after them."""
    per_byte = neighbours.per_byte
    if per_byte == 1:
        return neighbours.packed[first_slot:]
    first_byte = first_slot // per_byte
    last_byte = (first_slot + neighbours.size - 1) // per_byte
    packed = neighbours.packed[first_byte : last_byte + 1]
    # A loop whose step is known when it is compiled is five times as fast.
    if per_byte == 2:
        unpack(packed, 2, numbers)
    elif per_byte == 4:
        unpack(packed, 4, numbers)
    else:
        unpack(packed, 8, numbers)
    return numbers[first_slot - first_byte * per_byte :]


@njit
def check_finished_slots(shared, stored, patterns, expected, unfinished, numbers):
    """Check the finished and unreachable slots, and list the unfinished ones.

    Also counts the block's palette numbers, and the stones that may have come last.
    Returns how many slots are unfinished, how many such stones there are, and whether
    the slots that were checked are right.
    """
    unfinished_count = 0
    last_stones = 0
    right = True
    for slot in range(len(stored)):
        number = stored[slot]
        stones = shared[slot]
        numbers[number] += 1
        unfinished.patterns[unfinished_count] = patterns[slot]
        unfinished.numbers[unfinished_count] = number
        if stones == NO_LINE:
            unfinished_count += 1
            continue
        expected_number = expected.finished if stones else expected.unreachable
        right &= number == expected_number
        while stones:
            stones &= stones - np.uint32(1)
            last_stones += 1
    return unfinished_count, last_stones, right


class SlotsToCheck(NamedTuple):
    """A batch: the fields of `SlotBatch` that compiled code needs."""

    numbers: Numbers
    """The palette numbers of the slots."""
    patterns: Bits
    """The patterns of each block's slots."""
    lines_of_x: Bits
    """[line, block]: the bits of X's line in a pattern; 0 if a stone is missing."""
    lines_of_o: Bits
    """[line, block]: the same of O's lines, if they differ; no lines of a Breaker."""
    size_index: Array
    """[block]: the index of the size of its class."""
    low_bits: int
    """The length of a pattern's low half."""
    stones: int
    """The number of stones of the tier."""
    opponent_is_x: bool
    """Whether X is the opponent, who has moved last."""
    same_lines: bool
    """Whether O has the lines of X."""


class Expected(NamedTuple):
    """The palette numbers that slots should have.

    `NO_NUMBER` stands for a score that the palette lacks.
    """

    by_reply: Numbers
    """[palette number of the best reply]: that of an unfinished board."""
    finished: int
    """The value of a board with a line."""
    unreachable: int
    """The value of an unreachable slot."""


class NeighbourBlocks(NamedTuple):
    """Neighbouring blocks: the arrays of `AdjacentBlocks`, and how slots are packed."""

    cell_bits: Bits
    """[move, block]: the bit of the cell of the stone that is played or taken off."""
    first_slots: Array
    """[move, block]: the first slot of the block that the move leads to."""
    stone_bits: Bits
    """[move, block, stone]: the stone's bit in a pattern there."""
    new_stone_bits: Bits
    """[move, block]: the bit there of a stone of X that is played, or 0."""
    packed: Numbers
    """The packed slots."""
    per_byte: int
    """The number of slots in a byte."""
    size: int
    """The number of slots of a block."""
    score_count: int
    """Numbers below this stand for scores."""
    ranks: Ranks
    """The ranks of the patterns there."""


class BatchResult(NamedTuple):
    """The counts of a batch, and whether all is right."""

    numbers: Array
    """As in `BatchCounts`."""
    last_stones: Array
    """As in `BatchCounts`."""
    right: Flags
    """One flag."""


class CountedSlots(NamedTuple):
    """The slots of a block whose game is not finished, as far as they are counted."""

    patterns: Bits
    """Their patterns."""
    numbers: Numbers
    """The palette numbers that they hold."""


@njit
def clear_unreachable(shared, block, slots, predecessors, maps):
    """Leave no shared stones in slots that no move of the previous tier leads to."""
    ranks = Ranks(*predecessors.ranks)
    low_bits = slots.low_bits
    is_reachable = np.zeros(len(shared), np.bool_)
    unpacked = np.zeros(predecessors.size + 16, np.uint8)
    for move in range(len(predecessors.first_slots)):
        stone_bits = predecessors.stone_bits[move, block]
        fill_maps(maps, stone_bits, predecessors.new_stone_bits[move, block], low_bits)
        first_slot = predecessors.first_slots[move, block]
        numbers = unpack_block(predecessors, first_slot, unpacked)
        cell_bit = predecessors.cell_bits[move, block]
        for slot in range(len(shared)):
            pattern = slots.patterns[slot]
            is_x = (pattern & cell_bit) != 0
            if shared[slot] & cell_bit and is_x == slots.opponent_is_x:
                number = numbers[neighbour_rank(pattern, low_bits, maps, ranks)]
                is_reachable[slot] |= number < predecessors.score_count
    for slot in range(len(shared)):
        shared[slot] = shared[slot] if is_reachable[slot] else 0


@njit
def find_best_replies(best, block, patterns, low_bits, successors, maps):
    """Find the least number, the opponent's worst score, that moves lead to."""
    ranks = Ranks(*successors.ranks)
    best[:] = NO_NUMBER
    unpacked = np.zeros(successors.size + 16, np.uint8)
    for move in range(len(successors.first_slots)):
        stone_bits = successors.stone_bits[move, block]
        fill_maps(maps, stone_bits, successors.new_stone_bits[move, block], low_bits)
        first_slot = successors.first_slots[move, block]
        numbers = unpack_block(successors, first_slot, unpacked)
        for slot in range(len(patterns)):
            number = numbers[neighbour_rank(patterns[slot], low_bits, maps, ranks)]
            best[slot] = min(best[slot], number)


def check(slots, expected, successors, predecessors, gravity, result):
    """Check a batch, and count; ``predecessors`` only matters with gravity."""
    slots = SlotsToCheck(*slots)
    expected = Expected(*expected)
    result = BatchResult(*result)
    successors = NeighbourBlocks(*successors)
    predecessors = NeighbourBlocks(*predecessors)
    size = len(slots.patterns)
    low_bits = slots.low_bits
    maps = new_maps(slots.stones)
    shared = np.zeros(size, np.uint32)
    best = np.zeros(size, np.uint8)
    unfinished = CountedSlots(np.zeros(size, np.uint32), np.zeros(size, np.uint8))

    for block in range(len(slots.size_index)):
        stored = slots.numbers[block * size : (block + 1) * size]
        size_index = slots.size_index[block]
        shared[:] = NO_LINE
        keep_shared_stones_of_block(shared, slots, block)
        if gravity:
            clear_unreachable(shared, block, slots, predecessors, maps)
        count, last_stones, right = check_finished_slots(
            shared,
            stored,
            slots.patterns,
            expected,
            unfinished,
            result.numbers[size_index],
        )

        patterns = unfinished.patterns[:count]
        find_best_replies(best[:count], block, patterns, low_bits, successors, maps)
        for place in range(count):
            right &= expected.by_reply[best[place]] == unfinished.numbers[place]
        result.right[0] &= right
        result.last_stones[size_index] += last_stones


SLOTS = (
    readonly_array(uint8),
    readonly_array(uint32),
    readonly_array(uint32, 2),
    readonly_array(uint32, 2),
    readonly_array(int64),
    uint32,
    uint32,
    boolean,
    boolean,
)
EXPECTED = readonly_array(uint8), uint8, uint8
NEIGHBOUR_TYPES = (
    readonly_array(uint32, 2),
    readonly_array(int64, 2),
    readonly_array(uint32, 3),
    readonly_array(uint32, 2),
    uint8[::1],
    int64,
    int64,
    int64,
    RANKS,
)
RESULT = int64[:, ::1], int64[::1], boolean[::1]
compiled_check = compile_as(
    check, (SLOTS, EXPECTED, NEIGHBOUR_TYPES, NEIGHBOUR_TYPES, boolean, RESULT)
)


class CompiledCheck(ArrayCheck):
    """Checks some blocks by compiled code, as long as all is right."""

    batch = COMPILED_AT_ONCE

    def check_batch(
        self,
        findings: Findings,
        batch: SlotBatch,
        successors: AdjacentBlocks,
        predecessors: AdjacentBlocks | None,
    ) -> None:
        """Check the slots of a batch; the arguments are those of `ArrayCheck`."""
        if len(batch.part) < batch.tier.size:
            # Or else they would be unpacked for each part of the block again.
            for neighbours in filter(None, (successors, predecessors)):
                neighbours.unpack()
        sizes = len(batch.class_sizes)
        result = BatchResult(
            np.zeros((sizes, 256), np.int64),
            np.zeros(sizes, np.int64),
            np.ones(1, bool),
        )
        successor_blocks = neighbour_blocks(successors)
        predecessor_blocks = successor_blocks  # unused, but numba needs an argument
        if predecessors is not None:
            predecessor_blocks = neighbour_blocks(predecessors)
        compiled_check(
            slots_to_check(batch),
            expected_numbers(batch, successors.tier),
            successor_blocks,
            predecessor_blocks,
            predecessors is not None,
            result,
        )
        if result.right:
            findings.add_slots(len(batch.numbers))
            counts = BatchCounts(result.numbers, result.last_stones)
            add_counts(findings, batch, counts)
        else:
            super().check_batch(findings, batch, successors, predecessors)


def slots_to_check(batch: SlotBatch) -> SlotsToCheck:
    """Return a batch as compiled code needs it."""
    same_lines = batch.lines_of_o is batch.lines_of_x
    lines_of_o = batch.lines_of_o[:0] if same_lines else batch.lines_of_o
    return SlotsToCheck(
        batch.numbers,
        batch.patterns,
        batch.lines_of_x,
        lines_of_o,
        batch.size_index,
        batch.tier.patterns.low_bits,
        batch.tier.stones,
        batch.opponent_is_x,
        same_lines,
    )


def neighbour_blocks(neighbours: AdjacentBlocks) -> NeighbourBlocks:
    """Return neighbouring blocks as compiled code needs them."""
    return NeighbourBlocks(
        neighbours.cell_bits.astype(np.uint32),
        neighbours.first_slots,
        neighbours.stone_bits.astype(np.uint32),
        neighbours.new_stone_bits.astype(np.uint32),
        neighbours.packed,
        8 // neighbours.bits,
        neighbours.tier.size,
        neighbours.tier.score_count,
        ranks_of(neighbours.tier.patterns),
    )


def expected_numbers(batch: SlotBatch, next_tier: StoredTier) -> Expected:
    """Return the palette numbers that a batch should have."""
    number_of = np.full(256, NO_NUMBER, np.uint8)
    palette = batch.tier.scores[: len(batch.tier.palette)].view(np.uint8)
    number_of[palette] = np.arange(len(palette))
    finished, unreachable = number_of[[batch.rules.line_score & 255, UNREACHABLE]]
    by_reply = number_of[scores_by_reply(next_tier, batch.rules).view(np.uint8)]
    return Expected(by_reply, finished, unreachable)
