"""Every family of lines, found in a second way that shares no idea with the first."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, permutations, product
from typing import Any

import pytest
from support.cases import exhaustive
from support.games import hex_board

from ttt_table import Game, GameError
from ttt_table.rules.families import (
    GLUED,
    PLANES,
    box_lines,
    hex_lines,
    parse_lines,
    shape_lines,
    surface_lines,
)
from ttt_table.rules.game import lines_of_x, shortest_line
from ttt_table.rules.linesets import MAX_LINES
from ttt_table.rules.recognition import (
    box_of,
    is_hex,
    lines_sha256,
    name_fits_lines,
    surface_of,
)
from ttt_table.runtime import cells_in

Place = tuple[int, ...]


def places_of(*sides: int) -> list[Place]:
    """Return the cells of a board, or of a box, as points."""
    return list(product(*map(range, sides)))


def mask_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def step_between(start: Place, end: Place) -> Place:
    return tuple(b - a for a, b in zip(start, end, strict=True))


def are_in_a_row(points: Sequence[Place]) -> bool:
    """Return whether the points touch each other in turn, by the same step."""
    steps = {step_between(start, end) for start, end in pairwise(points)}
    if not steps:
        return True
    return len(steps) == 1 and max(map(abs, *steps)) == 1


@pytest.mark.parametrize(
    "sides",
    [
        (3, 3),
        (2, 5),
        (4, 3),
        (1, 6),
        (1, 1, 1),
        (1, 3, 2),
        (2, 2, 3),
        (3, 2, 2),
        *exhaustive([(4, 4), (4, 5), *product(range(1, 4), repeat=3)]),
    ],
)
def test_k_in_a_row_are_cells_that_stand_evenly_on_a_board_or_in_a_box(
    sides: Place,
) -> None:
    """Every set of k cells is tried; no directions are listed."""
    places = places_of(*sides)
    longest = 5 if len(sides) == 2 else 3
    for k in range(1, longest + 1):
        expected = []
        for cells in combinations(range(len(places)), k):
            if are_in_a_row([places[cell] for cell in cells]):
                expected.append(list(cells))
        assert sorted(lines_in_a_row(sides, k)) == expected, k


def lines_in_a_row(sides: Place, k: int) -> list[list[int]]:
    if len(sides) == 3:
        return box_lines(*sides, k)
    rows, cols = sides
    return [cells_in(line) for line in lines_of_x(Game(rows, cols, k))]


TORUS = Game(3, 3, lines=surface_lines(3, 3, 3, "torus"), name="torus-k3")
CUBE = Game(4, 2, lines=box_lines(2, 2, 2, 2), name="2x2x2-k2")


def test_a_game_with_the_name_and_the_lines_of_a_surface_is_on_it() -> None:
    """As the command line makes it."""
    assert surface_of(TORUS) == "torus"


@pytest.mark.parametrize("game", [TORUS._replace(lines=(1,)), CUBE, Game()], ids=str)
def test_a_game_without_the_name_or_the_lines_is_on_no_surface(game: Game) -> None:
    """Anybody may give any name to lines."""
    assert surface_of(game) is None


def test_a_game_with_the_name_and_the_lines_of_a_box_is_in_it() -> None:
    """As the command line makes it."""
    assert box_of(CUBE) == (2, 2, 2)


@pytest.mark.parametrize(
    "game",
    [CUBE._replace(lines=(1,)), TORUS, TORUS._replace(lines=(1,)), Game()],
    ids=str,
)
def test_a_game_without_the_name_or_the_lines_is_in_no_box(game: Game) -> None:
    """Anybody may give any name to lines."""
    assert box_of(game) is None


@pytest.mark.parametrize("side", [2, 3, 4])
def test_a_cube_has_as_many_lines_as_its_shell_has_pairs_of_cells(side: int) -> None:
    """A line's two ends, one step further, are cells of the shell (L. Moser, 1948)."""
    in_shell = (side + 2) ** 3 - side**3
    assert len(box_lines(side, side, side, side)) == in_shell // 2


