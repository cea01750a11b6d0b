"""The games of data/boards.csv: those that are built and those that are still missing.

``boards.py`` builds and audits them one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from ttt_table import Game
from ttt_table.rules.families import ANIMALS, GLUED, PLANES

FAMILY_CELLS = 16
"""k in a row is listed on every board of up to this many cells, in every mode."""
LARGEST_ROWS_CELLS = 24
"""Without gravity, it is listed on boards of up to this many cells, from k = 3 on."""
LONGEST_COUNTED_SIDE = 5
"""With gravity, boards of the family are counted up to this side."""
LARGEST_FALLING_CELLS = 28
"""With gravity, it is listed on boards of up to this many cells, from k = 3 on."""
TOO_LARGE_WITH_GRAVITY = ((2, 13), (2, 14))
"""The rows and columns of boards that are left out.

A table of 2x13 takes 2 to 5 GB. A tier of 2x14 can exceed the 4 GB that a file holds.
"""

SURFACE_SIDES = [*product((3, 4), repeat=2), (3, 5), (5, 3), (4, 5), (5, 4)]
"""The rows and columns of surfaces, both ways round: some glue two edges only."""
HEX_SIDES = [*product((2, 3, 4), repeat=2), (4, 5), (5, 4)]
"""The rows and columns of Hex with a Breaker."""


@cache
def listed_games() -> tuple[Game, ...]:
    """Return all games to build and audit, the smallest boards first."""
    games = dict.fromkeys([*counted_games(), *family_games()])
    return tuple(sorted(games, key=lambda game: game.cells))


@cache
def counted_games() -> tuple[Game, ...]:
    """Return the games of counts.csv: all but the further members of the family."""
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
    games: list[Game] = []
    for rows, cols in product(range(2, FAMILY_CELLS), repeat=2):
        if rows * cols <= FAMILY_CELLS or (rows, cols) in ((4, 5), (5, 4)):
            games += both_modes([Game.named(f"{rows}x{cols}-hex")])
    games += [Game.named(f"{board}-hex") for board in ("3x7", "7x3", "4x6", "6x4")]
    return games


@cache
def chosen_games() -> tuple[Game, ...]:
    """Return the games that are listed one by one, except for Hex without a Breaker."""
    games = [*games_in_one_rule(), *both_modes(games_in_both_rules())]
    return tuple(sorted(dict.fromkeys(games), key=lambda game: game.cells))


def games_in_one_rule() -> Iterator[Game]:
    """Yield games that are listed one by one, most of them in normal play only."""
    # The pages of counts begin with them.
    yield Game(1, 1, 1)
    yield Game(2, 2, 2)
    # This takes 10 GB.
    yield Game.named("5x5-knobby")
    # These take seconds, because the torus has 800 symmetries.
    yield Game.named("5x5-torus-k4")
    yield Game.named("5x5-torus-k5")
    yield from both_modes(map(Game.named, ("3x3x3k3", "3x3x3k3-gravity")))


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
    """Yield k in a row without gravity and with it, and on 5x5 with a Breaker."""
    yield from falling_row_games()
    # Without gravity, a tall board is the same game as a wide one.
    for rows, cols in product(range(2, 5), range(3, LARGEST_ROWS_CELLS)):
        if rows <= cols and rows * cols <= LARGEST_ROWS_CELLS:
            for k in range(3, cols + 1):
                yield Game(rows, cols, k)
    # Each table of 5x5 takes 10 GB.
    for k in (3, 4, 5):
        yield Game(5, 5, k)
        yield Game(5, 5, k, breaker=True)


def falling_row_games() -> Iterator[Game]:
    """Yield k in a row with gravity, from k = 3 on, and some of 30 cells.

    Of the family's long boards, only the positions are counted.
    """
    for rows, cols in product(range(2, LARGEST_FALLING_CELLS // 2 + 1), repeat=2):
        if (
            rows * cols > LARGEST_FALLING_CELLS
            or (rows, cols) in TOO_LARGE_WITH_GRAVITY
        ):
            continue
        if rows * cols <= FAMILY_CELLS and max(rows, cols) > LONGEST_COUNTED_SIDE:
            continue
        for k in range(3, max(rows, cols) + 1):
            yield Game(rows, cols, k, gravity=True)
    for rows, cols in ((5, 6), (6, 5)):
        for k in (3, 4, 5):
            yield Game(rows, cols, k, gravity=True)


def line_games() -> Iterator[Game]:
    """Yield games on surfaces, of animals, on planes and in boxes."""
    for (rows, cols), surface, k in product(SURFACE_SIDES, GLUED, (3, 4, 5)):
        game = Game.named(f"{rows}x{cols}-{surface}-k{k}")
        if game.lines:
            yield game
    for side, animal in product((3, 4), ANIMALS):
        game = Game.named(f"{side}x{side}-{animal}")
        if game.lines:
            yield game
    yield from plane_games()
    yield from map(Game.named, ("2x2x2k2", "2x2x3k2", "2x2x3k3", "2x3x3k3"))


def plane_games() -> Iterator[Game]:
    """Yield the games on finite planes, and Sim."""
    for plane, (rows, cols) in PLANES.items():
        yield Game.named(f"{rows}x{cols}-{plane}")


def breaker_games() -> Iterator[Game]:
    """Yield the games of a Maker and a Breaker: in Hex, on rows and planes."""
    for rows, cols in HEX_SIDES:
        yield Game.named(f"{rows}x{cols}-hex-breaker")
    for rows, cols in ((3, 3), (3, 4), (3, 5), (4, 4)):
        for k in range(3, cols + 1):
            yield Game(rows, cols, k, breaker=True)
    for plane in plane_games():
        if plane.name != "sim":
            yield plane._replace(breaker=True)
