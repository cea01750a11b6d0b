"""A share of a tier, for one worker: some of its blocks, marked or solved, and written.

The workers are given paths and places alone: they map the masks and what is known of the tier
beside theirs, and write into their tier's file, each in a place of its own, a byte a slot.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ttt_table.build.tiers import Tally, mark_blocks, solve_blocks
from ttt_table.table.packing import mask_width
from ttt_table.table.slots import slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ttt_table.build.tiers import Flags, Masks, Scores
    from ttt_table.progress import Advance
    from ttt_table.rules.game import Game

    MasksPlace = tuple[str, int, int]
    """The file of masks, where a tier's start in it, and how many there are."""


class Share(namedtuple("Share", "game stones first last masks beside_masks beside reached output")):
    """Some blocks of a tier, for one worker.

    What depends on the tier beside it, the next one when solving and the one before when marking,
    finds that one's masks and its slots, a byte each, in files; None where there is no such tier.
    """

    __slots__ = ()

    game: Game
    stones: int
    first: int
    """The first block, counted through the tier."""
    last: int
    """The block behind the last one."""
    masks: MasksPlace
    beside_masks: MasksPlace | None
    beside: str | None
    """The file of scores of the next tier, or of marks of the one before."""
    reached: str | None
    """The file of marks of this tier, where what play can reach cannot be read off the lines."""
    output: str
    """The file to write this tier's scores or marks into."""

    @property
    def slots(self) -> int:
        """How many slots the blocks have."""
        return (self.last - self.first) * slots_per_block(self.stones)

    @property
    def start(self) -> int:
        """The first slot of these blocks, counted through the tier."""
        return self.first * slots_per_block(self.stones)


def solve_share(share: Share, advance: Advance | None = None) -> Tally:
    """Solve some blocks and write their scores; ``advance`` is told the slots of each batch."""
    tally = Tally()
    later: Scores | None = None
    if share.beside is not None:
        later = np.memmap(share.beside, np.int8, "r").view(np.ndarray)
    reached: Flags | None = None
    if share.reached is not None:
        reached = _mapped_marks(share.reached)[share.start : share.start + share.slots]
    solved = solve_blocks(
        share.game,
        share.stones,
        _mapped_masks(share.game, share.masks)[share.first : share.last],
        share.beside_masks and _mapped_masks(share.game, share.beside_masks),
        later,
        tally,
        reached,
    )
    _write_into(share, solved, advance)
    return tally


def mark_share(share: Share, advance: Advance | None = None) -> Tally:
    """Mark what play can reach in some blocks; ``advance`` is told the slots of each batch.

    The tally that it returns has counted nothing.
    """
    marked = mark_blocks(
        share.game,
        share.stones,
        _mapped_masks(share.game, share.masks)[share.first : share.last],
        share.beside_masks and _mapped_masks(share.game, share.beside_masks),
        None if share.beside is None else _mapped_marks(share.beside),
    )
    _write_into(share, marked, advance)
    return Tally()


def _write_into(share: Share, pieces: Iterable[Scores | Flags], advance: Advance | None) -> None:
    with open(share.output, "r+b") as file:
        file.seek(share.start)
        for piece in pieces:
            file.write(piece.data)
            if advance:
                advance(len(piece))


def _mapped_masks(game: Game, place: MasksPlace) -> Masks:
    path, start, count = place
    kind = f"<u{mask_width(game.cells)}"
    mapped: Masks = np.memmap(path, kind, "r", start, (count,)).view(np.ndarray)
    return mapped


def _mapped_marks(path: str) -> Flags:
    mapped: Flags = np.memmap(path, np.bool_, "r").view(np.ndarray)
    return mapped
