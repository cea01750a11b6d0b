"""Long builds: what is refused before they begin, and what they will take."""

import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import Run

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.build.estimate import (
    Estimate,
    check_room,
    estimate_search,
    estimate_tiers,
    in_bytes,
)
from ttt_table.build.plan import plan_build
from ttt_table.build.workfolder import folder_name
from ttt_table.errors import ArgumentError, MissingExtraError, SizeError
from ttt_table.runtime import most_positions
from ttt_table.table.slots import slots_by_tier

GAME = Game(4, 4, 4)
SMALLER = Game(3, 4, 3)


BAD_JOBS: list[Any] = [0, -1, "2", 1.5, True, 10**6, 10**5000]


@pytest.mark.parametrize("jobs", BAD_JOBS, ids=type)
def test_a_build_refuses_jobs_that_are_not_a_number_of_workers(
    jobs: Any, tmp_path: Path
) -> None:
    """Before it does anything."""
    with pytest.raises(ArgumentError, match="jobs"):
        build_table(Game(), tmp_path / "table", jobs=jobs)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("jobs", BAD_JOBS, ids=type)
def test_an_audit_refuses_jobs_that_are_not_a_number_of_workers(
    jobs: Any, tmp_path: Path
) -> None:
    """Before it opens the file."""
    with pytest.raises(ArgumentError, match="jobs"):
        audit(tmp_path / "none", jobs=jobs)


def test_a_tuple_is_not_a_game() -> None:
    """The message shows how to make one."""
    with pytest.raises(ArgumentError, match=r"game is \(3, 3, 3\), but it must be"):
        build_table((3, 3, 3))  # type: ignore[arg-type]  # the point of this


def test_a_larger_board_is_solved_by_tiers() -> None:
    """With numpy."""
    assert plan_build(SMALLER).method == "tiers"


def test_without_numpy_a_board_of_twelve_cells_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes longer."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert plan_build(SMALLER).method == "search"


def test_without_numpy_the_error_for_a_large_board_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the name that pip understands."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ttt-table\[boards\]'"):
        plan_build(GAME)


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize(
    ("game", "stones"),
    [
        (Game(1, 25, 3), "15"),
        (Game(1, 30, 3, gravity=True), r"\d+"),
        (Game(2, 15, 3, gravity=True), r"\d+"),
    ],
    ids=str,
)
def test_a_game_that_no_file_can_hold_is_refused_at_once(
    game: Game, stones: str, force: bool, tmp_path: Path
) -> None:
    """Its largest tier takes more than 4 GiB, where ``force`` does not help."""
    with pytest.raises(
        SizeError, match=rf"tier of {stones} stones may take up to [\d,]+ bytes"
    ):
        build_table(game, tmp_path / "table", force=force)


@pytest.mark.parametrize(
    "game",
    [Game(5, 5, 4), Game(5, 5, 3, True), Game(1, 24, 3), Game(3, 8, 3)],
    ids=str,
)
def test_a_game_that_a_file_can_hold_is_planned(game: Game) -> None:
    """Each of these takes less than 64 GiB."""
    assert plan_build(game).needed.file < 1 << 36


@pytest.mark.parametrize(
    ("rows", "cols", "slots", "file", "positions"),
    [
        (6, 5, 2_867_365_607, "1.3 GB", 1_044_334_437),
        (5, 6, 5_149_807_912, "2.5 GB", 2_818_972_642),
    ],
)
def test_thirty_cells_with_gravity_fit_a_file(
    rows: int, cols: int, slots: int, file: str, positions: int
) -> None:
    """Known without a build; the positions are another program's count."""
    game = Game(rows, cols, 4, gravity=True)
    needed = plan_build(game, jobs=2).needed
    assert needed.slots == slots == sum(slots_by_tier(game))
    assert in_bytes(needed.file) == file
    assert needed.memory < 500 << 20
    assert positions < most_positions(game)


