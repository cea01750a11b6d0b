"""Recorded answers of language models: how many are right, and who is ahead."""

from ttt_table.answers.asked import Asked
from ttt_table.answers.intervals import Interval
from ttt_table.answers.reading import cell_reader
from ttt_table.answers.scores import ModelScore, score_models

__all__ = [
    "Asked",
    "Interval",
    "ModelScore",
    "cell_reader",
    "score_models",
]
