"""Many boards at once: what `reader` finds for one board, for arrays of them.

A symmetry carries the stones to the canonical mask, bisection finds the block, the rank of the
pattern the slot, the palette the score. The scores of moves are those of the boards after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import ArgumentError, InconsistentTableError
from ttt_table.table.boards import Marks, marks_in, marks_of, sets_of
from ttt_table.table.codec import Contents, Tier
from ttt_table.table.numbering import (
    UNREACHABLE,
    Array,
    Flags,
    Rules,
    halves_of,
    patterns_of,
    popcount,
    positions,
    scores_in,
)
from ttt_table.table.packing import numbers_at
from ttt_table.table.slots import slots_per_block, x_count

if TYPE_CHECKING:
    from ttt_table.table.reader import Table

Scores = NDArray[np.int8]

NO_SCORE = -128
"""Stands for the score of a cell that cannot be played."""
AT_ONCE = 1 << 15
"""How many positions are looked up at once: what that takes fits into a processor's cache."""
PAGE = 1 << 12
"""How many bytes of a large file are read at least: boards that are looked up together share."""


class Batch:
    """What a table says of n boards of c cells, each seen by its mover.

    What is said of moves is worked out when it is first asked for; it raises a kind of `TableError`
    if the table can no longer be read. With a limit it is what a search sees that looks only so
    many plies ahead, while values and plies are the true ones.
    """

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

    def __init__(self, table: Table, boards: Marks, own: Scores, limit: int | None) -> None:
        """Use `Table.batch` or `Table.arrays` to make one."""
        self._table, self._own, self._limit = table, own, limit
        cells, stones = table.game.cells, np.count_nonzero(boards, axis=1)
        self.boards = boards
        self.reachable = own != UNREACHABLE
        self.movers = np.where((stones % 2 == 0) == (table.first == "X"), 1, -1).astype(np.int8)
        self.values = np.sign(own) * self.reachable
        plies = np.where(own == 0, cells - stones, cells + 1 - np.abs(own))
        self.plies = np.where(self.reachable, plies, -1).astype(np.int8)

    def __len__(self) -> int:
        return len(self.boards)

    @cached_property
    def scores(self) -> Scores:
        """(n, c): each cell's score for the mover; -128 where it cannot be played."""
        scores = self._table._finder().scores(self.boards, self._own)
        if self._limit is not None:  # an end further away is not seen, as `limited` has it
            near = max(1, self._table.game.cells + 1 - self._limit)
            scores[(np.abs(scores) < near) & (scores != NO_SCORE)] = 0
        return scores

    @cached_property
    def best(self) -> Flags:
        """(n, c): the cells of the best moves."""
        best: Flags = self.scores == self.scores.max(axis=1, keepdims=True)
        best &= self.scores != NO_SCORE
        return best

    @cached_property
    def keeping(self) -> Flags:
        """(n, c): the cells that keep the value of the best, these among them."""
        signs = np.sign(self.scores)
        keeping: Flags = signs == signs.max(axis=1, keepdims=True)
        keeping &= self.scores != NO_SCORE
        return keeping

    @cached_property
    def probabilities(self) -> NDArray[np.float32]:
        """(n, c): equal weights on the best moves, which sum to 1; 0 where there are no moves."""
        weights = self.best.astype(np.float32)
        weights /= weights.sum(axis=1, keepdims=True).clip(1)
        return weights


