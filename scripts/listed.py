"""The games of docs/boards.csv: those that are built and those that are still missing.

``boards.py`` builds and audits them one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from planes import PLANES

from ttt_table import Game
from ttt_table.rules.families import (
    GLUED,
    box_lines,
    hex_lines,
    hex_o_lines,
    shape_lines,
    surface_lines,
)

FAMILY_CELLS = 16
"""k in a row is listed on every board of up to this many cells, in every mode."""
LARGEST_ROWS_CELLS = 24
"""Without gravity, it is listed on boards of up to this many cells, from k = 3 on."""

SURFACE_SIDES = [*product((3, 4), repeat=2), (3, 5), (5, 3), (4, 5), (5, 4)]
"""The rows and columns of surfaces, both ways round: some glue two edges only."""
HEX_SIDES = [*product((2, 3, 4), repeat=2), (4, 5), (5, 4)]
"""The rows and columns of Hex with a Breaker."""
ANIMALS = {
    "el": "XX/X.",
    "tic": "XXX",
    "elly": "XXX/X..",
    "tippy": "XX./.XX",
    "knobby": "XXX/.X.",
    "skinny": "XXXX",
    "fatty": "XX/XX",
}
"""F. Harary's names for the polyominoes of three and four cells."""


@cache
def listed_games() -> tuple[Game, ...]:
    """Return all games to build and audit, the smallest boards first."""
    games = dict.fromkeys([*counted_games(), *family_games()])
    return tuple(sorted(games, key=lambda game: game.cells))


@cache
def counted_games() -> tuple[Game, ...]:
    """Return the games of docs/counts: all but the further members of the family."""
    games = dict.fromkeys([*chosen_games(), *hex_games()])
    return tuple(sorted(games, key=lambda game: (game.cells, str(game))))


def family_games() -> list[Game]:
    """Return k in a row on every board of the family, in every mode.

    k goes from 1 to the longer side. The modes are normal play and misère, each with
    gravity and without it, with a Breaker and without one. Without gravity, a tall
    board is the same game as a wide one.
    """
    games = []
    for rows, cols in product(range(1, FAMILY_CELLS + 1), repeat=2):
        if rows * cols > FAMILY_CELLS:
            continue
        for gravity, misere, breaker in product((False, True), repeat=3):
            if rows > cols and not gravity:
                continue
            for k in range(1, max(rows, cols) + 1):
                game = Game(rows, cols, k, misere, gravity, breaker=breaker)
                games.append(game)
    return games


def hex_games() -> list[Game]:
    """Return Hex, which ends with the chain of either player.

    It is listed on every board of the family's sizes and on 4x5 and 5x4 in normal play
    and misère, and on four larger boards in normal play.
    """
    games = []
    for rows, cols in product(range(2, FAMILY_CELLS), repeat=2):
        if rows * cols <= FAMILY_CELLS or (rows, cols) in ((4, 5), (5, 4)):
            game = hex_game(rows, cols)
            games += [game, game._replace(misere=True)]
    games += [hex_game(rows, cols) for rows, cols in ((3, 7), (7, 3), (4, 6), (6, 4))]
    return games


def hex_game(rows: int, cols: int) -> Game:
    """Return Hex in normal play."""
    return Game(
        rows,
        cols,
        lines=hex_lines(rows, cols),
        o_lines=hex_o_lines(rows, cols),
        name="hex",
    )


@cache
def chosen_games() -> tuple[Game, ...]:
    """Return the games that are listed one by one, except for Hex without a Breaker."""
    games = [*games_in_one_rule(), *both_modes(games_in_both_rules())]
    return tuple(sorted(dict.fromkeys(games), key=lambda game: game.cells))


