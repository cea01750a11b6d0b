"""Recorded answers of language models: how many are right, and who is ahead."""

from ttt_table.answers.asked import Asked
from ttt_table.answers.forms import Advice, Fit
from ttt_table.answers.intervals import Interval
from ttt_table.answers.reading import cell_reader
from ttt_table.answers.scores import ModelScore, score_models
from ttt_table.answers.verdict import Verdict, judge

__all__ = [
    "Advice",
    "Asked",
    "Fit",
    "Interval",
    "ModelScore",
    "Verdict",
    "cell_reader",
    "judge",
    "score_models",
]
