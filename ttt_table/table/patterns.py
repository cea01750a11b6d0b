"""The patterns of a tier in numpy, and their ranks: which slot of its block each one is."""

from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ttt_table.table.sets import Array, popcount
from ttt_table.table.slots import x_count


class Patterns:
    """The patterns of a tier, ascending, each in two parts that tell its rank among them."""

    # The high part says how many X the low one has, so two small tables of ranks do instead of one.

    def __init__(self, stones: int, low_bits: int, chosen: int | None = None) -> None:
        """``chosen`` bits are set, by default one for each X."""
        self.low_bits = low_bits
        self.stones = stones
        low_counts = popcount(np.arange(1 << low_bits))
        high_counts = popcount(np.arange(1 << stones - low_bits)).astype(np.int64)
        self.lows = np.argsort(low_counts, kind="stable").astype(np.int32)
        sizes = np.bincount(low_counts)
        self.first_lows = np.cumsum(sizes) - sizes
        wanted = (x_count(stones) if chosen is None else chosen) - high_counts
        fits = (wanted >= 0) & (wanted < len(sizes))
        self.x_below = np.where(fits, wanted, 0)
        self.many = np.where(fits, sizes[self.x_below], 0)
        self.high_ranks = (np.cumsum(self.many) - self.many).astype(np.int32)
        self.low_ranks = np.empty(len(self.lows), np.int32)
        self.low_ranks[self.lows] = np.arange(len(self.lows), dtype=np.int32)
        self.low_ranks -= np.take(
            self.first_lows.astype(np.int32), low_counts, mode="clip"
        )
        self.count = int(self.many.sum())

    def parts(self, first: int, last: int) -> tuple[Array, Array]:
        """The low and the high parts of the patterns from one rank up to another."""
        last = min(last, self.count)
        return (
            self._all if (first, last) == (0, self.count) else self._made(first, last)
        )

    def between(self, first: int, last: int) -> NDArray[np.uint32]:
        """The same patterns, whole."""
        low, high = self.parts(first, last)
        return (high << self.low_bits | low).astype(np.uint32)

    @cached_property
    def _all(self) -> tuple[Array, Array]:
        return self._made(0, self.count)

    def _made(self, first: int, last: int) -> tuple[Array, Array]:
        begin, end = np.searchsorted(self.high_ranks, (first, last - 1), side="right")
        some = slice(begin - 1, end)
        starts = self.high_ranks[some].astype(np.int64)
        many = np.minimum(starts + self.many[some], last) - np.maximum(starts, first)
        places = np.repeat(self.first_lows[self.x_below[some]] - starts, many)
        high = np.repeat(np.arange(begin - 1, end), many)
        places += np.arange(first, last)
        return np.take(self.lows, places, mode="clip").astype(np.int64), high

    def ranks(self, patterns: Array) -> NDArray[np.int32]:
        """The rank of each of these; they are overwritten."""
        if self.low_bits == self.stones:
            return np.take(self.low_ranks, patterns, mode="clip")
        low = np.take(self.low_ranks, patterns & (1 << self.low_bits) - 1, mode="clip")
        patterns >>= self.low_bits
        high: NDArray[np.int32] = np.take(self.high_ranks, patterns, mode="clip")
        high += low
        return high


@lru_cache(maxsize=4)
def halves_of(stones: int) -> Patterns:
    """The patterns of a tier, each in two halves."""
    return Patterns(stones, stones // 2)
