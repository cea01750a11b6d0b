"""Models' shares of right answers, over all boards that were asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum

from ttt_table.answers.asked import Asked, AskedBoards, read_boards, standard_board
from ttt_table.answers.intervals import DIFFERENCE, SHARE, Interval
from ttt_table.answers.reading import (
    NOT_READABLE,
    UNREADABLE_ANSWER,
    AnswerReader,
    Reading,
)
from ttt_table.answers.rows import AnswerRow, Rows, rows_in, text_of_answer
from ttt_table.errors import ArgumentError, quoted
from ttt_table.grading.causes import cause_of
from ttt_table.play.judging import BLUNDER, ILLEGAL, Verdict, verdict_of
from ttt_table.rules.board import Board
from ttt_table.table.files import AnyPath
from ttt_table.table.reader import Table

RIGHT = "right"
NO_ANSWER = "no answer"
ILLEGAL_MOVE = "illegal move"
NO_MOVE = (NO_ANSWER, UNREADABLE_ANSWER, ILLEGAL_MOVE)
"""The causes that are no legal move; all others are moves that give value away."""

MAX_TEXTS = 3
"""How many texts of answers are shown that are not legal moves, or in doubt."""
MAX_REMEMBERED = 1 << 16
"""How many boards, and moves on them, are remembered."""


@dataclass(frozen=True, slots=True)
class ModelScore:
    """A model's answers to the boards that were asked.

    A board's score is the mean over its rows, and 0 without a row. All shares are means
    over boards: those of right answers, of the three kinds of answers that are no
    legal move, and of moves that give value away add up to 1. Intervals are over
    classes of boards that are equal up to symmetry.

    Attributes:
        model: Its name.
        right: The share of answers that keep the value of the game.
        behind: How far `right` is behind that of the best model; None for that model.
            The intervals of all pairs of models hold together with 95 %.
        no_answer: The share without an answer.
        not_readable: The share of answers that are not readable.
        illegal: The share of moves that cannot be played.
        wrong: The share of legal moves that do not keep the value.
        asked: The boards.
        answers: How many rows are about these boards.
        missing: How many of these boards have no row.
        most: The most rows of a board.
        unasked: How many rows are about other boards; they do not count.
        causes: The shares of all that is not right by its cause, the largest first.
        doubts: How many answers are in doubt, by the reason.
        doubted: The first different texts of these.
        refused: The first different texts that are not readable, or illegal.
    """

    model: str
    right: Interval
    behind: Interval | None
    no_answer: float
    not_readable: float
    illegal: float
    wrong: float
    asked: Asked
    answers: int
    missing: int
    most: int
    unasked: int
    causes: Mapping[str, float]
    doubts: Mapping[str, int]
    doubted: Sequence[str]
    refused: Sequence[str]

    @property
    def told_apart(self) -> bool | None:
        """Whether the interval of `behind` leaves out 0; None for the best model."""
        if self.behind is None:
            return None
        return not self.behind.low <= 0 <= self.behind.high


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row with what was read in it, and the verdict on that.

    Attributes:
        row: The row; its board is in the standard notation.
        reading: What was read.
        verdict: The verdict; None for no answer.
        judgement: `RIGHT`; or why not, one of `NO_MOVE` or the cause of a blunder.
        is_asked: Whether the board was asked.
    """

    row: AnswerRow
    reading: Reading
    verdict: Verdict | None
    judgement: str
    is_asked: bool


@dataclass(slots=True)
class _Tally:
    """What is counted of a model.

    Attributes:
        judgements: By board, also of boards that were not asked: how often each was
            made, as in `JudgedRow`.
        doubts: As in `ModelScore`.
        doubted: As in `ModelScore`.
        refused: As in `ModelScore`.
    """

    judgements: dict[str, Counter[str]] = field(default_factory=dict)
    doubts: Counter[str] = field(default_factory=Counter)
    doubted: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def add(self, judged: JudgedRow) -> None:
        """Count a row."""
        judgements = self.judgements.setdefault(judged.row.board, Counter())
        judgements[judged.judgement] += 1
        if not judged.is_asked:
            return
        if judged.judgement in (UNREADABLE_ANSWER, ILLEGAL_MOVE):
            _keep_text(self.refused, judged.row)
        if judged.reading.doubt:
            self.doubts[judged.reading.doubt] += 1
            _keep_text(self.doubted, judged.row)

    def share(self, board: str, judgement: str) -> float:
        """Return which part of a board's rows has this judgement."""
        judgements = self.judgements.get(board)
        if judgements is None:
            return float(judgement == NO_ANSWER)
        return judgements[judgement] / judgements.total()

    def causes(self, boards: Sequence[str]) -> dict[str, float]:
        """Return the share of each cause over boards, the largest first."""
        causes = {cause for board in boards for cause in self.judgements.get(board, ())}
        share_of_cause = {
            cause: fsum(self.share(board, cause) for board in boards) / len(boards)
            for cause in sorted({NO_ANSWER, *causes} - {RIGHT})
        }
        largest_first = sorted(share_of_cause.items(), key=lambda item: -item[1])
        return {cause: share for cause, share in largest_first if share}


