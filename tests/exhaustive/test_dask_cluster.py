"""The example for Dask with a real cluster, and what goes wrong with it."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from support.commands import HANGS

from ttt_table.cli import main

pytestmark = pytest.mark.xdist_group("processes")

EXAMPLES = Path(__file__).parents[2] / "examples"
DIGEST = "c6449b064f23"
"""How that of 3x6k4 begins, as data/boards.csv has it."""
needs_dask = pytest.mark.skipif(
    not find_spec("distributed"), reason="Dask is not installed"
)


class Cluster:
    """A scheduler and some workers, started by their commands."""

    def __init__(self, folder: Path, options: list[str], workers: int) -> None:
        self.folder = folder
        description = folder / "scheduler"
        place = ["--host", "127.0.0.1", "--port", "0"]
        written = ["--scheduler-file", str(description)]
        self.scheduler = self.start("scheduler", *place, *written, "--no-dashboard")
        self.address = self.written_address(description)
        work = ["worker", self.address, "--no-dashboard", *options]
        self.workers = [
            self.start(*work, "--local-directory", str(folder / str(number)))
            for number in range(workers)
        ]
        self.wait_for_workers()

    def written_address(self, description: Path) -> str:
        """Wait until the scheduler has written its address, whose port it chooses."""
        while self.scheduler.poll() is None:
            with suppress(OSError, ValueError):  # it is missing, or not complete
                return str(json.loads(description.read_text())["address"])
            time.sleep(0.05)
        raise AssertionError(f"it has ended: {(self.folder / 'log').read_text()}")

    def wait_for_workers(self, killed: int | None = None) -> None:
        """Wait until all workers are there, also in place of one that was killed."""
        from distributed import Client

        connect: Any = Client  # it has no annotations
        with connect(self.address, timeout=HANGS, set_as_default=False) as client:
            pids: list[int] = []
            # A worker that has ended counts until the scheduler notices; it may be
            # started again at the same address. Only the processes tell.
            while killed in pids or len(pids) < len(self.workers):
                time.sleep(0.05)
                pids = list(client.run(os.getpid, on_error="ignore").values())

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """A command of Dask, in its own group."""
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-P", "-m", "dask", *arguments],
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def close(self) -> None:
        """Kill all of it; to end in order, they would take seconds."""
        for process in (*self.workers, self.scheduler):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def cluster(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., Cluster]]:
    """Start a cluster, with options for its workers; it ends with the test."""
    started: list[Cluster] = []

    def start(*options: str, workers: int = 2) -> Cluster:
        started.append(Cluster(tmp_path_factory.mktemp("dask"), [*options], workers))
        return started[-1]

    yield start
    for running in started:
        running.close()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(pid) for pid in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ]


def digest(path: Path) -> str:
    """The start of a file's digest."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


CODE = """
import sys
sys.path.insert(0, sys.argv[1])
import dask_cluster
dask_cluster.ANSWERS_WITHIN = 5
dask_cluster.CHECKED_EVERY = 0.5
dask_cluster.LOST_AFTER = 5
try:
    dask_cluster.main(*sys.argv[2:])
except (OSError, dask_cluster.TttTableError) as error:
    sys.exit(f"it ends: {error}")
"""
"""The example, in a hurry."""


def start_example(address: str, game: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", CODE, str(EXAMPLES), address, game],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@needs_dask
def test_a_dask_cluster_builds_and_audits(
    tmp_path: Path, cluster: Callable[..., Cluster]
) -> None:
    """The right bytes, also if a worker is killed, whose tasks go to another one."""
    dask = cluster("--nthreads", "1")
    program = start_example(dask.address, "3x6k4", tmp_path)
    wait_for_work(tmp_path, program)
    os.kill(children(dask.workers[0].pid)[-1], signal.SIGKILL)
    printed, _ = program.communicate(timeout=HANGS)
    assert printed == "3x6k4.msgpack: passed the audit\n"
    assert digest(tmp_path / "3x6k4.msgpack") == DIGEST


@needs_dask
@pytest.mark.parametrize("event", ["workers", "scheduler"])
def test_a_build_ends_if_all_workers_die(
    event: str, tmp_path: Path, cluster: Callable[..., Cluster]
) -> None:
    """It does not hang, and one machine finishes it."""
    dask = cluster("--nthreads", "1", "--no-nanny")
    program = start_example(dask.address, "3x6k4", tmp_path)
    wait_for_work(tmp_path, program)
    killed = dask.workers if event == "workers" else [dask.scheduler]
    for process in killed:
        process.kill()
    _, errors = program.communicate(timeout=HANGS)
    assert program.returncode == 1
    assert "it ends: " in errors
    path = tmp_path / "3x6k4.msgpack"
    assert main(["build", "3x6k4", "-q", "-o", str(path)]) == 0
    assert digest(path) == DIGEST


def wait_for_work(folder: Path, program: subprocess.Popen[str]) -> None:
    """Wait until a build has finished a tier."""
    while not list(folder.glob(".*.work/tier-*")):
        assert program.poll() is None, program.communicate()
        time.sleep(0.05)


@needs_dask
def test_workers_that_lack_our_package_are_named(
    tmp_path: Path, cluster: Callable[..., Cluster], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be imported there; nobody waits for ever."""
    broken_package = tmp_path / "ttt_table"
    broken_package.mkdir()
    (broken_package / "__init__.py").write_text("raise ImportError('broken')")
    with monkeypatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path))
        address = cluster("--nthreads", "1").address
    program = start_example(address, "3x6k4", tmp_path)
    _, errors = program.communicate(timeout=HANGS)
    assert "Do all have ttt-table" in errors


@needs_dask
def test_where_nobody_answers_it_ends(tmp_path: Path) -> None:
    program = start_example("tcp://127.0.0.1:1", "3x6k4", tmp_path)
    _, errors = program.communicate(timeout=HANGS)
    assert "it ends: " in errors
