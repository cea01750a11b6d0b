"""Recorded answers with their verdicts, counted as they are read."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from ttt_table.grading.answer_file import AnswerRow
from ttt_table.grading.answer_metrics import Agreement, AnswerCounter, Metrics
from ttt_table.grading.answer_reading import FoundCell
from ttt_table.grading.recorded_answers import AnswerCounts
from ttt_table.grading.verdict import Verdict, verdict_of
from ttt_table.players.answers import MISSING_CELL
from ttt_table.rules.outcome import NO_SCORE
from ttt_table.table.reader import Table

FEW_BOARDS = 1 << 13  # so many are looked up in the time that numpy takes to load

Scores: TypeAlias = Mapping[int, int]  # by legal cell

# Gets each row and the verdict on its answer: None if it gives none.
OnVerdict: TypeAlias = Callable[[AnswerRow, Verdict | None], object]

# By a row's board and cell; None for no answer.
Verdicts: TypeAlias = dict[tuple[str, FoundCell], Verdict | None]


class JudgedAnswers:
    """Answers to a table's boards, with how many of them are right.

    Attributes:
        counts: How often each cell was answered, by board.
        legal_by_format: How many answers are legal in the format in which they are
            read, and in each of the others.
    """

    def __init__(self, table: Table) -> None:
        self.counts: AnswerCounts = {}
        self.legal_by_format: list[int] = []
        self._table = table
        self._counter = AnswerCounter()

    def add(self, rows: Sequence[AnswerRow]) -> Verdicts:
        """Judge rows with boards as `with_standard_boards` yields them, and count.

        Returns:
            The verdicts on all their answers.
        """
        count_of_answer = Counter((row.board, row.cells) for row in rows)
        scores_of = self._scores({board: None for board, _ in count_of_answer})
        verdicts: Verdicts = {}
        for (board, cells_read), count in count_of_answer.items():
            cell = cells_read[0]
            if (board, cell) not in verdicts:
                verdicts[board, cell] = self._verdict(board, cell, scores_of[board])
            self._count(board, verdicts[board, cell], count)
            if cell is not None:
                self._count_legal(cells_read, scores_of[board], count)
        return verdicts

    def metrics(self, agreement: Agreement) -> Metrics:
        """Return what the answers are worth, row by row."""
        return self._counter.metrics(agreement)

    def _verdict(self, board: str, cell: FoundCell, scores: Scores) -> Verdict | None:
        if cell is None:
            return None
        return verdict_of(self._table, board, cell, scores)

    def _count(self, board: str, verdict: Verdict | None, count: int) -> None:
        count_of_cell = self.counts.setdefault(board, {})
        if verdict is None:
            count_of_cell[MISSING_CELL] = count_of_cell.get(MISSING_CELL, 0) + count
            return
        count_of_cell[verdict.cell] = count_of_cell.get(verdict.cell, 0) + count
        self._counter.add(verdict, count)

    def _count_legal(
        self, cells: Sequence[FoundCell], scores: Scores, count: int
    ) -> None:
        """Count answers in each format in which they are legal."""
        while len(self.legal_by_format) < len(cells):
            self.legal_by_format.append(0)
        for index, cell in enumerate(cells):
            if cell in scores:
                self.legal_by_format[index] += count

    def _scores(self, boards: Collection[str]) -> Mapping[str, Scores]:
        """Return the scores of each board's moves; many are looked up together."""
        if len(boards) < FEW_BOARDS:
            return {board: self._table.scores(board) for board in boards}
        batch = self._table.batch(list(boards))
        scores_of: dict[str, dict[int, int]] = {}
        for board, scores in zip(boards, batch.scores.tolist(), strict=True):
            scores_of[board] = {
                cell: score for cell, score in enumerate(scores) if score != NO_SCORE
            }
        return scores_of
