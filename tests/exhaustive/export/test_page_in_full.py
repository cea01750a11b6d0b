"""In full: the page as text: what it holds, what it lets in, and how large it is."""

from __future__ import annotations

from collections.abc import Callable

from ttt_table import Game, Table
from ttt_table.export.page import make_page


def test_the_page_with_four_games_stays_small(table_of: Callable[[Game], Table]) -> None:
    """At most 400 kB with 3x3, its misère, 3x4 and 4x4."""
    games = (Game(), Game(misere=True), Game(3, 4, 3), Game(4, 4, 4))
    page = make_page([table_of(game)._contents for game in games])
    assert len(page.encode()) <= 400_000
