"""A table built with the tier engine: in memory, or for a long build by way of a work folder."""

from __future__ import annotations

import numpy as np

from ttt_table.build.executors import Crew
from ttt_table.build.shares import Share, mark_share, solve_share
from ttt_table.build.tiers import (
    Tally,
    mark_blocks,
    masks_by_tier,
    packed,
    packed_marks,
    solve_blocks,
    unpacked,
)
from ttt_table.build.workfolder import work_folder
from ttt_table.table.codec import encode
from ttt_table.table.files import remove, write_atomically
from ttt_table.table.packing import PackedTier
from ttt_table.table.slots import slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ttt_table.build.plan import Plan
    from ttt_table.build.shares import MasksPlace
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
    reached = _marked_in_memory(game, masks, advance)
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


def _marked_in_memory(game: Game, masks: Sequence[Masks], advance: Advance) -> list[Flags | None]:
    """For each tier, where play can arrive; None where that can be read off the lines."""
    found: list[Flags | None] = [None] * len(masks)
    if game.gravity:
        for stones, tier_masks in enumerate(masks):
            before = (masks[stones - 1], found[stones - 1]) if stones else (None, None)
            marks = np.concatenate([*mark_blocks(game, stones, tier_masks, *before)])
            found[stones] = marks
            advance(len(marks))
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
        # The workers read masks, scores and marks; they are given the paths of the files alone.
        self.masks_file = work.file_for("masks")
        self.beside: str | None = None
        """The file with a byte for each slot of the tier done last, once it is wanted."""

    def run(self) -> list[Kept]:
        """Solve the tiers that are not finished; returns all of them, the first tier first."""
        _write(self.masks_file, self.masks)
        tiers = range(self.game.cells + 1)
        if self.game.gravity:
            for stones in tiers:
                self._mark(stones)
            self._replace_beside(None)
        return [self._solve(stones) for stones in reversed(tiers)][::-1]

    def _mark(self, stones: int) -> None:
        """Find what play can reach in a tier, unless that is known: from the tier before."""
        if self.work.kept("reached", stones) is not None:
            self.advance(self._slots(stones))
            self._replace_beside(None)
            return
        if self.beside is None and stones:
            self.beside = self._restored_marks(stones - 1)
        marks = self._new_file("marks", stones)
        for _ in self.crew.work(mark_share, self._shares(stones, stones - 1, marks), self.advance):
            pass
        mapped = np.memmap(marks, np.uint8, "r").view(np.ndarray)
        self.work.keep("reached", stones, {}, packed_marks(mapped))
        self._replace_beside(marks)

    def _solve(self, stones: int) -> Kept:
        """Find the scores of a tier, unless they are known: from the tier behind it."""
        kept = self.work.kept("tier", stones)
        if kept is not None:
            self.advance(self._slots(stones))
            self._replace_beside(None)
            return kept
        if self.beside is None and stones < self.game.cells:
            self.beside = self._restored_scores(stones + 1)
        scores = self._new_file("scores", stones)
        reached = self._restored_marks(stones) if self.game.gravity else None
        shares = self._shares(stones, stones + 1, scores, reached)
        tally = Tally()
        for part in self.crew.work(solve_share, shares, self.advance):
            tally.merge(part)
        if reached is not None:
            remove(reached)
        palette = tally.palette()
        mapped = np.memmap(scores, np.int8, "r").view(np.ndarray)
        head = {"positions": tally.positions, "palette": palette}
        kept = self.work.keep("tier", stones, head, packed(mapped, palette))
        self._replace_beside(scores)
        return kept

    def _new_file(self, name: str, stones: int) -> str:
        """A file with a byte for each slot of a tier, to be written by the workers."""
        path = self.work.file_for(name)
        with open(path, "wb") as file:
            file.truncate(self._slots(stones))
        return path

    def _restored_scores(self, stones: int) -> str:
        """The scores of a finished tier, written out again."""
        kept = self._finished("tier", stones)
        path = self.work.file_for("scores")
        _write(path, unpacked(kept.data, kept.head["palette"], self._slots(stones)))
        return path

    def _restored_marks(self, stones: int) -> str:
        """The marks of a finished tier, written out again."""
        kept = self._finished("reached", stones)
        path = self.work.file_for("marks")
        _write(path, unpacked(kept.data, [0, 1], self._slots(stones)))
        return path

    def _finished(self, kind: str, stones: int) -> Kept:
        kept = self.work.kept(kind, stones)
        assert kept is not None, "tiers are done in order, each from the finished one beside it"
        return kept

    def _replace_beside(self, path: str | None) -> None:
        if self.beside:
            remove(self.beside)
        self.beside = path

    def _slots(self, stones: int) -> int:
        return len(self.masks[stones]) * slots_per_block(stones)

    def _shares(
        self, stones: int, beside: int, output: str, reached: str | None = None
    ) -> list[Share]:
        """The blocks of a tier, cut so that each worker has a few shares of a large tier."""
        blocks, size = len(self.masks[stones]), slots_per_block(stones)
        many = blocks
        if not self.crew.alone and blocks * size >= self.plan.pooled_from:
            wanted = blocks * size // (self.crew.jobs * SHARES_A_WORKER)
            many = max(1, min(wanted, MOST_SLOTS_A_SHARE) // size)
        return [
            Share(
                game=self.game,
                stones=stones,
                first=first,
                last=min(first + many, blocks),
                masks=self._masks_place(stones),
                beside_masks=self._masks_place(beside) if self.beside else None,
                beside=self.beside,
                reached=reached,
                output=output,
            )
            for first in range(0, blocks, many)
        ]

    def _masks_place(self, stones: int) -> MasksPlace:
        """Where a tier's masks stand in their file, and how many there are."""
        start = sum(masks.nbytes for masks in self.masks[:stones])
        return self.masks_file, start, len(self.masks[stones])


def _write(path: str, pieces: Iterable[Masks | Scores]) -> None:
    with open(path, "wb") as file:
        file.writelines(piece.data for piece in pieces)
