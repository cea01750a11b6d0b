"""In full: long builds survive, share out their work, and say what they will take."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
import test_build_large
from exhaustive import in_full
from stepwise import build_stepwise
from test_build_large import GAME, SMALLER, in_steps, right, script, smaller  # noqa: F401  # fixtures

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.build.workfolder import folder_name
from ttt_table.cli import main
from ttt_table.errors import (
    ArgumentError,
    WorkerError,
)

pytestmark = pytest.mark.xdist_group("processes")

COMMAND = """\
import sys
from ttt_table.build import plan
from ttt_table.cli import main
from ttt_table.build.workfolder import WorkFolder
if __name__ == "__main__":
    # Build 4x4 as if it were long, and say when it has begun with its larger tiers.
    plan.KEPT_FROM, plan.POOLED_FROM = 0, 100_000
    keep = WorkFolder.keep
    def keep_and_say(work, kind, stones, *rest):
        print(stones, flush=True)
        return keep(work, kind, stones, *rest)
    WorkFolder.keep = keep_and_say
    command = ["build", "--rows", "4", "--cols", "4", "--k", "4", "-q"]
    sys.exit(main([*command, "--jobs", sys.argv[2], "-o", sys.argv[1]]))
"""
"""The command line, for which 4x4 is long; it says when a tier is kept."""


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_a_long_build_gives_the_same_bytes_as_a_short_one(
    jobs: int, tmp_path: Path, right: bytes
) -> None:
    """With its tiers in files, shared out among threads; it leaves nothing but the table."""
    assert in_steps(GAME, tmp_path / "table", jobs=jobs) == right


@pytest.mark.parametrize("threads", [True, False])
def test_any_executor_will_do(threads: bool, tmp_path: Path, right: bytes) -> None:
    """Threads or processes of the caller's, who keeps them: they are not shut down."""
    processes = ProcessPoolExecutor(2, get_context("spawn"))
    with ThreadPoolExecutor(3) if threads else processes as workers:
        build_stepwise(GAME, tmp_path / "table", executor=workers, pooled_from=1000)
        assert workers.submit(int, "1").result() == 1
    assert (tmp_path / "table").read_bytes() == right


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("times", [10, 1])
@pytest.mark.parametrize("rule", ["plain", "gravity"])
def test_a_killed_build_goes_on_and_gives_the_right_bytes(
    jobs: int, times: int, rule: str, tmp_path: Path, right: bytes
) -> None:
    """Killed at random moments, one after another."""
    path, program = tmp_path / "table", script(tmp_path)
    draw = random.Random(f"{jobs} {times}")
    if rule == "gravity":
        right = Path(build_table(Game(5, 4, 4, gravity=True), path)).read_bytes()
        path.unlink()
    killed = 0
    while killed < times:
        command = [sys.executable, str(program), str(path), str(jobs), rule]
        builder = subprocess.Popen(command)
        try:
            builder.wait(draw.uniform(0.05, 0.9))
        except subprocess.TimeoutExpired:
            builder.kill()
            builder.wait()
            killed += 1
        if path.exists():
            assert path.read_bytes() == right
            path.unlink()
    subprocess.run([sys.executable, program, path, str(jobs), rule], check=True)
    assert path.read_bytes() == right
    assert {one.name for one in tmp_path.iterdir()} == {"table", "script.py"}


