"""A tier laid out in rows, for compiled code: what it looks up then lies close together.

The cells are parted into a high and a low part, so that each symmetry keeps both. A *colouring* of
a part says what stands on each of its cells. A row is one of the high part, the least of its images
by the symmetries; its slots are all colourings of the low part that have the stones still wanting.
A move in the low part stays in the row; one in the high part leads to another row, where the low
part stands as it does here, or as one of the symmetries carries it. So a few tables of 16-bit
numbers, one for each move and each symmetry, serve all rows.

A row's slots are ordered by mask and pattern, as are those of a file's blocks, so the slots of a
block lie in pieces of up to some hundred. Where a symmetry leaves a row's colouring in place, a
position has several slots of one score.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.build.estimate import parted
from ttt_table.rules.game import Game, lines, stacks
from ttt_table.table.numbering import Array, popcount, rules_of, unions
from ttt_table.table.slots import x_count

WORD = 32


class Part:
    """Some cells, and their colourings by codes.

    A code is the sum of what stands on the cells: 1 for O and 2 for X, times the cell's weight.
    """

    def __init__(self, game: Game, chosen: list[int]) -> None:
        """Of the cells of these stacks, which are filled from the bottom."""
        self.weights = np.zeros(game.cells, np.int64)
        self.stacks: list[tuple[int, list[int]]] = []
        """The lowest cell of each stack, and its sets of stones: none, and so on, then all."""
        self.many = 1
        """How many colourings there are."""
        for sets in (stacks(game)[number] for number in chosen):
            stones = [(full ^ less).bit_length() - 1 for less, full in pairwise(sets)]
            self.weights[stones] = self.many << np.arange(len(stones))
            self.stacks.append((stones[0], sets))
            self.many *= (1 << len(sets)) - 1
        self.cells = np.flatnonzero(self.weights)

    def stones(self, codes: Array) -> NDArray[np.int64]:
        """O's and X's cells in some colourings."""
        found = np.zeros((2, len(codes)), np.int64)
        for lowest, sets in self.stacks:
            x = [
                unions(np.array([[f ^ e for e, f in pairwise(sets[:many])]], np.int64))[0]
                for many in range(1, len(sets) + 1)
            ]
            o = [full ^ some for full, some in zip(sets, x, strict=True)]
            digits = codes // self.weights[lowest] % ((1 << len(sets)) - 1)
            found |= np.stack([np.concatenate(o)[digits], np.concatenate(x)[digits]])
        return found

    def images(self, symmetry: Array) -> NDArray[np.int32]:
        """The codes that a symmetry carries each code to."""
        found = np.zeros(1, np.int32)
        for cell, sets in self.stacks:
            weight = np.int32(self.weights[symmetry[cell]])
            digits = np.arange((1 << len(sets)) - 1, dtype=np.int32)
            found = (found + digits[:, None] * weight).ravel()
        return found

    def made(self, lines: Sequence[int], stones: Array) -> NDArray[np.uint32]:
        """The lines, at most 32, of which sets of stones have all cells that lie in this part."""
        lost = np.zeros(len(stones), np.uint32)
        for cell in self.cells:
            through = sum(1 << place for place, line in enumerate(lines) if line >> cell & 1)
            lost |= np.where(stones >> cell & 1, np.uint32(0), np.uint32(through))
        return ~lost & np.uint32((1 << len(lines)) - 1)


class Product:
    """The rows of a game, and the tables that serve them all."""

    def __init__(self, game: Game) -> None:
        parts = parted(game)
        assert parts, game
        self.rules = rules_of(game)
        self.high, self.low = (Part(game, part) for part in parts[1:])
        self.weights = self.high.weights + self.low.weights
        self.is_low = self.low.weights > 0
        self._find_rows()
        self._order_low()
        ends = lines(game)
        words = [ends[first : first + WORD] for first in range(0, max(1, len(ends)), WORD)]
        padded = np.zeros((len(words), WORD), np.uint32)
        for word, some in enumerate(words):
            padded[word, : len(some)] = some
        self.common = ~unions(~padded.reshape(-1, 8))
        self.lines = [
            np.array([[part.made(word, x) for word in words] for x in stones])
            for part, stones in (
                (self.high, self.owned),
                (self.low, self.low_owned),
            )
        ]
        """Of either part the lines that O and X may have there, by player, word and colouring."""

    def _find_rows(self) -> None:
        """Number the colourings of the high part that have a row, and find each one's."""
        every = np.arange(self.high.many, dtype=np.int32)
        least = every.copy()
        self.turn = np.zeros(len(every), np.uint8)
        """The symmetry that carries each colouring of the high part to that of its row."""
        for number, symmetry in enumerate(self.rules.carried):
            image = self.high.images(symmetry)
            self.turn[image < least] = number
            np.minimum(least, image, out=least)
        codes = np.flatnonzero(least == every)
        o, x = map(popcount, self.high.stones(codes))
        order = np.lexsort((codes, o, x))  # what the same tables serve follows one another
        self.codes = codes[order].astype(np.int32)
        self.owned = self.high.stones(codes[order])
        """The cells of O and of X in the high part, by player and row."""
        self.x, self.o = x[order].astype(np.int64), o[order].astype(np.int64)
        """How many they are, by row."""
        row = every  # its room is needed no longer
        row[self.codes] = np.arange(len(codes))
        self.row: NDArray[np.int32] = row[least]
        """The row of each colouring of the high part."""
        self.fixed = [
            np.flatnonzero(self.high.images(symmetry)[self.codes] == self.codes)
            for symmetry in self.rules.carried
        ]
        """The rows that each symmetry leaves in place."""
        in_place = np.bincount(np.concatenate(self.fixed), minlength=len(codes))
        self.class_sizes = len(self.fixed) // in_place

    def _order_low(self) -> None:
        """Order the colourings of the low part; find where symmetries and moves take each."""
        low, cells = self.low, len(self.low.cells)
        own = low.stones(np.arange(low.many))
        o, x = (popcount(stones).astype(np.int64) for stones in own)
        self.order = np.lexsort((own[1], own[0] | own[1], o, x))
        """Their codes: by how many X and O they have, and then by mask and pattern."""
        self.place = np.argsort(self.order).astype(np.int32)
        self.size = np.zeros((cells + 1, cells + 1), np.int64)
        """How many there are, by how many X and O they have."""
        np.add.at(self.size, (x, o), 1)
        self.first = self.size.cumsum().reshape(self.size.shape) - self.size
        rank = (self.place - self.first[x, o]).astype(np.uint16)
        self.turned = np.array([rank[low.images(one)][self.order] for one in self.rules.carried])
        """Where each symmetry takes each of them, among those with as many X and O."""
        self.low_owned = own[:, self.order]
        mask = self.low_owned[0] | self.low_owned[1]
        many = np.zeros(len(mask), np.int64)
        self.moved = np.zeros((2, cells, len(mask)), np.uint16)
        """Where a stone of O, or of X, takes each of them."""
        for cell in low.cells:
            support = self.rules.supports[cell]
            free = np.flatnonzero((mask & support == support) & (mask >> cell & 1 == 0))
            for stone in (1, 2):
                self.moved[stone - 1, many[free], free] = rank[
                    self.order[free] + stone * low.weights[cell]
                ]
            many[free] += 1
        for place in range(1, cells):  # with gravity some have fewer moves than others: again
            fewer = np.flatnonzero(many <= place)
            self.moved[:, place, fewer] = self.moved[:, place - 1, fewer]
        self.moves = np.zeros_like(self.size)
        """How many moves there are at most."""
        np.maximum.at(self.moves, (x[self.order], o[self.order]), many)

    def wanted(self, stones: int) -> Array:
        """How many X, and how many O, each row of a tier has in the low part; some are negative."""
        return np.stack((x_count(stones) - self.x, stones // 2 - self.o))

    def sizes(self, stones: int) -> Array:
        """How many slots each row has in a tier."""
        wanted = self.wanted(stones)
        fits = (wanted.min(axis=0) >= 0) & (wanted.sum(axis=0) < len(self.size))
        sizes: Array = np.where(fits, self.size[tuple(np.where(fits, wanted, 0))], 0)
        return sizes

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        """What compiled code wants of the high part, of the low part, and of the lines."""
        rules = self.rules
        high = (
            *(self.codes, self.owned.astype(np.uint32), self.row, self.turn, self.high.weights),
            *(rules.supports.astype(np.uint32), rules.covers.astype(np.uint32)),
        )
        low = self.first, self.turned, self.moved, self.moves
        return high, low, (*self.lines, self.common, rules.by_line)


product_of = lru_cache(maxsize=1)(Product)
