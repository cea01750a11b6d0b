"""Long builds: they survive, they share out their work, and they say what they will take."""

import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import Run

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.build.estimate import check_room, estimate_tiers, in_bytes
from ttt_table.build.plan import plan_build
from ttt_table.build.workfolder import folder_name
from ttt_table.errors import ArgumentError, GameError, MissingExtraError, SizeError
from ttt_table.table.slots import most_positions, slots_by_tier

GAME = Game(4, 4, 4)
SMALLER = Game(3, 4, 3)


@pytest.mark.parametrize("jobs", [0, -1, "2", 1.5, True, 10**6, 10**5000], ids=type)
def test_jobs_and_games_that_nobody_can_mean_are_refused(
    jobs: Any, tmp_path: Path
) -> None:
    """By builds and audits alike, before anything is done; no tuple is a game."""
    with pytest.raises(ArgumentError, match="jobs"):
        build_table(Game(), tmp_path / "table", jobs=jobs)
    with pytest.raises(ArgumentError, match="jobs"):
        audit(tmp_path / "none", jobs=jobs)
    with pytest.raises(GameError, match=r"such as Game\(3, 3, 3\), not \(3, 3, 3\)"):
        build_table((3, 3, 3), jobs=jobs)  # type: ignore[arg-type]  # the point of this


def test_a_board_that_needs_numpy_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without it the smaller boards are searched, though it takes longer."""
    assert plan_build(SMALLER).method == "tiers"
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert plan_build(SMALLER).method == "search"
    with pytest.raises(MissingExtraError, match=r"pip install 'ttt-table\[boards\]'"):
        plan_build(GAME)


def test_a_game_that_no_file_can_hold_is_refused_at_once(tmp_path: Path) -> None:
    """Its largest tier takes more than 4 GiB, and even ``force`` cannot help."""
    for force in (False, True):
        with pytest.raises(
            SizeError, match=r"tier of 15 stones needs up to [\d,]+ bytes"
        ):
            build_table(Game(1, 25, 3), tmp_path / "table", force=force)
    for wide in (Game(1, 30, 3, gravity=True), Game(2, 15, 3, gravity=True)):
        with pytest.raises(SizeError, match=r"tier of \d+ stones"):
            build_table(wide)
    for game in (Game(5, 5, 4), Game(5, 5, 3, True), Game(1, 24, 3), Game(3, 8, 3)):
        assert plan_build(game).needed.file < 1 << 36


def test_thirty_cells_with_gravity_fit_a_file() -> None:
    """What they take is told without building them; the positions are another program's count."""
    for rows, cols, slots, file, positions in (
        (6, 5, 2_867_365_607, "1.3 GB", 1_044_334_437),
        (5, 6, 5_149_807_912, "2.5 GB", 2_818_972_642),
    ):
        game = Game(rows, cols, 4, gravity=True)
        needed = plan_build(game, jobs=2).needed
        assert needed.slots == slots == sum(slots_by_tier(game))
        assert (in_bytes(needed.file), needed.memory < 500 << 20) == (file, True)
        assert positions < most_positions(game)


def test_what_does_not_fit_is_refused_with_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, shipped: bytes
) -> None:
    """Neither into memory nor on the disk, unless told to go on, when nothing is checked."""
    path = tmp_path / "table"
    needed = estimate_tiers(Game(4, 5, 4), 2)
    monkeypatch.setattr("ttt_table.build.estimate.free_disk", lambda _: needed.work - 1)
    with pytest.raises(SizeError, match=r"258\.8 MB of space on the disk"):
        check_room(Game(4, 5, 4), needed, path, resumed=True)
    Path(folder_name(path)).mkdir()
    Path(folder_name(path), "tier-20").write_text("1")
    check_room(Game(4, 5, 4), needed, path, resumed=True)
    monkeypatch.setattr(
        "ttt_table.build.estimate.available_memory", lambda: 100_000_000
    )
    board = ["--rows", "4", "--cols", "5", "--k", "4"]
    said = run(["build", *board, "--jobs", "2", "-o", str(path)], 2).err
    assert "of memory, but only 100.0 MB is available; --force" in said
    assert "fewer --jobs" in said
    assert not path.exists()
    monkeypatch.setattr("ttt_table.build.estimate.available_memory", lambda: None)
    check_room(Game(4, 5, 4), needed, path, resumed=True)
    monkeypatch.setattr("ttt_table.build.estimate.available_memory", lambda: 0)
    with pytest.raises(SizeError):
        build_table(Game(), path, method="tiers")
    build_table(Game(), path, method="tiers", force=True)
    assert path.read_bytes() == shipped
