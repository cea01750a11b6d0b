"""One file asked in several processes: as it is, among right parts, and anew."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Self

from ttt_table.homework.answers import Asked, Failure, PartAnswer
from ttt_table.homework.ask import PartsOfFile
from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.diagnose import Answers
from ttt_table.homework.findings import MinimaxReport
from ttt_table.homework.minimax import grade_minimax, reason_against_grading
from ttt_table.homework.spec import (
    EMPTY_BOARD,
    RETURNS_AN_ACTION,
    Part,
    Question,
)


class Interview:
    """Asks a file about boards of one format.

    Use it in a ``with`` statement: the file may be loaded in further processes, each
    when it is first needed.

    Args:
        file: The file, in the process in which it is asked as it is.
        form: The format of its boards.
        drawing_failure: Why `initial_state` has given no board, if it was asked and has
            not.

    """

    def __init__(
        self, file: PartsOfFile, form: BoardForm, drawing_failure: Failure | None
    ) -> None:
        self._file = file
        self._form = form
        self._drawing_failure = drawing_failure
        self._processes = ExitStack()
        self._answers: dict[Question, Answers] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.close()

    @cached_property
    def _fresh(self) -> PartsOfFile:
        return self._processes.enter_context(self._file.in_new_process())

    @cached_property
    def _mended(self) -> PartsOfFile:
        return self._processes.enter_context(self._file.in_new_process())

    def answers(self, question: Question) -> Answers:
        """Return what the file does, as it is, with every board of a part or a rule."""
        if question not in self._answers:
            self._answers[question] = self._ask_as_it_is(question)
        return self._answers[question]

    def _ask_as_it_is(self, question: Question) -> Answers:
        if question is Part.INITIAL_STATE and self._drawing_failure is not None:
            return {EMPTY_BOARD: PartAnswer(failure=self._drawing_failure)}
        return self._file.answers(Asked(question, self._form))

    def answers_among_right_parts(self, question: Question) -> Answers:
        """Return the same with right parts in the place of all others."""
        return self._mended.answers(Asked(question, self._form, among_right_parts=True))

    def answers_anew(self, part: Part, boards: Sequence[str]) -> Answers:
        """Return what a part answers in a process that was asked little before."""
        return self._fresh.answers(Asked(part, self._form, boards=boards))

    def grade_minimax(
        self, *, side: str, quiet: bool, among_right_parts: bool = False
    ) -> MinimaxReport:
        """Return how the file's `minimax` plays; its process then does nothing else.

        Args:
            side: The side as which it is graded, "X", "O" or "both".
            quiet: Show no progress.
            among_right_parts: Put right parts in the place of the file's own.

        """
        asked = Asked(
            RETURNS_AN_ACTION, self._form, among_right_parts=among_right_parts
        )
        if among_right_parts:
            return grade_minimax(self._mended, asked, side=side, quiet=quiet)
        report = reason_against_grading(self.answers(RETURNS_AN_ACTION))
        if report is not None:
            return report
        return grade_minimax(self._file, asked, side=side, quiet=quiet)