def _keep_text(texts: list[str], row: AnswerRow) -> None:
    """Keep an answer among the first different ones."""
    if len(texts) < MAX_TEXTS:
        text = text_of_answer(row.answer)
        if text not in texts:
            texts.append(text)


class Scoring:
    """Judges rows of several models one by one, and then scores the models.

    Args:
        table: The game's table.
        asked: The boards that were asked, or the path of the prompts; None if they
            are those that have rows, which must then be the same for all models.
        pattern: As for `cell_reader`.
        one_based: As for `cell_reader`.

    Raises:
        ArgumentError: No board was asked, or an option is bad.
        PlayerError: A board that was asked is finished, or is not one of the game.
        TableAccessError: The file of the prompts cannot be read.
    """

    def __init__(
        self,
        table: Table,
        asked: AnyPath | Iterable[Board] | None = None,
        pattern: str | None = None,
        *,
        one_based: bool = False,
    ) -> None:
        self._table = table
        self._reader = AnswerReader(table, pattern, one_based=one_based)
        self._asked = None if asked is None else read_boards(asked, table)
        self._tallies: dict[str, _Tally] = {}
        self._standard_boards: dict[str, str] = {}
        self._judged = lru_cache(MAX_REMEMBERED)(self._judge_cell)

    def add(self, row: AnswerRow) -> JudgedRow:
        """Judge a row, and count it.

        Raises:
            PlayerError: Its board is finished, or is not one of the game.
        """
        row.board = self._standard_board(row)
        reading = self._reader.read_row(row)
        verdict = None
        judgement = NO_ANSWER
        if reading.cell is not None:
            verdict, judgement = self._judged(row.board, reading.cell)
        is_asked = self._asked is None or row.board in self._asked
        judged = JudgedRow(row, reading, verdict, judgement, is_asked)
        self.add_model(row.model)
        self._tallies[row.model].add(judged)
        return judged

    def add_model(self, model: str) -> None:
        """Score a model even if it has no rows."""
        self._tallies.setdefault(model, _Tally())

    def _standard_board(self, row: AnswerRow) -> str:
        """Return the board of a row in the standard notation; texts are remembered."""
        if not isinstance(row.board, str):
            return standard_board(row.board, row.name, self._table)
        if row.board not in self._standard_boards:
            if len(self._standard_boards) == MAX_REMEMBERED:
                self._standard_boards.clear()
            board = standard_board(row.board, row.name, self._table)
            self._standard_boards[row.board] = board
        return self._standard_boards[row.board]

    def _judge_cell(self, board: str, cell: int) -> tuple[Verdict, str]:
        """Return the verdict on what was read, and the judgement as in `JudgedRow`."""
        verdict = verdict_of(board, cell, self._table.scores(board))
        if cell == NOT_READABLE:
            return verdict, UNREADABLE_ANSWER
        if verdict.kind == ILLEGAL:
            return verdict, ILLEGAL_MOVE
        if verdict.kind == BLUNDER:
            return verdict, cause_of(self._table, verdict)
        return verdict, RIGHT

    def scores(self) -> list[ModelScore]:
        """Return the scores of all models, the best first.

        Raises:
            ArgumentError: There are no models; or it was not said which boards were
                asked, and the models have answers to different ones.
        """
        boards = self.asked_boards()
        asked = AskedBoards(self._table, boards, known=self._asked is not None)
        right_of_board = {
            model: {board: tally.share(board, RIGHT) for board in asked.boards}
            for model, tally in self._tallies.items()
        }
        models = sorted(
            right_of_board,
            key=lambda model: (-fsum(right_of_board[model].values()), model),
        )
        best = right_of_board[models[0]]
        pairs = len(models) * (len(models) - 1) // 2
        scores = []
        for model in models:
            right = right_of_board[model]
            behind = None
            if right is not best:
                gaps = {board: best[board] - right[board] for board in right}
                behind = asked.mean(gaps, DIFFERENCE, pairs)
            share = asked.mean(right, SHARE)
            scores.append(self._score(model, share, behind, asked))
        return scores

    def asked_boards(self) -> Iterable[str]:
        """Return the boards that were asked.

        Raises:
            ArgumentError: There are no answers; or it was not said which boards were
                asked, and models have answers to different ones.
        """
        if not self._tallies:
            raise ArgumentError("there are no answers to score")
        if self._asked is not None:
            return self._asked
        (first, first_tally), *others = self._tallies.items()
        for model, tally in others:
            if tally.judgements.keys() != first_tally.judgements.keys():
                raise ArgumentError(
                    f"{quoted(first)} has answers to {len(first_tally.judgements):,}"
                    f" boards and {quoted(model)} to {len(tally.judgements):,}, not all"
                    " the same, so nobody knows what both were asked; --prompts FILE"
                    " (in Python asked=...) says it"
                )
        if not first_tally.judgements:
            raise ArgumentError("there are no answers to score")
        return first_tally.judgements

    def _score(
        self, model: str, share: Interval, behind: Interval | None, asked: AskedBoards
    ) -> ModelScore:
        tally = self._tallies[model]
        rows = {board: count.total() for board, count in tally.judgements.items()}
        rows_asked = [rows[board] for board in asked.boards if board in rows]
        causes = tally.causes(asked.boards)
        return ModelScore(
            model=model,
            right=share,
            behind=behind,
            no_answer=causes.get(NO_ANSWER, 0.0),
            not_readable=causes.get(UNREADABLE_ANSWER, 0.0),
            illegal=causes.get(ILLEGAL_MOVE, 0.0),
            wrong=fsum(
                share for cause, share in causes.items() if cause not in NO_MOVE
            ),
            asked=asked.asked,
            answers=sum(rows_asked),
            missing=len(asked.boards) - len(rows_asked),
            most=max(rows_asked, default=0),
            unasked=sum(rows.values()) - sum(rows_asked),
            causes=causes,
            doubts=dict(tally.doubts.most_common()),
            doubted=tally.doubted,
            refused=tally.refused,
        )


