"""A real Dask cluster, and what goes wrong with it."""

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from support.commands import HANGS
from support.underway import BIN, GOING, SMALL_BOARD, long, start, wait_for

from ttt_table.build.workfolder import folder_name
from ttt_table.cli import main

pytestmark = pytest.mark.xdist_group("processes")

BOARD = ["3x6k4"]
DIGEST, SMALL_DIGEST = "c6449b064f23", "c2d1fed8f903"
"""How those of 3x6 and 4x4 begin, as docs/boards.jsonl has them."""
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
                [BIN / "dask", *arguments],
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


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for all tests that leave it as it was; workers have two threads."""
    started = Cluster(tmp_path_factory.mktemp("dask"), ["--nthreads", "2"], 2)
    yield started
    started.close()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(pid) for pid in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ]


OURS = (BIN / "ttt-table",)
IMPATIENT = """\
import sys
from ttt_table.cli import main
from ttt_table.cli.options import clusters
clusters.ANSWERS_WITHIN = 2
"""


def command(
    *arguments: object, program: Sequence[object] = OURS
) -> tuple[int, str, str]:
    """Run our command line; return its status, its output and its errors."""
    line = [*map(str, (*program, *arguments))]
    done = subprocess.run(
        line, capture_output=True, text=True, timeout=HANGS, check=False
    )
    return done.returncode, done.stdout, done.stderr


def error_of(*arguments: object, program: Sequence[object] = OURS) -> str:
    """The one line in which our command line says what it could not do."""
    status, _, errors = command(*arguments, program=program)
    assert (status, errors.count("\n")) == (3, 1)
    return errors


def paused(*arguments: object) -> subprocess.Popen[str]:
    """Our command line, where it has paused in the middle."""
    program = start(*long(*arguments))
    wait_for("tier-11" if "build" in arguments else "checked", program)
    return program


def digest(path: Path) -> str:
    """The start of a file's digest."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


@needs_dask
def test_a_dask_cluster_builds_and_audits(tmp_path: Path, lasting: Cluster) -> None:
    """The right bytes; nothing is said."""
    path = tmp_path / "table"
    for arguments in (["build", *BOARD, "-q", "-o", path], ["audit", "-q", path]):
        status, _, errors = command(*arguments, "--dask", lasting.address)
        assert (status, errors) == (0, "")
    assert digest(path) == DIGEST
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A right table of 4x4."""
    path = str(tmp_path_factory.mktemp("small") / "table")
    assert main(["build", *SMALL_BOARD, "-q", "-o", path]) == 0
    return path


@needs_dask
@pytest.mark.parametrize("event", ["workers", "scheduler", "interrupt"])
def test_what_breaks_off_says_so_and_a_build_goes_on(
    event: str,
    tmp_path: Path,
    small: str,
    lasting: Cluster,
    cluster: Callable[..., Cluster],
) -> None:
    """One line, a documented status; the build goes on from its finished tiers."""
    dask = lasting
    if event != "interrupt":
        dask = cluster("--nthreads", "1", "--no-nanny")
    path = tmp_path / "table"
    programs = [
        paused("build", *SMALL_BOARD, "-q", "-o", path, "--dask", dask.address),
        paused("audit", "-q", small, "--dask", dask.address),
    ]
    killed = {"workers": dask.workers, "scheduler": [dask.scheduler], "interrupt": []}
    for process in killed[event]:
        process.kill()
    # That a scheduler is gone, Dask itself or our executor may be the first to notice.
    complaints = {
        "workers": ["no workers left"],
        "scheduler": ["the executor gave up", "is gone or silent"],
        "interrupt": ["interrupted"],
    }
    status = 130 if event == "interrupt" else 3
    for program in programs:
        if event == "interrupt":
            os.killpg(program.pid, signal.SIGINT)
        _, errors = program.communicate(GOING, timeout=HANGS)
        assert program.returncode == status
        assert any(complaint in errors for complaint in complaints[event])
        assert ("finished work is in" in errors) == (program is programs[0])
        assert errors.count("\n") == 1
    assert len([*Path(folder_name(path)).glob("tier-*")]) == 6
    assert main(["build", *SMALL_BOARD, "-q", "-o", str(path)]) == 0
    assert digest(path) == SMALL_DIGEST


@needs_dask
def test_a_worker_that_is_killed_costs_nothing_but_time(
    tmp_path: Path, small: str, lasting: Cluster
) -> None:
    """Dask gives its tasks to another worker; build and audit go on."""
    path = tmp_path / "table"
    build: list[object] = ["build", *SMALL_BOARD, "-o", path]
    audit: list[object] = ["audit", small]
    for worker, arguments in zip(lasting.workers, (build, audit), strict=True):
        program = paused(*arguments, "-q", "--dask", lasting.address)
        killed = children(worker.pid)[-1]
        os.kill(killed, signal.SIGKILL)
        _, errors = program.communicate(GOING, timeout=HANGS)
        assert (program.returncode, errors) == (0, "")
        # On a busy machine it takes long until a killed worker is there again. If the
        # other one were killed before, there would be none.
        lasting.wait_for_workers(killed)
    assert digest(path) == SMALL_DIGEST


@needs_dask
@pytest.mark.parametrize(
    "where", ["nowhere", "a server that says nothing", "no workers"]
)
def test_a_cluster_that_does_not_work_is_a_clear_error(
    where: str, tmp_path: Path, cluster: Callable[..., Cluster]
) -> None:
    """Within a bounded time."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        if where == "nowhere":
            server.close()
        if where == "no workers":
            address = cluster(workers=0).address
        program = (sys.executable, "-c", f"{IMPATIENT}sys.exit(main(sys.argv[1:]))")
        error = error_of(
            "build", *BOARD, "-o", tmp_path / "t", "--dask", address, program=program
        )
    assert error.startswith("ttt-table: error: ")
    assert "no Dask scheduler with workers answers at" in error


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
    for _ in range(2):
        error = error_of("build", *BOARD, "-o", tmp_path / "t", "--dask", address)
        assert "Do all have ttt-table" in error
