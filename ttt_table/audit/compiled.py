"""The audit's check of large tables, compiled by numba; where a slot is wrong `arrays` names it.

It goes another way than the builder: by the stones that all lines of a player share and palette
numbers, not by counting lines and scores. They share only how slots are numbered.
"""

from typing import NamedTuple

import numpy as np
from numba import boolean, int64, njit, uint8, uint32

from ttt_table.audit.arrays import ArrayCheck, Neighbours, count, scores_by_reply
from ttt_table.audit.report import Findings
from ttt_table.audit.stored import ALL, NO_NUMBER, Batch, Bits, StoredTier
from ttt_table.table.bits import UNREACHABLE, Numbers
from ttt_table.table.compiling import (
    RANKS,
    Ranks,
    compile_as,
    fill_maps,
    of,
    rank_beside,
    ranks_of,
)
from ttt_table.table.sets import Array, Flags

COMPILED_BATCH = 1 << 20  # as BATCH: compiled code takes fewer bytes a slot


@njit
def note_line(shared, patterns, line, last_is_x, breaker):
    """Of the shared stones keep those of a line that the last player has; none if the mover has."""
    # O has a line in which no stone is X's. No pattern has what lies beside the line.
    of_o = ~line if breaker else np.uint32(0)
    last, mover = (line, of_o) if last_is_x else (of_o, line)
    for slot in range(len(patterns)):
        of_x = patterns[slot] & line
        kept = shared[slot] & line if of_x == last else shared[slot]
        shared[slot] = 0 if of_x == mover else kept


@njit
def unpack(packed, to_a_byte, numbers):
    """Unpack some bytes."""
    width = 8 // to_a_byte
    for at in range(len(packed)):
        for place in range(to_a_byte):
            number = packed[at] >> np.uint8(place * width)
            numbers[at * to_a_byte + place] = number & np.uint8((1 << width) - 1)


