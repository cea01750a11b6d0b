"""Where cells are drawn: which touch, and which lie apart."""

import re
from itertools import combinations, product
from math import dist

import pytest
from support.games import TableOf, boxed, hex_board

from ttt_table import Game
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.places import CELL, places
from ttt_table.rules.families import HEX_NEIGHBOURS
from ttt_table.rules.game import lines_of_x
from ttt_table.runtime import cells_in


@pytest.mark.parametrize(
    "game", [hex_board(2, 2), hex_board(3, 4), hex_board(5, 3)], ids=str
)
def test_hexagons_lie_a_cell_apart_where_they_touch_and_nowhere_else(
    game: Game,
) -> None:
    """As the rules of Hex have it."""
    corners = places(game).corners
    for start, end in combinations(range(game.cells), 2):
        start_row, start_col = divmod(start, game.cols)
        end_row, end_col = divmod(end, game.cols)
        step = (end_row - start_row, end_col - start_col)
        distance = dist(corners[start], corners[end]) / CELL
        if step in HEX_NEIGHBOURS:
            assert abs(distance - 1) < 0.01
        else:
            assert distance > 1.7


@pytest.mark.parametrize("gravity", [False, True])
def test_layers_lie_side_by_side_and_do_not_overlap(gravity: bool) -> None:
    """No cell of another layer is as near as a neighbour."""
    game = boxed(2, 3, 4, 2, gravity=gravity)
    corners = places(game).corners
    assert [y for _, y in corners] == [
        100 * row for row in (0, 1, 2) * 2 for _ in range(4)
    ]
    for first, second in product(range(12), range(12, 24)):
        assert corners[second][0] - corners[first][0] > CELL
    assert places(game).width == 2 * 400 + 25
    assert places(game).height == 300


def test_the_fano_plane_is_a_triangle_with_a_circle_in_it() -> None:
    """Six of its lines are straight, and the seventh goes round the middle."""
    game = Game.named("1x7-projective-2")
    corners = places(game).corners
    straight = []
    for line in lines_of_x(game):
        (ax, ay), (bx, by), (cx, cy) = (corners[cell] for cell in cells_in(line))
        area = abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))
        straight.append(area <= 1000)  # coordinates are rounded
    assert len(straight) == 7
    assert sum(straight) == 6


def test_the_points_of_the_fano_plane_do_not_touch() -> None:
    """Each is a circle."""
    corners = places(Game.named("1x7-projective-2")).corners
    for start, end in combinations(corners, 2):
        assert dist(start, end) > 1.1 * CELL


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
    squares = []
    for row in range(game.rows):
        for col in range(game.cols):
            squares.append((col * CELL, row * CELL))
    assert places(game).corners == tuple(squares)
    assert not places(game).outline


def test_a_chain_is_struck_from_cell_to_cell(table_of: TableOf) -> None:
    """Not in the order of its numbers: 3, 4 and then up to 2."""
    game = hex_board(3, 3)
    strike = svg.strikes(table_of(game).look("OOXXX...."), game)
    cell_of = {
        f"{x + 50} {y + 50}": cell for cell, (x, y) in enumerate(places(game).corners)
    }
    segments = re.findall(r"M(\d+ \d+)L(\d+ \d+)", strike)
    assert [{cell_of[start], cell_of[end]} for start, end in segments] == [
        {2, 4},
        {3, 4},
    ]
