"""A check of homework as a list of criteria, for graders and CI systems.

Every file has the same criteria: one for each part and one for each rule, in this
order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from ttt_table.cli.output.check_text import (
    MOST_OF_A_CAUSE,
    finding_line,
    minimax_text,
)
from ttt_table.cli.output.terminal import printable
from ttt_table.homework import Check, Finding, State
from ttt_table.homework.spec import ASKED_RULES, CHECKED_PARTS, Part

KEEPS_BOARDS = "no part changes the board that it is given"


class Outcome(Enum):
    """Whether a criterion is met."""

    PASSED = auto()
    FAILED = auto()
    MISSING = auto()  # the file does not have the part


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """Whether one criterion is met.

    Attributes:
        name: The part's name in courses, or the rule.
        outcome: Whether it is met.
        message: Why it is not met, or what was found, in a sentence.

    """

    name: str
    outcome: Outcome
    message: str

    @property
    def passed(self) -> bool:
        """True if the criterion earns its point."""
        return self.outcome is Outcome.PASSED


def criterion_results(check: Check, parts: Sequence[str] = ()) -> list[CriterionResult]:
    """Return whether each criterion is met.

    A part that is wrong only through others has passed: the fault is theirs.

    Args:
        check: The check of a file.
        parts: The parts that were to be checked; by default all.

    """
    return list(_criterion_results(check, parts or tuple(Part)))


def criterion_names(parts: Sequence[str] = ()) -> list[str]:
    """Return the names of all criteria, in their order."""
    wanted = parts or tuple(Part)
    names = [part.value for part in Part if part in wanted]
    names += [rule.words for rule in ASKED_RULES if rule.part in wanted]
    if any(part in wanted for part in CHECKED_PARTS):
        names.append(KEEPS_BOARDS)
    return names


def _criterion_results(check: Check, parts: Sequence[str]) -> Iterator[CriterionResult]:
    for part in CHECKED_PARTS:
        if part in parts:
            yield _part_result(check, part)
    if Part.MINIMAX in parts:
        yield _minimax_result(check)
    for rule in ASKED_RULES:
        if rule.part not in parts:
            continue
        if rule.part in check.missing:
            yield _missing(rule.words, rule.part)
        else:
            yield _rule_result(check, rule.words, [rule.words])
    if any(part in parts for part in CHECKED_PARTS):
        own_rules = [f"{part} leaves the board as it is" for part in CHECKED_PARTS]
        yield _rule_result(check, KEEPS_BOARDS, own_rules)


def _missing(name: str, part: str) -> CriterionResult:
    return CriterionResult(name, Outcome.MISSING, f"the file has no function {part}")


def _part_result(check: Check, part: Part) -> CriterionResult:
    finding = _finding_of(check, part)
    if finding is None:
        return _missing(part.value, part)
    passed = finding.state is State.RIGHT or finding.through_others
    outcome = Outcome.PASSED if passed else Outcome.FAILED
    return CriterionResult(part.value, outcome, finding_line(finding))


def _finding_of(check: Check, part: Part) -> Finding | None:
    for finding in check.findings:
        if finding.part == part and not finding.rule:
            return finding
    return None


def _minimax_result(check: Check) -> CriterionResult:
    name = Part.MINIMAX.value
    report = check.minimax
    if report is None:
        return _missing(name, name)
    message = f"`minimax` {minimax_text(report)}"
    among_right_parts = check.minimax_among_right_parts
    passed = report.sound is True
    if not passed and among_right_parts is not None:
        message += (
            "\n`minimax` with right parts in place of the file's"
            f" {minimax_text(among_right_parts)}"
        )
        passed = among_right_parts.sound is True
    outcome = Outcome.PASSED if passed else Outcome.FAILED
    return CriterionResult(name, outcome, message)


def _rule_result(check: Check, name: str, rules: Sequence[str]) -> CriterionResult:
    """Return whether these rules are kept."""
    findings = [finding for finding in check.findings if finding.rule in rules]
    if not findings:
        return CriterionResult(name, Outcome.PASSED, "the rule is kept")
    lines = [finding_line(finding) for finding in findings]
    return CriterionResult(name, Outcome.FAILED, "\n".join(lines))


def error_text(error: Exception) -> str:
    """Return why a file could not be checked, fit to be shown."""
    return printable(str(error), 2 * MOST_OF_A_CAUSE)
