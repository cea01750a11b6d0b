"""Recorded answers as a player that draws among them, and how many are right."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from ttt_table.arguments import checked_table
from ttt_table.errors import SizeError
from ttt_table.grading.answer_file import AnswerRow
from ttt_table.grading.answer_reading import (
    LAST_NUMBER,
    PLAIN_FORM,
    AnswerFormat,
    AnswerParser,
)
from ttt_table.grading.grader import SIDES, checked_sides, opponent_of
from ttt_table.grading.grades import Grade
from ttt_table.grading.judged_answers import JudgedAnswers, OnVerdict, Verdicts
from ttt_table.grading.positions import Positions
from ttt_table.grading.recorded_answers import Classes, RecordedAnswers, pooled
from ttt_table.grading.row_sources import Rows, rows_in, with_standard_boards
from ttt_table.grading.side_grade import grade_of_traversal
from ttt_table.grading.traversal import MAX_BOARDS, SingleTraversal
from ttt_table.players.session import Player
from ttt_table.progress import show_count
from ttt_table.table.reader import Table

MAX_FOLLOWED_BOARDS = 200_000  # on a side; if more, unanswered ones are not followed
ROWS_AT_ONCE = 1 << 16

# Another format is worth a word if it makes so much more of all answers legal.
MIN_GAIN = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class BetterFormat:
    """A format in which many more answers are legal, which is perhaps the right one.

    Attributes:
        first_index: The number of the first cell, row and column.
        form: Where the move is within an answer, such as ``col,row``.
        legal: How many answers are legal in this format.
        legal_as_read: How many are legal as they were read.
        total: How many answers there are.
    """

    first_index: int
    form: str
    legal: int
    legal_as_read: int
    total: int


class Samples:
    """Recorded answers to boards; those to one board sample one distribution.

    Args:
        table: The game's table.
        rows: The path of a file of answers, as `answer_rows` reads it; or rows. A row
            is a board and an answer, as a pair or in a dictionary; or, as `answer_rows`
            yields them, a name for messages, a board, and a cell or None.
        classes: Whether an answer counts for all boards that are equal up to symmetry.
        pattern: Finds the cell in prose, as for `cell_reader`.
        first_index: The number of the first cell, row and column in answers: 0 or 1.
        answer: Where the move is within an answer, as for `cell_reader`.
        quiet: Show no progress.

    Attributes:
        table: The game's table.
        metrics: How many of the answers are right, row by row.
        better_format: A format in which at least ten in a hundred answers more are
            legal; None if there is none, or if the rows have cells that were read
            already.

    Raises:
        ArgumentError: `table` is not a table, an option is bad, or a cell is not an
            integer.
        PlayerError: A row has no board or no answer, or its board is finished, or is
            not one of the game. The message names the row.
        TableAccessError: The file cannot be read.
    """

    def __init__(  # noqa: PLR0913  # public: one option of the command line each
        self,
        table: Table,
        rows: Rows | JudgedAnswers,
        *,
        classes: bool = False,
        pattern: str = LAST_NUMBER,
        first_index: int = 0,
        answer: str = PLAIN_FORM,
        quiet: bool = False,
    ) -> None:
        self.table = checked_table(table)
        self._positions = Positions(table)
        self._quiet = quiet
        self._by_classes = classes

        written = AnswerFormat(pattern, first_index, answer)
        if isinstance(rows, JudgedAnswers):
            judged = rows
        else:
            judged = JudgedAnswers(table)
            parser = AnswerParser(table.game.cols, [written, *written.others()])
            for chunk in _chunks(rows_in(rows, parser, quiet=quiet), table):
                judged.add(chunk)
        self._counts = judged.counts

        merged_classes = Classes(table.game, merged=True)
        pool, agreement = pooled(self._counts, merged_classes, table.game.cells)
        self.metrics = judged.metrics(agreement)
        self.better_format = _better_format(
            written, judged.legal_by_format, self.metrics.rows
        )
        if classes:
            self._classes = merged_classes
            self._source = RecordedAnswers(self._positions, pool, merged_classes)
        else:
            self._classes = Classes(table.game, merged=False)
            self._source = RecordedAnswers(self._positions, self._counts, self._classes)

    def __repr__(self) -> str:
        counts = f"answers={self.metrics.rows}, boards={self.metrics.boards}"
        return f"<Samples of {self.table.game}: {counts}>"

    def grade(
        self,
        side: str | None = None,
        *,
        against: Player | str | None = None,
        force: bool = False,
    ) -> Grade:
        """Return the grade of a player that draws its moves from the answers.

        Its verdicts, such as `perfect` and `exact`, are about these answers, and not
        about the model that gave them: more samples may show another answer.

        If unanswered boards lead to more than 200,000 others on a side, they are not
        followed: any result is possible there, and the game counts as lost.

        Args:
            side: ``X``, ``O`` or ``both``; by default each side that has answers.
            against: One more opponent: a player, or the name of a level such as
                ``"hard"``.
            force: Follow the answers to more than 3,000,000 boards on a side.

        Raises:
            ArgumentError: There is no such side or level.
            PlayerError: The opponent leaves a board without an answer.
            SizeError: There are more boards than are graded without `force`.
        """
        opponent = opponent_of(against, self._positions)
        sides = self._answered_sides() if side is None else checked_sides(side)
        grades = {}
        for each_side in sides:
            traversal = self._traversal(each_side, force)
            grades[each_side] = grade_of_traversal(traversal, opponent)
        return Grade(self._source.name, self.table.game, grades)

    def next_boards(self, side: str | None = None, *, force: bool = False) -> list[str]:
        """Return the unanswered boards to which the answers lead, in playing order.

        Args:
            side: ``X``, ``O`` or ``both``; by default both.
            force: Follow the answers to more than 3,000,000 boards on a side.

        Returns:
            The boards; of a class only the first.

        Raises:
            ArgumentError: There is no such side.
            SizeError: There are more boards than are graded without `force`.
        """
        first_of_class: dict[str, str] = {}
        for each_side in SIDES if side is None else checked_sides(side):
            traversal = self._answered_boards(each_side, force)
            for unanswered in traversal.unanswered:
                member = self._classes.member(unanswered.board)
                first_of_class.setdefault(member.representative, unanswered.board)
        return sorted(first_of_class.values(), key=lambda board: -board.count("."))

    def _answered_sides(self) -> list[str]:
        sides = {self.table.mover(board) for board in self._counts}
        return [side for side in SIDES if side in sides] or ["X"]

    def _traversal(self, side: str, force: bool) -> SingleTraversal:
        traversal = SingleTraversal(self._source, self._positions, side)
        try:
            self._ask(traversal, MAX_FOLLOWED_BOARDS)
        except SizeError:
            return self._answered_boards(side, force)
        return traversal

    def _answered_boards(self, side: str, force: bool) -> SingleTraversal:
        """Return the traversal that ends at unanswered boards."""
        traversal = SingleTraversal(self._source, self._positions, side, follows=False)
        try:
            self._ask(traversal, sys.maxsize if force else MAX_BOARDS)
        except SizeError:
            advice = "--force (force=True) follows them all"
            if self._by_classes:
                advice = f"without classes it is fewer, and {advice}"
            raise SizeError(
                f"these answers lead to more than {MAX_BOARDS:,} boards on"
                f" one side: {advice}"
            ) from None
        return traversal

    def _ask(self, traversal: SingleTraversal, max_boards: int) -> None:
        with show_count("grading", quiet=self._quiet) as report:
            traversal.ask(report, max_boards=max_boards)


def samples_by_model(
    table: Table,
    rows: Iterable[AnswerRow],
    written: AnswerFormat,
    *,
    classes: bool = False,
    on_verdict: OnVerdict | None = None,
    quiet: bool = False,
) -> dict[str, Samples]:
    """Return the samples of each model, in the order in which they first occur.

    Args:
        table: The game's table.
        rows: Rows that name their models.
        written: How the answers are written.
        classes: Whether an answer counts for all boards that are equal up to symmetry.
        on_verdict: Gets each row with its verdict, in order.
        quiet: Show no progress.

    Raises:
        PlayerError: A row's board is finished, or is not one of the game.
    """
    judged_by_model: dict[str, JudgedAnswers] = {}
    for chunk in _chunks(rows, table):
        rows_by_model: dict[str, list[AnswerRow]] = {}
        for row in chunk:
            rows_by_model.setdefault(row.model, []).append(row)
        verdicts: Verdicts = {}
        for model, rows_of_model in rows_by_model.items():
            judged = judged_by_model.setdefault(model, JudgedAnswers(table))
            verdicts.update(judged.add(rows_of_model))
        if on_verdict is not None:
            for row in chunk:
                on_verdict(row, verdicts[row.board, row.cells[0]])
    return {
        model: Samples(
            table,
            judged,
            classes=classes,
            first_index=written.first_index,
            answer=written.form,
            quiet=quiet,
        )
        for model, judged in judged_by_model.items()
    }


def _chunks(rows: Iterable[AnswerRow], table: Table) -> Iterator[list[AnswerRow]]:
    remaining = with_standard_boards(rows, table)
    while chunk := list(islice(remaining, ROWS_AT_ONCE)):
        yield chunk


def _better_format(
    written: AnswerFormat, legal_by_format: list[int], total: int
) -> BetterFormat | None:
    if len(legal_by_format) < 2:
        return None
    as_read, *otherwise = legal_by_format
    legal = max(otherwise)
    if legal - as_read < MIN_GAIN * total:
        return None
    better = written.others()[otherwise.index(legal)]
    return BetterFormat(better.first_index, better.form, legal, as_read, total)
