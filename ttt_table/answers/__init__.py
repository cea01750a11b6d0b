"""Recorded answers of language models: how many are right, and who is ahead."""

from ttt_table.answers.comparison import Comparison, compared
from ttt_table.answers.model import Answers
from ttt_table.answers.reading import cell_reader
from ttt_table.answers.shares import Difference, Share
from ttt_table.answers.verdict import Verdict, judge

__all__ = [
    "Answers",
    "Comparison",
    "Difference",
    "Share",
    "Verdict",
    "cell_reader",
    "compared",
    "judge",
]
