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
    ArrayCheck,
    Neighbours,
    Tally,
    count,
    scores_by_reply,
)
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

COMPILED_BATCH = 1 << 20
"""How many slots are checked at once: compiled code takes fewer bytes for each."""
MOST_PARTS = 8
"""Blocks with more batches than this are left to numpy.

For each part, all blocks beside would be unpacked again.
"""


@njit
def note_line(shared, patterns, line, last_is_x, breaker):
    """Note in which slots a player has a line.

    Where it is the player who moved last, only the line's stones remain shared; where
    it is the mover, none.
    """
    # X has a line if all of its stones are X's, and O if none is. Of a Breaker no
    # pattern has the line: it would have bits outside the line.
    x_has = line
    o_has = ~line if breaker else np.uint32(0)
    last_has, mover_has = (x_has, o_has) if last_is_x else (o_has, x_has)
    for slot in range(len(patterns)):
        x_in_line = patterns[slot] & line
        remaining = shared[slot] & line if x_in_line == last_has else shared[slot]
        shared[slot] = 0 if x_in_line == mover_has else remaining


@njit
def unpack(packed, per_byte, numbers):
    """Unpack some bytes."""
    width = 8 // per_byte
    for place_in_packed in range(len(packed)):
        for place in range(per_byte):
            number = packed[place_in_packed] >> np.uint8(place * width)
            number &= np.uint8((1 << width) - 1)
            numbers[place_in_packed * per_byte + place] = number


