"""The tier engine's inner loop, compiled by numba: what `Blocks.scores` finds, the same bytes.

Blocks are gone through one by one, and a slot at a time: where it is finished or unreachable no
reply is looked up. What each half of a pattern does, to where it goes and to the lines, is worked
out once a block, as in numpy. Only workers that solve large tiers import this.
"""

from __future__ import annotations

import numpy as np
from numba import bool_, int8, int64, njit, types, uint32, uint64, void

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

UNREACHABLE = 127


def _of(kind: types.Type, axes: int = 1) -> types.Type:
    """The type of an array that is only read."""
    return types.Array(kind, axes, "C", readonly=True)


@njit
def unions(sets, table):  # type: ignore[no-untyped-def]  # numba finds the types
    """Fill a table with the union of each selection of sets, for each of many."""
    for place in range(len(sets)):
        for selection in range(1 << place):
            for one in range(len(table)):
                table[one, selection | 1 << place] = table[one, selection] | sets[place, one]
    return table


@njit
def shares_cell(made, through):  # type: ignore[no-untyped-def]  # numba finds the types
    """True where all the lines made go through one cell, the stone that ended the game."""
    for cell in range(through.shape[1]):
        elsewhere = False
        for word in range(len(made)):
            elsewhere |= made[word] & ~through[word, cell] != 0
        if not elsewhere:
            return True
    return False


# Its parts share what they work out, and arrays handed from one compiled function to another cost.
def solve(patterns, replies, lines, reached, found):  # type: ignore[no-untyped-def]  # noqa: C901
    """Find the scores in some slots of some blocks, count the reachable, and note what occurs.

    The arrays are those of `Blocks`: the halves of the patterns and their ranks in the next tier;
    for each move where stones go, where the new one does, and the first slot of the next block;
    and the lines through each stone, and through the free cells. ``reached`` is empty where it is
    to be read off the lines.
    """
    low, high, low_ranks, high_ranks = patterns
    places, stone, first_slots, later = replies
    ours, outside, every, through, last_is_x, by_line = lines
    scores, positions, seen = found
    stones, moves, blocks = places.shape
    words, half = len(every), stones // 2
    # Unsigned numbers throughout: with others each index would be tested for being negative.
    lows, highs = np.uint64((1 << half) - 1), np.uint64((1 << stones - half) - 1)
    rank_half = np.uint64((stones + 1) // 2)
    rank_lows = np.uint64((1 << rank_half) - 1)
    low_maps = np.zeros((moves, 1 << half), np.uint32)
    high_maps = np.zeros((moves, 1 << stones - half), np.uint32)
    low_lines = np.zeros((words, 1 << half), np.uint64)
    high_lines = np.zeros((words, 1 << stones - half), np.uint64)
    made = np.zeros(words, np.uint64)
    state = np.zeros(len(low), np.uint8)
    """1 for a line of the last player, 2 for several, 4 for a line of the mover."""
    unfinished = np.zeros(len(low), np.uint32)
    for block in range(blocks):
        high_maps[:, 0] = stone[:, block]
        high_lines[:, 0] = outside[:, block]
        unions(places[:half, :, block], low_maps)
        unions(places[half:, :, block], high_maps)
        unions(ours[:, :half, block].T, low_lines)
        unions(ours[:, half:, block].T, high_lines)
        state[:] = 0
        for word in range(words):
            for slot in range(len(low)):
                a, b = low[slot], high[slot]
                mine = (low_lines[word, a] | high_lines[word, b]) ^ every[word]
                # X has the lines that O would have, were the colours exchanged.
                his = (low_lines[word, lows ^ a] | high_lines[word, highs ^ b]) ^ every[word]
                last, mover = (his, mine) if last_is_x else (mine, his)
                one, more = last != 0, last & last - np.uint64(1) != 0
                state[slot] |= one | (more | one & state[slot]) << 1 | (mover != 0) << 2
        left = unreachable_here = 0
        for slot in range(len(low)):
            unreachable = state[slot] > 3
            if len(reached):
                unreachable = not reached[block, slot]
            elif state[slot] == 3:
                a, b = low[slot], high[slot]
                if last_is_x:
                    a, b = lows ^ a, highs ^ b
                for word in range(words):
                    made[word] = (low_lines[word, a] | high_lines[word, b]) ^ every[word]
                unreachable = not shares_cell(made, through)
            unreachable_here += unreachable
            over = state[slot] & 1
            scores[block, slot] = by_line if over and not unreachable else UNREACHABLE
            unfinished[left] = slot
            left += not unreachable and not over
        # Move by move, for then what is looked up lies close together.
        for move in range(moves):
            start = first_slots[move, block]
            for slot in unfinished[:left]:
                pattern = low_maps[move, low[slot]] | high_maps[move, high[slot]]
                rank = low_ranks[pattern & rank_lows] + high_ranks[pattern >> rank_half]
                scores[block, slot] = min(scores[block, slot], later[start + rank])
        for slot in unfinished[:left]:
            worst = scores[block, slot] if moves else 0
            scores[block, slot] = (worst > 0) - (worst < 0) - worst  # score_before
        for score in scores[block]:
            seen[score & 255] = True  # as a byte
        positions[block] = len(low) - unreachable_here


def _compiled(kinds: object, cached: bool = True) -> Callable[..., None]:
    try:
        compiled: Callable[..., None] = njit(kinds, cache=cached, nogil=True)(solve)
    except (RuntimeError, OSError):  # there is no folder to keep it in, or no room
        if not cached:
            raise
        return _compiled(kinds, cached=False)
    return compiled


# With the types given all is compiled on import, or taken from numba's cache.
PATTERNS = (_of(uint64), _of(uint64), _of(uint32), _of(uint32))
REPLIES = (_of(uint64, 3), _of(uint64, 2), _of(uint64, 2), _of(int8))
LINES = (_of(uint64, 3), _of(uint64, 2), _of(uint64), _of(uint64, 2), bool_, int64)
FOUND = (int8[:, ::1], int64[::1], bool_[::1])
compiled_solve = _compiled(
    void(*map(types.Tuple, (PATTERNS, REPLIES, LINES)), _of(bool_, 2), types.Tuple(FOUND))  # type: ignore[no-untyped-call]  # numba has no annotations
)