def test_of_builds_at_the_same_time_one_does_the_work(tmp_path: Path, right: bytes) -> None:
    """Four processes, one output: the others are refused, or come when the first has finished."""
    path, program = tmp_path / "table", script(tmp_path, COMMAND)
    builders = [
        subprocess.Popen([sys.executable, program, path, "1"], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    said = [builder.communicate()[1] for builder in builders]
    statuses = [builder.returncode for builder in builders]
    assert 0 in statuses
    for status, errors in zip(statuses, said, strict=True):
        assert (status, errors) == (0, "") or (status == 3 and "another build" in errors)
    assert path.read_bytes() == right
    assert {one.name for one in tmp_path.iterdir()} == {"table", "script.py"}


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limits on file sizes here")
@pytest.mark.parametrize("limit", [1000, 60_000, 300_000, 600_000])
@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_is_a_clear_error(
    limit: int, kept: bool, jobs: int, tmp_path: Path, right: bytes
) -> None:
    """Nothing stands under the final name, and what is left over is fit to go on from."""
    path = tmp_path / "table"
    text = f"""\
import resource, sys
from ttt_table import Game
from ttt_table.errors import TableAccessError
from ttt_table.build import carry_out
from ttt_table.build.plan import plan_build
if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
    plan = plan_build(Game(4, 4, 4), "tiers", jobs={jobs})
    try:
        carry_out(plan._replace(kept={kept}, pooled_from=50_000), sys.argv[1])
    except TableAccessError as error:
        sys.exit(str(error))
"""
    done = subprocess.run(
        [sys.executable, script(tmp_path, text), path], capture_output=True, text=True
    )
    assert done.stderr.startswith(str(tmp_path))
    assert done.stderr.endswith(f": cannot be written: {os.strerror(errno.EFBIG)}\n")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 1
    assert not path.exists()
    build_stepwise(GAME, path)
    assert path.read_bytes() == right


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("stones", [13, 12, 11])
def test_an_interrupt_ends_everything_and_keeps_the_finished_tiers(
    jobs: int, stones: int, tmp_path: Path, right: bytes
) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    path = tmp_path / "table"
    builder = subprocess.Popen(
        [sys.executable, script(tmp_path, COMMAND), path, str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert builder.stdout
    assert any(line == f"{stones}\n" for line in builder.stdout)
    os.killpg(builder.pid, signal.SIGINT)
    _, errors = builder.communicate()
    assert builder.returncode == 130
    assert errors == (
        "ttt-table: error: interrupted; "
        f"finished work is in {folder_name(path)}: run the same command to resume\n"
    )
    assert not path.exists()
    assert (Path(folder_name(path)) / f"tier-{stones + 1:02}").exists()
    build_stepwise(GAME, path)
    assert path.read_bytes() == right


def test_a_worker_that_dies_is_our_error(tmp_path: Path, right: bytes) -> None:
    """As when the system kills the largest process because memory is short."""
    path = tmp_path / "table"
    seen: list[int] = []

    def advance(slots: int) -> None:
        seen.append(slots)
        if sum(seen) > 600_000:
            os.kill(next(iter(workers._processes)), signal.SIGKILL)

    with (
        ProcessPoolExecutor(2, get_context("spawn")) as workers,
        pytest.raises(WorkerError, match="a worker process has died") as caught,
    ):
        build_stepwise(GAME, path, executor=workers, pooled_from=50_000, advance=advance)
    assert folder_name(path) in caught.value.__notes__[0]
    build_stepwise(GAME, path)
    assert path.read_bytes() == right


def test_a_board_that_needs_numpy_says_what_to_install(tmp_path: Path) -> None:
    """Without numpy the smaller boards are searched, and 4x4 is refused with exit status 2."""
    text = """\
import sys
sys.modules["numpy"] = None  # as if it were not installed
from ttt_table.cli import main
sys.exit(main(sys.argv[1:]))
"""
    command = [
        sys.executable,
        str(script(tmp_path, text)),
        "build",
        "-q",
        "-o",
        str(tmp_path / "table"),
    ]
    board = ["--rows", "4", "--cols", "4", "--k", "4"]
    done = subprocess.run([*command, *board], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'ttt-table[boards]'" in done.stderr
    board = ["--rows", "2", "--cols", "6"]
    subprocess.run([*command, *board], check=True, capture_output=True)
    assert open_table(tmp_path / "table").game == Game(2, 6, 3)


def test_the_method_can_be_chosen(tmp_path: Path, smaller: bytes) -> None:
    """Each gives the same bytes; the older name of the argument, and the option, still count."""
    for method in ("auto", "search", "tiers"):
        path = build_table(SMALLER, tmp_path / method, method=method)
        assert Path(path).read_bytes() == smaller
    for name in ("method", "engine"):
        with pytest.raises(ArgumentError, match="no method 'guess'; there are auto, search, tiers"):
            build_table(SMALLER, tmp_path / "table", **{name: "guess"})  # type: ignore[arg-type]  # any
        assert main(["build", f"--{name}", "tiers", "-o", str(tmp_path / "3x3"), "-q"]) == 0
        assert main(["build", f"--{name}", "guess"]) == 2


def test_a_long_build_says_what_it_will_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error, unless it is quiet; no progress where nobody watches."""
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)
    build_table(GAME, tmp_path / "table", quiet=False)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("4x4k4: 1,377,557 slots, 714.2 kB on disk, ")
    assert said.err.count("\n") == 1
    build_table(GAME, tmp_path / "table", quiet=True)
    assert capsys.readouterr().err == ""


test_any_damage_to_a_finished_tier_is_noticed = in_full(
    test_build_large.test_any_damage_to_a_finished_tier_is_noticed, times=[1, 5]
)
