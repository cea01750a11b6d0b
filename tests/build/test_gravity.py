"""Games with gravity: tables against brute force, counts of others, and why a board is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from slow import Slow

from ttt_table import BoardError, Game, Table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.rules.game import covers, floating, playable, removable, supports


@pytest.mark.parametrize(
    "game",
    [
        *(Game(2, 2, 2, misere, gravity=True) for misere in (False, True)),
        *(Game(1, 3, 2, gravity=True), Game(2, 3, 2, gravity=True), Game(3, 2, 3, True, True)),
    ],
    ids=str,
)
def test_every_position_has_the_outcome_of_brute_force(
    game: Game, table_of: Callable[[Game], Table]
) -> None:
    """Played out board by board: which there are, value and plies, and where a stone falls."""
    table, slow = table_of(game), Slow(*game)
    boards = slow.boards()
    assert set(table) == boards
    assert len(table) == len(boards)
    for board in boards:
        assert table[board] == slow.outcome(board)
        assert {move.cell for move in table.moves(board)} == set(slow.moves(board))


@pytest.mark.parametrize(
    ("rows", "cols", "k", "positions", "size"), [pytest.param(4, 4, 3, 41_750, None)]
)
def test_positions_are_as_many_as_others_have_counted(
    rows: int, cols: int, k: int, positions: int, size: int | None, tmp_path: Path
) -> None:
    """Tromp's table of sizes for k = 4; the audit passes, and the file is no larger than it was."""
    path = build_table(Game(rows, cols, k, gravity=True), tmp_path / "table")
    report = audit(path)
    assert report.passed
    assert report.count_of("positions").found == report.count_of("positions").expected == positions
    assert size is None or Path(path).stat().st_size <= size * 1.02


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
