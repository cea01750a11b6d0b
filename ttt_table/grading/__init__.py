"""The exact judge of players."""

from ttt_table.grading.causes import Cause, causes, main_cause
from ttt_table.grading.grader import grade
from ttt_table.grading.grades import (
    Bounds,
    Chances,
    Counts,
    Grade,
    Mistake,
    Mistakes,
    Results,
    SideGrade,
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
