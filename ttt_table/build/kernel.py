"""The tier method's inner loop, `BlocksToSolve.solve`, compiled by numba.

In each block, a pass over the slots for each line notes which player has it. Then a
pass for each move, over the slots that go on, looks up its replies, which are all in
one block.

The loops have few branches and write into arrays that they are given, for speed.
"""

from typing import NamedTuple

import numpy as np
from numba import bool_, int8, int64, njit, uint32, uint64
from numpy.typing import NDArray

from ttt_table.build.tiers import BlocksToSolve, Solved
from ttt_table.table.bits import UNREACHABLE
from ttt_table.table.compiling import (
    RANKS,
    Ranks,
    compile_as,
    fill_maps,
    of,
    rank_beside,
    ranks_of,
)
from ttt_table.table.patterns import halves_of
from ttt_table.table.sets import Flags

# The state of a slot, as bits that `note_lines` sets.
ONE_LINE = 1  # the player who moved last has a line
MORE_LINES = 2  # or several lines
MOVER_HAS_LINE = 4


@njit
def list_lines(mask, lines, listed):
    """List the lines inside a mask, as bits of its patterns; return how many."""
    count = 0
    for line in lines:
        if line & mask != line:
            continue
        line_bits = np.uint32(0)
        bit = np.uint32(1)
        cells = mask
        while cells:
            first_cell = cells & ~cells + np.uint32(1)
            line_bits |= bit if line & first_cell else np.uint32(0)
            bit <<= np.uint32(1)
            cells ^= first_cell
        listed[count] = line_bits
        count += 1
    return count


@njit
def note_lines(states, patterns, lines, last_is_x, breaker):
    """Note for each slot which player has a line."""
    states[:] = 0
    for line in lines:
        # X has a line if all of its stones are X's, and O if none is. Of a Breaker no
        # pattern has the line: it would have bits outside the line.
        x_has = line
        o_has = ~line if breaker else np.uint32(0)
        last_has, mover_has = (x_has, o_has) if last_is_x else (o_has, x_has)
        for slot in range(len(states)):
            x_in_line = patterns[slot] & line
            has_line = np.uint8(x_in_line == last_has)
            has_more = (has_line & states[slot]) << 1
            mover_bit = np.uint8(x_in_line == mover_has) << 2
            states[slot] |= has_line | has_more | mover_bit


@njit
def shares_cell(pattern, lines, last_is_x):
    """Tell whether all lines of the player who moved last go through one cell."""
    shared = ~np.uint32(0)
    for line in lines:
        if pattern & line == (line if last_is_x else 0):
            shared &= line
    return shared != 0


@njit
def apply_marks(states, marks):
    """Keep, of what play can reach, whether a line has ended it there."""
    for slot in range(len(marks)):
        states[slot] = states[slot] & ONE_LINE if marks[slot] else MOVER_HAS_LINE


@njit
def decide(scores, going_on, states, patterns, lines, ends):
    """Score the slots that are unreachable or finished, and list those that go on.

    Returns how many go on, and how many are finished.
    """
    # Each slot is written to a list, whose end moves only if it belongs there: a
    # processor could not foresee a branch.
    several = 0
    for slot in range(len(scores)):
        going_on.slots[several] = slot
        several += states[slot] == ONE_LINE | MORE_LINES
    for slot in going_on.slots[:several]:
        one_stone = shares_cell(patterns[slot], lines, ends.last_is_x)
        states[slot] = ONE_LINE if one_stone else MOVER_HAS_LINE

    going_on_count = 0
    finished_count = 0
    for slot in range(len(scores)):
        is_reachable = states[slot] < MOVER_HAS_LINE
        scores[slot] = ends.by_line if is_reachable else UNREACHABLE
        going_on.slots[going_on_count] = slot
        going_on.patterns[going_on_count] = patterns[slot]
        going_on_count += states[slot] == 0
        finished_count += states[slot] == ONE_LINE
    return going_on_count, finished_count


@njit
def look_up(worst, patterns, half, maps, ranks, later):
    """Lower the worst replies to those in the block that a move leads to."""
    for place in range(len(patterns)):
        reply = later[rank_beside(patterns[place], half, maps, ranks)]
        worst[place] = min(worst[place], reply)


@njit
def turn(scores, slots, worst, by_full, occurring):
    """Turn the worst replies into scores, and note which occur, as bytes."""
    for place in range(len(slots)):
        reply = worst[place]
        # A full board has no reply; the rest is `score_before`.
        score = by_full if reply == UNREACHABLE else (reply > 0) - (reply < 0) - reply
        scores[slots[place]] = score
        occurring[score & 255] = True


