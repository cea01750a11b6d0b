"""In full: long builds survive, share out their work, and say what they will take."""

import errno
import os
import random
import signal
import subprocess
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from exhaustive.underway import BIN, GOING, SMALL_BOARD, long, start, wait_for
from support.stepwise import build_stepwise, stop_at
from test_build_large import GAME, SMALLER

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.build.workfolder import folder_name
from ttt_table.errors import WorkerError
from ttt_table.workers import Workers

pytestmark = pytest.mark.xdist_group("processes")


@pytest.fixture(scope="session")
def right(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return Path(
        build_table(GAME, tmp_path_factory.mktemp("right") / "4x4")
    ).read_bytes()


@pytest.fixture(scope="session")
def smaller(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("right") / "3x4"
    return Path(build_table(SMALLER, path, method="search")).read_bytes()


def test_a_build_goes_on_from_its_last_finished_tier(
    tmp_path: Path, smaller: bytes
) -> None:
    """What was solved before it stopped is not solved again, down to what was damaged since."""
    path = tmp_path / "table"
    stop_at(8, SMALLER, path)
    tiers = sorted(Path(folder_name(path)).glob("tier-*"))
    assert [tier.name for tier in tiers] == [
        f"tier-{stones:02}" for stones in range(8, 13)
    ]
    os.truncate(tiers[2], tiers[2].stat().st_size - 1)
    before = [tier.stat().st_mtime_ns for tier in tiers]
    stop_at(7, SMALLER, path)
    after = [tier.stat().st_mtime_ns for tier in tiers]
    assert [one == other for one, other in zip(before, after, strict=True)] == [
        0,
        0,
        0,
        1,
        1,
    ]
    assert build_stepwise(SMALLER, path, pooled_from=1000) == smaller
    assert os.listdir(tmp_path) == ["table"]


@pytest.mark.parametrize("threads", [True, False])
def test_any_executor_will_do(threads: bool, tmp_path: Path, right: bytes) -> None:
    """Threads or processes of the caller's, who keeps them: they are not shut down."""
    processes = ProcessPoolExecutor(2, get_context("spawn"))
    with ThreadPoolExecutor(3) if threads else processes as workers:
        table = build_stepwise(
            GAME, tmp_path / "table", executor=workers, pooled_from=1000
        )
        assert workers.submit(int, "1").result() == 1
    assert (table, os.listdir(tmp_path)) == (right, ["table"])


def build(path: Path, *options: object) -> list[str]:
    """The command for 4x4, or another board, as if it were long."""
    return long("build", *SMALL_BOARD, "-q", "-o", path, *options)


def quick(command: list[str]) -> list[str]:
    """The same where such a build is not long."""
    return [str(BIN / "ttt-table"), *command[3:]]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    "options", [[], ["--rows", "5", "--gravity", "--method", "tiers"]]
)
def test_a_killed_build_goes_on_and_gives_the_right_bytes(
    jobs: int, options: list[str], tmp_path: Path, right: bytes
) -> None:
    """Killed at random moments, one after another."""
    path, draw = tmp_path / "table", random.Random(jobs)
    if options:
        right = Path(build_table(Game(5, 4, 4, gravity=True), path)).read_bytes()
        path.unlink()
    command = build(path, "--jobs", jobs, *options)
    killed = 0
    while killed < 4:
        late = draw.uniform(0.05, 0.9)
        try:
            subprocess.run(
                command,
                input=GOING,
                text=True,
                capture_output=True,
                timeout=late,
                check=True,
            )
        except subprocess.TimeoutExpired:
            killed += 1
        if path.exists():
            assert path.read_bytes() == right
            path.unlink()
    subprocess.run(command, input=GOING, text=True, capture_output=True, check=True)
    assert path.read_bytes() == right
    assert os.listdir(tmp_path) == ["table"]


@pytest.mark.parametrize("kept", [True, False])
def test_builds_at_the_same_time_leave_one_whole_table(
    kept: bool, tmp_path: Path, right: bytes
) -> None:
    """Of long ones one does the work and others are refused; of quick ones the last rename wins."""
    path = tmp_path / "table"
    command = build(path, "--jobs", 1)
    builders = [start(*command if kept else quick(command)) for _ in range(4)]
    said = [builder.communicate(GOING)[1] for builder in builders]
    statuses = [builder.returncode for builder in builders]
    assert statuses.count(0) >= (1 if kept else 4)
    for status, errors in zip(statuses, said, strict=True):
        assert (status, errors) == (0, "") or (
            status == 3 and "another build" in errors
        )
    assert path.read_bytes() == right
    assert os.listdir(tmp_path) == ["table"]


@pytest.mark.parametrize("limit", [1000, 300_000, 600_000])
@pytest.mark.parametrize("kept", [True, False])
def test_a_full_disk_is_a_clear_error(
    limit: int, kept: bool, tmp_path: Path, right: bytes
) -> None:
    """Nothing stands under the final name, and what is left over is fit to go on from."""
    import resource

    path = tmp_path / "table"
    command = build(path, "--jobs", 2)
    done = subprocess.run(
        command if kept else quick(command),
        input=GOING,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.stderr.startswith(f"ttt-table: error: {tmp_path}")
    assert f": cannot be written: {os.strerror(errno.EFBIG)}" in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode == 3
    assert not path.exists()
    assert build_stepwise(GAME, path) == right


@pytest.mark.parametrize(("jobs", "stones"), [(1, 12), (2, 13)])
def test_an_interrupt_ends_everything_and_keeps_the_finished_tiers(
    jobs: int, stones: int, tmp_path: Path, right: bytes
) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    path = tmp_path / "table"
    builder = start(*build(path, "--jobs", jobs))
    wait_for(f"tier-{stones:02}", builder)
    os.killpg(
        builder.pid, signal.SIGINT
    )  # while it waits, so that it cannot be too late
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
        [*workers.work(os._exit, [1, 2, 3])]


def test_a_long_build_says_what_it_will_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error, unless it is quiet; no progress where nobody watches."""
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)
    build_table(GAME, tmp_path / "table", quiet=False)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("4x4k4: 1,377,557 slots, 730.6 kB on disk, ")
    assert said.err.count("\n") == 1
    build_table(GAME, tmp_path / "table", quiet=True)
    assert capsys.readouterr().err == ""
