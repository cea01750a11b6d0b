"""A share of a tier, for one worker: some of its blocks, marked or solved, written, and packed.

The workers are given paths and places alone: they map the masks and what is known of the tier
beside theirs, and write into their tier's file, each in a place of its own, a byte a slot.
"""

from __future__ import annotations

from collections import namedtuple
from zlib import crc32

import numpy as np

from ttt_table.build.blocks import Known, Layout
from ttt_table.build.marks import mark_blocks
from ttt_table.build.tiers import Tally, packed, solve_blocks
from ttt_table.table.packing import mask_width, slots_size, unpack_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from numpy.typing import NDArray

    from ttt_table.build.tiers import Kernel, Scores
    from ttt_table.progress import Advance
    from ttt_table.rules.game import Game
    from ttt_table.table.numbering import Flags, Masks
    from ttt_table.table.packing import Palette

    MasksPlace = tuple[str, int, int]
    """The file of masks, where a tier's start in it, and how many there are."""
    KnownPlace = tuple[MasksPlace, str, Layout]
    """A tier's masks, the file with a byte for each of its slots, and how they stand there."""

MARKS = (0, 1)
"""A palette for what is no score: whether play can reach a slot."""


class Share(namedtuple("Share", "game stones first last masks layout beside reached output fast")):
    """Some blocks of a tier, for one worker: those of one share of the tier's layout."""

    __slots__ = ()

    game: Game
    stones: int
    first: int
    """The first block, counted through the tier."""
    last: int
    """The block behind the last one."""
    masks: MasksPlace
    layout: Layout
    beside: KnownPlace | None
    """The next tier with its scores, or the one before with its marks; None where there is none."""
    reached: tuple[str, int] | None
    """The file with a packed mark for each slot of this tier, and where they start in it; None
    where what play can reach can be read off the lines."""
    output: str
    """The file to write this tier's scores or marks into."""
    fast: bool
    """Whether compiled code is to do it, where the worker has it."""

    @property
    def slots(self) -> int:
        """How many slots the blocks have."""
        return (self.last - self.first) * self.layout.size


class Unpacked(namedtuple("Unpacked", "game slots source start palette output at")):
    """The scores or marks of a share, to be packed: a whole number of bytes, but for the last."""

    __slots__ = ()

    game: Game
    slots: int
    source: str
    """The file that has a byte for each slot."""
    start: int
    """The first of them."""
    palette: Palette
    output: str
    """The file to write to."""
    at: int
    """Where in it."""


def solve_share(share: Share, advance: Advance | None = None) -> Tally:
    """Solve some blocks and write their scores; ``advance`` is told the slots of each batch."""
    tally = Tally()
    known = share.beside and _known(share.game, share.beside, np.int8)
    masks = _mapped_masks(share.game, share.masks)[share.first : share.last]
    kernel = _kernel() if share.fast else None
    solved = solve_blocks(
        share.game, share.stones, masks, known, tally, _reached(share), kernel=kernel
    )
    _write_into(share, solved, advance)
    return tally


def mark_share(share: Share, advance: Advance | None = None) -> Tally:
    """Mark what play can reach in some blocks; ``advance`` is told the slots of each batch.

    The tally that it returns has counted nothing.
    """
    known = share.beside and _known(share.game, share.beside, np.bool_)
    masks = _mapped_masks(share.game, share.masks)[share.first : share.last]
    _write_into(share, mark_blocks(share.game, share.stones, masks, known), advance)
    return Tally()


def pack_share(share: Unpacked, _: Advance | None = None) -> int:
    """Pack scores or marks, and write them; returns the CRC-32 of what was written."""
    checksum = 0
    scores = _mapped(share.source, np.int8, share.start, share.slots)
    with open(share.output, "r+b") as file:
        file.seek(share.at)
        for piece in packed(scores, share.palette):
            file.write(piece)
            checksum = crc32(piece, checksum)
    return checksum


def _write_into(share: Share, pieces: Iterable[Scores | Flags], advance: Advance | None) -> None:
    with open(share.output, "r+b") as file:
        file.seek(share.layout.start(share.first))
        for piece in pieces:
            file.write(piece.data)
            if advance:
                advance(len(piece))


def _kernel() -> Kernel | None:
    """The compiled code, where numba is installed and works."""
    try:
        from ttt_table.build.kernel import compiled_scores
    except Exception:  # with a numpy that it was not made for numba fails in many ways
        return None
    return compiled_scores


def _reached(share: Share) -> PackedMarks | None:
    if share.reached is None:
        return None
    path, at = share.reached
    at += slots_size(share.first * share.layout.size, bits=1)  # a share starts with a whole byte
    return PackedMarks(_mapped(path, np.uint8, at, slots_size(share.slots, bits=1)))


class PackedMarks:
    """The marks of a share's slots, a bit each; only the part that is asked for is unpacked."""

    def __init__(self, packed: NDArray[np.uint8]) -> None:
        self.packed = packed

    def __getitem__(self, part: slice) -> Flags:
        """The marks of some slots, of which the first and the one behind the last are given."""
        before = part.start % 8  # slots that stand in the first byte, too
        packed = self.packed[part.start // 8 : slots_size(part.stop, bits=1)]
        flags = unpack_array(packed, 1, before + part.stop - part.start)[before:]
        return flags.view(np.bool_)


def _known(game: Game, place: KnownPlace, kind: type[np.int8 | np.bool_]) -> Known:
    masks, path, layout = place
    return Known(_mapped_masks(game, masks), _mapped(path, kind), layout)


def _mapped_masks(game: Game, place: MasksPlace) -> Masks:
    masks: Masks = _mapped(place[0], f"<u{mask_width(game.cells)}", *place[1:])
    return masks


def _mapped(path: str, kind: Any, start: int = 0, count: int | None = None) -> Any:
    """So many numbers of a file, or all; an array that is no more than that, as it is faster."""
    shape = None if count is None else (count,)
    return np.memmap(path, kind, "r", start, shape).view(np.ndarray)
