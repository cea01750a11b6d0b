"""Pictures in a notebook: after ``%load_ext ttt_table`` it shows what a table says as such.

What is shown (`rules`, `play`) and who draws it (`export`) never import each other, and only this
floor knows both: so IPython is told here who shows which type, and no type has a method for it.
"""

from __future__ import annotations

from html import escape
from math import isqrt
from typing import Any

from ttt_table.cli.output.grade_text import SHOWN
from ttt_table.cli.output.numbers import percent
from ttt_table.cli.output.report import report_of, report_of_cause
from ttt_table.export.pictures import board
from ttt_table.grading.causes import Cause
from ttt_table.grading.grades import Grade
from ttt_table.play.levels import Level
from ttt_table.play.match import Match
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look
from ttt_table.table.reader import open_table

_FRAME = '<iframe srcdoc="{}" style="width:100%;height:40em;border:0"></iframe>'


def load_ipython_extension(shell: Any) -> None:
    formatters = shell.display_formatter.formatters
    svg, html = formatters["image/svg+xml"], formatters["text/html"]
    for formatter, kind, show in (
        (svg, Look, look_picture),
        (svg, Match, lambda match: str(board.picture_of(match.now, match.table.game))),
        (svg, Level, level_picture),
        (html, Grade, grade_page),
        (
            html,
            Cause,
            lambda cause: _FRAME.format(escape(report_of_cause(cause, SHOWN))),
        ),
    ):
        formatter.for_type(kind, show)


def look_picture(look: Look) -> str | None:
    """A square board, since a look does not know its game; of others there is the text."""
    side = isqrt(len(look.board))
    if side * side < len(look.board):
        return None
    return str(board.picture_of(look, Game(side, side, lines=[], name="board")))


def level_picture(level: Level) -> str:
    table = level.table
    look = table.look("." * table.game.cells)
    chances = {cell: percent(chance) for cell, chance in level(look.board).items()}
    return str(board.picture_of(look, table.game, repr(level), chances))


def grade_page(found: Grade) -> str | None:
    """The report; nothing where no mistake says which table it is of, and it is another game's."""
    mistakes = [*found.mistakes.blunders, *found.mistakes.slips]
    table = mistakes[0].table if mistakes else open_table()
    if table.game != found.game:
        return None
    return _FRAME.format(escape(report_of(found, table, SHOWN)))
