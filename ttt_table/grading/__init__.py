"""The exact judge of players."""

from ttt_table.grading.causes import Cause, cause_of, causes, main_cause
from ttt_table.grading.grader import grade
from ttt_table.grading.grades import WDL, Forfeit, Grade
from ttt_table.grading.players import Program, PythonFile

__all__ = [
    "WDL",
    "Cause",
    "Forfeit",
    "Grade",
    "Program",
    "PythonFile",
    "cause_of",
    "causes",
    "grade",
    "main_cause",
]
