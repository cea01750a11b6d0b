"""Uses of a table: grade any player, say why a move is good, play at every strength.

Nothing here is loaded by the reader; nothing here knows a terminal.
"""

from ttt_table.play.answerfile import answer_rows, cell_reader
from ttt_table.play.causes import Cause, causes, telling
from ttt_table.play.grades import Grade, Mistake
from ttt_table.play.grading import grade
from ttt_table.play.judging import Verdict, judge
from ttt_table.play.levels import Level
from ttt_table.play.match import Match, Played, Review, review
from ttt_table.play.programs import Program
from ttt_table.play.pythonfile import PythonFile
from ttt_table.play.reasons import Reason, explain
from ttt_table.play.samples import Samples
from ttt_table.play.tricks import Trap, traps, trickiest

__all__ = [
    "Cause",
    "Grade",
    "Level",
    "Match",
    "Mistake",
    "Played",
    "Program",
    "PythonFile",
    "Reason",
    "Review",
    "Samples",
    "Trap",
    "Verdict",
    "answer_rows",
    "causes",
    "cell_reader",
    "explain",
    "grade",
    "judge",
    "review",
    "telling",
    "traps",
    "trickiest",
]
