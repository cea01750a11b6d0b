"""What answers are worth, counted once more by brute force, with fractions.

Nothing of the package is used.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from support.reference_game import ReferenceGame


def turned(board: str, order: Sequence[int]) -> str:
    return "".join(board[cell] for cell in order)


class Worth(NamedTuple):
    """What one answer is worth."""

    legal: bool
    keeps: bool
    matters: bool


class Recount:
    """The same metrics by brute force, for a board of 2x3 cells and its symmetries."""

    orders = (
        (0, 1, 2, 3, 4, 5),
        (2, 1, 0, 5, 4, 3),
        (3, 4, 5, 0, 1, 2),
        (5, 4, 3, 2, 1, 0),
    )

    def __init__(
        self, reference: ReferenceGame, rows: Sequence[tuple[str, int]], classes: bool
    ) -> None:
        self.reference = reference
        self.rows = rows
        self.classes = classes

    def player(self, board: str) -> dict[int, Fraction] | None:
        """Draw among all rows of the board; of a class, among all symmetric ones."""
        cells = self._class_answers(board) if self.classes else self._answers(board)
        total = cells.total()
        return {cell: Fraction(count, total) for cell, count in cells.items()} or None

    def _answers(self, board: str) -> Counter[int]:
        return Counter(cell for row_board, cell in self.rows if row_board == board)

    def _class_answers(self, board: str) -> Counter[int]:
        # The first symmetry that makes the board the greatest carries answers back.
        greatest = max(turned(board, order) for order in self.orders)
        back = next(order for order in self.orders if turned(board, order) == greatest)
        cells: Counter[int] = Counter()
        for row_board, cell in self.rows:
            orders = [
                order for order in self.orders if turned(row_board, order) == greatest
            ]
            if orders and 0 <= cell < 6:
                cells[back[min(order.index(cell) for order in orders)]] += 1
            elif orders:
                cells[cell] += 1
        return cells

    def worth(self, board: str, cell: int) -> Worth:
        value = self.reference.outcome(board)[0]
        after = self.reference.moves(board)
        keeps = {
            move: -self.reference.outcome(reply)[0] == value
            for move, reply in after.items()
        }
        return Worth(cell in after, keeps.get(cell, False), not all(keeps.values()))

    def overall(self) -> list[tuple[int, int]]:
        """Return how many rows are right in each of three senses, of how many."""
        worths = [self.worth(*row) for row in self.rows]
        that_matter = [worth for worth in worths if worth.matters]
        return [
            (sum(worth.legal for worth in worths), len(worths)),
            (sum(worth.keeps for worth in worths), len(worths)),
            (sum(worth.keeps for worth in that_matter), len(that_matter)),
        ]

    def agreement(self) -> tuple[int, int]:
        """Return how many pairs of answers to symmetric boards agree, of how many."""
        agreeing = 0
        pairs = 0
        for (board, cell), (other_board, other_cell) in combinations(self.rows, 2):
            orders = [
                order for order in self.orders if turned(board, order) == other_board
            ]
            on_board = 0 <= cell < 6 and 0 <= other_cell < 6
            if board != other_board and orders and on_board:
                pairs += 1
                agreeing += any(order[other_cell] == cell for order in orders)
        return agreeing, pairs


def random_rows(reference: ReferenceGame, seed: int) -> list[tuple[str, int]]:
    """Return samples of some boards, now and then illegal ones; many are missing."""
    rng = random.Random(seed)
    boards = [reference.start]
    for board in boards:
        boards += [
            reply for reply in reference.moves(board).values() if reply not in boards
        ]
    unfinished = [board for board in boards if not reference.is_over(board)]
    rows = []
    for board in rng.sample(unfinished, rng.randint(1, len(unfinished))):
        for _ in range(rng.choice((1, 1, 2, 5))):
            rows.append(
                (board, rng.choice([*reference.moves(board), rng.randint(0, 7)]))
            )
    return rows