def score_models(
    table: Table,
    models: Mapping[str, Rows],
    *,
    asked: AnyPath | Iterable[Board] | None = None,
    pattern: str | None = None,
    one_based: bool = False,
) -> list[ModelScore]:
    """Score the answers of models on the boards that were asked, the best first.

    Args:
        table: The game's table.
        models: By the model's name, the path of its answers (CSV if its name ends so,
            else JSON lines), or pairs of a board and an answer. docs/answers.md
            says how an answer is read. With gravity a number in a text or a file is a
            column; an integer of Python is a cell.
        asked: The boards that were asked, or the path of the prompts. Without it they
            are the boards that have rows, which must be the same for all models.
        pattern: A regular expression whose last match in a text is the answer, as for
            `cell_reader`.
        one_based: Whether cells, rows and columns are counted from 1 instead of 0.

    Raises:
        ArgumentError: There are no answers or no boards, ``asked`` is missing, or an
            option is bad.
        PlayerError: A row has no board or no answer, or its board is finished, or is
            not one of the game. The message names the row.
        TableAccessError: A file cannot be read.

    >>> from ttt_table import open_table
    >>> answers = {"strong": [("XX.OO....", 2), ("X...O....", 8)],
    ...            "weak": [("XX.OO....", "ANSWER: 5")]}
    >>> best, other = score_models(
    ...     open_table(), answers, asked=["XX.OO....", "X...O...."])
    >>> best.model, best.right.mean, other.right.mean, other.no_answer, other.told_apart
    ('strong', 1.0, 0.0, 0.5, False)
    """
    if not isinstance(models, Mapping):
        raise ArgumentError(
            f"models are rows of answers by the model's name, not {quoted(models)}"
        )
    scoring = Scoring(table, asked, pattern, one_based=one_based)
    for model, rows in models.items():
        scoring.add_model(model)
        for row in rows_in(rows):
            row.model = model
            scoring.add(row)
    return scoring.scores()
