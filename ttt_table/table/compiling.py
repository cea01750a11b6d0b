"""What compiled loops over positions have in common: how numba is asked, and halves of patterns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import njit, types, uint32, void

from ttt_table.table.patterns import Patterns


def of(kind: types.Type, axes: int = 1) -> types.Type:
    """The type of an array that is only read."""
    return types.Array(kind, axes, "C", readonly=True)


def kind_of(kinds: Any) -> types.Type:
    """The type of one argument: of a tuple, where several are named."""
    return types.Tuple([*map(kind_of, kinds)]) if isinstance(kinds, tuple) else kinds  # type: ignore[no-untyped-call]  # numba has no annotations


def compiled(
    function: Callable[..., None], kinds: Sequence[Any], cached: bool = True
) -> Callable[..., None]:
    """A function compiled for arguments of these kinds at once, or taken from numba's cache."""
    try:
        done: Callable[..., None] = njit(void(*map(kind_of, kinds)), cache=cached, nogil=True)(
            function
        )
    except Exception:  # there is no folder to keep it in, or no room, or what is kept is damaged
        if not cached:
            raise
        return compiled(function, kinds, cached=False)
    return done


RANKS = of(uint32), of(uint32), uint32
"""The type of what `ranks_of` returns."""


def ranks_of(patterns: Patterns) -> tuple[Any, Any, int]:
    """What compiled code ranks patterns by: the ranks of their halves, and the low one's length."""
    low_ranks, high_ranks = patterns.low_ranks, patterns.high_ranks
    return low_ranks.view(np.uint32), high_ranks.view(np.uint32), patterns.low_bits


@njit
def halves(pattern, half):  # type: ignore[no-untyped-def]  # numba finds the types
    """The low and the high half of a pattern, unsigned: others would be tested for a sign."""
    return np.uint64(pattern & (np.uint32(1) << half) - np.uint32(1)), np.uint64(pattern >> half)
