"""The loops over the rows of a tier, compiled by numba; `product` says what a row is.

Only workers that solve large tiers import this.
"""

from __future__ import annotations

import numpy as np
from numba import bool_, int8, int32, int64, njit, uint8, uint16, uint32, uint64

from ttt_table.table.compiling import compiled, halves, of
from ttt_table.table.numbering import UNREACHABLE


@njit
def least(worst, replies, places):  # type: ignore[no-untyped-def]  # numba finds the types
    """Lower the worst replies to some slots to those that stand at these places."""
    for slot in range(len(worst)):
        worst[slot] = min(worst[slot], replies[places[slot]])


@njit
def look_up(worst, row, wanted, mover, later, high, low):  # type: ignore[no-untyped-def]
    """Turn the most that replies can be, in a row's slots, into the scores by the worst replies."""
    codes, owned, numbers, turns, weights, supports = high
    first, turned, moved, moves = low
    at, scores = later
    here = slice(first[wanted], first[wanted] + len(worst))
    taken = owned[0, row] | owned[1, row]
    for cell in range(len(weights)):
        free = not taken >> cell & 1 and taken & supports[cell] == supports[cell]
        if weights[cell] and free:
            code = codes[row] + weights[cell] * (1 + mover)
            least(worst, scores[at[numbers[code]] :], turned[turns[code], here])
    for move in range(moves[wanted]):
        least(worst, scores[at[row] :], moved[mover, move, here])
    for slot in range(len(worst)):
        reply = worst[slot]
        worst[slot] = (reply > 0) - (reply < 0) - reply  # score_before


@njit
def shares_cell(slot, high, low, common):  # type: ignore[no-untyped-def]  # as above
    """True where all lines of the player who moved last go through one cell: he made it last."""
    shared = ~np.uint32(0)
    for word in range(len(high)):
        made = high[word] & low[word, slot]
        for byte in range(4):
            shared &= common[4 * word + byte, made & np.uint32(255)]
            made >>= np.uint32(8)
    return shared != 0


@njit
def end(scores, states, several, last, mover, common, by_line):  # type: ignore[no-untyped-def]
    """Set the scores of finished slots, and of those that play does not reach for their lines.

    The lines are those that either player may have in the high part, and in the low part by slot.
    """
    states[:] = 0  # 1 for a line of the player who moved last, 2 for several, 4 for the mover's
    for word in range(len(last[0])):
        of_last, of_mover = last[0][word], mover[0][word]
        lasts, movers = last[1][word], mover[1][word]
        for slot in range(len(scores)):
            made = lasts[slot] & of_last
            more = (made & made - np.uint32(1) != 0) | (made != 0) & (states[slot] != 0)
            theirs = movers[slot] & of_mover != 0
            states[slot] |= np.uint8(made != 0) | np.uint8(more) << 1 | np.uint8(theirs) << 2
    many = 0
    for slot in range(len(scores)):  # without a branch, as in all that is done slot by slot
        several[many] = slot
        many += states[slot] == 3
    for slot in several[:many]:
        states[slot] = 3 if shares_cell(slot, *last, common) else 4
    for slot in range(len(scores)):
        finished = by_line if states[slot] < 4 else UNREACHABLE
        scores[slot] = finished if states[slot] else scores[slot]


@njit
def tell(scores, class_size, noted):  # type: ignore[no-untyped-def]  # as above
    """Note which scores occur, as bits, how many slots play can reach, and how many positions."""
    seen, many = np.uint64(0), 0
    for score in scores:
        is_reached = score != UNREACHABLE
        many += is_reached
        seen |= np.uint64(is_reached) << np.uint64(score + 32 & 63)
    noted[0] |= seen
    noted[1] += np.uint64(many)
    noted[2] += np.uint64(many * class_size)


def solve(rows, tier, later, high, low, lines, reached, found):  # type: ignore[no-untyped-def]
    """Find the scores of some rows, and note what `tell` does.

    ``reached`` has a flag for each of their slots, or none where the lines tell.
    """
    stones, wanted, sizes, class_sizes = tier
    scores, noted = found
    states, several = np.empty(sizes.max(), np.uint8), np.empty(sizes.max(), np.uint16)
    start, mover = 0, 1 - stones % 2
    for row in range(*rows):
        some = scores[start : start + sizes[row]]
        if not len(some):
            continue
        own = wanted[0, row], wanted[1, row]
        some[:] = UNREACHABLE if stones < len(high[4]) else 0  # more than any reply
        look_up(some, row, own, mover, later, high, low)
        here = slice(low[0][own], low[0][own] + len(some))
        last = lines[0][1 - mover, :, row], lines[1][1 - mover, :, here]
        movers = lines[0][mover, :, row], lines[1][mover, :, here]
        end(some, states[: len(some)], several, last, movers, lines[2], lines[3])
        for slot in range(len(some) if len(reached) else 0):
            some[slot] = some[slot] if reached[start + slot] else UNREACHABLE
        tell(some, class_sizes[row], noted)
        start += len(some)


