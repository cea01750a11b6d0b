"""A table solved a tier at a time, each divided into chunks of some blocks.

With gravity a first pass, up the tiers, marks what play can reach. The second pass,
down the tiers, finds the scores. A tier's file has a byte for each slot. A chunk of its
blocks has only paths and numbers: a worker maps the masks and the neighbouring tier,
and writes into the file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import gcd
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from ttt_table.build.blocks import Layout, NeighbourTier
from ttt_table.build.plan import Plan
from ttt_table.build.tiers import Kernel, Tally, mark_blocks, solve_blocks
from ttt_table.build.workfolder import Part, WorkFolder, map_file, work_folder
from ttt_table.progress import Advance
from ttt_table.rules.game import Game
from ttt_table.runtime import bits_for, ceil_div, slots_per_block, slots_size
from ttt_table.table.bits import Flags, Scores, pack_scores, unpack_array, unpack_scores
from ttt_table.table.files import AnyPath, remove, write_atomically
from ttt_table.table.numbering import Masks, masks_by_tier
from ttt_table.table.writer import PackedTier, Palette, encode
from ttt_table.workers import Workers, check_not_stopped

POOLED_FROM = 1 << 19
"""Slots from which on workers share a tier; one worker solves a smaller one sooner."""
CHUNKS_PER_WORKER = 4
"""A tier is divided so finely that nobody waits long for the last chunk."""
MIN_SLOTS_PER_CHUNK = POOLED_FROM // 4
"""Chunks of a shared tier are not made smaller, as each one has fixed costs."""
MAX_SLOTS_PER_CHUNK = 1 << 24
"""A second of work or less; on 5x5, chunks of a quarter took 1.4 times as long."""
PACKED_AHEAD = 8
"""The most packed chunks in memory, waiting to be written."""
PALETTE_OF_MARKS = (0, 1)

_mapped_files: WeakValueDictionary[str, NDArray[np.uint8]] = WeakValueDictionary()


class FileRange(NamedTuple):
    """Some numbers in a file."""

    path: str
    """The file."""
    dtype: str
    """The numpy type of the numbers."""
    start: int
    """The byte at which they start."""
    length: int
    """The number of these numbers."""

    def map(self) -> NDArray[Any]:
        """Map the numbers.

        A file is mapped once for all threads, as long as one of them holds an array.
        """
        file_bytes = _mapped_files.get(self.path)
        if file_bytes is None:
            file_bytes = np.frombuffer(map_file(self.path), np.uint8)
            _mapped_files[self.path] = file_bytes
        end = self.start + self.length * np.dtype(self.dtype).itemsize
        return file_bytes[self.start : end].view(self.dtype)


class TierFile(NamedTuple):
    """The file of a tier being solved or marked, and what workers need to fill it."""

    game: Game
    """The game."""
    stones: int
    """The number of stones of the tier."""
    path: str
    """The file that gets a byte for each slot."""
    layout: Layout
    """The place of each block's slots in the file."""
    masks: FileRange
    """The masks of the blocks."""
    neighbour: "TierFile | None"
    """The next tier with its scores, or the previous one with its marks."""
    reached: str | None
    """A file that starts with one bit per slot, set if play can reach it.

    None if the lines tell what play can reach.
    """
    fast: bool
    """Whether compiled code solves or marks it."""

    def map(self) -> NeighbourTier:
        """Map the whole tier, once it has been filled."""
        end = self.layout.first_slot(self.masks.length)
        slots = FileRange(self.path, "i1", 0, end)
        return NeighbourTier(self.masks.map(), slots.map(), self.layout)

    def map_neighbour(self) -> NeighbourTier | None:
        """Map the neighbouring tier, if there is one."""
        if self.neighbour is None:
            return None
        return self.neighbour.map()

    def kernel(self) -> Kernel | None:
        """Return the compiled code that fills it, if it is used and works."""
        return compiled_kernel() if self.fast else None

    def chunks(self) -> list["Chunk"]:
        """Divide its blocks among workers."""
        blocks = range(self.masks.length)
        step = self.layout.blocks_per_chunk
        return [Chunk(self, blocks[first : first + step]) for first in blocks[::step]]


