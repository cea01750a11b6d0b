"""Games of any lines: both methods, the file, the audit and a truth of their own agree."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from dense import NEVER, Dense

from ttt_table import Game, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.build.workfolder import _head_line
from ttt_table.errors import OtherGameError
from ttt_table.rules.outcome import score_of

Family = tuple[int, int, list[list[int]], bool, bool]


def random_family(seed: int, most_cells: int) -> Family:
    """A board, lines of 1 to 6 cells in no order, some twice or within each other, and rules."""
    draw = Random(seed)
    rows = draw.randint(1, 4)
    cols = draw.randint(1, most_cells // rows)
    cells = range(rows * cols)
    sizes = [size for size in (1, 2, 2, 3, 3, 3, 4, 4, 5, 6) if size <= len(cells)]
    lines = [draw.sample(cells, draw.choice(sizes)) for _ in range(draw.randint(0, 12))]
    lines += lines[:2]
    return rows, cols, lines, draw.random() < 0.5, draw.random() < 0.3


def check_family(family: Family, folder: Path) -> None:
    """Both methods write the same bytes, which hold what the dense solver says, board by board."""
    rows, cols, lines, misere, gravity = family
    game = Game(rows, cols, lines=lines, misere=misere, gravity=gravity)
    files = [
        Path(build_table(game, folder / method, method=method)) for method in ("search", "tiers")
    ]
    assert files[0].read_bytes() == files[1].read_bytes()
    truth = Dense(rows, cols, lines, misere, gravity)
    table = open_table(files[0], game=game)
    assert len(table) == truth.reached.sum()
    for board, outcome in table.items():
        assert score_of(outcome, game.cells) == truth.scores[truth.number(board)], board
    assert (truth.scores != NEVER).sum() == sum(1 for _ in table)
    assert audit(files[0]).passed


@pytest.mark.parametrize("seed", range(6))
def test_random_families_of_lines_are_solved_rightly(seed: int, tmp_path: Path) -> None:
    """On boards of up to 7 cells; tests/exhaustive/ has 300 of up to 12."""
    check_family(random_family(seed, most_cells=7), tmp_path)


def test_order_duplicates_and_supersets_give_the_same_bytes(tmp_path: Path) -> None:
    """One game is one file, however its lines are listed."""
    lines = [[0, 1, 2], [3, 4], [5, 7, 8, 6], [0, 4, 8]]
    once = build_table(Game(3, 3, lines=lines), tmp_path / "once")
    mixed = [[8, 4, 0, 4], [4, 3], [3, 4, 5], [2, 0, 1], *lines[::-1], [7, 8, 6, 5, 0]]
    again = build_table(Game(3, 3, lines=mixed), tmp_path / "again")
    assert Path(once).read_bytes() == Path(again).read_bytes()


def test_a_name_is_no_part_of_the_rules(tmp_path: Path) -> None:
    """A table is found by its lines, and parts of a build are not taken for those of a namesake."""
    game, namesake = (Game(2, 2, lines=lines, name="same") for lines in ([[0, 1]], [[0, 2]]))
    path = build_table(game, tmp_path / "table")
    assert open_table(path, game=Game(2, 2, lines=[[1, 0]], name="other")).game == game
    with pytest.raises(OtherGameError):
        open_table(path, game=namesake)
    assert _head_line(game, "tier", 2, 9, [0]) != _head_line(namesake, "tier", 2, 9, [0])
