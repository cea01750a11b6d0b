"""Answers that somebody has given, judged row by row, and as a player that draws among them."""

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ttt_table.arguments import checked_number, checked_table
from ttt_table.errors import BoardError, PlayerError, SizeError
from ttt_table.grading.answerfile import Row
from ttt_table.grading.asking import Player, Seat
from ttt_table.grading.grades import Grade, of_sides
from ttt_table.grading.judge_player import SIDES, checked_sides, grade_of_visit
from ttt_table.grading.judging import Verdict, verdict_of
from ttt_table.grading.positions import Positions
from ttt_table.grading.visit import SingleVisit
from ttt_table.players.answers import (
    NOT_FOUND,
    Answer,
    Slowest,
    Unanswered,
    split_by,
)
from ttt_table.players.shapes import mover
from ttt_table.players.weights import drawn_from
from ttt_table.progress import show_count
from ttt_table.rules.board import board_text
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import NO_SCORE
from ttt_table.table.reader import Table

MOST_BOARDS = 200_000  # on a side, that what is unanswered is followed to
FEW = 1 << 13  # boards that are looked up while numpy would still be loading
Z = 1.959963984540054  # the standard normal distribution has 95 % within it

Counts: TypeAlias = dict[
    str, dict[int, int]
]  # by board or class, how often each cell was said


class Share(NamedTuple):
    """How many of some, and Wilson's 95 % interval (1927) of the probability behind it."""

    right: int
    of: int
    low: float
    high: float


def share(right: int, of: int) -> Share:
    """The share, with its interval; of none it is anything."""
    middle, half = (
        right + Z * Z / 2,
        Z * sqrt(right * (of - right) / max(of, 1) + Z * Z / 4),
    )
    low, high = ((middle + sign * half) / (of + Z * Z) for sign in (-1, 1))
    return Share(right, of, low if right else 0.0, high if right < of else 1.0)


class Shares(NamedTuple):
    """How many answers are right, in three senses."""

    legal: Share
    keeps: Share  # those that keep the value; illegal ones do not
    where_it_matters: Share  # the same where some legal move does not keep it


class Figures(NamedTuple):
    """What the answers are worth, row by row."""

    rows: int
    boards: int  # different ones among them
    overall: Shares
    by_tier: Mapping[int, Shares]  # by the number of stones
    causes: Mapping[str, int]  # of value given away, and of illegal answers; most first
    pairs: int  # of answers to boards that are equal up to symmetry
    agreeing: int  # pairs, in which both are the same answer


