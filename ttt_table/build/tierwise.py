"""A table built with the tier engine: in memory, or for a long build by way of a work folder."""

from __future__ import annotations

import numpy as np

from ttt_table.build.estimate import KEPT_FROM, POOLED_FROM, slots_by_tier
from ttt_table.build.executors import Crew
from ttt_table.build.shares import Share
from ttt_table.build.tiers import Tally, masks_by_tier, packed, solve_blocks, unpacked
from ttt_table.build.workfolder import work_folder
from ttt_table.table.codec import encode
from ttt_table.table.files import remove, write_atomically
from ttt_table.table.packing import PackedTier
from ttt_table.table.slots import slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Executor

    from ttt_table.build.tiers import Masks, Scores
    from ttt_table.build.workfolder import KeptTier, WorkFolder
    from ttt_table.rules.game import Game
    from ttt_table.table.files import Path

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


SHARES_A_WORKER = 4
"""A tier is cut so finely that nobody waits long for the last share."""


MOST_SLOTS_A_SHARE = 1 << 22


def write_in_steps(
    game: Game,
    goal: Path,
    masks: Sequence[Masks],
    jobs: int,
    executor: Executor | None,
    pooled_from: int,
    report: Report,
) -> None:
    """What `write_by_tiers` does for a long build, given the masks of the game's blocks."""
    with work_folder(goal, game) as work, Crew(jobs, executor) as crew:
        kept = LongBuild(work, crew, masks, pooled_from, report).run()
        tiers = [_packed_tier(*tier) for tier in zip(masks, kept, strict=True)]
        positions = sum(tier.positions for tier in kept)
        write_atomically(goal, encode(game, positions, tiers), within=work.path)
        work.wanted = False


def _packed_tier(masks: Masks, kept: KeptTier) -> PackedTier:
    return PackedTier(masks.view(np.uint8).data, kept.palette, kept.slots)


class LongBuild:
    """A build whose finished tiers are kept, so that it can go on where it was killed."""

    def __init__(
        self,
        work: WorkFolder,
        crew: Crew,
        masks: Sequence[Masks],
        pooled_from: int,
        report: Report,
    ) -> None:
        self.work = work
        self.crew = crew
        self.masks = masks
        self.pooled_from = pooled_from
        self.report = report
        self.game = work.game
        # Its masks and its scores are read by the workers, who are given their paths alone.
        self.masks_file = work.file_for("masks")
        self.later: str | None = None
        """The file with the next tier's scores, a byte a slot, once it is wanted."""

    def run(self) -> list[KeptTier]:
        """Solve the tiers that are not finished; returns all of them, the first tier first."""
        _write(self.masks_file, self.masks)
        return [self._tier(stones) for stones in reversed(range(self.game.cells + 1))][::-1]

    def _tier(self, stones: int) -> KeptTier:
        kept = self.work.kept(stones)
        if kept is not None:
            self.report(self._slots(stones))
            self._replace_later(None)
            return kept
        self._restore_later(stones + 1)
        scores = self.work.file_for("scores")
        with open(scores, "wb") as file:
            file.truncate(self._slots(stones))
        tally = Tally()
        for part in self.crew.solve(self._shares(stones, scores), self.report):
            tally.merge(part)
        palette = tally.palette()
        mapped = np.memmap(scores, np.int8, "r").view(np.ndarray)
        kept = self.work.keep(stones, tally.positions, palette, packed(mapped, palette))
        self._replace_later(scores)
        return kept

    def _restore_later(self, stones: int) -> None:
        """Write the scores of a finished tier out again, unless they still stand there."""
        kept = self.work.kept(stones)
        if self.later is None and kept is not None:
            scores = self.work.file_for("scores")
            _write(scores, unpacked(kept.slots, kept.palette, self._slots(stones)))
            self.later = scores

    def _replace_later(self, scores: str | None) -> None:
        if self.later:
            remove(self.later)
        self.later = scores

    def _slots(self, stones: int) -> int:
        return len(self.masks[stones]) * slots_per_block(stones)

    def _shares(self, stones: int, scores: str) -> list[Share]:
        """The blocks of a tier, cut so that each worker has a few shares of a large tier."""
        blocks, size = len(self.masks[stones]), slots_per_block(stones)
        many = blocks
        if not self.crew.alone and blocks * size >= self.pooled_from:
            wanted = blocks * size // (self.crew.jobs * SHARES_A_WORKER)
            many = max(1, min(wanted, MOST_SLOTS_A_SHARE) // size)
        places = [
            (self.masks_file, sum(one.nbytes for one in self.masks[:tier]), len(self.masks[tier]))
            for tier in (stones, stones + 1)
            if tier <= self.game.cells
        ]
        return [
            Share(
                game=self.game,
                stones=stones,
                first=first,
                last=min(first + many, blocks),
                at=first * size,
                masks=places,
                scores=scores,
                later=self.later,
            )
            for first in range(0, blocks, many)
        ]


def _write(name: str, pieces: Iterable[Masks | Scores]) -> None:
    with open(name, "wb") as file:
        file.writelines(piece.data for piece in pieces)
