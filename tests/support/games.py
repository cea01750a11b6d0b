"""The games that tests go through, a few of each kind; a new rule adds a line here."""

from collections.abc import Callable

from planes import projective_plane

from ttt_table import Game, Table
from ttt_table.rules.families import box_lines, hex_lines, shape_lines, surface_lines

TableOf = Callable[[Game], Table]
"""The fixture that builds and opens the table of a small game."""


def on_surface(rows: int, cols: int, k: int, surface: str, **rules: bool) -> Game:
    """A game on a surface, called as ``build --surface`` calls it."""
    lines = surface_lines(rows, cols, k, surface)
    return Game(rows, cols, lines=lines, name=f"{surface}-k{k}", **rules)


def of_shape(rows: int, cols: int, shape: str, name: str, **rules: bool) -> Game:
    return Game(rows, cols, lines=shape_lines(rows, cols, shape), name=name, **rules)


def fano(*, misere: bool = False) -> Game:
    return projective_plane(2)._replace(name="fano", misere=misere)


def hex_board(rows: int, cols: int, *, misere: bool = False) -> Game:
    """A game of Hex, as ``build --hex`` calls it."""
    return Game(
        rows, cols, lines=hex_lines(rows, cols), name="hex", misere=misere, breaker=True
    )


def boxed(layers: int, rows: int, cols: int, k: int, *, gravity: bool = False) -> Game:
    """A game in a box, as ``build --box`` calls it."""
    lines = box_lines(layers, rows, cols, k)
    name = f"{layers}x{rows}x{cols}-k{k}"
    if gravity:  # each layer is a row, so that stones fall through the layers
        return Game(layers, rows * cols, lines=lines, name=name, gravity=True)
    return Game(layers * rows, cols, lines=lines, name=name)


ROWS = [
    Game(),
    Game(misere=True),
    Game(2, 3, 2),
    Game(2, 4, 3),
    Game(1, 5, 2),
    Game(3, 3, 4),
]
"""Games of k in a row."""
FALLING = [
    Game(gravity=True),
    Game(2, 4, 2, misere=True, gravity=True),
    Game(4, 2, 3, gravity=True),
]
LINES = [
    on_surface(3, 3, 3, "cylinder"),
    on_surface(3, 3, 3, "mobius"),
    on_surface(3, 3, 3, "torus"),
    on_surface(3, 3, 3, "klein"),
    on_surface(2, 4, 2, "mobius", misere=True),
    on_surface(3, 3, 2, "cylinder", gravity=True),
    of_shape(3, 3, "XX./.XX", "tippy"),
    of_shape(2, 4, "XX/X.", "el", misere=True),
    fano(),
    fano(misere=True),
    Game(2, 3, lines=[], name="nothing"),
    Game(2, 3, lines=[[4]], name="spot"),
    Game(
        2,
        4,
        lines=[[0, 1, 2], [2, 7], [3, 5, 6, 4], [0, 7]],
        name="mixed",
        gravity=True,
    ),
]
"""Games of lines."""
MAKERS = [
    Game(breaker=True),
    Game(misere=True, breaker=True),
    Game(2, 2, 3, breaker=True),
    Game(2, 4, 2, breaker=True),
    Game(2, 4, 3, misere=True, gravity=True, breaker=True),
    hex_board(2, 3),
    hex_board(3, 3, misere=True),
]
"""Games of a Maker and a Breaker, on boards of odd and of even size."""
EVERY_KIND = [*ROWS, *FALLING, *LINES, *MAKERS]
