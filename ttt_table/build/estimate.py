"""An estimate of the memory, disk space and time of a build."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from ttt_table.errors import SizeError, access_error
from ttt_table.rules.game import Game, shortest_line, symmetries
from ttt_table.rules.records import NamedTuple
from ttt_table.runtime import (
    BINOMIAL,
    MAX_BINARY,
    MAX_HEADER,
    bits_for,
    mask_width,
    most_positions,
    slots_per_block,
    slots_size,
)
from ttt_table.table.files import AnyPath
from ttt_table.table.slots import slots_by_tier

# Bytes of memory.
PROCESS_BYTES = 32 << 20
"""A process with numpy in it."""
BATCH_BYTES = 48 << 20
"""A batch being solved."""
THREAD_BYTES = 36 << 20
"""The batch of a further thread: the tables of patterns and ranks are there already."""
CHUNK_BYTES = 16 << 20
"""The largest chunk of a tier."""
COMPILER_BYTES = 64 << 20
"""Numba."""
SEARCHED_BYTES = 250
"""A position in the search's dictionary."""

# How fast one worker is: positions that the search visits, replies that are looked up.
SEARCHED_PER_SECOND = 250_000
REPLIES_PER_SECOND = 120_000_000
COMPILED_PER_SECOND = 320_000_000


class MemoryFile(NamedTuple):
    """A file in which the system says how much memory is available."""

    path: str
    """The file; it need not be there."""
    word: str
    """The word before the number."""
    unit: int
    """The number's unit, in bytes."""


MEMORY_FILES = (
    MemoryFile("/proc/meminfo", "MemAvailable:", 1 << 10),
    # Of control groups; they may say "max".
    MemoryFile("/sys/fs/cgroup/memory.max", "", 1),
    MemoryFile("/sys/fs/cgroup/memory/memory.limit_in_bytes", "", 1),
)


class Estimate(NamedTuple):
    """The needs of a build: bytes at most, and seconds roughly."""

    slots: int
    """The number of slots of the table."""
    file: int
    """Bytes of the file."""
    work: int
    """Bytes of the work folder, with the unfinished table."""
    memory: int
    """Bytes of memory at the peak, of all processes together.

    Files that the system has mapped, and may drop from memory, do not count.
    """
    seconds: float
    """The time of the build."""


def estimate_search(game: Game) -> Estimate:
    """Return the needs of a search.

    Raises:
        SizeError: A file cannot hold the game.
    """
    positions = most_positions(game)
    slots = slots_by_tier(game)
    return Estimate(
        slots=sum(slots),
        file=_file_size(game, slots),
        work=0,
        memory=PROCESS_BYTES // 2 + positions * SEARCHED_BYTES,
        seconds=positions / SEARCHED_PER_SECOND,
    )


def estimate_tiers(
    game: Game, workers: int, fast: bool = False, processes: bool = False
) -> Estimate:
    """Return the needs of a build by tiers.

    Args:
        game: The game.
        workers: How many workers there are on this machine.
        fast: Whether numba compiles the inner loop.
        processes: Whether the workers are processes, rather than threads of this one.

    Raises:
        SizeError: A file cannot hold the game.
    """
    slots = slots_by_tier(game)
    file = _file_size(game, slots)
    two_tiers = max(map(sum, zip(slots, [*slots[1:], 0], strict=True)))
    padding = two_tiers // 32  # a chunk has whole pages
    work = 2 * file + two_tiers + padding
    if game.gravity:
        work += sum(slots) // 8  # a bit for each slot that play can reach
    replies = _count_replies(game, slots)
    if game.gravity:
        replies *= 2  # to mark what can be reached takes about as long as to solve
    replies_per_second = COMPILED_PER_SECOND if fast else REPLIES_PER_SECOND
    seconds = 0.2 + replies / replies_per_second / workers
    return Estimate(
        slots=sum(slots),
        file=file,
        work=work,
        memory=_memory_of_tiers(game, slots, workers, fast, processes),
        seconds=seconds,
    )


def _memory_of_tiers(
    game: Game, slots: Sequence[int], workers: int, fast: bool, processes: bool
) -> int:
    further_workers = workers
    if workers == 1 and not processes:  # the only thread is the one counted first
        further_workers = 0
    memory = PROCESS_BYTES + BATCH_BYTES
    memory += 3 * _masks_size(game, slots) + _symmetries_size(game)
    if processes:
        memory += further_workers * (PROCESS_BYTES + BATCH_BYTES)
    else:
        memory += further_workers * THREAD_BYTES
    if game.gravity:
        memory += max(1, further_workers) * min(max(slots), CHUNK_BYTES)
    if fast:
        memory += COMPILER_BYTES
        if processes:
            memory += further_workers * COMPILER_BYTES
    return memory


