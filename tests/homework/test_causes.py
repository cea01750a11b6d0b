"""Every cause that a check states is true of the program, and so is its example."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import pytest
from support.course import WITH_A_TABLE, WITH_LOOPS, mutants
from support.statements import PARTS, Program, Statement, check_statement

from ttt_table.homework.answers import Asked, answer_from_json
from ttt_table.homework.board_form import DEFAULT_FORM
from ttt_table.homework.check import Checker
from ttt_table.homework.conclude import Findings
from ttt_table.homework.diagnose import Answers
from ttt_table.homework.findings import Finding
from ttt_table.homework.serve import CourseFile, Examiner
from ttt_table.homework.spec import CHECKED_PARTS, Part, Question

SOURCES = [*mutants(WITH_LOOPS), *mutants(WITH_A_TABLE)]


class InterviewHere:
    """Asks a program's parts in this process."""

    def __init__(self, source: str) -> None:
        self._code = compile(source, "program.py", "exec")

    def answers(self, question: Question) -> Answers:
        return self._ask(Asked(question, DEFAULT_FORM))

    def answers_among_right_parts(self, question: Question) -> Answers:
        return self._ask(Asked(question, DEFAULT_FORM, among_right_parts=True))

    def answers_anew(self, part: Part, boards: Sequence[str]) -> Answers:
        return self._ask(Asked(part, DEFAULT_FORM, boards=boards))

    def _ask(self, asked: Asked) -> Answers:
        module = ModuleType("program")
        exec(self._code, vars(module))
        examiner = Examiner(CourseFile(module, {}, "X"), asked)
        return {
            board: answer_from_json(examiner.answer_to(board))
            for board in asked.every_board()
        }


def findings_of(source: str) -> list[Finding]:
    names = {part: part.value for part in Part}
    checker = Checker(InterviewHere(source), Findings(names, "X"))
    return [finding for finding in checker.findings(CHECKED_PARTS) if not finding.rule]


def statement_of(finding: Finding) -> Statement:
    example = finding.example
    return Statement(
        part=finding.part,
        cause=finding.cause,
        asked=finding.asked,
        wrong=finding.wrong,
        board=example.board if example else None,
        given=example.given if example else None,
        expected=example.expected if example else None,
        through_others=finding.through_others,
    )


@pytest.mark.parametrize("number", range(7, len(SOURCES), 70))
def test_what_is_stated_of_a_program_with_a_mistake_is_true(number: int) -> None:
    """Each part's state, cause, counts and example; every mutant is tried in the long tests."""
    source = SOURCES[number]
    program = Program(source)
    findings = findings_of(source)
    assert sorted(finding.part for finding in findings) == sorted(PARTS)
    for finding in findings:
        check_statement(program, statement_of(finding))


@pytest.mark.parametrize("source", [WITH_LOOPS, WITH_A_TABLE])
def test_nothing_is_stated_of_a_right_program(source: str) -> None:
    assert {finding.state.value for finding in findings_of(source)} == {"right"}
