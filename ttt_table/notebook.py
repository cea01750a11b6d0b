"""Pictures in a notebook, after ``%load_ext ttt_table``.

This module tells IPython how to show boards, matches, levels, grades and causes. Their
types have no method for it, as they are in lower layers: a grade is shown in the words
of the commands' report, which those layers do not know.
"""

from __future__ import annotations

from html import escape
from math import isqrt
from typing import Any

from ttt_table.export.pictures import board
from ttt_table.grading.causes import Cause
from ttt_table.grading.grades import Grade
from ttt_table.play.levels import Level
from ttt_table.play.match import Match
from ttt_table.results.boards import percent
from ttt_table.results.grade_page import cause_page, grade_page
from ttt_table.results.graded import SHOWN_AS_TEXT
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look

_FRAME = '<iframe srcdoc="{}" style="width:100%;height:40em;border:0"></iframe>'


def load_ipython_extension(shell: Any) -> None:
    """Tell IPython how to show a board, a match, a level, a grade and a cause."""
    formatters = shell.display_formatter.formatters
    svg = formatters["image/svg+xml"]
    svg.for_type(Look, look_picture)
    svg.for_type(Match, match_picture)
    svg.for_type(Level, level_picture)
    html = formatters["text/html"]
    html.for_type(Grade, framed_grade)
    html.for_type(Cause, framed_cause)


def look_picture(look: Look) -> str | None:
    """Return the SVG of a square board; None for others, whose text is shown.

    A look does not know its game, so the shape of any other board is unknown.
    """
    side = isqrt(len(look.board))
    if side * side < len(look.board):
        return None
    game = Game(side, side, lines=[], name="board")
    return str(board.picture_of(look, game))


def match_picture(match: Match) -> str:
    """Return the SVG of the current board."""
    return str(board.picture_of(match.now, match.table.game))


def level_picture(level: Level) -> str:
    """Return the SVG of a level's first move: the probability of each cell."""
    game = level.table.game
    look = level.table.look("." * game.cells)
    percents = {
        cell: percent(probability) for cell, probability in level(look.board).items()
    }
    return str(board.picture_of(look, game, repr(level), percents))


def framed_grade(grade: Grade) -> str:
    """Return the report in a frame."""
    return _framed(grade_page(grade, SHOWN_AS_TEXT))


def framed_cause(cause: Cause) -> str:
    """Return the report of one cause in a frame."""
    return _framed(cause_page(cause, SHOWN_AS_TEXT))


def _framed(page: str) -> str:
    # A frame keeps the style of the report and that of the notebook apart.
    return _FRAME.format(escape(page))
