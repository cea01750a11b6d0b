"""Finds out what the parts of a file do, and whose fault a wrong answer is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ttt_table.homework.answers import PartAnswers
from ttt_table.homework.diagnose import wrong_boards
from ttt_table.homework.finding_maker import FindingMaker, PartEvidence
from ttt_table.homework.findings import Finding, State
from ttt_table.homework.interview import Interview
from ttt_table.homework.spec import ASKED_RULES, Part, Rule


class Checker:
    """Finds out what the parts of one file do.

    Args:
        interview: Asks the file.
        finding_maker: Makes findings of its answers.
    """

    def __init__(self, interview: Interview, finding_maker: FindingMaker) -> None:
        self._interview = interview
        self._finding_maker = finding_maker

    def findings(self, parts: Sequence[Part]) -> Iterator[Finding]:
        """Yield what is known of each part and each broken rule, wrong parts last.

        Each finding is yielded as soon as it is known. Right parts need no further
        questions, so they come first.

        Args:
            parts: The parts to check. `minimax` is asked only about its rules: how it
                plays is graded elsewhere.
        """
        answers_of_suspect: dict[Part, PartAnswers] = {}
        for part in parts:
            if part is Part.MINIMAX:
                continue
            answers = self._interview.part_answers(part)
            finding = self._finding_maker.part_finding(PartEvidence(part, answers))
            if finding.state is State.RIGHT:
                yield finding
                yield from self._changed_board(part, answers)
            else:
                answers_of_suspect[part] = answers

        finding_of_rule: dict[Rule, Finding] = {}
        for rule in ASKED_RULES:
            if rule.part in parts:
                rule_answers = self._interview.rule_answers(rule)
                rule_finding = self._finding_maker.rule_finding(rule, rule_answers)
                if rule_finding is not None:
                    finding_of_rule[rule] = rule_finding

        for part, answers in answers_of_suspect.items():
            evidence = self._further_evidence(part, answers)
            yield self._finding_maker.part_finding(evidence)
            yield from self._changed_board(part, answers)
        for rule, rule_finding in finding_of_rule.items():
            if rule_finding.state is not State.WRONG or self._is_own_fault(rule):
                yield rule_finding

    def _further_evidence(self, part: Part, answers: PartAnswers) -> PartEvidence:
        """Ask a wrong part among right ones, and about a wrong board first."""
        wrong = wrong_boards(part, answers)
        first_answers: PartAnswers = {}
        if wrong:
            first_answers = self._interview.first_answers(part, wrong[:1])
        among_right_parts = self._interview.part_answers_among_right_parts(part)
        return PartEvidence(part, answers, among_right_parts, first_answers)

    def _changed_board(self, part: Part, answers: PartAnswers) -> Iterator[Finding]:
        finding = self._finding_maker.changed_board_finding(part, answers)
        if finding is not None:
            yield finding

    def _is_own_fault(self, rule: Rule) -> bool:
        """Return True if a rule that is broken is broken also among right parts."""
        answers = self._interview.rule_answers_among_right_parts(rule)
        return self._finding_maker.rule_finding(rule, answers) is not None
