"""The same outcomes as `search`, a tier at a time from the last to the first, in numpy.

Many blocks of a tier are solved at once. The arrays have up to three axes, in this order: the
moves (as many as a mask has free cells), the patterns, the blocks. A pattern is taken to that of
a successor by two small tables a move: where its low half goes, and where its high half goes.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cached_property, lru_cache, partial

import numpy as np

from ttt_table.rules.game import covers, finished_score, lines, stacks, supports, symmetries
from ttt_table.table.packing import bits_for, mask_width, pack_array, slots_size, unpack_array
from ttt_table.table.slots import carry, slots_per_block, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Protocol, TypeVar

    from numpy.typing import NDArray

    from ttt_table.rules.game import Game
    from ttt_table.table.packing import Buffer, Palette

    Array = NDArray[np.int64]
    Masks = NDArray[np.uint16] | NDArray[np.uint32]
    Scores = NDArray[np.int8]
    Flags = NDArray[np.bool_]
    Number = TypeVar("Number", bound=np.integer[Any])
    Place = TypeVar("Place", int, Array)
    Lines = NDArray[np.unsignedinteger[Any]]

    class Marks(Protocol):
        """Which slots play can reach, asked for a part at a time; an array, or what acts as one."""

        def __getitem__(self, part: slice, /) -> Flags: ...

    Kernel = Callable[..., None]
    """`kernel.compiled_solve`."""

UNREACHABLE = 127
"""Stands in a slot that play cannot reach; no score is as large."""
BATCH = 1 << 18
"""How many replies are looked up at once: their indices then fit into a processor's cache."""
COMPILED_BATCH = 1 << 20
"""The same for compiled code, which goes through them a block at a time: numpy then prepares more
blocks at once."""
PACKED_AT_ONCE = 1 << 18
"""How many slots are packed at once: whole bytes of them."""
CHUNK = 16
"""Masks are gone through in chunks of two to this power."""
RANKED_BITS = 20
"""Patterns of so many bits are ranked by one table, which a processor's cache can hold."""
WORD = 64
"""How many lines fit into one integer, a bit each."""
PAGE = 1 << 12
"""What one machine writes of a file at once is at least this large, so no two share it."""


