"""Recorded answers, judged row by row, and as a player that draws among them."""

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from ttt_table.arguments import checked_number, checked_table
from ttt_table.errors import BoardError, PlayerError, SizeError
from ttt_table.grading.answer_file import Row
from ttt_table.grading.answer_metrics import RowCounter
from ttt_table.grading.answer_source import AskedPlayer
from ttt_table.grading.grader import SIDES, checked_sides
from ttt_table.grading.grades import Grade
from ttt_table.grading.positions import Positions
from ttt_table.grading.recorded_answers import (
    AnswerCounts,
    Classes,
    RecordedAnswers,
    pooled,
)
from ttt_table.grading.side_grade import grade_of_traversal
from ttt_table.grading.traversal import SingleTraversal
from ttt_table.grading.verdict import Verdict, verdict_of
from ttt_table.players.boards import mover_of
from ttt_table.players.session import Player, PlayerSession
from ttt_table.progress import show_count
from ttt_table.rules.board import board_text
from ttt_table.rules.outcome import NO_SCORE
from ttt_table.table.reader import Table

MOST_BOARDS = 200_000  # on a side; beyond it, unanswered boards are not followed
FEW_BOARDS = 1 << 13  # so many are looked up in the time that numpy takes to load
ROWS_AT_ONCE = 8 * FEW_BOARDS


@dataclass(frozen=True, slots=True)
class _JudgedRows:
    """Rows that give the same answer to the same board.

    Attributes:
        board: The board.
        count: How many rows there are.
        verdict: The verdict on the answer; None if they give no answer.

    """

    board: str
    count: int
    verdict: Verdict | None


class Samples:
    """Answers to a table's boards: several to a board are draws of one distribution.

    Args:
        table: The game's table.
        rows: Each with a name for messages, such as its number; a board; and a cell, or
            None for no answer.
        classes: Whether an answer counts for all boards that are equal up to symmetry.
        quiet: Show no progress.

    Attributes:
        table: The game's table.
        metrics: What the answers are worth, row by row.

    Raises:
        ArgumentError: `table` is not a table, or a cell is not an integer.
        PlayerError: A row's board is finished, or is not one of the game; it has the
            row's name.

    """

    def __init__(
        self,
        table: Table,
        rows: Iterable[Row],
        *,
        classes: bool = False,
        quiet: bool = False,
    ) -> None:
        self.table = checked_table(table)
        self._positions = Positions(table)
        self._quiet = quiet

        self._counts: AnswerCounts = {}
        counter = RowCounter()
        for judged in self._judged(rows):
            count_of_cell = self._counts.setdefault(judged.board, {})
            if judged.verdict is not None:
                cell = judged.verdict.cell
                count_of_cell[cell] = count_of_cell.get(cell, 0) + judged.count
                counter.add(judged.verdict, judged.count)

        merged_classes = Classes(table.game, merged=True)
        pool, agreement = pooled(self._counts, merged_classes, table.game.cells)
        answered = [board for board, counts in self._counts.items() if counts]
        self.metrics = counter.metrics(len(answered), agreement)
        if classes:
            self._classes = merged_classes
            self._source = RecordedAnswers(self._positions, pool, merged_classes)
        else:
            self._classes = Classes(table.game, merged=False)
            self._source = RecordedAnswers(self._positions, self._counts, self._classes)

    def grade(self, side: str | None = None, *, against: Player | None = None) -> Grade:
        """Return the grade of a player that draws its moves from the answers.

        If unanswered boards lead to more than 200,000 others on a side, they are not
        followed: any result is possible there, and the game counts as lost.

        Args:
            side: ``X``, ``O`` or ``both``; by default each side that has answers.
            against: One more opponent, such as a `Level`.

        Raises:
            ArgumentError: There is no such side.
            PlayerError: The opponent leaves a board without an answer.

        """
        opponent = None
        if against is not None:
            session = PlayerSession(against, self.table)
            opponent = AskedPlayer(session, self._positions)
        sides = self._answered_sides() if side is None else checked_sides(side)
        grades = {}
        for each_side in sides:
            traversal = self._traversal(each_side)
            grades[each_side] = grade_of_traversal(traversal, self._source, opponent)
        return Grade(self._source.name, self.table.game, grades)

    def next_boards(self, side: str | None = None) -> list[str]:
        """Return the unanswered boards to which the answers lead, in playing order.

        Args:
            side: ``X``, ``O`` or ``both``; by default both.

        Returns:
            The boards; of a class only the first.

        """
        first_of_class: dict[str, str] = {}
        for each_side in SIDES if side is None else checked_sides(side):
            traversal = SingleTraversal(
                self._source, self._positions, each_side, follows=False
            )
            self._ask(traversal, sys.maxsize)
            for unanswered in traversal.unanswered:
                member = self._classes.member(unanswered.board)
                first_of_class.setdefault(member.representative, unanswered.board)
        return sorted(first_of_class.values(), key=lambda board: -board.count("."))

    def _answered_sides(self) -> list[str]:
        sides = {mover_of(board, self.table.first) for board in self._counts}
        return [side for side in SIDES if side in sides] or ["X"]

    def _traversal(self, side: str) -> SingleTraversal:
        traversal = SingleTraversal(self._source, self._positions, side)
        try:
            self._ask(traversal, MOST_BOARDS)
        except SizeError:
            traversal = SingleTraversal(
                self._source, self._positions, side, follows=False
            )
            self._ask(traversal, sys.maxsize)
        return traversal

    def _ask(self, traversal: SingleTraversal, max_boards: int) -> None:
        with show_count("grading", quiet=self._quiet) as report:
            traversal.ask(report, max_boards=max_boards)

    def _judged(self, rows: Iterable[Row]) -> Iterator[_JudgedRows]:
        """Yield the verdicts on all rows, a chunk of rows at a time."""
        remaining = iter(rows)
        while chunk := list(islice(remaining, ROWS_AT_ONCE)):
            counts = Counter(self._board_and_cell(row) for row in chunk)
            scores_of = self._scores({board: None for board, _ in counts})
            for (board, cell), count in counts.items():
                verdict = None
                if cell is not None:
                    verdict = verdict_of(self.table, board, cell, scores_of[board])
                yield _JudgedRows(board, count, verdict)

    def _board_and_cell(self, row: Row) -> tuple[str, int | None]:
        """Return the board of a row in its standard notation, and the cell."""
        name, board, cell = row
        try:
            text = board_text(board, self.table.game)
            if text not in self._counts and self.table.is_over(text):
                raise BoardError("the game is finished: there is no move")
        except BoardError as error:
            raise PlayerError(f"{name}: {error}") from None
        return text, None if cell is None else checked_number(cell)

    def _scores(self, boards: Collection[str]) -> Mapping[str, Mapping[int, int]]:
        """Return the scores of each board's moves; many are looked up together."""
        if len(boards) < FEW_BOARDS:
            return {board: self.table.scores(board) for board in boards}
        batch = self.table.batch(list(boards))
        scores_of: dict[str, dict[int, int]] = {}
        for board, scores in zip(boards, batch.scores.tolist(), strict=True):
            scores_of[board] = {
                cell: score for cell, score in enumerate(scores) if score != NO_SCORE
            }
        return scores_of
