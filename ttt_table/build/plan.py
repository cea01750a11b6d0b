"""How a game will be built: decided once, before anything is solved, and handed on from there."""

from __future__ import annotations

from collections import namedtuple

from ttt_table.build.estimate import estimate_search, estimate_tiers
from ttt_table.errors import ArgumentError, MissingExtraError
from ttt_table.table.slots import most_positions, slots_by_tier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ttt_table.build.estimate import Estimate
    from ttt_table.rules.game import Game

ENGINES = ("auto", "search", "tiers")
QUICKLY_SEARCHED = 40_000
"""Fewer positions are searched before numpy has even been imported."""
MAX_SEARCHED = 500_000
"""A dictionary of more positions than this takes too long, where the tier engine can be had."""
KEPT_FROM = 1 << 24
"""A build of fewer slots is over in a second or two: its tiers stay in memory, none is kept."""
POOLED_FROM = 1 << 19
"""A tier of fewer slots is solved in one process: it is done before others would have begun."""


class Plan(namedtuple("Plan", "game engine kept jobs executor pooled_from fast needed")):
    """What is to be built, how, by whom, and what that takes."""

    __slots__ = ()

    game: Game
    engine: str
    """``search`` or ``tiers``."""
    kept: bool
    """Whether finished tiers are kept in a work folder until the end."""
    jobs: int
    """For how many workers tiers are cut; processes of our own, unless an executor is given."""
    executor: Executor | None
    pooled_from: int
    """A tier of so many slots or more is shared out among the workers."""
    fast: bool
    """Whether such tiers are solved by compiled code."""
    needed: Estimate


def plan_build(
    game: Game, engine: str = "auto", jobs: int | None = None, executor: Executor | None = None
) -> Plan:
    """Decide how to build a game.

    Raises `ArgumentError` for an engine or a number of jobs that cannot be meant, and
    `MissingExtraError` where the tier engine is needed and numpy is not there.
    """
    if jobs is not None and jobs < 1:
        raise ArgumentError(f"{jobs} jobs cannot build anything")
    engine = _chosen_engine(game, engine)
    if engine == "search":
        needed = estimate_search(game)
        return Plan(game, engine, False, 1, executor, POOLED_FROM, False, needed)
    from ttt_table.workers import usable_cores, workers_of  # its signals and threads load slowly

    slots = slots_by_tier(game)
    kept = sum(slots) >= KEPT_FROM
    many = workers_of(jobs, executor)
    # An executor's workers may be on other machines, and those on this one use its cores.
    here = many if executor is None else min(many, usable_cores())
    fast = kept and _has_numba()
    needed = estimate_tiers(game, here if kept and max(slots) >= POOLED_FROM else 1, kept, fast)
    return Plan(game, engine, kept, many, executor, POOLED_FROM, fast, needed)


def _has_numba() -> bool:
    """True where numba is installed; it is not imported, for that takes longer than a look."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


def _chosen_engine(game: Game, engine: str) -> str:
    """The engine asked for, or the one that suits the size of the game."""
    if engine not in ENGINES:
        raise ArgumentError(f"engine is {engine!r}, but there are {', '.join(ENGINES)}")
    bound = most_positions(game)
    if engine == "search" or (engine == "auto" and bound <= QUICKLY_SEARCHED):
        return "search"
    try:
        import numpy  # noqa: F401  # is it there?
    except ImportError as error:
        if engine == "auto" and bound <= MAX_SEARCHED:
            return "search"
        raise MissingExtraError.of_numpy(f"solving {game}", error) from None
    return "tiers"
