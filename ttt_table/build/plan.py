"""The plan of a build, made once before anything is solved."""

from __future__ import annotations

from ttt_table.build.estimate import Estimate, estimate_search, estimate_tiers
from ttt_table.errors import MissingExtraError
from ttt_table.rules.game import Game
from ttt_table.rules.records import NamedTuple
from ttt_table.runtime import check_choice, most_positions
from ttt_table.table.slots import needs_numpy, slots_by_tier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

METHODS = ("auto", "search", "tiers")
QUICKLY_SEARCHED = 40_000
"""Up to as many positions are searched before numpy has even been imported."""
KEPT_FROM = 1 << 24
"""Slots from which on a build keeps its finished tiers.

A smaller one takes a second or two.
"""


class Plan(NamedTuple):
    """A game to build, and how to build it."""

    game: Game
    """The game to solve."""
    method: str
    """``"search"`` or ``"tiers"``."""
    is_resumable: bool
    """Whether finished tiers outlive a build that is stopped."""
    jobs: int
    """For how many workers the tiers are divided."""
    executor: Executor | None
    """The executor whose workers solve them; None for threads of this process."""
    fast: bool
    """Whether numba solves the larger tiers."""
    needed: Estimate
    """The memory, disk space and time of the build."""


def plan_build(
    game: Game,
    method: str = "auto",
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Plan:
    """Decide how to build a game; the arguments are those of `build_table`.

    Raises:
        ArgumentError: An argument is invalid.
        MissingExtraError: The board is too large to be solved without numpy.
        SizeError: A file cannot hold the game.
    """
    method = _choose_method(game, method)
    is_resumable = method == "tiers" and sum(slots_by_tier(game)) >= KEPT_FROM
    workers = 1
    if is_resumable or jobs is not None or executor is not None:
        # Only here, as its threads load slowly.
        from ttt_table.workers import count_workers

        workers = count_workers(jobs, executor)
    if is_resumable:
        return _plan_large(game, workers, executor)
    if method == "search":
        needed = estimate_search(game)
    else:
        needed = estimate_tiers(game, 1)
    return Plan(game, method, False, 1, None, False, needed)


def _plan_large(game: Game, workers: int, executor: Executor | None) -> Plan:
    """Plan a build by tiers that keeps what it has finished."""
    from importlib.util import find_spec

    from ttt_table.workers import usable_cores

    # An executor's workers may be on other machines; those on this one use its cores.
    local_workers = workers
    if executor is not None:
        local_workers = min(workers, usable_cores())
    fast = find_spec("numba") is not None  # to import it would take longer
    needed = estimate_tiers(game, local_workers, fast, processes=executor is not None)
    return Plan(game, "tiers", True, workers, executor, fast, needed)


def _choose_method(game: Game, method: str) -> str:
    check_choice("method", method, METHODS)
    bound = most_positions(game)
    if method == "search" or (method == "auto" and bound <= QUICKLY_SEARCHED):
        return "search"
    try:
        import numpy  # noqa: F401  # is it there?
    except ImportError as error:
        if method == "auto" and not needs_numpy(game):
            return "search"
        raise MissingExtraError.of(f"solving {game}", "numpy", error) from None
    return "tiers"
