"""Builds of small games as if they were long: kept in parts, and shared by workers."""

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import pytest

from ttt_table import Game
from ttt_table.build import tierwise
from ttt_table.build.plan import plan_build
from ttt_table.table.slots import slots_by_tier


def build_stepwise(  # noqa: PLR0913  # each changes one thing in how it is built
    game: Game,
    path: Path,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    pooled_from: int = tierwise.POOLED_FROM,
    fast: bool = False,
    advance: Callable[[int], object] = lambda _: None,
) -> bytes:
    """Build a table as if that took long, and return the file's bytes."""
    plan = plan_build(game, "tiers")._replace(
        is_resumable=True, jobs=jobs, executor=executor
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tierwise, "POOLED_FROM", pooled_from)
        patch.setattr(tierwise, "MIN_SLOTS_PER_CHUNK", pooled_from // 4)
        tierwise.write_by_tiers(plan._replace(fast=fast), path, advance)
    return path.read_bytes()


def stop_at(stones: int, game: Game, path: Path, *, jobs: int = 1) -> list[str]:
    """Interrupt such a build after this tier, and return the notes of its exception."""
    left = sum(slots_by_tier(game)[stones:])

    def advance(slots: int) -> None:
        nonlocal left
        left -= slots
        if left < 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        build_stepwise(game, path, jobs=jobs, pooled_from=64, advance=advance)
    return getattr(caught.value, "__notes__", [])
