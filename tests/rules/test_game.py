"""The rules."""

from typing import Any

import pytest

from ttt_table import Game, GameError
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

SHAPES = [(rows, cols) for rows in range(1, 7) for cols in range(1, 7) if rows * cols <= 25]


@pytest.mark.parametrize(("rows", "cols"), [*SHAPES, (5, 6), (6, 5), (30, 1), (1, 30), (13, 2)])
def test_the_number_of_lines_is_that_of_geometry(rows: int, cols: int) -> None:
    """Rows, columns and diagonals, counted by formula; a single cell is one line, not four."""
    falling = rows * cols > 25  # what only gravity allows
    for k in range(2, max(rows, cols) + 2):
        wide, high = max(0, cols - k + 1), max(0, rows - k + 1)
        found = lines(Game(rows, cols, k, gravity=falling))
        assert len(found) == rows * wide + cols * high + 2 * wide * high
    assert len(lines(Game(rows, cols, 1, gravity=falling))) == rows * cols


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_symmetries_keep_lines_and_form_a_group(rows: int, cols: int) -> None:
    """Eight on a square, four on a rectangle, two on a strip, one on a single cell."""
    maps = symmetries(Game(rows, cols, 3))
    strip = 1 in (rows, cols)
    wanted = 1 if rows == cols == 1 else 8 if rows == cols else 2 if strip else 4
    assert len(maps) == len(set(maps)) == wanted
    assert maps[0] == tuple(range(rows * cols))
    assert {tuple(a[b[c]] for c in range(rows * cols)) for a in maps for b in maps} == set(maps)
    for k in range(1, max(rows, cols) + 1):
        drawn = {frozenset(cells_in(line)) for line in lines(Game(rows, cols, k))}
        for one in maps:
            assert {frozenset(one[cell] for cell in line) for line in drawn} == drawn


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((0, 3, 3), "no cells"),
        ((3, -1, 3), "no cells"),
        ((31, 1, 3), "31x1 has 31 cells, and a table can have 30$"),
        ((4, 8, 4, True, True), "4x8 has 32 cells, and a table can have 30$"),
        ((10**9, 10**9, 3), "cells"),
        ((3, 3, 0), "k is 0"),
        ((3, 3, -2), "k is -2"),
        ((3, 3, 2**64), "none above"),
        ((3.0, 3, 3), "rows must be a whole number"),
        ((3, "3", 3), "cols must be a whole number"),
        ((3, 3, True), "k must be a whole number"),
        ((3, 3, 3, 1), "misere must be True or False"),
        ((3, 3, 3, False, False, None, None, 1), "breaker must be True or False"),
    ],
)
def test_an_impossible_game_is_refused_with_its_reason(arguments: tuple, reason: str) -> None:  # type: ignore[type-arg]
    """A `GameError` is a `ValueError`."""
    with pytest.raises(GameError, match=reason) as caught:
        Game(*arguments)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "changed",
    [
        *({"rows": 0}, {"cols": 31}, {"k": 0}, {"misere": 1}, {"rows": True}, {"cols": 10**5000}),
        {"rows": 6, "cols": 6, "gravity": True},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_no_way_to_make_a_game_skips_the_checks(changed: dict[str, Any]) -> None:
    """Not a replaced field, not a made tuple, not a number too long to print."""
    fields = {**Game()._asdict(), **changed}
    with pytest.raises(GameError) as caught:
        Game(**fields)
    assert len(str(caught.value)) < 200
    with pytest.raises(GameError):
        Game()._replace(**changed)
    with pytest.raises(GameError):
        Game._make(fields.values())
    assert Game()._replace(k=4) == Game(k=4)
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
        assert all(covers(game)[below] == 1 << cell for below in range(12) if support >> below & 1)
