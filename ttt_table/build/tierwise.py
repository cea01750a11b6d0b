"""A table built with the tier engine: in memory, or for a long build by way of a work folder."""

from __future__ import annotations

from collections import namedtuple
from contextlib import closing
from math import gcd

import numpy as np

from ttt_table.build.blocks import Known, Layout
from ttt_table.build.marks import mark_blocks
from ttt_table.build.parts import FilePart, checksum_after, write_piece
from ttt_table.build.shares import MARKS, Share, Unpacked, mark_share, pack_share, solve_share
from ttt_table.build.tiers import Tally, packed, solve_blocks, unpacked
from ttt_table.build.workfolder import work_folder
from ttt_table.table.codec import encode
from ttt_table.table.files import remove, write_atomically
from ttt_table.table.numbering import masks_by_tier
from ttt_table.table.packing import PackedTier, bits_for, slots_size
from ttt_table.table.slots import slots_per_block
from ttt_table.workers import Crew, Job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ttt_table.build.plan import Plan
    from ttt_table.build.shares import MasksPlace
    from ttt_table.build.tiers import Scores
    from ttt_table.build.workfolder import Kept, WorkFolder
    from ttt_table.progress import Advance
    from ttt_table.rules.game import Game
    from ttt_table.table.files import Path
    from ttt_table.table.numbering import Flags, Masks
    from ttt_table.table.packing import Palette

SHARES_A_WORKER = 4
"""A tier is cut so finely that nobody waits long for the last share."""
MOST_SLOTS_A_SHARE = 1 << 24
"""A second of work or less. Each share begins anew with the tier beside its own, whose pages come
to it one by one: on 5x5 a build with shares of a quarter of this took 1.4 times as long."""


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
    with work_folder(goal, plan.game) as work, Crew(plan.jobs, plan.executor) as crew:
        kept = KeptBuild(plan, work, crew, masks, advance).run()
        tiers = [_packed_tier(*tier) for tier in zip(masks, kept, strict=True)]
        positions = sum(tier.head["positions"] for tier in kept)
        file = encode(plan.game, positions, tiers, checksum_after)
        write_atomically(goal, file, within=work.path, write=write_piece)
        work.wanted = False


