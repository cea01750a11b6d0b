"""What answers are worth, counted once more by brute force, with fractions.

Nothing of the package is used.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction

from support.reference_game import ReferenceGame

UNREADABLE = -2
MISSING = -9
KINDS = ("no_answer", "not_readable", "illegal", "wrong", "right")

Answer = int | None  # a cell, also off the board; `UNREADABLE`, or None for none
Row = tuple[str, Answer]


class Recount:
    """The shares of a model by brute force, for a board of 2x3 cells.

    Args:
        reference: The game.
        rows: The model's rows.
        asked: The boards that were asked.
    """

    orders = (
        (0, 1, 2, 3, 4, 5),
        (2, 1, 0, 5, 4, 3),
        (3, 4, 5, 0, 1, 2),
        (5, 4, 3, 2, 1, 0),
    )

    def __init__(
        self, reference: ReferenceGame, rows: Sequence[Row], asked: Iterable[str]
    ) -> None:
        self.reference = reference
        self.rows = rows
        self.asked = sorted(asked)

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

    def share_of_board(self, board: str, kind: str) -> Fraction:
        """Return which part of a board's rows is of a kind."""
        kinds = [self.kind(*row) for row in self.rows if row[0] == board]
        if not kinds:
            return Fraction(kind == "no_answer")
        return Fraction(kinds.count(kind), len(kinds))

    def share(self, kind: str) -> Fraction:
        """Return the mean over the boards that were asked."""
        shares = [self.share_of_board(board, kind) for board in self.asked]
        return sum(shares, Fraction(0)) / len(shares)

    def by_class(self, other: Recount | None = None) -> list[list[Fraction]]:
        """Return by class what is right on each board, minus another model's."""
        classes: dict[str, list[Fraction]] = {}
        for board in self.asked:
            score = self.share_of_board(board, "right")
            if other is not None:
                score -= other.share_of_board(board, "right")
            turned = max(
                "".join(board[cell] for cell in order) for order in self.orders
            )
            classes.setdefault(turned, []).append(score)
        return list(classes.values())

    def first_cells(self) -> Fraction:
        """Return the share of boards on which the first free cell keeps the value."""
        keeping = sum(self._keeps(board)[board.index(".")] for board in self.asked)
        return Fraction(keeping, len(self.asked))

    def random_cells(self) -> Fraction:
        """Return the share that random legal moves have."""
        shares = []
        for board in self.asked:
            keeps = self._keeps(board)
            shares.append(Fraction(sum(keeps.values()), len(keeps)))
        return sum(shares, Fraction(0)) / len(shares)


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
