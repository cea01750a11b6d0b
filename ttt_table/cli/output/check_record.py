"""A check of homework as an object for JSON."""

from __future__ import annotations

from ttt_table.grading.as_json import grade_as_json
from ttt_table.homework import Check, Example, Finding, MinimaxReport

Record = dict[str, object]


def check_record(check: Check) -> Record:
    """Return what was found of each part and rule, and the grades of `minimax`."""
    return {
        "right": check.is_right,
        "boards": check.form.as_json(),
        "parts": [_finding_record(finding) for finding in check.findings],
        "missing": check.missing,
        "with_other_arguments": check.with_other_arguments,
        "loaded_until": check.loaded_until,
        "minimax": _minimax_record(check.minimax),
        "minimax_among_right_parts": _minimax_record(check.minimax_among_right_parts),
    }


def _finding_record(finding: Finding) -> Record:
    example = finding.example or Example("")
    return {
        "part": finding.part,
        "name": finding.name,
        "state": finding.state.value,
        "rule": "" if finding.rule is None else finding.rule.words,
        "tested": finding.tested,
        "wrong": finding.wrong,
        "cause": finding.cause,
        "board": example.board or None,
        "expected": example.expected,
        "given": example.given,
        "through_others": finding.through_others,
    }


def _minimax_record(report: MinimaxReport | None) -> Record | None:
    if report is None:
        return None
    if report.grade is None:
        return {"error": report.error}
    return grade_as_json(report.grade)
