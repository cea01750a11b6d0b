"""What a build will take, found without building, and whether this machine has so much."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from ttt_table.errors import SizeError, access_error
from ttt_table.rules.game import Game, shortest_line, symmetries
from ttt_table.rules.records import NamedTuple
from ttt_table.table.codec import MAX_BINARY
from ttt_table.table.files import Path
from ttt_table.table.head import MAX_HEAD
from ttt_table.table.packing import bits_for, mask_width, slots_size
from ttt_table.table.slots import (
    BINOMIAL,
    most_positions,
    slots_by_tier,
    slots_per_block,
)

# Bytes: of a process with numpy in it, a batch being solved, one of another thread (the tables of
# patterns and ranks are there already), the largest share of a tier, numba, a position searched.
PROCESS, BATCH_BYTES, THREAD_BYTES = 32 << 20, 48 << 20, 36 << 20
SHARE_BYTES, COMPILER, SEARCHED_BYTES = 16 << 20, 64 << 20, 250
# How fast one worker is: positions that the search visits, replies that the tiers look up.
SEARCHED_A_SECOND = 250_000
REPLIES_A_SECOND = 120_000_000
COMPILED_A_SECOND = 320_000_000
# Where the system says how much memory can be had: in this file, behind this word, in this unit.
# The least counts; control groups need not be there, and may say "max".
MEMORY = (
    ("/proc/meminfo", "MemAvailable:", 1 << 10),
    ("/sys/fs/cgroup/memory.max", "", 1),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "", 1),
)


class Estimate(NamedTuple):
    """What a build takes: bytes at most, and seconds roughly."""

    slots: int
    file: int
    work: int
    """In the work folder, with the unfinished table."""
    memory: int
    """At the peak, of all processes together, but for files that the system may drop from it."""
    seconds: float


def estimate_search(game: Game) -> Estimate:
    """What the search takes. Raises `SizeError` where a file cannot hold the game."""
    bound, slots = most_positions(game), slots_by_tier(game)
    memory, seconds = PROCESS // 2 + bound * SEARCHED_BYTES, bound / SEARCHED_A_SECOND
    return Estimate(sum(slots), _file_size(game, slots), 0, memory, seconds)


def estimate_tiers(
    game: Game, workers: int, fast: bool = False, processes: bool = False
) -> Estimate:
    """What solving by tiers takes. Raises `SizeError` where a file cannot hold the game."""
    slots = slots_by_tier(game)
    file = _file_size(game, slots)
    two_tiers = max(map(sum, zip(slots, [*slots[1:], 0], strict=True)))
    marks = sum(slots) // 8 if game.gravity else 0
    memory = (
        PROCESS + BATCH_BYTES + 3 * _masks_size(game, slots) + _symmetries_size(game)
    )
    others = 0 if workers == 1 and not processes else workers
    memory += others * (PROCESS + BATCH_BYTES if processes else THREAD_BYTES)
    if game.gravity:
        memory += max(1, others) * min(max(slots), SHARE_BYTES)
    if fast:
        memory += COMPILER * (1 + others if processes else 1)
    most_moves = game.cols if game.gravity else game.cells
    moves = [min(game.cells - stones, most_moves) for stones in range(game.cells + 1)]
    replies = sum(many * (1 + most) for many, most in zip(slots, moves, strict=True))
    return Estimate(
        slots=sum(slots),
        file=file,
        work=2 * file + two_tiers + two_tiers // 32 + marks,  # a share has whole pages
        memory=memory,
        # Marking what can be reached, which only numpy does, takes it about as long as solving it.
        seconds=0.2
        + replies / (COMPILED_A_SECOND if fast else REPLIES_A_SECOND) / workers
        + replies * game.gravity / REPLIES_A_SECOND / workers,
    )


def _symmetries_size(game: Game) -> int:
    """Bytes of the tables that carry masks."""
    if game.lines is None:
        return 0  # there are at most eight
    halves = (1 << game.cells // 2) + (1 << game.cells - game.cells // 2)
    of_tiers = 0 if game.gravity else 12 * max(BINOMIAL[game.cells])
    at_once = min(1 << game.cells, 1 << 20)
    return len(symmetries(game)) * (8 * halves + (24 << 10)) + of_tiers + 40 * at_once


def _masks_size(game: Game, slots: Sequence[int]) -> int:
    blocks = sum(many // slots_per_block(stones) for stones, many in enumerate(slots))
    return blocks * mask_width(game.cells)


def _file_size(game: Game, slots: Sequence[int]) -> int:
    packed = [
        slots_size(many, most_bits(game, stones)) for stones, many in enumerate(slots)
    ]
    for stones, size in enumerate(packed):
        if size > MAX_BINARY:
            needed = f"the tier of {stones} stones needs up to {size:,} bytes"
            raise SizeError(
                f"{game}: {needed}, and a table file can hold {MAX_BINARY:,} per tier"
            )
    return MAX_HEAD + _masks_size(game, slots) + sum(packed)


def most_bits(game: Game, stones: int) -> int:
    """The most bits that a slot of this tier can take."""
    shortest = shortest_line(game)
    if shortest is None:
        return 1  # a draw, and with gravity perhaps unreachable
    # The number of plies says who moves last: one score for each, a draw, and unreachable.
    ends = game.cells + 1 - max(stones, 2 * shortest - 1)
    return bits_for(range(max(0, ends) + 2))


def check_room(game: Game, needed: Estimate, goal: Path, *, resumed: bool) -> None:
    """Raise `SizeError` if memory or disk have too little room, what is to be resumed included."""
    disk = free_disk(goal)
    if resumed:
        from ttt_table.build.workfolder import bytes_left

        disk += bytes_left(goal)
    for what, size, available, hint in (
        (
            "memory",
            needed.memory,
            available_memory(),
            "; fewer --jobs (jobs) need less",
        ),
        ("space on the disk", needed.work or needed.file, disk, ""),
    ):
        if available is not None and size > available:
            raise SizeError(
                f"{game} needs up to {in_bytes(size)} of {what}, "
                f"but only {in_bytes(available)} is available; "
                f"--force (force=True) builds it anyway{hint}"
            )


def free_disk(goal: Path) -> int:
    """Bytes free where the file is to stand. Raises `TableAccessError` if it cannot."""
    from shutil import disk_usage

    try:
        return disk_usage(os.path.dirname(os.path.realpath(goal))).free
    except (OSError, ValueError) as error:
        raise access_error(error, "written", os.fsdecode(goal)) from None


def available_memory() -> int | None:
    """Bytes to be had without swapping, as far as the system says."""
    known = []
    for path, word, unit in MEMORY:
        with (
            suppress(OSError, ValueError, IndexError),
            open(path, encoding="ascii") as file,
        ):
            text = file.read()
            known.append(int(text[text.index(word) + len(word) :].split()[0]) * unit)
    return min(known, default=None)


def in_bytes(size: int) -> str:
    """A number of bytes as people read it."""
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} B"
