"""The tier method's inner loop, compiled by numba: what `BlocksToSolve.solve` finds.

Blocks are gone through one by one, and a slot at a time: where it is finished or unreachable no
reply is looked up. What each half of a pattern does, to where it goes and to the lines, is worked
out once a block, as in numpy. Only workers that solve large tiers import this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import bool_, int8, int64, njit, uint32, uint64
from numpy.typing import NDArray

from ttt_table.build.tiers import BlocksToSolve, Solved
from ttt_table.table.compiling import compiled, halves, of
from ttt_table.table.numbering import UNREACHABLE, Flags, halves_of


@njit
def unions(sets, table):  # type: ignore[no-untyped-def]  # numba finds the types
    """Fill a table with the union of each selection of sets, for each of many."""
    for place in range(len(sets)):
        for selection in range(1 << place):
            for one in range(len(table)):
                table[one, selection | 1 << place] = table[one, selection] | sets[place, one]
    return table


@njit
def lines_of(o, low, high, lows, highs, every):  # type: ignore[no-untyped-def]  # as above
    """The lines that O has, by the halves of a pattern; X has those of the exchanged colours."""
    if not o:
        low, high = np.uint64(len(lows) - 1) ^ low, np.uint64(len(highs) - 1) ^ high
    return (lows[low] | highs[high]) ^ every


@njit
def note_lines(states, patterns, half, lows, highs, every, last_is_x):  # type: ignore[no-untyped-def]
    """For each slot: 1 for a line of the player who moved last, 2 for more, 4 for the mover's."""
    states[:] = 0
    for word in range(len(every)):
        tables = lows[word], highs[word], every[word]
        for slot in range(len(states)):
            low, high = halves(patterns[slot], half)
            last = lines_of(not last_is_x, low, high, *tables)
            mover = lines_of(last_is_x, low, high, *tables)
            one, more = last != 0, last & last - np.uint64(1) != 0
            states[slot] |= one | (more | one & states[slot]) << 1 | (mover != 0) << 2


@njit
def shares_cell(pattern, half, lows, highs, every, through, last_is_x):  # type: ignore[no-untyped-def]
    """True where all lines of the player who moved last go through one cell: he made it last."""
    low, high = halves(pattern, half)
    for cell in range(through.shape[1]):
        elsewhere = False
        for word in range(len(every)):
            made = lines_of(not last_is_x, low, high, lows[word], highs[word], every[word])
            elsewhere |= made & ~through[word, cell] != 0
        if not elsewhere:
            return True
    return False


@njit
def decide(scores, going_on, states, reached, by_line, patterns, tables):  # type: ignore[no-untyped-def]
    """Set the scores of what is unreachable or finished; list the other slots and their patterns.

    Returns how many these are, and how many slots are reachable.
    """
    slots_left, patterns_left = going_on
    left = reachable = 0
    for slot in range(len(scores)):
        denied = states[slot] > 3
        if len(reached):
            denied = not reached[slot]
        elif states[slot] == 3:
            denied = not shares_cell(patterns[slot], *tables)
        finished = states[slot] & 1
        scores[slot] = by_line if finished and not denied else UNREACHABLE
        slots_left[left], patterns_left[left] = slot, patterns[slot]
        left += not denied and not finished
        reachable += not denied
    return left, reachable


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
def turn(scores, slots, worst):  # type: ignore[no-untyped-def]  # as above
    """Turn the worst replies to some slots into their scores."""
    for place in range(len(slots)):
        reply = worst[place]
        scores[slots[place]] = (reply > 0) - (reply < 0) - reply  # score_before