class Replies(NamedTuple):
    """Where the moves of some blocks lead."""

    places: NDArray[np.uint64]
    """By stone, move and block, the stone's bit in a pattern there."""
    stone: NDArray[np.uint64]
    """By move and block, the bit of a new stone of X in a pattern there, or 0."""
    first_slots: NDArray[np.uint64]
    """By move and block, the first slot of the block there."""
    scores: NDArray[np.int8]
    """The scores of the next tier."""


class Ends(NamedTuple):
    """What ends a game."""

    masks: NDArray[np.uint32]
    """The masks of the blocks."""
    lines: NDArray[np.uint32]
    """The lines, as sets of cells."""
    last_is_x: bool
    """Whether X is the player who moved last."""
    breaker: bool
    """Whether only lines of X count."""
    by_line: int
    """The mover's score on a board with a line."""
    by_full: int
    """The mover's score on a full board without a line."""


class GoingOn(NamedTuple):
    """The slots of a block whose game is not finished."""

    slots: NDArray[np.uint32]
    """Their numbers."""
    patterns: NDArray[np.uint32]
    """Their patterns."""


def solve(patterns, marks, ranks, replies, ends, solved):
    """Solve some blocks; without ``marks`` the lines say what play can reach."""
    ranks = Ranks(*ranks)
    replies = Replies(*replies)
    ends = Ends(*ends)
    solved = Solved(*solved)
    stones, moves, blocks = replies.places.shape
    half = np.uint32(stones // 2)
    size = len(patterns)
    maps = np.zeros(1 << half, np.uint32), np.zeros(1 << stones - half, np.uint32)
    states = np.zeros(size, np.uint8)
    worst = np.zeros(size, np.int8)
    going_on = GoingOn(np.zeros(size, np.uint32), np.zeros(size, np.uint32))
    listed = np.zeros(len(ends.lines), np.uint32)
    for block in range(blocks):
        scores = solved.scores[block]
        lines = listed[: list_lines(ends.masks[block], ends.lines, listed)]
        note_lines(states, patterns, lines, ends.last_is_x, ends.breaker)
        if len(marks):
            apply_marks(states, marks[block])
        count, finished = decide(scores, going_on, states, patterns, lines, ends)
        solved.positions[block] = count + finished
        solved.occurring[ends.by_line & 255] |= finished > 0
        solved.occurring[UNREACHABLE & 255] |= count + finished < size

        worst[:count] = UNREACHABLE
        for move in range(moves):  # one by one, as each move's replies are together
            later = replies.scores[replies.first_slots[move, block] :]
            stone = replies.stone[move, block]
            fill_maps(maps, replies.places[:, move, block], stone, half)
            look_up(worst[:count], going_on.patterns[:count], half, maps, ranks, later)
        slots = going_on.slots[:count]
        turn(scores, slots, worst, ends.by_full, solved.occurring)


# With the types given, all is compiled on import, or taken from numba's cache.
REPLIES = of(uint64, 3), of(uint64, 2), of(uint64, 2), of(int8)
ENDS = of(uint32), of(uint32), bool_, bool_, int64, int64
SOLVED = int8[:, ::1], int64[::1], bool_[::1]
compiled_solve = compile_as(
    solve, (of(uint32), of(bool_, 2), RANKS, REPLIES, ENDS, SOLVED)
)


def solve_compiled(blocks: BlocksToSolve, part: slice, reached: Flags | None) -> Solved:
    """Do what `BlocksToSolve.solve` does."""
    rules = blocks.rules
    patterns = blocks.patterns.between(part.start, part.stop)
    marks = np.zeros((0, 0), bool)
    if reached is not None:
        marks = np.ascontiguousarray(reached)
    replies = Replies(
        np.ascontiguousarray(blocks.places).view(np.uint64),
        np.ascontiguousarray(blocks.stone).view(np.uint64),
        np.ascontiguousarray(blocks.first_slots).view(np.uint64),
        blocks.beside.slots,
    )
    ends = Ends(
        blocks.masks.astype(np.uint32),
        np.array(rules.lines if blocks.words else (), np.uint32),
        blocks.stones % 2 == 1,
        rules.game.breaker,
        rules.by_line,
        rules.by_full,
    )
    count = len(blocks.masks)
    solved = Solved(
        np.empty((count, len(patterns)), np.int8),
        np.zeros(count, np.int64),
        np.zeros(256, bool),
    )
    ranks = ranks_of(halves_of(blocks.stones + 1))
    compiled_solve(patterns, marks, ranks, replies, ends, solved)
    return solved
