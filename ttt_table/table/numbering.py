"""Where many positions stand, in numpy: `slots` and `packing` for whole arrays of them.

It is loaded by whoever has many boards to place: the tier method, the audit of large boards,
batches of look-ups. What stands in a slot is not said here, so they remain computations of their
own.

Sets, of cells or of lines, are integers here too; cells, symmetries and blocks are axes of arrays.
How many symmetries there are is up to the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import InconsistentTableError
from ttt_table.rules.game import (
    Game,
    covers,
    finished_score,
    lines,
    stacks,
    supports,
    symmetries,
)
from ttt_table.table.packing import mask_width, pack_slots
from ttt_table.table.slots import masks_of_tier, slots_per_block, x_count

Array = NDArray[np.int64]
Flags = NDArray[np.bool_]
Masks = NDArray[np.uint16] | NDArray[np.uint32]
"""As they stand in a file."""
Lines = NDArray[np.unsignedinteger[Any]]
"""Sets of lines, bit i for line i of a word."""
Scores = NDArray[np.int8]
Numbers = NDArray[np.uint8]
"""Palette numbers, or the bytes that they are packed in."""
Number = TypeVar("Number", bound=np.integer[Any])

UNREACHABLE = 127
"""Stands for None in an array of scores: play cannot reach that slot. No score is as large."""
WORD = 64
"""How many lines fit into one integer, a bit each."""
FEW = 16
"""Of so many symmetries all images of a mask are made, to see which one is the smallest."""
CHUNK = 16
"""Masks are gone through in chunks of at most two to this power."""
COUNTED_BITS = 15
"""Bits are counted so many at a time, so twice is enough for a mask of 30 cells."""


def unions(sets: NDArray[Number], nothing: NDArray[Number] | int = 0) -> NDArray[Number]:
    """The union of each selection of the sets in a row, ``nothing`` being that of no set.

    From (row, set, ...) to (row, selection, ...); bit j of a selection's number stands for set j.
    """
    rows, count, *others = sets.shape
    table = np.empty((rows, 1 << count, *others), sets.dtype)
    table[:, 0] = nothing
    for place in range(count):
        # The selections with this set as their last are those before, each with it added.
        half = 1 << place
        np.bitwise_or(table[:, :half], sets[:, place, None], out=table[:, half : 2 * half])
    return table


# Numpy before 2.0 has no count of its own.
_COUNTS = np.zeros(1, np.uint8)
for _ in range(COUNTED_BITS):
    _COUNTS = np.concatenate((_COUNTS, _COUNTS + np.uint8(1)))


def popcount(sets: NDArray[np.signedinteger[Any]]) -> NDArray[np.uint8]:
    """How many members each of these sets of at most 30 has."""
    # In this room indices are within their tables by construction. "clip" spares numpy the look at
    # each of them that its default mode takes, and other threads can go on meanwhile.
    counts = np.take(_COUNTS, sets & (1 << COUNTED_BITS) - 1, mode="clip")
    counts += np.take(_COUNTS, sets >> COUNTED_BITS, mode="clip")
    return counts


def pattern_bits(masks: Array, cells: Array) -> Array:
    """The bit that stands for a cell of its mask in a pattern: as many cells come before it."""
    return 1 << popcount(masks & (1 << cells) - 1).astype(np.int64)


def cells_by_block(cells: Flags) -> Array:
    """From flags by block and cell: the first cell set in each block, the second, and so on.

    A block that has fewer repeats its last one, which changes neither a least nor an any.
    """
    many = cells.sum(axis=1)
    most = int(many.max(initial=0))
    if (many == most).all():
        return cells.nonzero()[1].reshape(len(cells), most).T
    order = np.argsort(~cells, axis=1, kind="stable")
    places = np.minimum(np.arange(most), many[:, None] - 1)
    return np.take_along_axis(order, places, axis=1).T


class Rules:
    """What the rules say of a game's cells, symmetries and lines."""

    def __init__(self, game: Game, listed: Sequence[Sequence[int]] | None = None) -> None:
        """With ``listed`` by these symmetries, as a file lists them."""
        self.game = game
        self.carried = np.array(symmetries(game) if listed is None else listed)
        """The cell that each symmetry carries each cell to; the first one moves nothing."""
        self.supports = np.array(supports(game))
        self.covers = np.array(covers(game))
        self.by_line = finished_score(game, line=True)
        """The mover's score where a line has ended the game."""
        self.lines = lines(game)
        """Each as a set of cells."""
        self.words = words_of_lines(self.lines, game.cells)
        self.shortest = min((line.bit_count() for line in self.lines), default=game.cells + 1)
        """How many stones a line has at least."""
        self._half = game.cells // 2
        stones = 1 << self.carried
        # Each cell goes its way whatever else is filled, so the halves of a mask can go apart.
        self._low_images = unions(stones[:, : self._half])
        self._high_images = unions(stones[:, self._half :])

    def images(self, masks: Array) -> Array:
        """The masks that each symmetry carries these to, one symmetry a row.

        Of a mask with cells beyond the board none is the mask itself.
        """
        return np.stack([self.images_by(number, masks) for number in range(len(self.carried))])

    def images_by(self, numbers: Array | int, masks: Array) -> Array:
        """The masks that symmetries carry these to, one for all or one for each."""
        low, high = masks & (1 << self._half) - 1, masks >> self._half
        low |= numbers << self._half
        high |= numbers << self.game.cells - self._half
        images: Array = np.take(self._low_images.ravel(), low, mode="clip")
        images |= np.take(self._high_images.ravel(), high, mode="clip")
        return images

    def canonical(self, masks: Array) -> tuple[Array, Array]:
        """The canonical masks of these, and the numbers of symmetries that carry them there.

        The masks are all of one tier.
        """
        if len(self.carried) > FEW and not self.game.gravity and masks.size:
            return orbits_of(self.game, int(popcount(masks.ravel()[:1])[0])).find(masks)
        return self.smallest(masks)

    def smallest(self, masks: Array) -> tuple[Array, Array]:
        """What `canonical` finds, for masks of any tiers, by making all images of each."""
        bits = len(self.carried).bit_length()
        found = self.images_by(0, masks) << bits
        for number in range(1, len(self.carried)):
            image = self.images_by(number, masks)
            # With the symmetry's number below it, so that the smallest one tells both. If several
            # lead to the smallest mask, any will do: theirs are slots of one score.
            image <<= bits
            image |= number
            np.minimum(found, image, out=found)
        return found >> bits, found & (1 << bits) - 1

    def carried_to(self, symmetries: Array | int, cells: Array) -> Array:
        """The cells that symmetries, given by their numbers, carry these to."""
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
        """Which cells may be played next, by mask and cell."""
        supported: Flags = masks[:, None] & self.supports == self.supports
        return supported & ~self.taken(masks)

    def floating(self, masks: Array) -> Flags:
        """Which cells hold a stone that should have fallen further, by mask and cell."""
        unsupported: Flags = masks[:, None] & self.supports != self.supports
        return unsupported & self.taken(masks)

    def removable(self, masks: Array) -> Flags:
        """Which cells hold a stone that may have come last, by mask and cell."""
        uncovered: Flags = masks[:, None] & self.covers == 0
        return uncovered & self.taken(masks)

    def slots(self, stored: Masks, stones: int, masks: Array, x: Array) -> Array:
        """In which slots of a tier positions stand, by their masks and X's cells.

        Raises `InconsistentTableError` where a mask's block is not among those stored.
        """
        smallest, symmetry = self.smallest(masks)
        # Bisecting goes three times as fast in order, and what is read from the file is together.
        order = np.argsort(smallest)
        smallest = smallest[order]
        blocks = np.searchsorted(stored, smallest.astype(stored.dtype))
        if (np.take(stored, blocks, mode="clip") != smallest).any():
            raise InconsistentTableError(f"tier {stones} lacks the block of a mask")
        carried = self.images_by(symmetry[order], x[order])
        patterns, place = np.zeros_like(x), np.zeros_like(x)
        for cell in range(self.game.cells):
            patterns |= (carried >> cell & 1) << place
            place += smallest >> cell & 1
        slots = np.empty_like(x)
        slots[order] = blocks * slots_per_block(stones) + halves_of(stones).ranks(patterns)
        return slots


