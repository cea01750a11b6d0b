"""A game against the table: levels, matches, traps, and the reasons for a move."""

from ttt_table.play.levels import Level
from ttt_table.play.match import Match, Played, Review, review
from ttt_table.play.reasons import Reason, Trap, explain, traps, trickiest

__all__ = [
    "Level",
    "Match",
    "Played",
    "Reason",
    "Review",
    "Trap",
    "explain",
    "review",
    "traps",
    "trickiest",
]
