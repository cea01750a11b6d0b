"""The places of many positions in the table: `slots` in numpy, for whole arrays.

A position is found by its mask, then by the rank of its pattern: its slot in the block.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BadTableError
from ttt_table.rules.game import (
    Game,
    covers,
    finished_score,
    shortest_line,
    stacks,
    supports,
    symmetries,
)
from ttt_table.runtime import mask_width, slots_per_block
from ttt_table.table.bits import Array, Flags, popcount, unions
from ttt_table.table.slots import x_count

Masks = NDArray[np.uint16] | NDArray[np.uint32]
"""Canonical masks as a file holds them."""

FEW_SYMMETRIES = 16
"""Up to as many, the canonical mask is found by making all images of a mask."""
CHUNK_BITS = 16
"""Masks are enumerated in chunks of at most two to this power."""


class Patterns:
    """The patterns of a tier, ascending, each in a low and a high part.

    The high part alone tells how many X the low one has. So two small tables of ranks
    do instead of a large one: the rank of a pattern is the sum of both parts' ranks.
    """

    def __init__(self, stones: int, low_bits: int, chosen: int | None = None) -> None:
        """List the parts.

        Args:
            stones: The length of a pattern in bits.
            low_bits: The length of the low part.
            chosen: How many bits are set; by default one for each X.
        """
        self.low_bits = low_bits
        self.stones = stones
        if chosen is None:
            chosen = x_count(stones)
        low_counts = popcount(np.arange(1 << low_bits))
        high_counts = popcount(np.arange(1 << stones - low_bits)).astype(np.int64)

        # Low parts by how many bits are set, and where those with each count begin.
        self.lows = np.argsort(low_counts, kind="stable").astype(np.int32)
        with_count = np.bincount(low_counts)
        self.first_lows = np.cumsum(with_count) - with_count

        # For each high part, how many bits its low parts have set, how many low parts
        # these are, and how many patterns come before them.
        missing = chosen - high_counts
        is_possible = (missing >= 0) & (missing < len(with_count))
        self.low_bits_set = np.where(is_possible, missing, 0)
        self.low_parts = np.where(is_possible, with_count[self.low_bits_set], 0)
        self.high_ranks = (np.cumsum(self.low_parts) - self.low_parts).astype(np.int32)

        # For each low part, how many with as many bits set come before it.
        self.low_ranks = np.empty(len(self.lows), np.int32)
        self.low_ranks[self.lows] = np.arange(len(self.lows), dtype=np.int32)
        first_lows = self.first_lows.astype(np.int32)
        self.low_ranks -= np.take(first_lows, low_counts, mode="clip")
        self.count = int(self.low_parts.sum())

    def parts(self, first: int, last: int) -> tuple[Array, Array]:
        """Return the low and the high parts of the patterns between two ranks."""
        last = min(last, self.count)
        if (first, last) == (0, self.count):
            return self._all_parts
        return self._make_parts(first, last)

    def between(self, first: int, last: int) -> NDArray[np.uint32]:
        """Return the patterns from one rank to another, whole."""
        last = min(last, self.count)
        high, places = self._highs_and_places(first, last, np.int32)
        patterns = high.view(np.uint32)
        patterns <<= self.low_bits
        patterns |= np.take(self.lows.view(np.uint32), places, mode="clip")
        return patterns

    @cached_property
    def _all_parts(self) -> tuple[Array, Array]:
        return self._make_parts(0, self.count)

    def _make_parts(self, first: int, last: int) -> tuple[Array, Array]:
        high, places = self._highs_and_places(first, last, np.int64)
        return np.take(self.lows, places, mode="clip").astype(np.int64), high

    def _highs_and_places(
        self, first: int, last: int, dtype: type[np.signedinteger[Any]]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the high parts of patterns, and where their low ones are in `lows`."""
        begin, end = np.searchsorted(self.high_ranks, (first, last - 1), side="right")
        highs = slice(begin - 1, end)
        starts = self.high_ranks[highs].astype(np.int64)
        ends = np.minimum(starts + self.low_parts[highs], last)
        counts = ends - np.maximum(starts, first)
        # A pattern's low part is as far from the first one as the pattern's rank is
        # from that of its high part.
        shifts = self.first_lows[self.low_bits_set[highs]] - starts
        places = np.repeat(shifts.astype(dtype), counts)
        places += np.arange(first, last, dtype=dtype)
        return np.repeat(np.arange(begin - 1, end, dtype=dtype), counts), places

    def ranks(self, patterns: Array) -> NDArray[np.int32]:
        """Return the rank of each of these patterns, and overwrite them."""
        if self.low_bits == self.stones:
            return np.take(self.low_ranks, patterns, mode="clip")
        low = np.take(self.low_ranks, patterns & (1 << self.low_bits) - 1, mode="clip")
        patterns >>= self.low_bits
        ranks: NDArray[np.int32] = np.take(self.high_ranks, patterns, mode="clip")
        ranks += low
        return ranks


