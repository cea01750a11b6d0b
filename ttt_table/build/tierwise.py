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

from ttt_table.build.blocks import Known, Layout
from ttt_table.build.marks import mark_blocks
from ttt_table.build.plan import Plan
from ttt_table.build.shares import Share, TierFile, mark_share, pack_share, solve_share
from ttt_table.build.tiers import Scores, Tally, packed, solve_blocks, unpacked
from ttt_table.build.workfolder import MARKS, REACHED, SOLVED, WorkFolder, work_folder
from ttt_table.rules.game import Game
from ttt_table.table.codec import encode
from ttt_table.table.files import Path, remove, write_atomically
from ttt_table.table.numbering import Masks, masks_by_tier
from ttt_table.table.packing import PackedTier, bits_for, slots_size
from ttt_table.table.sets import Flags
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
    return Known(masks, slots, Layout(slots_per_block(stones), len(masks)))


def cut(blocks: int, size: int, workers: int, pooled_from: int) -> Layout:
    """How a tier of so many blocks is cut: for each of the workers, a few shares.

    A tier of less than ``pooled_from`` slots is one share. Each share has whole bytes, packed.
    """
    wanted = blocks * size
    if wanted >= pooled_from:
        wanted //= workers * SHARES_A_WORKER
        wanted = min(max(wanted, pooled_from // 4), MOST_SLOTS_A_SHARE)
    to_a_byte = 8 // gcd(8, size)  # so many blocks have a multiple of 8 slots
    return Layout(size, max(1, wanted // size // to_a_byte) * to_a_byte)


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

    @cached_property
    def masks_file(self) -> str:
        """A file with the masks of all tiers, for the workers: they are given paths alone."""
        path = self.work.file_for("masks")
        with open(path, "wb") as file:
            file.writelines(masks.data for masks in self.masks)
        return path

    def run(self, goal: Path) -> None:
        """Mark and solve the tiers that are not finished, and write the table."""
        tiers = range(len(self.masks))
        for stones in tiers if self.plan.game.gravity else ():
            self._work_out(REACHED, stones, stones - 1)
        self._replace_last(None)
        for stones in reversed(tiers):
            self._work_out(SOLVED, stones, stones + 1)
        self._replace_last(None)
        self._write(goal)

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
        if self.last is None and 0 <= beside < len(self.masks):
            self.last = self._restored(kind, beside)
        tier = self._new_file(stones)
        shares = self._shares(stones, tier)
        tally = Tally()
        task = mark_share if kind == REACHED else solve_share
        jobs = [Job(task, share, share.slots) for share in shares]
        for part in self.crew.work(jobs, self.advance, here=len(jobs) == 1):
            tally.merge(part)
        self._replace_last(tier)
        palette = MARKS if kind == REACHED else tally.palette()
        self.work.keep(kind, stones, tally.positions, palette, self._packed(shares, palette))

    def _shares(self, stones: int, tier: TierFile) -> list[Share]:
        """The shares of a tier, which is worked out from the one done last."""
        blocks, many = len(self.masks[stones]), tier.layout.many
        reached = self.work.kept.get((REACHED, stones))  # not yet, when it is being marked
        return [
            Share(
                stones=stones,
                tier=tier,
                beside=self.last,
                first=first,
                last=min(first + many, blocks),
                reached=(reached.path, reached.start) if reached else None,
                fast=self.plan.fast and blocks * tier.layout.size >= self.plan.pooled_from,
            )
            for first in range(0, blocks, many)
        ]

    def _packed(self, shares: Sequence[Share], palette: Palette) -> Iterator[bytes]:
        """A tier as the file holds it, packed by the workers: each share is whole bytes."""
        task = partial(pack_share, palette=palette)
        step = min(2 * self.plan.jobs, PACKED_AHEAD)
        for first in range(0, len(shares), step):
            jobs = [Job(task, share, 0) for share in shares[first : first + step]]
            yield from self.crew.work(jobs, self.advance, here=len(shares) == 1)

    def _new_file(self, stones: int) -> TierFile:
        """A file with room for a tier's slots, to be written by the workers."""
        blocks = len(self.masks[stones])
        layout = cut(blocks, slots_per_block(stones), self.plan.jobs, self.plan.pooled_from)
        path = self.work.file_for("slots")
        with open(path, "wb") as file:
            file.truncate(layout.start(blocks))
        masks_start = sum(masks.nbytes for masks in self.masks[:stones])
        return TierFile(self.plan.game, (self.masks_file, masks_start, blocks), path, layout)

    def _restored(self, kind: str, stones: int) -> TierFile:
        """A finished tier, its slots written out again."""
        kept, tier = self.work.kept[kind, stones], self._new_file(stones)
        blocks, layout = len(self.masks[stones]), tier.layout
        with open(tier.path, "r+b") as file:
            for first in range(0, blocks, layout.many):
                many = min(layout.many, blocks - first) * layout.size
                slots = kept.slots[slots_size(first * layout.size, bits_for(kept.palette)) :]
                file.seek(layout.start(first))
                file.writelines(piece.data for piece in unpacked(slots, kept.palette, many))
        return tier

    def _replace_last(self, tier: TierFile | None) -> None:
        last, self.last = self.last, tier
        if last:
            last.forget()
            remove(last.path)
