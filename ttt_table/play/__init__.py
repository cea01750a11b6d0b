"""A game against the table: levels, matches, judged moves, traps and reasons."""

from ttt_table.play.judging import Verdict, judge
from ttt_table.play.levels import Level
from ttt_table.play.match import Match, Review, review
from ttt_table.play.reasons import Reason, Trap, explain, traps

__all__ = [
    "Level",
    "Match",
    "Reason",
    "Review",
    "Trap",
    "Verdict",
    "explain",
    "judge",
    "review",
    "traps",
]
