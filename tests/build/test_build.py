"""From a game to a file, the same bytes everywhere."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.build.search import search
from ttt_table.table.slots import most_positions

README = Path(__file__).parents[2] / "README.md"


def test_the_shipped_table_is_what_a_build_makes(tmp_path: Path, shipped: bytes) -> None:
    """Byte for byte, and at most 1,024 of them."""
    path = build_table(Game(), tmp_path / "table")
    assert Path(path).read_bytes() == shipped
    assert len(shipped) <= 1024


def test_the_readme_prints_the_digest_of_the_shipped_table(shipped: bytes) -> None:
    """So that anyone can compare."""
    assert hashlib.sha256(shipped).hexdigest() in README.read_text()


@pytest.mark.parametrize("game", [Game(), Game(2, 3, 2), Game(misere=True), Game(3, 3, 4)])
def test_a_build_without_a_path_writes_the_games_name_here(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the current folder."""
    monkeypatch.chdir(tmp_path)
    assert build_table(game) == f"{game}.msgpack"
    assert open_table(f"{game}.msgpack", game=game)["." * game.cells].plies > 0


def test_the_bound_holds_for_boards_without_lines() -> None:
    """It is exact where no line fits: 6,046 on 3x3, 10,165,779 on 4x4 (OEIS A005773)."""
    assert most_positions(Game()) == len(search(Game(k=4))) == 6046
    assert most_positions(Game(4, 4, 5)) == 10_165_779


def test_progress_is_reported_now_and_then() -> None:
    """With growing numbers of positions, never more than there are."""
    seen: list[int] = []
    scores = search(Game(), seen.append)
    assert seen == sorted(seen)
    assert 0 < len(seen) < 10
    assert seen[-1] <= len(scores)
