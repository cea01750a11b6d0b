"""The truth put to work: grade any player, say why a move is good, play at every strength.

Nothing here is loaded by the reader; nothing here knows a terminal.
"""

from ttt_table.play.grading import Grade, Mistake, grade
from ttt_table.play.programs import Program, PythonFile

__all__ = [
    "Grade",
    "Mistake",
    "Program",
    "PythonFile",
    "grade",
]
