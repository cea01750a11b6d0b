"""The games that tests go through, a few of each kind; a new rule adds a line here."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

from ttt_table import Game, Table
from ttt_table.rules.families import shape_lines

TableOf = Callable[[Game], Table]
"""The fixture that builds and opens the table of a small game."""


def on_surface(rows: int, cols: int, k: int, surface: str, **rules: Any) -> Game:
    return Game.named(f"{rows}x{cols}-{surface}-k{k}")._replace(**rules)


def of_shape(rows: int, cols: int, shape: str, name: str, **rules: Any) -> Game:
    return Game(rows, cols, lines=shape_lines(rows, cols, shape), name=name, **rules)


def fano(*, misere: bool = False) -> Game:
    return Game.named("1x7-projective-2")._replace(name="fano", misere=misere)


def hex_board(
    rows: int, cols: int, *, misere: bool = False, breaker: bool = False
) -> Game:
    """A game of Hex, or one with only X's chains."""
    name = f"{rows}x{cols}-hex-breaker" if breaker else f"{rows}x{cols}-hex"
    return Game.named(name)._replace(misere=misere)


def boxed(layers: int, rows: int, cols: int, k: int, *, gravity: bool = False) -> Game:
    name = f"{layers}x{rows}x{cols}k{k}"
    return Game.named(f"{name}-gravity" if gravity else name)


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
    hex_board(2, 3, breaker=True),
    hex_board(3, 3, misere=True, breaker=True),
]
"""Games of a Maker and a Breaker, on boards of odd and of even size."""
OWN_LINES = [
    hex_board(2, 3),
    hex_board(3, 3, misere=True),
    Game(2, 3, lines=[], o_lines=[[0, 1], [4]], name="only-o"),
    Game(
        2,
        4,
        lines=[[0, 1, 2], [2, 7], [0, 7]],
        o_lines=[[2, 7], [4, 5], [3, 6]],
        name="own",
        misere=True,
        gravity=True,
    ),
]
"""Games in which O has other lines than X."""
EVERY_KIND = [*ROWS, *FALLING, *LINES, *MAKERS, *OWN_LINES]

SMALL_BOARDS = [
    (rows, cols) for rows in range(1, 13) for cols in range(1, 13) if rows * cols <= 12
]


def is_tried(rows: int, cols: int, k: int) -> bool:
    """Leave out boards that stand upright, but for k=3, and most of over ten cells.

    The former play as they do lying, and a search of the latter takes long.
    """
    return k == 3 or (rows <= cols and (rows * cols <= 10 or k <= 4))


K_IN_A_ROW = [
    Game(rows, cols, k, misere)
    for (rows, cols), k, misere in product(SMALL_BOARDS, range(1, 14), (False, True))
    if k <= max(rows, cols) + 1 and is_tried(rows, cols, k)
]


def is_tried_with_gravity(rows: int, cols: int, k: int) -> bool:
    """Leave out most strips, whose cells are all at the bottom or in one column."""
    is_strip = min(rows, cols) == 1
    return k <= max(rows, cols) + 1 and (not is_strip or rows + cols < 10)


K_IN_A_ROW_WITH_GRAVITY = [
    Game(rows, cols, k, misere, gravity=True)
    for (rows, cols), k, misere in product(SMALL_BOARDS, (2, 3, 4), (False, True))
    if is_tried_with_gravity(rows, cols, k)
]


def random_game(seed: int, most_cells: int) -> Game:
    """Draw lines of 1 to 6 cells: some twice or in each other, some alike all round."""
    rng = random.Random(seed)
    rows = rng.randint(1, 4)
    cols = rng.randint(1, most_cells // rows)
    cells = range(rows * cols)
    sizes = [size for size in (1, 2, 2, 3, 3, 3, 4, 4, 5, 6) if size <= len(cells)]
    lines = [rng.sample(cells, rng.choice(sizes)) for _ in range(rng.randint(0, 12))]
    lines += lines[:2]
    if rng.random() < 0.3:
        lines += [shifted(line, len(cells)) for line in lines]
    misere = rng.random() < 0.5
    gravity = rng.random() < 0.3
    breaker = rng.random() < 0.4
    o_lines = None
    if not breaker and rng.random() < 0.5:
        count = rng.randint(1, 12)
        o_lines = [rng.sample(cells, rng.choice(sizes)) for _ in range(count)]
    return Game(
        rows,
        cols,
        lines=lines,
        misere=misere,
        gravity=gravity,
        breaker=breaker,
        o_lines=o_lines,
    )


def shifted(line: list[int], cells: int) -> list[int]:
    return [(cell + 1) % cells for cell in line]
