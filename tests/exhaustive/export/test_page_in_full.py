"""In full: the page as text: what it holds, what it lets in, and how large it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import page as script
from test_page import Parts

from ttt_table import Game, Table
from ttt_table.export.page import make_page


def test_the_page_with_four_games_stays_small(table_of: Callable[[Game], Table]) -> None:
    """At most 400 kB with 3x3, its misère, 3x4 and 4x4."""
    games = (Game(), Game(misere=True), Game(3, 4, 3), Game(4, 4, 4))
    page = make_page([table_of(game)._contents for game in games])
    assert len(page.encode()) <= 400_000


def test_the_site_has_a_gallery_of_small_pages(tmp_path: Path) -> None:
    """Each game in at most 60 kB, but for 4x4; links lead somewhere, and pictures fit a phone."""
    script.write_site(tmp_path)
    assert (tmp_path / "index.html").read_bytes() == script.PAGE.read_bytes()
    assert (tmp_path / "pictures" / "map.svg").exists()
    found = Parts((tmp_path / "gallery" / "index.html").read_text()).found
    links = [str(attrs["href"]) for tag, attrs, _ in found if tag == "a"]
    assert len(links) == 1 + len(script.gallery())
    for link in links:
        size = (tmp_path / "gallery" / link).resolve().stat().st_size
        assert size <= (60_000 if link != "4x4.html" else 400_000), link
    widths = [int(str(attrs["width"])) for tag, attrs, _ in found if tag == "svg"]
    assert max(widths) <= 280  # what a phone has room for
