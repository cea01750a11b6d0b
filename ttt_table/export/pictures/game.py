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
    frames = [_frame(table, looks[: at + 1], cell) for at, cell in enumerate([None, *cells])]
    wide, high = svg.size(game, _SIDE)
    apart = 30 if places(game).outline else 10  # further than layers are
    pitch = max(wide, _NARROWEST) + apart
    width = max(svg.WIDTH, pitch + 2 * svg.MARGIN)
    title = _winner_words(looks[-1]).replace("draw", "A draw")
    lost = [number for number, two in enumerate(pairwise(looks), 1) if _gave(*two)]
    if lost and looks[-1].outcome.value:
        title += f": {looks[lost[-1] - 1].mover} lost it with move {lost[-1]}"
    note = "Each board with what perfect play makes of it; a number counts the moves of both."
    labels = {1: f"{table.first} wins", 0: "draw", -1: f"{other(table.first)} wins"}
    if game.breaker:
        del labels[0]
    blocks = [svg.heading(title, note, labels=labels)]
    across = int((width - 2 * svg.MARGIN + apart) // pitch)
    for start in range(0, len(frames), across):
        row = (
            f"<g {svg.transform(svg.MARGIN + at * pitch, 0, 1)}>{frame}</g>"
            for at, frame in enumerate(frames[start : start + across])
        )
        blocks.append(svg.Block(high + 84, "\n".join(row)))
    moves = " ".join(map(str, cells)) or "none"
    description = f"A game of {svg.game_title(game)}. The moves are {moves}."
    return svg.Picture(title, description, width, blocks, len(looks))


def _gave(before: Look, after: Look) -> bool:
    return -after.outcome.value < before.outcome.value


def _frame(table: Table, looks: Sequence[Look], cell: int | None) -> str:
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
    if cell is not None and _gave(looks[-2], look):
        before = looks[-2]
        end = "wins" if before.outcome.value > 0 else "draws"
        mistake = f"mistake: {_named(before.best[0], game)} {end}"
        drawn.append(svg.text(0, below + 26, mistake, 11, cls="bold"))
    return "".join(drawn)


def _named(cell: int, game: Game) -> str:
    return f"column {cell % game.cols}" if game.gravity else str(cell)


def _winner_words(look: Look) -> str:
    """Who wins and in how many plies, or who has won."""
    value, plies = look.outcome
    if not value:
        return "draw"
    winner = look.mover if value > 0 else other(look.mover)
    return f"{winner} wins in {plies}" if plies else f"{winner} has won"
