"""In full: both methods, the audit, brute force and two plain C programs agree."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import test_build
import test_kernel
import test_workfolder
from boards import hex_game
from exhaustive import in_full
from planes import PLANES, projective_plane
from support.games import EVERY_KIND
from support.stepwise import build_stepwise
from test_build import FALLING, GAMES, random_game
from test_workfolder import path  # noqa: F401  # fixtures

from ttt_table import Game, Table, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table

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


def written(beside: str, name: str, game: Game, folder: Path) -> Path:
    """Return what a C program writes of a game; its source is beside its tests."""
    program = folder / name
    output = folder / f"{name}.bin"
    source = Path(beside).with_name(f"{name}.c")
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
    baseline = written(test_build.__file__, "baseline", game, tmp_path)
    scores = np.fromfile(baseline, np.int8)
    played = np.fromfile(written(__file__, "played", game, tmp_path), PLAYED)
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


in_full(
    test_build.test_both_methods_the_audit_and_brute_force_agree,
    game=[
        *GAMES,
        *FALLING,
        *EVERY_KIND,
        *(random_game(seed, most_cells=9) for seed in range(1000, 1150) if seed % 10),
        *(random_game(seed, most_cells=10) for seed in range(1000, 1150, 10)),
    ],
)
in_full(
    test_build.test_maker_and_breaker_end_as_another_program_has_found,
    game=[
        (Game(breaker=True), 5646, 698, 28, 7),
        (Game(misere=True, breaker=True), 5646, 28, 698, -9),
        (Game(3, 4, 3, gravity=True, breaker=True), 8587, 2332, 164, 9),
        (Game(4, 4, 4, breaker=True), 9_883_988, 427_320, 8221, -16),
        (hex_game(3, 3), 5676, 624, 42, 5),
        (hex_game(4, 4), 9_677_224, 709_632, 6435, 9),
        (projective_plane(3)._replace(breaker=True), 403_118, 20_124, 702, -13),
    ],
)


def test_hex_on_4x4_is_won_by_the_short_diagonal_alone(tmp_path: Path) -> None:
    """Its four cells are the first moves that win."""
    table = open_table(build_table(hex_game(4, 4), tmp_path / "table"))
    moves = table.moves("." * 16)
    winning = sorted(move.cell for move in moves if move.outcome.value == 1)
    assert winning == [3, 6, 9, 12]


in_full(
    test_build.test_the_size_of_a_batch_changes_nothing,
    batch=[1, 7, 100, 5000],
    game=[Game(), Game(gravity=True)],
)


@pytest.mark.parametrize("game", PLANES.values(), ids=str)
def test_planes_pass_the_audit(game: Game, tmp_path: Path) -> None:
    """With what is published of them."""
    assert audit(build_table(game, tmp_path / "table")).passed


COMPILED = [
    Game(3, 3, 1),
    Game(3, 3, 3),
    Game(3, 3, 4),
    Game(3, 4, 3, True),
    Game(3, 4, 2),
    Game(1, 9, 3),
    Game(4, 4, 3),
    Game(4, 4, 4, True),
    Game(3, 5, 3, gravity=True),
    Game(3, 5, 3, True, gravity=True),
    Game(4, 6, 2),  # 68 lines: more than one integer has bits
    Game(4, 5, 4),
    Game(5, 4, 3, gravity=True),
]
"""The digests of 5x5 are in docs/boards.jsonl, which other tests build."""
in_full(test_kernel.test_it_finds_what_numpy_finds, game=COMPILED)
in_full(test_kernel.test_a_build_with_it_gives_the_same_bytes, jobs=[1, 2])
in_full(
    test_workfolder.test_a_name_may_be_as_long_as_the_system_allows,
    name=["n" * 242, "n" * 255, "ö" * 127],
)
