"""Games, their lines, symmetries and moves; outcomes and scores."""

from itertools import count, permutations, product, repeat
from typing import Any

import pytest
from support.cases import exhaustive
from support.games import LINES, OWN_LINES, on_surface

from ttt_table import Game, GameError, Outcome
from ttt_table.rules import automorphisms
from ttt_table.rules.families import box_lines
from ttt_table.rules.game import (
    covers,
    floating,
    has_all_symmetries,
    lines_of_o,
    lines_of_x,
    playable,
    removable,
    supports,
    symmetries,
)
from ttt_table.rules.outcome import outcome_of, score_of
from ttt_table.runtime import MAX_SYMMETRIES, are_symmetries, cells_in

SIZES = [
    (rows, cols) for rows in range(1, 7) for cols in range(1, 7) if rows * cols <= 25
]
CUBE = box_lines(3, 3, 3, 3)
FALLING = [Game(2, 4, 3), Game(3, 4, 3, gravity=True)]
"""One game without gravity, one with it."""


# Lines


@pytest.mark.parametrize(
    ("rows", "cols"), [*SIZES, (5, 6), (6, 5), (30, 1), (1, 30), (13, 2)]
)
def test_the_number_of_lines_is_that_of_geometry(rows: int, cols: int) -> None:
    """Rows, columns and diagonals, counted by formula."""
    gravity = rows * cols > 25  # such boards are only allowed with it
    for k in range(2, max(rows, cols) + 2):
        starts_across = max(0, cols - k + 1)
        starts_down = max(0, rows - k + 1)
        in_rows = rows * starts_across
        in_columns = cols * starts_down
        diagonals = 2 * starts_across * starts_down
        lines_of_game = lines_of_x(Game(rows, cols, k, gravity=gravity))
        assert len(lines_of_game) == in_rows + in_columns + diagonals


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_a_line_of_one_stone_is_one_line_and_not_four(rows: int, cols: int) -> None:
    """It lies in every direction."""
    assert len(lines_of_x(Game(rows, cols, 1))) == rows * cols


# Symmetries


def carry(mask: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << symmetry[cell] for cell in cells_in(mask))


def keeps(game: Game, symmetry: tuple[int, ...]) -> bool:
    """Return whether a permutation keeps the lines, and with gravity the columns."""
    for own_lines in (lines_of_x(game), lines_of_o(game)):
        if {carry(line, symmetry) for line in own_lines} != {*own_lines}:
            return False
    needs = supports(game)
    return all(
        carry(needs[cell], symmetry) == needs[symmetry[cell]]
        for cell in range(game.cells)
    )


def check_group(game: Game) -> None:
    """Check that the symmetries keep the game, and that they are a group."""
    group = symmetries(game)
    assert group[0] == tuple(range(game.cells))
    assert len(group) == len({*group})
    assert all(keeps(game, symmetry) for symmetry in group)
    products = {
        tuple(map(first.__getitem__, second))
        for first, second in product(group, group[:9])
    }
    assert products == {*group}


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_a_board_looks_the_same_from_its_sides(rows: int, cols: int) -> None:
    """Eight symmetries on a square, four on a rectangle, two on a strip."""
    expected = 4
    if rows == cols == 1:
        expected = 1
    elif rows == cols:
        expected = 8
    elif 1 in (rows, cols):
        expected = 2
    assert len(symmetries(Game(rows, cols))) == expected


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_the_symmetries_of_a_board_are_a_group_that_keeps_its_lines(
    rows: int, cols: int
) -> None:
    """For every k."""
    for k in range(1, max(rows, cols) + 1):
        check_group(Game(rows, cols, k))


@pytest.mark.parametrize("game", [*LINES, *OWN_LINES], ids=str)
def test_the_symmetries_of_lines_are_a_group_listed_in_order(game: Game) -> None:
    """So that one game has one file."""
    check_group(game)
    assert list(symmetries(game)) == sorted(symmetries(game))


