"""One board: what each move leads to, by word, colour and plies, the best of them starred."""

from __future__ import annotations

from operator import itemgetter

from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, Outcome, verdict
from ttt_table.table.reader import Table

_SIDE = 110
"""The side of a cell, in pixels."""


def draw(table: Table, board: str) -> svg.Picture:
    """One board. Raises `BoardError`."""
    game = table.game
    look = table.look(board)
    # How many plies a draw takes goes without saying, here as in the cells.
    draw_to_come = not look.outcome.value and look.moves
    words = f"{look.mover} to move: a draw" if draw_to_come else verdict(look)
    width = max(game.cols * _SIDE, 300) + 2 * svg.MARGIN
    body = [
        svg.text(width / 2, 36, words, 20, cls="bold", anchor="middle"),
        f"<g {svg.placed((width - game.cols * _SIDE) / 2, 56, svg.number(_SIDE / svg.CELL))}>",
        svg.ground(game, "panel"),
        *_outcomes(look, game),
        svg.grid(game, 2),
        svg.stones(look.board, game, cls="new"),
        *svg.strikes(look, game),
        "</g>",
    ]
    block = svg.Block(56 + game.rows * _SIDE + svg.MARGIN, "\n".join(body))
    moves = "; ".join(f"cell {cell}: {_words(outcome)}" for cell, outcome in look.moves)
    said = moves or "No move is left."
    return svg.Picture(f"{look.board}: {words}", said, width, [block], 1)


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
