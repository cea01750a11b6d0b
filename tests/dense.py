"""A third truth, in numpy: a value for each of the 3^cells boards, told by lines as lists of cells.

It numbers boards in base 3, and knows no symmetries, masks, slots or palettes; what it shares with
the package is numpy. Good for up to 13 cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

NEVER = 127
"""Stands for a board that play does not reach."""


class Dense:
    """A game of lines on a board of rows x cols, solved board by board."""

    def __init__(
        self,
        rows: int,
        cols: int,
        lines: Sequence[Sequence[int]],
        misere: bool = False,
        gravity: bool = False,
    ) -> None:
        self.cells, self.cols, self.gravity = rows * cols, cols, gravity
        every = np.arange(3**self.cells)
        self.marks = np.stack([every // 3**cell % 3 for cell in range(self.cells)])
        """0 empty, 1 X, 2 O, by cell and board."""
        self.stones = (self.marks > 0).sum(axis=0)
        self.x_moves = self.stones % 2 == 0
        self.line_of = {mark: self._has_line(mark, lines) for mark in (1, 2)}
        self.over = self.line_of[1] | self.line_of[2] | (self.stones == self.cells)
        self.reached = self._reached()
        self.scores = self._solved(misere)
        """The mover's score of each board, `NEVER` where play does not reach it."""

    def _has_line(self, mark: int, lines: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
        found = np.zeros(3**self.cells, bool)
        for line in lines:
            found |= (self.marks[list(line)] == mark).all(axis=0)
        return found

    def _moves(self, stones: int, cell: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The unfinished boards of a tier where this cell can be played, and those after it."""
        playable = (self.stones == stones) & ~self.over & (self.marks[cell] == 0)
        if self.gravity and cell + self.cols < self.cells:
            playable &= self.marks[cell + self.cols] > 0
        boards = playable.nonzero()[0]
        return boards, boards + 3**cell * (1 if stones % 2 == 0 else 2)

    def _reached(self) -> NDArray[np.bool_]:
        reached = np.zeros(3**self.cells, bool)
        reached[0] = True
        for stones in range(self.cells):
            for cell in range(self.cells):
                boards, after = self._moves(stones, cell)
                reached[after[reached[boards]]] = True
        return reached

    def _solved(self, misere: bool) -> NDArray[np.int8]:
        # Minimax as tutorials have it: an end is worth cells + 1 less the plies to it.
        end = self.cells + 1
        best = np.where(self.over, 0, -end - 1).astype(np.int64)
        last_has_line = np.where(self.x_moves, self.line_of[2], self.line_of[1])
        best[self.over & last_has_line] = end if misere else -end
        for stones in reversed(range(self.cells)):
            for cell in range(self.cells):
                boards, after = self._moves(stones, cell)
                reply = best[after]
                best[boards] = np.maximum(best[boards], np.sign(reply) - reply)
        return np.where(self.reached, best, NEVER).astype(np.int8)

    def number(self, board: str) -> int:
        """Which of all boards a text is."""
        return sum(".XO".index(mark) * 3**cell for cell, mark in enumerate(board))
