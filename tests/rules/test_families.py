"""Every family of lines, drawn up in a second way that shares no idea with the first."""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations, product
from typing import Any

import pytest
from planes import PLANES

from ttt_table import Game, GameError
from ttt_table.rules.families import (
    GLUED,
    box_lines,
    box_of,
    hex_lines,
    parse_lines,
    shape_lines,
    shape_name,
    surface_lines,
    surface_of,
)
from ttt_table.rules.game import cells_in, lines, shortest_line
from ttt_table.rules.linesets import MAX_LINES

Place = tuple[int, ...]


def places_of(*sides: int) -> list[Place]:
    """The cells of a board, or of a box, as points."""
    return list(product(*map(range, sides)))


def are_in_a_row(points: Sequence[Place]) -> bool:
    """True where each is the same step from the one before it, and touches it."""
    steps = {
        tuple(b - a for a, b in zip(one, other, strict=True))
        for one, other in pairwise(points)
    }
    return not steps or (len(steps) == 1 and max(map(abs, *steps)) == 1)


@pytest.mark.parametrize(
    "sides",
    [(3, 3), (2, 5), (4, 3), (1, 6), (1, 1, 1), (1, 3, 2), (2, 2, 3), (3, 2, 2)],
)
def test_k_in_a_row_are_cells_that_stand_evenly_on_a_board_or_in_a_box(
    sides: Place,
) -> None:
    """Every set of k cells is tried; no directions are listed."""
    places = places_of(*sides)
    for k in range(1, 6 if len(sides) == 2 else 4):
        found = [
            list(cells)
            for cells in combinations(range(len(places)), k)
            if are_in_a_row([places[cell] for cell in cells])
        ]
        board = Game(sides[0], sides[-1], k)
        listed = (
            box_lines(*sides, k) if len(sides) == 3 else map(cells_in, lines(board))
        )
        assert sorted(listed) == found, k


def test_a_name_means_a_surface_or_a_box_only_where_the_lines_are_theirs() -> None:
    """Anybody may give any name to his lines."""
    torus = Game(3, 3, lines=surface_lines(3, 3, 3, "torus"), name="torus-k3")
    cube = Game(4, 2, lines=box_lines(2, 2, 2, 2), name="2x2x2-k2")
    assert (surface_of(torus), box_of(cube)) == ("torus", (2, 2, 2))
    for game in (torus._replace(lines=(1,)), cube._replace(lines=(1,)), Game(), cube):
        assert surface_of(game) is None
        assert game is cube or box_of(game) is None


def test_a_cube_has_as_many_lines_as_its_shell_has_pairs_of_cells() -> None:
    """A line's two ends, one step further, are cells of the shell (L. Moser, 1948)."""
    for side in (2, 3, 4):
        assert (
            len(box_lines(side, side, side, side)) == ((side + 2) ** 3 - side**3) // 2
        )
    with pytest.raises(GameError, match="has no cells"):
        box_lines(3, 0, 3, 3)


EVERY_WAY = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
"""The eight directions: a test that went only in those of the program would share its slips."""


def rolled(row: int, col: int, rows: int, cols: int, surface: str) -> tuple[int, int]:
    """Where a place of the endless plane lies on the board, the surface being that plane rolled up.

    A row that is beyond an edge that is not glued stays so.
    """
    inside = 0 <= row < rows
    if surface in ("mobius", "klein") and col // cols % 2:
        row = rows - 1 - row
    return row if surface in (
        "cylinder",
        "mobius",
    ) and not inside else row % rows, col % cols


def rolled_up(rows: int, cols: int, k: int, surface: str) -> set[frozenset[int]]:
    """The lines of a surface, read off straight lines in the plane that it is rolled up from."""
    found = set()
    for (row, col), (down, right) in product(places_of(rows, cols), EVERY_WAY):
        places = [
            rolled(row + down * at, col + right * at, rows, cols, surface)
            for at in range(k)
        ]
        if all(0 <= row < rows for row, _ in places) and len(set(places)) == k:
            found.add(frozenset(row * cols + col for row, col in places))
    return found


