"""Blocks of a tier, and the blocks beside them that moves lead to, or come from.

Arrays have up to three axes, in this order: moves, patterns, blocks.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttt_table.rules.game import Game, lines, lines_by_side
from ttt_table.table.numbering import Masks, Rules
from ttt_table.table.patterns import Patterns, halves_of
from ttt_table.table.sets import Array, cells_by_block, pattern_bits, unions
from ttt_table.table.slots import slots_per_block, x_count

Lines = NDArray[np.unsignedinteger[Any]]
"""Sets of lines, bit i for line i of a word."""
Place = TypeVar("Place", int, Array)

BATCH = 1 << 18
"""How many replies are looked up at once: a cache holds the indices of as many."""
RANKED_BITS = 20
"""The longest patterns that one table ranks; a larger one exceeds a cache."""
WORD = 64
"""How many lines a word has at most."""
PAGE = 1 << 12
"""Shares are aligned so that no two machines write into one page of a file."""


@lru_cache(maxsize=4)
def lines_in_words(game: Game) -> list[Lines]:
    """Return the lines through each cell, as many at a time as fit into one integer."""
    every_line = lines(game)
    words = []
    for first in range(0, max(len(every_line), 1), WORD):
        in_word = every_line[first : first + WORD]
        through_cells = [_lines_through(cell, in_word) for cell in range(game.cells)]
        width = next(width for width in (16, 32, 64) if len(in_word) <= width)
        words.append(np.array(through_cells, f"u{width // 8}"))
    return words


def _lines_through(cell: int, lines: Sequence[int]) -> int:
    return sum(1 << number for number, line in enumerate(lines) if line >> cell & 1)


class Layout(NamedTuple):
    """Where the slots of a tier's blocks are in a file with a byte for each slot."""

    size: int
    """How many slots a block has."""
    share: int
    """How many blocks a share has."""

    def start(self, block: Place) -> Place:
        """Return the place of a block's first slot; each share begins with a page."""
        share_size = -(-self.size * self.share // PAGE) * PAGE
        return block // self.share * share_size + block % self.share * self.size


class Known(NamedTuple):
    """The tier beside: the next one when solving, when marking the one before."""

    masks: Masks
    """The masks of its blocks."""
    slots: NDArray[Any]
    """Scores, or which slots play can reach."""
    layout: Layout
    """Where each block's slots are."""


@lru_cache(maxsize=1)
def ranked_patterns(stones: int) -> Patterns:
    """Return the patterns of a tier, ranked by one table if it is small enough."""
    return Patterns(stones, min(stones, RANKED_BITS))


class Blocks:
    """Some blocks of a tier, and their slots' neighbours in the tier beside."""

    first_slots: Array
    """By move and block, the first slot of the block there."""
    places: Array
    """By move, stone and block, the stone's bit in a pattern there."""
    stone: Array
    """By move and block, the bit of a new stone of X in a pattern there, or 0."""

    def __init__(self, rules: Rules, stones: int, masks: Masks, beside: Known) -> None:
        """Prepare some blocks.

        Args:
            rules: The rules of the game.
            stones: How many stones the tier has.
            masks: The masks of the blocks.
            beside: The tier that has the neighbours.
        """
        self.rules = rules
        self.patterns = halves_of(stones)
        self.stones = stones
        self.masks = masks.astype(np.int64)
        self.beside = beside
        taken = rules.taken(self.masks)
        self.occupied = cells_by_block(taken)
        self.free = cells_by_block(~taken)
        self.words: list[Lines] = []
        if x_count(stones) >= rules.shortest:
            self.words = lines_in_words(rules.game)

    def _find_neighbours(self, masks: Array) -> tuple[Array, Array]:
        """Find the blocks of masks in the tier beside.

        Returns:
            The masks of those blocks, and the symmetries that lead to them.
        """
        smallest, symmetry = self.rules.canonical(masks)
        stored = self.beside.masks
        blocks = np.searchsorted(stored, smallest.astype(stored.dtype))
        self.first_slots = self.beside.layout.start(blocks)
        self.places = self._places(smallest, symmetry, self.occupied[:, None])
        self.stone = np.zeros_like(masks)
        return smallest, symmetry

    def _places(self, smallest: Array, symmetry: Array, cells: Array) -> Array:
        """Return the pattern's bits for cells that a symmetry has carried."""
        return pattern_bits(smallest, self.rules.carried_to(symmetry, cells))

    @cached_property
    def maps(self) -> tuple[Array, Array]:
        """Where each half of a pattern goes, by stones and move."""
        # A symmetry moves each bit on its own, so a pattern goes where the union of its
        # halves does.
        half = self.patterns.low_bits
        places = self.places.swapaxes(0, 1)
        return unions(places[:, :half]), unions(places[:, half:], self.stone)

    def _patterns_beside(self, low: Array, high: Array) -> Array:
        """Return the patterns of the neighbours, by move, slot and block."""
        patterns: Array = np.take(self.maps[0], low, axis=1, mode="clip")
        patterns |= np.take(self.maps[1], high, axis=1, mode="clip")
        return patterns

    @cached_property
    def no_lines(self) -> list[tuple[Lines, Lines]]:
        """Which lines each half of a pattern keeps O from having, a word at a time."""
        half = self.patterns.low_bits
        by_word = []
        for word in self.words:
            through = np.take(word, self.occupied, mode="clip")[None]
            through_free = np.take(word, self.free, mode="clip")
            outside = np.bitwise_or.reduce(through_free, axis=0)
            low = unions(through[:, :half])[0]
            high = unions(through[:, half:], outside)[0]
            by_word.append((low, high))
        return by_word

    def _filled_lines(self, low: Array, high: Array, *, mover: bool) -> list[Lines]:
        """Return the lines of one player, by word; none if his lines do not count.

        Args:
            low: The low halves of patterns.
            high: Their high halves.
            mover: Whether the player is the mover, or the player who moved last.
        """
        mover_lines, last_lines = lines_by_side(self.rules.game, self.stones)
        if not (mover_lines if mover else last_lines):
            return []
        x_to_move = self.stones % 2 == 0
        if mover == x_to_move:
            # The player is X, who has the lines that O had if the colours were
            # exchanged.
            low_bits = self.patterns.low_bits
            low = (1 << low_bits) - 1 ^ low
            high = (1 << self.stones - low_bits) - 1 ^ high
        filled = []
        for (no_low, no_high), word in zip(self.no_lines, self.words, strict=True):
            not_filled = np.take(no_low, low, axis=0) | np.take(no_high, high, axis=0)
            filled.append(not_filled ^ np.bitwise_or.reduce(word))
        return filled


def batches(
    game: Game, stones: int, blocks: int, size: int
) -> Iterator[tuple[slice, list[slice]]]:
    """Divide the blocks of a tier into batches.

    Args:
        game: The game.
        stones: How many stones the tier has.
        blocks: How many blocks there are.
        size: How many replies a batch looks up.

    Yields:
        Some blocks, and the parts of their slots: several parts for a single block that
        is larger than a batch.
    """
    slots = slots_per_block(stones)
    # With gravity, each column has one cell to play next, and one stone that may have
    # come last.
    moves = min(game.cells - stones, game.cols if game.gravity else game.cells)
    moves = max(1, moves)
    blocks_at_once = max(1, size // (moves * slots))
    slots_at_once = slots
    if blocks_at_once == 1:
        slots_at_once = max(1, size // moves)
    parts = [
        slice(start, min(start + slots_at_once, slots))
        for start in range(0, slots, slots_at_once)
    ]
    for first in range(0, blocks, blocks_at_once):
        yield slice(first, first + blocks_at_once), parts
