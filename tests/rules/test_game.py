"""Games, their symmetries and moves; outcomes and scores."""

from itertools import permutations, product
from typing import Any

import pytest
from planes import affine_plane, projective_plane
from support.games import LINES, on_surface

from ttt_table import Game, GameError
from ttt_table.rules import automorphisms
from ttt_table.rules.automorphisms import MAX_SYMMETRIES, are_symmetries
from ttt_table.rules.families import box_lines
from ttt_table.rules.game import (
    cells_in,
    covers,
    floating,
    lines,
    playable,
    removable,
    supports,
    symmetries,
)
from ttt_table.rules.outcome import Outcome, outcome_of, score_of

SHAPES = [
    (rows, cols) for rows in range(1, 7) for cols in range(1, 7) if rows * cols <= 25
]


@pytest.mark.parametrize(
    ("rows", "cols"), [*SHAPES, (5, 6), (6, 5), (30, 1), (1, 30), (13, 2)]
)
def test_the_number_of_lines_is_that_of_geometry(rows: int, cols: int) -> None:
    """Rows, columns and diagonals, counted by formula; a single cell is one line, not four."""
    falling = rows * cols > 25  # what only gravity allows
    for k in range(2, max(rows, cols) + 2):
        wide, high = max(0, cols - k + 1), max(0, rows - k + 1)
        found = lines(Game(rows, cols, k, gravity=falling))
        assert len(found) == rows * wide + cols * high + 2 * wide * high
    assert len(lines(Game(rows, cols, 1, gravity=falling))) == rows * cols


def keeps(game: Game, one: tuple[int, ...]) -> bool:
    """True where a permutation of the cells carries lines to lines, and columns to columns."""
    family, above = {*lines(game)}, supports(game)
    carried = {sum(1 << one[cell] for cell in cells_in(line)) for line in family}
    return carried == family and all(
        [one[other] for other in cells_in(above[cell])] == cells_in(above[one[cell]])
        for cell in range(game.cells)
    )


def check_group(game: Game) -> None:
    """Symmetries keep the game, and are a group; those of lines are listed in order."""
    found = symmetries(game)
    assert found[0] == tuple(range(game.cells))
    assert len(found) == len({*found})
    assert game.lines is None or list(found) == sorted(found)
    assert all(keeps(game, one) for one in found)
    composed = {
        tuple(a[b[c]] for c in range(game.cells)) for a in found for b in found[:9]
    }
    assert composed == set(found)


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_a_board_looks_alike_from_its_sides(rows: int, cols: int) -> None:
    """Eight symmetries on a square, four on a rectangle, two on a strip, one on a single cell."""
    strip = 1 in (rows, cols)
    wanted = 1 if rows == cols == 1 else 8 if rows == cols else 2 if strip else 4
    assert len(symmetries(Game(rows, cols))) == wanted
    for k in range(1, max(rows, cols) + 1):
        check_group(Game(rows, cols, k))


