"""The boards that were asked: the denominator of every share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from typing import Any

from ttt_table.answers.intervals import Cluster, Interval, mean_over_boards
from ttt_table.answers.rows import read_rows
from ttt_table.errors import (
    ArgumentError,
    BoardError,
    PlayerError,
    quoted,
    with_path,
)
from ttt_table.export.prompts import digest_of
from ttt_table.rules.board import Board, board_text, over_error
from ttt_table.rules.outcome import value_of
from ttt_table.table.files import AnyPath, path_text
from ttt_table.table.reader import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """The boards that models were asked about.

    Attributes:
        boards: How many there are.
        classes: How many of them differ by more than symmetry.
        digest: A short name of this set of boards: only scores with the same one can be
            compared. It begins the SHA-256 of the sorted boards, one a line.
        known: Whether the boards were named; if not, they are those that have rows.
        random: The share that is right of random legal moves.
        first_legal: The share that is right of moves to the first legal cell.
    """

    boards: int
    classes: int
    digest: str
    known: bool
    random: float
    first_legal: float


class AskedBoards:
    """A set of boards, which are all in the standard notation and not finished.

    Args:
        table: The game's table.
        boards: The boards, at least one.
        known: Whether they were named; if not, they are those that have rows.

    Attributes:
        boards: The boards.
        asked: What there is to say about them.
    """

    def __init__(self, table: Table, boards: Iterable[str], *, known: bool) -> None:
        self.boards = list(boards)
        self._class_of = {board: table.canonical(board) for board in self.boards}
        random = Fraction(0)
        first_legal = 0
        for board in self.boards:
            keeps = keeping_moves(table, board)
            random += Fraction(sum(keeps.values()), len(keeps))
            first_legal += keeps[min(keeps)]
        self.asked = Asked(
            boards=len(self.boards),
            classes=len(set(self._class_of.values())),
            digest=digest_of(self.boards),
            known=known,
            random=float(random / len(self.boards)),
            first_legal=first_legal / len(self.boards),
        )

    def mean(
        self,
        score_of: Mapping[str, float],
        added: Mapping[float, float],
        comparisons: int = 1,
    ) -> Interval:
        """Return the mean of the boards' scores, with its interval over classes.

        Args:
            score_of: The score of each board.
            added: As for `mean_over_boards`.
            comparisons: As for `mean_over_boards`.
        """
        scores_of_class: dict[str, list[float]] = {}
        for board, score in score_of.items():
            scores_of_class.setdefault(self._class_of[board], []).append(score)
        clusters = [
            Cluster(fsum(scores), len(scores)) for scores in scores_of_class.values()
        ]
        return mean_over_boards(clusters, added, comparisons)


def keeping_moves(table: Table, board: str) -> dict[int, bool]:
    """Return, for each legal cell of a board, whether it keeps the value."""
    values = {cell: value_of(score) for cell, score in table.scores(board).items()}
    best = max(values.values())
    return {cell: value == best for cell, value in values.items()}


def read_boards(source: AnyPath | Iterable[Board], table: Table) -> dict[str, None]:
    """Return boards in the standard notation, each once and in order.

    Args:
        source: The boards; or the path of a file, CSV or JSON lines, of which each row
            has a board.
        table: The game's table.

    Raises:
        ArgumentError: `source` is neither a path nor an iterable, or has no boards.
        PlayerError: A board is finished, or is not one of the game.
        TableAccessError: The file cannot be read.
    """
    boards: dict[str, None] = {}
    for name, board in _named_boards(source):
        boards[standard_board(board, name, table)] = None
    if not boards:
        if isinstance(source, str | os.PathLike):
            raise ArgumentError(with_path(path_text(source), "the file has no boards"))
        raise ArgumentError("no board was asked")
    return boards


def _named_boards(source: AnyPath | Iterable[Board]) -> Iterator[tuple[str, Any]]:
    """Yield boards with what messages call them."""
    if isinstance(source, str | os.PathLike):
        for row in read_rows(source, quiet=True, has_answers=False):
            yield row.name, row.board
        return
    try:
        boards = iter(source)
    except TypeError:
        raise ArgumentError(
            "the boards that were asked are boards, or the path of the prompts, not"
            f" {quoted(source)}"
        ) from None
    for number, board in enumerate(boards, 1):
        yield f"board {number}", board


def standard_board(board: Board, name: str, table: Table) -> str:
    """Return an unfinished board in the standard notation.

    Args:
        board: The board.
        name: What messages call its row.
        table: The game's table.

    Raises:
        PlayerError: The board is finished, or is not one of the game.
    """
    try:
        text = board_text(board, table.game)
        if table.is_over(text):
            raise over_error()
    except BoardError as error:
        raise PlayerError(f"{name}: {error}") from None
    return text
