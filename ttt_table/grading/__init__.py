"""The exact judge of players."""

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

__all__ = [
    "Bounds",
    "Cause",
    "Chances",
    "Counts",
    "Grade",
    "Mistake",
    "Mistakes",
    "Results",
    "SideGrade",
    "Unstable",
    "causes",
    "grade",
    "main_cause",
]
