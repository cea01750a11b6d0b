"""The audit's check of large tables, compiled by numba: it says if all slots of a batch are right.

Where one is not, `audit.arrays` checks the batch again, and names it.

It goes another way than the builder: from the stones that all lines of a player share, where that
one counts lines, and by the palette numbers that stand in the file, where that one has yet to find
the scores. They share no code but how slots are numbered, which `audit.plain` sees to. So a fault
of one hides in the other only if both go wrong in the same slots, by different mistakes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, int64, njit, uint8, uint32

from ttt_table.audit.arrays import ArrayCheck, Neighbours, count, turned
from ttt_table.audit.batches import ALL, Batch
from ttt_table.audit.report import Findings
from ttt_table.audit.stored import NO_NUMBER, StoredTier
from ttt_table.table.bits import UNREACHABLE, Numbers
from ttt_table.table.compiling import RANKS, compiled, halves, of, ranks_of

COMPILED_BATCH = 1 << 20
"""As `BATCH`. Compiled code takes fewer bytes a slot, and more blocks share what is read."""


@njit
def carry(places, first, maps, half):  # type: ignore[no-untyped-def]  # numba finds the types
    """Fill two maps: where the halves of patterns go, from the bits that their stones go to."""
    low_map, high_map = maps
    low_map[0], high_map[0] = 0, first
    for place in range(len(places)):
        bit, at = np.uint32(places[place]), place if place < half else place - half
        table = low_map if place < half else high_map
        for selection in range(1 << at):
            table[selection | 1 << at] = table[selection] | bit


@njit
def note_line(shared, patterns, line, last_is_x, breaker):  # type: ignore[no-untyped-def]
    """Leave the stones that are in this line, too, where the player who moved last has it.

    None are left where the mover has it: play does not come there.
    """
    # O has a line in which no stone is X's. No pattern has what lies beside the line.
    of_o = ~line if breaker else np.uint32(0)
    last, mover = (line, of_o) if last_is_x else (of_o, line)
    for slot in range(len(patterns)):
        of_x = patterns[slot] & line
        kept = shared[slot] & line if of_x == last else shared[slot]
        shared[slot] = 0 if of_x == mover else kept


@njit
def unpack(packed, to_a_byte, numbers):  # type: ignore[no-untyped-def]  # as above
    """Unpack all slots of some bytes."""
    width = 8 // to_a_byte
    for at in range(len(packed)):
        for place in range(to_a_byte):
            number = packed[at] >> np.uint8(place * width)
            numbers[at * to_a_byte + place] = number & np.uint8((1 << width) - 1)


@njit
def block_of(packed, to_a_byte, start, size, numbers):  # type: ignore[no-untyped-def]  # as above
    """Unpack a block. Its numbers begin where the array that is returned does."""
    first = start // to_a_byte
    some = packed[first : (start + size - 1) // to_a_byte + 1]
    # A loop that knows its step when it is compiled is five times as fast.
    if to_a_byte == 2:
        unpack(some, 2, numbers)
    elif to_a_byte == 4:
        unpack(some, 4, numbers)
    else:
        unpack(some, to_a_byte, numbers)
    return numbers[start - first * to_a_byte :]


@njit
def sort_out(shared, stored, patterns, due, going_on, positions):  # type: ignore[no-untyped-def]
    """Count the numbers of a block, and list the slots that go on: their patterns and numbers.

    Returns how many these are, how many stones can have come last, and if the others are right.
    """
    _, finished, unreachable = due
    left, last_stones, right = 0, 0, True
    for slot in range(len(stored)):
        number, some = stored[slot], shared[slot]
        positions[number] += 1
        going_on[0][left], going_on[1][left] = patterns[slot], number
        if some == ALL:
            left += 1
            continue
        right &= number == (finished if some else unreachable)
        while some:
            some &= some - np.uint32(1)
            last_stones += 1
    return left, last_stones, right


@njit
def leave_arrived(shared, patterns, half, last_is_x, before, block, maps):  # type: ignore[no-untyped-def]
    """Leave nothing shared in the slots of a block that no stone can have come to last.

    Such a stone is his, and in all his lines; without it stands what is stored as reachable.
    """
    own, starts, places, stone, packed, (to_a_byte, size, reachable), ranks = before
    low_ranks, high_ranks, before_half = ranks
    reached, numbers = np.zeros(len(patterns), np.bool_), np.zeros(size + 16, np.uint8)
    for way in range(len(starts)):
        carry(places[way, block], stone[way, block], maps, half)
        there, bit = block_of(packed, to_a_byte, starts[way, block], size, numbers), own[way, block]
        for slot in range(len(patterns)):
            pattern = patterns[slot]
            if shared[slot] & bit and (pattern & bit != 0) == last_is_x:
                low, high = halves(pattern, half)
                low, high = halves(maps[0][low] | maps[1][high], before_half)
                number = there[np.uint64(low_ranks[low] + high_ranks[high])]
                reached[slot] |= number < reachable
    for slot in range(len(patterns)):
        shared[slot] = shared[slot] if reached[slot] else 0


@njit
def find_best(best, patterns, half, later, block, maps):  # type: ignore[no-untyped-def]  # as above
    """Find the least number, the opponent's worst score, that the moves in a block lead to."""
    _, starts, places, stone, packed, (to_a_byte, size, _), ranks = later
    low_ranks, high_ranks, later_half = ranks
    best[:] = NO_NUMBER
    numbers = np.zeros(size + 16, np.uint8)
    for way in range(len(starts)):
        carry(places[way, block], stone[way, block], maps, half)
        there = block_of(packed, to_a_byte, starts[way, block], size, numbers)
        for slot in range(len(patterns)):
            low, high = halves(patterns[slot], half)
            low, high = halves(maps[0][low] | maps[1][high], later_half)
            best[slot] = min(best[slot], there[np.uint64(low_ranks[low] + high_ranks[high])])


