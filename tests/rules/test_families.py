"""Lines of surfaces and shapes, those that a file lists, and what is refused."""

from collections.abc import Callable
from itertools import combinations, pairwise, permutations, product
from typing import Any

import pytest
from games import LINES, on_surface
from planes import affine_plane, projective_plane

from ttt_table import Game, GameError
from ttt_table.rules import automorphisms
from ttt_table.rules.automorphisms import MAX_SYMMETRIES, are_symmetries
from ttt_table.rules.families import (
    GLUED,
    MAX_LINES,
    box_lines,
    hex_lines,
    listed_lines,
    shape_lines,
    shape_name,
    surface_lines,
)
from ttt_table.rules.game import cells_in, lines, shortest_line, supports, symmetries

EVERY_WAY = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
"""The eight directions: a test that went only in those of the program would share its slips."""


def rolled(row: int, col: int, rows: int, cols: int, surface: str) -> tuple[int, int]:
    """Where a place of the endless plane lies on the board, the surface being that plane rolled up.

    A row that is beyond an edge that is not glued stays so.
    """
    inside = 0 <= row < rows
    if surface in ("mobius", "klein") and col // cols % 2:
        row = rows - 1 - row
    return row if surface in ("cylinder", "mobius") and not inside else row % rows, col % cols


def rolled_up(rows: int, cols: int, k: int, surface: str) -> set[frozenset[int]]:
    """The lines of a surface, read off straight lines in the plane that it is rolled up from."""
    found = set()
    for (row, col), (down, right) in product(product(range(rows), range(cols)), EVERY_WAY):
        places = [rolled(row + down * at, col + right * at, rows, cols, surface) for at in range(k)]
        if all(0 <= row < rows for row, _ in places) and len(set(places)) == k:
            found.add(frozenset(row * cols + col for row, col in places))
    return found


def isometries(rows: int, cols: int, surface: str) -> list[list[int]]:
    """What each cell becomes where the surface is moved within itself: two slides, two mirrors.

    They are motions of the plane, so they need no lines: a step to the right, a step down where
    columns go round, left for right, up for down. On a Klein bottle a step down is none, since
    what is pushed down on one side of the seam is pushed up on its other: only half of the way
    round, where there is one, comes to the same.
    """
    downs = {"torus": 1, "klein": rows // 2 if rows % 2 == 0 else 0}.get(surface, 0)
    motions: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, col: (row, col + 1),
        lambda row, col: (row + downs, col),
        lambda row, col: (row, -1 - col),
        lambda row, col: (rows - 1 - row, col),
    ]
    places = list(product(range(rows), range(cols)))
    return [
        [
            row * cols + col
            for row, col in (rolled(*motion(*at), rows, cols, surface) for at in places)
        ]
        for motion in motions
    ]


@pytest.mark.parametrize("surface", GLUED)
def test_lines_of_a_surface_are_those_of_the_plane_rolled_up(surface: str) -> None:
    """On every board up to 5x5, for every k up to 5."""
    for rows, cols, k in product(range(1, 6), repeat=3):
        walked = {frozenset(line) for line in surface_lines(rows, cols, k, surface)}
        assert walked == rolled_up(rows, cols, k, surface), (rows, cols, k)


@pytest.mark.parametrize("surface", GLUED)
def test_lines_of_a_surface_stay_when_it_is_moved_within_itself(surface: str) -> None:
    """A surface looks alike from each of its places, whatever cell its board begins with."""
    for rows, cols, k in product(range(1, 6), repeat=3):
        listed = {frozenset(line) for line in surface_lines(rows, cols, k, surface)}
        for moved in isometries(rows, cols, surface):
            assert sorted(moved) == list(range(rows * cols))
            carried = {frozenset(moved[cell] for cell in line) for line in listed}
            assert carried == listed, (rows, cols, k, moved)


