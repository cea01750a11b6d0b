"""A board with what each move on it leads to, in colour and in words, or how likely it is."""

from __future__ import annotations

from collections.abc import Mapping

from ttt_table.drawing.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.board import Board
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, verdict
from ttt_table.table.reader import Table

_SIDE = 80
_NARROWEST = 420  # what the heading takes


def draw(table: Table, board: Board) -> svg.Picture:
    """The board, with a star at each best move. Raises `BoardError`."""
    return picture_of(table.look(board), table.game)


def picture_of(
    look: Look, game: Game, title: str = "", words: Mapping[int, str] | None = None
) -> svg.Picture:
    """The same of a look, with other words for its cells if wanted."""
    over, title = "", title or verdict(look)
    for cell, (value, plies) in look.moves:
        star = " ★" if cell in look.best else ""
        result = f"{WORDS[value]} {plies}{star}" if value else f"draw{star}"
        label = result if words is None else words.get(cell, "")
        x, y = svg.corner(cell, game)
        over += svg.tinted(cell, game, WORDS[value]) + svg.cell_number(cell, game)
        over += svg.text(x + 50, y + 62, label, 20, anchor="middle")
    wide, high = svg.size(game, _SIDE)
    drawn = svg.small(look, game, "paper", (svg.MARGIN, 0, _SIDE), None, over)
    heading = svg.Block(50, svg.text(svg.MARGIN, 32, title, 18, cls="bold"))
    blocks = [heading, svg.Block(high + svg.MARGIN, drawn)]
    description = (
        "Blue is a win for the mover, sand a draw, orange a loss; stars are best moves."
    )
    width = max(wide + 2 * svg.MARGIN, _NARROWEST)
    return svg.Picture(f"{look.board}: {title}", description, width, blocks, 1)