def isometries(rows: int, cols: int, surface: str) -> list[list[int]]:
    """What each cell becomes where the surface is moved within itself: two slides, two mirrors.

    They are motions of the plane, so they need no lines. On a Klein bottle, what a step pushes down
    on one side of the seam it pushes up on the other: only half of the way round comes to the same.
    """
    downs = {"torus": 1, "klein": rows // 2 if rows % 2 == 0 else 0}.get(surface, 0)
    motions: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, col: (row, col + 1),
        lambda row, col: (row + downs, col),
        lambda row, col: (row, -1 - col),
        lambda row, col: (rows - 1 - row, col),
    ]
    places = places_of(rows, cols)
    return [
        [
            row * cols + col
            for row, col in (rolled(*motion(*at), rows, cols, surface) for at in places)
        ]
        for motion in motions
    ]


@pytest.mark.parametrize("surface", GLUED)
def test_lines_of_a_surface_are_those_of_the_plane_rolled_up(surface: str) -> None:
    """For every k up to 5; and moved within itself it looks alike, whatever cell comes first."""
    for rows, cols, k in product(range(1, 6), repeat=3):
        listed = {frozenset(line) for line in surface_lines(rows, cols, k, surface)}
        assert listed == rolled_up(rows, cols, k, surface), (rows, cols, k)
        for moved in isometries(rows, cols, surface):
            assert sorted(moved) == list(range(rows * cols))
            carried = {frozenset(moved[cell] for cell in line) for line in listed}
            assert carried == listed, (rows, cols, k, moved)


def connects(cells: set[Place], starts: int, ends: int, axis: int) -> bool:
    """True where hexagons lead from one side of the board to the other: found by spreading out."""
    reached = {cell for cell in cells if cell[axis] == starts}
    while spread := {
        (row, col)
        for row, col in cells - reached
        # Hexagons in slanted rows touch where their third coordinate, row + col, differs by none
        # or one, and so do the other two.
        if any(
            max(abs(row - r), abs(col - c), abs(row + col - r - c)) == 1
            for r, c in reached
        )
    }:
        reached |= spread
    return any(cell[axis] == ends for cell in reached)


@pytest.mark.parametrize(
    ("rows", "cols"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 5)]
)
def test_chains_of_hex_are_the_least_sets_that_connect(rows: int, cols: int) -> None:
    """Each set of cells is tried; on a full board exactly one player has connected his sides."""
    places = places_of(rows, cols)
    chains = [sum(1 << cell for cell in chain) for chain in hex_lines(rows, cols)]
    connecting = set()
    for mask in range(1 << rows * cols):
        of_x = {place for at, place in enumerate(places) if mask >> at & 1}
        if joined := connects(of_x, 0, cols - 1, axis=1):
            connecting.add(mask)
        assert joined == any(mask & chain == chain for chain in chains)
        assert joined != connects(set(places) - of_x, 0, rows - 1, axis=0)
    least = {
        mask
        for mask in connecting
        if not any(mask ^ 1 << cell in connecting for cell in cells_in(mask))
    }
    assert sorted(chains) == sorted(least)


def test_hex_has_as_many_chains_as_others_have_counted() -> None:
    """On 4x4 and 5x5, where a set for each colouring would be too many; one row has no play."""
    assert [len(hex_lines(side, side)) for side in (4, 5)] == [54, 365]
    for rows, cols in ((1, 4), (4, 1), (0, 3)):
        with pytest.raises(GameError, match="two rows and two columns"):
            hex_lines(rows, cols)
    with pytest.raises(
        GameError, match="more than 512"
    ):  # and nobody waits for a large board
        hex_lines(9, 9)


def distances(points: tuple[Place, ...]) -> list[int]:
    return [(a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(points, 2)]


@pytest.mark.parametrize(
    "shape",
    [
        "XX/X.",
        "XXX",
        "XXX/X..",
        "XX./.XX",
        "XXX/.X.",
        "XXXX",
        "XX/XX",
        "X.X/.X.",
        "X../.X",
    ],
)
@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (4, 4), (3, 5)])
def test_places_of_a_shape_are_all_sets_of_cells_congruent_to_it(
    rows: int, cols: int, shape: str
) -> None:
    """Every set of cells is tried; congruent are those with equal distances, in some order."""
    drawn = enumerate(shape.split("/"))
    points = tuple(
        (row, col)
        for row, marks in drawn
        for col, mark in enumerate(marks)
        if mark == "X"
    )
    looks = [distances(order) for order in permutations(points)]
    places = places_of(rows, cols)
    congruent = [
        list(cells)
        for cells in combinations(range(rows * cols), len(points))
        if distances(tuple(places[cell] for cell in cells)) in looks
    ]
    assert shape_lines(rows, cols, shape) == congruent


