"""The causes that a check states of a program, beside a second opinion."""

from __future__ import annotations

from collections.abc import Collection

from support.course import is_the_same_in, names_used_by
from support.interview import InterviewHere, findings_in
from support.statements import PARTS, Program, Statement, check_statement
from ttt_table.homework import Finding
from ttt_table.homework.answers import PartAnswers
from ttt_table.homework.spec import Part


class QuickInterview(InterviewHere):
    """Asks a part that uses no other part only once, as right ones change nothing."""

    def __init__(self, source: str, boards: Collection[str] | None = None) -> None:
        super().__init__(source, boards=boards)
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


def check_findings(
    right_source: str, source: str, boards: frozenset[str] | None = None
) -> None:
    """Assert that each part's state, cause, counts and example are true.

    A part that neither has the mistake nor uses what has it is that of a right program.
    """
    program = Program(source, boards)
    parts = [part for part in PARTS if not is_the_same_in(part, source, right_source)]
    assert parts
    interview = QuickInterview(source, boards)
    all_findings = findings_in(interview, parts=[Part(part) for part in parts])
    findings = [finding for finding in all_findings if finding.rule is None]
    assert sorted(finding.part for finding in findings) == sorted(parts)
    for finding in findings:
        check_statement(program, statement_of(finding))