class Finder:
    """Finds many positions of a file at once. Threads may share one."""

    def __init__(self, contents: Contents, first: str) -> None:
        self._contents, self._game = contents, contents.game
        self._first = 1 if first == "X" else -1
        self._rules = Rules(contents.game, contents.symmetries)
        self._masks: dict[int, NDArray[np.unsignedinteger]] = {}

    def batch(self, table: Table, boards: object, limit: int | None) -> Batch:
        """What `Table.batch` gives."""
        marks = marks_of(boards, self._game)
        own = np.full(len(marks), UNREACHABLE, np.int8)
        for stones, which, masks, x in self._by_tier(marks, own == UNREACHABLE, AT_ONCE):
            fair = popcount(x) == x_count(stones)
            fair &= ~self._rules.floating(masks).any(axis=1)
            own[which[fair]] = self._probe(stones, masks[fair], x[fair])
        return Batch(table, marks, own, limit)

    def arrays(
        self, table: Table, tiers: Iterable[int] | None, *, unfinished: bool
    ) -> Iterator[Batch]:
        """What `Table.arrays` gives."""
        table._check_blocks()
        cells = self._game.cells
        wanted = [*range(cells + 1)] if tiers is None else [*map(index, tiers)]
        if not {*wanted} <= {*range(cells + 1)}:
            raise ArgumentError(f"tiers are numbers of stones from 0 to {cells}")
        for stones in wanted:
            for masks, x in positions(self._rules, stones, AT_ONCE):
                own = self._probe(stones, masks, x)
                kept = own != UNREACHABLE
                if unfinished:
                    kept &= (np.abs(own) <= cells) & (stones < cells)
                if kept.any():
                    ours, theirs = (marks_in(sets[kept], cells) for sets in (x, masks ^ x))
                    yield Batch(table, (ours - theirs) * np.int8(self._first), own[kept], None)

    def scores(self, marks: Marks, own: Scores) -> Scores:
        """The score of each move, given the boards' own."""
        cells = self._game.cells
        scores = np.full(marks.shape, NO_SCORE, np.int8)
        going_on = np.abs(own) <= cells  # neither unreachable nor ended by a line
        for stones, which, masks, x in self._by_tier(marks, going_on, AT_ONCE // cells):
            if stones == cells:
                continue
            cell, of = np.ascontiguousarray(self._rules.playable(masks).T).nonzero()
            stone = 1 << cell
            ours = x[of] | stone if stones % 2 == 0 else x[of]
            replies = self._probe(stones + 1, masks[of] | stone, ours)
            if (replies == UNREACHABLE).any():
                raise InconsistentTableError("a position that play reaches is not in the table")
            scores[which[of], cell] = np.sign(replies) - replies  # as `score_before` has it
        return scores

    def _by_tier(
        self, marks: Marks, wanted: Flags, at_once: int
    ) -> Iterator[tuple[int, Array, Array, Array]]:
        """The boards wanted, a tier at a time: its stones, which they are, masks and X's cells."""
        for at in range(0, len(marks), AT_ONCE << 3):
            some = np.flatnonzero(wanted[at : at + (AT_ONCE << 3)]) + at
            x, o = (sets_of(marks[some], mark) for mark in (self._first, -self._first))
            counts = popcount(x | o)
            order = np.argsort(counts, kind="stable")
            ends = np.cumsum(np.bincount(counts, minlength=self._game.cells + 1))
            for stones, together in enumerate(np.split(order, ends[:-1])):
                for first in range(0, len(together), at_once):
                    few = together[first : first + at_once]
                    yield stones, some[few], x[few] | o[few], x[few]

    def _probe(self, stones: int, masks: Array, x: Array) -> Scores:
        """The mover's scores of positions of a tier, by all stones and by X's."""
        tier = self._contents.tiers[stones]
        stored = self._masks_of(stones)
        smallest, symmetries = self._rules.smallest(masks)
        order = np.argsort(smallest)  # bisecting for one after the other takes a third of the time
        smallest = smallest[order]
        blocks = np.searchsorted(stored, smallest.astype(stored.dtype))
        if (np.take(stored, blocks, mode="clip") != smallest).any():
            raise InconsistentTableError(f"tier {stones} lacks the block of a mask")
        carried = self._rules.images_by(symmetries[order], x[order])
        ranks = halves_of(stones).ranks(patterns_of(smallest, carried, self._game.cells))
        numbers = np.empty(len(order), np.uint8)
        numbers[order] = self._numbers(tier, blocks * slots_per_block(stones) + ranks)
        if numbers.max(initial=0) >= len(tier.palette):
            raise InconsistentTableError(f"tier {stones} holds a number beyond its palette")
        return np.take(scores_in(tier.palette), numbers)

    def _numbers(self, tier: Tier, slots: Array) -> NDArray[np.uint8]:
        """The palette numbers in these slots."""
        at, data = tier.slots_at, self._contents.data
        if (file := self._contents.on_disk) is None:
            packed = np.frombuffer(data, np.uint8)[at : tier.slots_end]  # type: ignore[arg-type]
            return numbers_at(packed, slots, tier.bits)
        per_page = PAGE * 8 // tier.bits
        pages, places = np.unique(slots // per_page, return_inverse=True)
        cuts = np.flatnonzero(np.diff(pages, prepend=-2, append=-2) != 1)
        # Pages that follow each other are read at once; here one wanted page follows another.
        runs = zip(pages[cuts[:-1]].tolist(), (pages[cuts[1:] - 1] + 1).tolist(), strict=True)
        read = b"".join(file[at + first * PAGE : at + end * PAGE] for first, end in runs)
        slots = places * per_page + slots % per_page
        return numbers_at(np.frombuffer(read, np.uint8), slots, tier.bits)

    def _masks_of(self, stones: int) -> NDArray[np.unsignedinteger]:
        masks = self._masks.get(stones)
        if masks is None:
            masks = np.asarray(self._contents.masks(self._contents.tiers[stones]))
            self._masks[stones] = masks
        return masks
