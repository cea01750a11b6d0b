"""A tier under way that compiled code solves, row by row; `product` says what a row is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ttt_table.build.product import Product, product_of
from ttt_table.build.shares import PAGE, Share, TierFile
from ttt_table.build.tiers import Scores, Tally
from ttt_table.errors import MissingExtraError
from ttt_table.rules.game import cells_in
from ttt_table.table.numbering import UNREACHABLE, Array, halves_of
from ttt_table.table.slots import slots_per_block, x_count

if TYPE_CHECKING:  # the reader has no such names at run time
    from ttt_table.table.packing import Buffer, Palette


class RowFile(TierFile):
    """A tier laid out in rows: shares of rows are solved, and shares of blocks packed.

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
    def slots(self) -> Scores:
        """The scores, or marks; those of shares that are done."""
        return np.memmap(self.path, np.int8, "r+").view(np.ndarray)

    @cached_property
    def shares(self) -> list[tuple[int, int]]:
        """How it is cut, to be solved: the first row of each share, and the one behind."""
        numbers = (self.sizes.cumsum() - self.sizes) // (self.many * slots_per_block(self.stones))
        cuts = np.flatnonzero(np.diff(numbers, prepend=-1)).tolist()
        return [*pairwise([*cuts, len(numbers)])]

    def solved(self, share: Share, tally: Tally) -> Iterator[Scores]:
        """The scores of a share, counted in the tally."""
        product, part = self.product, self.part(share.first, share.last)
        scores, noted = np.empty(part.stop - part.start, np.int8), np.zeros(3, np.uint64)
        later = np.zeros(0, np.int64), scores[:0]
        if isinstance(share.beside, RowFile):
            later = share.beside.at, share.beside.slots
        _kernel().solve_rows(
            (share.first, share.last),
            (self.stones, product.wanted(self.stones), self.sizes, product.class_sizes),
            *(later, *product.tables),
            share.reached.slots[part] if share.reached else scores[:0],
            (scores, noted),
        )
        seen, reached, positions = noted.tolist()
        tally.positions += positions
        tally.scores.update(score - 32 for score in cells_in(seen))
        tally.scores.update([UNREACHABLE] * (reached < len(scores)))
        yield scores

    def in_file_order(self, first: int, last: int) -> Scores:
        """What stands in some blocks, from one to the one before another, as the table has it."""
        scores = np.empty((last - first, slots_per_block(self.stones)), np.int8)
        self._carry(first, scores, back=False)
        return scores.ravel()

    def restore(self, slots: Buffer, palette: Palette) -> None:
        """Write what has been packed."""
        with open(self.path, "r+b") as file:  # where no room is left for a page, to map it kills
            for _ in range(0, self.at[-1], PAGE):
                file.write(bytes([UNREACHABLE]) * PAGE)
        for first, last in self.packed_shares:
            scores = np.concatenate([*self.unpacked(slots, palette, first, last)])
            self._carry(first, scores.reshape(last - first, -1), back=True)
        # Of a position's slots in a row that a symmetry keeps some are still left out: the
        # symmetry takes others there.
        wanted = self.product.wanted(self.stones)
        for symmetry, row in np.argwhere(self.product.kept & (self.sizes > 0)).tolist():
            if symmetry:  # the first moves nothing
                some = self.slots[self.at[row] : self.at[row] + self.sizes[row]]
                begin = self.product.first[tuple(wanted[:, row])]
                turned = self.product.turned[symmetry]
                np.minimum(some, some[turned[begin : begin + len(some)]], out=some)

    def _carry(self, first: int, scores: Scores, *, back: bool) -> None:
        halves, product = halves_of(self.stones), self.product
        low_weights = product.low.weights
        _kernel().carry_slots(
            self.masks[first : first + len(scores)].astype(np.uint32),
            (halves.low_ranks.view(np.uint32), halves.high_ranks.view(np.uint32), halves.low_bits),
            *(x_count(self.stones), (low_weights + product.high.weights, low_weights > 0)),
            *((product.numbers, product.turns, self.at), (product.places, product.turned)),
            *(self.slots, scores, back),
        )


def _kernel() -> Any:
    try:
        from ttt_table.build import kernel
    except Exception as error:  # with a numpy that it was not made for numba fails in many ways
        raise MissingExtraError(f"compiled code needs numba ({error})") from None
    return kernel
