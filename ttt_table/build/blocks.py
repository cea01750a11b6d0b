"""Blocks of a tier, and those of the tier beside it that moves lead to, or come from.

Arrays have up to three axes, in this order: moves, patterns, blocks.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttt_table.rules.game import Game, lines, lines_by_side
from ttt_table.table.numbering import Masks, Rules
from ttt_table.table.patterns import Patterns, halves_of
from ttt_table.table.sets import Array, cells_by_block, pattern_bits, unions
from ttt_table.table.slots import slots_per_block, x_count

Lines = NDArray[np.unsignedinteger[Any]]  # sets of lines, bit i for line i of a word
Place = TypeVar("Place", int, Array)

BATCH = (
    1 << 18
)  # how many replies are looked up at once: a processor's cache holds their indices
RANKED_BITS = (
    20  # a table that ranks longer patterns would not fit into a processor's cache
)
WORD = 64
PAGE = 1 << 12  # no two machines write into one page of a file


@lru_cache(maxsize=4)
def lines_in_words(game: Game) -> list[Lines]:
    """The lines through each cell, as many at a time as fit into one integer."""
    ends, words = lines(game), []
    for first in range(0, max(len(ends), 1), WORD):
        some = ends[first : first + WORD]
        through = [
            sum(1 << place for place, line in enumerate(some) if line >> cell & 1)
            for cell in range(game.cells)
        ]
        width = next(width for width in (16, 32, 64) if len(some) <= width)
        words.append(np.array(through, f"u{width // 8}"))
    return words


class Layout(NamedTuple):
    """The slots of a block, the blocks of a share, and where they stand in a file."""

    size: int
    many: int

    def start(self, block: Place) -> Place:
        """The place of a block's first slot; each share begins with a page."""
        share = -(-self.size * self.many // PAGE) * PAGE
        return block // self.many * share + block % self.many * self.size


class Known(NamedTuple):
    """The tier beside: the next one when solving, when marking the one before."""

    masks: Masks
    slots: NDArray[Any]
    """Scores, or which slots play can reach."""
    layout: Layout


@lru_cache(maxsize=1)
def ranked_patterns(stones: int) -> Patterns:
    """The patterns of a tier, ranked by one table where it fits."""
    return Patterns(stones, min(stones, RANKED_BITS))


class Blocks:
    """Some blocks of a tier, and their slots' neighbours in the tier beside."""

    def __init__(self, rules: Rules, stones: int, masks: Masks, beside: Known) -> None:
        self.rules = rules
        self.patterns = halves_of(stones)
        self.stones = stones
        self.masks = masks.astype(np.int64)
        self.beside = beside
        taken = rules.taken(self.masks)
        self.occupied = cells_by_block(taken)
        self.free = cells_by_block(~taken)
        self.words = (
            lines_in_words(rules.game) if x_count(stones) >= rules.shortest else []
        )

    def _find_neighbours(self, masks: Array) -> tuple[Array, Array]:
        """Find the blocks of masks there; returns their masks, and the symmetries."""
        smallest, symmetry = self.rules.canonical(masks)
        blocks = np.searchsorted(
            self.beside.masks, smallest.astype(self.beside.masks.dtype)
        )
        self.first_slots = self.beside.layout.start(blocks)
        self.places = self._places(smallest, symmetry, self.occupied[:, None])
        self.stone = np.zeros_like(masks)
        return smallest, symmetry

    def _places(self, smallest: Array, symmetry: Array, cells: Array) -> Array:
        """The pattern's bits for cells that a symmetry has carried."""
        return pattern_bits(smallest, self.rules.carried_to(symmetry, cells))

    @cached_property
    def maps(self) -> tuple[Array, Array]:
        """Where each half of a pattern goes."""
        # A symmetry moves each bit on its own: a pattern goes where the union of its halves does.
        half, places = self.patterns.low_bits, self.places.swapaxes(0, 1)
        return unions(places[:, :half]), unions(places[:, half:], self.stone)

    def _patterns_beside(self, low: Array, high: Array) -> Array:
        """The patterns of the neighbours, by move, slot and block."""
        patterns: Array = np.take(self.maps[0], low, axis=1, mode="clip")
        patterns |= np.take(self.maps[1], high, axis=1, mode="clip")
        return patterns

    @cached_property
    def no_lines(self) -> list[tuple[Lines, Lines]]:
        """Which lines each half of a pattern keeps O from having, a word at a time."""
        half, found = self.patterns.low_bits, []
        for word in self.words:
            ours = np.take(word, self.occupied, mode="clip")[None]
            outside = np.bitwise_or.reduce(
                np.take(word, self.free, mode="clip"), axis=0
            )
            found.append(
                (unions(ours[:, :half])[0], unions(ours[:, half:], outside)[0])
            )
        return found

    def _lines_made(self, low: Array, high: Array, *, mover: bool) -> list[Lines]:
        """The lines of one player, by word; none if his do not count."""
        if not lines_by_side(self.rules.game, self.stones)[not mover]:
            return []
        if mover == (
            self.stones % 2 == 0
        ):  # X: his are O's, were the colours exchanged
            low_bits = self.patterns.low_bits
            low, high = (
                (1 << low_bits) - 1 ^ low,
                (1 << self.stones - low_bits) - 1 ^ high,
            )
        return [
            (np.take(lows, low, axis=0) | np.take(highs, high, axis=0))
            ^ np.bitwise_or.reduce(word)
            for (lows, highs), word in zip(self.no_lines, self.words, strict=True)
        ]


def batches(
    game: Game, stones: int, blocks: int, size: int
) -> Iterator[tuple[slice, list[slice]]]:
    """Blocks that have ``size`` replies to look up, in one part; or a larger one in several."""
    count = slots_per_block(stones)
    # With gravity a column has one cell to play next, and one stone that may have come last.
    moves = max(1, min(game.cells - stones, game.cols if game.gravity else game.cells))
    rows = max(1, size // (moves * count))
    width = max(1, size // moves) if rows == 1 else count
    parts = [
        slice(start, min(start + width, count)) for start in range(0, count, width)
    ]
    for first in range(0, blocks, rows):
        yield slice(first, first + rows), parts