@pytest.mark.parametrize(
    ("lines", "whose"),
    [
        ({"lines": repeat((0, 1))}, "the lines"),
        ({"lines": [repeat(0)]}, "the lines"),
        ({"lines": [(0, 1)], "o_lines": repeat((0, 1))}, "O's lines"),
    ],
)
def test_lines_without_an_end_are_refused(
    lines: dict[str, Any], whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_table.rules.linesets.MAX_CELLS_LISTED", 100)
    with pytest.raises(GameError, match=f"{whose} list more than 100 cells"):
        Game(3, 3, **lines)


SMALL_LINES = [game for game in [*LINES, *OWN_LINES] if game.cells <= 7]


@pytest.mark.parametrize(
    "game",
    [
        *(game for game in SMALL_LINES if game.cells < 7),
        *exhaustive(game for game in SMALL_LINES if game.cells == 7),
    ],
    ids=str,
)
def test_the_symmetries_are_all_that_keep_lines_and_columns(game: Game) -> None:
    """Every permutation is tried."""
    assert symmetries(game) == tuple(
        symmetry
        for symmetry in permutations(range(game.cells))
        if keeps_rows(game, symmetry) and keeps(game, symmetry)
    )


def keeps_rows(game: Game, symmetry: tuple[int, ...]) -> bool:
    """Return whether, with gravity, a permutation leaves each cell in its row."""
    if not game.gravity:
        return True
    return all(
        cell // game.cols == goal // game.cols for cell, goal in enumerate(symmetry)
    )


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (on_surface(5, 5, 4, "torus"), MAX_SYMMETRIES),
        (on_surface(3, 3, 3, "mobius"), 12),
        (on_surface(3, 3, 3, "klein"), 12),
        (Game.named("1x7-projective-2"), 168),
        # In space there are 6 ways to exchange directions, each turned round or not.
        (Game(9, 3, lines=CUBE), 48),
        (Game(3, 9, gravity=True, lines=CUBE), 8),
    ],
    ids=str,
)
def test_a_game_of_lines_has_as_many_symmetries_as_geometry_says(
    game: Game, expected: int
) -> None:
    """Known groups of surfaces, of a plane and of a cube."""
    assert len(symmetries(game)) == expected


def test_of_too_many_symmetries_those_are_listed_that_keep_the_first_cells() -> None:
    """The affine plane of order 4 has 5,760; those that keep cell 0 are 360."""
    group = symmetries(Game.named("4x4-affine-4"))
    assert len(group) == 360
    assert {symmetry[0] for symmetry in group} == {0}
    assert {symmetry[1] for symmetry in group} == {*range(1, 16)}


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Game(), True),
        (on_surface(5, 5, 4, "torus"), True),
        (Game.named("4x4-affine-4"), False),
        (Game(1, 7, lines=[]), False),
    ],
    ids=str,
)
def test_a_game_knows_whether_its_symmetries_are_all(
    game: Game, expected: bool
) -> None:
    """Those of the torus are as many as a file can list."""
    assert has_all_symmetries(game) is expected


def test_without_lines_the_last_six_cells_are_exchanged() -> None:
    """All 25! permutations would keep them."""
    assert len(symmetries(Game(5, 5, lines=[]))) == 720


def test_a_search_for_symmetries_that_takes_too_long_keeps_what_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A group however early it ends, the same one each time, and ever larger."""
    torus = on_surface(4, 4, 4, "torus")
    rules = lines_of_x(torus), supports(torus)
    sizes = []
    for steps in range(0, 20_000, 2_000):
        monkeypatch.setattr(automorphisms, "MAX_STEPS", steps)
        found = automorphisms.automorphisms(*rules, [0] * 16)
        assert found == automorphisms.automorphisms(*rules, [0] * 16)
        assert are_symmetries(found.symmetries, 16, [{*lines_of_x(torus)}], None)
        sizes.append(len(found.symmetries))
    assert sizes[0] == 1
    assert sizes[-1] == len(symmetries(torus))
    assert sizes == sorted(sizes)
    assert len({*sizes}) > 3


def test_a_search_that_was_not_finished_does_not_vouch_for_all_symmetries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever it has found."""
    torus = on_surface(4, 4, 4, "torus")
    monkeypatch.setattr(automorphisms, "MAX_STEPS", 2_000)
    found = automorphisms.automorphisms(lines_of_x(torus), supports(torus), [0] * 16)
    assert not found.complete


