"""The same outcomes as `search`, a tier at a time from the last to the first, in numpy.

Many blocks of a tier are solved at once. The arrays have up to three axes, in this order: the
moves (as many as a mask has free cells), the patterns, the blocks. A pattern is taken to that of
a successor by two small tables a move: where its low half goes, and where its high half goes.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ttt_table.rules.game import finished_score, lines, symmetries
from ttt_table.table.packing import bits_for, mask_width, pack_array, slots_size, unpack_array
from ttt_table.table.slots import carry, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeVar

    from numpy.typing import NDArray

    from ttt_table.rules.game import Game
    from ttt_table.table.packing import Buffer, Palette

    Array = NDArray[np.int64]
    Masks = NDArray[np.uint16] | NDArray[np.uint32]
    Scores = NDArray[np.int8]
    Flags = NDArray[np.bool_]
    Number = TypeVar("Number", bound=np.integer[Any])
    Lines = NDArray[np.unsignedinteger[Any]]

UNREACHABLE = 127
"""Stands in a slot that play cannot reach; no score is as large."""
BATCH = 1 << 18
"""How many replies are looked up at once: their indices then fit into a processor's cache."""
PACKED_AT_ONCE = 1 << 18
"""How many slots are packed at once: whole bytes of them."""
CHUNK = 16
"""Masks are gone through in chunks of two to this power."""
WORD = 64
"""How many lines fit into one integer, a bit each."""


def masks_by_tier(game: Game) -> list[Masks]:
    """For each tier the canonical masks of its blocks, ascending, as they stand in the file."""
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
        self.goals = np.array(symmetries(game))
        """By symmetry and cell."""
        stones = (1 << self.goals).T[..., None]
        self.low_images = unions(stones[: self.half])[..., 0]
        self.high_images = unions(stones[self.half :])[..., 0]
        self.bit_counts = bit_counts(game.cells - self.half)
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


class Columns:
    """The patterns of a tier in slot order, each in two halves, and the slots of the next tier."""

    def __init__(self, stones: int, cells: int) -> None:
        self.low_bits = stones // 2
        patterns = patterns_of(stones)
        self.count = len(patterns)
        self.low = (patterns & (1 << self.low_bits) - 1).astype(np.uint16)
        self.high = (patterns >> self.low_bits).astype(np.uint16)
        if stones < cells:
            following = patterns_of(stones + 1)
            self.later_count = len(following)
            self.later_slots = np.zeros(1 << stones + 1, np.int32)
            self.later_slots[following] = np.arange(len(following))


def patterns_of(stones: int) -> Array:
    """The patterns of a tier, ascending."""
    return np.flatnonzero(bit_counts(stones) == x_count(stones))


board_of = lru_cache(maxsize=1)(Board)
columns_of = lru_cache(maxsize=1)(Columns)


