"""Blocks of a tier, and their neighbours: the blocks one stone more, or one less.

A tier is solved by its neighbour with one stone more, and marked by the one with one
stone less. Each move, or each stone that may have come last, leads from a block to one
block of the neighbouring tier. A comment or docstring names the axes of an array, such
as ``[move, block]``. A pattern is in two halves, so an axis may be of halves.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttt_table.rules.game import Game, lines_of_o, lines_of_x
from ttt_table.runtime import ceil_div, slots_per_block
from ttt_table.table.bits import Array, cells_by_block, pattern_bits, unions
from ttt_table.table.numbering import Masks, Patterns, Rules, halves_of
from ttt_table.table.slots import x_count

LineSets = NDArray[np.unsignedinteger[Any]]
"""Sets of lines, bit i for line i of a word."""
HalvesOfLines = tuple[LineSets, LineSets]
"""Sets of lines for low halves of patterns, and for high ones."""
BlockNumbers = TypeVar("BlockNumbers", int, Array)

BATCH = 1 << 18
"""The replies looked up at once: a cache holds the indices of as many."""
RANKED_BITS = 20
"""The longest patterns that one table ranks; a larger one exceeds a cache."""
WORD = 64
"""The most lines of a word."""
ALIGNMENT = 1 << 12
"""Chunks are aligned so that no two machines write into one page of a file."""


class LineWords(NamedTuple):
    """The lines of each player by word and cell: those through the cell.

    A word has as many lines as fit into one integer.
    """

    x: list[LineSets]
    """The lines of X."""
    o: list[LineSets]
    """The lines of O: the same list as X's if the lines are the same."""


@lru_cache(maxsize=4)
def lines_in_words(game: Game) -> LineWords:
    """Return the lines of both players in words."""
    x_masks = lines_of_x(game)
    x_words = _words_of(x_masks, game.cells)
    o_masks = lines_of_o(game)
    if o_masks == x_masks:
        return LineWords(x_words, x_words)
    return LineWords(x_words, _words_of(o_masks, game.cells))


def _words_of(line_masks: Sequence[int], cells: int) -> list[LineSets]:
    words = []
    for first in range(0, len(line_masks), WORD):
        in_word = line_masks[first : first + WORD]
        through_cells = [_lines_through(cell, in_word) for cell in range(cells)]
        width = next(width for width in (16, 32, 64) if len(in_word) <= width)
        words.append(np.array(through_cells, f"u{width // 8}"))
    return words


def _lines_through(cell: int, line_masks: Sequence[int]) -> int:
    return sum(
        1 << number for number, line in enumerate(line_masks) if line >> cell & 1
    )


class Layout(NamedTuple):
    """The places of the slots of a tier's blocks in a file with a byte for each slot.

    The blocks are divided into chunks, each of which begins with a page of the file.
    """

    slots_per_block: int
    """The number of slots of a block."""
    blocks_per_chunk: int
    """The number of blocks of a chunk; the last chunk may have fewer."""

    def first_slot(self, block: BlockNumbers) -> BlockNumbers:
        """Return where in the file a block's first slot is."""
        chunk_slots = self.slots_per_block * self.blocks_per_chunk
        chunk_size = ceil_div(chunk_slots, ALIGNMENT) * ALIGNMENT
        first_of_chunk = block // self.blocks_per_chunk * chunk_size
        return first_of_chunk + block % self.blocks_per_chunk * self.slots_per_block


class NeighbourTier(NamedTuple):
    """A finished tier: when solving, the next one; when marking, the previous one."""

    masks: Masks
    """The masks of its blocks."""
    slots: NDArray[Any]
    """Scores, or which slots play can reach."""
    layout: Layout
    """The place of each block's slots."""


@lru_cache(maxsize=1)
def ranked_patterns(stones: int) -> Patterns:
    """Return the patterns of a tier, ranked by one table if it is small enough."""
    return Patterns(stones, min(stones, RANKED_BITS))


class Neighbours(NamedTuple):
    """The blocks that moves lead to: stones are played, or taken off."""

    first_slots: Array
    """[move, block]: the first slot of the block that the move leads to."""
    stone_bits: Array
    """[stone, move, block]: the stone's bit in a pattern of the block there."""
    new_stone_bit: Array
    """[move, block]: the bit there of a stone of X that is played, or 0."""