rules_of = lru_cache(maxsize=4)(Rules)


class Word(NamedTuple):
    """Some lines, as many as fit into one integer: a set of them has bit i for line i."""

    lines: tuple[int, ...]
    """Each as a set of cells."""
    through: Lines
    """For each cell the set of those through it."""
    every: np.unsignedinteger[Any]
    """The set of them all."""


def words_of_lines(ends: tuple[int, ...], cells: int) -> list[Word]:
    """The lines a word at a time; one word at least."""
    words = []
    for first in range(0, max(len(ends), 1), WORD):
        some = ends[first : first + WORD]
        through = [
            sum(1 << place for place, line in enumerate(some) if line >> cell & 1)
            for cell in range(cells)
        ]
        width = next(width for width in (16, 32, 64) if len(some) <= width)
        dtype = np.dtype(f"u{width // 8}")
        words.append(Word(some, np.array(through, dtype), dtype.type((1 << len(some)) - 1)))
    return words


@lru_cache(maxsize=1)
def masks_by_tier(game: Game) -> list[Masks]:
    """For each tier the canonical masks of its blocks, ascending, as they stand in the file."""
    rules = rules_of(game)
    low, highs = np.zeros(1, np.int64), np.zeros(1, np.int64)
    # Each symmetry is gone through for each chunk, so many of them want fewer and larger ones.
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
            # Fewer and fewer are left, so with many symmetries most look at next to nothing.
            kept = kept[rules.images_by(number, kept) >= kept]
        counts = popcount(kept)
        kept = kept[np.argsort(counts, kind="stable")].astype(f"<u{mask_width(game.cells)}")
        ends = np.cumsum(np.bincount(counts, minlength=game.cells + 1))
        for stones, part in enumerate(np.split(kept, ends[:-1])):
            if len(part):
                found[stones].append(part)
    return [np.sort(np.concatenate(parts), kind="stable") for parts in found]


