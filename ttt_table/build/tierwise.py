"""A table built with the tier engine: in memory, or for a long build by way of a work folder."""

from __future__ import annotations

import numpy as np

from ttt_table.build.executors import Crew
from ttt_table.build.shares import Share, solve_share
from ttt_table.build.tiers import Tally, mark_blocks, masks_by_tier, packed, solve_blocks, unpacked
from ttt_table.build.workfolder import work_folder
from ttt_table.table.codec import encode
from ttt_table.table.files import remove, write_atomically
from ttt_table.table.packing import PackedTier
from ttt_table.table.slots import slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ttt_table.build.plan import Plan
    from ttt_table.build.tiers import Flags, Masks, Scores
    from ttt_table.build.workfolder import Kept, WorkFolder
    from ttt_table.progress import Advance
    from ttt_table.rules.game import Game
    from ttt_table.table.files import Path

SHARES_A_WORKER = 4
"""A tier is cut so finely that nobody waits long for the last share."""
MOST_SLOTS_A_SHARE = 1 << 22


def write_by_tiers(plan: Plan, goal: Path, advance: Advance) -> None:
    """Solve a game tier by tier, as planned, and write its table.

    Where the plan says so finished tiers are kept in a work folder until the end, and large tiers
    are shared out among workers. ``advance`` is told how many more slots are done.
    Raises `TableAccessError` where the system refuses, `WorkerError` if a worker dies.
    """
    masks = masks_by_tier(plan.game)
    if not plan.kept:
        positions, tiers = _solved_in_memory(plan.game, masks, advance)
        write_atomically(goal, encode(plan.game, positions, tiers))
        return
    with work_folder(goal, plan.game) as work, Crew(plan) as crew:
        kept = KeptBuild(plan, work, crew, masks, advance).run()
        tiers = [_packed_tier(*tier) for tier in zip(masks, kept, strict=True)]
        positions = sum(tier.head["positions"] for tier in kept)
        write_atomically(goal, encode(plan.game, positions, tiers), within=work.path)
        work.wanted = False


def _solved_in_memory(
    game: Game, masks: Sequence[Masks], advance: Advance
) -> tuple[int, list[PackedTier]]:
    """How many positions there are, and the tiers."""
    reached = _marked_in_memory(game, masks)
    positions = 0
    tiers: list[PackedTier] = []
    later_masks: Masks | None = None
    later: Scores | None = None
    for stones in reversed(range(game.cells + 1)):
        tally = Tally()
        tier_masks = masks[stones]
        solved = solve_blocks(game, stones, tier_masks, later_masks, later, tally, reached[stones])
        later, later_masks = np.concatenate([*solved]), tier_masks
        palette = tally.palette()
        tiers.insert(0, PackedTier(tier_masks.tobytes(), palette, b"".join(packed(later, palette))))
        positions += tally.positions
        advance(len(later))
    return positions, tiers


def _marked_in_memory(game: Game, masks: Sequence[Masks]) -> list[Flags | None]:
    """For each tier, where play can arrive; None where that can be read off the lines."""
    found: list[Flags | None] = [None] * len(masks)
    if game.gravity:
        for stones, tier_masks in enumerate(masks):
            before = (masks[stones - 1], found[stones - 1]) if stones else (None, None)
            found[stones] = np.concatenate([*mark_blocks(game, stones, tier_masks, *before)])
    return found


def _packed_tier(masks: Masks, kept: Kept) -> PackedTier:
    return PackedTier(masks.view(np.uint8).data, kept.head["palette"], kept.data)


class KeptBuild:
    """A build whose finished tiers are kept, so that it can go on where it was killed."""

    def __init__(
        self,
        plan: Plan,
        work: WorkFolder,
        crew: Crew,
        masks: Sequence[Masks],
        advance: Advance,
    ) -> None:
        self.plan = plan
        self.game = plan.game
        self.work = work
        self.crew = crew
        self.masks = masks
        self.advance = advance
        # Its masks and its scores are read by the workers, who are given their paths alone.
        self.masks_file = work.file_for("masks")
        self.later: str | None = None
        """The file with the next tier's scores, a byte a slot, once it is wanted."""

    def run(self) -> list[Kept]:
        """Solve the tiers that are not finished; returns all of them, the first tier first."""
        _write(self.masks_file, self.masks)
        return [self._tier(stones) for stones in reversed(range(self.game.cells + 1))][::-1]

    def _tier(self, stones: int) -> Kept:
        kept = self.work.kept("tier", stones)
        if kept is not None:
            self.advance(self._slots(stones))
            self._replace_later(None)
            return kept
        self._restore_later(stones + 1)
        scores = self.work.file_for("scores")
        with open(scores, "wb") as file:
            file.truncate(self._slots(stones))
        tally = Tally()
        for part in self.crew.work(solve_share, self._shares(stones, scores), self.advance):
            tally.merge(part)
        palette = tally.palette()
        mapped = np.memmap(scores, np.int8, "r").view(np.ndarray)
        head = {"positions": tally.positions, "palette": palette}
        kept = self.work.keep("tier", stones, head, packed(mapped, palette))
        self._replace_later(scores)
        return kept

    def _restore_later(self, stones: int) -> None:
        """Write the scores of a finished tier out again, unless they still stand there."""
        kept = self.work.kept("tier", stones)
        if self.later is None and kept is not None:
            scores = self.work.file_for("scores")
            _write(scores, unpacked(kept.data, kept.head["palette"], self._slots(stones)))
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
        if not self.crew.alone and blocks * size >= self.plan.pooled_from:
            wanted = blocks * size // (self.crew.jobs * SHARES_A_WORKER)
            many = max(1, min(wanted, MOST_SLOTS_A_SHARE) // size)
        places = [
            self._masks_place(tier) for tier in (stones, stones + 1) if tier <= self.game.cells
        ]
        return [
            Share(
                game=self.game,
                stones=stones,
                first=first,
                last=min(first + many, blocks),
                masks=places,
                scores=scores,
                later=self.later,
            )
            for first in range(0, blocks, many)
        ]

    def _masks_place(self, stones: int) -> tuple[str, int, int]:
        """Where a tier's masks stand in their file, and how many there are."""
        start = sum(masks.nbytes for masks in self.masks[:stones])
        return self.masks_file, start, len(self.masks[stones])


def _write(path: str, pieces: Iterable[Masks | Scores]) -> None:
    with open(path, "wb") as file:
        file.writelines(piece.data for piece in pieces)
