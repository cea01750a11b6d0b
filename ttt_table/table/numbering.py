"""Where many positions stand, in numpy: `slots` for whole arrays of them."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BadTableError
from ttt_table.rules.game import (
    Game,
    covers,
    finished_score,
    lines,
    stacks,
    supports,
    symmetries,
)
from ttt_table.table.packing import mask_width
from ttt_table.table.patterns import Patterns, halves_of
from ttt_table.table.sets import Array, Flags, popcount, unions
from ttt_table.table.slots import slots_per_block

Masks = NDArray[np.uint16] | NDArray[np.uint32]  # as they stand in a file

FEW = 16  # symmetries, up to which all images of a mask are made, to find the smallest
CHUNK = 16  # masks are gone through in chunks of at most two to this power


class Rules:
    """What the rules say of a game's cells, symmetries and lines."""

    def __init__(
        self, game: Game, listed: Sequence[Sequence[int]] | None = None
    ) -> None:
        """By the symmetries that a file has ``listed``, or the game's."""
        self.game = game
        self.carried = np.array(symmetries(game) if listed is None else listed)
        self.supports = np.array(supports(game))
        self.covers = np.array(covers(game))
        self.by_line = finished_score(game, line=True)
        self.by_full = finished_score(game, line=False)
        self.lines = lines(game)
        self.shortest = min(
            (line.bit_count() for line in self.lines), default=game.cells + 1
        )
        self._half = game.cells // 2
        stones = 1 << self.carried
        self._low_images = unions(stones[:, : self._half])
        self._high_images = unions(stones[:, self._half :])

    def images(self, masks: Array) -> Array:
        """The masks that each symmetry carries these to, one symmetry a row."""
        return np.stack(
            [self.images_by(number, masks) for number in range(len(self.carried))]
        )

    def images_by(self, numbers: Array | int, masks: Array) -> Array:
        """The masks that one symmetry for all, or one for each, carries these to."""
        low, high = masks & (1 << self._half) - 1, masks >> self._half
        low |= numbers << self._half
        high |= numbers << self.game.cells - self._half
        images: Array = np.take(self._low_images.ravel(), low, mode="clip")
        images |= np.take(self._high_images.ravel(), high, mode="clip")
        return images

    def canonical(self, masks: Array) -> tuple[Array, Array]:
        """The canonical masks of these, all of one tier, and the symmetries that lead there."""
        if len(self.carried) > FEW and not self.game.gravity and masks.size:
            return orbits_of(self.game, int(popcount(masks.ravel()[:1])[0])).find(masks)
        return self.smallest(masks)

    def smallest(self, masks: Array) -> tuple[Array, Array]:
        """What `canonical` finds, for masks of any tiers, from all images of each."""
        bits = len(self.carried).bit_length()
        found = self.images_by(0, masks) << bits
        for number in range(1, len(self.carried)):
            image = self.images_by(number, masks)
            image <<= bits
            image |= number  # so the smallest one tells both
            np.minimum(found, image, out=found)
        return found >> bits, found & (1 << bits) - 1

    def carried_to(self, symmetries: Array | int, cells: Array) -> Array:
        """The cells that symmetries carry these to."""
        places = symmetries * self.game.cells + cells
        return np.take(self.carried.ravel(), places, mode="clip")

    def class_sizes(self, masks: Array) -> Array:
        """How many masks the symmetries make of each of these."""
        images = self.images(masks)
        sizes: Array = len(images) // (images == masks).sum(axis=0)
        return sizes

    def taken(self, masks: Array) -> Flags:
        """Which cells are taken, by mask and cell."""
        return (masks[:, None] >> np.arange(self.game.cells) & 1).astype(bool)

    def playable(self, masks: Array) -> Flags:
        """Which cells may be played next."""
        supported: Flags = masks[:, None] & self.supports == self.supports
        return supported & ~self.taken(masks)

    def floating(self, masks: Array) -> Flags:
        """Which hold a stone that should have fallen further."""
        unsupported: Flags = masks[:, None] & self.supports != self.supports
        return unsupported & self.taken(masks)

    def removable(self, masks: Array) -> Flags:
        """Which hold a stone that may have come last."""
        uncovered: Flags = masks[:, None] & self.covers == 0
        return uncovered & self.taken(masks)

    def slots(self, stored: Masks, stones: int, masks: Array, x: Array) -> Array:
        """The slots of positions, by masks and X's cells; `BadTableError` for one without block."""
        smallest, symmetry = self.smallest(masks)
        # Bisecting goes three times as fast in order, and what is read from the file is together.
        order = np.argsort(smallest)
        smallest = smallest[order]
        blocks = np.searchsorted(stored, smallest.astype(stored.dtype))
        if (np.take(stored, blocks, mode="clip") != smallest).any():
            raise BadTableError(f"tier {stones} lacks the block of a mask")
        carried = self.images_by(symmetry[order], x[order])
        patterns, place = np.zeros_like(x), np.zeros_like(x)
        for cell in range(self.game.cells):
            patterns |= (carried >> cell & 1) << place
            place += smallest >> cell & 1
        slots = np.empty_like(x)
        slots[order] = blocks * slots_per_block(stones) + halves_of(stones).ranks(
            patterns
        )
        return slots


