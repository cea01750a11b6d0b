"""Random numbers of a player: the same in each run, and noted as they are drawn."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

# What a generator has that draws nothing.
NOT_DRAWING = ("seed", "getstate", "setstate", "get_state", "set_state", "default_rng")


class Draws:
    """Whether random numbers have been drawn.

    Attributes:
        seen: They have been, since somebody has set this to False.
    """

    def __init__(self) -> None:
        self.seen = False


DRAWS = Draws()  # of this process


class SeededRandom(random.Random):
    """Python's random numbers, but the same in each run if no seed is given."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Seed as Python does, or with 0."""
        super().seed(0 if a is None else a, version)


class NumpyRandomFinder:
    """Finds `numpy.random` when a player imports it, to note its draws too."""

    @staticmethod
    def find_spec(name: str, path: Any = None, _: Any = None) -> ModuleSpec | None:
        """Return the spec of `numpy.random`, and None for any other module."""
        if name != "numpy.random":
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module
            spec.loader.exec_module = partial(  # type: ignore[method-assign]
                _execute_numpy_random, execute
            )
        return spec


def note_draws() -> None:
    """Let `random`, `secrets` and numpy draw the same in each run, and note it."""
    for name in ("Random", "SystemRandom"):
        setattr(random, name, SeededRandom)
    _note_draws_of(random, SeededRandom(), ("Random", "SystemRandom"))
    sys.meta_path.insert(0, NumpyRandomFinder)


def _execute_numpy_random(execute: Callable[[ModuleType], None], module: Any) -> None:
    seen_before = DRAWS.seen
    execute(module)
    DRAWS.seen = seen_before  # the import itself draws a seed

    # Generators without a seed ask for so many random bits, which are now the same.
    module.bit_generator.randbits = int
    module.seed(0)
    make_generator = module.default_rng
    _note_draws_of(module, module, ("Generator", "RandomState"))

    def default_rng(seed: Any = None) -> Any:
        return module.Generator(make_generator(seed).bit_generator)

    module.default_rng = default_rng


def _note_draws_of(module: Any, source: Any, classes: tuple[str, ...]) -> None:
    """Have a module's functions and classes note that they draw.

    Args:
        module: `random`, or `numpy.random`.
        source: The generator, or module, of which the functions are.
        classes: The names of the module's generators.
    """
    for name in classes:
        setattr(module, name, _noting_class(getattr(module, name)))
    for name in module.__all__:
        if not name.islower():
            continue
        function = getattr(source, name)
        if name not in NOT_DRAWING:
            function = partial(_draw, function)
        setattr(module, name, function)


def _draw(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    DRAWS.seen = True
    return function(*args, **kwargs)


def _noting_class(generator_class: Any) -> type:
    """Return the same class, whose objects note that they are used."""

    def look_up(generator: Any, name: str) -> Any:
        if name[0].islower() and name not in NOT_DRAWING:
            DRAWS.seen = True
        return generator_class.__getattribute__(generator, name)

    namespace = {"__getattribute__": look_up}
    return type(generator_class.__name__, (generator_class,), namespace)
