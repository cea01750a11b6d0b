"""The family of a game's lines, by its name and its lines."""

from __future__ import annotations

from functools import lru_cache

from ttt_table.errors import GameError
from ttt_table.rules.game import Game
from ttt_table.rules.linesets import checksum_name, minimal_lines
from ttt_table.rules.names import (
    BOX_NAME,
    CHECKSUM_NAME,
    SURFACE_NAME,
    NameParts,
    family_lines,
)
from ttt_table.runtime import RULE_WORDS


@lru_cache(maxsize=1)  # each drawn board asks
def name_fits_lines(game: Game) -> bool | None:
    """Return whether a game has the lines that its name stands for.

    Returns:
        None if the name stands for no lines, so that only the builder of a table
        vouches for it. Names of families stand for lines, and so do the names that
        contain the checksum of the lines.
    """
    if game.name is None:
        return None
    if CHECKSUM_NAME.fullmatch(game.name):
        return game.name == checksum_name(game.lines or (), game.o_lines)
    rules = tuple(word for word in RULE_WORDS if getattr(game, word))
    try:
        named = family_lines(NameParts((game.rows, game.cols), None, game.name, rules))
    except GameError:  # the family has no such board
        return False
    if named is None:
        return None
    o_lines = None
    if named.o_lines is not None:
        o_lines = minimal_lines(named.o_lines, game.cells)
    lines = minimal_lines(named.lines, game.cells)
    return (lines, o_lines) == (game.lines, game.o_lines)


def surface_of(game: Game) -> str | None:
    """Return the surface that a game has both the name and the lines of, if any."""
    surface = SURFACE_NAME.fullmatch(game.name or "")
    if surface is None or not name_fits_lines(game):
        return None
    return surface[1]


def is_hex(game: Game) -> bool:
    """Return whether a game has both the name and the lines of Hex.

    O's lines are the chains from top to bottom; with a Breaker O has none, and the
    winners are the same.
    """
    return game.name == "hex" and name_fits_lines(game) is True


def box_of(game: Game) -> tuple[int, int, int] | None:
    """Return the layers, rows and columns of a game that is a box by name and lines."""
    box = BOX_NAME.fullmatch(game.name or "")
    if box is None or not name_fits_lines(game):
        return None
    return int(box[1]), int(box[2]), int(box[3])


def lines_sha256(game: Game) -> str:
    """Return the SHA-256 of the lines of a game, as `Game.rules` writes them.

    It is that of their JSON without blanks, such as ``[[0,1],[2,3]]``. Where O has
    other lines, it is that of an array of both lists, X's first.
    """
    from hashlib import sha256

    rules = game.rules()
    every_line = rules["lines"]
    if game.o_lines is not None:
        every_line = [every_line, rules["o_lines"]]
    text = str(every_line).replace(" ", "")
    return sha256(text.encode()).hexdigest()
