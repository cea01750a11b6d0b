"""In full: batches of any boards, of every kind of game and of large ones."""

from collections.abc import Callable

import numpy as np
import pytest
import test_batch
from exhaustive import in_full
from games import EVERY_KIND, on_surface
from test_batch import check, drawn, texts_of

from ttt_table import Game, Table

in_full(
    test_batch.test_every_row_is_what_the_table_says,
    game=[(game, first) for game in EVERY_KIND for first in "XO"],
)


@pytest.mark.parametrize("game", [Game(3, 4, 3), Game(4, 3, 3, gravity=True)], ids=str)
def test_all_boards_of_twelve_cells(game: Game, table_of: Callable[[Game], Table]) -> None:
    """All 3^12: those that play can reach are those of the table, with its outcomes."""
    table = table_of(game)
    outcomes: dict[str, tuple[int, int]] = {}
    for at in range(0, 3**12, 3**9):
        marks = np.arange(at, at + 3**9)[:, None] // 3 ** np.arange(12) % 3 - 1
        found = table.batch(marks)
        of = np.flatnonzero(found.reachable).tolist()
        told = zip(found.values[of].tolist(), found.plies[of].tolist(), strict=True)
        texts = texts_of(found)
        outcomes |= zip((texts[row] for row in of), told, strict=True)
        check(table, table.batch(marks[of[::200]]))
    assert outcomes == dict(table.items())


@pytest.mark.parametrize(
    "game",
    [Game(4, 4, 4), Game(4, 5, 4), Game(5, 5, 4, gravity=True), on_surface(4, 4, 3, "torus")],
    ids=str,
)
def test_boards_of_large_games(game: Game, table_of: Callable[[Game], Table]) -> None:
    """Drawn at random; two of the files stay on the disk, and one game has 128 symmetries."""
    table = table_of(game)
    check(table, table.batch(drawn(game, 5000)))
