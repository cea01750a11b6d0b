"""A tier under way that compiled code works out, row by row; `product` says what a row is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ttt_table.build.blocks import PAGE
from ttt_table.build.product import Product, product_of
from ttt_table.build.shares import Share, TierFile
from ttt_table.build.tiers import Scores, Tally, unpacked
from ttt_table.errors import MissingExtraError
from ttt_table.rules.game import cells_in
from ttt_table.table.numbering import UNREACHABLE, Array, halves_of
from ttt_table.table.packing import bits_for, slots_size
from ttt_table.table.slots import x_count

if TYPE_CHECKING:  # the reader has no such names at run time
    from ttt_table.table.packing import Buffer, Palette

AT_ONCE = 1 << 20
"""How many slots are worked out before they are written."""
CARRIED_AT_ONCE = 1 << 18
"""How many slots are brought into the file's order before they are packed."""
LOWEST = 32
"""No score is as far below 0."""


class RowFile(TierFile):
    """A tier laid out row by row: shares of rows are worked out, and shares of blocks packed.

    Whoever has no numba raises `MissingExtraError`.
    """

    @cached_property
    def product(self) -> Product:
        """The rows."""
        return product_of(self.game)

    @cached_property
    def sizes(self) -> Array:
        """How many slots each row has."""
        return self.product.sizes(self.stones)

    @cached_property
    def ends(self) -> Array:
        """How many slots there are up to the end of each row."""
        return self.sizes.cumsum()

    @cached_property
    def slots(self) -> Scores:
        """The scores, or marks; those of shares that are done."""
        return np.memmap(self.path, np.int8, "r+").view(np.ndarray)

    @cached_property
    def shares(self) -> list[tuple[int, int]]:
        """How it is cut, to be worked out: the first row of each share, and the one behind."""
        numbers = (self.ends - self.sizes) // (self.layout.many * self.layout.size)
        cuts = [*np.flatnonzero(np.diff(numbers, prepend=-1)).tolist(), len(numbers)]
        return [*pairwise(cuts)]

    @cached_property
    def at(self) -> Array:
        """The place of each row in the file, and the size of the file: a share has whole pages."""
        at = np.append(self.ends - self.sizes, 0)
        start = 0
        for first, last in self.shares:
            size = int(self.ends[last - 1] - at[first])
            at[first:last] += start - at[first]
            start += -(-size // PAGE) * PAGE
        at[-1] = start
        return at

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return int(self.at[-1])

    def start(self, first: int) -> int:
        """Where a share starts in the file, by its first row."""
        return int(self.at[first])

    def many(self, first: int, last: int) -> int:
        """How many of the table's slots a share stands for, so that all together stand for all."""
        slots = self.masks_place[2] * self.layout.size
        up_to = [slots * int(self.ends[row]) // int(self.ends[-1]) for row in (first - 1, last - 1)]
        return up_to[1] - (up_to[0] if first else 0)

    def solved(self, share: Share, tally: Tally) -> Iterator[Scores]:
        """The scores of a share, in pieces, counted in the tally."""
        kernel, noted = _kernel(), np.zeros(3, np.uint64)
        for rows, slots, scores in self._pieces(share):
            reached = share.reached.slots[slots] if share.reached else scores[:0]
            arguments = (self._tier(), _known(share.beside), *self.product.tables)
            kernel.solve_rows(rows, *arguments, reached, (scores, noted))
            yield scores
        scores_seen, reached_slots, positions = noted.tolist()
        tally.positions += positions
        tally.scores.update(score - LOWEST for score in cells_in(scores_seen))
        if (
            reached_slots
            < self.ends[share.last - 1] - self.ends[share.first] + self.sizes[share.first]
        ):
            tally.scores.add(UNREACHABLE)

    def marked(self, share: Share) -> Iterator[Any]:
        """The marks of a share, in pieces."""
        kernel = _kernel()
        for rows, _, flags in self._pieces(share):
            kernel.mark_rows(rows, self._tier(), _known(share.beside), *self.product.tables, flags)
            yield flags

    def _pieces(self, share: Share) -> Iterator[tuple[tuple[int, int], slice, Scores]]:
        """Some rows of a share at once, where their slots are in the file, and room for these."""
        first = share.first
        while first < share.last:
            begin = int(self.ends[first] - self.sizes[first])
            found = int(np.searchsorted(self.ends, begin + AT_ONCE, side="right"))
            last = min(max(first + 1, found), share.last)
            size, start = int(self.ends[last - 1]) - begin, self.start(first)
            yield (first, last), slice(start, start + size), np.empty(size, np.int8)
            first = last

    def in_file_order(self, first: int, last: int) -> Iterator[Scores]:
        """What stands in some blocks, from one to the one before another, as the table has it.

        It comes in pieces of which each, packed, is whole bytes.
        """
        for blocks in self._batches(first, last):
            scores = np.empty((len(self.masks[blocks]), self.layout.size), np.int8)
            self._carry(blocks, scores, back=False)
            yield scores.ravel()

    def _batches(self, first: int, last: int) -> Iterator[slice]:
        many = -(-CARRIED_AT_ONCE // self.layout.size // 8) * 8
        for begin in range(first, last, many):
            yield slice(begin, min(begin + many, last))

    def restore(self, slots: Buffer, palette: Palette) -> None:
        """Write what has been packed."""
        self.slots[:] = UNREACHABLE
        for blocks in self._batches(0, len(self.masks)):
            shape = len(self.masks[blocks]), self.layout.size
            start = slots_size(blocks.start * self.layout.size, bits_for(palette))
            pieces = [*unpacked(slots[start:], palette, shape[0] * shape[1])]
            self._carry(blocks, np.concatenate(pieces).reshape(shape), back=True)
        # Of a position's slots in a row that a symmetry keeps some have been left out: they are
        # what it makes of the others.
        for turned, rows in zip(self.product.turned, self.product.fixed, strict=True):
            for row in rows[self.sizes[rows] > 0]:
                some = self.slots[self.at[row] : self.at[row] + self.sizes[row]]
                here = self.product.first[tuple(self.product.wanted(self.stones)[:, row])]
                np.minimum(some, some[turned[here : here + len(some)]], out=some)

    def _carry(self, blocks: slice, scores: Scores, *, back: bool) -> None:
        halves, product = halves_of(self.stones), self.product
        _kernel().carry_slots(
            self.masks[blocks].astype(np.uint32),
            (halves.low_ranks.view(np.uint32), halves.high_ranks.view(np.uint32), halves.low_bits),
            *(x_count(self.stones), (product.weights, product.is_low)),
            *((product.row, product.turn, self.at), (product.place, product.turned)),
            *(self.slots, scores, back),
        )

    def _tier(self) -> tuple[Any, ...]:
        wanted = self.product.wanted(self.stones)
        return self.stones, *wanted, self.sizes, self.product.class_sizes


def _known(tier: TierFile | None) -> tuple[Array, Scores]:
    """A tier for compiled code: where its rows begin, and its slots."""
    if not isinstance(tier, RowFile):
        return np.zeros(0, np.int64), np.zeros(0, np.int8)
    return tier.at, tier.slots


def _kernel() -> Any:
    try:
        from ttt_table.build import kernel
    except Exception as error:  # with a numpy that it was not made for numba fails in many ways
        raise MissingExtraError(f"compiled code needs numba ({error})") from None
    return kernel
