"""The tier method's inner loop, compiled by numba: what `BlocksToSolve.solve` finds.

In each block a pass over the slots for each line notes who has it; then one for each move over
those that go on looks up its replies, which all stand in one block.
"""

from typing import NamedTuple

import numpy as np
from numba import bool_, int8, int64, njit, uint32, uint64
from numpy.typing import NDArray

from ttt_table.build.tiers import BlocksToSolve, Solved
from ttt_table.table.bits import UNREACHABLE, Scores
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
from ttt_table.table.sets import Array, Flags


@njit
def list_lines(mask, lines, found):
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
def note_lines(states, patterns, lines, last_is_x, breaker):
    """For each slot: 1 for a line of the player who moved last, 2 for more, 4 for the mover's."""
    states[:] = 0
    for line in lines:
        # O has a line in which no stone is X's. No pattern has what lies beside the line.
        of_o = ~line if breaker else np.uint32(0)
        last, mover = (line, of_o) if last_is_x else (of_o, line)
        for slot in range(len(states)):
            of_x = patterns[slot] & line
            one = np.uint8(of_x == last)
            states[slot] |= (
                one | (one & states[slot]) << 1 | np.uint8(of_x == mover) << 2
            )


@njit
def shares_cell(pattern, lines, last_is_x):
    """True where all lines of the player who moved last go through one cell."""
    shared = ~np.uint32(0)
    for line in lines:
        if pattern & line == (line if last_is_x else 0):
            shared &= line
    return shared != 0


@njit
def apply_marks(states, marks):
    """Keep what play can reach, and whether a line has ended it there."""
    for slot in range(len(marks)):
        states[slot] = states[slot] & 1 if marks[slot] else 4


@njit
def decide(scores, left, states, patterns, lines, ends):
    """Score what is unreachable or finished; returns how many go on, and how many are finished."""
    # Without branches, which a processor could not foresee.
    several = going_on = finished = 0
    for slot in range(len(scores)):
        left.slots[several] = slot
        several += states[slot] == 3
    for slot in left.slots[:several]:
        states[slot] = 1 if shares_cell(patterns[slot], lines, ends.last_is_x) else 4
    for slot in range(len(scores)):
        scores[slot] = ends.by_line if states[slot] < 4 else UNREACHABLE
        left.slots[going_on], left.patterns[going_on] = slot, patterns[slot]
        going_on += states[slot] == 0
        finished += states[slot] == 1
    return going_on, finished


@njit
def look_up(worst, patterns, half, maps, ranks, later):
    """Lower the worst replies to those in the block that a move leads to."""
    for place in range(len(patterns)):
        reply = later[rank_beside(patterns[place], half, maps, ranks)]
        worst[place] = min(worst[place], reply)


@njit
def turn(scores, slots, worst, by_full, seen):
    """Turn the worst replies, or none, into scores, and note which occur, as bytes."""
    for place in range(len(slots)):
        reply = worst[place]
        # A full board has no reply; the rest is score_before.
        score = by_full if reply == UNREACHABLE else (reply > 0) - (reply < 0) - reply
        scores[slots[place]] = score
        seen[score & 255] = True


class Replies(NamedTuple):
    """By move and block the bits of the stones, and of a new one of X, and the scores there."""

    places: NDArray[np.uint64]
    stone: NDArray[np.uint64]
    first_slots: NDArray[np.uint64]
    scores: NDArray[np.int8]


class Ends(NamedTuple):
    """What ends a game."""

    masks: NDArray[np.uint32]
    lines: NDArray[np.uint32]
    last_is_x: bool
    breaker: bool
    by_line: int
    by_full: int


class Left(NamedTuple):
    """The slots of a block that go on, and their patterns."""

    slots: NDArray[np.uint32]
    patterns: NDArray[np.uint32]


class Found(NamedTuple):
    """Scores by block and slot, how many are reached, and which occur, as bytes."""

    scores: Scores
    positions: Array
    seen: Flags


def solve(patterns, marks, ranks, replies, ends, found):
    """Find scores; without ``marks`` the lines say what play can reach."""
    ranks, replies, ends, found = (
        Ranks(*ranks),
        Replies(*replies),
        Ends(*ends),
        Found(*found),
    )
    stones, moves, blocks = replies.places.shape
    half, count = np.uint32(stones // 2), len(patterns)
    maps = np.zeros(1 << half, np.uint32), np.zeros(1 << stones - half, np.uint32)
    states, worst = np.zeros(count, np.uint8), np.zeros(count, np.int8)
    left = Left(np.zeros(count, np.uint32), np.zeros(count, np.uint32))
    listed = np.zeros(len(ends.lines), np.uint32)
    for block in range(blocks):
        inside = listed[: list_lines(ends.masks[block], ends.lines, listed)]
        note_lines(states, patterns, inside, ends.last_is_x, ends.breaker)
        if len(marks):
            apply_marks(states, marks[block])
        many, finished = decide(
            found.scores[block], left, states, patterns, inside, ends
        )
        found.positions[block] = many + finished
        found.seen[ends.by_line & 255] |= finished > 0
        found.seen[UNREACHABLE & 255] |= many + finished < count
        worst[:many] = UNREACHABLE
        for move in range(
            moves
        ):  # one by one, for then what is looked up lies close together
            later = replies.scores[replies.first_slots[move, block] :]
            fill_maps(
                maps, replies.places[:, move, block], replies.stone[move, block], half
            )
            look_up(worst[:many], left.patterns[:many], half, maps, ranks, later)
        turn(found.scores[block], left.slots[:many], worst, ends.by_full, found.seen)


# With the types given all is compiled on import, or taken from numba's cache.
REPLIES = of(uint64, 3), of(uint64, 2), of(uint64, 2), of(int8)
ENDS = of(uint32), of(uint32), bool_, bool_, int64, int64
FOUND = int8[:, ::1], int64[::1], bool_[::1]
compiled_solve = compile_as(
    solve, (of(uint32), of(bool_, 2), RANKS, REPLIES, ENDS, FOUND)
)


def solve_compiled(blocks: BlocksToSolve, part: slice, reached: Flags | None) -> Solved:
    """What `BlocksToSolve.solve` finds."""
    rules, many = blocks.rules, len(blocks.masks)
    patterns = blocks.patterns.between(part.start, part.stop)
    numbers = blocks.places, blocks.stone, blocks.first_slots
    places, stone, first_slots = (
        np.ascontiguousarray(one).view(np.uint64) for one in numbers
    )
    ends = Ends(
        blocks.masks.astype(np.uint32),
        np.array(rules.lines if blocks.words else (), np.uint32),
        blocks.stones % 2 == 1,
        rules.game.breaker,
        rules.by_line,
        rules.by_full,
    )
    scores = np.empty((many, len(patterns)), np.int8)
    found = Found(scores, np.zeros(many, np.int64), np.zeros(256, bool))
    marks = np.zeros((0, 0), bool) if reached is None else np.ascontiguousarray(reached)
    replies = Replies(places, stone, first_slots, blocks.beside.slots)
    ranks = ranks_of(halves_of(blocks.stones + 1))
    compiled_solve(patterns, marks, ranks, replies, ends, found)
    return found
