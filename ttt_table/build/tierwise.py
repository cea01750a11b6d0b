"""A table solved a tier at a time, each cut into shares of some blocks.

A share is paths and numbers alone: its worker maps the masks and the tier beside, and writes into
its tier's file, a byte a slot.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import gcd
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from ttt_table.build.blocks import Known, Layout
from ttt_table.build.plan import Plan
from ttt_table.build.tiers import Kernel, Tally, mark_blocks, solve_blocks
from ttt_table.build.workfolder import Part, WorkFolder, map_file, work_folder
from ttt_table.progress import Advance
from ttt_table.rules.game import Game
from ttt_table.table.bits import Scores, pack_scores, unpack_array, unpack_scores
from ttt_table.table.codec import encode
from ttt_table.table.files import Path, remove, write_atomically
from ttt_table.table.numbering import Masks, masks_by_tier
from ttt_table.table.packing import PackedTier, Palette, bits_for, slots_size
from ttt_table.table.sets import Flags
from ttt_table.table.slots import slots_per_block
from ttt_table.workers import Workers, check_going_on

POOLED_FROM = (
    1 << 19
)  # slots of a tier; to share out fewer would take as long as solving them
SHARES_A_WORKER = 4  # a tier is cut so finely that nobody waits long for the last share
# A second of work or less; on 5x5 shares of a quarter of this took 1.4 times as long.
MOST_SLOTS_A_SHARE = 1 << 24
PACKED_AHEAD = 8  # packed shares held in memory at most, until they are written
# The two kinds of parts: what play can reach in a tier, with the palette MARKS, and its scores.
REACHED, SOLVED, MARKS = "reached-{:02}", "tier-{:02}", (0, 1)
# Some numbers in a file: its path, their type, where they begin, how many they are.
FileRange = tuple[str, str, int, int]
_files: WeakValueDictionary[str, NDArray[np.uint8]] = WeakValueDictionary()


def map_numbers(path: str, kind: str, start: int, count: int) -> NDArray[Any]:
    """Numbers in a file, mapped once for all threads, and let go of when nobody holds them."""
    whole = _files.get(path)
    if whole is None:
        _files[path] = whole = np.frombuffer(map_file(path), np.uint8)
    return whole[start : start + count * np.dtype(kind).itemsize].view(kind)


class Tier(NamedTuple):
    """A tier under way: a file with a byte a slot, and what its workers need to fill it."""

    game: Game
    stones: int
    path: str
    layout: Layout
    masks: FileRange
    beside: "Tier | None"
    """The next tier with its scores, or the one before with its marks."""
    reached: str | None
    """A file that begins with a bit a slot: can play reach it? None where the lines tell it."""
    fast: bool

    def known(self) -> Known:
        """The whole of it."""
        masks = map_numbers(*self.masks)
        slots = map_numbers(self.path, "i1", 0, self.layout.start(len(masks)))
        return Known(masks, slots, self.layout)

    def shares(self) -> list["Share"]:
        """All its blocks, cut for the workers."""
        blocks, many = range(self.masks[-1]), self.layout.many
        return [Share(self, blocks[first : first + many]) for first in blocks[::many]]


class Share(NamedTuple):
    """Some blocks of a tier, for one worker."""

    tier: Tier
    blocks: range

    @property
    def slots(self) -> int:
        """How many slots the blocks have."""
        return len(self.blocks) * self.tier.layout.size

    def masks(self) -> Masks:
        """Those of the blocks."""
        masks: Masks = map_numbers(*self.tier.masks)[
            self.blocks.start : self.blocks.stop
        ]
        return masks

    def write(self, pieces: Iterable[Scores | Flags]) -> None:
        """Write the slots, as long as the work goes on."""
        with open(self.tier.path, "r+b") as file:
            file.seek(self.tier.layout.start(self.blocks.start))
            for piece in pieces:
                check_going_on()
                file.write(piece.data)


def solve_share(share: Share) -> Tally:
    """Solve some blocks, and write their scores."""
    tier, tally, reached = share.tier, Tally(), None
    if tier.reached:
        start = slots_size(share.blocks.start * tier.layout.size, bits=1)
        bits = map_numbers(tier.reached, "u1", start, slots_size(share.slots, bits=1))
        reached = unpack_array(bits, 1, share.slots).view(np.bool_)
    later = tier.beside and tier.beside.known()
    kernel = compiled_kernel() if tier.fast else None
    masks = share.masks()
    share.write(
        solve_blocks(tier.game, tier.stones, masks, later, tally, reached, kernel)
    )
    return tally


def mark_share(share: Share) -> Tally:
    """Mark what play can reach in some blocks; the tally stays empty."""
    tier = share.tier
    earlier = tier.beside and tier.beside.known()
    share.write(mark_blocks(tier.game, tier.stones, share.masks(), earlier))
    return Tally()


def pack_share(share: Share, palette: Palette) -> bytes:
    """Some blocks as a table file holds them."""
    start = share.tier.layout.start(share.blocks.start)
    return b"".join(
        pack_scores(share.tier.known().slots[start : start + share.slots], palette)
    )


def compiled_kernel() -> Kernel | None:
    """The compiled code, where numba is installed and works."""
    with suppress(
        Exception
    ):  # with a numpy that it was not made for numba fails in many ways
        from ttt_table.build.kernel import solve_compiled

        return solve_compiled
    return None


TASKS: dict[str, Callable[[Share], Tally]] = {REACHED: mark_share, SOLVED: solve_share}


def write_by_tiers(plan: Plan, goal: Path, advance: Advance) -> None:
    """Solve a game as planned, and write its table; ``advance`` counts slots."""
    with (
        work_folder(goal, plan.game, kept=plan.kept) as work,
        Workers(plan.jobs, plan.executor) as workers,
    ):
        Build(plan, work, workers, advance).write(goal)


def cut_tier(blocks: int, size: int, jobs: int) -> Layout:
    """How a tier is cut: a few shares for each worker, of whole bytes."""
    wanted = blocks * size
    if wanted >= POOLED_FROM:
        wanted //= jobs * SHARES_A_WORKER
        wanted = min(max(wanted, POOLED_FROM // 4), MOST_SLOTS_A_SHARE)
    to_a_byte = 8 // gcd(8, size)  # blocks whose slots are a multiple of 8
    return Layout(size, -(-wanted // (size * to_a_byte)) * to_a_byte)


class Build:
    """A build under way."""

    def __init__(
        self, plan: Plan, work: WorkFolder, workers: Workers, advance: Advance
    ) -> None:
        self.plan, self.work, self.workers, self.advance = plan, work, workers, advance
        self.masks = masks_by_tier(plan.game)
        # The tier done last, mapped: else each share that looks into it would map it anew.
        self.held: Known | None = None
        self.masks_path = work.new_path("masks")
        with open(self.masks_path, "wb") as file:
            file.writelines(masks.data for masks in self.masks)

    def write(self, goal: Path) -> None:
        """Finish all tiers, and write the table."""
        tiers = range(len(self.masks))
        marked = [*self._parts(REACHED, tiers)] if self.plan.game.gravity else []
        solved = [*self._parts(SOLVED, tiers[::-1], marked)][::-1]
        tiers_packed = [
            PackedTier(masks.view(np.uint8).data, part.palette, part.slots)
            for masks, part in zip(self.masks, solved, strict=True)
        ]
        positions = sum(part.positions for part in solved)
        pieces = encode(self.plan.game, positions, tiers_packed)
        write_atomically(goal, pieces, within=self.work.path)

    def _parts(
        self, kind: str, tiers: Sequence[int], marks: Sequence[Part] = ()
    ) -> Iterator[Part]:
        """The marks or scores of tiers, worked out where no earlier build has finished them."""
        finished = [*self.work.parts(map(kind.format, tiers))]
        last: Tier | None = None
        for stones, part in zip(tiers, finished, strict=False):
            self.advance(len(self.masks[stones]) * slots_per_block(stones))
            yield part
        if finished and len(finished) < len(tiers):
            last = self._unpack(tiers[len(finished) - 1], finished[-1])
        for stones in tiers[len(finished) :]:
            tier = self._new_tier(stones, last, marks)
            yield self._work_out(kind, tier)
            if last:
                remove(last.path)
            last = tier._replace(beside=None)

    def _work_out(self, kind: str, tier: Tier) -> Part:
        tally = Tally()
        for one in self.workers.work(TASKS[kind], tier.shares(), self.advance):
            tally.add(one.positions, one.occurring)
        self.held = tier.known()
        palette = MARKS if kind == REACHED else tally.palette()
        slots = self._pack(tier._replace(beside=None), palette)
        return self.work.keep(kind.format(tier.stones), tally.positions, palette, slots)

    def _pack(self, tier: Tier, palette: Palette) -> Iterator[bytes]:
        task, shares = partial(pack_share, palette=palette), tier.shares()
        step = min(2 * self.plan.jobs, PACKED_AHEAD)
        for first in range(0, len(shares), step):
            yield from self.workers.work(task, shares[first : first + step])

    def _new_tier(
        self, stones: int, beside: Tier | None, marked: Sequence[Part] = ()
    ) -> Tier:
        """A tier with room for its slots."""
        masks, size = self.masks[stones], slots_per_block(stones)
        layout = cut_tier(len(masks), size, self.plan.jobs)
        path = self.work.new_path("slots")
        with open(path, "wb") as file:
            file.truncate(layout.start(len(masks)))
        start = sum(tier.nbytes for tier in self.masks[:stones])
        place = self.masks_path, masks.dtype.str, start, len(masks)
        reached = marked[stones].path if marked else None
        fast = self.plan.fast and len(masks) * size >= POOLED_FROM
        return Tier(self.plan.game, stones, path, layout, place, beside, reached, fast)

    def _unpack(self, stones: int, part: Part) -> Tier:
        """A finished tier, its slots written out to be looked up."""
        tier = self._new_tier(stones, None)
        for share in tier.shares():
            start = slots_size(
                share.blocks.start * tier.layout.size, bits_for(part.palette)
            )
            share.write(unpack_scores(part.slots[start:], part.palette, share.slots))
        self.held = tier.known()
        return tier
