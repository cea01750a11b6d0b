"""Whatever an executor or one of its workers does, the error says whose it is."""

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
from ttt_table.workers import Workers, check_going_on


class Share:
    """Some work."""

    slots = 1


class Foreign(Executor):
    """An executor whose submit, or whose futures, do anything."""

    def __init__(self, result: Callable[..., Any], *, at_once: bool = False) -> None:
        self.result, self.at_once = result, at_once

    def submit(self, *task: Any, **_: Any) -> Any:
        if self.at_once:
            return self.result(*task)
        future: Future[Any] = Future()
        try:
            future.set_result(self.result(*task))
        except BaseException as error:
            future.set_exception(error)
        return future


def call(task: Callable[..., Any], *given: Any) -> Any:
    return task(*given)


def fail(error: BaseException) -> Callable[..., Any]:

    def failing(*_: object) -> None:
        raise error

    return failing


def done_by(
    executor: Executor, task: Callable[..., Any] = lambda _: "done"
) -> list[Any]:
    with Workers(1, executor) as some:
        return [*some.work(task, [Share()])]


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (CancelledError(), "gave up .CancelledError"),
        (ValueError("x\ny"), "gave up .ValueError"),
        (OSError("lost"), "gave up .OSError"),
        (ModuleNotFoundError("No module named 'numpy'"), "have ttt-table"),
        (WorkerError("our own executor's"), "^our own executor's$"),
    ],
)
def test_whatever_an_executor_raises_is_a_worker_error(
    error: Exception, said: str, at_once: bool
) -> None:
    """Of any kind, in one line; workers may lack our package, or numpy."""
    with pytest.raises(WorkerError, match=said) as caught:
        done_by(Foreign(fail(error), at_once=at_once))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("junk", [None, 7, "done", [], object(), (None, None, "", "")])
@pytest.mark.parametrize("at_once", [False, True])
def test_an_executor_that_returns_junk_is_a_worker_error(
    junk: object, at_once: bool
) -> None:
    """In the place of a future, or of what the worker did; and what is none at all is refused."""
    with pytest.raises(WorkerError, match=r"executor('s submit)? returned"):
        done_by(Foreign(lambda *_: junk, at_once=at_once))
    with pytest.raises(ArgumentError, match="is no executor"):
        plan_build(Game(4, 5, 4), executor=junk or "tcp://host:8786")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("0"), TableAccessError("t: no")], ids=repr
)
def test_a_tasks_own_error_stays_what_it_is(error: Exception) -> None:
    """It comes back as a result; what happened in the worker stands behind it."""
    with pytest.raises(type(error)) as caught:
        done_by(Foreign(call), fail(error))
    assert caught.value is error
    assert "in failing" in str(error.__cause__)
    with pytest.raises(SizeError, match="not enough memory"):
        done_by(Foreign(call), fail(MemoryError("no room")))


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES])
def test_a_folder_that_is_not_shared_is_named(tmp_path: Path, number: int) -> None:
    """The worker cannot open what is there; where it is not there either, the error stays."""
    path = tmp_path / "scores"
    error = OSError(number, os.strerror(number), str(path))
    with pytest.raises(type(error)):
        done_by(Foreign(call), fail(error))
    path.touch()
    with pytest.raises(WorkerError, match="share its folder") as caught:
        done_by(Foreign(call), fail(error))
    assert str(path) in str(caught.value)


def test_a_worker_of_another_version_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before it does anything."""
    assert done_by(Foreign(call)) == ["done"]
    monkeypatch.setattr(workers, "edition", iter(["1.0.0", "0.0.9", "0.0.9"]).__next__)
    with pytest.raises(
        WorkerError, match=r"a worker has ttt-table 0\.0\.9, but needs 1\.0\.0"
    ):
        done_by(Foreign(call))


def test_two_states_are_two_editions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between releases, where one version stands for both; a release is its version."""
    monkeypatch.setattr(workers, "__file__", str(tmp_path / "workers.py"))
    room = tmp_path / "rules" / "room.py"
    room.parent.mkdir()
    for version, many in (("1.0.0", 1), ("1.1.0.dev0", 2)):
        monkeypatch.setattr(workers, "__version__", version)
        found = {
            room.write_text(text) and workers.edition.__wrapped__() for text in "12"
        }
        assert [str(edition).startswith(version) for edition in found] == [True] * many


@pytest.mark.parametrize("moment", ["waiting", "working"])
def test_an_interrupt_of_the_thread_that_leads_ends_all_of_them(moment: str) -> None:
    """Between two batches, whether it waited for a result or had one in hand."""
    ended: list[str] = []
    begun = Event()

    def endless() -> None:
        begun.set()
        try:
            while True:
                check_going_on()
        finally:
            ended.append("a batch")

    def first() -> None:
        assert begun.wait(30)
        if moment == "waiting":
            raise KeyboardInterrupt  # as if it had come while the first result was waited for

    shares = [Share(), Share()]
    tasks = dict(zip(shares, (first, endless), strict=True))
    with pytest.raises(KeyboardInterrupt), Workers(2) as some:
        for _ in some.work(lambda share: tasks[share](), shares):
            raise KeyboardInterrupt
    assert ended == ["a batch"]
