"""Lines, planes and shapes, each drawn up in a second way that shares no idea with the first."""

from itertools import combinations, permutations, product

import pytest
from planes import PLANES

from ttt_table import Game
from ttt_table.rules.families import shape_lines
from ttt_table.rules.game import cells_in, lines

Place = tuple[int, int]


def places_of(rows: int, cols: int) -> list[Place]:
    """The cells of a board as points of the plane."""
    return list(product(range(rows), range(cols)))


def are_in_a_row(points: tuple[Place, ...]) -> bool:
    """True where points lie on one straight line, and from end to end no further than they must."""
    (r, c), (last_r, last_c) = points[0], points[-1]
    straight = all((row - r) * (last_c - c) == (col - c) * (last_r - r) for row, col in points)
    return straight and max(abs(last_r - r), abs(last_c - c)) == len(points) - 1


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 5), (4, 3), (4, 4), (1, 6), (4, 5)])
def test_k_in_a_row_are_cells_on_a_straight_line_without_gaps(rows: int, cols: int) -> None:
    """Every set of k cells is tried; no directions are listed."""
    places = places_of(rows, cols)
    for k in range(1, 6):
        found = {
            sum(1 << cell for cell in cells)
            for cells in combinations(range(rows * cols), k)
            if are_in_a_row(tuple(places[cell] for cell in cells))
        }
        assert found == {*lines(Game(rows, cols, k))}, k


def distances(points: tuple[Place, ...]) -> list[int]:
    """The square of the distance between every two points, in order."""
    return [(a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(points, 2)]


@pytest.mark.parametrize(
    "shape", ["XX/X.", "XXX", "XXX/X..", "XX./.XX", "XXX/.X.", "XXXX", "XX/XX", "X.X/.X.", "X../.X"]
)
@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (4, 4), (3, 5)])
def test_places_of_a_shape_are_all_sets_of_cells_congruent_to_it(
    rows: int, cols: int, shape: str
) -> None:
    """Every set of cells is tried; congruent are those with equal distances, in some order."""
    drawn = enumerate(shape.split("/"))
    points = tuple(
        (row, col) for row, marks in drawn for col, mark in enumerate(marks) if mark == "X"
    )
    looks = [distances(order) for order in permutations(points)]
    places = places_of(rows, cols)
    congruent = [
        list(cells)
        for cells in combinations(range(rows * cols), len(points))
        if distances(tuple(places[cell] for cell in cells)) in looks
    ]
    assert shape_lines(rows, cols, shape) == congruent


@pytest.mark.parametrize("name", [name for name in PLANES if name != "sim"])
def test_two_points_of_a_plane_are_on_exactly_one_line(name: str) -> None:
    """And lines are as many, as long, and meet as often as the axioms ask.

    There is only one plane of each of these orders, so the axioms say which lines it has.
    """
    kind, order = name.split()
    n, plane = int(order), PLANES[name]
    ends = [set(cells_in(line)) for line in lines(plane)]
    for pair in combinations(range(plane.cells), 2):
        assert sum(line.issuperset(pair) for line in ends) == 1
    beside = [one for one in combinations(ends, 2) if one[0].isdisjoint(one[1])]
    if kind == "projective":
        assert (plane.cells, len(ends), len(beside)) == (n * n + n + 1, n * n + n + 1, 0)
        assert all(len(line) == n + 1 for line in ends)
    else:  # n + 1 sets of n parallels
        assert (plane.cells, len(ends), len(beside)) == (
            n * n,
            n * n + n,
            (n + 1) * n * (n - 1) // 2,
        )
        assert all(len(line) == n for line in ends)


def test_a_triangle_of_sim_is_three_edges_of_which_every_two_meet_elsewhere() -> None:
    """Three edges with three ends among them, whichever edge a cell is."""
    edges = list(combinations("ABCDEF", 2))
    triangles = {
        sum(1 << edges.index(edge) for edge in three)
        for three in combinations(edges, 3)
        if len({point for edge in three for point in edge}) == 3
    }
    assert len(triangles) == 20
    assert triangles == {*lines(PLANES["sim"])}
