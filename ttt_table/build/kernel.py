"""The tier method's inner loop, compiled by numba: what `BlocksToSolve.solve` finds.

Blocks are gone through one by one. A pass over the slots for each line inside the mask notes who
has it; the slots that go on are listed, and a pass over these for each move looks up its replies,
which all stand in one block. Only workers that solve large tiers import this.
"""

from __future__ import annotations

import numpy as np
from numba import bool_, int8, int64, njit, uint32, uint64

from ttt_table.build.tiers import BlocksToSolve, Solved
from ttt_table.table.bits import UNREACHABLE
from ttt_table.table.compiling import RANKS, compiled, halves, of, ranks_of
from ttt_table.table.patterns import halves_of
from ttt_table.table.sets import Flags


@njit
def unions(sets, table):  # type: ignore[no-untyped-def]  # numba finds the types
    """Fill a table with the union of each selection of sets, for each of many."""
    for place in range(len(sets)):
        for selection in range(1 << place):
            for one in range(len(table)):
                table[one, selection | 1 << place] = table[one, selection] | sets[place, one]
    return table


@njit
def list_lines(mask, lines, found):  # type: ignore[no-untyped-def]  # as above
    """List the lines inside a mask, as bits of its patterns; returns how many there are."""
    many = 0
    for line in lines:
        if line & mask != line:
            continue
        bits, bit, cells = np.uint32(0), np.uint32(1), mask
        while cells:
            first = cells & ~cells + np.uint32(1)
            bits |= bit if line & first else np.uint32(0)
            bit <<= np.uint32(1)
            cells ^= first
        found[many] = bits
        many += 1
    return many


@njit
def note_lines(states, patterns, lines, last_is_x, breaker):  # type: ignore[no-untyped-def]
    """For each slot: 1 for a line of the player who moved last, 2 for more, 4 for the mover's."""
    states[:] = 0
    for line in lines:
        # O has a line in which no stone is X's. No pattern has what lies beside the line.
        of_o = ~line if breaker else np.uint32(0)
        last, mover = (line, of_o) if last_is_x else (of_o, line)
        for slot in range(len(states)):
            of_x = patterns[slot] & line
            one = np.uint8(of_x == last)
            states[slot] |= one | (one & states[slot]) << 1 | np.uint8(of_x == mover) << 2


@njit
def shares_cell(pattern, lines, last_is_x):  # type: ignore[no-untyped-def]  # as above
    """True where all lines of the player who moved last go through one cell: he made it last."""
    shared = ~np.uint32(0)
    for line in lines:
        if pattern & line == (line if last_is_x else 0):
            shared &= line
    return shared != 0


@njit
def decide(scores, going_on, states, reached, by_line, patterns, lines, last_is_x):  # type: ignore[no-untyped-def]
    """Set the scores of what is unreachable or finished; list the other slots and their patterns.

    Returns how many these are, and how many slots are finished. Slots are sorted without branches,
    which a processor could not foresee.
    """
    slots_left, patterns_left = going_on
    several = left = finished = 0
    for slot in range(len(reached)):
        states[slot] = states[slot] & 1 if reached[slot] else 4
    for slot in range(len(scores)):
        slots_left[several] = slot
        several += states[slot] == 3
    for slot in slots_left[:several]:
        states[slot] = 1 if shares_cell(patterns[slot], lines, last_is_x) else 4
    for slot in range(len(scores)):
        scores[slot] = by_line if states[slot] < 4 else UNREACHABLE
        slots_left[left], patterns_left[left] = slot, patterns[slot]
        left += states[slot] == 0
        finished += states[slot] == 1
    return left, finished


@njit
def look_up(worst, patterns, half, low_map, high_map, ranks, later):  # type: ignore[no-untyped-def]
    """Lower the worst replies to some patterns to those in the block that a move leads to."""
    low_ranks, high_ranks, later_half = ranks
    for place in range(len(patterns)):
        low, high = halves(patterns[place], half)
        low, high = halves(low_map[low] | high_map[high], later_half)
        reply = later[np.uint64(low_ranks[low] + high_ranks[high])]
        worst[place] = min(worst[place], reply)