class Layout(namedtuple("Layout", ["size", "many"])):
    """Where the blocks of a tier stand in an array, or in a file with a byte for each slot.

    They are cut into shares, and each share starts with a page of the file.
    """

    __slots__ = ()

    size: int
    """How many slots a block has."""
    many: int
    """How many blocks a share has, but for the last."""

    @property
    def step(self) -> int:
        """How far the start of a share lies from that of the one before it."""
        return -(-self.size * self.many // PAGE) * PAGE

    def start(self, block: Place) -> Place:
        """The place of a block's first slot, or of those of an array of blocks."""
        return block // self.many * self.step + block % self.many * self.size


class Known(namedtuple("Known", ["masks", "slots", "layout"])):
    """The tier beside the one at work: the next one when solving, when marking the one before."""

    __slots__ = ()

    masks: Masks
    """Those of all its blocks."""
    slots: NDArray[Any]
    """The scores of all its slots, or which of them play can reach."""
    layout: Layout


def masks_by_tier(game: Game) -> list[Masks]:
    """For each tier the canonical masks of its blocks, ascending, as they stand in the file."""
    if game.gravity:
        return _masks_of_stacks(game)
    cells, turns = game.cells, symmetries(game)
    low = min(cells, CHUNK)
    masks = np.arange(1 << low)
    images = [unions_of(1 << np.array(turn[:low])) for turn in turns[1:]]
    stones = bit_counts(low)
    found: list[list[Array]] = [[] for _ in range(cells + 1)]
    for high in range(0, 1 << cells, 1 << low):
        smallest = np.ones(1 << low, bool)
        for turn, image in zip(turns[1:], images, strict=True):
            smallest &= image | carry(high, turn) >= masks | high
        kept = masks[smallest]
        order = np.argsort(stones[kept], kind="stable")
        ends = np.cumsum(np.bincount(stones[kept], minlength=low + 1))
        for more, part in enumerate(np.split(kept[order], ends[:-1])):
            found[high.bit_count() + more].append(part | high)
    return [np.concatenate(parts).astype(f"<u{mask_width(cells)}") for parts in found]


def _masks_of_stacks(game: Game) -> list[Masks]:
    """The same where masks are few: all are made, from one way to fill each stack."""
    board, low, highs = board_of(game), np.zeros(1, np.int64), [0]
    for stack in stacks(game):
        if len(low) * len(stack) <= 1 << CHUNK:
            low = (low | np.array(stack)[:, None]).ravel()
        else:
            highs = [high | way for high in highs for way in stack]
    found: list[list[Masks]] = [[] for _ in range(game.cells + 1)]
    for high in highs:
        masks = low | high
        masks = masks[board.images(masks).min(axis=0) == masks]
        stones = board.count_bits(masks)
        for count in range(game.cells + 1):
            found[count].append(masks[stones == count].astype(f"<u{mask_width(game.cells)}"))
    return [np.sort(np.concatenate(parts)) for parts in found]


def unions_of(sets: Array) -> Array:
    """The union of each selection of these sets, bit j of whose number stands for set j."""
    found: Array = unions(sets[:, None, None])[0, :, 0]
    return found


def unions(sets: NDArray[Number], nothing: NDArray[Number] | int = 0) -> NDArray[Number]:
    """The same for the sets of each move and block, ``nothing`` being that of no set.

    From (set, move, block) to (move, selection, block).
    """
    count, moves, blocks = sets.shape
    table = np.empty((moves, 1 << count, blocks), sets.dtype)
    table[:, 0] = nothing
    for place, one in enumerate(sets):
        half = 1 << place
        np.bitwise_or(table[:, :half], one[:, None], out=table[:, half : 2 * half])
    return table


def bit_counts(bits: int) -> NDArray[np.uint8]:
    """How many bits are set in each integer of so many bits."""
    counts = np.zeros(1, np.uint8)
    for _ in range(bits):
        counts = np.concatenate((counts, counts + np.uint8(1)))
    return counts


class Board:
    """What the rules say of a board, in arrays."""

    def __init__(self, game: Game) -> None:
        self.cells = game.cells
        self.half = game.cells // 2
        self.carried = np.array(symmetries(game))
        """The cell that each symmetry carries each cell to."""
        stones = (1 << self.carried).T[..., None]
        self.low_images = unions(stones[: self.half])[..., 0]
        self.high_images = unions(stones[self.half :])[..., 0]
        self.bit_counts = bit_counts(game.cells - self.half)
        self.supports = np.array(supports(game))
        self.covers = np.array(covers(game))
        self.gravity = game.gravity
        self.by_line = finished_score(game, line=True)
        ends = lines(game)
        self.words = [
            lines_through(ends[first : first + WORD], game.cells)
            for first in range(0, len(ends), WORD)
        ]
        """The lines through each cell, as sets of lines, and the set of all."""

    def images(self, masks: Array) -> Array:
        """The mask that each symmetry carries each mask to; the symmetries are the first axis."""
        low, high = masks & (1 << self.half) - 1, masks >> self.half
        images: Array = np.take(self.low_images, low, axis=1)
        images |= np.take(self.high_images, high, axis=1)
        return images

    def count_bits(self, masks: Array) -> Array:
        """How many cells each mask has."""
        low, high = masks & (1 << self.half) - 1, masks >> self.half
        counts: Array = self.bit_counts[low] + self.bit_counts[high]
        return counts


def lines_through(ends: Sequence[int], cells: int) -> tuple[Lines, Lines]:
    """For each cell the lines through it, as a set with bit i for line i; and the set of all."""
    through = [
        sum(1 << place for place, line in enumerate(ends) if line >> cell & 1)
        for cell in range(cells)
    ]
    width = next(width for width in (16, 32, 64) if len(ends) <= width)
    dtype = np.dtype(f"u{width // 8}")
    return np.array(through, dtype), dtype.type((1 << len(ends)) - 1)


class Patterns:
    """The patterns of a tier, ascending, each in two parts that tell its rank among them.

    The rank is the number of smaller patterns: those whose high part is smaller, and those of the
    same high part whose low part is smaller. The number of X is the same in all of them, so how
    many X a low part has follows from the high part beside it, and each part adds a number of its
    own: two small tables do instead of one of 2^stones entries.
    """

    def __init__(self, stones: int, low_bits: int) -> None:
        self.low_bits = low_bits
        self.stones = stones
        low_counts, high_counts = bit_counts(self.low_bits), bit_counts(stones - self.low_bits)
        self.lows = np.argsort(low_counts, kind="stable").astype(np.int32)
        """The low parts by how many X they have, and then ascending."""
        sizes = np.bincount(low_counts)
        self.first_lows = np.cumsum(sizes) - sizes
        """Where those with so many X begin."""
        wanted = x_count(stones) - high_counts.astype(np.int64)
        fits = (wanted >= 0) & (wanted < len(sizes))
        self.x_below = np.where(fits, wanted, 0)
        """How many X stand in the low part beside each high part; 0 where there is none."""
        self.many = np.where(fits, sizes[self.x_below], 0)
        """How many patterns have each high part."""
        self.high_ranks = (np.cumsum(self.many) - self.many).astype(np.int32)
        self.low_ranks = np.empty(len(self.lows), np.int32)
        self.low_ranks[self.lows] = np.arange(len(self.lows)) - np.repeat(self.first_lows, sizes)
        self.count = int(self.many.sum())
        self._part: tuple[slice, Array, Array] | None = None

    def parts(self, part: slice) -> tuple[Array, Array]:
        """The low and the high parts of some patterns."""
        made = self._part
        if made is None or made[0] != part:
            first, last = part.start, min(part.stop, self.count)
            begin, end = np.searchsorted(self.high_ranks, (first, last - 1), side="right")
            some = slice(begin - 1, end)
            starts = self.high_ranks[some].astype(np.int64)
            many = np.minimum(starts + self.many[some], last) - np.maximum(starts, first)
            places = np.repeat(self.first_lows[self.x_below[some]] - starts, many)
            high = np.repeat(np.arange(begin - 1, end), many)
            low = self.lows[places + np.arange(first, last)].astype(np.int64)
            made = part, low, high
            self._part = made  # the same part is mostly wanted again, for other blocks
        return made[1:]

    def ranks(self, patterns: Array) -> NDArray[np.int32]:
        """The rank of each of these; they are overwritten."""
        # Every index is within its table by construction; "clip" only spares numpy the look at
        # each of them that its default mode, which raises, would take.
        if self.low_bits == self.stones:
            return np.take(self.low_ranks, patterns, mode="clip")
        low = np.take(self.low_ranks, patterns & (1 << self.low_bits) - 1, mode="clip")
        patterns >>= self.low_bits
        high: NDArray[np.int32] = np.take(self.high_ranks, patterns, mode="clip")
        high += low
        return high


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


board_of = lru_cache(maxsize=1)(Board)


@lru_cache(maxsize=2)
def halves_of(stones: int) -> Patterns:
    """The patterns of a tier, each in two halves."""
    return Patterns(stones, stones // 2)


@lru_cache(maxsize=1)
def ranked(stones: int) -> Patterns:
    """The patterns of a tier for numpy, to which one look into a cache costs less than two."""
    return Patterns(stones, min(stones, RANKED_BITS))


class Blocks:
    """Some blocks of a tier, about to be solved together."""

    def __init__(self, board: Board, stones: int, masks: Masks) -> None:
        self.board = board
        self.patterns = halves_of(stones)
        self.stones = stones
        self.masks = masks.astype(np.int64)
        self.taken = (self.masks[:, None] >> np.arange(board.cells) & 1).astype(bool)
        self.occupied = cells_by_block(self.taken)
        self.free = cells_by_block(~self.taken)
        self.lines: list[tuple[Lines, Lines]] = []

    def class_sizes(self) -> Array:
        """How many masks each block stands for."""
        images = self.board.images(self.masks)
        sizes: Array = len(images) // (images == self.masks).sum(axis=0)
        return sizes

    def find_replies(self, later: Known) -> None:
        """Find the blocks of the successors, and how patterns become theirs."""
        board = self.board
        played = self.free
        if board.gravity:
            supported = self.masks[:, None] & board.supports == board.supports
            played = cells_by_block(~self.taken & supported)
        smallest, symmetry, blocks = self._neighbours(self.masks | 1 << played, later.masks)
        self.first_slots = later.layout.start(blocks)
        x_moves = self.stones % 2 == 0
        self.stone = np.zeros_like(played)
        if x_moves:
            self.stone = self._places(smallest, symmetry, played)
        self.places = self._places(smallest, symmetry, self.occupied[:, None])

    def find_predecessors(self, earlier: Known) -> None:
        """Find the blocks without a stone that may have come last, and how patterns become theirs.

        The stone that is taken off becomes the top bit, which says whose it was.
        """
        covered = self.masks[:, None] & self.board.covers != 0
        taken_off = cells_by_block(self.taken & ~covered)
        smallest, symmetry, blocks = self._neighbours(self.masks ^ 1 << taken_off, earlier.masks)
        self.first_slots = earlier.layout.start(blocks)
        self.stone = np.zeros_like(taken_off)
        self.places = self._places(smallest, symmetry, self.occupied[:, None])
        self.places[self.occupied[:, None] == taken_off] = 1 << self.stones - 1

    def _neighbours(self, masks: Array, tier_masks: Masks) -> tuple[Array, Array, Array]:
        """The canonical masks of these, the symmetries that carry them there, and their blocks."""
        images = self.board.images(masks)
        smallest = images.min(axis=0)
        blocks = np.searchsorted(tier_masks, smallest.astype(tier_masks.dtype))
        return smallest, images.argmin(axis=0), blocks

    @cached_property
    def maps(self) -> tuple[Array, Array]:
        """Where each half of a pattern goes, by the places that its stones go to.

        A symmetry moves each bit of a pattern on its own, so a pattern goes where the union of its
        halves goes: two tables of 2^(stones / 2) entries do instead of one of 2^stones.
        """
        half = self.patterns.low_bits
        return unions(self.places[:half]), unions(self.places[half:], self.stone)

    def _places(self, smallest: Array, symmetry: Array, cells: Array) -> Array:
        """The pattern's bit for each of the cells, once a symmetry has carried them."""
        carried = self.board.carried[symmetry, cells]
        return 1 << self.board.count_bits(smallest & (1 << carried) - 1).astype(np.int64)

    def find_lines(self) -> None:
        """Find the lines through each stone, and those that free cells keep anybody from having."""
        for through, _ in self.board.words:
            outside = np.bitwise_or.reduce(through[self.free], axis=0)
            self.lines.append((through[self.occupied], outside))

    @cached_property
    def no_lines(self) -> list[tuple[Lines, Lines]]:
        """Which lines each half of a pattern keeps O from having."""
        half = self.patterns.low_bits
        return [
            (unions(ours[:half, None])[0], unions(ours[half:, None], outside)[0])
            for ours, outside in self.lines
        ]

    def scores(self, part: slice, later: Scores | None, reached: Flags | None = None) -> Scores:
        """The score in some slots of the blocks, ``later`` being those of the next tier.

        What play can reach is read off the lines, unless it is given.
        """
        low, high = self.patterns.parts(part)
        if later is None:
            scores = np.zeros((len(low), len(self.masks)), np.int8)
        else:
            worst = self._worst_replies(low, high, later)
            scores = np.sign(worst) - worst  # score_before
        if self.lines:
            over, unreachable = self._ends(low, high, reached)
            np.copyto(scores, self.board.by_line, where=over)
            np.copyto(scores, UNREACHABLE, where=unreachable)
        elif reached is not None:
            np.copyto(scores, UNREACHABLE, where=~reached.T)
        return np.ascontiguousarray(scores.T)

    def compiled_scores(
        self,
        solve: Kernel,
        part: slice,
        later: Scores | None,
        reached: Flags | None,
        counted: Callable[[Array, Flags], object],
    ) -> Scores:
        """The same as `scores`, found by compiled code.

        It also counts how many slots of each block are reached, and which scores occur, as bytes.
        """
        blocks, words = len(self.masks), self.board.words[: len(self.lines)]
        low, high = self.patterns.parts(part)
        patterns = (high << self.patterns.low_bits | low).astype(np.uint32)
        scores = np.empty((blocks, len(patterns)), np.int8)
        found = scores, np.zeros(blocks, np.int64), np.zeros(256, bool)
        lines = (
            _stacked([ours for ours, _ in self.lines], self.stones, blocks),
            _stacked([outside for _, outside in self.lines], blocks),
            _stacked([every for _, every in words]),
            _stacked([through for through, _ in words], self.board.cells),
        )
        solve(
            patterns,
            (*self._later_ranks(), (self.stones + 1) // 2),
            (*self._moves(), np.zeros(0, np.int8) if later is None else later),
            (*lines, self.stones % 2 == 1, self.board.by_line),
            np.zeros((1, 0), bool) if reached is None else np.ascontiguousarray(reached),
            found,
        )
        counted(*found[1:])
        return scores

    def _later_ranks(self) -> list[NDArray[np.uint32]]:
        """The ranks of the halves of the next tier's patterns."""
        if self.stones == self.board.cells:
            return [np.zeros(0, np.uint32)] * 2
        later = halves_of(self.stones + 1)
        return [later.low_ranks.view(np.uint32), later.high_ranks.view(np.uint32)]

    def _moves(self) -> list[NDArray[np.uint64]]:
        """For each move: where it carries the stones, where the new one, and the next blocks."""
        if self.stones == self.board.cells:
            shapes = [(self.stones, 0, len(self.masks)), *[(0, len(self.masks))] * 2]
            return [np.zeros(shape, np.uint64) for shape in shapes]
        return [_unsigned(one) for one in (self.places, self.stone, self.first_slots)]

    def _mapped(self, low: Array, high: Array) -> Array:
        """The patterns of the neighbours, by move, slot and block."""
        patterns: Array = np.take(self.maps[0], low, axis=1, mode="clip")
        patterns |= np.take(self.maps[1], high, axis=1, mode="clip")
        return patterns

    def _worst_replies(self, low: Array, high: Array, later: Scores) -> Scores:
        """The least score that the opponent can be left with."""
        ranks = ranked(self.stones + 1).ranks(self._mapped(low, high))
        worst: Scores = np.take(later, ranks + self.first_slots[:, None], mode="clip").min(axis=0)
        return worst

    def arrived(self, part: slice, reached: Flags) -> Flags:
        """Where play can arrive, ``reached`` being where it can in the tier before.

        Some stone of the last player can be taken off so that a reachable slot is left, and the
        mover has no line: his stones stood there, so with one the game would have been over.
        """
        low, high = self.patterns.parts(part)
        patterns = self._mapped(low, high)
        top = self.stones - 1
        by_last = patterns >> top == self.stones % 2  # only a stone of his can have come last
        patterns &= (1 << top) - 1
        ranks = ranked(top).ranks(patterns)
        arrived = np.take(reached, ranks + self.first_slots[:, None], mode="clip")
        arrived &= by_last
        found: Flags = np.logical_or.reduce(arrived, axis=0)
        if self.lines:
            for made in self._made_by(low, high, mover=True):
                found &= made == 0
        return np.ascontiguousarray(found.T)

    def _ends(self, low: Array, high: Array, reached: Flags | None) -> tuple[Flags, Flags]:
        """Where a line of the player who moved last ends the game, and where play never comes."""
        over = np.zeros((len(low), len(self.masks)), bool)
        several = over.copy()
        last = self._made_by(low, high, mover=False)
        for made in last:
            several |= (made & made - 1) != 0
            several |= over & (made != 0)
            over |= made != 0
        if reached is not None:
            return over, ~reached.T
        unreachable = np.zeros((len(low), len(self.masks)), bool)
        for made in self._made_by(low, high, mover=True):
            unreachable |= made != 0
        several &= ~unreachable
        unreachable[several] = ~self._shares_cell([made[several] for made in last])
        return over, unreachable

    def _made_by(self, low: Array, high: Array, *, mover: bool) -> list[Lines]:
        """The lines that the mover has made, or the player who moved last."""
        by_x = mover == (self.stones % 2 == 0)
        return self._made_by_x(low, high) if by_x else self._made_by_o(low, high)

    def _made_by_x(self, low: Array, high: Array) -> list[Lines]:
        """The lines that X has made: those that O would have, were the colours exchanged."""
        low_bits = self.patterns.low_bits
        lows, highs = (1 << low_bits) - 1, (1 << self.stones - low_bits) - 1
        return self._made_by_o(lows ^ low, highs ^ high)

    def _made_by_o(self, low: Array, high: Array) -> list[Lines]:
        """The lines that O has made, by the halves of the patterns."""
        return [
            (np.take(lows, low, axis=0) | np.take(highs, high, axis=0)) ^ every
            for (lows, highs), (_, every) in zip(self.no_lines, self.board.words, strict=True)
        ]

    def _shares_cell(self, made: Sequence[Lines]) -> Flags:
        """Where all the lines made go through one cell, the stone that ended the game."""
        shares = np.zeros(made[0].shape, bool)
        for cell in range(self.board.cells):
            elsewhere = np.zeros(made[0].shape, bool)
            for own, (through, _) in zip(made, self.board.words, strict=True):
                elsewhere |= (own & ~through[cell]) != 0
            shares |= ~elsewhere
        return shares


def _unsigned(numbers: Array) -> NDArray[np.uint64]:
    """The same numbers, none of which is negative, as compiled code takes them."""
    return np.ascontiguousarray(numbers).view(np.uint64)


def _stacked(words: Sequence[Any], *shape: int) -> NDArray[np.uint64]:
    """Sets of lines of this shape, word by word."""
    return np.array(words, np.uint64).reshape(len(words), *shape)


class Tally:
    """What stands in the blocks that have been solved so far."""

    def __init__(self) -> None:
        self.positions = 0
        """How many positions play can reach, over all the masks that the blocks stand for."""
        self.scores: set[int] = set()
        """Those that occur, `UNREACHABLE` among them."""

    def add(self, scores: Scores, class_sizes: Array) -> None:
        """Add some slots of blocks, by block and slot."""
        reached = (scores != UNREACHABLE).sum(axis=1)
        self.count(reached, np.bincount(scores.view(np.uint8).ravel(), minlength=256), class_sizes)

    def count(self, reached: Array, occurring: Array | Flags, class_sizes: Array) -> None:
        """Add how many slots of each block are reached, and which scores occur, as bytes."""
        self.positions += int(reached @ class_sizes)
        found = np.flatnonzero(occurring)
        self.scores.update(found.astype(np.uint8).view(np.int8).tolist())

    def merge(self, other: Tally) -> None:
        """Add what another has counted."""
        self.positions += other.positions
        self.scores |= other.scores

    def palette(self) -> Palette:
        """The scores ascending, then None if a slot is unreachable."""
        reached = sorted(self.scores - {UNREACHABLE})
        return [*reached, None] if UNREACHABLE in self.scores else reached


def solve_blocks(
    game: Game,
    stones: int,
    masks: Masks,
    later: Known | None,
    tally: Tally,
    reached: Marks | None = None,
    batch: int | None = None,
    kernel: Kernel | None = None,
) -> Iterator[Scores]:
    """The scores in the blocks of these masks, in slot order, a batch at a time.

    The last tier has no later one. With gravity ``reached`` says of each slot of these blocks
    whether play can reach it. What is solved is counted in the tally. A kernel does it faster.
    """
    batch = batch or (COMPILED_BATCH if kernel else BATCH)
    size = slots_per_block(stones)
    for rows, parts in batches(game, stones, len(masks), batch):
        blocks = blocks_to_solve(game, stones, masks[rows], later)
        sizes = blocks.class_sizes()
        for part in parts:
            flags = None
            if reached is not None:
                first = rows.start * size + part.start
                flags = marks_of_part(reached, first, len(blocks.masks), part)
            found = later and later.slots
            if kernel:
                counted = partial(tally.count, class_sizes=sizes)
                scores = blocks.compiled_scores(kernel, part, found, flags, counted)
            else:
                scores = blocks.scores(part, found, flags)
                tally.add(scores, sizes)
            yield scores.ravel()


def blocks_to_solve(game: Game, stones: int, masks: Masks, later: Known | None) -> Blocks:
    """The blocks of these masks, with all that their scores depend on found."""
    blocks = Blocks(board_of(game), stones, masks)
    if later is not None:
        blocks.find_replies(later)
    if x_count(stones) >= game.k:
        blocks.find_lines()
    return blocks


def marks_of_part(reached: Marks, first: int, blocks: int, part: slice) -> Flags:
    """The marks of a part of so many blocks, from the first slot of it on, a row for each block."""
    # A part that is not all of a block is one of a single block, so all of it lies in one piece.
    return reached[first : first + blocks * (part.stop - part.start)].reshape(blocks, -1)


def mark_blocks(
    game: Game,
    stones: int,
    masks: Masks,
    earlier: Known | None,
    batch: int = BATCH,
) -> Iterator[Flags]:
    """Which slots of the blocks of these masks play with gravity can reach, a batch at a time.

    The first tier has no earlier one.
    """
    for rows, parts in batches(game, stones, len(masks), batch):
        blocks = Blocks(board_of(game), stones, masks[rows])
        if earlier is None:
            yield np.ones(len(blocks.masks), bool)  # the empty board
            continue
        blocks.find_predecessors(earlier)
        if x_count(stones) >= game.k:
            blocks.find_lines()
        for part in parts:
            yield blocks.arrived(part, earlier.slots).ravel()


def batches(
    game: Game, stones: int, blocks: int, batch: int
) -> Iterator[tuple[slice, list[slice]]]:
    """How blocks are cut: some of them, and the parts of their slots, to look up so many replies.

    A block with more is cut itself; of others as many as fit go together, in one part.
    """
    count = slots_per_block(stones)
    moves = max(1, game.cells - stones)
    rows = max(1, batch // (moves * count))
    width = max(1, batch // moves) if rows == 1 else count
    parts = [slice(start, min(start + width, count)) for start in range(0, count, width)]
    for first in range(0, blocks, rows):
        yield slice(first, first + rows), parts


def packed(scores: Scores, palette: Palette) -> Iterator[bytes]:
    """The slots of a tier as the file holds them, in pieces."""
    number = np.zeros(256, np.uint8)
    for place, score in enumerate(palette):
        number[UNREACHABLE if score is None else score] = place
    for first in range(0, len(scores), PACKED_AT_ONCE):
        piece = scores[first : first + PACKED_AT_ONCE].view(np.uint8)
        yield pack_array(np.take(number, piece), bits_for(palette))


def unpacked(slots: Buffer, palette: Palette, count: int) -> Iterator[Scores]:
    """The inverse of `packed`, for so many slots."""
    score = np.array([UNREACHABLE if score is None else score for score in palette], np.int8)
    bits = bits_for(palette)
    everything = np.frombuffer(slots, np.uint8)
    for first in range(0, count, PACKED_AT_ONCE):
        many = min(PACKED_AT_ONCE, count - first)
        start = slots_size(first, bits)
        piece = everything[start : start + slots_size(many, bits)]
        yield np.take(score, unpack_array(piece, bits, many))
