"""The exact judge of players."""

from ttt_table.grading.causes import Cause, causes, main_cause
from ttt_table.grading.grader import grade
from ttt_table.grading.grades import WDL, Forfeit, Grade, Mistake
from ttt_table.grading.players import Program, PythonFile

__all__ = [
    "WDL",
    "Cause",
    "Forfeit",
    "Grade",
    "Mistake",
    "Program",
    "PythonFile",
    "causes",
    "grade",
    "main_cause",
]