@njit
def turn(scores, slots, worst, seen):  # type: ignore[no-untyped-def]  # as above
    """Turn the worst replies to some slots into their scores, and note which occur, as bytes."""
    for place in range(len(slots)):
        reply = worst[place]
        score = (reply > 0) - (reply < 0) - reply  # score_before
        scores[slots[place]] = score
        seen[score & 255] = True


def solve(patterns, ranks, replies, lines, reached, found):  # type: ignore[no-untyped-def]  # as above
    """Find the scores in some slots of some blocks, count the reachable, and note what occurs.

    The arrays are the patterns, and the ranks of their halves in the next tier;
    for each move where stones go, where the new one does, and the first slot of the next block;
    and the blocks' masks, and all lines. ``reached`` has one row a block, or an empty one for all
    where it is to be read off the lines.
    """
    places, stone, first_slots, later = replies
    masks, ends, last_is_x, breaker, by_line, by_full = lines
    scores, positions, seen = found
    stones, moves, blocks = places.shape
    half, count = np.uint32(stones // 2), len(patterns)
    low_maps = np.zeros((moves, 1 << half), np.uint32)
    high_maps = np.zeros((moves, 1 << stones - half), np.uint32)
    states, worst = np.zeros(count, np.uint8), np.zeros(count, np.int8)
    going_on = np.zeros(count, np.uint32), np.zeros(count, np.uint32)
    listed = np.zeros(len(ends), np.uint32)
    for block in range(blocks):
        high_maps[:, 0] = stone[:, block]
        unions(places[:half, :, block], low_maps)
        unions(places[half:, :, block], high_maps)
        inside = listed[: list_lines(masks[block], ends, listed)]
        note_lines(states, patterns, inside, last_is_x, breaker)
        left, finished = decide(
            *(scores[block], going_on, states, reached[block % len(reached)], by_line),
            *(patterns, inside, last_is_x),
        )
        positions[block] = left + finished
        seen[by_line & 255] |= finished > 0
        seen[UNREACHABLE & 255] |= left + finished < count
        worst[:left] = UNREACHABLE  # more than any reply
        for move in range(moves):  # one by one, for then what is looked up lies close together
            tables = low_maps[move], high_maps[move], ranks, later[first_slots[move, block] :]
            look_up(worst[:left], going_on[1][:left], half, *tables)
        if moves:
            turn(scores[block], going_on[0][:left], worst, seen)
        else:
            for slot in going_on[0][:left]:
                scores[block, slot] = by_full
            seen[by_full & 255] |= left > 0


# With the types given all is compiled on import, or taken from numba's cache.
REPLIES = of(uint64, 3), of(uint64, 2), of(uint64, 2), of(int8)
LINES = of(uint32), of(uint32), bool_, bool_, int64, int64
FOUND = int8[:, ::1], int64[::1], bool_[::1]
compiled_solve = compiled(solve, (of(uint32), RANKS, REPLIES, LINES, of(bool_, 2), FOUND))


def solve_compiled(blocks: BlocksToSolve, part: slice, reached: Flags | None) -> Solved:
    """The same as `BlocksToSolve.solve`, found by compiled code."""
    many = len(blocks.masks)
    patterns = blocks.patterns.between(part.start, part.stop)
    # No number is negative, and compiled code takes them unsigned.
    replies = (
        np.ascontiguousarray(numbers).view(np.uint64)
        for numbers in (blocks.places, blocks.stone, blocks.first_slots)
    )
    ends = blocks.rules.lines if blocks.words else ()
    rules = blocks.rules
    lines = blocks.masks.astype(np.uint32), np.array(ends, np.uint32)
    ending = blocks.stones % 2 == 1, rules.game.breaker, rules.by_line, rules.by_full
    found = np.empty((many, len(patterns)), np.int8), np.zeros(many, np.int64), np.zeros(256, bool)
    compiled_solve(
        patterns,
        ranks_of(halves_of(blocks.stones + 1)),
        (*replies, blocks.beside.slots),
        (*lines, *ending),
        np.zeros((1, 0), bool) if reached is None else np.ascontiguousarray(reached),
        found,
    )
    return found
