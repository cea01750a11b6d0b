"""Answers that somebody has given, judged row by row, and as a player that draws among them."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from operator import itemgetter
from typing import Any, NamedTuple, Self

from ttt_table.errors import BoardError, PlayerError, SizeError
from ttt_table.play.answerfile import LAST_NUMBER, answer_rows, cell_reader
from ttt_table.play.answers import NOT_FOUND, Answer, Slowest, Unanswered, drawn_from, split_by
from ttt_table.play.arguments import checked_table
from ttt_table.play.grades import Grade, of_sides
from ttt_table.play.grading import SIDES, grade_of_visit
from ttt_table.play.judging import verdict_of
from ttt_table.play.positions import Positions
from ttt_table.play.shapes import mover
from ttt_table.play.visit import SingleVisit
from ttt_table.rules.board import board_text
from ttt_table.rules.game import symmetries
from ttt_table.table.files import Path, path_text
from ttt_table.table.reader import Table

MOST_BOARDS = 200_000  # on a side, that what is unanswered is followed to
FEW = 1 << 13  # boards that are looked up while numpy would still be loading
AT_ONCE = 1 << 15
NO_SCORE = -128  # for a cell that cannot be played
Z = 1.959963984540054  # the standard normal distribution has 95 % within it


class Share(NamedTuple):
    """How many of some, and Wilson's 95 % interval (1927) of the probability behind it."""

    right: int
    of: int
    low: float
    high: float


