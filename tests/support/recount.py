"""What answers are worth, counted once more by brute force, with fractions.

Nothing of the package is used.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from support.brute import MISSING
from support.reference_game import ReferenceGame

UNREADABLE = -2
KINDS = ("no_answer", "not_readable", "illegal", "wrong", "right")

Answer = int | None  # a cell, also off the board; `UNREADABLE`, or None for none
Row = tuple[str, Answer]


def turned(board: str, order: Sequence[int]) -> str:
    return "".join(board[cell] for cell in order)


class Recount:
    """The figures of a model by brute force, for a board of 2x3 cells."""

    orders = (
        (0, 1, 2, 3, 4, 5),
        (2, 1, 0, 5, 4, 3),
        (3, 4, 5, 0, 1, 2),
        (5, 4, 3, 2, 1, 0),
    )

    def __init__(
        self, reference: ReferenceGame, rows: Sequence[Row], classes: bool = False
    ) -> None:
        self.reference = reference
        self.rows = rows
        self.classes = classes

    def player(self, board: str) -> dict[int, Fraction] | None:
        """Draw among all rows of the board; of a class, among all symmetric ones."""
        cells = self._class_answers(board) if self.classes else self._answers(board)
        total = cells.total()
        if set(cells) <= {MISSING}:
            return None
        return {cell: Fraction(count, total) for cell, count in cells.items()}

    def _answers(self, board: str) -> Counter[int]:
        return Counter(
            MISSING if cell is None else cell
            for row_board, cell in self.rows
            if row_board == board
        )

    def _class_answers(self, board: str) -> Counter[int]:
        # The first symmetry that makes the board the greatest carries answers back.
        greatest = max(turned(board, order) for order in self.orders)
        back = next(order for order in self.orders if turned(board, order) == greatest)
        cells: Counter[int] = Counter()
        for row_board, cell in self.rows:
            orders = [
                order for order in self.orders if turned(row_board, order) == greatest
            ]
            if orders and cell is None:
                cells[MISSING] += 1
            elif orders and cell is not None and 0 <= cell < 6:
                cells[back[min(order.index(cell) for order in orders)]] += 1
            elif orders and cell is not None:
                cells[cell] += 1
        return cells

    def boards(self) -> set[str]:
        return {board for board, _ in self.rows}

    def matters(self, board: str) -> bool:
        """Return whether some move on the board does not keep the value."""
        return not all(self._keeps(board).values())

    def kind(self, board: str, cell: Answer) -> str:
        """Return what kind of answer this is."""
        keeps = self._keeps(board)
        if cell is None:
            return "no_answer"
        if cell == UNREADABLE:
            return "not_readable"
        if cell not in keeps:
            return "illegal"
        return "right" if keeps[cell] else "wrong"

    def _keeps(self, board: str) -> dict[int, bool]:
        value = self.reference.outcome(board)[0]
        return {
            move: -self.reference.outcome(reply)[0] == value
            for move, reply in self.reference.moves(board).items()
        }

    def counts(self, boards: Iterable[str] | None = None) -> dict[str, int]:
        """Return how many answers of each kind there are on some boards, or on all."""
        chosen = self.boards() if boards is None else set(boards)
        kinds = Counter(
            self.kind(board, cell) for board, cell in self.rows if board in chosen
        )
        return {
            "boards": len(chosen),
            "asked": kinds.total(),
            **{kind: kinds[kind] for kind in KINDS},
        }

    def by_board(
        self, boards: Iterable[str] | None = None, *, matters: bool = False
    ) -> list[tuple[int, int]]:
        """Return, for each board in order, how many answers are right and of how many.

        Args:
            boards: The boards, or None for all.
            matters: Whether to leave out boards on which every move keeps the value.
        """
        chosen = self.boards() if boards is None else boards
        pairs = []
        for board in sorted(chosen):
            if matters and not self.matters(board):
                continue
            kinds = [self.kind(*row) for row in self.rows if row[0] == board]
            pairs.append((kinds.count("right"), len(kinds)))
        return pairs


def random_rows(reference: ReferenceGame, rng: random.Random) -> list[Row]:
    """Return samples of some boards; many are missing.

    Now and then an answer is illegal, is not readable, or is none.
    """
    unfinished = sorted(
        board for board in reference.boards() if not reference.is_over(board)
    )
    rows: list[Row] = []
    for board in rng.sample(unfinished, rng.randint(1, len(unfinished))):
        moves = [*reference.moves(board)]
        for _ in range(rng.choice((1, 1, 2, 5))):
            others: list[Answer] = [rng.randint(0, 7), UNREADABLE, None]
            answer = rng.choice(moves) if rng.random() < 0.7 else rng.choice(others)
            rows.append((board, answer))
    return rows
