"""In full: 300 random families of lines, and those that others have counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import EVERY_KIND
from planes import PLANES
from test_lines import check_game, random_game

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.build import build_table


@pytest.mark.parametrize("seed", range(300))
def test_random_families_of_lines_are_solved_rightly(seed: int, tmp_path: Path) -> None:
    """On boards of up to 12 cells, lines of 1 to 6 cells, all rules."""
    check_game(random_game(1000 + seed, most_cells=12 if seed % 10 == 0 else 9), tmp_path)


@pytest.mark.parametrize("game", [*PLANES.values(), *EVERY_KIND], ids=str)
def test_known_games_pass_the_audit(game: Game, tmp_path: Path) -> None:
    """With what is published of them."""
    assert audit(build_table(game, tmp_path / "table")).passed