@njit
def block_of(beside, start, numbers):
    """Return the numbers of a block, unpacked; the array continues after them."""
    per_byte = beside.per_byte
    first = start // per_byte
    packed = beside.packed[first : (start + beside.size - 1) // per_byte + 1]
    # A loop whose step is known when it is compiled is five times as fast.
    if per_byte == 2:
        unpack(packed, 2, numbers)
    elif per_byte == 4:
        unpack(packed, 4, numbers)
    else:
        unpack(packed, per_byte, numbers)
    return numbers[start - first * per_byte :]


@njit
def sort_out(shared, stored, patterns, expected, going_on, positions):
    """Check the slots that do not go on, and list those that do.

    Also counts the block's numbers, and the stones that may have come last. Returns how
    many slots go on, how many such stones there are, and whether the other slots are
    right.
    """
    going_on_count = 0
    last_stones = 0
    right = True
    for slot in range(len(stored)):
        number = stored[slot]
        stones = shared[slot]
        positions[number] += 1
        going_on.patterns[going_on_count] = patterns[slot]
        going_on.numbers[going_on_count] = number
        if stones == ALL:
            going_on_count += 1
            continue
        right &= number == (expected.finished if stones else expected.unreachable)
        while stones:
            stones &= stones - np.uint32(1)
            last_stones += 1
    return going_on_count, last_stones, right


class SlotsToCheck(NamedTuple):
    """A batch: the fields of `Batch` that compiled code needs."""

    numbers: Numbers
    """The palette numbers of the slots."""
    patterns: Bits
    """The patterns of each block's slots."""
    lines: Bits
    """By line and block, the line's bits in a pattern; 0 if a stone is missing."""
    which_size: Array
    """By block, which of the sizes of classes its class has."""
    low_bits: int
    """The length of a pattern's low half."""
    stones: int
    """How many stones the tier has."""
    last_is_x: bool
    """Whether X is the player who moved last."""
    breaker: bool
    """Whether only lines of X count."""


class Expected(NamedTuple):
    """The palette numbers that slots should have.

    `NO_NUMBER` stands for a score that the palette lacks.
    """

    by_reply: Numbers
    """By the palette number of the best reply."""
    finished: int
    """Of a board with a line."""
    unreachable: int
    """Of an unreachable slot."""


class Beside(NamedTuple):
    """The blocks beside: the fields of `Ways`, and how slots are packed there."""

    bits: Bits
    starts: Array
    places: Bits
    stone: Bits
    packed: Numbers
    """The packed slots."""
    per_byte: int
    """How many slots a byte has."""
    size: int
    """How many slots a block has."""
    reachable: int
    """Numbers below this stand for scores."""
    ranks: Ranks
    """The ranks of the patterns there."""


class Counted(NamedTuple):
    """The tally of a batch, and whether all is right."""

    positions: Array
    """As of `Tally`."""
    last_stones: Array
    """As of `Tally`."""
    right: Flags
    """One flag."""


class GoingOn(NamedTuple):
    """The slots of a block whose game is not finished."""

    patterns: Bits
    """Their patterns."""
    numbers: Numbers
    """The palette numbers that they hold."""


@njit
def leave_arrived(shared, block, slots, before, maps):
    """Leave no shared stones in slots that play cannot reach, as `which_arrive`."""
    ranks = Ranks(*before.ranks)
    half = slots.low_bits
    arrives = np.zeros(len(shared), np.bool_)
    numbers = np.zeros(before.size + 16, np.uint8)
    for way in range(len(before.starts)):
        fill_maps(maps, before.places[way, block], before.stone[way, block], half)
        numbers_there = block_of(before, before.starts[way, block], numbers)
        bit = before.bits[way, block]
        for slot in range(len(shared)):
            pattern = slots.patterns[slot]
            if shared[slot] & bit and (pattern & bit != 0) == slots.last_is_x:
                number = numbers_there[rank_beside(pattern, half, maps, ranks)]
                arrives[slot] |= number < before.reachable
    for slot in range(len(shared)):
        shared[slot] = shared[slot] if arrives[slot] else 0


@njit
def find_best(best, block, patterns, half, later, maps):
    """Find the least number, the opponent's worst score, that moves lead to."""
    ranks = Ranks(*later.ranks)
    best[:] = NO_NUMBER
    numbers = np.zeros(later.size + 16, np.uint8)
    for way in range(len(later.starts)):
        fill_maps(maps, later.places[way, block], later.stone[way, block], half)
        numbers_there = block_of(later, later.starts[way, block], numbers)
        for slot in range(len(patterns)):
            number = numbers_there[rank_beside(patterns[slot], half, maps, ranks)]
            best[slot] = min(best[slot], number)


def check(slots, expected, later, before, falls, counted):
    """Check a batch, and count; ``before`` only matters where stones fall."""
    slots = SlotsToCheck(*slots)
    expected = Expected(*expected)
    counted = Counted(*counted)
    later = Beside(*later)
    before = Beside(*before)
    size = len(slots.patterns)
    half = slots.low_bits
    maps = np.zeros(1 << half, np.uint32), np.zeros(1 << slots.stones - half, np.uint32)
    shared = np.zeros(size, np.uint32)
    best = np.zeros(size, np.uint8)
    going_on = GoingOn(np.zeros(size, np.uint32), np.zeros(size, np.uint8))
    for block in range(len(slots.which_size)):
        stored = slots.numbers[block * size : (block + 1) * size]
        positions = counted.positions[slots.which_size[block]]
        shared[:] = ALL
        for line in slots.lines:
            if line[block]:
                note_line(
                    shared, slots.patterns, line[block], slots.last_is_x, slots.breaker
                )
        if falls:
            leave_arrived(shared, block, slots, before, maps)
        going_on_count, last_stones, right = sort_out(
            shared, stored, slots.patterns, expected, going_on, positions
        )
        patterns = going_on.patterns[:going_on_count]
        find_best(best[:going_on_count], block, patterns, half, later, maps)
        for place in range(going_on_count):
            right &= expected.by_reply[best[place]] == going_on.numbers[place]
        counted.right[0] &= right
        counted.last_stones[slots.which_size[block]] += last_stones


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
EXPECTED = of(uint8), uint8, uint8
BESIDE = (
    of(uint32, 2),
    of(int64, 2),
    of(uint32, 3),
    of(uint32, 2),
    of(uint8),
    int64,
    int64,
    int64,
    RANKS,
)
COUNTED = int64[:, ::1], int64[::1], boolean[::1]
compiled_check = compile_as(check, (SLOTS, EXPECTED, BESIDE, BESIDE, boolean, COUNTED))


class CompiledCheck(ArrayCheck):
    """Checks some blocks by compiled code, as long as all is right."""

    batch = COMPILED_BATCH

    def check_batch(
        self,
        findings: Findings,
        batch: Batch,
        later: Neighbours,
        before: Neighbours | None,
    ) -> None:
        """Check the slots of a batch; the arguments are those of `ArrayCheck`."""
        if batch.tier.size > COMPILED_BATCH * MOST_PARTS:
            super().check_batch(findings, batch, later, before)
            return
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
        compiled_check(
            slots,
            expected_numbers(batch, later.tier),
            blocks_beside(later),
            blocks_beside(before or later),
            before is not None,
            counted,
        )
        if counted.right:
            findings.note(len(batch.numbers), 0, ())
            count(findings, batch, Tally(counted.positions, counted.last_stones))
        else:
            super().check_batch(findings, batch, later, before)


def blocks_beside(neighbours: Neighbours) -> Beside:
    """Return neighbouring blocks as compiled code needs them."""
    ways = neighbours.ways
    return Beside(
        ways.bits.astype(np.uint32),
        ways.starts,
        ways.places.astype(np.uint32),
        ways.stone.astype(np.uint32),
        neighbours.packed,
        8 // neighbours.tier.bits,
        neighbours.tier.size,
        neighbours.tier.reachable,
        ranks_of(neighbours.tier.patterns),
    )


def expected_numbers(batch: Batch, later: StoredTier) -> Expected:
    """Return the palette numbers that a batch should have."""
    number_of = np.full(256, NO_NUMBER, np.uint8)
    palette = batch.tier.scores[: len(batch.tier.palette)].view(np.uint8)
    number_of[palette] = np.arange(len(palette))
    finished, unreachable = number_of[[batch.rules.by_line & 255, UNREACHABLE]]
    by_reply = number_of[scores_by_reply(later, batch.rules).view(np.uint8)]
    return Expected(by_reply, finished, unreachable)