@njit
def part(mask, weights, is_low, sets, codes, counts):  # type: ignore[no-untyped-def]  # as above
    """Find what each selection of a mask's stones in either part, as X's, means for its block.

    The tables get its bits in the block's patterns, what it adds to the code, and its number.
    Returns the codes without any X, and how many stones either part has.
    """
    base, stones = np.zeros(2, np.int64), np.zeros(2, np.int64)
    sets[:, 0] = codes[:, 0] = counts[0] = 0
    bit = np.uint32(1)
    for cell in range(len(weights)):
        if mask >> cell & 1:
            low = int(is_low[cell])
            for one in range(1 << stones[low]):
                more = one | 1 << stones[low]
                sets[low, more] = sets[low, one] | bit
                codes[low, more] = codes[low, one] + weights[cell]
                counts[more] = counts[one] + 1
            base[low] += weights[cell]
            stones[low] += 1
            bit <<= np.uint32(1)
    return base, stones


@njit
def by_count(sets, counts, ordered):  # type: ignore[no-untyped-def]  # as above
    """Order selections by how many stones they have; returns where those of each number begin."""
    starts = np.zeros(34, np.int64)
    for one in range(len(sets)):
        starts[counts[one] + 2] += 1
    starts[:] = starts.cumsum()
    for one in range(len(sets)):
        ordered[starts[counts[one] + 1]] = sets[one]
        starts[counts[one] + 1] += 1
    return starts


@njit
def bring(scores, row, places, high, lows, ranks, back):  # type: ignore[no-untyped-def]  # as above
    """Bring slots from some places of a row to those of a block, or back."""
    low_ranks, high_ranks, half = ranks
    for number in range(len(places)):
        low_half, high_half = halves(high | lows[number], half)
        slot = np.uint64(low_ranks[low_half] + high_ranks[high_half])
        if back:
            row[places[number]] = scores[slot]
        else:
            scores[slot] = row[places[number]]


def carry(masks, ranks, x_count, cells, rows, low, slots, blocks, back):  # type: ignore[no-untyped-def]
    """Bring the slots of some blocks from their rows' order into that of the file, or back."""
    numbers, turns, at = rows
    weights, is_low = cells
    places, turned = low
    most = 1 << max(is_low.sum(), len(is_low) - is_low.sum())
    sets, codes = np.empty((2, most), np.uint32), np.empty((2, most), np.int64)
    counts, ordered = np.empty(most, np.uint8), np.empty(most, np.uint32)
    for block in range(len(masks)):
        base, stones = part(masks[block], weights, is_low, sets, codes, counts)
        starts = by_count(sets[1, : 1 << stones[1]], counts, ordered)
        for one in range(1 << stones[0]):
            x = x_count - counts[one]
            if not 0 <= x <= stones[1]:
                continue
            code = base[0] + codes[0, one]
            row = slots[at[numbers[code]] :]
            # Those with the same stones in the low part follow one another as in the block.
            first = places[base[1] + codes[1, (1 << x) - 1]]
            there = turned[turns[code], first : first + starts[x + 1] - starts[x]]
            bring(blocks[block], row, there, sets[0, one], ordered[starts[x] :], ranks, back)


# With the types given all is compiled on import, or taken from numba's cache.
TIER = int64, of(int64, 2), of(int64), of(int64)
LATER = of(int64), of(int8)
HIGH = of(int64), of(uint32, 2), of(int32), of(uint8), of(int64), of(uint32)
LOW = of(int64, 2), of(uint16, 2), of(uint16, 3), of(int64, 2)
LINES = of(uint32, 3), of(uint32, 3), of(uint32, 2), int64
FOUND = int8[::1], uint64[::1]
RANKS, CELLS = (of(uint32), of(uint32), uint32), (of(int64), of(bool_))
ROWS, PLACES = (of(int32), of(uint8), of(int64)), (of(int32), of(uint16, 2))
solve_rows = compiled(solve, ((int64, int64), TIER, LATER, HIGH, LOW, LINES, of(int8), FOUND))
carry_slots = compiled(
    carry, (of(uint32), RANKS, int64, CELLS, ROWS, PLACES, int8[::1], int8[:, ::1], bool_)
)