@njit
def block_of(beside, start, numbers):
    """The numbers of a block, unpacked; the array goes on beyond them."""
    to_a_byte = beside.to_a_byte
    first = start // to_a_byte
    some = beside.packed[first : (start + beside.size - 1) // to_a_byte + 1]
    if (
        to_a_byte == 2
    ):  # a loop that knows its step when it is compiled is five times as fast
        unpack(some, 2, numbers)
    elif to_a_byte == 4:
        unpack(some, 4, numbers)
    else:
        unpack(some, to_a_byte, numbers)
    return numbers[start - first * to_a_byte :]


@njit
def sort_out(shared, stored, patterns, due, going_on, positions):
    """Count a block's numbers and last stones, list the slots that go on, and check the others."""
    left, last_stones, right = 0, 0, True
    for slot in range(len(stored)):
        number, some = stored[slot], shared[slot]
        positions[number] += 1
        going_on[0][left], going_on[1][left] = patterns[slot], number
        if some == ALL:
            left += 1
            continue
        right &= number == (due.finished if some else due.unreachable)
        while some:
            some &= some - np.uint32(1)
            last_stones += 1
    return left, last_stones, right


class SlotsToCheck(NamedTuple):
    """A batch, as `Batch` has it."""

    numbers: Numbers
    patterns: Bits
    lines: Bits
    which_size: Array
    low_bits: int
    stones: int
    last_is_x: bool
    breaker: bool


class Due(NamedTuple):
    """The palette numbers that are due; `NO_NUMBER` where the palette lacks the score."""

    by_reply: Numbers
    finished: int
    unreachable: int


class Beside(NamedTuple):
    """The blocks beside: `Ways`, and how slots are packed there."""

    bits: Bits
    starts: Array
    places: Bits
    stone: Bits
    packed: Numbers
    to_a_byte: int
    size: int
    reachable: int
    ranks: Ranks


class Counted(NamedTuple):
    """What `tally` says, and if all is right."""

    positions: Array
    last_stones: Array
    right: Flags


@njit
def leave_arrived(shared, block, slots, before, maps):
    """Leave nothing shared in slots to which no stone can have come last, as `which_arrive`."""
    ranks, half = Ranks(*before.ranks), slots.low_bits
    reached = np.zeros(len(shared), np.bool_)
    numbers = np.zeros(before.size + 16, np.uint8)
    for way in range(len(before.starts)):
        fill_maps(maps, before.places[way, block], before.stone[way, block], half)
        there = block_of(before, before.starts[way, block], numbers)
        bit = before.bits[way, block]
        for slot in range(len(shared)):
            pattern = slots.patterns[slot]
            if shared[slot] & bit and (pattern & bit != 0) == slots.last_is_x:
                number = there[rank_beside(pattern, half, maps, ranks)]
                reached[slot] |= number < before.reachable
    for slot in range(len(shared)):
        shared[slot] = shared[slot] if reached[slot] else 0


@njit
def find_best(best, block, patterns, half, later, maps):
    """Find the least number, the opponent's worst score, that moves lead to."""
    ranks = Ranks(*later.ranks)
    best[:] = NO_NUMBER
    numbers = np.zeros(later.size + 16, np.uint8)
    for way in range(len(later.starts)):
        fill_maps(maps, later.places[way, block], later.stone[way, block], half)
        there = block_of(later, later.starts[way, block], numbers)
        for slot in range(len(patterns)):
            number = there[rank_beside(patterns[slot], half, maps, ranks)]
            best[slot] = min(best[slot], number)


def check(slots, due, later, before, falls, counted):
    """See if a batch is right, and count; ``before`` matters where stones fall."""
    slots, due, counted = SlotsToCheck(*slots), Due(*due), Counted(*counted)
    later, before = Beside(*later), Beside(*before)
    count, half = len(slots.patterns), slots.low_bits
    maps = np.zeros(1 << half, np.uint32), np.zeros(1 << slots.stones - half, np.uint32)
    shared, best = np.zeros(count, np.uint32), np.zeros(count, np.uint8)
    going_on = np.zeros(count, np.uint32), np.zeros(count, np.uint8)
    for block in range(len(slots.which_size)):
        stored = slots.numbers[block * count : (block + 1) * count]
        positions = counted.positions[slots.which_size[block]]
        shared[:] = ALL
        for line in slots.lines:
            if line[block]:
                note_line(
                    shared, slots.patterns, line[block], slots.last_is_x, slots.breaker
                )
        if falls:
            leave_arrived(shared, block, slots, before, maps)
        left, last, right = sort_out(
            shared, stored, slots.patterns, due, going_on, positions
        )
        find_best(best[:left], block, going_on[0][:left], half, later, maps)
        for place in range(left):
            right &= due.by_reply[best[place]] == going_on[1][place]
        counted.right[0] &= right
        counted.last_stones[slots.which_size[block]] += last


SLOTS = (
    of(uint8),
    of(uint32),
    of(uint32, 2),
    of(int64),
    uint32,
    uint32,
    boolean,
    boolean,
)
DUE = of(uint8), uint8, uint8
BESIDE = (
    *(of(uint32, 2), of(int64, 2), of(uint32, 3), of(uint32, 2), of(uint8)),
    *(int64, int64, int64, RANKS),
)
COUNTED = int64[:, ::1], int64[::1], boolean[::1]
compiled_check = compile_as(check, (SLOTS, DUE, BESIDE, BESIDE, boolean, COUNTED))


class CompiledCheck(ArrayCheck):
    """Does so with compiled code, as long as all is right."""

    batch = COMPILED_BATCH

    def check_batch(
        self,
        findings: Findings,
        batch: Batch,
        later: Neighbours,
        before: Neighbours | None,
    ) -> None:
        """Compare each slot with what is due, and count."""
        if (
            batch.tier.size > COMPILED_BATCH << 3
        ):  # for each part all beside would be unpacked
            return super().check_batch(findings, batch, later, before)
        sizes = len(batch.class_sizes)
        counted = Counted(
            np.zeros((sizes, 256), np.int64),
            np.zeros(sizes, np.int64),
            np.ones(1, bool),
        )
        slots = SlotsToCheck(
            batch.numbers,
            batch.patterns,
            batch.lines,
            batch.which_size,
            batch.tier.patterns.low_bits,
            batch.tier.stones,
            batch.last_is_x,
            batch.rules.game.breaker,
        )
        falls = before is not None
        sides = blocks_beside(later), blocks_beside(before or later)
        compiled_check(slots, numbers_due(batch, later.tier), *sides, falls, counted)
        if not counted.right:
            return super().check_batch(findings, batch, later, before)
        findings.note(len(batch.numbers), 0, ())
        return count(findings, batch, counted.positions, counted.last_stones)


def blocks_beside(near: Neighbours) -> Beside:
    """For compiled code."""
    ways = near.ways
    return Beside(
        ways.bits.astype(np.uint32),
        ways.starts,
        ways.places.astype(np.uint32),
        ways.stone.astype(np.uint32),
        near.packed,
        8 // near.tier.bits,
        near.tier.size,
        near.tier.reachable,
        ranks_of(near.tier.patterns),
    )


def numbers_due(batch: Batch, later: StoredTier) -> Due:
    """The palette numbers that are due in a batch."""
    numbers = np.full(256, NO_NUMBER, np.uint8)
    palette = batch.tier.scores[: len(batch.tier.palette)].view(np.uint8)
    numbers[palette] = np.arange(len(palette))
    finished, unreachable = numbers[[batch.rules.by_line & 255, UNREACHABLE]]
    return Due(
        numbers[scores_by_reply(later, batch.rules).view(np.uint8)],
        finished,
        unreachable,
    )