class Patterns:
    """The patterns of a tier, ascending, each in two parts that tell its rank among them.

    The rank is the number of smaller patterns: those whose high part is smaller, and those of the
    same high part whose low part is smaller. The number of X is the same in all of them, so how
    many X a low part has follows from the high part beside it, and each part adds a number of its
    own: two small tables do instead of one of 2^stones entries.
    """

    def __init__(self, stones: int, low_bits: int, chosen: int | None = None) -> None:
        """With ``chosen`` so many of the bits are set, and not as many as there are X."""
        self.low_bits = low_bits
        self.stones = stones
        low_counts = popcount(np.arange(1 << low_bits))
        high_counts = popcount(np.arange(1 << stones - low_bits)).astype(np.int64)
        self.lows = np.argsort(low_counts, kind="stable").astype(np.int32)
        """The low parts by how many X they have, and then ascending."""
        sizes = np.bincount(low_counts)
        self.first_lows = np.cumsum(sizes) - sizes
        """Where those with so many X begin."""
        wanted = (x_count(stones) if chosen is None else chosen) - high_counts
        fits = (wanted >= 0) & (wanted < len(sizes))
        self.x_below = np.where(fits, wanted, 0)
        """How many X stand in the low part beside each high part; 0 where there is none."""
        self.many = np.where(fits, sizes[self.x_below], 0)
        """How many patterns have each high part."""
        self.high_ranks = (np.cumsum(self.many) - self.many).astype(np.int32)
        self.low_ranks = np.empty(len(self.lows), np.int32)
        self.low_ranks[self.lows] = np.arange(len(self.lows), dtype=np.int32)
        self.low_ranks -= np.take(self.first_lows.astype(np.int32), low_counts, mode="clip")
        self.count = int(self.many.sum())

    def parts(self, first: int, last: int) -> tuple[Array, Array]:
        """The low and the high parts of the patterns from one rank to the one before another."""
        last = min(last, self.count)
        return self._all if (first, last) == (0, self.count) else self._made(first, last)

    def between(self, first: int, last: int) -> NDArray[np.uint32]:
        """The same patterns, whole."""
        low, high = self.parts(first, last)
        return (high << self.low_bits | low).astype(np.uint32)

    @cached_property
    def _all(self) -> tuple[Array, Array]:
        """All of them, made once: where blocks are small, each batch wants these."""
        return self._made(0, self.count)

    def _made(self, first: int, last: int) -> tuple[Array, Array]:
        begin, end = np.searchsorted(self.high_ranks, (first, last - 1), side="right")
        some = slice(begin - 1, end)
        starts = self.high_ranks[some].astype(np.int64)
        many = np.minimum(starts + self.many[some], last) - np.maximum(starts, first)
        places = np.repeat(self.first_lows[self.x_below[some]] - starts, many)
        high = np.repeat(np.arange(begin - 1, end), many)
        places += np.arange(first, last)
        return np.take(self.lows, places, mode="clip").astype(np.int64), high

    def ranks(self, patterns: Array) -> NDArray[np.int32]:
        """The rank of each of these; they are overwritten."""
        if self.low_bits == self.stones:
            return np.take(self.low_ranks, patterns, mode="clip")
        low = np.take(self.low_ranks, patterns & (1 << self.low_bits) - 1, mode="clip")
        patterns >>= self.low_bits
        high: NDArray[np.int32] = np.take(self.high_ranks, patterns, mode="clip")
        high += low
        return high


