"""Where cells stand, by what can be measured: which touch, and which lie apart."""

import re
from itertools import combinations, product
from math import dist

import pytest
from planes import projective_plane
from support.games import TableOf, boxed, hex_board

from ttt_table import Game
from ttt_table.export.pictures import svg
from ttt_table.export.places import CELL, places
from ttt_table.rules.families import HEX_NEIGHBOURS
from ttt_table.rules.game import cells_in, lines


@pytest.mark.parametrize(
    "game", [hex_board(2, 2), hex_board(3, 4), hex_board(5, 3)], ids=str
)
def test_hexagons_lie_a_cell_apart_where_they_touch_and_nowhere_else(
    game: Game,
) -> None:
    """As the rules of Hex have it."""
    corners = places(game).corners
    for one, two in combinations(range(game.cells), 2):
        (row, col), (to_row, to_col) = divmod(one, game.cols), divmod(two, game.cols)
        apart = dist(corners[one], corners[two]) / CELL
        touch = (to_row - row, to_col - col) in HEX_NEIGHBOURS
        assert abs(apart - 1) < 0.01 if touch else apart > 1.7


@pytest.mark.parametrize("gravity", [False, True])
def test_layers_lie_side_by_side_and_do_not_overlap(gravity: bool) -> None:
    """A cell beside its neighbour in its layer, and no cell of another layer as near."""
    game = boxed(2, 3, 4, 2, gravity=gravity)
    corners = places(game).corners
    assert [y for _, y in corners] == [
        100 * row for row in (0, 1, 2) * 2 for _ in range(4)
    ]
    for one, two in product(range(12), range(12, 24)):
        assert corners[two][0] - corners[one][0] > CELL
    assert places(game)[1:3] == (2 * 400 + 25, 300)


def test_the_fano_plane_is_a_triangle_with_a_circle_in_it() -> None:
    """Six of its lines are straight, the seventh goes round the middle; no two points touch."""
    game = projective_plane(2)
    corners = places(game).corners
    assert all(dist(one, two) > 1.1 * CELL for one, two in combinations(corners, 2))
    areas = []
    for line in lines(game):
        (x, y), (bx, by), (cx, cy) = (corners[cell] for cell in cells_in(line))
        areas.append(abs((bx - x) * (cy - y) - (cx - x) * (by - y)))
    assert sum(area <= 1000 for area in areas) == 6 < len(areas)  # of rounding


@pytest.mark.parametrize(
    "game",
    [
        Game(),
        boxed(2, 2, 2, 2)._replace(name="4x4x4-k2"),
        Game(2, 2, lines=[[0, 1]], name="hex"),
    ],
)
def test_other_boards_are_plain_whatever_they_are_called(game: Game) -> None:
    """Rows of squares."""
    rows, cols = range(0, game.rows * CELL, CELL), range(0, game.cols * CELL, CELL)
    assert places(game).corners == tuple((col, row) for row in rows for col in cols)
    assert not places(game).outline


def test_a_chain_is_struck_from_cell_to_cell(table_of: TableOf) -> None:
    """Not in the order of its numbers: 3, 4 and then up to 2."""
    game = hex_board(3, 3)
    strike = svg.strikes(table_of(game).look("OOXXX...."), game)
    middles = {
        f"{x + 50} {y + 50}": cell for cell, (x, y) in enumerate(places(game).corners)
    }
    steps = re.findall(r"M(\d+ \d+)L(\d+ \d+)", strike)
    assert [sorted(middles[end] for end in step) for step in steps] == [[2, 4], [3, 4]]
