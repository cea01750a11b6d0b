"""How a game will be built: decided once, before anything is solved, and handed on from there."""

from __future__ import annotations

from ttt_table.build.estimate import Estimate, estimate_search, estimate_tiers
from ttt_table.errors import ArgumentError, MissingExtraError, quoted
from ttt_table.rules.game import Game
from ttt_table.rules.records import NamedTuple
from ttt_table.table.slots import most_positions, slots_by_tier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

METHODS = ("auto", "search", "tiers")
QUICKLY_SEARCHED = (
    40_000  # fewer positions are searched before numpy has even been imported
)
MAX_SEARCHED = 500_000  # more would take a dictionary too long, where there is no numpy
KEPT_FROM = (
    1 << 24
)  # slots; a build of fewer is over in a second or two, and keeps nothing


class Plan(NamedTuple):
    """What is to be built, and how."""

    game: Game
    method: str
    kept: bool
    """Whether finished tiers outlive a build that is stopped."""
    jobs: int
    executor: Executor | None
    fast: bool
    """Whether numba solves the larger tiers."""
    needed: Estimate


def plan_build(
    game: Game,
    method: str = "auto",
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Plan:
    """Decide how to build a game."""
    method, many = _choose_method(game, method), 1
    kept = method == "tiers" and sum(slots_by_tier(game)) >= KEPT_FROM
    if kept or (jobs, executor) != (None, None):
        from ttt_table.workers import (  # its threads load slowly
            count_workers,
            usable_cores,
        )

        many = count_workers(jobs, executor)
    if not kept:
        needed = (
            estimate_search(game) if method == "search" else estimate_tiers(game, 1)
        )
        return Plan(game, method, False, 1, None, False, needed)
    from importlib.util import find_spec

    # An executor's workers may be on other machines, and those on this one use its cores.
    here = many if executor is None else min(many, usable_cores())
    fast = (
        find_spec("numba") is not None
    )  # to import it would take longer than this look
    needed = estimate_tiers(game, here, fast, processes=executor is not None)
    return Plan(game, method, kept, many, executor, fast, needed)


def _choose_method(game: Game, method: str) -> str:
    if method not in METHODS:
        raise ArgumentError(
            f"no such method: {quoted(method)}; choose from {', '.join(METHODS)}"
        )
    bound = most_positions(game)
    if method == "search" or (method == "auto" and bound <= QUICKLY_SEARCHED):
        return "search"
    try:
        import numpy  # noqa: F401  # is it there?
    except ImportError as error:
        if method == "auto" and bound <= MAX_SEARCHED:
            return "search"
        raise MissingExtraError.of(f"solving {game}", "numpy", error) from None
    return "tiers"
