"""The exact judge of players and of recorded answers."""

from ttt_table.grading.answer_file import answer_rows
from ttt_table.grading.answer_metrics import Interval, Metrics, Share, Shares
from ttt_table.grading.answer_reading import cell_reader
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
