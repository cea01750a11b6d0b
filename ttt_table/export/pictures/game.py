"""A played game as a strip of film: each board with what perfect play makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.export.places import places
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, other
from ttt_table.table.reader import Table

_SIDE = 34  # the side of a cell, in pixels
_NARROWEST = 150  # what the words of a frame take


def draw(table: Table, cells: Sequence[int]) -> svg.Picture:
    """A game from the empty board on, by its cells; it need not be finished.

    Raises `ArgumentError` for a cell that cannot be played.
    """
    game = table.game
    looks = [table.look("." * game.cells)]
    for cell in cells:
        looks.append(table.look(table.push(looks[-1].board, cell)))
    lost = [number for number, two in enumerate(pairwise(looks), 1) if _gave(*two)]
    decisive = lost[-1] if lost and looks[-1].outcome.value else 0
    frames = [
        _frame(table, looks[: at + 1], cell, at in lost) for at, cell in enumerate([None, *cells])
    ]
    wide, high = svg.size(game, _SIDE)
    apart = 30 if places(game).outline else 10  # further than layers are
    pitch = max(wide, _NARROWEST) + apart
    width = max(svg.WIDTH, pitch + 2 * svg.MARGIN)
    note = "Each board with what perfect play makes of it; a number counts the moves of both."
    title = _winner_words(looks[-1]).replace("draw", "A draw")
    if decisive:
        title += f": {looks[decisive - 1].mover} lost it with move {decisive}"
    heading = svg.heading(title, note, below=svg.legend(_key(game, table.first), 84), more=50)
    across = int((width - 2 * svg.MARGIN + apart) // pitch)
    blocks = [heading, *svg.rows(frames, across, pitch, high + 84)]
    said = f"A game of {svg.game_title(game)}. The moves are {' '.join(map(str, cells)) or 'none'}."
    return svg.Picture(title, said, width, blocks, len(looks))


def _gave(before: Look, after: Look) -> bool:
    return -after.outcome.value < before.outcome.value


def _frame(table: Table, looks: Sequence[Look], cell: int | None, gave: bool) -> str:
    """The last of these boards, with the move that led to it and what comes of it."""
    look, game = looks[-1], table.game
    name = WORDS[look.outcome.value * (1 if look.mover == table.first else -1)]
    below = svg.size(game, _SIDE)[1] + 30
    move = "The empty board"
    if cell is not None:
        move = f"{len(looks) - 1}. {other(look.mover)} plays {_named(cell, game)}"
    drawn = [
        svg.text(0, 14, move, 13, cls="bold"),
        svg.small(look, game, name, (0, 20, _SIDE), cell),
        svg.text(0, below + 10, _winner_words(look), 13, cls=f"{name}-ink"),
    ]
    if gave:
        before = looks[-2]
        end = "wins" if before.outcome.value > 0 else "draws"
        words = f"mistake: {_named(before.best[0], game)} {end}"
        drawn.append(svg.text(0, below + 26, words, 11, cls="bold"))
    return "".join(drawn)


def _named(cell: int, game: Game) -> str:
    return f"column {cell % game.cols}" if game.gravity else str(cell)


def _winner_words(look: Look) -> str:
    """Who wins and in how many plies, or who has won."""
    value, plies = look.outcome
    winner = {1: look.mover, -1: other(look.mover), 0: None}[value]
    if winner is None:
        return "draw"
    return f"{winner} wins in {plies}" if plies else f"{winner} has won"


def _key(game: Game, player: str) -> dict[int, str]:
    """What the colours mean that are those of a player."""
    words = {1: f"{player} wins", 0: "draw", -1: f"{other(player)} wins"}
    return {value: said for value, said in words.items() if value or not game.breaker}