@lru_cache(maxsize=4)
def halves_of(stones: int) -> Patterns:
    """Return the patterns of a tier, each in two halves."""
    return Patterns(stones, stones // 2)


class Rules:
    """The rules of a game as arrays: its cells and symmetries."""

    def __init__(
        self, game: Game, listed: Sequence[Sequence[int]] | None = None
    ) -> None:
        """Prepare the arrays.

        Args:
            game: The game.
            listed: The symmetries that a file lists; by default the game's.
        """
        self.game = game
        self.carried = np.array(symmetries(game) if listed is None else listed)
        """By symmetry and cell, the cell that it is carried to."""
        self.supports = np.array(supports(game))
        self.covers = np.array(covers(game))
        self.line_score = finished_score(game, line=True)
        """The mover's score on a board with a line."""
        self.full_board_score = finished_score(game, line=False)
        """The mover's score on a full board without a line."""
        # Without lines, more stones than there are cells.
        self.shortest = shortest_line(game) or game.cells + 1
        self._half = game.cells // 2
        image_bits = 1 << self.carried
        self._low_images = unions(image_bits[:, : self._half])
        self._high_images = unions(image_bits[:, self._half :])

    def images(self, masks: Array) -> Array:
        """Return the masks that each symmetry carries these to, one symmetry a row."""
        return np.stack(
            [self.images_by(number, masks) for number in range(len(self.carried))]
        )

    def images_by(self, numbers: Array | int, masks: Array) -> Array:
        """Return where one symmetry for all masks, or one for each, carries them."""
        low = masks & (1 << self._half) - 1
        high = masks >> self._half
        low |= numbers << self._half
        high |= numbers << self.game.cells - self._half
        images: Array = np.take(self._low_images.ravel(), low, mode="clip")
        images |= np.take(self._high_images.ravel(), high, mode="clip")
        return images

    def canonical(self, masks: Array) -> tuple[Array, Array]:
        """Return the canonical masks of masks of a tier, and the symmetries used."""
        has_many = len(self.carried) > FEW_SYMMETRIES
        if has_many and not self.game.gravity and masks.size:
            stones = int(popcount(masks.ravel()[:1])[0])
            return orbits_of(self.game, stones).find(masks)
        return self.smallest(masks)

    def smallest(self, masks: Array) -> tuple[Array, Array]:
        """Return the same as `canonical` for masks of any tiers, by all images."""
        # The symmetry's number is in the low bits, so that the smallest image has it.
        bits = len(self.carried).bit_length()
        smallest = self.images_by(0, masks) << bits
        for number in range(1, len(self.carried)):
            image = self.images_by(number, masks)
            image <<= bits
            image |= number
            np.minimum(smallest, image, out=smallest)
        return smallest >> bits, smallest & (1 << bits) - 1

    def carried_to(self, symmetries: Array | int, cells: Array) -> Array:
        """Return the cells that symmetries carry these to."""
        places = symmetries * self.game.cells + cells
        return np.take(self.carried.ravel(), places, mode="clip")

    def class_sizes(self, masks: Array) -> Array:
        """Return the number of different images of each mask."""
        images = self.images(masks)
        sizes: Array = len(images) // (images == masks).sum(axis=0)
        return sizes

    def taken(self, masks: Array) -> Flags:
        """Return which cells are occupied, by mask and cell."""
        return (masks[:, None] >> np.arange(self.game.cells) & 1).astype(bool)

    def playable(self, masks: Array) -> Flags:
        """Return which cells may be played next, by mask and cell."""
        supported: Flags = masks[:, None] & self.supports == self.supports
        return supported & ~self.taken(masks)

    def floating(self, masks: Array) -> Flags:
        """Return which cells hold a stone that should have fallen further."""
        unsupported: Flags = masks[:, None] & self.supports != self.supports
        return unsupported & self.taken(masks)

    def removable(self, masks: Array) -> Flags:
        """Return which cells hold a stone that may have been placed last."""
        uncovered: Flags = masks[:, None] & self.covers == 0
        return uncovered & self.taken(masks)

    def slots(self, stored: Masks, stones: int, masks: Array, x: Array) -> Array:
        """Return the slots of positions of one tier.

        Args:
            stored: The masks of the tier's blocks, as a file holds them.
            stones: The number of stones.
            masks: The occupied cells of each position.
            x: Those of them that X has.

        Raises:
            BadTableError: There is no block for a mask.
        """
        smallest, symmetry = self.smallest(masks)
        # In order, to bisect takes a third of the time, and what is read from the file
        # is together.
        order = np.argsort(smallest)
        smallest = smallest[order]
        blocks = np.searchsorted(stored, smallest.astype(stored.dtype))
        if (np.take(stored, blocks, mode="clip") != smallest).any():
            raise BadTableError(f"tier {stones} lacks the block of a mask")

        carried = self.images_by(symmetry[order], x[order])
        patterns = np.zeros_like(x)
        place = np.zeros_like(x)
        for cell in range(self.game.cells):
            patterns |= (carried >> cell & 1) << place
            place += smallest >> cell & 1
        slots = np.empty_like(x)
        ranks = halves_of(stones).ranks(patterns)
        slots[order] = blocks * slots_per_block(stones) + ranks
        return slots


rules_of = lru_cache(maxsize=4)(Rules)


@lru_cache(maxsize=1)
def masks_by_tier(game: Game) -> list[Masks]:
    """Return the canonical masks of each tier, as the file holds them."""
    rules = rules_of(game)
    lows, highs = _halves_of_masks(game, len(rules.carried))
    tiers: list[list[Masks]] = [[] for _ in range(game.cells + 1)]
    for high in highs:
        canonical = lows | high
        for number in range(1, len(rules.carried)):
            canonical = canonical[rules.images_by(number, canonical) >= canonical]
        counts = popcount(canonical)
        by_count = canonical[np.argsort(counts, kind="stable")]
        stored = by_count.astype(f"<u{mask_width(game.cells)}")
        ends = np.cumsum(np.bincount(counts, minlength=game.cells + 1))
        for stones, part in enumerate(np.split(stored, ends[:-1])):
            if len(part):
                tiers[stones].append(part)
    return [np.sort(np.concatenate(parts), kind="stable") for parts in tiers]


def _halves_of_masks(game: Game, symmetries: int) -> tuple[Array, Array]:
    """Return two lists of sets: every mask is the union of one from each.

    The first has at most two to the power of `CHUNK_BITS`, or 16 times as many if there
    are many symmetries.
    """
    low = np.zeros(1, np.int64)
    high = np.zeros(1, np.int64)
    chunk_bits = CHUNK_BITS if symmetries <= FEW_SYMMETRIES else CHUNK_BITS + 4
    for stack in map(np.array, stacks(game)):
        if len(low) * len(stack) <= 1 << chunk_bits:
            low = (low | stack[:, None]).ravel()
        else:
            high = (high | stack[:, None]).ravel()
    return low, high


class Orbits:
    """All masks of a tier without gravity, by rank, each with its canonical mask.

    If there are many symmetries, to make all images of each mask that is looked up
    would take longer.
    """

    def __init__(self, game: Game, stones: int) -> None:
        rules = rules_of(game)
        self._ranked = Patterns(game.cells, game.cells // 2, stones)
        self._smallest = np.zeros(self._ranked.count, np.int32)
        self._symmetry = np.zeros(self._ranked.count, np.int16)
        masks = masks_by_tier(game)[stones].astype(np.int64)
        reversed_numbers = _numbers_of_reverses(rules)
        at_once = 1 << CHUNK_BITS - 6
        for first in range(0, len(masks), at_once):
            part = masks[first : first + at_once]
            for images, number in zip(
                rules.images(part), reversed_numbers, strict=True
            ):
                places = self._ranked.ranks(images)
                self._smallest[places] = part
                self._symmetry[places] = number

    def find(self, masks: Array) -> tuple[Array, Array]:
        """Return the same as `Rules.canonical`, for masks of this tier."""
        places = self._ranked.ranks(masks.copy())
        smallest: Array = np.take(self._smallest, places, mode="clip").astype(np.int64)
        symmetry: Array = np.take(self._symmetry, places, mode="clip").astype(np.int64)
        return smallest, symmetry


def _numbers_of_reverses(rules: Rules) -> list[int]:
    """Return for each symmetry the number of the one that reverses it."""
    reverses = np.argsort(rules.carried, axis=1)
    return [
        int((rules.carried == reverse).all(axis=1).argmax()) for reverse in reverses
    ]


orbits_of = lru_cache(maxsize=2)(Orbits)