@lru_cache(maxsize=4)
def halves_of(stones: int) -> Patterns:
    """The patterns of a tier, each in two halves."""
    return Patterns(stones, stones // 2)


def pack_array(numbers: Numbers, bits: int) -> bytes:
    """`pack_slots` for a numpy array, at its speed."""
    to_a_byte = 8 // bits
    # A byte's first slots all at once, then its second ones; a last byte may have fewer.
    whole = len(numbers) // to_a_byte * to_a_byte
    packed = numbers[:whole:to_a_byte].copy()
    for place in range(1, to_a_byte):
        packed |= numbers[place:whole:to_a_byte] << place * bits
    return packed.tobytes() + pack_slots(numbers[whole:].tolist(), bits)


def unpack_array(packed: Numbers, bits: int, count: int) -> Numbers:
    """The palette numbers of so many slots; the inverse of `pack_array`."""
    to_a_byte = 8 // bits
    numbers = np.empty((len(packed), to_a_byte), np.uint8)
    for place in range(to_a_byte):
        np.right_shift(packed, place * bits, out=numbers[:, place])
    numbers &= (1 << bits) - 1
    return numbers.ravel()[:count]


def numbers_at(packed: Numbers, slots: Array, bits: int) -> Numbers:
    """The palette numbers in some slots of a numpy array, without unpacking the others."""
    to_a_byte = 8 // bits
    # Slots are within the array by construction: "clip" spares numpy the look at each of them.
    numbers = np.take(packed, slots >> to_a_byte.bit_length() - 1, mode="clip")
    if to_a_byte > 1:
        numbers >>= ((slots & to_a_byte - 1) * bits).astype(np.uint8)
        numbers &= (1 << bits) - 1
    return numbers


def scores_in(palette: Sequence[int | None]) -> Scores:
    """The score for each number of a palette."""
    scores = np.full(256, UNREACHABLE, np.int8)
    scores[: len(palette)] = [UNREACHABLE if score is None else score for score in palette]
    return scores


def positions(rules: Rules, stones: int, at_once: int) -> Iterator[tuple[Array, Array]]:
    """All positions of a tier, by mask and pattern ascending, so many at a time: X's cells, O's."""
    patterns = halves_of(stones)
    half, size = patterns.low_bits, patterns.count
    every = masks_of_tier(rules.game, stones)
    while len(masks := np.fromiter(islice(every, max(1, at_once // size)), np.int64)):
        bits = 1 << cells_by_block(rules.taken(masks)).T
        lows, highs = unions(bits[:, :half]), unions(bits[:, half:])
        for at in range(0, size, at_once):
            low, high = patterns.parts(at, at + at_once)
            x = lows[:, low] | highs[:, high]
            yield x.ravel(), (masks[:, None] ^ x).ravel()


class Orbits:
    """All masks of a tier, each with the canonical mask that symmetries carry it to.

    With many symmetries it takes less to carry each canonical mask to all that it stands for, once,
    than to make all images of every mask that is asked for. Without gravity the tier has all masks
    of so many stones, so a mask's place among them is its rank.
    """

    def __init__(self, rules: Rules, stones: int) -> None:
        cells = rules.game.cells
        self._ranked = Patterns(cells, cells // 2, stones)
        self._smallest = np.zeros(self._ranked.count, np.int32)
        self._symmetry = np.zeros(self._ranked.count, np.int16)
        masks = masks_by_tier(rules.game)[stones].astype(np.int64)
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


@lru_cache(maxsize=2)
def orbits_of(game: Game, stones: int) -> Orbits:
    """Those of a tier; the last one's are still there for whoever is not yet done with it."""
    return Orbits(rules_of(game), stones)