def games_in_one_rule() -> Iterator[Game]:
    """Yield the smallest and the largest games, which are listed in normal play only.

    The exception is the cube, which is listed in misère too.
    """
    yield Game(1, 1, 1)
    yield Game(2, 2, 2)
    # This takes 10 GB.
    yield Game(5, 5, lines=shape_lines(5, 5, ANIMALS["knobby"]), name="knobby")
    # These take seconds, because the torus has 800 symmetries.
    for k in (4, 5):
        yield surface_game(5, 5, k, "torus")
    yield hex_breaker_game(4, 5)
    yield hex_breaker_game(5, 4)
    for rows, cols in ((4, 6), (6, 4), (7, 4), (4, 7)):
        yield Game(rows, cols, 4, gravity=True)
    cube = box_game(3, 3, 3, 3)
    # Each layer of the cube is a row of this board, so stones fall through the layers.
    falling_cube = cube._replace(rows=3, cols=9, gravity=True)
    for game in (cube, falling_cube):
        yield game
        yield game._replace(misere=True)


def both_modes(games: Iterable[Game]) -> Iterator[Game]:
    """Yield each game in normal play, and then in misère."""
    for game in games:
        yield game._replace(misere=False)
        yield game._replace(misere=True)


def games_in_both_rules() -> Iterator[Game]:
    """Yield the games that are listed in normal play and in misère."""
    yield from row_games()
    yield from line_games()
    yield from breaker_games()


def row_games() -> Iterator[Game]:
    """Yield games of k in a row, without gravity and with it."""
    # Without gravity, a tall board is the same game as a wide one.
    for rows, cols in product(range(2, 5), range(3, LARGEST_ROWS_CELLS)):
        if rows <= cols and rows * cols <= LARGEST_ROWS_CELLS:
            for k in range(3, cols + 1):
                yield Game(rows, cols, k)
    # Each table of 5x5 takes 10 GB.
    for k in (3, 4, 5):
        yield Game(5, 5, k)
        yield Game(5, 5, k, breaker=True)
    for rows, cols in product(range(2, 6), repeat=2):
        for k in range(3, max(rows, cols) + 1):
            yield Game(rows, cols, k, gravity=True)
    for rows, cols in ((5, 6), (6, 5)):
        for k in (3, 4, 5):
            yield Game(rows, cols, k, gravity=True)


def line_games() -> Iterator[Game]:
    """Yield games on surfaces, of animals, on planes and in boxes."""
    for (rows, cols), surface, k in product(SURFACE_SIDES, GLUED, (3, 4, 5)):
        if surface_lines(rows, cols, k, surface):
            yield surface_game(rows, cols, k, surface)
    for side, (name, shape) in product((3, 4), ANIMALS.items()):
        lines = shape_lines(side, side, shape)
        if lines:
            yield Game(side, side, lines=lines, name=name)
    yield from PLANES.values()
    yield box_game(2, 2, 2, 2)
    yield box_game(2, 2, 3, 2)
    yield box_game(2, 2, 3, 3)
    yield box_game(2, 3, 3, 3)


def breaker_games() -> Iterator[Game]:
    """Yield the games of a Maker and a Breaker: in Hex, on rows and planes."""
    for rows, cols in HEX_SIDES:
        yield hex_breaker_game(rows, cols)
    for rows, cols in ((3, 3), (3, 4), (3, 5), (4, 4)):
        for k in range(3, cols + 1):
            yield Game(rows, cols, k, breaker=True)
    for name, plane in PLANES.items():
        if name != "sim":
            yield plane._replace(breaker=True)


def hex_breaker_game(rows: int, cols: int) -> Game:
    """Return Hex in which only the chains of X count, from left to right."""
    return Game(rows, cols, lines=hex_lines(rows, cols), name="hex", breaker=True)


def surface_game(rows: int, cols: int, k: int, surface: str) -> Game:
    """Return the game of k in a row on a surface."""
    lines = surface_lines(rows, cols, k, surface)
    return Game(rows, cols, lines=lines, name=f"{surface}-k{k}")


def box_game(layers: int, rows: int, cols: int, k: int) -> Game:
    """Return the game of k in a row in a box, without gravity."""
    lines = box_lines(layers, rows, cols, k)
    return Game(layers * rows, cols, lines=lines, name=f"{layers}x{rows}x{cols}-k{k}")
