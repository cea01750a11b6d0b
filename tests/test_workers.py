"""Whatever an executor or one of its workers does, the error says whose it is."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from ttt_table import Game, workers
from ttt_table.build.plan import plan_build
from ttt_table.errors import ArgumentError, SizeError, TableAccessError, WorkerError
from ttt_table.workers import Crew, Job


class Share:
    """Some work."""

    game = Game()


class Failing(Executor):
    """An executor whose futures end in an error of its own."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


class Direct(Executor):
    """An executor that works at once, in this thread."""

    def submit(self, task: Any, /, *given: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(task(*given))
        return future


def done_by(executor: Executor, error: Exception | None = None) -> list[Any]:
    """What comes of one job, whose task raises this."""

    def task(_: Share) -> str:
        if error:
            raise error
        return "done"

    with Crew(1, executor) as crew:
        return [*crew.work([Job(task, Share(), 1)], lambda _: None)]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (CancelledError(), "gave up .CancelledError"),
        (ValueError("x\ny"), "gave up .ValueError"),
        (OSError("lost"), "gave up .OSError"),
        (ModuleNotFoundError("No module named 'numpy'"), "do its workers have ttt-table"),
    ],
)
def test_whatever_an_executor_raises_is_a_worker_error(error: Exception, said: str) -> None:
    """Of any kind, in one line; workers may lack our package, or numpy."""
    with pytest.raises(WorkerError, match=said) as caught:
        done_by(Failing(error))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("executor", ["tcp://host:8786", 4])
def test_what_is_no_executor_is_refused(executor: Any) -> None:
    """Before anything is solved."""
    with pytest.raises(ArgumentError, match="is no executor"):
        plan_build(Game(4, 5, 4), executor=executor)


@pytest.mark.parametrize("error", [ZeroDivisionError("0"), TableAccessError("t: no")], ids=repr)
def test_a_tasks_own_error_stays_what_it_is(error: Exception) -> None:
    """It comes back as a result; what happened in the worker stands behind it."""
    with pytest.raises(type(error)) as caught:
        done_by(Direct(), error)
    assert caught.value is error
    assert "in task" in str(error.__cause__)
    with pytest.raises(SizeError, match="more memory than there is"):
        done_by(Direct(), MemoryError("no room"))


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES])
def test_a_folder_that_is_not_shared_is_named(tmp_path: Path, number: int) -> None:
    """The worker cannot open what is there; where it is not there either, the error stays."""
    path = tmp_path / "scores"
    error = OSError(number, os.strerror(number), str(path))
    with pytest.raises(type(error)):
        done_by(Direct(), error)
    path.touch()
    with pytest.raises(WorkerError, match="share its folder") as caught:
        done_by(Direct(), error)
    assert str(path) in str(caught.value)


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it does anything."""
    assert done_by(Direct()) == ["done"]
    monkeypatch.setattr(workers, "edition", iter(["1.0.0", "0.0.9", "0.0.9"]).__next__)
    with pytest.raises(WorkerError, match=r"a worker has ttt-table 0\.0\.9, but needs 1\.0\.0"):
        done_by(Direct())


def test_two_states_are_two_editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between releases, where one version stands for both; a release is its version."""
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    room = tmp_path / "room.py"
    for version, many in (("1.0.0", 1), ("1.1.0.dev0", 2)):
        monkeypatch.setattr(workers, "__version__", version)
        found = {room.write_text(text) and workers.edition.__wrapped__() for text in "12"}
        assert [str(edition).startswith(version) for edition in found] == [True] * many


@pytest.mark.parametrize("moment", ["waiting", "working"])
def test_an_interrupt_of_the_thread_that_leads_ends_all_of_them(moment: str) -> None:
    """Between two batches, whether it waited for a result or had one in hand."""
    ended: list[str] = []
    begun = Event()

    def endless(_: Share, advance: Callable[[int], object]) -> None:
        begun.set()
        try:
            while True:
                advance(1)
        finally:
            ended.append("a batch")

    def first(_: Share, __: object) -> None:
        assert begun.wait(30)
        if moment == "waiting":
            raise KeyboardInterrupt  # as if it had come while the first result was waited for

    jobs = [Job(first, Share(), 1), Job(endless, Share(), 1)]
    with pytest.raises(KeyboardInterrupt), Crew(2) as crew:
        for _ in crew.work(jobs, lambda _: None):
            raise KeyboardInterrupt
    assert ended == ["a batch"]