def test_a_line_may_rise_at_both_ends_on_a_mobius_strip() -> None:
    """A diagonal that crosses the seam turns over, so it has a mirror image of its own."""
    strip = surface_lines(3, 3, 3, "mobius")
    assert [0, 1, 5] in strip
    assert [5, 6, 7] in strip
    assert len(strip) == 16
    assert len(surface_lines(3, 3, 3, "klein")) == 22
    for surface in ("mobius", "klein"):
        assert len(symmetries(on_surface(3, 3, 3, surface))) == 12


def connects(cells: set[tuple[int, int]], starts: int, ends: int, axis: int) -> bool:
    """True where hexagons lead from one side of the board to the other: found by spreading out."""
    reached = {cell for cell in cells if cell[axis] == starts}
    while spread := {
        (row, col)
        for row, col in cells - reached
        # Hexagons in slanted rows touch where their third coordinate, row + col, differs by none
        # or one, and so do the other two.
        if any(max(abs(row - r), abs(col - c), abs(row + col - r - c)) == 1 for r, c in reached)
    }:
        reached |= spread
    return any(cell[axis] == ends for cell in reached)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 5)])
def test_chains_of_hex_are_the_least_sets_that_connect(rows: int, cols: int) -> None:
    """Each set of cells is tried; on a full board exactly one player has connected his sides."""
    places = list(product(range(rows), range(cols)))
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
    """On 4x4 and 5x5, where a set for each colouring would be too many."""
    assert [len(hex_lines(side, side)) for side in (4, 5)] == [54, 365]


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (4, 1), (0, 3)])
def test_a_hex_board_has_two_rows_and_columns(rows: int, cols: int) -> None:
    """On a single row or column there is no play."""
    with pytest.raises(GameError, match="two rows and two columns"):
        hex_lines(rows, cols)


def straight(places: list[tuple[int, ...]], k: int) -> set[frozenset[int]]:
    """Every k places of which each is the same step from the one before it, and touches it."""
    found = set()
    for cells in permutations(range(len(places)), k):
        steps = {
            tuple(b - a for a, b in zip(places[one], places[other], strict=True))
            for one, other in pairwise(cells)
        }
        if len(steps) == 1 and max(map(abs, *steps)) == 1:
            found.add(frozenset(cells))
    return found


def test_lines_of_a_box_are_all_that_lie_evenly_in_space() -> None:
    """On every box with sides up to 3; one of a single layer is a flat board."""
    for layers, rows, cols in product(range(1, 4), repeat=3):
        places: list[tuple[int, ...]] = list(product(range(layers), range(rows), range(cols)))
        for k in (2, 3):
            listed = {frozenset(line) for line in box_lines(layers, rows, cols, k)}
            assert listed == straight(places, k), (layers, rows, cols, k)
        flat = [sum(1 << cell for cell in line) for line in box_lines(1, rows, cols, 3)]
        assert sorted(flat) == sorted(lines(Game(rows, cols, 3)))


def test_a_cube_has_as_many_lines_as_its_shell_has_pairs_of_cells() -> None:
    """A line's two ends, one step further, are cells of the shell (L. Moser, 1948)."""
    for side in (2, 3, 4):
        assert len(box_lines(side, side, side, side)) == ((side + 2) ** 3 - side**3) // 2
    with pytest.raises(GameError, match="has no cells"):
        box_lines(3, 0, 3, 3)


def test_a_shape_is_turned_and_reflected() -> None:
    """An L of four has eight looks, a square one, a straight line two."""
    assert len(shape_lines(2, 3, "XXX/X..")) == 4
    assert len(shape_lines(3, 3, "XX/XX")) == 4
    assert len(shape_lines(3, 3, "XX./.XX")) == 8
    assert len(shape_lines(4, 4, "XXX/X..")) == 48
    assert shape_lines(1, 3, "x/x") == [[0, 1], [1, 2]]
    assert shape_lines(2, 2, "XXX") == []
    assert shape_name("x.x/...\n.XX") == "X_X--_XX"
    assert shape_name(".XX/XX.") == "shape_XX-XX"
    long = [shape_name("/" * more + "X") for more in (50, 51)]
    assert [Game(lines=[], name=name).name for name in long] == long
    assert len({*long}) == 2


