"""What compiled loops over positions have in common: how numba is asked, and halves of patterns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import njit, types, void


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


@njit
def halves(pattern, half):  # type: ignore[no-untyped-def]  # numba finds the types
    """The low and the high half of a pattern, unsigned: others would be tested for a sign."""
    return np.uint64(pattern & (np.uint32(1) << half) - np.uint32(1)), np.uint64(pattern >> half)