def test_a_shape_may_be_drawn_in_small_letters_and_with_rows_to_spare() -> None:
    """Its name says how it is drawn, up to a length; and what draws none is refused."""
    assert shape_lines(1, 3, "x/x") == [[0, 1], [1, 2]]
    assert shape_lines(2, 2, "XXX") == []
    assert shape_name("x.x/...\n.XX") == "X_X--_XX"
    assert shape_name(".XX/XX.") == "shape_XX-XX"
    long = [shape_name("/" * more + "X") for more in (50, 51)]
    assert [Game(lines=[], name=name).name for name in long] == long
    assert len({*long}) == 2
    wrong: list[Any] = ["", ".", "./.", "XX/O.", "XQ", None, 3]
    for shape in wrong:
        with pytest.raises(GameError, match="draws no shape"):
            shape_lines(3, 3, shape)


@pytest.mark.parametrize("name", [name for name in PLANES if name != "sim"])
def test_two_points_of_a_plane_are_on_exactly_one_line(name: str) -> None:
    """As the axioms ask, which say what lines it has: there is one plane of each such order."""
    kind, order = name.split()
    n, plane = int(order), PLANES[name]
    ends = [set(cells_in(line)) for line in lines(plane)]
    for pair in combinations(range(plane.cells), 2):
        assert sum(line.issuperset(pair) for line in ends) == 1
    beside = [one for one in combinations(ends, 2) if one[0].isdisjoint(one[1])]
    if kind == "projective":
        counts = n * n + n + 1, n * n + n + 1, 0
    else:  # n + 1 sets of n parallels
        counts = n * n, n * n + n, (n + 1) * n * (n - 1) // 2
    assert (plane.cells, len(ends), len(beside)) == counts
    assert {len(line) for line in ends} == {n + (kind == "projective")}


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


def test_a_file_lists_a_line_on_each_of_its_lines() -> None:
    """Numbers between blanks or commas, and comments; what is wrong is told by its line."""
    assert parse_lines(["# all", "0 1,2", "", "  8   4 0 # down"], 9) == [
        [0, 1, 2],
        [8, 4, 0],
    ]
    for wrong in ("0 9", "0 -1", "0 x", "0 1.5", "0 ٣", "0 99999999999999"):
        with pytest.raises(GameError, match=r"line 2 of the file: .* no cell"):
            parse_lines(["0 1 2", wrong], 9)


def test_order_duplicates_and_supersets_mean_nothing() -> None:
    """The same game, with the same name where none is given."""
    game = Game(3, 3, lines=[[0, 1, 2], [4, 8]])
    assert game == Game(3, 3, lines=[[8, 4, 4], [2, 1, 0], [0, 1, 2, 3], [4, 5, 8]])
    assert game == Game(3, 3, lines=({0, 1, 2}, (4, 8)))
    assert game._replace(misere=True) == Game(
        3, 3, lines=[[0, 1, 2], [4, 8]], misere=True
    )
    assert str(game) == "3x3-lines-471ed83d"
    assert game != Game(3, 3, lines=[[0, 1, 2]])
    assert shortest_line(game) == 2
    assert shortest_line(Game(3, 3, lines=[])) is None


def test_more_lines_than_a_file_holds_are_refused() -> None:
    """Once those that contain another one are left out."""
    every_three = [*combinations(range(16), 3)]
    assert len(Game(4, 4, lines=every_three[:MAX_LINES]).lines or ()) == MAX_LINES
    with pytest.raises(GameError, match="more than 512 lines"):
        Game(4, 4, lines=every_three)
    assert (
        len(
            Game(4, 4, lines=[*every_three, *([cell] for cell in range(16))]).lines
            or ()
        )
        == 16
    )
