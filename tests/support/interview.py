"""A program's parts asked in this process: no subprocess has to start."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from types import ModuleType

from ttt_table.homework.answers import (
    PartAnswer,
    PartAnswers,
    Question,
    RuleAnswer,
    RuleAnswers,
)
from ttt_table.homework.board_form import DEFAULT_FORM
from ttt_table.homework.checker import Checker
from ttt_table.homework.course_file import CourseFile
from ttt_table.homework.examiner import answer_records
from ttt_table.homework.finding_maker import FindingMaker
from ttt_table.homework.findings import Finding
from ttt_table.homework.interview import Interview
from ttt_table.homework.spec import Part, Rule, Subject, boards_about


class InterviewHere(Interview):
    """Asks a program with rows of "X", "O" and None.

    Args:
        source: The program.
        first: The mark that moves first.
        boards: The boards to ask about, of all that courses ask about.
    """

    def __init__(
        self, source: str, first: str = "X", boards: Collection[str] | None = None
    ) -> None:
        self._code = compile(source, "program.py", "exec")
        self.first = first
        self._boards = boards
        self._file_as_it_is = self._loaded()

    def _loaded(self) -> CourseFile:
        module = ModuleType("program")
        exec(self._code, vars(module))
        return CourseFile(module, {}, self.first)

    @cached_property
    def _file_among_right_parts(self) -> CourseFile:
        return self._loaded()

    @property
    def parts(self) -> list[Part]:
        return list(self._file_as_it_is.parts)

    def part_answers(self, part: Part) -> PartAnswers:
        return part_answers(self._file_as_it_is, self._question(part))

    def part_answers_among_right_parts(self, part: Part) -> PartAnswers:
        question = self._question(part, among_right_parts=True)
        return part_answers(self._file_among_right_parts, question)

    def first_answers(self, part: Part, boards: Sequence[str]) -> PartAnswers:
        question = Question(part, DEFAULT_FORM, only_boards=boards)
        return part_answers(self._loaded(), question)

    def rule_answers(self, rule: Rule) -> RuleAnswers:
        return rule_answers(self._file_as_it_is, self._question(rule))

    def rule_answers_among_right_parts(self, rule: Rule) -> RuleAnswers:
        question = self._question(rule, among_right_parts=True)
        return rule_answers(self._file_among_right_parts, question)

    def _question(self, subject: Subject, among_right_parts: bool = False) -> Question:
        asked = boards_about(subject)
        if self._boards is not None:
            asked = tuple(board for board in asked if board in self._boards)
        return Question(subject, DEFAULT_FORM, asked, among_right_parts)


def part_answers(file: CourseFile, question: Question) -> PartAnswers:
    records = answer_records(file, question)
    answers = map(PartAnswer.from_json, records)
    return dict(zip(question.boards, answers, strict=True))


def rule_answers(file: CourseFile, question: Question) -> RuleAnswers:
    records = answer_records(file, question)
    answers = map(RuleAnswer.from_json, records)
    return dict(zip(question.boards, answers, strict=True))


def findings_of(
    source: str, first: str = "X", parts: Sequence[Part] = ()
) -> list[Finding]:
    """Return all findings about a program's parts and rules, or about some parts."""
    return findings_in(InterviewHere(source, first), parts)


def findings_in(interview: InterviewHere, parts: Sequence[Part] = ()) -> list[Finding]:
    """Return all findings of an interview, or those about some parts."""
    part_names = {part: part.value for part in Part}
    checker = Checker(interview, FindingMaker(part_names, interview.first))
    return list(checker.findings(parts or interview.parts))