# Refused games

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"rows": 0}, "no cells"),
    ({"cols": 0}, "no cells"),
    ({"rows": 31, "cols": 1}, "31x1 has 31 cells, but a table can have at most 30$"),
    ({"rows": 10**9, "cols": 10**9}, "cells"),
    ({"k": 0}, "k is 0"),
    ({"k": 2**64}, "hold at most"),
    ({"rows": True}, "rows must be an integer"),
    ({"cols": True}, "cols must be an integer"),
    ({"cols": 3.0}, "cols must be an integer, not 3.0"),
    ({"k": True}, "k must be an integer"),
    ({"misere": 1}, "misere must be True or False"),
    ({"gravity": 1}, "gravity must be True or False"),
    ({"breaker": 1}, "breaker must be True or False"),
    ({"name": "a"}, "only a game of lines can have a name"),
    ({"lines": [[0], []]}, "line 2 has no cells"),
    ({"lines": [[0, 9]]}, "line 1 has 9, which is not a cell"),
    ({"lines": [[True]]}, "line 1 has True"),
    ({"lines": [0.5]}, "line 1 is 0.5"),
    ({"lines": [1 << 9]}, "line 1 is 512, a set with cells off the board"),
    ({"lines": [-1]}, "line 1 is -1, a set with cells off the board"),
    ({"lines": [0]}, "line 1 has no cells"),
    ({"lines": 7}, "the lines are 7"),
    ({"lines": ["012"]}, "line 1 has '0'"),
    ({"lines": [[0]], "k": 3}, "no k"),
    ({"lines": [[0]], "name": "a/b"}, "cannot name"),
    ({"lines": [[0]], "name": "a" * 41}, "cannot name"),
    ({"lines": [[0]], "name": 3}, "cannot name"),
    ({"lines": [[0]], "name": "misere"}, "a rule or a size"),
    ({"lines": [[0]], "name": "a-Gravity"}, "a rule or a size"),
    ({"lines": [[0]], "name": "k3"}, "a rule or a size"),
    ({"lines": [[0]], "name": "4X5k3"}, "a rule or a size"),
]


@pytest.mark.parametrize(("changed", "reason"), IMPOSSIBLE)
def test_an_impossible_game_is_refused_with_its_reason(
    changed: dict[str, Any], reason: str
) -> None:
    """A `GameError` and `ValueError`, with the number of a line counted from 1."""
    with pytest.raises(GameError, match=reason) as caught:
        Game(**changed)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("changed", "reason"), IMPOSSIBLE)
def test_no_way_to_make_a_game_skips_the_checks(
    changed: dict[str, Any], reason: str
) -> None:
    """``_make`` and ``_replace`` of a named tuple would."""
    fields = {**Game()._asdict(), "k": None, **changed}
    with pytest.raises(GameError, match=reason):
        Game._make(fields.values())
    with pytest.raises(GameError):
        Game()._replace(**changed)


def test_lines_are_read_up_to_the_first_wrong_one() -> None:
    """So that not all that a long or endless iterator yields is kept."""
    with pytest.raises(GameError, match="line 512 is 512, a set with cells off"):
        Game(lines=count(1))
    with pytest.raises(GameError, match="line 1 has 9, which is not a cell"):
        Game(lines=[count()])


def test_a_game_with_a_field_replaced_is_a_game() -> None:
    """And not a tuple."""
    assert type(Game()._replace(k=4)) is Game


# Moves


@pytest.mark.parametrize("game", FALLING, ids=str)
def test_moves_forward_and_backward_are_inverse(game: Game) -> None:
    """A stone that may be placed may be removed, and the other way round."""
    for mask in range(1 << game.cells):
        if floating(game, mask):
            continue
        for cell in playable(game, mask):
            after = mask | 1 << cell
            assert not floating(game, after)
            assert cell in removable(game, after)
        for cell in removable(game, mask):
            assert cell in playable(game, mask ^ 1 << cell)


@pytest.mark.parametrize("game", FALLING, ids=str)
def test_a_cell_covers_what_supports_it(game: Game) -> None:
    """Supports and covers say the same."""
    for cell, support in enumerate(supports(game)):
        for below in cells_in(support):
            assert covers(game)[below] == 1 << cell


# Outcomes and scores

OUTCOMES = [
    Outcome(0, 8),
    *(Outcome(value, plies) for value in (1, -1) for plies in range(9)),
]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_score_stands_for_one_outcome(outcome: Outcome) -> None:
    """On 3x3 with one stone."""
    assert outcome_of(score_of(outcome, 9), 9, stones=1) == outcome


@pytest.mark.parametrize("first", OUTCOMES)
def test_scores_order_outcomes_as_a_player_prefers_them(first: Outcome) -> None:
    """The greater score is the greater outcome, and equal scores are equally good."""
    for second in OUTCOMES:
        first_score = score_of(first, 9)
        second_score = score_of(second, 9)
        assert (first < second) == (first_score < second_score)
        assert (first <= second) == (first_score <= second_score)
        assert (first > second) == (first_score > second_score)
        assert (first >= second) == (first_score >= second_score)