def check(stored, patterns, lines, sizes, how, due, later, before, positions, last_stones, right):  # type: ignore[no-untyped-def]
    """Look if every slot of a batch is right, and count what they hold, by class size.

    The arrays are those of the `Batch`, what `numbers_due` says, and the `ways_of` both sides.
    """
    half, stones, last_is_x, falls, breaker = how
    count = len(patterns)
    maps = np.zeros(1 << half, np.uint32), np.zeros(1 << stones - half, np.uint32)
    shared, best = np.zeros(count, np.uint32), np.zeros(count, np.uint8)
    going_on = np.zeros(count, np.uint32), np.zeros(count, np.uint8)
    for block in range(len(sizes)):
        own, size = stored[block * count : (block + 1) * count], sizes[block]
        shared[:] = ALL
        for line in lines:
            if line[block]:
                note_line(shared, patterns, line[block], last_is_x, breaker)
        if falls:
            leave_arrived(shared, patterns, half, last_is_x, before, block, maps)
        left, last, fine = sort_out(shared, own, patterns, due, going_on, positions[size])
        find_best(best[:left], going_on[0][:left], half, later, block, maps)
        for place in range(left):
            fine &= due[0][best[place]] == going_on[1][place]
        right[0] &= fine
        last_stones[size] += last


SIZES = int64, int64, int64
WAYS = of(uint32, 2), of(int64, 2), of(uint32, 3), of(uint32, 2), of(uint8), SIZES, RANKS
compiled_check = compiled(
    check,
    (
        *(
            of(uint8),
            of(uint32),
            of(uint32, 2),
            of(int64),
            (uint32, uint32, boolean, boolean, boolean),
        ),
        *((of(uint8), uint8, uint8), WAYS, WAYS, int64[:, ::1], int64[::1], boolean[::1]),
    ),
)


class CompiledCheck(ArrayCheck):
    """Checks some blocks at once. Threads may share one."""

    batch = COMPILED_BATCH

    def check_batch(
        self, findings: Findings, batch: Batch, later: Neighbours, before: Neighbours | None
    ) -> None:
        """Compare each slot with what it should be, and count what is there."""
        if batch.tier.size > COMPILED_BATCH << 3:  # for each part all beside would be unpacked
            return super().check_batch(findings, batch, later, before)
        positions = np.zeros((len(batch.class_sizes), 256), np.int64)
        last_stones, right = np.zeros(len(batch.class_sizes), np.int64), np.ones(1, bool)
        compiled_check(
            *(batch.numbers, batch.patterns, batch.lines, batch.which_size),
            (
                *(batch.tier.patterns.low_bits, batch.tier.stones, batch.last_is_x),
                *(before is not None, batch.rules.game.breaker),
            ),
            numbers_due(batch, later.tier),
            *(ways_of(later), ways_of(before or later), positions, last_stones, right),
        )
        if not right:
            return super().check_batch(findings, batch, later, before)
        findings.note(len(batch.numbers), 0, ())
        return count(findings, batch, positions, last_stones)


def ways_of(near: Neighbours) -> tuple[Any, ...]:
    """The ways to the tier beside as `Neighbours.ways`, the slots there, and the halves' ranks."""
    own, starts, places, stone = near.ways
    tier = near.tier
    return (
        *(own.astype(np.uint32), starts, places.astype(np.uint32), stone.astype(np.uint32)),
        *(near.packed, (8 // tier.bits, tier.size, tier.reachable), ranks_of(tier.patterns)),
    )


def numbers_due(batch: Batch, later: StoredTier) -> tuple[Numbers, int, int]:
    """The palette numbers of what goes on, by the best reply's, and of finished and unreachable.

    They are `NO_NUMBER` where the palette lacks the score.
    """
    numbers = np.full(256, NO_NUMBER, np.uint8)
    palette = batch.tier.scores[: len(batch.tier.palette)].view(np.uint8)
    numbers[palette] = np.arange(len(palette))
    finished, unreachable = numbers[[batch.rules.by_line & 255, UNREACHABLE]]
    return numbers[turned(later, batch.rules).view(np.uint8)], finished, unreachable
