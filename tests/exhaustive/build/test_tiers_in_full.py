"""In full: solved tier by tier, all agrees with the search, and with a plain C program."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import test_tiers
from exhaustive import in_full
from exhaustive.build.test_build_in_full import FALLING
from test_tiers import GAMES

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.rules.board import text_of
from ttt_table.rules.game import Position
from ttt_table.rules.outcome import outcome_of


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc")
@pytest.mark.parametrize("game", [Game(3, 4, 3), Game(4, 4, 4), Game(4, 4, 3, True)], ids=str)
def test_a_plain_c_program_finds_the_same(game: Game, tmp_path: Path) -> None:
    """Of positions drawn at random, reachable or not, and of all their kinds."""
    program, output, path = tmp_path / "baseline", tmp_path / "scores", tmp_path / "table"
    source = Path(test_tiers.__file__).with_name("baseline.c")
    subprocess.run(["gcc", "-O3", "-o", program, source], check=True)
    shape = [str(game.rows), str(game.cols), str(game.k)]
    subprocess.run([program, *shape, output, *["misere"] * game.misere], check=True)
    scores = np.fromfile(output, np.int8)
    build_table(game, path, method="tiers")
    table = open_table(path)
    assert len(table) == (scores != 127).sum()
    for position in drawn(game, 20_000 if game.cells == 16 else 2000):
        score = int(scores[ternary(position.x) + 2 * ternary(position.o)])
        due = None if score == 127 else outcome_of(score, game.cells, position.stones)
        assert table.get(text_of(position, game)) == due


def drawn(game: Game, many: int) -> list[Position]:
    """Positions whose stones take turns, of any number of stones."""
    draw = random.Random(str(game))
    found = []
    for _ in range(many):
        stones = draw.sample(range(game.cells), draw.randrange(game.cells + 1))
        x, o = (sum(1 << cell for cell in own) for own in (stones[::2], stones[1::2]))
        found.append(Position(x, o))
    return found


def ternary(stones: int) -> int:
    """The stones' number in base 3."""
    return int(f"{stones:b}", 3)


in_full(test_tiers.test_the_methods_agree, game=GAMES + FALLING)
in_full(test_tiers.test_the_size_of_a_batch_changes_nothing, batch=[1, 7, 100, 5000])
in_full(
    test_tiers.test_an_estimate_is_no_less_than_what_is_taken,
    game=[*GAMES[::7], Game(4, 4, 3), Game(4, 4, 4, True)],
)
in_full(test_tiers.test_both_packers_give_the_same_bytes, count=[*range(20), 1000])