EVERY_STEP = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
"""All eight: a test with only the directions of the package would share its slips."""


def rolled(row: int, col: int, rows: int, cols: int, surface: str) -> Place:
    """Return where a place of the endless plane is on the surface rolled up from it.

    Beyond an edge that is not glued, the row stays outside of the board.
    """
    is_inside = 0 <= row < rows
    if surface in ("mobius", "klein") and col // cols % 2:
        row = rows - 1 - row
    if is_inside or surface in ("torus", "klein"):
        row %= rows
    return row, col % cols


def rolled_up(rows: int, cols: int, k: int, surface: str) -> set[frozenset[int]]:
    """Return the lines of a surface: straight lines in the plane, rolled up."""
    lines_on_surface = set()
    for (row, col), (down, right) in product(places_of(rows, cols), EVERY_STEP):
        places = [
            rolled(row + down * step, col + right * step, rows, cols, surface)
            for step in range(k)
        ]
        is_on_board = all(0 <= place[0] < rows for place in places)
        if is_on_board and len({*places}) == k:
            line = frozenset(row * cols + col for row, col in places)
            lines_on_surface.add(line)
    return lines_on_surface


def isometries(rows: int, cols: int, surface: str) -> list[list[int]]:
    """Return where each cell goes in motions of a surface: two slides, two mirrors.

    They are motions of the plane, so they need no lines. On a Klein bottle, a step that
    pushes down on one side of the seam pushes up on the other: only a push by half of
    the rows is the same on both.
    """
    push = 0
    if surface == "torus":
        push = 1
    elif surface == "klein" and rows % 2 == 0:
        push = rows // 2
    motions: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, col: (row, col + 1),
        lambda row, col: (row + push, col),
        lambda row, col: (row, -1 - col),
        lambda row, col: (rows - 1 - row, col),
    ]
    moved = []
    for motion in motions:
        goals = [
            rolled(*motion(row, col), rows, cols, surface)
            for row, col in places_of(rows, cols)
        ]
        moved.append([row * cols + col for row, col in goals])
    return moved


SIZES_AND_K = list(product(range(1, 6), repeat=3))


@pytest.mark.parametrize("surface", GLUED)
def test_lines_of_a_surface_are_those_of_the_plane_rolled_up(surface: str) -> None:
    """On every board, and for every k, up to 5."""
    for rows, cols, k in SIZES_AND_K:
        listed = {frozenset(line) for line in surface_lines(rows, cols, k, surface)}
        assert listed == rolled_up(rows, cols, k, surface), (rows, cols, k)


@pytest.mark.parametrize("surface", GLUED)
def test_a_surface_moved_within_itself_has_the_same_lines(surface: str) -> None:
    """Whichever cell comes first."""
    for rows, cols, k in SIZES_AND_K:
        listed = {frozenset(line) for line in surface_lines(rows, cols, k, surface)}
        for goals in isometries(rows, cols, surface):
            assert sorted(goals) == list(range(rows * cols))
            moved = {frozenset(map(goals.__getitem__, line)) for line in listed}
            assert moved == listed, (rows, cols, k, goals)


def touch(place: Place, neighbour: Place) -> bool:
    """Return whether two hexagons in slanted rows touch.

    Their rows, columns and third coordinates, row + col, differ by at most one.
    """
    down, right = step_between(place, neighbour)
    return max(abs(down), abs(right), abs(down + right)) == 1


def touches(place: Place, places: set[Place]) -> bool:
    return any(touch(place, neighbour) for neighbour in places)


def connects(cells: set[Place], starts: int, ends: int, axis: int) -> bool:
    """Return whether hexagons connect one side to the other, by a flood fill."""
    reached = {cell for cell in cells if cell[axis] == starts}
    spread = reached
    while spread:
        spread = {cell for cell in cells - reached if touches(cell, reached)}
        reached = reached | spread
    return any(cell[axis] == ends for cell in reached)


