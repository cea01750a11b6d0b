"""A board with the outcome of each move, in colour and in words."""

from __future__ import annotations

from ttt_table.drawing import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.board import Board
from ttt_table.rules.outcome import Outcome, look_text
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table

_CELL_SIDE = 80  # the side of a cell


def draw(table: Table, board: Board) -> svg.Picture:
    """Draw a board with the outcome of each move, and a star at each best move.

    Raises:
        ArgumentError: ``table`` is not a table.
        BoardError: The board is invalid.
    """
    look = checked_table(table).look(board)
    game = table.game
    title = look_text(look)
    marks = []
    for cell, outcome in look.moves:
        label = _outcome_label(outcome, is_best=cell in look.best)
        x, y = svg.corner(cell, game)
        marks.append(svg.tinted(cell, game, WORDS[outcome.value]))
        marks.append(svg.cell_number(cell, game))
        marks.append(svg.text(x + 50, y + 62, label, 20, anchor="middle"))

    width, height = svg.size(game, _CELL_SIDE)
    placement = svg.Placement(svg.MARGIN, 0, _CELL_SIDE)
    drawn = svg.whole_board(look, game, "paper", placement, marks="".join(marks))
    heading = svg.text(svg.MARGIN, 32, title, 18, cls="bold")
    return svg.Picture(
        title=f"{look.board}: {title}",
        description=(
            "Blue is a win for the mover, sand a draw, orange a loss; "
            "stars are best moves."
        ),
        width=max(width + 2 * svg.MARGIN, svg.MIN_WIDTH),
        blocks=[svg.Group(50, heading), svg.Group(height + svg.MARGIN, drawn)],
        boards=1,
    )


def _outcome_label(outcome: Outcome, *, is_best: bool) -> str:
    label = WORDS[outcome.value]
    if outcome.value != 0:
        label += f" {outcome.plies}"
    return f"{label} ★" if is_best else label
