"""From a game to a table file: choose the engine, check that there is room, solve, write."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from ttt_table.build.estimate import (
    check_format,
    check_room,
    estimate_search,
    estimate_tiers,
    in_bytes,
)
from ttt_table.build.machine import usable_cores
from ttt_table.build.search import search
from ttt_table.errors import ArgumentError, MissingExtraError
from ttt_table.rules.game import symmetries
from ttt_table.table.codec import encode
from ttt_table.table.files import write_atomically
from ttt_table.table.packing import pack_tier
from ttt_table.table.slots import canonical_masks, most_positions, subsets, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from ttt_table.build.estimate import Estimate
    from ttt_table.build.search import Scores
    from ttt_table.rules.game import Game
    from ttt_table.table.files import Path
    from ttt_table.table.packing import PackedTier

    Report = Callable[[int], object]

ENGINES = ("auto", "search", "tiers")
QUICKLY_SEARCHED = 40_000
"""Fewer positions are searched before numpy has even been imported."""
MAX_SEARCHED = 500_000
"""A dictionary of more positions than this takes too long, where the tier engine can be had."""
SHOWN_FROM = 0.5
"""A build of fewer seconds, by the estimate, is over before a person could read about it."""


def build_table(
    game: Game,
    path: Path | None = None,
    *,
    quiet: bool = True,
    engine: str = "auto",
    jobs: int | None = None,
    executor: Executor | None = None,
    force: bool = False,
) -> str:
    """Solve the game, write its table, and return the file's path.

    Without a path the file stands in the current folder under the game's name. The engine is
    chosen by the size of the board unless "search" or "tiers" is asked for. A large board is solved
    by as many processes as there are cores, or ``jobs``, or by the workers of an ``executor`` whose
    tasks see the same files; a build that is killed goes on from its last finished tier when it is
    asked for again. Unless ``quiet``, one that is long says on standard error what it will take,
    and shows its progress where a person watches.

    Raises `SizeError` for a game that is too big for the file's format, or, unless told to go on by
    ``force``, for memory or disk; `MissingExtraError` where the tier engine is needed and numpy is
    not installed; `TableAccessError` if the file cannot be written; `WorkerError` if a worker dies.
    """
    goal = f"{game}.msgpack" if path is None else os.fspath(path)
    check_format(game)
    if jobs is not None and jobs < 1:
        raise ArgumentError(f"{jobs} jobs cannot build anything")
    if _is_searched(game, engine):
        _search_to(goal, game, quiet, force)
    else:
        _solve_tiers_to(goal, game, quiet, force, jobs or usable_cores(), executor)
    return goal


def _is_searched(game: Game, engine: str) -> bool:
    """Choose the engine. Raises `MissingExtraError` where only the one that needs numpy will do."""
    if engine not in ENGINES:
        raise ArgumentError(f"engine is {engine!r}, but there are {', '.join(ENGINES)}")
    bound = most_positions(game.cells)
    if engine == "search" or (engine == "auto" and bound <= QUICKLY_SEARCHED):
        return True
    try:
        import numpy  # noqa: F401  # is it there?
    except ImportError:
        if engine == "auto" and bound <= MAX_SEARCHED:
            return True
        raise MissingExtraError(
            f"{game} needs the tier engine, and that needs numpy: pip install 'ttt-table[boards]'"
        ) from None
    return False


def _search_to(goal: str, game: Game, quiet: bool, force: bool) -> None:
    needed = estimate_search(game)
    if most_positions(game.cells) > MAX_SEARCHED and not force:
        check_room(game, needed, goal)
    with _progress(game, "positions", most_positions(game.cells), needed, quiet) as report:
        seen = 0

        def found(positions: int) -> None:
            nonlocal seen
            report(positions - seen)
            seen = positions

        scores = search(game, found)
    write_atomically(goal, encode(game, len(scores), packed_tiers(game, scores)))


def _solve_tiers_to(
    goal: str, game: Game, quiet: bool, force: bool, jobs: int, executor: Executor | None
) -> None:
    from ttt_table.build.tierwise import write_by_tiers
    from ttt_table.build.workfolder import bytes_left

    needed = estimate_tiers(game, jobs)
    if not force:
        check_room(game, needed, goal, bytes_left(goal))
    with _progress(game, "slots", needed.slots, needed, quiet) as report:
        write_by_tiers(game, goal, jobs=jobs, executor=executor, report=report)


@contextmanager
def _progress(game: Game, unit: str, total: int, needed: Estimate, quiet: bool) -> Iterator[Report]:
    """Say what a long build will take, and show how far it is where a person watches."""
    if quiet or needed.seconds < SHOWN_FROM:
        yield lambda _: None
        return
    print(_announcement(game, needed), file=sys.stderr)
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=f" {unit}", unit_scale=True, desc=str(game), delay=0.3) as bar:
        yield bar.update


def _announcement(game: Game, needed: Estimate) -> str:
    work = f", {in_bytes(needed.work)} while it is built" if needed.work else ""
    return (
        f"{game}: {needed.slots:,} slots, {in_bytes(needed.file)} on disk{work}, "
        f"{in_bytes(needed.memory)} of memory, roughly {_duration(needed.seconds)}"
    )


def _duration(seconds: float) -> str:
    for size, name in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{max(1, round(seconds))} s"


def packed_tiers(game: Game, scores: Scores) -> list[PackedTier]:
    """Every tier of the table, its slots filled from the search's scores."""
    tiers = []
    for stones, masks in enumerate(canonical_masks(symmetries(game))):
        x_moves = stones % 2 == 0
        slots = [
            scores.get((x, mask ^ x) if x_moves else (mask ^ x, x))
            for mask in masks
            for x in subsets(mask, x_count(stones))
        ]
        tiers.append(pack_tier(game.cells, masks, slots))
    return tiers
