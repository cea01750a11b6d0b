"""Long builds survive, divide their work, and say what they will take."""

import errno
import os
import random
import resource
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from support.commands import HANGS
from support.stepwise import build_stepwise, stop_at
from support.underway import (
    BIN,
    GOING,
    PAUSING,
    SMALL_BOARD,
    long,
    start,
    wait_for,
)

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.build.workfolder import folder_name
from ttt_table.errors import WorkerError
from ttt_table.workers import Workers

pytestmark = pytest.mark.xdist_group("processes")

GAME = Game(4, 4, 4)
SMALLER = Game(3, 4, 3)


@pytest.fixture(scope="session")
def right(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("right") / "4x4.msgpack"
    return Path(build_table(GAME, path)).read_bytes()


@pytest.fixture(scope="session")
def smaller(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("right") / "3x4.msgpack"
    return Path(build_table(SMALLER, path, method="search")).read_bytes()


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The path of a table whose build was stopped when tier 8 of 12 was finished."""
    path = tmp_path / "table.msgpack"
    stop_at(8, SMALLER, path)
    return path


def parts_of(path: Path) -> list[Path]:
    return sorted(Path(folder_name(path)).glob("tier-*"))


def test_a_stopped_build_keeps_its_finished_tiers(stopped: Path) -> None:
    """From the last one down."""
    names = [part.name for part in parts_of(stopped)]
    assert names == ["tier-08", "tier-09", "tier-10", "tier-11", "tier-12"]


def test_a_build_goes_on_below_the_last_good_tier(stopped: Path) -> None:
    """What is damaged is solved again, and all that was made from it."""
    parts = parts_of(stopped)
    damaged = parts[2]
    os.truncate(damaged, damaged.stat().st_size - 1)
    before = [part.stat().st_mtime_ns for part in parts]
    stop_at(7, SMALLER, stopped)
    after = [part.stat().st_mtime_ns for part in parts]
    kept = [old == new for old, new in zip(before, after, strict=True)]
    assert kept == [False, False, False, True, True]


def test_a_build_that_goes_on_gives_the_right_bytes(
    stopped: Path, smaller: bytes
) -> None:
    """And leaves nothing else."""
    assert build_stepwise(SMALLER, stopped, pooled_from=1000) == smaller
    assert list(stopped.parent.iterdir()) == [stopped]


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(2, get_context("spawn")),
}


@pytest.mark.parametrize("kind", EXECUTORS)
def test_any_executor_will_do(kind: str, tmp_path: Path, right: bytes) -> None:
    """It is the caller's, and is not shut down."""
    path = tmp_path / "table.msgpack"
    with EXECUTORS[kind]() as executor:
        table = build_stepwise(GAME, path, executor=executor, pooled_from=1000)
        assert executor.submit(int, "1").result() == 1
    assert table == right
    assert list(tmp_path.iterdir()) == [path]


def build(path: Path, *options: object) -> list[str]:
    """Return the command for 4x4, or another board, as if it took long."""
    return long("build", *SMALL_BOARD, "-q", "-o", path, *options)


def quick(command: list[str]) -> list[str]:
    """Return the same build without its pauses."""
    return [str(BIN / "ttt-table"), *command[len(PAUSING) :]]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("game", [Game(4, 4, 4), Game(5, 4, 4, gravity=True)], ids=str)
def test_a_killed_build_goes_on_and_gives_the_right_bytes(
    jobs: int, game: Game, tmp_path: Path
) -> None:
    """Killed at random moments, one after another."""
    path = tmp_path / "table.msgpack"
    right = Path(build_table(game, path)).read_bytes()
    path.unlink()
    command = long("build", str(game), "-q", "-o", path, "--jobs", jobs)
    rng = random.Random(jobs)
    killed = 0
    while killed < 4:
        killed += not ends_within(rng.uniform(0.05, 0.9), command)
        if path.exists():
            assert path.read_bytes() == right
            path.unlink()
    assert ends_within(HANGS, command)
    assert path.read_bytes() == right
    assert list(tmp_path.iterdir()) == [path]


def ends_within(seconds: float, command: list[str]) -> bool:
    """Run a command, and kill it after some time; tell whether it ended before."""
    try:
        subprocess.run(
            command,
            input=GOING,
            text=True,
            capture_output=True,
            timeout=seconds,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return False
    return True


def is_refused(status: int, errors: str) -> bool:
    return status == 3 and "another build" in errors


def test_of_long_builds_at_the_same_time_one_does_the_work(
    tmp_path: Path, right: bytes
) -> None:
    """The others are refused, or come after it."""
    path = tmp_path / "table.msgpack"
    builders = [start(*build(path, "--jobs", 1)) for _ in range(4)]
    succeeded = 0
    for builder in builders:
        _, errors = builder.communicate(GOING)
        if (builder.returncode, errors) == (0, ""):
            succeeded += 1
        else:
            assert is_refused(builder.returncode, errors)
    assert succeeded >= 1
    assert path.read_bytes() == right
    assert list(tmp_path.iterdir()) == [path]


def test_quick_builds_at_the_same_time_all_succeed(
    tmp_path: Path, right: bytes
) -> None:
    """The last one to rename its file wins."""
    path = tmp_path / "table.msgpack"
    builders = [start(*quick(build(path, "--jobs", 1))) for _ in range(4)]
    for builder in builders:
        _, errors = builder.communicate(GOING)
        assert (builder.returncode, errors) == (0, "")
    assert path.read_bytes() == right
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("limit", [1000, 300_000, 600_000])
@pytest.mark.parametrize("kept", [True, False])
def test_a_full_disk_is_a_clear_error(
    limit: int, kept: bool, tmp_path: Path, right: bytes
) -> None:
    """There is no file with the final name, and the same command can be run again."""
    path = tmp_path / "table.msgpack"
    command = build(path, "--jobs", 2)
    if not kept:
        command = quick(command)
    program = subprocess.run(
        command,
        input=GOING,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert program.stderr.startswith(f"ttt-table: error: {tmp_path}")
    assert f": cannot be written: {os.strerror(errno.EFBIG)}" in program.stderr
    assert program.stderr.count("\n") == 1
    assert program.returncode == 3
    assert not path.exists()
    assert build_stepwise(GAME, path) == right


@pytest.mark.parametrize(("jobs", "stones"), [(1, 12), (2, 13)])
def test_an_interrupt_ends_everything_and_keeps_the_finished_tiers(
    jobs: int, stones: int, tmp_path: Path, right: bytes
) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    path = tmp_path / "table.msgpack"
    builder = start(*build(path, "--jobs", jobs))
    wait_for(f"tier-{stones:02}", builder)
    # While it waits, so that it cannot be too late.
    os.killpg(builder.pid, signal.SIGINT)
    _, errors = builder.communicate(GOING)
    assert builder.returncode == 130
    assert errors == (
        "ttt-table: error: interrupted; "
        f"finished work is in {folder_name(path)}: run the same command to resume\n"
    )
    assert not path.exists()
    assert (Path(folder_name(path)) / f"tier-{stones:02}").exists()
    assert build_stepwise(GAME, path) == right


def test_a_worker_that_dies_is_our_error() -> None:
    """As when the system kills the largest process because memory is short."""
    with (
        ProcessPoolExecutor(2, get_context("spawn")) as processes,
        Workers(2, processes) as workers,
        pytest.raises(WorkerError, match="it or a worker may have ended"),
    ):
        list(workers.work(os._exit, [1, 2, 3]))


def test_a_long_build_says_what_it_will_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line on standard error; no progress, since nobody watches."""
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)
    build_table(GAME, tmp_path / "table.msgpack", quiet=False)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("4x4k4: 1,377,557 slots, 730.6 kB on disk, ")
    assert printed.err.count("\n") == 1


def test_a_quiet_build_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However long it takes."""
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)
    build_table(GAME, tmp_path / "table.msgpack", quiet=True)
    assert capsys.readouterr().err == ""