def solve(patterns, ranks, replies, lines, reached, found):  # type: ignore[no-untyped-def]  # as above
    """Find the scores in some slots of some blocks, count the reachable, and note what occurs.

    The arrays are the patterns, and the ranks of their halves in the next tier;
    for each move where stones go, where the new one does, and the first slot of the next block;
    and the lines through each stone, and through the free cells. ``reached`` has one row a
    block, or an empty one for all where it is to be read off the lines.
    """
    places, stone, first_slots, later = replies
    ours, outside, every, through, last_is_x, by_line = lines
    scores, positions, seen = found
    stones, moves, blocks = places.shape
    half, words, count = np.uint32(stones // 2), len(every), len(patterns)
    low_maps = np.zeros((moves, 1 << half), np.uint32)
    high_maps = np.zeros((moves, 1 << stones - half), np.uint32)
    low_lines = np.zeros((words, 1 << half), np.uint64)
    high_lines = np.zeros((words, 1 << stones - half), np.uint64)
    states, worst = np.zeros(count, np.uint8), np.zeros(count, np.int8)
    going_on = np.zeros(count, np.uint32), np.zeros(count, np.uint32)
    for block in range(blocks):
        high_maps[:, 0], high_lines[:, 0] = stone[:, block], outside[:, block]
        unions(places[:half, :, block], low_maps)
        unions(places[half:, :, block], high_maps)
        unions(ours[:, :half, block].T, low_lines)
        unions(ours[:, half:, block].T, high_lines)
        note_lines(states, patterns, half, low_lines, high_lines, every, last_is_x)
        left, positions[block] = decide(
            *(scores[block], going_on, states, reached[block % len(reached)], by_line, patterns),
            (half, low_lines, high_lines, every, through, last_is_x),
        )
        worst[:left] = UNREACHABLE if moves else 0  # more than any reply
        for move in range(moves):  # one by one, for then what is looked up lies close together
            tables = low_maps[move], high_maps[move], ranks, later[first_slots[move, block] :]
            look_up(worst[:left], going_on[1][:left], half, *tables)
        turn(scores[block], going_on[0][:left], worst)
        for score in scores[block]:
            seen[score & 255] = True  # as a byte


# With the types given all is compiled on import, or taken from numba's cache.
RANKS = of(uint32), of(uint32), uint32
REPLIES = of(uint64, 3), of(uint64, 2), of(uint64, 2), of(int8)
LINES = of(uint64, 3), of(uint64, 2), of(uint64), of(uint64, 2), bool_, int64
FOUND = int8[:, ::1], int64[::1], bool_[::1]
compiled_solve = compiled(solve, (of(uint32), RANKS, REPLIES, LINES, of(bool_, 2), FOUND))


def solve_compiled(blocks: BlocksToSolve, part: slice, reached: Flags | None) -> Solved:
    """The same as `BlocksToSolve.solve`, found by compiled code."""
    many, later = len(blocks.masks), halves_of(blocks.stones + 1)
    low, high = blocks.patterns.parts(part.start, part.stop)
    patterns = (high << blocks.patterns.low_bits | low).astype(np.uint32)
    # No number is negative, and compiled code takes them unsigned.
    replies = (
        np.ascontiguousarray(numbers).view(np.uint64)
        for numbers in (blocks.places, blocks.stone, blocks.first_slots)
    )
    lines = (
        _stacked([ours for ours, _ in blocks.lines], blocks.stones, many),
        _stacked([outside for _, outside in blocks.lines], many),
        _stacked([word.every for word in blocks.words]),
        _stacked([word.through for word in blocks.words], blocks.rules.game.cells),
    )
    found = np.empty((many, len(patterns)), np.int8), np.zeros(many, np.int64), np.zeros(256, bool)
    compiled_solve(
        patterns,
        (later.low_ranks.view(np.uint32), later.high_ranks.view(np.uint32), later.low_bits),
        (*replies, blocks.beside.slots),
        (*lines, blocks.stones % 2 == 1, blocks.rules.by_line),
        np.zeros((1, 0), bool) if reached is None else np.ascontiguousarray(reached),
        found,
    )
    return found


def _stacked(words: Sequence[Any], *shape: int) -> NDArray[np.uint64]:
    """Sets of lines of this shape, word by word."""
    return np.array(words, np.uint64).reshape(len(words), *shape)
