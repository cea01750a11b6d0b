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
from ttt_table.runtime import RULE_WORDS, cells_in


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


def wide_twin(game: Game) -> Game | None:
    """Return the same game on the board turned by a quarter, if that is wider.

    It is the one in the list of results.

    Returns:
        None if the board is not tall, or if the turned game has another name or none.
    """
    if game.rows <= game.cols or game.gravity:
        return None
    if game.lines is None:
        return game._replace(rows=game.cols, cols=game.rows)
    turned = _turned_lines(game)
    return turned if name_fits_lines(turned) else None


def _turned_lines(game: Game) -> Game:
    """Return a game of lines on a board turned by a quarter, with the same name."""
    lines = [_turned_cells(game, line) for line in game.lines or ()]
    o_lines = None
    if game.o_lines is not None:
        o_lines = [_turned_cells(game, line) for line in game.o_lines]
    return Game(
        game.cols,
        game.rows,
        misere=game.misere,
        lines=lines,
        name=game.name,
        breaker=game.breaker,
        o_lines=o_lines,
    )


def _turned_cells(game: Game, line: int) -> list[int]:
    """Return where the cells of a line are on the board turned by a quarter."""
    places = [divmod(cell, game.cols) for cell in cells_in(line)]
    return [col * game.rows + row for row, col in places]


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
