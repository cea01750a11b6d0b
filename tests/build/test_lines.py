"""Games of any lines: both methods, the file, the audit and brute force agree."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from slow import Slow

from ttt_table import Game, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.errors import OtherGameError


def random_game(seed: int, most_cells: int) -> Game:
    """Lines of 1 to 6 cells in no order, some twice or within each other, or alike all round."""
    draw = Random(seed)
    rows = draw.randint(1, 4)
    cols = draw.randint(1, most_cells // rows)
    cells = range(rows * cols)
    sizes = [size for size in (1, 2, 2, 3, 3, 3, 4, 4, 5, 6) if size <= len(cells)]
    lines = [draw.sample(cells, draw.choice(sizes)) for _ in range(draw.randint(0, 12))]
    lines += lines[:2]
    if draw.random() < 0.3:
        lines += [[(cell + 1) % len(cells) for cell in line] for line in lines]
    return Game(rows, cols, lines=lines, misere=draw.random() < 0.5, gravity=draw.random() < 0.3)


def check_game(game: Game, folder: Path) -> None:
    """Both methods write the same bytes, which hold what brute force says, and pass the audit."""
    files = [
        Path(build_table(game, folder / method, method=method)) for method in ("search", "tiers")
    ]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert audit(files[0]).passed
    if game.cells <= 9:  # more take brute force too long
        slow = Slow(*game)
        assert dict(open_table(files[0])) == {board: slow.outcome(board) for board in slow.boards()}


@pytest.mark.parametrize("seed", range(6))
def test_random_families_of_lines_are_solved_rightly(seed: int, tmp_path: Path) -> None:
    """On boards of up to 7 cells; tests/exhaustive/ has 300 of up to 12."""
    check_game(random_game(seed, most_cells=7), tmp_path)


def test_a_name_is_no_part_of_the_rules(tmp_path: Path) -> None:
    """A table is found by its lines."""
    game, namesake = (Game(2, 2, lines=lines, name="same") for lines in ([[0, 1]], [[0, 2]]))
    path = build_table(game, tmp_path / "table")
    assert open_table(path, game=Game(2, 2, lines=[[1, 0]], name="other")).game == game
    with pytest.raises(OtherGameError, match="this is 2x2-same, not one with these lines"):
        open_table(path, game=namesake)
