"""Two plain C programs find what a build finds, and what is known of large games."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from listed import plane_games
from support.stepwise import build_stepwise

from ttt_table import Game, Table, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table

BASELINE = Path(__file__).parents[2] / "build" / "baseline.c"
PLAYER = Path(__file__).with_name("played.c")
SOLVED_IN_C = [
    Game(4, 4, 4),
    Game(3, 3, 3, True),
    Game(3, 4, 3),
    Game(2, 5, 3),
    Game(2, 5, 3, True),
    Game(1, 6, 2),
    Game(1, 6, 2, True),
    Game(1, 1, 1),
]
PLAYED = np.dtype(
    [("number", "<u4"), ("value", "i1"), ("plies", "u1"), ("best", "<u2")]
)
"""What played.c writes of a position; plies are 255 if it is unreachable."""
UNREACHABLE = 127
"""Stands for a score in what baseline.c writes."""
DIGITS = np.indices((3,) * 8).reshape(8, -1).T[:, ::-1]
"""The digits in base 3, the lowest first, of each number below 3**8."""
MARKS = np.array([0, 1, -1], np.int8)[DIGITS]
"""The marks that these digits stand for: 2 is O."""


def boards_of(numbers: Any, cells: int) -> Any:
    """Return the marks of boards, by their numbers in base 3."""
    halves = MARKS[numbers % 3**8], MARKS[numbers // 3**8]
    return np.hstack(halves)[:, :cells]


def written(source: Path, game: Game, folder: Path) -> Path:
    """Return the file that a C program writes of a game."""
    program = folder / source.stem
    output = folder / f"{source.stem}.bin"
    subprocess.run(["gcc", "-O3", "-o", program, source], check=True)
    rules = [str(game.rows), str(game.cols), str(game.k)]
    misere = ["misere"] if game.misere else []
    subprocess.run([program, *rules, output, *misere], check=True)
    return output


@pytest.fixture
def table_of_game(game: Game, tmp_path: Path) -> Table:
    build_stepwise(game, tmp_path / "table", fast=True)
    return open_table(tmp_path / "table")


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc")
@pytest.mark.parametrize("game", SOLVED_IN_C, ids=str)
def test_two_plain_c_programs_find_the_same(
    game: Game, table_of_game: Table, tmp_path: Path
) -> None:
    """Of every position where players have taken turns; best moves of every seventh."""
    table = table_of_game
    baseline = written(BASELINE, game, tmp_path)
    scores = np.fromfile(baseline, np.int8)
    played = np.fromfile(written(PLAYER, game, tmp_path), PLAYED)
    assert len(table) == (scores != UNREACHABLE).sum()
    assert len(table) == (played["plies"] != 255).sum()
    for part in np.array_split(played, 16):
        numbers, values, plies = part["number"], part["value"], part["plies"]
        of_plies = values * (game.cells + 1 - plies.astype(np.int8))
        expected = np.where(plies == 255, UNREACHABLE, of_plies)
        assert np.array_equal(scores[numbers], expected)

        marks = boards_of(numbers, game.cells)
        batch = table.batch(marks)
        assert np.array_equal(batch.values, values)
        assert np.array_equal(batch.plies.view(np.uint8), plies)
        best = table.batch(marks[::7]).best @ (1 << np.arange(game.cells))
        assert np.array_equal(best, part["best"][::7])


def test_hex_on_4x4_is_won_by_the_short_diagonal_alone(tmp_path: Path) -> None:
    """Its four cells are the first moves that win."""
    table = open_table(build_table(Game.named("4x4-hex-breaker"), tmp_path / "table"))
    moves = table.moves("." * 16)
    winning = sorted(move.cell for move in moves if move.outcome.value == 1)
    assert winning == [3, 6, 9, 12]


@pytest.mark.parametrize("game", [*plane_games()], ids=str)
def test_planes_pass_the_audit(game: Game, tmp_path: Path) -> None:
    """With what is published of them."""
    assert audit(build_table(game, tmp_path / "table")).passed