def _count_replies(game: Game, slots: Sequence[int]) -> int:
    """Return the number of replies that a build looks up, plus one for each slot."""
    most_moves = game.cols if game.gravity else game.cells
    replies = 0
    for stones, in_tier in enumerate(slots):
        moves = min(game.cells - stones, most_moves)
        replies += in_tier * (1 + moves)
    return replies


def _symmetries_size(game: Game) -> int:
    """Return the bytes of the tables that carry masks."""
    if game.lines is None:
        return 0  # there are at most eight symmetries
    low_cells = game.cells // 2
    halves = (1 << low_cells) + (1 << game.cells - low_cells)
    # Of each symmetry: the images of both halves of masks, and while `Orbits` is made
    # three arrays of the images of 1,024 masks.
    bytes_per_symmetry = 8 * halves + 3 * 8 * 1024
    # Two tiers of `Orbits`, with a mask of four bytes and a symmetry of two.
    orbits_size = 0
    if not game.gravity:
        orbits_size = 2 * (4 + 2) * max(BINOMIAL[game.cells])
    # Five arrays of the masks that `masks_by_tier` makes at once.
    masks_at_once = min(1 << game.cells, 1 << 20)
    size = len(symmetries(game)) * bytes_per_symmetry + orbits_size
    return size + 5 * 8 * masks_at_once


def _masks_size(game: Game, slots: Sequence[int]) -> int:
    blocks = sum(
        in_tier // slots_per_block(stones) for stones, in_tier in enumerate(slots)
    )
    return blocks * mask_width(game.cells)


def _file_size(game: Game, slots: Sequence[int]) -> int:
    packed_size = 0
    for stones, in_tier in enumerate(slots):
        size = slots_size(in_tier, most_bits(game, stones))
        if size > MAX_BINARY:
            raise SizeError(
                f"{game}: the tier of {stones} stones may take up to {size:,} bytes, "
                f"as far as is known before it is solved, and a table file holds at "
                f"most {MAX_BINARY:,} per tier"
            )
        packed_size += size
    return MAX_HEADER + _masks_size(game, slots) + packed_size


def most_bits(game: Game, stones: int) -> int:
    """Return the most bits that a slot of this tier can take."""
    shortest = shortest_line(game)
    if shortest is None:
        return 1  # a draw, and with gravity perhaps unreachable
    # The number of plies says who moves last, so each has one score; besides there are
    # a draw and unreachable.
    ends = game.cells + 1 - max(stones, 2 * shortest - 1)
    return bits_for(range(max(0, ends) + 2))


def check_room(game: Game, needed: Estimate, output: AnyPath, *, resumed: bool) -> None:
    """Raise `SizeError` if `lacking_room` finds that memory or disk is too small."""
    problem = lacking_room(game, needed, output, resumed=resumed)
    if problem:
        raise SizeError(f"{problem}; --force (in Python force=True) builds it anyway")


def lacking_room(
    game: Game, needed: Estimate, output: AnyPath, *, resumed: bool
) -> str | None:
    """Say which space is too small; return None if memory and disk have enough.

    Args:
        game: The game, for messages.
        needed: The needs of the build.
        output: The file to write.
        resumed: Whether the files that an earlier build has left count as space, too.

    Raises:
        TableAccessError: The file cannot be written.
    """
    memory = available_memory()
    if memory is not None and needed.memory > memory:
        problem = _too_little(game, "memory", needed.memory, memory)
        return f"{problem}; fewer jobs need less"

    disk = free_disk(output)
    if resumed:
        from ttt_table.build.workfolder import bytes_left

        disk += bytes_left(output)
    on_disk = needed.work or needed.file
    if on_disk > disk:
        return _too_little(game, "space on the disk", on_disk, disk)
    return None


def _too_little(game: Game, resource: str, needed: int, available: int) -> str:
    return (
        f"{game} needs up to {in_bytes(needed)} of {resource}, "
        f"but only {in_bytes(available)} is available"
    )


def free_disk(output: AnyPath) -> int:
    """Return the free bytes of the disk of a file.

    Raises:
        TableAccessError: Its folder cannot be read.
    """
    from shutil import disk_usage

    try:
        return disk_usage(os.path.dirname(os.path.realpath(output))).free
    except (OSError, ValueError) as error:
        raise access_error(error, "written", os.fsdecode(output)) from None


def available_memory() -> int | None:
    """Return the bytes available without swapping; None if the system does not say."""
    sizes = []
    for path, word, unit in MEMORY_FILES:
        # A file may be missing, or hold a word in place of a number.
        with suppress(OSError, ValueError, IndexError):
            with open(path, encoding="ascii") as file:
                text = file.read()
            after_word = text[text.index(word) + len(word) :]
            sizes.append(int(after_word.split()[0]) * unit)
    return min(sizes, default=None)


def in_bytes(size: int) -> str:
    """Return a number of bytes in the unit that people would use."""
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} B"