class Chunk(NamedTuple):
    """Some blocks of a tier, for one worker."""

    tier: TierFile
    """The tier."""
    blocks: range
    """The numbers of the blocks."""

    @property
    def slots(self) -> int:
        """The number of slots of the blocks."""
        return len(self.blocks) * self.tier.layout.slots_per_block

    def masks(self) -> Masks:
        """Map the masks of the blocks."""
        masks: Masks = self.tier.masks.map()[self.blocks.start : self.blocks.stop]
        return masks

    def reached(self) -> Flags | None:
        """Return which of the slots play can reach; None if the lines tell."""
        if self.tier.reached is None:
            return None
        first_slot = self.blocks.start * self.tier.layout.slots_per_block
        start = slots_size(first_slot, bits=1)
        size = slots_size(self.slots, bits=1)
        packed = FileRange(self.tier.reached, "u1", start, size).map()
        return unpack_array(packed, 1, self.slots).view(np.bool_)

    def write(self, pieces: Iterable[Scores | Flags]) -> None:
        """Write the slots, as long as the work goes on."""
        with Path(self.tier.path).open("r+b") as file:
            file.seek(self.tier.layout.first_slot(self.blocks.start))
            for piece in pieces:
                check_not_stopped()
                file.write(piece.data)


def mark_chunk(chunk: Chunk) -> Tally:
    """Mark what play can reach in some blocks; the tally stays empty."""
    tier = chunk.tier
    previous_tier = tier.map_neighbour()
    chunk.write(
        mark_blocks(tier.game, tier.stones, chunk.masks(), previous_tier, tier.kernel())
    )
    return Tally()


def solve_chunk(chunk: Chunk) -> Tally:
    """Solve some blocks, and write their scores."""
    tier = chunk.tier
    tally = Tally()
    pieces = solve_blocks(
        tier.game,
        tier.stones,
        chunk.masks(),
        tier.map_neighbour(),
        tally,
        reached=chunk.reached(),
        kernel=tier.kernel(),
    )
    chunk.write(pieces)
    return tally


def pack_chunk(chunk: Chunk, palette: Palette) -> bytes:
    """Return some blocks as a table file holds them."""
    first_slot = chunk.tier.layout.first_slot(chunk.blocks.start)
    slots = chunk.tier.map().slots[first_slot : first_slot + chunk.slots]
    return b"".join(pack_scores(slots, palette))


def compiled_kernel() -> Kernel | None:
    """Return the compiled code, if numba is installed and works."""
    try:
        from ttt_table.build.kernel import KERNEL
    except Exception:  # numba fails in many ways if it does not suit numpy's version
        return None
    return KERNEL


class TierPass(NamedTuple):
    """A pass over all tiers, which keeps a part of each in the work folder."""

    name: str
    """The first word of the parts' names."""
    task: Callable[[Chunk], Tally]
    """Fills a chunk of a tier's file."""
    palette_of: Callable[[Tally], Palette]
    """Returns the palette of a tier's part, given the tally of its chunks."""

    def part_name(self, stones: int) -> str:
        """Return the name of a tier's part."""
        return f"{self.name}-{stones:02}"


MARKING = TierPass("reached", mark_chunk, lambda _: PALETTE_OF_MARKS)
SOLVING = TierPass("tier", solve_chunk, Tally.palette)


def write_by_tiers(plan: Plan, output: AnyPath, advance: Advance) -> None:
    """Solve a game as planned, and write its table.

    Args:
        plan: How to solve it.
        output: The file to write.
        advance: Called with the number of slots done since the last call.
    """
    with (
        work_folder(output, plan.game, keeps_parts=plan.is_resumable) as work,
        Workers(plan.jobs, plan.executor) as workers,
    ):
        Build(plan, work, workers, advance).write(output)


def cut_tier(block_count: int, slots_per_block: int, jobs: int) -> Layout:
    """Divide a tier into a few chunks for each worker, of whole bytes when packed.

    Args:
        block_count: How many blocks it has.
        slots_per_block: How many slots each block has.
        jobs: How many workers there are.
    """
    chunk_slots = block_count * slots_per_block
    if chunk_slots >= POOLED_FROM:
        chunk_slots //= jobs * CHUNKS_PER_WORKER
        chunk_slots = min(max(chunk_slots, MIN_SLOTS_PER_CHUNK), MAX_SLOTS_PER_CHUNK)
    # The fewest blocks with a multiple of eight slots.
    aligned_blocks = 8 // gcd(8, slots_per_block)
    aligned_slots = slots_per_block * aligned_blocks
    blocks_per_chunk = ceil_div(chunk_slots, aligned_slots) * aligned_blocks
    return Layout(slots_per_block, blocks_per_chunk)


