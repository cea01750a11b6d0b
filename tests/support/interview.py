"""A program's parts asked in this process: no subprocess has to start."""

from __future__ import annotations

from collections.abc import Sequence
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
from ttt_table.homework.spec import Part, Rule


class InterviewHere(Interview):
    """Asks a program with rows of "X", "O" and None."""

    def __init__(self, source: str, first: str = "X") -> None:
        self._code = compile(source, "program.py", "exec")
        self._first = first
        self._file_as_it_is = self._loaded()

    def _loaded(self) -> CourseFile:
        module = ModuleType("program")
        exec(self._code, vars(module))
        return CourseFile(module, {}, self._first)

    @cached_property
    def _file_among_right_parts(self) -> CourseFile:
        return self._loaded()

    @property
    def parts(self) -> list[Part]:
        return list(self._file_as_it_is.parts)

    def part_answers(self, part: Part) -> PartAnswers:
        return part_answers(self._file_as_it_is, Question(part, DEFAULT_FORM))

    def part_answers_among_right_parts(self, part: Part) -> PartAnswers:
        question = Question(part, DEFAULT_FORM, among_right_parts=True)
        return part_answers(self._file_among_right_parts, question)

    def first_answers(self, part: Part, boards: Sequence[str]) -> PartAnswers:
        question = Question(part, DEFAULT_FORM, only_boards=boards)
        return part_answers(self._loaded(), question)

    def rule_answers(self, rule: Rule) -> RuleAnswers:
        return rule_answers(self._file_as_it_is, Question(rule, DEFAULT_FORM))

    def rule_answers_among_right_parts(self, rule: Rule) -> RuleAnswers:
        question = Question(rule, DEFAULT_FORM, among_right_parts=True)
        return rule_answers(self._file_among_right_parts, question)


def part_answers(file: CourseFile, question: Question) -> PartAnswers:
    records = answer_records(file, question)
    answers = map(PartAnswer.from_json, records)
    return dict(zip(question.boards, answers, strict=True))


def rule_answers(file: CourseFile, question: Question) -> RuleAnswers:
    records = answer_records(file, question)
    answers = map(RuleAnswer.from_json, records)
    return dict(zip(question.boards, answers, strict=True))


def findings_of(
    source: str,
    first: str = "X",
    parts: Sequence[Part] = (),
    interview_class: type[InterviewHere] = InterviewHere,
) -> list[Finding]:
    """Return all findings about a program's parts and rules, or about some parts."""
    interview = interview_class(source, first)
    part_names = {part: part.value for part in Part}
    checker = Checker(interview, FindingMaker(part_names, first))
    return list(checker.findings(parts or interview.parts))