class Samples:
    """Answers to the boards of a table: several to a board are draws from one distribution.

    With ``classes`` an answer counts for all that symmetries make of its board. A row has a name,
    such as its number, a board, and a cell or None. Raises `PlayerError`, with that name, for a
    board that is not the game's, or finished.
    """

    def __init__(
        self,
        table: Table,
        rows: Iterable[Row],
        *,
        classes: bool = False,
        quiet: bool = False,
    ) -> None:
        self.name, self.table, self._quiet = "answers", checked_table(table), quiet
        self.slowest: Slowest | None = None
        self.told: dict[str, None] = {}
        self._positions, self._cells = Positions(table), range(table.game.cells)
        self._symmetries = [
            (itemgetter(*order), order) for order in symmetries(table.game)
        ]
        self._counts: Counts = {}
        tiers: dict[
            int, list[int]
        ] = {}  # by the stones on the board, what `_shares` wants
        causes: Counter[str] = Counter()
        for board, many, one in self._verdicts(rows):
            counts = self._counts.setdefault(board, {})
            if one is None:
                continue
            counts[one.cell] = counts.get(one.cell, 0) + many
            true = (True, one.legal, one.keeps, one.matters, one.matters and one.keeps)
            tier = tiers.setdefault(len(board) - board.count("."), [0] * 5)
            tier[:] = [
                known + many * each for known, each in zip(tier, true, strict=True)
            ]
            if one.cause:
                named = one.legal or one.cell == NOT_FOUND
                causes[one.cause if named else "illegal move"] += many
        every, answered = (
            _shares(*tiers.values()),
            sum(map(bool, self._counts.values())),
        )
        by_tier = {stones: _shares(tier) for stones, tier in sorted(tiers.items())}
        often, (pooled, *pairs) = dict(causes.most_common()), self._pool()
        self.figures = Figures(every.legal.of, answered, every, by_tier, often, *pairs)
        if classes:
            self._counts = pooled
        else:  # only the identity, which comes first, makes boards equal
            self._symmetries = self._symmetries[:1]

    def grade(self, side: str | None = None, *, against: Player | None = None) -> Grade:
        """The grade of a player that draws its moves from the answers, on each side that has any.

        ``against`` is one more opponent. Where what is unanswered leads to over 200,000 boards, it
        is not followed: such a board is a line that is lost, and in the best case won.
        """
        opponent = None if against is None else Seat(against, self._positions)
        movers = {mover(board, self.table.first) for board in self._counts} or {"X"}
        sides = (
            [one for one in SIDES if one in movers]
            if side is None
            else checked_sides(side)
        )
        visits = ((one, self._visit(one, MOST_BOARDS)) for one in sides)
        return of_sides(
            {one: grade_of_visit(visit, self, opponent) for one, visit in visits}
        )

    def next_boards(self, side: str | None = None) -> list[str]:
        """The unanswered boards to which the answers lead, in order; of a class the first."""
        found: dict[str, str] = {}
        for one in SIDES if side is None else checked_sides(side):
            for board, _ in self._visit(one).unanswered:
                found.setdefault(self._class_of(board)[0], board)
        return sorted(found.values(), key=lambda text: -text.count("."))

    def _visit(self, side: str, most: int = 0) -> SingleVisit:
        """A side's visit; what is unanswered is followed if it leads to no more than ``most``."""
        visit = SingleVisit(self, self._positions, side, follows=most > 0)
        try:
            with show_count("grading", quiet=self._quiet) as tell:
                visit.ask(tell, most=most or sys.maxsize)
        except SizeError:
            return self._visit(side)
        return visit

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """What was said to each of these, in order."""
        for key in keys:
            text, legal = self._positions.text(key), self._positions.legal(key)
            name, (order, *_) = self._class_of(text)
            said = self._counts.get(name, {})
            counts = {
                order[cell] if cell in self._cells else cell: said[cell]
                for cell in said
            }
            yield (
                split_by(legal, text, drawn_from(counts))
                if counts
                else Unanswered(text, None)
            )

    def _class_of(self, text: str) -> tuple[str, list[Sequence[int]]]:
        """The board that stands for a class, and the orders of cells that give it from this one."""
        views = [(view(text), order) for view, order in self._symmetries]
        most, _ = max(views)
        return "".join(most), [order for view, order in views if view == most]

    def _pool(self) -> tuple[Counts, int, int]:
        """The answers to all boards of each class, how many pairs there are, and how many agree."""
        pairs = agreeing = 0
        classes: Counts = {}
        for board, counts in self._counts.items():
            name, orders = self._class_of(board)
            pooled = classes.setdefault(name, {})
            others = {**pooled}  # to other boards: a pair is of two
            on_board = sum(
                count for cell, count in others.items() if cell in self._cells
            )
            for cell, count in counts.items():
                image = cell
                if cell in self._cells:
                    # Where symmetries leave the board as it is, its equal cells are one answer.
                    image = min(order.index(cell) for order in orders)
                    pairs += count * on_board
                    agreeing += count * others.get(image, 0)
                pooled[image] = pooled.get(image, 0) + count
        return classes, pairs, agreeing

    def _verdicts(
        self, rows: Iterable[Row]
    ) -> Iterator[tuple[str, int, Verdict | None]]:
        """Each board with how many of the rows give one answer, and the verdict on it if any."""
        rows = iter(rows)
        while some := [*islice(rows, 8 * FEW)]:
            answers = Counter(map(self._board_and_cell, some))
            scores = self._scores({board: None for board, _ in answers})
            for (board, cell), many in answers.items():
                judged = None if cell is None else (board, cell, scores[board])
                yield board, many, judged and verdict_of(self.table, *judged)

    def _board_and_cell(self, row: Row) -> tuple[str, int | None]:
        """The board of a row in its standard spelling, and the cell."""
        name, board, cell = row
        try:
            text = board_text(board, self.table.game)
            if text not in self._counts and self.table.is_over(text):
                raise BoardError("the game is finished: there is no move")
        except BoardError as error:
            raise PlayerError(f"{name}: {error}") from None
        return text, cell if cell is None else checked_number(cell)

    def _scores(self, boards: Collection[str]) -> Mapping[str, Mapping[int, int]]:
        """The scores of each board's moves, looked up together where there are many."""
        if len(boards) < FEW:
            return {board: self.table.scores(board) for board in boards}
        found = zip(boards, self.table.batch([*boards]).scores.tolist(), strict=True)
        return {
            at: {one: n for one, n in enumerate(row) if n != NO_SCORE}
            for at, row in found
        }


def _shares(*tiers: Sequence[int]) -> Shares:
    rows, legal, keeps, matters, kept = map(sum, zip([0] * 5, *tiers, strict=True))
    return Shares(share(legal, rows), share(keeps, rows), share(kept, matters))