class Build:
    """A build that is running."""

    def __init__(
        self, plan: Plan, work: WorkFolder, workers: Workers, advance: Advance
    ) -> None:
        """Write the masks of all tiers to the work folder.

        Args:
            plan: What to build.
            work: The folder for finished tiers.
            workers: The workers that solve chunks.
            advance: Called with the number of slots done since the last call.
        """
        self.plan = plan
        self.work = work
        self.workers = workers
        self.advance = advance
        self.masks = masks_by_tier(plan.game)
        self.masks_path = work.new_path("masks")
        with Path(self.masks_path).open("wb") as file:
            file.writelines(masks.data for masks in self.masks)
        # Never read: it keeps the last tier's mapping in `_mapped_files`, for the
        # chunks that look into that tier.
        self._mapped_tier: NeighbourTier | None = None

    def write(self, output: AnyPath) -> None:
        """Finish all tiers, and write the table."""
        upwards = range(len(self.masks))
        marked: list[Part] = []
        if self.plan.game.gravity:
            marked = list(self._parts(MARKING, upwards))
        solved = list(self._parts(SOLVING, upwards[::-1], marked))
        solved.reverse()
        packed_tiers = [
            PackedTier(masks.view(np.uint8).data, part.palette, part.slots)
            for masks, part in zip(self.masks, solved, strict=True)
        ]
        positions = sum(part.positions for part in solved)
        pieces = encode(self.plan.game, positions, packed_tiers)
        write_atomically(output, pieces, within=self.work.path)

    def _parts(
        self, tier_pass: TierPass, tiers: Sequence[int], marked: Sequence[Part] = ()
    ) -> Iterator[Part]:
        """Yield the marks or scores of tiers, as far as possible from an earlier build.

        Args:
            tier_pass: `MARKING` or `SOLVING`.
            tiers: The tiers in the order in which each needs the one before.
            marked: With gravity, the marks of all tiers.
        """
        finished = list(self.work.parts(map(tier_pass.part_name, tiers)))
        for stones, part in zip(tiers, finished, strict=False):
            self.advance(len(self.masks[stones]) * slots_per_block(stones))
            yield part

        neighbour: TierFile | None = None
        if finished and len(finished) < len(tiers):
            neighbour = self._unpack(tiers[len(finished) - 1], finished[-1])
        for stones in tiers[len(finished) :]:
            tier = self._new_tier(stones, neighbour, marked)
            yield self._fill(tier_pass, tier)
            if neighbour is not None:
                remove(neighbour.path)
            neighbour = tier._replace(neighbour=None)

    def _fill(self, tier_pass: TierPass, tier: TierFile) -> Part:
        """Mark or solve a tier, and keep it in the work folder."""
        tally = Tally()
        for chunk_tally in self.workers.work(
            tier_pass.task, tier.chunks(), self.advance
        ):
            tally.add(chunk_tally.positions, chunk_tally.occurring)
        self._mapped_tier = tier.map()
        palette = tier_pass.palette_of(tally)
        slots = self._pack(tier._replace(neighbour=None), palette)
        name = tier_pass.part_name(tier.stones)
        return self.work.keep(name, tally.positions, palette, slots)

    def _pack(self, tier: TierFile, palette: Palette) -> Iterator[bytes]:
        task = partial(pack_chunk, palette=palette)
        chunks = tier.chunks()
        at_once = min(2 * self.plan.jobs, PACKED_AHEAD)
        for first in range(0, len(chunks), at_once):
            yield from self.workers.work(task, chunks[first : first + at_once])

    def _new_tier(
        self, stones: int, neighbour: TierFile | None, marked: Sequence[Part] = ()
    ) -> TierFile:
        """Return a tier whose file has space for its slots, but no slots yet."""
        masks = self.masks[stones]
        size = slots_per_block(stones)
        layout = cut_tier(len(masks), size, self.plan.jobs)
        path = self.work.new_path("slots")
        with Path(path).open("wb") as file:
            file.truncate(layout.first_slot(len(masks)))
        masks_at = sum(tier_masks.nbytes for tier_masks in self.masks[:stones])
        return TierFile(
            self.plan.game,
            stones,
            path,
            layout,
            masks=FileRange(self.masks_path, masks.dtype.str, masks_at, len(masks)),
            neighbour=neighbour,
            reached=marked[stones].path if marked else None,
            fast=self.plan.fast and len(masks) * size >= POOLED_FROM,
        )

    def _unpack(self, stones: int, part: Part) -> TierFile:
        """Return a finished tier, with its slots written out to be looked up."""
        tier = self._new_tier(stones, None)
        bits = bits_for(part.palette)
        for chunk in tier.chunks():
            first_slot = chunk.blocks.start * tier.layout.slots_per_block
            packed = part.slots[slots_size(first_slot, bits) :]
            chunk.write(unpack_scores(packed, part.palette, chunk.slots))
        self._mapped_tier = tier.map()
        return tier
