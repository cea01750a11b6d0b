"""The usual generators of random numbers: seeded, and seen to be used."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


def seed_generators(seed: int) -> None:
    """Seed the generators of `random` and, if it is loaded, of numpy."""
    random.seed(seed)
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        with suppress(AttributeError):  # it may be half loaded
            numpy_random.seed(seed)


def generator_states() -> tuple[Any, ...]:
    """Return the states of these generators: equal as long as none was used.

    Generators that somebody makes are not seen.
    """
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        with suppress(AttributeError):  # it may be half loaded
            _, keys, *position = numpy_random.get_state()
            return random.getstate(), keys.tobytes(), *position
    return (random.getstate(),)


@contextmanager
def seeded_generators(seed: int) -> Iterator[None]:
    """Seed the generators for a while, and then set them back."""
    state = random.getstate()
    numpy_random: Any = sys.modules.get("numpy.random")
    numpy_state = None
    if numpy_random is not None:
        numpy_state = numpy_random.get_state()
    seed_generators(seed)
    try:
        yield
    finally:
        random.setstate(state)
        if numpy_state is not None:
            numpy_random.set_state(numpy_state)
