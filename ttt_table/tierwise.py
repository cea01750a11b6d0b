"""A table built with the tier engine: in memory, or for a long build by way of a work folder."""

from __future__ import annotations

import numpy as np

from ttt_table.codec import PackedTier, encode
from ttt_table.estimate import KEPT_FROM, POOLED_FROM, slots_by_tier
from ttt_table.files import write_atomically
from ttt_table.tiers import Tally, masks_by_tier, packed, solve_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from ttt_table.files import Path
    from ttt_table.game import Game
    from ttt_table.tiers import Masks, Scores

    Report = Callable[[int], object]


def write_by_tiers(
    game: Game,
    goal: Path,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    report: Report = lambda _: None,
    kept_from: int = KEPT_FROM,
    pooled_from: int = POOLED_FROM,
) -> None:
    """Solve a game tier by tier and write its table.

    Tables of ``kept_from`` slots or more keep their finished tiers in a work folder until the end,
    and their tiers of ``pooled_from`` slots or more are solved by so many processes, or by the
    workers of the executor. ``report`` is called with the number of slots that are done.
    Raises `TableAccessError` where the system refuses, `WorkerError` if a worker dies.
    """
    masks = masks_by_tier(game)
    if sum(slots_by_tier(game)) < kept_from:
        positions, tiers = _solved_in_memory(game, masks, report)
        write_atomically(goal, encode(game, positions, tiers))
        return
    from ttt_table.longbuild import write_in_steps

    write_in_steps(game, goal, masks, jobs, executor, pooled_from, report)


def _solved_in_memory(
    game: Game, masks: Sequence[Masks], report: Report
) -> tuple[int, list[PackedTier]]:
    """How many positions there are, and the tiers."""
    positions = 0
    tiers: list[PackedTier] = []
    later_masks: Masks | None = None
    later: Scores | None = None
    for stones in reversed(range(game.cells + 1)):
        tally = Tally()
        own = masks[stones]
        later = np.concatenate([*solve_blocks(game, stones, own, later_masks, later, tally)])
        later_masks = own
        palette = tally.palette()
        tiers.insert(0, PackedTier(own.tobytes(), palette, b"".join(packed(later, palette))))
        positions += tally.positions
        report(len(later))
    return positions, tiers