@pytest.mark.parametrize(
    ("rows", "cols"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 5)]
)
def test_chains_of_hex_are_the_least_sets_that_connect(rows: int, cols: int) -> None:
    """Every set of cells is tried; on each full board one player has connected."""
    places = places_of(rows, cols)
    chains = list(map(mask_of, hex_lines(rows, cols)))
    connecting = set()
    for mask in range(1 << rows * cols):
        x_places = {place for cell, place in enumerate(places) if mask >> cell & 1}
        o_places = {*places} - x_places
        x_connects = connects(x_places, 0, cols - 1, axis=1)
        o_connects = connects(o_places, 0, rows - 1, axis=0)
        assert x_connects != o_connects
        assert x_connects == any(mask & chain == chain for chain in chains)
        if x_connects:
            connecting.add(mask)
    least = [mask for mask in connecting if connecting.isdisjoint(one_less(mask))]
    assert sorted(chains) == sorted(least)


def one_less(mask: int) -> list[int]:
    """Return the sets without one of the cells."""
    return [mask ^ 1 << cell for cell in cells_in(mask)]


@pytest.mark.parametrize(("side", "expected"), [(4, 54), (5, 365)])
def test_hex_has_as_many_chains_as_others_have_counted(
    side: int, expected: int
) -> None:
    """On these boards there would be too many colourings to try."""
    assert len(hex_lines(side, side)) == expected


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (4, 1), (0, 3)])
def test_a_hex_board_of_one_row_is_refused(rows: int, cols: int) -> None:
    """It has no play."""
    with pytest.raises(GameError, match="two rows and two columns"):
        hex_lines(rows, cols)


def test_a_hex_board_with_too_many_chains_is_refused_at_once() -> None:
    """The search ends with the first chain too many."""
    with pytest.raises(GameError, match="more than 512"):
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
    """Every set of cells is tried: congruent sets have equal distances."""
    points = []
    for row, marks in enumerate(shape.split("/")):
        for col, mark in enumerate(marks):
            if mark == "X":
                points.append((row, col))
    distances_of_shape = [distances(order) for order in permutations(points)]
    congruent = []
    for places in combinations(places_of(rows, cols), len(points)):
        if distances(places) in distances_of_shape:
            congruent.append([row * cols + col for row, col in places])
    assert shape_lines(rows, cols, shape) == congruent


def test_a_shape_that_does_not_fit_has_no_lines() -> None:
    """A board of 2x2 has no three cells in a row."""
    assert shape_lines(2, 2, "XXX") == []


def test_long_shapes_have_different_names_that_a_game_may_have() -> None:
    """They end in a checksum."""
    names = [Game.named(f"1x1-shape{'-' * rows}X").name for rows in (50, 51)]
    assert [Game(lines=[], name=name).name for name in names] == names
    assert len({*names}) == 2


@pytest.mark.parametrize("name", [name for name in PLANES if name != "sim"])
def test_two_points_of_a_plane_are_on_exactly_one_line(name: str) -> None:
    """By this axiom a plane's lines are known."""
    rows, cols = PLANES[name]
    plane = Game.named(f"{rows}x{cols}-{name}")
    points_of_lines = [{*cells_in(line)} for line in lines_of_x(plane)]
    for pair in combinations(range(plane.cells), 2):
        assert sum(points.issuperset(pair) for points in points_of_lines) == 1