class Blocks(ABC):
    """Some blocks of a tier, and their neighbours in the neighbouring tier."""

    def __init__(
        self, rules: Rules, stones: int, masks: Masks, neighbour_tier: NeighbourTier
    ) -> None:
        """Prepare some blocks.

        Args:
            rules: The rules of the game.
            stones: How many stones the tier has.
            masks: The masks of the blocks.
            neighbour_tier: The tier of the neighbours.
        """
        self.rules = rules
        self.patterns = halves_of(stones)
        self.stones = stones
        self.masks = masks.astype(np.int64)
        self.neighbour_tier = neighbour_tier
        is_taken = rules.taken(self.masks)
        self.occupied = cells_by_block(is_taken)
        """[stone, block]: the occupied cells, in order."""
        self.free = cells_by_block(~is_taken)
        """[number, block]: the free cells, in order."""
        self.words = LineWords([], [])
        """The lines through each cell; none while X has too few stones for a line."""
        if x_count(stones) >= rules.shortest:
            self.words = lines_in_words(rules.game)
        self.neighbours = self._find_neighbours()

    @abstractmethod
    def _find_neighbours(self) -> Neighbours:
        """Return the neighbours of the blocks."""

    def _neighbours_at(
        self, masks: Array, played_by_x: Array | None = None
    ) -> Neighbours:
        """Return the blocks with these masks, or masks that symmetries carry to them.

        Args:
            masks: ``[move, block]``: the occupied cells after the move.
            played_by_x: ``[move, block]``: the cells that X plays; None if O plays, or
                stones are taken off.
        """
        canonical, symmetry = self.rules.canonical(masks)
        stored = self.neighbour_tier.masks
        blocks = np.searchsorted(stored, canonical.astype(stored.dtype))

        def bits_of(cells: Array) -> Array:
            return pattern_bits(canonical, self.rules.carried_to(symmetry, cells))

        new_stone_bit = np.zeros_like(masks)
        if played_by_x is not None:
            new_stone_bit = bits_of(played_by_x)
        return Neighbours(
            self.neighbour_tier.layout.first_slot(blocks),
            bits_of(self.occupied[:, None]),
            new_stone_bit,
        )

    @cached_property
    def _pattern_maps(self) -> tuple[Array, Array]:
        """[move, half of a pattern, block]: the bits that the half's stones go to.

        A symmetry moves each bit on its own, so a pattern goes where the union of its
        halves does.
        """
        half = self.patterns.low_bits
        bits = self.neighbours.stone_bits.swapaxes(0, 1)
        low_map = unions(bits[:, :half])
        return low_map, unions(bits[:, half:], self.neighbours.new_stone_bit)

    def _neighbour_patterns(self, low: Array, high: Array) -> Array:
        """Return the patterns in the neighbours, as ``[move, pattern, block]``."""
        low_map, high_map = self._pattern_maps
        patterns: Array = np.take(low_map, low, axis=1, mode="clip")
        patterns |= np.take(high_map, high, axis=1, mode="clip")
        return patterns

    def words_of(self, *, mover: bool) -> list[LineSets]:
        """Return the lines of the mover, or of the opponent."""
        x_to_move = self.stones % 2 == 0
        return self.words.x if mover == x_to_move else self.words.o

    @cached_property
    def _x_lines_not_of_o(self) -> list[HalvesOfLines]:
        return self._lines_not_of_o(self.words.x)

    @cached_property
    def _o_lines_not_of_o(self) -> list[HalvesOfLines]:
        if self.words.o is self.words.x:
            return self._x_lines_not_of_o
        return self._lines_not_of_o(self.words.o)

    def _lines_not_of_o(self, words: Sequence[LineSets]) -> list[HalvesOfLines]:
        """Return by word, for low and high halves of patterns, lines not full of O.

        ``[half of a pattern, block]``: the lines on which X has a stone in this half;
        with a high half also the lines through a free cell.
        """
        half = self.patterns.low_bits
        by_word = []
        for word in words:
            through_occupied = np.take(word, self.occupied, mode="clip")[None]
            through_free = np.take(word, self.free, mode="clip")
            unfilled = np.bitwise_or.reduce(through_free, axis=0)
            low = unions(through_occupied[:, :half])[0]
            high = unions(through_occupied[:, half:], unfilled)[0]
            by_word.append((low, high))
        return by_word

    def _filled_lines(self, low: Array, high: Array, *, mover: bool) -> list[LineSets]:
        """Return the lines that a player has filled, by word.

        Args:
            low: The low halves of patterns.
            high: Their high halves.
            mover: Whether the player is the mover, or the opponent.

        Returns:
            By word, ``[pattern, block]``; no words if no line counts for the player.
        """
        words = self.words_of(mover=mover)
        if not words:
            return []
        unfilled = self._o_lines_not_of_o
        x_to_move = self.stones % 2 == 0
        if mover == x_to_move:
            # The player is X, who has the lines that O had if the colours were
            # exchanged.
            unfilled = self._x_lines_not_of_o
            low_bits = self.patterns.low_bits
            low = (1 << low_bits) - 1 ^ low
            high = (1 << self.stones - low_bits) - 1 ^ high
        filled = []
        for (not_low, not_high), word in zip(unfilled, words, strict=True):
            not_filled = np.take(not_low, low, axis=0) | np.take(not_high, high, axis=0)
            filled.append(not_filled ^ np.bitwise_or.reduce(word))
        return filled


def batches(
    game: Game, stones: int, block_count: int, replies: int
) -> Iterator[tuple[slice, list[slice]]]:
    """Divide the blocks of a tier into batches.

    Args:
        game: The game.
        stones: How many stones the tier has.
        block_count: How many blocks there are.
        replies: How many replies a batch looks up.

    Yields:
        Some blocks, and the parts of their slots: several parts for a single block that
        is larger than a batch.
    """
    slots = slots_per_block(stones)
    # With gravity, each column has one cell to play next, and one stone that may have
    # come last.
    places = game.cols if game.gravity else game.cells
    moves = max(1, min(game.cells - stones, places))
    blocks_at_once = max(1, replies // (moves * slots))
    slots_at_once = slots
    if blocks_at_once == 1:
        slots_at_once = max(1, replies // moves)
    parts = [
        slice(start, min(start + slots_at_once, slots))
        for start in range(0, slots, slots_at_once)
    ]
    for first in range(0, block_count, blocks_at_once):
        yield slice(first, first + blocks_at_once), parts
