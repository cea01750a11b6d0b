"""One file asked in several processes.

A process that was asked many questions may remember some of them, and one in which
right parts have taken the place of the file's own cannot show the file as it is. So
there are up to three:

* the file as it is, which is asked everything first;
* the file as it is once more, which gets the boards of wrong answers as its first;
* the file with right parts in the place of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Self

from ttt_table.homework.answers import (
    Failure,
    PartAnswer,
    PartAnswers,
    Question,
    RuleAnswers,
)
from ttt_table.homework.ask import PartsOfFile
from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.findings import MinimaxReport
from ttt_table.homework.minimax import grade_minimax, reason_against_grading
from ttt_table.homework.spec import (
    EMPTY_BOARD,
    RETURNS_AN_ACTION,
    Part,
    Rule,
)


class Interview:
    """Asks a file about boards of one format.

    Use it in a ``with`` statement: the file may be loaded in further processes, each
    when it is first needed.

    Args:
        file: The file, in the process in which it is asked as it is.
        form: The format of its boards.
        initial_state_failure: What `initial_state` did instead of answering, if it was
            asked for the form of its board, and failed.
    """

    def __init__(
        self,
        file: PartsOfFile,
        form: BoardForm,
        initial_state_failure: Failure | None = None,
    ) -> None:
        self._file = file
        self._form = form
        self._initial_state_failure = initial_state_failure
        self._processes = ExitStack()
        self._rule_answers: dict[Rule, RuleAnswers] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.close()

    @cached_property
    def _file_for_first_answers(self) -> PartsOfFile:
        return self._processes.enter_context(self._file.in_another_process())

    @cached_property
    def _file_with_right_parts(self) -> PartsOfFile:
        return self._processes.enter_context(self._file.in_another_process())

    def part_answers(self, part: Part) -> PartAnswers:
        """Return what a part of the file as it is answers to all its boards."""
        if part is Part.INITIAL_STATE and self._initial_state_failure is not None:
            return {EMPTY_BOARD: PartAnswer(failure=self._initial_state_failure)}
        return self._file.part_answers(Question(part, self._form))

    def part_answers_among_right_parts(self, part: Part) -> PartAnswers:
        """Return what a part answers if right parts take the place of all others."""
        question = Question(part, self._form, among_right_parts=True)
        return self._file_with_right_parts.part_answers(question)

    def first_answers(self, part: Part, boards: Sequence[str]) -> PartAnswers:
        """Return what a part answers in a process in which it was not asked before.

        Args:
            part: The part.
            boards: The boards to ask it about.
        """
        question = Question(part, self._form, only_boards=boards)
        return self._file_for_first_answers.part_answers(question)

    def rule_answers(self, rule: Rule) -> RuleAnswers:
        """Return what the part of a rule does with all boards of the rule.

        The file is asked once: further calls return the same answers.
        """
        if rule not in self._rule_answers:
            answers = self._file.rule_answers(Question(rule, self._form))
            self._rule_answers[rule] = answers
        return self._rule_answers[rule]

    def rule_answers_among_right_parts(self, rule: Rule) -> RuleAnswers:
        """Return what the part of a rule does if all other parts are right."""
        question = Question(rule, self._form, among_right_parts=True)
        return self._file_with_right_parts.rule_answers(question)

    def grade_minimax(self, *, side: str, quiet: bool) -> MinimaxReport:
        """Return how the file's `minimax` plays; its process then does nothing else.

        Args:
            side: The side as which it is graded, "X", "O" or "both".
            quiet: Show no progress.
        """
        report = reason_against_grading(self.rule_answers(RETURNS_AN_ACTION))
        if report is not None:
            return report
        question = Question(RETURNS_AN_ACTION, self._form)
        return grade_minimax(self._file, question, side=side, quiet=quiet)

    def grade_minimax_among_right_parts(
        self, *, side: str, quiet: bool
    ) -> MinimaxReport:
        """Return how `minimax` plays with right parts in the place of the file's own.

        The process with right parts then does nothing else.

        Args:
            side: The side as which it is graded, "X", "O" or "both".
            quiet: Show no progress.
        """
        question = Question(RETURNS_AN_ACTION, self._form, among_right_parts=True)
        file = self._file_with_right_parts
        return grade_minimax(file, question, side=side, quiet=quiet)