def _solved_in_memory(
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


def _packed_tier(masks: Masks, kept: Kept) -> PackedTier:
    return PackedTier(masks.view(np.uint8).data, kept.head["palette"], kept.data)


def cut(blocks: int, size: int, workers: int, pooled_from: int) -> Layout:
    """How a tier of so many blocks is cut: for each of the workers, if any, a few shares.

    A tier of less than ``pooled_from`` slots is one share. Each share has whole bytes, packed.
    """
    wanted = blocks * size
    if workers and wanted >= pooled_from:
        wanted //= workers * SHARES_A_WORKER
        wanted = min(max(wanted, pooled_from // 4), MOST_SLOTS_A_SHARE)
    to_a_byte = 8 // gcd(8, size)  # so many blocks have a multiple of 8 slots
    return Layout(size, max(1, wanted // size // to_a_byte) * to_a_byte)


class Done(namedtuple("Done", ["kind", "stones", "head", "palette", "path"])):
    """A tier that is solved or marked, and not yet packed."""

    __slots__ = ()

    kind: str
    stones: int
    head: dict[str, Any]
    """What is to be kept with it."""
    palette: Palette
    path: str
    """The file with a byte for each slot."""


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
        self.to_pack: Done | None = None
        """That tier, until the workers pack it, which they do while the next one is worked on."""

    def run(self) -> list[Kept]:
        """Solve the tiers that are not finished; returns all of them, the first tier first."""
        _write(self.masks_file, self.masks)
        tiers = range(self.game.cells + 1)
        for stones in tiers if self.game.gravity else ():
            self._mark(stones)
        self._finish()
        for stones in reversed(tiers):
            self._solve(stones)
        self._finish()
        return [self._finished("tier", stones) for stones in tiers]

    def _mark(self, stones: int) -> None:
        """Find what play can reach in a tier, unless that is known: from the tier before."""
        if self._is_kept("reached", stones):
            return
        if self.beside is None and stones:
            self.beside = self._restored("reached", stones - 1, MARKS)
        marks = self._new_file("marks", self._layout(stones), len(self.masks[stones]))
        self._work(mark_share, self._shares(stones, stones - 1, marks))
        self._replace_beside(marks)
        self.to_pack = Done("reached", stones, {}, MARKS, marks)

    def _solve(self, stones: int) -> None:
        """Find the scores of a tier, unless they are known: from the tier behind it."""
        if self._is_kept("tier", stones):
            return
        if self.beside is None and stones < self.game.cells:
            palette = self._finished("tier", stones + 1).head["palette"]
            self.beside = self._restored("tier", stones + 1, palette)
        scores = self._new_file("scores", self._layout(stones), len(self.masks[stones]))
        tally = Tally()
        for part in self._work(solve_share, self._shares(stones, stones + 1, scores)):
            tally.merge(part)
        self._replace_beside(scores)
        head = {"positions": tally.positions, "palette": tally.palette()}
        self.to_pack = Done("tier", stones, head, tally.palette(), scores)

    def _is_kept(self, kind: str, stones: int) -> bool:
        """True where an earlier build has done it; the next tier then starts from what is kept."""
        if self.work.kept(kind, stones) is None:
            return False
        self._finish()
        self.advance(len(self.masks[stones]) * slots_per_block(stones))
        return True

    def _finish(self) -> None:
        """Pack the tier done last, which no other will be worked out from."""
        self._work(solve_share, [])
        self._replace_beside(None)

    def _work(self, task: Callable[..., Any], shares: Sequence[Share]) -> list[Any]:
        """Carry out the task for each share, while the tier done before is packed and kept."""
        done, self.to_pack = self.to_pack, None
        packing = self._to_be_packed(done) if done else []
        jobs = [
            *(Job(pack_share, share, 0) for share in packing),
            *(Job(task, share, share.slots) for share in shares),
        ]
        with closing(
            self.crew.work(jobs, self.advance, here=len(shares or packing) <= 1)
        ) as results:
            if done:
                self._keep(done, packing, [next(results) for _ in packing])
            return [*results]

    def _to_be_packed(self, done: Done) -> list[Unpacked]:
        """The tier's shares: each takes a whole number of bytes, from the start of a page."""
        layout, bits = self._layout(done.stones), bits_for(done.palette)
        packed_layout = Layout(slots_size(layout.size * layout.many, bits), 1)
        blocks = len(self.masks[done.stones])
        path = self._new_file("packed", packed_layout, -(-blocks // layout.many))
        return [
            Unpacked(
                game=self.game,
                slots=min(layout.many, blocks - first) * layout.size,
                source=done.path,
                start=layout.start(first),
                palette=done.palette,
                output=path,
                at=packed_layout.start(first // layout.many),
            )
            for first in range(0, blocks, layout.many)
        ]

    def _keep(self, done: Done, packing: Sequence[Unpacked], checksums: Sequence[int]) -> None:
        """Keep a tier that has been packed."""
        parts = [
            FilePart(share.output, share.at, slots_size(share.slots, bits_for(done.palette)), one)
            for share, one in zip(packing, checksums, strict=True)
        ]
        self.work.keep(done.kind, done.stones, done.head, parts)
        remove(packing[0].output)

    def _new_file(self, name: str, layout: Layout, blocks: int) -> str:
        """A file with room for so many blocks, to be written by the workers."""
        path = self.work.file_for(name)
        with open(path, "wb") as file:
            file.truncate(layout.start(blocks))
        return path

    def _restored(self, kind: str, stones: int, palette: Palette) -> str:
        """The scores or marks of a finished tier, written out again."""
        data, layout = self._finished(kind, stones).data, self._layout(stones)
        blocks = len(self.masks[stones])
        path = self._new_file("restored", layout, blocks)
        slots = np.memmap(data.path, np.uint8, "r", data.start, (data.size,))
        with open(path, "r+b") as file:
            for first in range(0, blocks, layout.many):
                many = min(layout.many, blocks - first) * layout.size
                at = slots_size(first * layout.size, bits_for(palette))
                file.seek(layout.start(first))
                file.writelines(piece.data for piece in unpacked(slots[at:].data, palette, many))
        return path

    def _finished(self, kind: str, stones: int) -> Kept:
        kept = self.work.kept(kind, stones)
        assert kept is not None, "tiers are done in order, each from the finished one beside it"
        return kept

    def _replace_beside(self, path: str | None) -> None:
        if self.beside:
            remove(self.beside)
        self.beside = path

    def _layout(self, stones: int) -> Layout:
        workers = 0 if self.crew.alone else self.plan.jobs
        blocks = len(self.masks[stones])
        return cut(blocks, slots_per_block(stones), workers, self.plan.pooled_from)

    def _shares(self, stones: int, beside: int, output: str) -> list[Share]:
        """The shares of a tier, which is worked out from the one beside it."""
        blocks, layout = len(self.masks[stones]), self._layout(stones)
        known = None
        if self.beside:
            known = (self._masks_place(beside), self.beside, self._layout(beside))
        reached = self.work.kept("reached", stones)  # not yet, when it is being marked
        return [
            Share(
                game=self.game,
                stones=stones,
                first=first,
                last=min(first + layout.many, blocks),
                masks=self._masks_place(stones),
                layout=layout,
                beside=known,
                reached=reached and (reached.data.path, reached.data.start),
                output=output,
                fast=self.plan.fast and blocks * layout.size >= self.plan.pooled_from,
            )
            for first in range(0, blocks, layout.many)
        ]

    def _masks_place(self, stones: int) -> MasksPlace:
        """Where a tier's masks stand in their file, and how many there are."""
        start = sum(masks.nbytes for masks in self.masks[:stones])
        return self.masks_file, start, len(self.masks[stones])


def _write(path: str, pieces: Iterable[Masks]) -> None:
    with open(path, "wb") as file:
        file.writelines(piece.data for piece in pieces)
