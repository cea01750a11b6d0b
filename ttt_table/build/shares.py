"""A share of a tier, for one worker: some of it marked or solved, or packed.

The workers are given paths and places alone: they map the masks and what is known of the tier
beside theirs, and write into their tier's file, each in a place of its own, a byte a slot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ttt_table.build.blocks import Known
from ttt_table.build.marks import mark_blocks
from ttt_table.build.tiers import Scores, Tally, packed, solve_blocks, unpacked
from ttt_table.rules.game import Game
from ttt_table.table.numbering import Array, Flags, Masks
from ttt_table.table.packing import bits_for, mask_width, slots_size
from ttt_table.table.slots import slots_per_block

if TYPE_CHECKING:  # the reader has no such names at run time
    from ttt_table.progress import Advance
    from ttt_table.table.packing import Buffer, Palette

PAGE = 1 << 12
"""What one machine writes of a file at once is at least this large, so no two share it."""
MasksPlace = tuple[str, int, int]
"""The file of masks, where a tier's start in it, and how many there are."""


@dataclass
class TierFile:
    """A tier under way: a file with a byte for each slot, and another one with its masks.

    The threads of a process share what is mapped of it; a process that is sent one maps it anew.
    """

    game: Game
    stones: int
    masks_place: MasksPlace
    path: str
    many: int
    """How many blocks a share has, but for the last."""

    def __reduce__(self) -> tuple[type[TierFile], tuple[Any, ...]]:
        state = self.game, self.stones, self.masks_place, self.path, self.many
        return type(self), state

    @cached_property
    def masks(self) -> Masks:
        """Those of all its blocks."""
        path, start, count = self.masks_place
        masks: Masks = _mapped(path, f"<u{mask_width(self.game.cells)}", start, count)
        return masks

    @cached_property
    def slots(self) -> Scores:
        """The scores, or marks; those of shares that are done."""
        slots: Scores = _mapped(self.path, np.int8)
        return slots

    def forget(self) -> None:
        """Let go of what is mapped: Windows removes no file that still is."""
        self.__dict__.pop("masks", None)
        self.__dict__.pop("slots", None)

    @property
    def packed_shares(self) -> list[tuple[int, int]]:
        """How it is cut, to be packed: the first block of each share, and the one behind."""
        blocks = self.masks_place[2]
        return [(at, min(at + self.many, blocks)) for at in range(0, blocks, self.many)]

    @property
    def shares(self) -> list[tuple[int, int]]:
        """How it is cut, to be worked out: the first block of each share, and the one behind."""
        return self.packed_shares

    @cached_property
    def sizes(self) -> Array:
        """How many slots each block has, all the same."""
        return np.full(self.masks_place[2], slots_per_block(self.stones))

    @cached_property
    def at(self) -> Array:
        """Where each block begins in the file, and how long that is: a share has whole pages."""
        at = np.append(0, self.sizes.cumsum())
        for _, last in self.shares:
            at[last:] += -at[last] % PAGE
        return at

    def slots_of(self, first: int, last: int) -> int:
        """For how many of the table's slots a share stands, about; all shares stand for all."""
        slots, every = self.masks_place[2] * slots_per_block(self.stones), len(self.sizes)
        return slots * last // every - slots * first // every

    def part(self, first: int, last: int) -> slice:
        """Where the slots of a share are in the file."""
        return slice(self.at[first], self.at[first] + self.sizes[first:last].sum())

    def solved(self, share: Share, tally: Tally) -> Iterator[Scores]:
        """The scores of a share, in pieces, counted in the tally."""
        masks, part = self.masks[share.first : share.last], self.part(share.first, share.last)
        later = share.beside.known if share.beside else None
        reached = share.reached.slots[part].view(np.bool_) if share.reached else None
        return solve_blocks(self.game, self.stones, masks, later, tally, reached)

    def marked(self, share: Share) -> Iterator[Flags]:
        """The marks of a share, in pieces."""
        earlier = share.beside.known if share.beside else None
        if earlier:
            earlier = earlier._replace(slots=earlier.slots.view(np.bool_))
        return mark_blocks(self.game, self.stones, self.masks[share.first : share.last], earlier)

    def in_file_order(self, first: int, last: int) -> Scores:
        """What stands in some blocks, from one to the one before another, as the table has it."""
        return self.slots[self.part(first, last)]

    def restore(self, slots: Buffer, palette: Palette) -> None:
        """Write what has been packed."""
        with open(self.path, "r+b") as file:
            for first, last in self.packed_shares:
                file.seek(self.at[first])
                file.writelines(piece.data for piece in self.unpacked(slots, palette, first, last))

    def unpacked(self, slots: Buffer, palette: Palette, first: int, last: int) -> Iterator[Scores]:
        """What stands in some blocks of a packed tier, in pieces."""
        size = slots_per_block(self.stones)
        return unpacked(
            slots[slots_size(first * size, bits_for(palette)) :], palette, (last - first) * size
        )

    @property
    def known(self) -> Known:
        """The whole of it, once it is done."""
        return Known(self.masks, self.slots, self.at)


class Share(NamedTuple):
    """A part of a tier, for one worker."""

    tier: TierFile
    """Where its scores or marks are written to."""
    beside: TierFile | None
    """The next tier with its scores, or the one before with its marks; None where there is none."""
    reached: TierFile | None
    """The marks of this tier; None where what play can reach can be read off the lines."""
    first: int
    last: int
    """As the tier says that it is cut."""

    @property
    def game(self) -> Game:
        """What is built."""
        return self.tier.game


def solve_share(share: Share, advance: Advance | None = None) -> Tally:
    """Solve a share and write its scores; ``advance`` is told the slots of each piece."""
    tally = Tally()
    _write(share, share.tier.solved(share, tally), advance)
    return tally


def mark_share(share: Share, advance: Advance | None = None) -> Tally:
    """Mark what play can reach in a share; ``advance`` is told the slots of each piece.

    The tally that it returns has counted nothing.
    """
    _write(share, share.tier.marked(share), advance)
    return Tally()


def pack_share(share: Share, _: Advance | None = None, *, palette: Palette) -> bytes:
    """The scores or marks of some blocks, once they are written, as a table file holds them."""
    return b"".join(packed(share.tier.in_file_order(share.first, share.last), palette))


def _write(share: Share, pieces: Iterable[Scores | Flags], advance: Advance | None) -> None:
    with open(share.tier.path, "r+b") as file:
        file.seek(share.tier.at[share.first])
        for piece in pieces:
            file.write(piece.data)
            if advance:
                advance(len(piece))


def _mapped(path: str, kind: Any, start: int = 0, count: int | None = None) -> Any:
    """So many numbers of a file, or all; an array that is no more than that, as it is faster."""
    shape = None if count is None else (count,)
    return np.memmap(path, kind, "r", start, shape).view(np.ndarray)
