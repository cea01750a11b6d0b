"""The patterns of a tier in numpy, and their ranks: each one's slot in its block."""

from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.table.sets import Array, popcount
from ttt_table.table.slots import x_count


class Patterns:
    """The patterns of a tier, ascending, each in a low and a high part.

    The high part alone tells how many X the low one has. So two small tables of ranks
    do instead of a large one: the rank of a pattern is the sum of both parts' ranks.
    """

    def __init__(self, stones: int, low_bits: int, chosen: int | None = None) -> None:
        """List the parts.

        Args:
            stones: The length of a pattern in bits.
            low_bits: The length of the low part.
            chosen: How many bits are set; by default one for each X.
        """
        self.low_bits = low_bits
        self.stones = stones
        if chosen is None:
            chosen = x_count(stones)
        low_counts = popcount(np.arange(1 << low_bits))
        high_counts = popcount(np.arange(1 << stones - low_bits)).astype(np.int64)

        # Low parts by how many bits are set, and where those with each count begin.
        self.lows = np.argsort(low_counts, kind="stable").astype(np.int32)
        with_count = np.bincount(low_counts)
        self.first_lows = np.cumsum(with_count) - with_count

        # For each high part, how many bits its low parts have set, how many low parts
        # these are, and how many patterns come before them.
        missing = chosen - high_counts
        is_possible = (missing >= 0) & (missing < len(with_count))
        self.low_bits_set = np.where(is_possible, missing, 0)
        self.low_parts = np.where(is_possible, with_count[self.low_bits_set], 0)
        self.high_ranks = (np.cumsum(self.low_parts) - self.low_parts).astype(np.int32)

        # For each low part, how many with as many bits set come before it.
        self.low_ranks = np.empty(len(self.lows), np.int32)
        self.low_ranks[self.lows] = np.arange(len(self.lows), dtype=np.int32)
        first_lows = self.first_lows.astype(np.int32)
        self.low_ranks -= np.take(first_lows, low_counts, mode="clip")
        self.count = int(self.low_parts.sum())

    def parts(self, first: int, last: int) -> tuple[Array, Array]:
        """Return the low and the high parts of the patterns between two ranks."""
        last = min(last, self.count)
        if (first, last) == (0, self.count):
            return self._all_parts
        return self._make_parts(first, last)

    def between(self, first: int, last: int) -> NDArray[np.uint32]:
        """Return the patterns from one rank to another, whole."""
        last = min(last, self.count)
        high, places = self._highs_and_places(first, last, np.int32)
        patterns = high.view(np.uint32)
        patterns <<= self.low_bits
        patterns |= np.take(self.lows.view(np.uint32), places, mode="clip")
        return patterns

    @cached_property
    def _all_parts(self) -> tuple[Array, Array]:
        return self._make_parts(0, self.count)

    def _make_parts(self, first: int, last: int) -> tuple[Array, Array]:
        high, places = self._highs_and_places(first, last, np.int64)
        return np.take(self.lows, places, mode="clip").astype(np.int64), high

    def _highs_and_places(
        self, first: int, last: int, dtype: type[np.signedinteger[Any]]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the high parts of patterns, and where their low ones are in `lows`."""
        begin, end = np.searchsorted(self.high_ranks, (first, last - 1), side="right")
        highs = slice(begin - 1, end)
        starts = self.high_ranks[highs].astype(np.int64)
        ends = np.minimum(starts + self.low_parts[highs], last)
        counts = ends - np.maximum(starts, first)
        # A pattern's low part is as far from the first one as the pattern's rank is
        # from that of its high part.
        shifts = self.first_lows[self.low_bits_set[highs]] - starts
        places = np.repeat(shifts.astype(dtype), counts)
        places += np.arange(first, last, dtype=dtype)
        return np.repeat(np.arange(begin - 1, end, dtype=dtype), counts), places

    def ranks(self, patterns: Array) -> NDArray[np.int32]:
        """Return the rank of each of these patterns, and overwrite them."""
        if self.low_bits == self.stones:
            return np.take(self.low_ranks, patterns, mode="clip")
        low = np.take(self.low_ranks, patterns & (1 << self.low_bits) - 1, mode="clip")
        patterns >>= self.low_bits
        ranks: NDArray[np.int32] = np.take(self.high_ranks, patterns, mode="clip")
        ranks += low
        return ranks


@lru_cache(maxsize=4)
def halves_of(stones: int) -> Patterns:
    """Return the patterns of a tier, each in two halves."""
    return Patterns(stones, stones // 2)
