"""The ``results.json`` of Gradescope: one file's check, a point for each criterion.

https://gradescope-autograders.readthedocs.io/en/latest/specs/ describes the format.
"""

from __future__ import annotations

from collections.abc import Sequence

from ttt_table.cli.output.check_results import (
    CriterionResult,
    criterion_names,
    criterion_results,
    error_text,
)
from ttt_table.cli.output.check_text import check_verdict
from ttt_table.homework import Check

Record = dict[str, object]


def gradescope_results(check: Check, parts: Sequence[str] = ()) -> Record:
    """Return the results of a check.

    Args:
        check: The check of a file.
        parts: The parts that were to be checked; by default all.
    """
    results = criterion_results(check, parts)
    return {
        "output": check_verdict(check),
        "tests": [_criterion_record(result) for result in results],
    }


def gradescope_error(error: Exception, parts: Sequence[str] = ()) -> Record:
    """Return the results of a file that could not be checked: no criterion is met."""
    text = error_text(error)
    return {
        "output": text,
        "tests": [
            _record(name, passed=False, output=text) for name in criterion_names(parts)
        ],
    }


def _criterion_record(result: CriterionResult) -> Record:
    return _record(result.name, passed=result.is_met, output=result.message)


def _record(name: str, *, passed: bool, output: str) -> Record:
    return {
        "name": name,
        "score": int(passed),
        "max_score": 1,
        "status": "passed" if passed else "failed",
        "output": output,
    }
