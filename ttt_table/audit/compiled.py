"""The longest part of the audit in arrays, compiled by numba: to look up what ways lead to.

It reads the numbers of a finished file as they are packed there. The builder's compiled loop has
none of this: it takes scores that it has just found, a byte each, and finds what is due in the
same pass, which is left to `audit.arrays` here.
"""

from __future__ import annotations

import numpy as np
from numba import boolean, int64, uint8, uint32, uint64

from ttt_table.audit.arrays import ArrayCheck, Neighbours, Way
from ttt_table.audit.batches import Slots
from ttt_table.audit.stored import NO_NUMBER, Numbers
from ttt_table.table.compiling import compiled, halves, of
from ttt_table.table.numbering import unions


def look_up(maps, slots, starts, tier, by_x, found):  # type: ignore[no-untyped-def]  # numba finds the types
    """Find the numbers in the slots that a way leads to.

    ``maps`` say where the halves of patterns go, block after block, ``starts`` where blocks begin.
    """
    low_maps, high_maps = maps
    lows, highs, by_block = slots
    packed, low_ranks, high_ranks, half, stones, shift = tier
    all_stones = (np.uint32(1) << stones) - np.uint32(1)
    width, inside = np.uint64(8) >> shift, (np.uint64(1) << shift) - np.uint64(1)
    lowest = np.uint8((1 << width) - 1)
    place = np.uint64(0)
    for block in range(len(starts)):
        for _ in range(by_block[block]):
            pattern = low_maps[lows[place]] | high_maps[highs[place]]
            low, high = halves(pattern & all_stones, half)
            slot = starts[block] + np.uint64(low_ranks[low] + high_ranks[high])
            number = packed[slot >> shift] >> np.uint8((slot & inside) * width) & lowest
            found[place] = number if pattern >> stones == by_x else NO_NUMBER
            place += np.uint64(1)


TIER = of(uint8), of(uint32), of(uint32), uint32, uint32, uint64
SLOTS = of(uint64), of(uint64), of(int64)
MAPS = of(uint32), of(uint32)
compiled_look_up = compiled(look_up, (MAPS, SLOTS, of(uint64), TIER, boolean, uint8[::1]))


class CompiledNeighbours(Neighbours):
    """The blocks of a tier beside one, where others look things up."""

    def numbers(self, way: Way, slots: Slots, by_x: bool | None = None) -> Numbers:
        """What is stored in the slots that a way leads to, as `Neighbours.numbers` finds it."""
        _, starts, places, stone = way
        low_maps = unions(places[:, : slots.low_bits]).astype(np.uint32)
        high_maps = unions(places[:, slots.low_bits :], stone).astype(np.uint32)
        tier, patterns = self.tier, self.tier.patterns
        ranks = patterns.low_ranks.view(np.uint32), patterns.high_ranks.view(np.uint32)
        shift = (8 // tier.bits).bit_length() - 1
        found = np.empty(len(slots.low), np.uint8)
        compiled_look_up(
            (low_maps.ravel(), high_maps.ravel()),
            (slots.low.view(np.uint64), slots.high.view(np.uint64), slots.by_block),
            starts.view(np.uint64),
            (self.packed, *ranks, patterns.low_bits, tier.stones, shift),
            bool(by_x),  # no stone that is played has a bit above the others
            found,
        )
        return found


class CompiledCheck(ArrayCheck):
    """Checks some blocks at once. Threads may share one."""

    kind = CompiledNeighbours
