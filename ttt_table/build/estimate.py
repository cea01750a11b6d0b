"""What a build will take, found without building: slots, bytes on disk, memory, time."""

from __future__ import annotations

from collections import namedtuple

from ttt_table.build.machine import available_memory, free_disk
from ttt_table.errors import SizeError
from ttt_table.rules.game import lines, symmetries
from ttt_table.table.codec import MAX_BINARY, MAX_HEAD
from ttt_table.table.packing import bits_for, mask_width, slots_size
from ttt_table.table.slots import most_positions, slots_per_block, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttt_table.rules.game import Game
    from ttt_table.table.files import Path

KEPT_FROM = 1 << 24
"""A build of fewer slots is over in a second or two: its tiers stay in memory, none is kept."""
POOLED_FROM = 1 << 19
"""A tier of fewer slots is solved in one process: it is done before others would have begun."""

PROCESS = 32 << 20
"""Bytes that a process takes with numpy in it, before it does anything."""
BATCH_BYTES = 16 << 20
"""Bytes that a batch takes while it is solved: its indices, patterns, lines and scores."""
PATTERN_BYTES = 10
"""Bytes for each pattern of a tier, of any number of X: its slot, and what finding it takes."""
SEARCHED_BYTES = 250
"""Bytes for each entry of the search's dictionary."""
SEARCHED_A_SECOND = 250_000
REPLIES_A_SECOND = 120_000_000
"""How fast one process is: positions that the search visits, replies that the tiers look up."""


class Estimate(namedtuple("Estimate", ["slots", "file", "work", "memory", "seconds"])):
    """What a build takes."""

    __slots__ = ()

    slots: int
    file: int
    """Bytes of the table file, at most."""
    work: int
    """Bytes in the work folder, at most, the unfinished table file included."""
    memory: int
    """Bytes at the peak, of all processes together; what is mapped from files comes on top."""
    seconds: float
    """Roughly."""


def estimate_tiers(game: Game, jobs: int = 1) -> Estimate:
    """What the tier engine takes to build the game's table with so many processes."""
    slots = slots_by_tier(game)
    packed = [slots_size(many, most_bits(game, tier)) for tier, many in enumerate(slots)]
    masks = sum(blocks_by_tier(game)) * mask_width(game.cells)
    file = MAX_HEAD + masks + sum(packed)
    two_tiers = max(map(sum, zip(slots, [*slots[1:], 0], strict=True)))
    kept = sum(slots) >= KEPT_FROM
    workers = jobs if kept and max(slots) >= POOLED_FROM else 1
    solving = BATCH_BYTES + PATTERN_BYTES * (1 << game.cells)
    memory = workers * (PROCESS + solving) + masks + (PROCESS if workers > 1 else 0)
    replies = sum(many * (1 + game.cells - stones) for stones, many in enumerate(slots))
    return Estimate(
        slots=sum(slots),
        file=file,
        work=masks + sum(packed) + two_tiers + file if kept else 0,
        memory=memory if kept else memory + two_tiers + sum(packed),
        seconds=0.2 + replies / REPLIES_A_SECOND / workers,
    )


def estimate_search(game: Game) -> Estimate:
    """What the search takes."""
    tiers = estimate_tiers(game)
    bound = most_positions(game.cells)
    memory = PROCESS // 2 + bound * SEARCHED_BYTES
    return tiers._replace(work=0, memory=memory, seconds=bound / SEARCHED_A_SECOND)


def slots_by_tier(game: Game) -> list[int]:
    """How many slots each tier has."""
    blocks = blocks_by_tier(game)
    return [many * slots_per_block(stones) for stones, many in enumerate(blocks)]


def blocks_by_tier(game: Game) -> list[int]:
    """How many blocks each tier has, by Burnside's lemma: the mean of the masks left in place.

    >>> from ttt_table import Game
    >>> blocks_by_tier(Game())
    [1, 3, 8, 16, 23, 23, 16, 8, 3, 1]
    """
    turns = symmetries(game)
    kept = [masks_kept(turn) for turn in turns]
    return [sum(by_turn) // len(turns) for by_turn in zip(*kept, strict=True)]


def masks_kept(symmetry: Sequence[int]) -> list[int]:
    """How many masks the symmetry leaves in place, by stones: each cycle is taken or free."""
    found = [1] + [0] * len(symmetry)
    for cycle in cycles(symmetry):
        found = [
            many + (found[stones - cycle] if stones >= cycle else 0)
            for stones, many in enumerate(found)
        ]
    return found


def cycles(symmetry: Sequence[int]) -> list[int]:
    """How many cells each cycle of the symmetry has."""
    left = set(range(len(symmetry)))
    found = []
    while left:
        before = len(left)
        cell = min(left)
        while cell in left:
            left.remove(cell)
            cell = symmetry[cell]
        found.append(before - len(left))
    return found


def most_bits(game: Game, stones: int) -> int:
    """The most bits that a slot of this tier can take.

    Who makes the last move is settled by when it comes: an odd number of plies away it is the
    mover's. So each number of plies gives one score, besides a draw and unreachable.
    """
    if not lines(game):
        return 1
    first_end = max(stones, 2 * game.k - 1)
    ends = game.cells - first_end + 1
    unreachable = x_count(stones) >= game.k
    return bits_for([None] * (1 + max(0, ends) + unreachable))


def check_format(game: Game) -> None:
    """Raise `SizeError` for a game with a tier that a file cannot hold."""
    for stones, many in enumerate(slots_by_tier(game)):
        size = slots_size(many, most_bits(game, stones))
        if size > MAX_BINARY:
            raise SizeError(
                f"{game}: the tier of {stones} stones takes up to {size:,} bytes, "
                f"and a table file can hold {MAX_BINARY:,} of each"
            )


def check_room(game: Game, needed: Estimate, goal: Path, reusable: int = 0) -> None:
    """Raise `SizeError`, with the figures, if memory or disk have no room for the build.

    ``reusable`` is what an earlier build has left in its work folder, in bytes.
    """
    memory = available_memory()
    if memory is not None and needed.memory > memory:
        raise _too_big(game, "memory", needed.memory, memory)
    disk = needed.work or needed.file
    free = free_disk(goal) + reusable
    if disk > free:
        raise _too_big(game, "space on the disk", disk, free)


def _too_big(game: Game, what: str, needed: int, available: int) -> SizeError:
    return SizeError(
        f"{game} takes up to {in_bytes(needed)} of {what}, "
        f"and {in_bytes(available)} are available; --force (force=True) builds it all the same"
    )


def in_bytes(size: int) -> str:
    """A number of bytes as people read it.

    >>> in_bytes(992), in_bytes(93_754_821)
    ('992 B', '93.8 MB')
    """
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} B"
