"""A check of homework as a list of criteria, for graders and CI systems.

Every file has the same criteria: one for each part and one for each rule, in this
order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from ttt_table.cli.output.check_text import (
    MAX_OF_A_CAUSE,
    finding_line,
    minimax_text,
)
from ttt_table.cli.output.terminal import printable
from ttt_table.homework import Check, Finding, State
from ttt_table.homework.spec import ASKED_RULES, CHECKED_PARTS, Part, RuleKind

KEEPS_BOARDS = "no part changes the board that it is given"


class CriterionState(Enum):
    """Whether a criterion is met."""

    PASSED = auto()
    FAILED = auto()
    MISSING = auto()  # the file does not have the part


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """Whether one criterion is met.

    Attributes:
        name: The part's name in courses, or the rule.
        state: Whether it is met.
        message: Why it is not met, or what was found, in a sentence.
    """

    name: str
    state: CriterionState
    message: str

    @property
    def is_met(self) -> bool:
        """Whether the criterion earns its point."""
        return self.state is CriterionState.PASSED


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
            yield _rule_result(check, rule.words, rule.kind)
    if any(part in parts for part in CHECKED_PARTS):
        yield _rule_result(check, KEEPS_BOARDS, RuleKind.KEEPS_BOARD)


def _missing(name: str, part: str) -> CriterionResult:
    message = f"the file has no function {part}"
    return CriterionResult(name, CriterionState.MISSING, message)


def _met_or_not(name: str, *, is_met: bool, message: str) -> CriterionResult:
    state = CriterionState.PASSED if is_met else CriterionState.FAILED
    return CriterionResult(name, state, message)


def _part_result(check: Check, part: Part) -> CriterionResult:
    finding = _finding_of(check, part)
    if finding is None:
        return _missing(part.value, part)
    is_met = finding.state is State.RIGHT or finding.through_others
    return _met_or_not(part.value, is_met=is_met, message=finding_line(finding))


def _finding_of(check: Check, part: Part) -> Finding | None:
    for finding in check.findings:
        if finding.part == part and finding.rule is None:
            return finding
    return None


def _minimax_result(check: Check) -> CriterionResult:
    name = Part.MINIMAX.value
    report = check.minimax
    if report is None:
        return _missing(name, name)
    message = f"`minimax` {minimax_text(report)}"
    among_right_parts = check.minimax_among_right_parts
    is_met = report.sound is True
    if not is_met and among_right_parts is not None:
        message += (
            "\n`minimax` with right parts in place of the file's"
            f" {minimax_text(among_right_parts)}"
        )
        is_met = among_right_parts.sound is True
    return _met_or_not(name, is_met=is_met, message=message)


def _rule_result(check: Check, name: str, kind: RuleKind) -> CriterionResult:
    """Return whether the rule of a kind is kept, by all parts that it is for."""
    lines = [
        finding_line(finding)
        for finding in check.findings
        if finding.rule is not None and finding.rule.kind is kind
    ]
    if not lines:
        return _met_or_not(name, is_met=True, message="the rule is kept")
    return _met_or_not(name, is_met=False, message="\n".join(lines))


def error_text(error: Exception) -> str:
    """Return why a file could not be checked, fit to be shown."""
    return printable(str(error), 2 * MAX_OF_A_CAUSE)
