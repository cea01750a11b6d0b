"""Many boards at once: what `reader` finds for one board, for arrays of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BadTableError
from ttt_table.rules.outcome import NO_SCORE
from ttt_table.table.bits import UNREACHABLE, Numbers, Scores, numbers_at, scores_in
from ttt_table.table.boards import Marks, by_tier, marks_of
from ttt_table.table.codec import Contents, Tier
from ttt_table.table.files import FileBytes
from ttt_table.table.numbering import Rules
from ttt_table.table.patterns import halves_of
from ttt_table.table.sets import Array, Flags, cells_by_block, unions
from ttt_table.table.slots import masks_of_tier

if TYPE_CHECKING:
    from ttt_table.table.packing import Buffer
    from ttt_table.table.reader import Table

__all__ = ["Batch"]

PAGE = (
    1 << 12
)  # bytes of a large file that are read at least, for the slots that share them
AT_ONCE = (
    1 << 15
)  # positions that are looked up at once: a processor's cache holds what that takes


class Batch:
    """What a table says of n boards of c cells, each seen by its mover; of moves when asked for."""

    boards: Marks
    """(n, c): 1 for X, -1 for O, 0 for an empty cell."""
    movers: NDArray[np.int8]
    """(n,): 1 for X, -1 for O, by the number of stones."""
    values: NDArray[np.int8]
    """(n,): 1 the mover wins, 0 draw, -1 the mover loses; 0 for an unreachable board."""
    plies: NDArray[np.int8]
    """(n,): moves by both to the end; -1 for an unreachable board."""
    reachable: Flags
    """(n,): whether play can arrive there."""

    def __init__(self, table: Table, boards: Marks, own: Scores) -> None:
        """`Table.batch` and `Table.arrays` make them."""
        self._table, self._own = table, own
        cells, stones = table.game.cells, np.count_nonzero(boards, axis=1)
        self.boards = boards
        self.reachable = own != UNREACHABLE
        self.movers = np.where((stones % 2 == 0) == (table.first == "X"), 1, -1).astype(
            np.int8
        )
        self.values = np.sign(own) * self.reachable
        plies = np.where(own == 0, cells - stones, cells + 1 - np.abs(own))
        self.plies = np.where(self.reachable, plies, -1).astype(np.int8)

    def __len__(self) -> int:
        return len(self.boards)

    @cached_property
    def scores(self) -> Scores:
        """(n, c): each cell's score for the mover; -128 where it cannot be played."""
        return self._table._finder().scores(self.boards, self._own)

    @cached_property
    def best(self) -> Flags:
        """(n, c): the cells of the best moves."""
        return self._greatest(self.scores)

    @cached_property
    def keeping(self) -> Flags:
        """(n, c): the cells that keep the value of the best."""
        return self._greatest(np.sign(self.scores))

    @cached_property
    def erring(self) -> NDArray[np.float32]:
        """(n,): the share of the legal moves that give value away; 0 where there are no moves."""
        legal = (self.scores != NO_SCORE).sum(axis=1)
        erring: NDArray[np.float32] = (legal - self.keeping.sum(axis=1)).astype(
            np.float32
        )
        erring /= legal.clip(1)
        return erring

    @cached_property
    def canonical(self) -> Marks:
        """(n, c): the board that stands for each one's class, as `Table.canonical` has it."""
        return self._table._finder().canonical(self.boards)

    def _greatest(self, numbers: Scores) -> Flags:
        greatest: Flags = numbers == numbers.max(axis=1, keepdims=True)
        greatest &= self.scores != NO_SCORE
        return greatest

    @cached_property
    def probabilities(self) -> NDArray[np.float32]:
        """(n, c): equal weights on the best moves, which sum to 1; 0 where there are no moves."""
        weights = self.best.astype(np.float32)
        weights /= weights.sum(axis=1, keepdims=True).clip(1)
        return weights


