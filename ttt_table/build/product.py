"""A tier laid out in rows, for compiled code: what it looks up then lies close together.

The cells are parted into a high and a low part, so that each symmetry keeps both. A *colouring* of
a part says what stands on each of its cells. A row is one of the high part, the least of its images
by the symmetries; its slots are all colourings of the low part that have the stones still wanting,
ordered by mask and pattern as in a file's blocks. A move in the low part stays in the row; one in
the high part leads to another row, where the low part stands as here, or as a symmetry carries it.
So a few tables of 16-bit numbers, one for each move and each symmetry, serve all rows.

Where a symmetry keeps a row's colouring, a position may have several slots, all of one score.
Players are 0 for O and 1 for X.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.build.estimate import parted
from ttt_table.rules.game import Game, lines, stacks
from ttt_table.table.numbering import Array, popcount, rules_of, unions
from ttt_table.table.slots import x_count

WORD = 32
"""How many lines compiled code takes at once."""


class Part:
    """Some cells, and all their colourings, by code.

    A code is the sum of what stands on the cells: 1 for O and 2 for X, times the cell's weight.
    """

    def __init__(self, game: Game, chosen: Sequence[int]) -> None:
        """Of the cells of these stacks."""
        self.weights = np.zeros(game.cells, np.int64)
        self.owned = np.zeros((2, 1), np.int32)
        """The cells of either player, by colouring."""
        self.stacks = []
        """The lowest cell of each stack, and how many colourings it has."""
        for sets in (stacks(game)[number] for number in chosen):
            stones = np.array(sets[1:], np.int32) ^ np.array(sets[:-1], np.int32)
            cells = popcount(stones - 1)
            self.weights[cells] = self.owned.shape[1] << np.arange(len(cells))
            x = np.concatenate([unions(stones[None, :many])[0] for many in range(len(sets))])
            o = np.repeat(sets, 1 << np.arange(len(sets))).astype(np.int32) ^ x
            self.owned = (self.owned[:, None] | np.stack((o, x))[:, :, None]).reshape(2, -1)
            self.stacks.append((cells[0], len(x)))

    def images(self, symmetry: Array) -> NDArray[np.int32]:
        """The codes that a symmetry carries each code to."""
        found = np.zeros(1, np.int32)
        for cell, many in self.stacks:
            codes = np.arange(many, dtype=np.int32) * np.int32(self.weights[symmetry[cell]])
            found = (found + codes[:, None]).ravel()
        return found

    def made(self, ends: Sequence[int], codes: Array) -> NDArray[np.uint32]:
        """Which lines each player has as far as they lie in this part: by player, then colouring.

        The lines are at most as many as a word has bits.
        """
        made = np.full((2, len(codes)), (1 << len(ends)) - 1, np.uint32)
        for cell in np.flatnonzero(self.weights):
            through = sum(1 << place for place, line in enumerate(ends) if line >> cell & 1)
            made &= np.where(self.owned[:, codes] >> cell & 1, ~np.uint32(0), ~np.uint32(through))
        return made


class Product:
    """The rows of a game, and the tables that serve them all."""

    def __init__(self, game: Game) -> None:
        parts = parted(game)
        assert parts, game
        self.rules = rules_of(game)
        self.high, self.low = (Part(game, part) for part in parts[1:])
        self._find_rows()
        self._order_low()

    def _find_rows(self) -> None:
        """Number the colourings of the high part that have a row, and find each one's."""
        least = np.arange(self.high.owned.shape[1], dtype=np.int32)
        self.turns = np.zeros(len(least), np.uint8)
        """The symmetry that carries each colouring of the high part to that of its row."""
        for number, symmetry in enumerate(self.rules.carried):
            image = self.high.images(symmetry)
            self.turns[image < least] = number
            np.minimum(least, image, out=least)
        codes = np.flatnonzero(least == np.arange(len(least)))
        o, x = popcount(self.high.owned[:, codes])
        order = np.lexsort((codes, o, x))  # what the same tables serve follows one another
        self.codes, self.stones = codes[order], np.stack((o[order], x[order])).astype(np.int64)
        """The colouring of each row; how many stones of either player it has, by player and row."""
        numbers = np.empty(len(least), np.int32)
        numbers[self.codes] = np.arange(len(codes))
        self.numbers: NDArray[np.int32] = numbers[least]
        """The row of each colouring of the high part."""
        self.kept = np.array(
            [self.high.images(one)[self.codes] == self.codes for one in self.rules.carried]
        )
        """Which rows each symmetry leaves in place."""
        self.class_sizes = len(self.kept) // self.kept.sum(axis=0)

    def _order_low(self) -> None:
        """Order the colourings of the low part; find where symmetries and moves take each."""
        low, (o, x) = self.low, popcount(self.low.owned).astype(np.int64)
        self.order = np.lexsort((low.owned[1], low.owned[0] | low.owned[1], x, o))
        """Their codes: by how many O and X they have, and then by mask and pattern."""
        self.places = np.argsort(self.order).astype(np.int32)
        most = int(o.max()) + 1
        self.size = np.bincount(most * o + x, minlength=most**2).reshape(most, most)
        """How many there are, by how many O and X they have."""
        self.first = self.size.cumsum().reshape(most, most) - self.size
        rank = (self.places - self.first[o, x]).astype(np.uint16)
        self.turned = np.array([rank[low.images(one)][self.order] for one in self.rules.carried])
        """Where each symmetry takes each of them, among those with as many O and X."""
        self._find_moves(rank)

    def _find_moves(self, rank: NDArray[np.uint16]) -> None:
        """Find where a new stone in the low part takes each colouring, by their ranks."""
        low, colourings = self.low, len(self.order)
        mask, many = (low.owned[0] | low.owned[1])[self.order], np.zeros(colourings, np.int64)
        most = len(self.size) - 1
        self.moved = np.zeros((2, most, colourings), np.uint16)
        """By player, move and colouring."""
        for cell in np.flatnonzero(low.weights):
            support = self.rules.supports[cell]
            free = np.flatnonzero((mask & support == support) & (mask >> cell & 1 == 0))
            for player in (0, 1):
                more = self.order[free] + (1 + player) * low.weights[cell]
                self.moved[player, many[free], free] = rank[more]
            many[free] += 1
        for place in range(1, most):  # with gravity some have fewer moves: the last once more
            fewer = np.flatnonzero(many <= place)
            self.moved[:, place, fewer] = self.moved[:, place - 1, fewer]
        self.moves = np.zeros_like(self.size)
        """How many moves those of so many O and X have at most."""
        np.maximum.at(self.moves, tuple(popcount(low.owned[:, self.order])), many)

    def wanted(self, stones: int) -> Array:
        """How many O and X each row of a tier has in the low part; negative where there is none."""
        return np.array([[stones // 2], [x_count(stones)]]) - self.stones

    def sizes(self, stones: int) -> Array:
        """How many slots each row has in a tier."""
        wanted = self.wanted(stones)
        fits = (wanted >= 0).all(axis=0) & (wanted < len(self.size)).all(axis=0)
        sizes: Array = np.where(fits, self.size[tuple(np.where(fits, wanted, 0))], 0)
        return sizes

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        """What compiled code wants of the high part, of the low part, and of the lines."""
        ends = lines(self.rules.game)
        words = [ends[first : first + WORD] for first in range(0, max(1, len(ends)), WORD)]
        sets = np.array([[*word, *[0] * (WORD - len(word))] for word in words], np.uint32)
        owned = np.take(self.high.owned, self.codes, axis=1).view(np.uint32)
        supports = self.rules.supports.astype(np.uint32)
        return (
            (self.codes, owned, self.numbers, self.turns, self.high.weights, supports),
            (self.first, self.turned, self.moved, self.moves),
            (
                np.stack([self.high.made(word, self.codes) for word in words], axis=1),
                np.stack([self.low.made(word, self.order) for word in words], axis=1),
                ~unions(~sets.reshape(-1, 8)),  # the cells common to some of eight lines
                self.rules.by_line,
            ),
        )


product_of = lru_cache(maxsize=1)(Product)