class Blocks:
    """Some blocks of a tier, about to be solved together."""

    def __init__(self, board: Board, stones: int, masks: Masks) -> None:
        self.board = board
        self.columns = columns_of(stones, board.cells)
        self.stones = stones
        self.masks = masks.astype(np.int64)
        taken = (self.masks[:, None] >> np.arange(board.cells) & 1).astype(bool)
        self.occupied = taken.nonzero()[1].reshape(len(masks), stones).T
        self.free = (~taken).nonzero()[1].reshape(len(masks), board.cells - stones).T
        self.low_lines: list[Lines] = []
        self.high_lines: list[Lines] = []

    def class_sizes(self) -> Array:
        """How many masks each block stands for."""
        images = self.board.images(self.masks)
        sizes: Array = len(images) // (images == self.masks).sum(axis=0)
        return sizes

    def find_replies(self, later_masks: Masks) -> None:
        """Find the blocks of the successors, and how patterns become theirs."""
        board, columns = self.board, self.columns
        after = self.masks | 1 << self.free
        images = board.images(after)
        smallest, turn = images.min(axis=0), images.argmin(axis=0)
        blocks = np.searchsorted(later_masks, smallest.astype(later_masks.dtype))
        self.first_slots = (blocks * columns.later_count)[:, None]
        x_moves = self.stones % 2 == 0
        stone = self._places(smallest, turn, self.free) if x_moves else 0
        stones = self._places(smallest, turn, self.occupied[:, None])
        self.low_maps = unions(stones[: columns.low_bits])
        self.high_maps = unions(stones[columns.low_bits :], stone)

    def _places(self, smallest: Array, turn: Array, cells: Array) -> Array:
        """The pattern's bit for each of the cells, once a symmetry has carried them."""
        goals = self.board.goals[turn, cells]
        return 1 << self.board.count_bits(smallest & (1 << goals) - 1).astype(np.int64)

    def find_lines(self) -> None:
        """Find which lines each half of a pattern keeps O from having."""
        for through, _ in self.board.words:
            outside = np.bitwise_or.reduce(through[self.free], axis=0)
            ours = through[self.occupied][:, None]
            self.low_lines.append(unions(ours[: self.columns.low_bits])[0])
            self.high_lines.append(unions(ours[self.columns.low_bits :], outside)[0])

    def scores(self, part: slice, later: Scores | None) -> Scores:
        """The score in some slots of the blocks, ``later`` being those of the next tier."""
        low = self.columns.low[part].astype(np.int64)
        high = self.columns.high[part].astype(np.int64)
        if later is None:
            scores = np.zeros((len(low), len(self.masks)), np.int8)
        else:
            worst = self._worst_replies(low, high, later)
            scores = np.sign(worst) - worst  # score_before
        if self.low_lines:
            over, unreachable = self._ends(low, high)
            np.copyto(scores, self.board.by_line, where=over)
            np.copyto(scores, UNREACHABLE, where=unreachable)
        return np.ascontiguousarray(scores.T)

    def _worst_replies(self, low: Array, high: Array, later: Scores) -> Scores:
        """The least score that the opponent can be left with."""
        patterns = np.take(self.low_maps, low, axis=1, mode="clip")
        patterns |= np.take(self.high_maps, high, axis=1, mode="clip")
        slots = np.take(self.columns.later_slots, patterns, mode="clip")
        slots = np.add(slots, self.first_slots, out=patterns)
        worst: Scores = np.take(later, slots, mode="clip").min(axis=0)
        return worst

    def _ends(self, low: Array, high: Array) -> tuple[Flags, Flags]:
        """Where a line of the player who moved last ends the game, and where play never comes."""
        mover, last = self._made_by_o(low, high), self._made_by_x(low, high)
        if self.stones % 2 == 0:
            mover, last = last, mover
        unreachable = np.zeros((len(low), len(self.masks)), bool)
        over, several = unreachable.copy(), unreachable.copy()
        for made in mover:
            unreachable |= made != 0
        for made in last:
            several |= (made & made - 1) != 0
            several |= over & (made != 0)
            over |= made != 0
        several &= ~unreachable
        unreachable[several] = ~self._shares_cell([made[several] for made in last])
        return over, unreachable

    def _made_by_x(self, low: Array, high: Array) -> list[Lines]:
        """The lines that X has made: those that O would have, were the colours exchanged."""
        low_bits = self.columns.low_bits
        lows, highs = (1 << low_bits) - 1, (1 << self.stones - low_bits) - 1
        return self._made_by_o(lows ^ low, highs ^ high)

    def _made_by_o(self, low: Array, high: Array) -> list[Lines]:
        """The lines that O has made, by the halves of the patterns."""
        return [
            (np.take(lows, low, axis=0) | np.take(highs, high, axis=0)) ^ every
            for lows, highs, (_, every) in zip(
                self.low_lines, self.high_lines, self.board.words, strict=True
            )
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
        self.positions += int(reached @ class_sizes)
        found = np.flatnonzero(np.bincount(scores.view(np.uint8).ravel(), minlength=256))
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
    later_masks: Masks | None,
    later: Scores | None,
    tally: Tally,
    batch: int = BATCH,
) -> Iterator[Scores]:
    """The scores in the blocks of these masks, in slot order, a batch at a time.

    The blocks and scores of the next tier are those of all its blocks; the last tier has none.
    What is solved is counted in the tally.
    """
    board = board_of(game)
    count = columns_of(stones, game.cells).count
    moves = max(1, game.cells - stones)
    rows = max(1, batch // (moves * count))
    width = max(1, batch // moves) if rows == 1 else count
    for first in range(0, len(masks), rows):
        blocks = Blocks(board, stones, masks[first : first + rows])
        sizes = blocks.class_sizes()
        if later_masks is not None:
            blocks.find_replies(later_masks)
        if x_count(stones) >= game.k:
            blocks.find_lines()
        for start in range(0, count, width):
            scores = blocks.scores(slice(start, start + width), later)
            tally.add(scores, sizes)
            yield scores.ravel()


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
