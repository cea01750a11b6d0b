"""A table solved a tier at a time: in memory, or for a long build by way of a work folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from ttt_table.build.blocks import Known
from ttt_table.build.marks import mark_blocks
from ttt_table.build.plan import Plan
from ttt_table.build.rows import RowFile
from ttt_table.build.shares import Share, TierFile, mark_share, pack_share, solve_share
from ttt_table.build.tiers import Scores, Tally, packed, solve_blocks
from ttt_table.build.workfolder import MARKS, REACHED, SOLVED, WorkFolder, work_folder
from ttt_table.errors import MissingExtraError
from ttt_table.rules.game import Game
from ttt_table.table.codec import encode
from ttt_table.table.files import Path, remove, write_atomically
from ttt_table.table.numbering import Flags, Masks, masks_by_tier
from ttt_table.table.packing import PackedTier
from ttt_table.table.slots import slots_per_block
from ttt_table.workers import Crew, Job

if TYPE_CHECKING:  # names for annotations alone
    from ttt_table.progress import Advance
    from ttt_table.table.packing import Palette

SHARES_A_WORKER = 4
"""A tier is cut so finely that nobody waits long for the last share."""
MOST_SLOTS_A_SHARE = 1 << 24
"""A second of work or less. In another process each share begins anew with the tier beside its own,
whose pages come one by one; on 5x5 shares of a quarter of this took 1.4 times as long."""
PACKED_AHEAD = 8
"""So many packed shares are held in memory at most, until they are written."""


def write_by_tiers(plan: Plan, goal: Path, advance: Advance, *, quiet: bool = True) -> None:
    """Solve a game tier by tier, as planned, and write its table.

    Where the plan says so finished tiers are kept in a work folder until the end, and large tiers
    are shared out among workers. ``advance`` is told how many more slots are done. Unless
    ``quiet``, a build that cannot be resumed says so on standard error.
    Raises `TableAccessError` where the system refuses, `WorkerError` if a worker dies.
    """
    masks = masks_by_tier(plan.game)
    if not plan.kept:
        positions, tiers = solved_in_memory(plan.game, masks, advance)
        write_atomically(goal, encode(plan.game, positions, tiers))
        return
    with work_folder(goal, plan.game) as work, Crew(plan.jobs, plan.executor) as crew:
        if not (work.resumable or quiet):
            with suppress(OSError):
                told = "no file locks here, so this build cannot be resumed if it is stopped"
                print(f"{plan.game}: {told}", file=sys.stderr, flush=True)
        KeptBuild(plan, work, crew, masks, advance).run(goal)


def solved_in_memory(
    game: Game, masks: Sequence[Masks], advance: Advance
) -> tuple[int, list[PackedTier]]:
    """How many positions there are, and the tiers."""
    reached = _marked_in_memory(game, masks, advance)
    positions = 0
    tiers: list[PackedTier] = []
    later: Known | None = None
    for stones in reversed(range(game.cells + 1)):
        tally = Tally()
        solved = solve_blocks(game, stones, masks[stones], later, tally, reached[stones])
        scores = np.concatenate([*solved])
        later = _known(stones, masks[stones], scores)
        palette = tally.palette()
        slots = b"".join(packed(scores, palette))
        tiers.insert(0, PackedTier(masks[stones].tobytes(), palette, slots))
        positions += tally.positions
        advance(len(scores))
    return positions, tiers


def _marked_in_memory(game: Game, masks: Sequence[Masks], advance: Advance) -> list[Flags | None]:
    """For each tier, where play can arrive; None where that can be read off the lines."""
    found: list[Flags | None] = [None] * len(masks)
    earlier: Known | None = None
    for stones, tier_masks in enumerate(masks if game.gravity else ()):
        marks = np.concatenate([*mark_blocks(game, stones, tier_masks, earlier)])
        earlier = _known(stones, tier_masks, marks)
        found[stones] = marks
        advance(len(marks))
    return found


def _known(stones: int, masks: Masks, slots: Scores | Flags) -> Known:
    """A tier in memory, all of it one share."""
    return Known(masks, slots, np.arange(len(masks)) * slots_per_block(stones))


def cut(blocks: int, size: int, workers: int, pooled_from: int) -> int:
    """How many blocks of a tier make a share; there are a few shares for each of the workers.

    A tier of less than ``pooled_from`` slots is one share. Each share has whole bytes, packed.
    """
    wanted = blocks * size
    if wanted >= pooled_from:
        wanted //= workers * SHARES_A_WORKER
        wanted = min(max(wanted, pooled_from // 4), MOST_SLOTS_A_SHARE)
    to_a_byte = 8 // gcd(8, size)  # so many blocks have a multiple of 8 slots
    return max(1, wanted // size // to_a_byte) * to_a_byte


@dataclass
class KeptBuild:
    """A build whose finished tiers are kept, so that it can go on where it was killed."""

    plan: Plan
    work: WorkFolder
    crew: Crew
    masks: Sequence[Masks]
    advance: Advance
    last: TierFile | None = None
    """The tier done last, from which the next one is worked out."""

    def __post_init__(self) -> None:
        self.solved_as: type[TierFile] = RowFile if self.plan.fast else TierFile
        """How tiers are laid out while they are solved."""

    @cached_property
    def masks_file(self) -> str:
        """A file with the masks of all tiers, for the workers: they are given paths alone."""
        path = self.work.file_for("masks")
        with open(path, "wb") as file:
            file.writelines(masks.data for masks in self.masks)
        return path

    def run(self, goal: Path) -> None:
        """Mark and solve the tiers that are not finished, and write the table."""
        try:
            self._work_all_out()
        except MissingExtraError:  # a worker has no numba, though this process seems to have it
            self._replace_last(None)
            self.solved_as = TierFile
            self._work_all_out()
        self._write(goal)

    def _work_all_out(self) -> None:
        tiers = range(len(self.masks))
        for stones in tiers if self.plan.game.gravity else ():
            self._work_out(REACHED, stones, stones - 1)
        self._replace_last(None)
        for stones in reversed(tiers):
            self._work_out(SOLVED, stones, stones + 1)
        self._replace_last(None)

    def _write(self, goal: Path) -> None:
        kept = [self.work.kept[SOLVED, stones] for stones in range(len(self.masks))]
        tiers = [
            PackedTier(masks.view(np.uint8).data, tier.palette, tier.slots)
            for masks, tier in zip(self.masks, kept, strict=True)
        ]
        positions = sum(tier.positions for tier in kept)
        write_atomically(goal, encode(self.plan.game, positions, tiers), within=self.work.path)

    def _work_out(self, kind: str, stones: int, beside: int) -> None:
        """Find a tier's marks or scores from the tier beside it, and keep them, unless they are."""
        if (kind, stones) in self.work.kept:
            self._replace_last(None)
            self.advance(len(self.masks[stones]) * slots_per_block(stones))
            return
        marking = kind == REACHED
        task, laid_out = (mark_share, TierFile) if marking else (solve_share, self.solved_as)
        if self.last is None and 0 <= beside < len(self.masks):
            self.last = self._restored(kind, beside, laid_out)
        tier, reached = self._new_file(stones, laid_out), None
        if (REACHED, stones) in self.work.kept:
            reached = self._restored(REACHED, stones, laid_out)
        jobs = [
            Job(task, Share(tier, self.last, reached, *span), tier.slots_of(*span))
            for span in tier.shares
        ]
        tally = Tally()
        for part in self.crew.work(jobs, self.advance, here=self._is_quick(tier)):
            tally.merge(part)
        _discard(reached)
        self._replace_last(tier)
        palette = MARKS if marking else tally.palette()
        self.work.keep(kind, stones, tally.positions, palette, self._packed(tier, palette))

    def _is_quick(self, tier: TierFile) -> bool:
        """Whether this thread does it; what has to be compiled could not be interrupted here."""
        return len(tier.shares) == 1 and type(tier) is TierFile

    def _packed(self, tier: TierFile, palette: Palette) -> Iterator[bytes]:
        """A tier as the file holds it, packed by the workers: each share is whole bytes."""
        task = partial(pack_share, palette=palette)
        step, spans = min(2 * self.plan.jobs, PACKED_AHEAD), tier.packed_shares
        for first in range(0, len(spans), step):
            jobs = [
                Job(task, Share(tier, None, None, *span), 0) for span in spans[first : first + step]
            ]
            yield from self.crew.work(jobs, self.advance, here=self._is_quick(tier))

    def _new_file(self, stones: int, laid_out: type[TierFile]) -> TierFile:
        """A file with room for a tier's slots, to be written by the workers."""
        blocks = len(self.masks[stones])
        many = cut(blocks, slots_per_block(stones), self.plan.jobs, self.plan.pooled_from)
        masks_start = sum(masks.nbytes for masks in self.masks[:stones])
        place = self.masks_file, masks_start, blocks
        tier = laid_out(self.plan.game, stones, place, self.work.file_for("slots"), many)
        with open(tier.path, "wb") as file:
            file.truncate(tier.at[-1])
        return tier

    def _restored(self, kind: str, stones: int, laid_out: type[TierFile]) -> TierFile:
        """A finished tier, its slots written out again."""
        kept, tier = self.work.kept[kind, stones], self._new_file(stones, laid_out)
        tier.restore(kept.slots, kept.palette)
        return tier

    def _replace_last(self, tier: TierFile | None) -> None:
        last, self.last = self.last, tier
        _discard(last)


def _discard(tier: TierFile | None) -> None:
    if tier:
        tier.forget()
        remove(tier.path)