def share(right: int, of: int) -> Share:
    """The share, with its interval; of none it is anything."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    part, spread = right / of, Z * Z / of
    middle, half = part + spread / 2, sqrt(spread * (part * (1 - part) + spread / 4))
    low, high = ((middle + sign * half) / (1 + spread) for sign in (-1, 1))
    return Share(right, of, low if right else 0.0, high if right < of else 1.0)


class Shares(NamedTuple):
    """How many answers are right, in three senses."""

    legal: Share
    keeps: Share  # those that keep the value; illegal ones do not
    where_it_matters: Share  # the same where some legal move does not keep it


class Pairs(NamedTuple):
    """Pairs of answers to boards that are equal up to symmetry."""

    agree: int
    pairs: int


class Figures(NamedTuple):
    """What the answers are worth, row by row."""

    rows: int
    boards: int  # different ones among them
    legal: Share
    keeps: Share
    where_it_matters: Share
    by_tier: Mapping[int, Shares]  # the three by the number of stones
    causes: Mapping[str, int]  # of value given away, and of illegal answers; most first
    consistent: Pairs


class Samples:
    """Answers to the boards of a table: several to a board are draws from one distribution.

    With ``classes`` an answer counts for all that symmetries make of its board. A row has a number,
    a board, and a cell or None. Raises `PlayerError`, with that number, for a board that is not the
    game's, or finished.
    """

    def __init__(
        self,
        table: Table,
        rows: Iterable[tuple[int, Any, int | None]],
        *,
        classes: bool = False,
        name: str = "answers",
    ) -> None:
        self.name, self.table, self.classes = name, checked_table(table), classes
        self.slowest: Slowest | None = None
        self.told: dict[str, None] = {}
        self._positions = Positions(table)
        self._turns = [(itemgetter(*order), order) for order in symmetries(table.game)]
        self._counts: dict[str, dict[int, int]] = {}  # by board, how often each cell was the answer
        self._pooled: dict[str, dict[int, int]] = {}  # the same by class
        numbers: dict[str, int] = {}  # by board, its first row
        for number, board, cell in rows:
            try:
                text = board_text(board, table.game)
            except BoardError as error:
                raise PlayerError(f"{name}, line {number}: {error}") from None
            numbers.setdefault(text, number)
            counts = self._counts.setdefault(text, {})
            if cell is not None:
                counts[cell] = counts.get(cell, 0) + 1
        self.figures = self._figures(numbers)

    @classmethod
    def read(
        cls,
        path: Path,
        table: Table,
        *,
        pattern: str = LAST_NUMBER,
        base: int = 0,
        classes: bool = False,
        empty: bool = False,
    ) -> Self:
        """The answers in a file, JSON lines or CSV, each row with a ``board`` and an ``answer``.

        Raises what `answer_rows` and `cell_reader` do, and `PlayerError` for none unless ``empty``.
        """
        cell_in, name = cell_reader(table.game.cols, pattern, base), path_text(path)
        rows = (
            (line, board, None if answer is None else cell_in(answer))
            for line, board, answer in answer_rows(name)
        )
        samples = cls(table, rows, classes=classes, name=name)
        if not samples.figures.rows and not empty:
            raise PlayerError(f"{name}: there are no answers in it")
        return samples

    def grade(self, side: str | None = None, *, most: int = MOST_BOARDS) -> Grade:
        """The grade of a player that draws its moves from the answers, on each side that has any.

        Where what is unanswered leads to more boards than ``most``, it is not followed: such a
        board is a line that is lost, and in the best case won.
        """
        movers = {mover(board, self.table.first) for board in self._counts}
        sides = [one for one in SIDES if one == side or (side is None and one in movers)] or ["X"]
        try:
            visits = {one: self._visit(one, most) for one in sides}
        except SizeError:
            visits = {one: self._visit(one) for one in sides}
        return of_sides({one: grade_of_visit(visit, self) for one, visit in visits.items()})

    def _visit(self, side: str, most: int | None = None) -> SingleVisit:
        """A side's visit; unless so many boards are allowed, what is unanswered is not followed."""
        number = int(side != self.table.first)
        visit = SingleVisit(self, self._positions, number, follows=most is not None)
        visit.ask(lambda *_: None, most=sys.maxsize if most is None else most)
        return visit

    def next_boards(self, side: str | None = None) -> list[str]:
        """The unanswered boards to which the answers lead, in order; of a class the first."""
        found: dict[str, str] = {}
        for one in side or SIDES:
            for board, _ in self._visit(one).unanswered:
                found.setdefault(self._class_of(board)[0] if self.classes else board, board)
        return sorted(found.values(), key=lambda text: -text.count("."))

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """What was said to each of these, in order."""
        for key in keys:
            text = self._positions.text(key)
            counts = self._counts.get(text, {})
            if self.classes:
                name, (order, *_) = self._class_of(text)
                pooled, turned = self._pooled.get(name, {}), dict(enumerate(order))
                counts = {turned.get(cell, cell): count for cell, count in pooled.items()}
            if counts:
                yield split_by(self._positions.legal(key), text, drawn_from(counts))
            else:
                yield Unanswered(text, None)

    def _class_of(self, text: str) -> tuple[str, list[Sequence[int]]]:
        """The board that stands for a class, and the orders of cells that give it from this one."""
        views = [(view(text), order) for view, order in self._turns]
        most, _ = max(views)
        return "".join(most), [order for view, order in views if view == most]

    def _scores(self, numbers: Mapping[str, int]) -> Iterator[tuple[str, dict[int, int]]]:
        """Each board with the scores of its moves, looked up together where there are many."""
        boards = [*numbers]
        for at in range(0, len(boards), AT_ONCE):
            some, many = boards[at : at + AT_ONCE], len(boards) > FEW
            rows = self.table.batch(some).scores.tolist() if many else [()] * len(some)
            for board, row in zip(some, rows, strict=True):
                found = {cell: score for cell, score in enumerate(row) if score != NO_SCORE}
                try:
                    found = found or self.table.scores(board)
                    if not found:
                        raise BoardError("the game is finished: there is no move")
                except BoardError as error:
                    raise PlayerError(f"{self.name}, line {numbers[board]}: {error}") from None
                yield board, found

    def _figures(self, numbers: Mapping[str, int]) -> Figures:
        tiers: dict[int, list[int]] = {}
        causes: Counter[str] = Counter()
        for board, scores in self._scores(numbers):
            tier = tiers.setdefault(len(board) - board.count("."), [0] * 5)
            for cell, count in self._counts[board].items():
                one = verdict_of(self.table, board, cell, scores)
                each = (True, one.legal, one.keeps, one.matters, one.matters and one.keeps)
                tier[:] = [sum_ + count * true for sum_, true in zip(tier, each, strict=True)]
                if one.cause:
                    unfound = "no answer found" if cell == NOT_FOUND else "illegal move"
                    causes[one.cause if one.legal else unfound] += count
        total = [sum(column) for column in zip(*tiers.values(), strict=True)] or [0] * 5
        return Figures(
            total[0],
            sum(map(bool, self._counts.values())),
            *_shares(*total),
            {stones: _shares(*tiers[stones]) for stones in sorted(tiers)},
            dict(causes.most_common()),
            self._pool(),
        )

    def _pool(self) -> Pairs:
        """Add up the answers of each class, and count pairs of them."""
        agree = pairs = 0
        cells = range(self.table.game.cells)
        for board, counts in self._counts.items():
            name, orders = self._class_of(board)
            pooled = self._pooled.setdefault(name, {})
            images: dict[int, int] = {}
            for cell, count in counts.items():
                # Where symmetries leave the board as it is, its equal cells are one answer.
                image = min(one.index(cell) for one in orders) if cell in cells else cell
                images[image] = images.get(image, 0) + count
            # A pair is of two boards, and of two answers on the board.
            those = {cell: count for cell, count in images.items() if cell in cells}
            agree += sum(count * pooled.get(cell, 0) for cell, count in those.items())
            others = sum(count for cell, count in pooled.items() if cell in cells)
            pairs += sum(those.values()) * others
            for cell, count in images.items():
                pooled[cell] = pooled.get(cell, 0) + count
        return Pairs(agree, pairs)


def _shares(rows: int, legal: int, keeps: int, matters: int, kept: int) -> Shares:
    return Shares(share(legal, rows), share(keeps, rows), share(kept, matters))
