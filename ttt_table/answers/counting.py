"""Recorded answers with their verdicts, counted by board as they are read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ttt_table.answers.reading import NOT_READABLE, Reading
from ttt_table.answers.rows import AnswerRow
from ttt_table.answers.verdict import UNREADABLE_ANSWER, Verdict, verdict_of
from ttt_table.errors import MissingExtraError
from ttt_table.players.answers import MISSING_CELL
from ttt_table.rules.outcome import NO_SCORE, value_of
from ttt_table.table.reader import Table

NO_ANSWER = "no answer"

FEW_BOARDS = 1 << 13  # so many are looked up in the time that numpy takes to load
MAX_TEXTS = 3  # that are shown of answers that were not readable, or in doubt

Scores: TypeAlias = Mapping[int, int]  # by legal cell


@dataclass(slots=True)
class ReadRow:
    """A row, with what was read in it, and the verdict on that.

    Attributes:
        row: The row; its board is in the standard notation.
        reading: What was read.
        verdict: The verdict on it; None for no answer, and until it is judged.
        matters: Whether some legal move on the board does not keep the value.
    """

    row: AnswerRow
    reading: Reading
    verdict: Verdict | None = None
    matters: bool = False


@dataclass(slots=True)
class BoardTally:
    """The answers to one board.

    Attributes:
        matters: Whether some legal move does not keep the value.
        asked: How many answers were asked for.
        illegal: How many cannot be played.
        right: How many keep the value.
        cells: How often each cell was answered: `OFF_BOARD` and `NOT_READABLE` are
            among them, and `MISSING_CELL` for no answer.
    """

    matters: bool
    asked: int = 0
    illegal: int = 0
    right: int = 0
    cells: dict[int, int] = field(default_factory=dict)

    @property
    def no_answer(self) -> int:
        """How many rows have no answer."""
        return self.cells.get(MISSING_CELL, 0)

    @property
    def not_readable(self) -> int:
        """How many answers are not readable."""
        return self.cells.get(NOT_READABLE, 0)

    @property
    def wrong(self) -> int:
        """How many are legal moves that give value away."""
        not_wrong = self.no_answer + self.not_readable + self.illegal + self.right
        return self.asked - not_wrong


class AnswerCounter:
    """Counts the answers of a model.

    Attributes:
        tallies: What was counted, by board.
        causes: How often each cause makes an answer wrong.
        unread: The first different texts that are not readable.
        doubts: How many answers were read with each doubt.
        doubted: The first different texts that were read with a doubt.
    """

    def __init__(self, table: Table) -> None:
        self.tallies: dict[str, BoardTally] = {}
        self.causes: Counter[str] = Counter()
        self.unread: list[str] = []
        self.doubts: Counter[str] = Counter()
        self.doubted: list[str] = []
        self._table = table

    def add(self, rows: Sequence[ReadRow]) -> None:
        """Judge rows, and count them."""
        count_of = Counter((answer.row.board, answer.reading.cell) for answer in rows)
        scores_of = self._scores({board: None for board, _ in count_of})
        verdicts: dict[tuple[str, int | None], Verdict | None] = {}
        for (board, cell), count in count_of.items():
            scores = scores_of[board]
            tally = self.tallies.get(board)
            if tally is None:
                tally = self.tallies[board] = BoardTally(_matters(scores))
            verdict = None
            if cell is not None:
                verdict = verdict_of(self._table, board, cell, scores)
            verdicts[board, cell] = verdict
            self._count(tally, verdict, count)
        for answer in rows:
            answer.verdict = verdicts[answer.row.board, answer.reading.cell]
            answer.matters = self.tallies[answer.row.board].matters
            self._keep_text(answer)

    def _count(self, tally: BoardTally, verdict: Verdict | None, count: int) -> None:
        cell = MISSING_CELL if verdict is None else verdict.cell
        tally.asked += count
        tally.cells[cell] = tally.cells.get(cell, 0) + count
        if verdict is None:
            self.causes[NO_ANSWER] += count
            return
        if verdict.keeps:
            tally.right += count
        elif not verdict.legal and verdict.cause != UNREADABLE_ANSWER:
            tally.illegal += count
        if verdict.cause is not None:
            self.causes[verdict.cause] += count

    def _keep_text(self, read: ReadRow) -> None:
        """Keep the text of an answer whose reading is to be checked."""
        reading = read.reading
        if reading.cell == NOT_READABLE:
            _keep(self.unread, read.row.answer)
        if reading.doubt:
            self.doubts[reading.doubt] += 1
            _keep(self.doubted, read.row.answer)

    def _scores(self, boards: Collection[str]) -> Mapping[str, Scores]:
        """Return the scores of each board's moves; many are looked up together."""
        if len(boards) >= FEW_BOARDS:
            try:
                return self._scores_of_batch(boards)
            except MissingExtraError:
                pass  # without numpy they are looked up one by one
        return {board: self._table.scores(board) for board in boards}

    def _scores_of_batch(self, boards: Collection[str]) -> Mapping[str, Scores]:
        batch = self._table.batch(list(boards))
        scores_of: dict[str, dict[int, int]] = {}
        for board, scores in zip(boards, batch.scores.tolist(), strict=True):
            scores_of[board] = {
                cell: score for cell, score in enumerate(scores) if score != NO_SCORE
            }
        return scores_of


def counts_of(tallies: Iterable[BoardTally]) -> dict[str, int]:
    """Return how many boards there are, and how many answers of each kind."""
    counted = list(tallies)
    return {
        "boards": len(counted),
        "asked": sum(tally.asked for tally in counted),
        "no_answer": sum(tally.no_answer for tally in counted),
        "not_readable": sum(tally.not_readable for tally in counted),
        "illegal": sum(tally.illegal for tally in counted),
        "wrong": sum(tally.wrong for tally in counted),
        "right": sum(tally.right for tally in counted),
    }


def _matters(scores: Scores) -> bool:
    return value_of(min(scores.values())) != value_of(max(scores.values()))


def _keep(texts: list[str], answer: object) -> None:
    """Keep an answer among the first different ones."""
    if len(texts) == MAX_TEXTS:
        return
    text = text_of_answer(answer)
    if text not in texts:
        texts.append(text)


def text_of_answer(answer: object) -> str:
    """Return an answer as the file has it: a text as it is, anything else as JSON."""
    if answer is None:
        return ""
    if isinstance(answer, str):
        return answer
    return json.dumps(answer, ensure_ascii=False, default=repr)
