"""One board: what each move leads to, by word, colour and plies, the best of them starred."""

from __future__ import annotations

from collections.abc import Iterator

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
    where = ((width - game.cols * _SIDE) / 2, 56, _SIDE)
    body = [
        svg.text(width / 2, 36, words, 20, cls="bold", anchor="middle"),
        svg.small(look, game, "panel", where, over="".join(_outcomes(look, game))),
    ]
    block = svg.Block(56 + game.rows * _SIDE + svg.MARGIN, "\n".join(body))
    moves = "; ".join(f"cell {cell}: {_words(outcome)}" for cell, outcome in look.moves)
    said = moves or "No move is left."
    return svg.Picture(f"{look.board}: {words}", said, width, [block], 1)


def _outcomes(look: Look, game: Game) -> Iterator[str]:
    """In each cell that may be played, what it leads to for the mover."""
    for cell, outcome in svg.in_cell_order(look):
        x, y = svg.corner(cell, game)
        name = WORDS[outcome.value]
        ink = f"{name}-ink"
        yield svg.tinted(cell, game, name)
        yield svg.text(x + 50, y + 57, _words(outcome), 21, cls=f"{ink} bold", anchor="middle")
        if cell in look.best:
            yield svg.text(x + 50, y + 82, "★ best", 15, cls=ink, anchor="middle")
        yield svg.text(x + 8, y + 19, str(cell), 13, cls=ink)


def _words(outcome: Outcome) -> str:
    """An outcome in a word and its plies; a draw's plies go without saying."""
    name = WORDS[outcome.value]
    return f"{name} {outcome.plies}" if outcome.value else name