@pytest.mark.parametrize("shape", ["", ".", "./.", "XX/O.", "XQ", None, 3])
def test_what_draws_no_shape_is_refused(shape: Any) -> None:
    """With the text that was given."""
    with pytest.raises(GameError, match="draws no shape"):
        shape_lines(3, 3, shape)


def test_a_file_lists_a_line_on_each_of_its_lines() -> None:
    """Numbers between blanks or commas, and comments; what is wrong is told by its line."""
    assert listed_lines(["# all", "0 1,2", "", "  8   4 0 # down"], 9) == [[0, 1, 2], [8, 4, 0]]
    for wrong in ("0 9", "0 -1", "0 x", "0 1.5", "0 ٣", "0 99999999999999"):
        with pytest.raises(GameError, match=r"line 2 of the file: .* no cell"):
            listed_lines(["0 1 2", wrong], 9)


def test_order_duplicates_and_supersets_mean_nothing() -> None:
    """The same game, with the same name where none is given."""
    game = Game(3, 3, lines=[[0, 1, 2], [4, 8]])
    assert game == Game(3, 3, lines=[[8, 4, 4], [2, 1, 0], [0, 1, 2, 3], [4, 5, 8]])
    assert game == Game(3, 3, lines=({0, 1, 2}, (4, 8)))
    assert game._replace(misere=True) == Game(3, 3, lines=[[0, 1, 2], [4, 8]], misere=True)
    assert str(game) == "3x3-lines-471ed83d"
    assert game != Game(3, 3, lines=[[0, 1, 2]])
    assert shortest_line(game) == 2
    assert shortest_line(Game(3, 3, lines=[])) is None


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"lines": [[0], []]}, "line 2 has no cells"),
        ({"lines": [[0, 9]]}, "line 1 has 9, which is no cell"),
        ({"lines": [[-1]]}, "line 1 has -1"),
        ({"lines": [[True]]}, "line 1 has True"),
        ({"lines": [0.5]}, "line 1 is 0.5"),
        ({"lines": [1 << 9]}, "line 1 is 512, and not a list"),
        ({"lines": [-1]}, "line 1 is -1"),
        ({"lines": [0]}, "line 1 is 0"),
        ({"lines": [True]}, "line 1 is True"),
        ({"lines": 7}, "the lines are 7"),
        ({"lines": ["012"]}, "line 1 has '0'"),
        ({"lines": [[0]], "k": 3}, "no k"),
        ({"lines": [[0]], "name": "a/b"}, "cannot name"),
        ({"lines": [[0]], "name": ""}, "cannot name"),
        ({"lines": [[0]], "name": "-a"}, "cannot name"),
        ({"lines": [[0]], "name": "a" * 41}, "cannot name"),
        ({"lines": [[0]], "name": 3}, "cannot name"),
        ({"name": "a"}, "only a game of lines"),
        ({"lines": [[0]], "rows": 6, "cols": 6}, "36 cells"),
    ],
)
def test_what_is_no_game_of_lines_is_refused_with_the_reason(
    wanted: dict[str, Any], message: str
) -> None:
    """With the number of the line, counted from 1, where one is at fault."""
    with pytest.raises(GameError, match=message):
        Game(**{"rows": 3, "cols": 3, **wanted})


def test_more_lines_than_a_file_holds_are_refused() -> None:
    """Once those that contain another one are left out."""
    every_three = [*combinations(range(16), 3)]
    assert len(Game(4, 4, lines=every_three[:MAX_LINES]).lines or ()) == MAX_LINES
    with pytest.raises(GameError, match="more than 512 lines"):
        Game(4, 4, lines=every_three)
    assert len(Game(4, 4, lines=[*every_three, *([cell] for cell in range(16))]).lines or ()) == 16