@pytest.mark.parametrize("game", [game for game in LINES if game.cells != 7], ids=str)
def test_the_symmetries_are_all_that_keep_lines_and_columns(game: Game) -> None:
    """On boards of up to 7 cells by trying every permutation."""
    check_group(game)
    if game.cells <= 7:
        rows = [cell // game.cols for cell in range(game.cells)]
        every = [
            one
            for one in permutations(range(game.cells))
            if not game.gravity or [rows[cell] for cell in one] == rows
        ]
        assert symmetries(game) == tuple(one for one in every if keeps(game, one))


def test_where_there_are_too_many_symmetries_the_first_cells_stay_in_place() -> None:
    """The affine plane of order 4 has 5,760: those that keep cell 0 are 360. No lines have 25!."""
    found = symmetries(affine_plane(4))
    assert len(found) == 360
    assert {one[0] for one in found} == {0}
    assert {one[1] for one in found} == set(range(1, 16))
    assert len(symmetries(Game(5, 5, lines=[]))) == 720 <= MAX_SYMMETRIES
    assert len(symmetries(on_surface(5, 5, 4, "torus"))) == MAX_SYMMETRIES
    assert len(symmetries(projective_plane(2))) == 168
    cube = box_lines(
        3, 3, 3, 3
    )  # in space 6 ways to exchange directions, each turned round or not
    assert len(symmetries(Game(9, 3, lines=cube))) == 48
    assert len(symmetries(Game(3, 9, gravity=True, lines=cube))) == 8
    for surface in ("mobius", "klein"):
        assert len(symmetries(on_surface(3, 3, 3, surface))) == 12


def test_a_search_for_symmetries_that_takes_too_long_keeps_what_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A group however early it ends, the same one each time, and ever larger."""
    torus = on_surface(4, 4, 4, "torus")
    rules = lines(torus), supports(torus), [0] * 16
    sizes = []
    for steps in range(0, 20_000, 2_000):
        monkeypatch.setattr(automorphisms, "MAX_STEPS", steps)
        found = automorphisms.automorphisms(*rules)
        assert found == automorphisms.automorphisms(*rules)
        assert are_symmetries(found, *rules[:2])
        sizes.append(len(found))
    assert sizes[0] == 1 < sizes[-1] == len(symmetries(torus))
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 3


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"rows": 0}, "no cells"),
        ({"rows": 31, "cols": 1}, "31x1 has 31 cells, and a table can have 30$"),
        ({"rows": 10**9, "cols": 10**9}, "cells"),
        ({"k": 0}, "k is 0"),
        ({"k": 2**64}, "none above"),
        ({"rows": True}, "rows must be a whole number"),
        ({"k": True}, "k must be a whole number"),
        ({"misere": 1}, "misere must be True or False"),
        ({"name": "a"}, "only a game of lines"),
        ({"lines": [[0], []]}, "line 2 has no cells"),
        ({"lines": [[0, 9]]}, "line 1 has 9, which is no cell"),
        ({"lines": [[True]]}, "line 1 has True"),
        ({"lines": [0.5]}, "line 1 is 0.5"),
        ({"lines": [1 << 9]}, "line 1 is 512, and not a list"),
        ({"lines": 7}, "the lines are 7"),
        ({"lines": ["012"]}, "line 1 has '0'"),
        ({"lines": [[0]], "k": 3}, "no k"),
        ({"lines": [[0]], "name": "a/b"}, "cannot name"),
        ({"lines": [[0]], "name": "a" * 41}, "cannot name"),
        ({"lines": [[0]], "name": 3}, "cannot name"),
    ],
)
def test_an_impossible_game_is_refused_with_its_reason(
    changed: dict[str, Any], reason: str
) -> None:
    """A `GameError`, with the number of the line from 1; no way to make a game skips the checks."""
    fields = {**Game()._asdict(), "k": None, **changed}
    with pytest.raises(GameError, match=reason) as caught:
        Game(**fields)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 200
    with pytest.raises(GameError, match=reason):
        Game._make(fields.values())
    with pytest.raises(GameError):
        Game()._replace(**changed)
    assert type(Game()._replace(k=4)) is Game


@pytest.mark.parametrize("game", [Game(2, 4, 3), Game(3, 4, 3, gravity=True)], ids=str)
def test_moves_forward_and_backward_are_each_others_inverse(game: Game) -> None:
    """What may be played may be taken back, and supports and covers say the same."""
    masks = [mask for mask in range(1 << game.cells) if not floating(game, mask)]
    for mask in masks:
        for cell in playable(game, mask):
            assert not floating(game, mask | 1 << cell)
            assert cell in removable(game, mask | 1 << cell)
        for cell in removable(game, mask):
            assert cell in playable(game, mask ^ 1 << cell)
    for cell, support in enumerate(supports(game)):
        assert all(
            covers(game)[below] == 1 << cell
            for below in range(12)
            if support >> below & 1
        )


def test_scores_order_outcomes_as_a_player_prefers_them() -> None:
    """The greater score is the greater outcome, and equal scores are equally good."""
    outcomes = [
        Outcome(0, 8),
        *(Outcome(value, plies) for value in (1, -1) for plies in range(9)),
    ]
    assert [outcome_of(score_of(one, 9), 9, stones=1) for one in outcomes] == outcomes
    for one, other in product(outcomes, repeat=2):
        scores = score_of(one, 9), score_of(other, 9)
        assert (one < other, one <= other) == (
            scores[0] < scores[1],
            scores[0] <= scores[1],
        )
        assert (one > other, one >= other) == (
            scores[0] > scores[1],
            scores[0] >= scores[1],
        )
