"""One board: what each move leads to, by word, colour and plies, the best of them starred."""

from __future__ import annotations

from operator import itemgetter

from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, Outcome, verdict
from ttt_table.table.reader import Table

_MARGIN = 16
_SIDE = 110
"""The side of a cell, in pixels."""


def draw(table: Table, board: str) -> tuple[str, int]:
    """One board as SVG, and that it is 1. Raises `BoardError`."""
    game = table.game
    look = table.look(board)
    # How many plies a draw takes goes without saying, here as in the cells.
    draw_to_come = not look.outcome.value and look.moves
    words = f"{look.mover} to move: a draw" if draw_to_come else verdict(look)
    width = max(game.cols * _SIDE, 300)
    left = _MARGIN + (width - game.cols * _SIDE) / 2
    body = [
        svg.text(_MARGIN + width / 2, 36, words, 20, cls="bold", anchor="middle"),
        f"<g {svg.placed(left, 56, svg.number(_SIDE / svg.CELL))}>",
        svg.ground(game, "panel"),
        *_outcomes(look, game),
        svg.grid(game, 2),
        f'<g class="all">{svg.stones(look.board, game)}</g>',
        *svg.strikes(look, game),
        "</g>",
    ]
    height = 56 + game.rows * _SIDE + _MARGIN
    title = f"{look.board}: {words}"
    moves = "; ".join(f"cell {cell}: {_words(outcome)}" for cell, outcome in look.moves)
    return svg.document(width + 2 * _MARGIN, height, title, moves or "No move is left.", body), 1


def _outcomes(look: Look, game: Game) -> list[str]:
    """In each cell that may be played, what it leads to for the mover."""
    drawn = []
    for cell, outcome in sorted(look.moves, key=itemgetter(0)):
        x, y = svg.corner(cell, game)
        name = WORDS[outcome.value]
        drawn.append(f'<rect class="{name}" x="{x}" y="{y}" width="100" height="100"/>')
        words = _words(outcome)
        drawn.append(svg.text(x + 50, y + 57, words, 21, cls=f"{name}-ink bold", anchor="middle"))
        if cell in look.best:
            drawn.append(svg.text(x + 50, y + 82, "★ best", 15, cls=f"{name}-ink", anchor="middle"))
        drawn.append(svg.text(x + 8, y + 19, str(cell), 13, cls=f"{name}-ink"))
    return drawn


def _words(outcome: Outcome) -> str:
    """An outcome in a word and its plies; a draw's plies go without saying."""
    name = WORDS[outcome.value]
    return f"{name} {outcome.plies}" if outcome.value else name
