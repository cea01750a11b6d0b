"""An audit shared out among workers finds what one process finds, in the same order."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

from repacked import packed, written
from samples import sampled

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.audit.report import Report
from ttt_table.audit.shares import check_share, shares_of
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.errors import ArgumentError, InconsistentTableError, WorkerError
from ttt_table.table.codec import Contents
from ttt_table.table.files import read_table
from ttt_table.table.slots import slots_per_block

GAMES = [Game(3, 4, 3), Game(3, 4, 3, True), Game(4, 3, 3, gravity=True), Game(3, 3, 3)]


def is_quick(game: Game) -> bool:
    """Whether it stands for the others."""
    return game == Game()


class Backwards(Executor):
    """One worker that does the last share first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Asked, Any, Any]] = []

    def submit(self, task: Any, /, *given: Any, **_: Any) -> Any:
        self.waiting.append((Asked(self), task, given))
        return self.waiting[-1][0]

    def work(self) -> None:
        while self.waiting:
            future, task, given = self.waiting.pop()
            future.set_result(task(*given))


class Asked(Future[Any]):
    """Something that is done once its result is wanted."""

    def __init__(self, worker: Backwards) -> None:
        super().__init__()
        self.worker = worker

    def result(self, timeout: float | None = None) -> Any:
        self.worker.work()
        return super().result(timeout)


@pytest.fixture(autouse=True)
def shared_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share out small tables too, a few blocks at a time."""
    monkeypatch.setattr("ttt_table.audit.SHARED_FROM", 0)
    monkeypatch.setattr("ttt_table.audit.shares.LEAST_SLOTS_A_SHARE", 100)


def spoilt(contents: Contents, path: Path) -> Path:
    """The table with numbers of its tiers exchanged here and there, and a palette too large."""
    chance = random.Random(3)
    tiers = packed(contents)
    for stones, tier in enumerate(tiers):
        if len(tier.palette) == 1 << contents.tiers[stones].bits:
            slots = bytearray(tier.slots)
            slots[chance.randrange(max(1, len(slots) - 1))] ^= 1
            tiers[stones] = tier._replace(slots=bytes(slots))
    assert len(tiers[0].palette) == 1
    tiers[0] = tiers[0]._replace(palette=[*tiers[0].palette, None])
    return written(path, contents, tiers)


def alone(path: Path) -> Report:
    """The report of an audit by one process."""
    return audit(path, jobs=1)


@pytest.mark.parametrize("game", sampled(GAMES, is_quick), ids=str)
def test_whoever_does_the_work_the_report_is_the_same(game: Game, tmp_path: Path) -> None:
    """Threads, or a worker that does the last share first; of right tables and of wrong ones."""
    right = Path(build_table(game, tmp_path / "right"))
    contents = read_table(right, verify=True)
    wrong = spoilt(contents, tmp_path / "wrong")
    assert alone(right).passed
    assert alone(wrong).wrong_slots > 0
    assert [unused.stones for unused in alone(wrong).unused] == [0]
    for path in (right, wrong):
        with ThreadPoolExecutor(3) as threads:
            assert audit(path, executor=threads) == alone(path)
        assert audit(path, executor=Backwards(), jobs=7) == alone(path)


@pytest.mark.parametrize("game", sampled(GAMES[::3], is_quick), ids=str)
def test_threads_of_our_own_find_the_same(game: Game, tmp_path: Path) -> None:
    """Two of them."""
    path = spoilt(read_table(build_table(game, tmp_path / "t"), verify=True), tmp_path / "wrong")
    assert audit(path, jobs=2) == alone(path)


@pytest.mark.parametrize("workers", [1, 3, 1000])
def test_the_shares_are_all_blocks_in_order(workers: int, tmp_path: Path) -> None:
    """From the last tier to the first, each block once."""
    contents = read_table(build_table(Game(3, 4, 3), tmp_path / "t"))
    jobs = shares_of(contents, str(tmp_path / "t"), workers)
    blocks = [
        (job.share.stones, block)  # type: ignore[attr-defined]  # a share of an audit
        for job in jobs
        for block in range(job.share.first, job.share.last)  # type: ignore[attr-defined]  # too
    ]
    assert blocks == [
        (stones, block)
        for stones in reversed(range(13))
        for block in range(contents.tiers[stones].blocks)
    ]
    assert sum(job.slots for job in jobs) == sum(
        tier.blocks * slots_per_block(stones) for stones, tier in enumerate(contents.tiers)
    )


def test_a_file_exchanged_during_the_audit_is_noticed(tmp_path: Path) -> None:
    """Workers open it by its path, and compare what its head says."""
    path = tmp_path / "t"
    build_table(Game(3, 4, 3), path)
    share = shares_of(read_table(path), str(path), 2)[3].share
    check_share(share)  # type: ignore[arg-type]  # a share of an audit
    build_table(Game(3, 4, 3, True), path)
    with pytest.raises(InconsistentTableError, match="exchanged"):
        check_share(share)  # type: ignore[arg-type]  # a share of an audit


@pytest.mark.slow
def test_blocks_of_another_game_are_refused_with_the_files_name(tmp_path: Path) -> None:
    """By a worker as by one process."""
    contents = read_table(build_table(Game(3, 4, 3), tmp_path / "t"), verify=True)
    tiers = packed(contents)
    masks = bytes(tiers[2].masks)
    tiers[2] = tiers[2]._replace(masks=masks[2:4] + masks[:2] + masks[4:])
    path = written(tmp_path / "wrong", contents, tiers)
    with ThreadPoolExecutor(2) as threads, pytest.raises(InconsistentTableError) as caught:
        audit(path, executor=threads)
    assert str(caught.value) == f"{path}: the blocks of tier 2 are not the canonical masks"


def test_no_jobs_are_refused(tmp_path: Path) -> None:
    """Nobody would do the work; nor can thousands."""
    path = build_table(Game(3, 3, 3), tmp_path / "t")
    with pytest.raises(ArgumentError, match="0 jobs"):
        audit(path, jobs=0)
    assert main(["audit", "--jobs", "-1", path]) == 2
    assert main(["audit", "--jobs", "5000", path]) == 2


@pytest.mark.slow
def test_the_command_takes_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And says the same."""
    path = build_table(Game(3, 4, 3), tmp_path / "t")
    said = []
    for jobs in ("1", "2"):
        assert main(["audit", "--json", "--jobs", jobs, path]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1]


