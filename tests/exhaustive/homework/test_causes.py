"""Every cause that a check states is true of the program, and so is its example."""

from __future__ import annotations

import pytest
from support.course import (
    WITH_A_TABLE,
    WITH_LOOPS,
    is_the_same_in,
    mutants,
    names_used_by,
)
from support.interview import InterviewHere, findings_of
from support.statements import PARTS, Program, Statement, check_statement

from ttt_table.homework import Finding
from ttt_table.homework.answers import PartAnswers
from ttt_table.homework.spec import Part

MUTANTS = [
    (right_source, source)
    for right_source in (WITH_LOOPS, WITH_A_TABLE)
    for source in mutants(right_source)
]


class QuickInterview(InterviewHere):
    """Asks a part that uses no other part only once, as right ones change nothing."""

    def __init__(self, source: str, first: str = "X") -> None:
        super().__init__(source, first)
        self._source = source
        self._answers: dict[Part, PartAnswers] = {}

    def part_answers(self, part: Part) -> PartAnswers:
        if part not in self._answers:
            self._answers[part] = super().part_answers(part)
        return self._answers[part]

    def part_answers_among_right_parts(self, part: Part) -> PartAnswers:
        if names_used_by(part.value, self._source).isdisjoint({*PARTS} - {part.value}):
            return self.part_answers(part)
        return super().part_answers_among_right_parts(part)


def statement_of(finding: Finding) -> Statement:
    example = finding.example
    return Statement(
        part=finding.part,
        cause=finding.cause,
        tested=finding.tested,
        wrong=finding.wrong,
        board=example.board if example else None,
        given=example.given if example else None,
        expected=example.expected if example else None,
        through_others=finding.through_others,
    )


@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_what_is_stated_of_a_program_with_a_mistake_is_true(number: int) -> None:
    """Each part's state, cause, counts and example.

    A part that neither has the mistake nor uses what has it is that of a right program.
    """
    right_source, source = MUTANTS[number]
    program = Program(source)
    parts = [part for part in PARTS if not is_the_same_in(part, source, right_source)]
    assert parts
    all_findings = findings_of(
        source, parts=[Part(part) for part in parts], interview_class=QuickInterview
    )
    findings = [finding for finding in all_findings if finding.rule is None]
    assert sorted(finding.part for finding in findings) == sorted(parts)
    for finding in findings:
        check_statement(program, statement_of(finding))


@pytest.mark.parametrize("source", [WITH_LOOPS, WITH_A_TABLE])
def test_nothing_is_stated_of_a_right_program(source: str) -> None:
    assert {finding.state.value for finding in findings_of(source)} == {"right"}
