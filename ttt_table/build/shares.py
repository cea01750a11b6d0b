"""A share of a tier, for one worker: some of its blocks, marked or solved, or packed.

The workers are given paths and places alone: they map the masks and what is known of the tier
beside theirs, and write into their tier's file, each in a place of its own, a byte a slot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ttt_table.build.blocks import Known, Layout
from ttt_table.build.marks import mark_blocks
from ttt_table.build.tiers import Kernel, Scores, Tally, packed, solve_blocks
from ttt_table.rules.game import Game
from ttt_table.table.bits import unpack_array
from ttt_table.table.numbering import Masks
from ttt_table.table.packing import mask_width, slots_size
from ttt_table.table.sets import Flags

if TYPE_CHECKING:  # the reader has no such names at run time
    from ttt_table.progress import Advance
    from ttt_table.table.packing import Palette

MasksPlace = tuple[str, int, int]
"""The file of masks, where a tier's start in it, and how many there are."""


@dataclass
class TierFile:
    """A tier under way: a file with a byte for each slot, and another one with its masks.

    The threads of a process share what is mapped of it; a process that is sent one maps it anew.
    """

    game: Game
    masks_place: MasksPlace
    path: str
    layout: Layout

    def __reduce__(self) -> tuple[type[TierFile], tuple[Any, ...]]:
        return TierFile, (self.game, self.masks_place, self.path, self.layout)

    @cached_property
    def masks(self) -> Masks:
        """Those of all its blocks."""
        path, start, count = self.masks_place
        masks: Masks = _mapped(path, f"<u{mask_width(self.game.cells)}", start, count)
        return masks

    @cached_property
    def slots(self) -> Scores:
        """The scores, or marks; those of blocks that are done."""
        slots: Scores = _mapped(self.path, np.int8)
        return slots

    def forget(self) -> None:
        """Let go of what is mapped: Windows removes no file that still is."""
        self.__dict__.pop("masks", None)
        self.__dict__.pop("slots", None)

    @property
    def known(self) -> Known:
        """The whole of it, once it is done."""
        return Known(self.masks, self.slots, self.layout)


class Share(NamedTuple):
    """Some blocks of a tier, for one worker: those of one share of the tier's layout."""

    stones: int
    tier: TierFile
    """Where this tier's scores or marks are written to."""
    beside: TierFile | None
    """The next tier with its scores, or the one before with its marks; None where there is none."""
    first: int
    """The first block, counted through the tier."""
    last: int
    """The block behind the last one."""
    reached: tuple[str, int] | None
    """The file with a packed mark for each slot of this tier, and where they start in it; None
    where what play can reach can be read off the lines."""
    fast: bool
    """Whether compiled code is to do it, where the worker has it."""

    @property
    def game(self) -> Game:
        """What is built."""
        return self.tier.game

    @property
    def slots(self) -> int:
        """How many slots the blocks have."""
        return (self.last - self.first) * self.tier.layout.size

    @property
    def masks(self) -> Masks:
        """Those of the blocks."""
        return self.tier.masks[self.first : self.last]


def solve_share(share: Share, advance: Advance | None = None) -> Tally:
    """Solve some blocks and write their scores; ``advance`` is told the slots of each batch."""
    tally = Tally()
    later = share.beside.known if share.beside else None
    kernel = compiled() if share.fast else None
    reached = PackedMarks(share, *share.reached) if share.reached else None
    solved = solve_blocks(
        share.game, share.stones, share.masks, later, tally, reached, kernel=kernel
    )
    _write(share, solved, advance)
    return tally


def mark_share(share: Share, advance: Advance | None = None) -> Tally:
    """Mark what play can reach in some blocks; ``advance`` is told the slots of each batch.

    The tally that it returns has counted nothing.
    """
    earlier = share.beside.known if share.beside else None
    if earlier:
        earlier = earlier._replace(slots=earlier.slots.view(np.bool_))
    _write(share, mark_blocks(share.game, share.stones, share.masks, earlier), advance)
    return Tally()


def pack_share(share: Share, _: Advance | None = None, *, palette: Palette) -> bytes:
    """The scores or marks of some blocks, once they are written, as a table file holds them."""
    start = share.tier.layout.start(share.first)
    return b"".join(packed(share.tier.slots[start : start + share.slots], palette))


def _write(share: Share, pieces: Iterable[Scores | Flags], advance: Advance | None) -> None:
    with open(share.tier.path, "r+b") as file:
        file.seek(share.tier.layout.start(share.first))
        for piece in pieces:
            file.write(piece.data)
            if advance:
                advance(len(piece))


def compiled() -> Kernel | None:
    """The compiled code, where numba is installed and works."""
    try:
        from ttt_table.build.kernel import solve_compiled
    except Exception:  # with a numpy that it was not made for numba fails in many ways
        return None
    return solve_compiled


class PackedMarks:
    """The marks of a share's slots, a bit each; only the part that is asked for is unpacked."""

    def __init__(self, share: Share, path: str, start: int) -> None:
        # A share starts with a whole byte.
        start += slots_size(share.first * share.tier.layout.size, bits=1)
        self.packed = _mapped(path, np.uint8, start, slots_size(share.slots, bits=1))

    def __getitem__(self, part: slice) -> Flags:
        """The marks of some slots, of which the first and the one behind the last are given."""
        before = part.start % 8  # slots that stand in the first byte, too
        packed = self.packed[part.start // 8 : slots_size(part.stop, bits=1)]
        flags = unpack_array(packed, 1, before + part.stop - part.start)[before:]
        return flags.view(np.bool_)


def _mapped(path: str, kind: Any, start: int = 0, count: int | None = None) -> Any:
    """So many numbers of a file, or all; an array that is no more than that, as it is faster."""
    shape = None if count is None else (count,)
    return np.memmap(path, kind, "r", start, shape).view(np.ndarray)