LONG = """\
import sys
import ttt_table.audit
from ttt_table.cli import main
ttt_table.audit.SHARED_FROM = 0
class Told:
    def __enter__(self):
        return self.advance
    def __exit__(self, *_):
        pass
    def advance(self, slots):
        print("going", flush=True)
ttt_table.audit.watched = lambda *_, **__: Told()
sys.exit(main(["audit", "-q", "--jobs", "2", sys.argv[1]]))
"""
"""A script that audits a table as if it were large, and says when workers have begun."""


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table of some million slots."""
    return build_table(Game(4, 4, 4), tmp_path_factory.mktemp("larger") / "4x4")


@pytest.mark.slow
def test_a_worker_that_dies_is_our_error(larger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of an executor of the caller's."""

    @contextmanager
    def killing(*_: object, **__: object) -> Iterator[Callable[[int], object]]:
        yield lambda _: os.kill(next(iter(workers._processes)), signal.SIGKILL)

    monkeypatch.setattr("ttt_table.audit.watched", killing)
    with (
        ProcessPoolExecutor(2, get_context("spawn")) as workers,
        pytest.raises(WorkerError, match="a worker process has died"),
    ):
        audit(larger, executor=workers, jobs=2)


@pytest.mark.slow
def test_an_interrupt_ends_everything(larger: str) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    auditor = subprocess.Popen(
        [sys.executable, "-c", LONG, larger],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert auditor.stdout
    assert auditor.stdout.readline() == "going\n"
    auditor.send_signal(signal.SIGINT)
    _, errors = auditor.communicate()
    assert (auditor.returncode, errors) == (130, "ttt-table: error: interrupted\n")