@pytest.mark.parametrize("name", [name for name in PLANES if name != "sim"])
def test_a_plane_has_the_points_lines_and_parallels_of_its_order(name: str) -> None:
    """A projective plane has no parallels, an affine one n + 1 sets of n."""
    kind, _, order = name.partition("-")
    n = int(order)
    rows, cols = PLANES[name]
    plane = Game.named(f"{rows}x{cols}-{name}")
    points_of_lines = [{*cells_in(line)} for line in lines_of_x(plane)]
    parallels = [
        pair for pair in combinations(points_of_lines, 2) if pair[0].isdisjoint(pair[1])
    ]
    counts = (plane.cells, len(points_of_lines), len(parallels))
    points_of_a_line = {len(points) for points in points_of_lines}
    if kind == "projective":
        assert counts == (n * n + n + 1, n * n + n + 1, 0)
        assert points_of_a_line == {n + 1}
    else:
        assert counts == (n * n, n * n + n, (n + 1) * n * (n - 1) // 2)
        assert points_of_a_line == {n}


def test_a_line_of_sim_is_a_triangle() -> None:
    """Three edges with three ends in all, whichever edge a cell is."""
    edges = list(combinations("ABCDEF", 2))
    triangles = set()
    for sides in combinations(edges, 3):
        corners = {corner for side in sides for corner in side}
        if len(corners) == 3:
            triangles.add(mask_of(map(edges.index, sides)))
    assert len(triangles) == 20
    assert triangles == {*lines_of_x(Game.named("3x5-sim"))}


def test_a_file_lists_a_line_on_each_of_its_lines() -> None:
    """Numbers between blanks or commas, and comments."""
    text = ["# all", "0 1,2", "", "  8   4 0 # down"]
    assert parse_lines(text, 9, "cells.txt") == [[0, 1, 2], [8, 4, 0]]


@pytest.mark.parametrize(
    "line", ["0 9", "0 -1", "0 x", "0 1.5", "0 ٣", "0 99999999999999"]
)
def test_a_wrong_cell_in_a_file_is_named_with_its_row(line: str) -> None:
    """Rows are counted from 1."""
    with pytest.raises(GameError, match=r"cells.txt, row 2: .* not a cell"):
        parse_lines(["0 1 2", line], 9, "cells.txt")


def test_a_cell_that_stands_twice_in_a_row_of_a_file_is_refused() -> None:
    """It would make a shorter line, and so another game."""
    with pytest.raises(
        GameError, match=r"cells\.txt, row 2: cell 4 stands there twice"
    ):
        parse_lines(["0 1 2", "3 4 4"], 9, "cells.txt")


@pytest.mark.parametrize(
    "listed",
    [
        [[8, 4, 4], [2, 1, 0], [0, 1, 2, 3], [4, 5, 8]],
        ({0, 1, 2}, (4, 8)),
    ],
)
def test_order_duplicates_and_longer_lines_mean_nothing(
    listed: Iterable[Iterable[int]],
) -> None:
    """It is the same game, with the same name if none is given."""
    assert Game(3, 3, lines=listed) == Game(3, 3, lines=[[0, 1, 2], [4, 8]])


def test_games_with_other_lines_differ() -> None:
    """Also if one has all lines of the other."""
    assert Game(3, 3, lines=[[0, 1, 2], [4, 8]]) != Game(3, 3, lines=[[0, 1, 2]])


def test_another_rule_leaves_the_lines_as_they_are() -> None:
    """They are sets of cells in a game, and lists of cells when it is made."""
    listed = [[0, 1, 2], [4, 8]]
    game = Game(3, 3, lines=listed)
    assert game._replace(misere=True) == Game(3, 3, lines=listed, misere=True)


def test_a_game_of_lines_without_a_name_is_named_after_a_checksum() -> None:
    """Of its lines."""
    assert str(Game(3, 3, lines=[[0, 1, 2], [4, 8]])) == "3x3-lines-471ed83d"


@pytest.mark.parametrize(("listed", "expected"), [([[0, 1, 2], [4, 8]], 2), ([], None)])
def test_the_shortest_line_is_that_with_the_fewest_cells(
    listed: list[list[int]], expected: int | None
) -> None:
    """None if there are no lines."""
    assert shortest_line(Game(3, 3, lines=listed)) == expected


EVERY_THREE = list(combinations(range(16), 3))


def test_as_many_lines_as_a_file_holds_are_accepted() -> None:
    """512 of them."""
    assert Game(4, 4, lines=EVERY_THREE[:MAX_LINES]).lines is not None


def test_more_lines_than_a_file_holds_are_refused() -> None:
    """Every three cells of 4x4 are 560 lines."""
    with pytest.raises(GameError, match="more than 512 lines"):
        Game(4, 4, lines=EVERY_THREE)


def test_lines_that_contain_another_do_not_count() -> None:
    """Every line here contains a single cell that is a line, too."""
    game = Game(4, 4, lines=[*EVERY_THREE, *([cell] for cell in range(16))])
    assert len(game.lines or ()) == 16


X_LINES = [[0, 1], [2, 5]]


def test_the_name_of_a_game_covers_the_lines_of_both_players() -> None:
    """X's alone would give two games one file name."""
    names = {
        Game(2, 3, lines=X_LINES, o_lines=own).name for own in (None, [[3]], [[4]])
    }
    assert len(names) == 3


def test_lines_of_o_that_are_those_of_x_are_one_game() -> None:
    """In another order, and with a line that contains another one."""
    game = Game(2, 3, lines=X_LINES, o_lines=[[5, 2], [1, 0], [0, 1, 2]])
    assert game == Game(2, 3, lines=X_LINES)


def test_a_game_shows_the_lines_of_o() -> None:
    """As lists of cells."""
    game = Game(2, 3, lines=X_LINES, o_lines=[[4, 3]], name="own")
    assert game.rules()["o_lines"] == [[3, 4]]
    assert "o_lines=[[3, 4]]" in repr(game)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"o_lines": [[0]]}, "lines for O need lines for X"),
        ({"k": 3, "o_lines": [[0]]}, "lines for O need lines for X"),
        ({"lines": [[0]], "k": 3, "o_lines": [[1]]}, "has no k"),
        ({"lines": [[0]], "o_lines": []}, "O's lines are an empty list"),
        ({"lines": [[0]], "o_lines": 7}, "O's lines are 7, not a list"),
        ({"lines": [[0]], "o_lines": [[]]}, "O's line 1 has no cells"),
        ({"lines": [[0]], "o_lines": [[1], [9]]}, "O's line 2 has 9"),
        ({"lines": [[0]], "o_lines": [[1]], "breaker": True}, "a Breaker has no lines"),
        ({"lines": [[0]], "o_lines": [[0]], "breaker": True}, "a Breaker has no lines"),
    ],
)
def test_lines_of_o_that_make_no_game_are_refused(
    rules: dict[str, Any], message: str
) -> None:
    """With what is wrong about them."""
    with pytest.raises(GameError, match=message):
        Game(**rules)


