"""Random numbers in a player's process: the same in each run, and noted as they are drawn."""

import random
import sys
from collections.abc import Callable
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

DRAWS = "it draws random numbers"
DRAWN: set[str] = set()
NO_DRAWS = ("seed", "getstate", "setstate", "get_state", "set_state", "default_rng")


class Seeded(random.Random):
    """Python's random numbers, but always the same where these ask the system for a seed."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        """As Python's."""
        super().seed(0 if a is None else a, version)


class NumpyFinder:
    """Finds `numpy.random` where a player loads it, to have its draws noted too."""

    @staticmethod
    def find_spec(name: str, path: Any = None, _: Any = None) -> ModuleSpec | None:
        """As an import asks for it; nothing for any other module."""
        found = PathFinder.find_spec(name, path) if name == "numpy.random" else None
        if found and found.loader:
            fill = found.loader.exec_module
            found.loader.exec_module = partial(_fill_numpy, fill)  # type: ignore[method-assign]
        return found


def note_draws() -> None:
    """Let `random`, `secrets` and numpy draw the same in each run, and note that they do."""
    for name in ("Random", "SystemRandom"):
        setattr(random, name, Seeded)
    _note(random, Seeded(), "Random", "SystemRandom")
    sys.meta_path.insert(0, NumpyFinder)


def _fill_numpy(fill: Callable[[ModuleType], None], module: Any) -> None:
    before = {*DRAWN}
    fill(module)
    DRAWN.intersection_update(before)  # it has drawn a seed
    module.bit_generator.randbits = (
        int  # and draws more, of so many bits; now they are known
    )
    module.seed(0)
    make = module.default_rng
    _note(module, module, "Generator", "RandomState")
    module.default_rng = lambda seed=None: module.Generator(make(seed).bit_generator)


def _note(module: Any, lots: Any, *kinds: str) -> None:
    """Have the functions of a module draw from these lots, and note that, as its classes do."""
    for name in kinds:
        setattr(module, name, _noted_class(getattr(module, name)))
    for name in filter(str.islower, module.__all__):
        draw = getattr(lots, name)
        setattr(module, name, draw if name in NO_DRAWS else partial(_drawn_by, draw))


def _drawn_by(draw: Callable[..., Any], *args: Any, **more: Any) -> Any:
    DRAWN.add(DRAWS)
    return draw(*args, **more)


def _noted_class(kind: Any) -> type:
    """The same class, whose objects note that they are used."""

    def look_up(one: Any, name: str) -> Any:
        if name[0].islower() and name not in NO_DRAWS:
            DRAWN.add(DRAWS)
        return kind.__getattribute__(one, name)

    return type(kind.__name__, (kind,), {"__getattribute__": look_up})
