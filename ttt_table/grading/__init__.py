"""The exact judge of players and answers."""

from ttt_table.grading.answerfile import answer_rows, cell_reader
from ttt_table.grading.causes import Cause, causes, telling
from ttt_table.grading.grades import Grade, Mistake
from ttt_table.grading.judge_player import grade
from ttt_table.grading.judging import Verdict, judge
from ttt_table.grading.samples import Samples

__all__ = [
    "Cause",
    "Grade",
    "Mistake",
    "Samples",
    "Verdict",
    "answer_rows",
    "causes",
    "cell_reader",
    "grade",
    "judge",
    "telling",
]
