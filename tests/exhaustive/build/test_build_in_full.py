"""In full: both methods, the audit, brute force and two plain C programs agree."""

import shutil
import subprocess
from pathlib import Path

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

from ttt_table import Game, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table

SOLVED_IN_C = [
    *(Game(4, 4, 4), Game(3, 3, 3, True), Game(3, 4, 3)),
    *(
        Game(*shape, misere)
        for shape in ((2, 5, 3), (1, 6, 2))
        for misere in (False, True)
    ),
    Game(1, 1, 1),
]
PLAYED = np.dtype(
    [("number", "<u4"), ("value", "i1"), ("plies", "u1"), ("best", "<u2")]
)
"""What played.c writes of a position."""
MARKS = np.array([0, 1, -1], np.int8)[np.indices((3,) * 8).reshape(8, -1).T[:, ::-1]]
"""The digits in base 3, the lowest first, of each number below 3**8; a 2, for O, is -1 here."""


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc")
@pytest.mark.parametrize("game", SOLVED_IN_C, ids=str)
def test_two_plain_c_programs_find_the_same(game: Game, tmp_path: Path) -> None:
    """Of every position where the players have taken turns; the best moves, of every seventh."""
    scores = np.fromfile(
        written(test_build.__file__, "baseline", game, tmp_path), np.int8
    )
    played = np.fromfile(written(__file__, "played", game, tmp_path), PLAYED)
    build_stepwise(game, tmp_path / "table", fast=True)
    table = open_table(tmp_path / "table")
    assert len(table) == (played["plies"] != 255).sum() == (scores != 127).sum()
    for part in np.array_split(played, 16):
        due = part["value"] * (game.cells + 1 - part["plies"].astype(np.int8))
        assert np.array_equal(
            scores[part["number"]], np.where(part["plies"] == 255, 127, due)
        )
        halves = MARKS[part["number"] % 3**8], MARKS[part["number"] // 3**8]
        marks = np.hstack(halves)[:, : game.cells]
        found = table.batch(marks)
        assert np.array_equal(found.values, part["value"])
        assert np.array_equal(found.plies.view(np.uint8), part["plies"])
        best = table.batch(marks[::7]).best @ (1 << np.arange(game.cells))
        assert np.array_equal(best, part["best"][::7])


def written(beside: str, name: str, game: Game, folder: Path) -> Path:
    """What a C program writes of a game: its source stands beside a file of tests."""
    program, output = folder / name, folder / f"{name}.bin"
    source = Path(beside).with_name(f"{name}.c")
    subprocess.run(["gcc", "-O3", "-o", program, source], check=True)
    shape = [str(game.rows), str(game.cols), str(game.k)]
    subprocess.run([program, *shape, output, *["misere"] * game.misere], check=True)
    return output


in_full(
    test_build.test_both_methods_the_audit_and_brute_force_agree,
    game=[
        *(*GAMES, *FALLING, *EVERY_KIND),
        *(random_game(1000 + seed, 10 if seed % 10 == 0 else 9) for seed in range(150)),
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
    moves = table.look("." * 16).moves
    assert sorted(move.cell for move in moves if move.outcome.value == 1) == [
        3,
        6,
        9,
        12,
    ]


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
    *(Game(3, 3, k) for k in (1, 3, 4)),
    *(
        Game(3, 4, 3, True),
        Game(3, 4, 2),
        Game(1, 9, 3),
        Game(4, 4, 3),
        Game(4, 4, 4, True),
    ),
    *(Game(3, 5, 3, misere, gravity=True) for misere in (False, True)),
    Game(4, 6, 2),  # 68 lines: more than one integer has bits
    *(
        Game(4, 5, 4),
        Game(5, 4, 3, gravity=True),
    ),  # the digests of 5x5 are in test_boards.py
]


in_full(test_kernel.test_it_finds_what_numpy_finds, game=COMPILED)
in_full(test_kernel.test_a_build_with_it_gives_the_same_bytes, jobs=[1, 2])
in_full(
    test_workfolder.test_a_name_may_be_as_long_as_the_system_allows,
    name=["n" * 242, "n" * 255, "ö" * 127],
)