rules_of = lru_cache(maxsize=4)(Rules)


@lru_cache(maxsize=1)
def masks_by_tier(game: Game) -> list[Masks]:
    """The canonical masks of each tier, as they stand in the file."""
    rules = rules_of(game)
    low, highs = np.zeros(1, np.int64), np.zeros(1, np.int64)
    chunk = CHUNK if len(rules.carried) <= FEW else CHUNK + 4
    for stack in map(np.array, stacks(game)):
        if len(low) * len(stack) <= 1 << chunk:
            low = (low | stack[:, None]).ravel()
        else:
            highs = (highs | stack[:, None]).ravel()
    found: list[list[Masks]] = [[] for _ in range(game.cells + 1)]
    for high in highs:
        kept = low | high
        for number in range(1, len(rules.carried)):
            kept = kept[rules.images_by(number, kept) >= kept]
        counts = popcount(kept)
        kept = kept[np.argsort(counts, kind="stable")].astype(
            f"<u{mask_width(game.cells)}"
        )
        ends = np.cumsum(np.bincount(counts, minlength=game.cells + 1))
        for stones, part in enumerate(np.split(kept, ends[:-1])):
            if len(part):
                found[stones].append(part)
    return [np.sort(np.concatenate(parts), kind="stable") for parts in found]


class Orbits:
    """All masks of a tier without gravity, by rank, each with its canonical mask."""

    # Of many symmetries: to make all images of every mask that is asked for would take longer.

    def __init__(self, game: Game, stones: int) -> None:
        rules, cells = rules_of(game), game.cells
        self._ranked = Patterns(cells, cells // 2, stones)
        self._smallest = np.zeros(self._ranked.count, np.int32)
        self._symmetry = np.zeros(self._ranked.count, np.int16)
        masks = masks_by_tier(game)[stones].astype(np.int64)
        back = np.argsort(rules.carried, axis=1)
        reverse = [int((rules.carried == one).all(axis=1).argmax()) for one in back]
        for first in range(0, len(masks), 1 << CHUNK - 6):
            some = masks[first : first + (1 << CHUNK - 6)]
            for images, number in zip(rules.images(some), reverse, strict=True):
                places = self._ranked.ranks(images)
                self._smallest[places] = some
                self._symmetry[places] = number

    def find(self, masks: Array) -> tuple[Array, Array]:
        """What `Rules.canonical` finds for masks of this tier."""
        places = self._ranked.ranks(masks.copy())
        smallest: Array = np.take(self._smallest, places, mode="clip").astype(np.int64)
        symmetry: Array = np.take(self._symmetry, places, mode="clip").astype(np.int64)
        return smallest, symmetry


orbits_of = lru_cache(maxsize=2)(Orbits)