@pytest.mark.parametrize(
    ("needed", "slots", "file", "work", "memory", "seconds"),
    [
        (
            estimate_tiers(Game(5, 5, 4), 2),
            20_479_891_915,
            10_454_536_338,
            27_725_999_980,
            209_924_480,
            808.0,
        ),
        (
            estimate_tiers(Game(4, 6, 4, gravity=True), 1, fast=True),
            83_168_680,
            40_119_554,
            114_927_720,
            163_283_340,
            3.0,
        ),
        (
            estimate_tiers(Game(4, 5, 4), 4, fast=True, processes=True),
            187_879_901,
            94_842_683,
            258_842_311,
            758_138_880,
            1.3,
        ),
        (estimate_search(Game()), 1_372, 33_576, 0, 18_288_716, 0.0),
    ],
)
def test_the_needs_of_a_build_are_estimated(
    needed: Estimate, slots: int, file: int, work: int, memory: int, seconds: float
) -> None:
    """Of large boards as of small ones, with threads and with processes."""
    assert needed[:-1] == (slots, file, work, memory)
    assert needed.seconds == pytest.approx(seconds, abs=0.05)


NEEDED = estimate_tiers(Game(4, 5, 4), 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.msgpack"


def have_memory(monkeypatch: pytest.MonkeyPatch, size: int | None) -> None:
    monkeypatch.setattr("ttt_table.build.estimate.available_memory", lambda: size)


@pytest.fixture
def disk_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have one byte less on the disk than a build of 4x5 needs."""
    monkeypatch.setattr("ttt_table.build.estimate.free_disk", lambda _: NEEDED.work - 1)
    have_memory(monkeypatch, None)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.2, "1 s"),
        (119.4, "119 s"),
        (120, "2 minutes"),
        (7199, "120 minutes"),
        (7200, "2 hours"),
        (100_000, "28 hours"),
    ],
)
def test_a_long_build_says_roughly_how_long_it_takes(
    seconds: float,
    shown: str,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In the unit that people would use."""
    plan = plan_build(Game())
    long_plan = plan._replace(needed=plan.needed._replace(seconds=seconds))
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)
    monkeypatch.setattr("ttt_table.build.plan_build", lambda *_: long_plan)
    build_table(Game(), path, quiet=False)
    assert f"of memory, roughly {shown}" in capsys.readouterr().err


@pytest.mark.usefixtures("disk_too_small")
def test_what_does_not_fit_on_the_disk_is_refused_with_the_figures(path: Path) -> None:
    """How much it needs, and how much there is."""
    with pytest.raises(SizeError, match=r"258\.8 MB of space on the disk"):
        check_room(Game(4, 5, 4), NEEDED, path, resumed=True)


@pytest.mark.usefixtures("disk_too_small")
def test_what_an_earlier_build_has_left_counts_as_space(path: Path) -> None:
    """It is a part of what the build needs."""
    folder = Path(folder_name(path))
    folder.mkdir()
    (folder / "tier-20").write_text("1")
    check_room(Game(4, 5, 4), NEEDED, path, resumed=True)


def test_what_does_not_fit_into_memory_is_refused_with_the_figures(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And with both ways out."""
    have_memory(monkeypatch, 100_000_000)
    board = ["4x5k4"]
    error = run(["build", *board, "--jobs", "2", "-o", str(path)], 2).err
    assert "of memory, but only 100.0 MB is available; fewer jobs need less" in error
    assert "; --force (in Python force=True) builds it anyway" in error
    assert not path.exists()


def test_if_the_system_does_not_say_how_much_memory_there_is_none_is_compared(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS and Windows."""
    have_memory(monkeypatch, None)
    check_room(Game(4, 5, 4), NEEDED, path, resumed=True)


def test_force_builds_whatever_is_available(
    path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it even this is refused."""
    have_memory(monkeypatch, 0)
    with pytest.raises(SizeError):
        build_table(Game(), path, method="tiers")
    build_table(Game(), path, method="tiers", force=True)
    assert path.read_bytes() == shipped
