"""The exact judge of players and of recorded answers."""

from importlib import import_module
from typing import TYPE_CHECKING

from ttt_table.grading.causes import Cause, causes, main_cause
from ttt_table.grading.grader import grade
from ttt_table.grading.grades import Grade, SideGrade
from ttt_table.grading.records import (
    Bounds,
    Chances,
    Counts,
    Mistake,
    Mistakes,
    Results,
    Unstable,
)

if TYPE_CHECKING:
    from ttt_table.grading.answer_file import answer_rows
    from ttt_table.grading.answer_metrics import Interval, Metrics, Share, Shares
    from ttt_table.grading.answer_reading import cell_reader
    from ttt_table.grading.samples import BetterFormat, Samples
    from ttt_table.grading.verdict import Verdict, judge

__all__ = [
    "BetterFormat",
    "Bounds",
    "Cause",
    "Chances",
    "Counts",
    "Grade",
    "Interval",
    "Metrics",
    "Mistake",
    "Mistakes",
    "Results",
    "Samples",
    "Share",
    "Shares",
    "SideGrade",
    "Unstable",
    "Verdict",
    "answer_rows",
    "causes",
    "cell_reader",
    "grade",
    "judge",
    "main_cause",
]

# Most grades are of players: what recorded answers need is imported when it is used.
_LAZY_EXPORTS = {
    "BetterFormat": "samples",
    "Interval": "answer_metrics",
    "Metrics": "answer_metrics",
    "Samples": "samples",
    "Share": "answer_metrics",
    "Shares": "answer_metrics",
    "Verdict": "verdict",
    "answer_rows": "answer_file",
    "cell_reader": "answer_reading",
    "judge": "verdict",
}
"""By name, the module that has it."""

if not TYPE_CHECKING:  # for a type checker, any name would be an attribute

    def __getattr__(name):
        if name not in _LAZY_EXPORTS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_LAZY_EXPORTS[name]}"), name)

    def __dir__():
        return sorted({*globals(), *__all__})