def test_hex_is_recognised_by_the_chains_of_both_players() -> None:
    """Or by those of X, if O is a Breaker."""
    game = hex_board(3, 3)
    assert is_hex(game)
    assert is_hex(hex_board(3, 3, breaker=True))
    assert not is_hex(game._replace(o_lines=None))
    assert not is_hex(game._replace(o_lines=(1,)))
    assert not is_hex(game._replace(lines=(1,)))


def test_a_game_called_hex_may_be_larger_than_hex_can_be() -> None:
    """5x6 has more chains than a game can have lines; its lines are just others."""
    game = Game(5, 6, lines=[[0]], o_lines=[[1]], name="hex")
    assert not is_hex(game)
    assert name_fits_lines(game) is False


def test_hex_for_a_breaker_is_recognised_where_o_would_have_too_many_chains() -> None:
    """On 7x4, from top to bottom."""
    assert is_hex(hex_board(7, 4, breaker=True))
    assert not is_hex(Game(7, 4, lines=hex_lines(7, 4), o_lines=[[0]], name="hex"))


def test_the_digest_of_lines_covers_those_of_o() -> None:
    """Hex for both players and for a Maker alone have the same lines of X."""
    assert lines_sha256(hex_board(2, 2)) != lines_sha256(hex_board(2, 2, breaker=True))


def test_a_default_name_fits_the_lines_of_both_players() -> None:
    """And not those of X alone."""
    game = Game(2, 3, lines=X_LINES, o_lines=[[4]])
    assert name_fits_lines(game)
    assert not name_fits_lines(game._replace(o_lines=None))


def test_a_row_of_a_shape_ends_with_its_last_cell() -> None:
    with pytest.raises(GameError, match="are called XX-X: each row ends"):
        Game.named("3x4-XX-X_")