class Finder:
    """Finds many positions at once. Threads may share one."""

    def __init__(self, contents: Contents, first: str) -> None:
        self._contents, self._game = contents, contents.game
        self._first = 1 if first == "X" else -1
        self._rules = Rules(contents.game, contents.symmetries)

    def batch(self, table: Table, boards: object) -> Batch:
        """What `Table.batch` gives."""
        marks = marks_of(boards, self._game)
        own = np.full(len(marks), UNREACHABLE, np.int8)
        for stones, which, x, o in by_tier(
            marks, self._first, own == UNREACHABLE, AT_ONCE
        ):
            if self._game.gravity:
                falls = self._rules.floating(x | o).any(axis=1)
                which, x, o = which[~falls], x[~falls], o[~falls]
            own[which] = self._probe(stones, x, o)
        return Batch(table, marks, own)

    def arrays(self, table: Table, going_on: bool) -> Iterator[Batch]:
        """What `Table.arrays` gives."""
        self._contents.check_blocks()
        cells = self._game.cells
        for stones in range(cells + 1):
            for x, o in positions(self._rules, stones, AT_ONCE):
                own = self._probe(stones, x, o)
                kept = own != UNREACHABLE
                if going_on:
                    kept &= (np.abs(own) <= cells) & (stones < cells)
                if kept.any():
                    marks = self._rules.taken(x[kept]).astype(
                        np.int8
                    ) - self._rules.taken(o[kept])
                    yield Batch(table, marks * np.int8(self._first), own[kept])

    def canonical(self, marks: Marks) -> Marks:
        """What `Batch.canonical` gives."""
        orders = np.array(self._contents.symmetries)
        # Of a text the first cell weighs most, and X more than O; 3**30 is exact in a float.
        weights = 3.0 ** (self._game.cells - 1 - orders.argsort(axis=1).T)
        found, many = np.empty_like(marks), max(1, 8 * AT_ONCE // len(orders))
        for at in range(0, len(marks), many):
            some = marks[at : at + many]
            last = (-some % 3 @ weights).argmax(axis=1)
            found[at : at + many] = np.take_along_axis(some, orders[last], axis=1)
        return found

    def scores(self, marks: Marks, own: Scores) -> Scores:
        """The score of each move, given the boards' own."""
        cells, scores = self._game.cells, np.full(marks.shape, NO_SCORE, np.int8)
        going_on = (np.abs(own) <= cells) & ~marks.all(axis=1)
        for stones, which, x, o in by_tier(
            marks, self._first, going_on, AT_ONCE // cells
        ):
            cell, of = np.ascontiguousarray(self._rules.playable(x | o).T).nonzero()
            after = [x[of], o[of]]
            after[stones % 2] |= 1 << cell
            replies = self._probe(stones + 1, *after)
            if (replies == UNREACHABLE).any():
                raise BadTableError("a position that play reaches is not in the table")
            scores[which[of], cell] = (
                np.sign(replies) - replies
            )  # as `score_before` has it
        return scores

    def _probe(self, stones: int, x: Array, o: Array) -> Scores:
        tier = self._contents.tiers[stones]
        slots = self._rules.slots(
            np.asarray(self._contents.masks(tier)), stones, x | o, x
        )
        return np.take(
            scores_in(tier.palette), numbers_in(self._contents.data, tier, slots)
        )


def positions(rules: Rules, stones: int, at_once: int) -> Iterator[tuple[Array, Array]]:
    """All positions of a tier, by mask and pattern: X's cells and O's."""
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


def numbers_in(data: Buffer | FileBytes, tier: Tier, slots: Array) -> Numbers:
    """The palette numbers in some slots of a file's tier, or `BadTableError` beyond its palette."""
    at, per_page = tier.slots_at, PAGE * 8 // tier.bits
    if not isinstance(data, FileBytes):
        numbers = numbers_at(np.frombuffer(data, np.uint8)[at:], slots, tier.bits)
    else:
        pages, places = np.unique(slots // per_page, return_inverse=True)
        cuts = np.flatnonzero(np.diff(pages, prepend=-2, append=-2) != 1)
        runs = zip(
            pages[cuts[:-1]].tolist(), (pages[cuts[1:] - 1] + 1).tolist(), strict=True
        )
        read = b"".join(
            data[at + first * PAGE : at + end * PAGE] for first, end in runs
        )
        slots = places * per_page + slots % per_page
        numbers = numbers_at(np.frombuffer(read, np.uint8), slots, tier.bits)
    if numbers.max(initial=0) >= len(tier.palette):
        raise BadTableError("a slot holds a number beyond its tier's palette")
    return numbers
