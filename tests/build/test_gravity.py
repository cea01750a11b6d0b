"""Games with gravity: why a board is refused, and what may be played and taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ttt_table import BoardError, Game, Table
from ttt_table.rules.game import covers, floating, playable, removable, supports


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("....X....", "cell 4 holds a stone with nothing below"),
        ("X..O.....", "cell 3 holds a stone with nothing below"),
        ("......XO.", None),
        ("...X..O..", "no order of play"),
        ("...O..X..", None),
        ("...OO.XXX", None),
        ("OO.OO.XXX", "too many O"),
        ("..OOO.XXX", "nothing below"),
        ("O..OO.XXX", "play went on after a win"),
    ],
)
def test_errors_name_the_reason(
    board: str, reason: str | None, table_of: Callable[[Game], Table]
) -> None:
    """Floating, out of order, uneven or played on: each has words of its own."""
    table = table_of(Game(3, 3, 3, gravity=True))
    if reason is None:
        assert board in table
    else:
        with pytest.raises(BoardError, match=reason):
            table[board]


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