@pytest.mark.parametrize("game", [game for game in LINES if game.cells != 7], ids=str)
def test_the_symmetries_are_all_that_keep_lines_and_columns(game: Game) -> None:
    """On boards of up to 7 cells by trying every permutation."""
    found = symmetries(game)
    family = set(lines(game))
    above = supports(game)

    def keeps(one: tuple[int, ...]) -> bool:
        carried = {sum(1 << one[cell] for cell in cells_in(line)) for line in family}
        falls = all(
            [one[other] for other in cells_in(above[cell])] == cells_in(above[one[cell]])
            for cell in range(game.cells)
        )
        return carried == family and falls

    assert found[0] == tuple(range(game.cells))
    assert list(found) == sorted(set(found))
    assert all(map(keeps, found))
    assert {tuple(a[b[c]] for c in range(game.cells)) for a in found for b in found[:9]} == set(
        found
    )
    if game.cells <= 7:
        rows = [cell // game.cols for cell in range(game.cells)]
        every = [
            one
            for one in permutations(range(game.cells))
            if not game.gravity or [rows[cell] for cell in one] == rows
        ]
        assert found == tuple(filter(keeps, every))


def test_a_cube_has_48_symmetries() -> None:
    """Those of space: 6 ways to exchange its directions, each of which may be turned round."""
    places = list(product(range(3), repeat=3))
    of_space = {
        tuple(
            places.index(
                tuple(
                    2 - at[axis] if flip else at[axis]
                    for axis, flip in zip(axes, flips, strict=True)
                )
            )
            for at in places
        )
        for axes in permutations(range(3))
        for flips in product((False, True), repeat=3)
    }
    cube = Game(9, 3, lines=box_lines(3, 3, 3, 3), name="3x3x3-k3")
    assert set(symmetries(cube)) == of_space
    assert len(of_space) == 48
    assert len(symmetries(Game(3, 9, gravity=True, lines=cube.lines))) == 8


def test_where_there_are_too_many_symmetries_the_first_cells_stay_in_place() -> None:
    """The affine plane of order 4 has 5,760: those that keep cell 0 are 360. No lines have 25!."""
    found = symmetries(affine_plane(4))
    assert len(found) == 360
    assert {one[0] for one in found} == {0}
    assert {one[1] for one in found} == set(range(1, 16))
    assert len(symmetries(Game(5, 5, lines=[]))) == 720 <= MAX_SYMMETRIES
    assert len(symmetries(on_surface(5, 5, 4, "torus"))) == MAX_SYMMETRIES
    assert len(symmetries(projective_plane(2))) == 168


STEINER = (
    "abiacmadfaekagpahsajqalranobcjbdpbefbgqbhnbkrblobmscdscegcfochpcikclqcnrdeidgrdhjdkmdln"
    "doqehlejoemnepreqsfgifhkfjmflpfnqfrsghmgjlgkognshiqhorijrilminpiosjknjpsklskpqmopmqr"
)
"""57 triples of 19 points, put together at random: any two points are in one of them."""


def steiner_lines() -> list[list[int]]:
    """Those triples on 25 cells; six cells are in none."""
    points = [ord(letter) - ord("a") for letter in STEINER]
    return [points[at : at + 3] for at in range(0, len(points), 3)]


def test_cells_in_no_line_do_not_multiply_the_search_for_symmetries() -> None:
    """Only they can be exchanged here; tried before the others they would take hours."""
    triples = steiner_lines()
    assert len({pair for one in triples for pair in permutations(one, 2)}) == 19 * 18
    found = symmetries(Game(5, 5, lines=triples))
    assert {one[:19] for one in found} == {tuple(range(19))}
    assert len(found) == 720


def test_a_search_for_symmetries_that_takes_too_long_keeps_what_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A group however early it ends, the same one each time, and ever larger."""
    torus = on_surface(4, 4, 4, "torus")
    rules = lines(torus), supports(torus), [0] * 16
    sizes = []
    for steps in range(0, 20_000, 500):
        monkeypatch.setattr(automorphisms, "MAX_STEPS", steps)
        found = automorphisms.automorphisms(*rules)
        assert found == automorphisms.automorphisms(*rules)
        assert are_symmetries(found, *rules[:2])
        sizes.append(len(found))
    assert sizes[0] == 1 < sizes[-1] == len(symmetries(torus))
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 3
