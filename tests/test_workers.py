"""Whatever an executor or one of its workers does, the error says whose it is."""

import errno
import os
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path
from threading import Event, Thread, Timer
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest
from support.commands import HANGS

from ttt_table import Game, workers
from ttt_table.build.plan import plan_build
from ttt_table.errors import ArgumentError, SizeError, TableAccessError, WorkerError
from ttt_table.workers import Workers, check_not_stopped, load_compiled


class Chunk:
    """What a task is called with."""

    slots = 1


class Foreign(Executor):
    """An executor whose futures, or whose submit itself, do anything."""

    def __init__(self, work: Callable[..., Any], *, in_submit: bool = False) -> None:
        self.work = work
        self.in_submit = in_submit

    def submit(self, *task: Any, **_: Any) -> Any:
        if self.in_submit:
            return self.work(*task)
        future: Future[Any] = Future()
        try:
            future.set_result(self.work(*task))
        except BaseException as error:
            future.set_exception(error)
        return future


def call(task: Callable[..., Any], *arguments: Any) -> Any:
    return task(*arguments)


WORKING = Foreign(call)
"""An executor that does what it should."""


def fail(error: BaseException) -> Callable[..., Any]:
    """Return a function that raises an error, whatever it is called with."""

    def failing(*_: object) -> None:
        raise error

    return failing


def results(
    executor: Executor | None, task: Callable[[Any], Any] = lambda _: "done"
) -> list[Any]:
    """Return the results of a task for one chunk."""
    with Workers(1, executor) as started:
        return list(started.work(task, [Chunk()]))


def test_an_executor_that_works_gives_the_results() -> None:
    """In order."""
    assert results(WORKING) == ["done"]


@pytest.mark.parametrize("in_submit", [False, True])
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (CancelledError(), "gave up .CancelledError"),
        (ValueError("x\ny"), "gave up .ValueError"),
        (OSError("lost"), "gave up .OSError"),
        (ModuleNotFoundError("No module named 'numpy'"), "have ttt-table"),
        (WorkerError("our own executor's"), "^our own executor's$"),
    ],
)
def test_whatever_an_executor_raises_is_a_worker_error(
    error: Exception, message: str, in_submit: bool
) -> None:
    """In one line; workers may lack this package, or numpy."""
    with pytest.raises(WorkerError, match=message) as caught:
        results(Foreign(fail(error), in_submit=in_submit))
    assert "\n" not in str(caught.value)


JUNK = [None, 7, "done", [], object(), (None, None, "", "")]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("in_submit", [False, True])
def test_an_executor_that_returns_junk_is_a_worker_error(
    junk: object, in_submit: bool
) -> None:
    """In place of a future, or of what the worker returned."""
    with pytest.raises(WorkerError, match=r"executor('s submit)? returned"):
        results(Foreign(lambda *_: junk, in_submit=in_submit))


@pytest.mark.parametrize("executor", ["tcp://host:8786", 7, object()])
def test_what_is_not_an_executor_is_refused(executor: Any) -> None:
    """Before anything is done."""
    with pytest.raises(ArgumentError, match="must be one with a method submit"):
        plan_build(Game(4, 5, 4), executor=executor)


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("0"), TableAccessError("t: no")], ids=repr
)
def test_a_tasks_own_error_stays_what_it_is(error: Exception) -> None:
    """What happened in the worker is its cause."""
    with pytest.raises(type(error)) as caught:
        results(WORKING, fail(error))
    assert caught.value is error
    assert "in failing" in str(error.__cause__)


def test_a_worker_without_memory_does_not_blame_its_executor() -> None:
    """Nor is the game too large."""
    with pytest.raises(MemoryError) as caught:
        results(WORKING, fail(MemoryError("no room")))
    assert not isinstance(caught.value, SizeError)


def test_a_system_without_threads_is_named_as_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a browser is, or where memory is short; no executor is to blame."""
    refused = Mock(side_effect=RuntimeError("can't start new thread"))
    monkeypatch.setattr(Thread, "start", refused)
    with pytest.raises(WorkerError, match="no thread can be started here") as caught:
        results(None, fail(MemoryError()))
    assert "executor" not in str(caught.value)
    assert "__main__" not in str(caught.value)


with_each_reason = pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES])


@with_each_reason
def test_a_folder_that_is_not_shared_is_named(number: int, tmp_path: Path) -> None:
    """The worker cannot open a file that is there."""
    path = tmp_path / "scores"
    path.touch()
    error = OSError(number, os.strerror(number), str(path))
    with pytest.raises(WorkerError, match="share its folder") as caught:
        results(WORKING, fail(error))
    assert str(path) in str(caught.value)


@with_each_reason
def test_a_file_that_is_not_here_either_is_the_tasks_own_error(
    number: int, tmp_path: Path
) -> None:
    """The folder may be shared."""
    error = OSError(number, os.strerror(number), str(tmp_path / "scores"))
    with pytest.raises(type(error)) as caught:
        results(WORKING, fail(error))
    assert caught.value is error


def test_a_worker_of_another_version_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before it does anything."""
    editions = iter(["1.0.0", "0.0.9", "0.0.9"])
    monkeypatch.setattr(workers, "edition", editions.__next__)
    with pytest.raises(
        WorkerError, match=r"a worker has ttt-table 0\.0\.9, but needs 1\.0\.0"
    ):
        results(WORKING)


@pytest.fixture
def editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Return the editions of a version with two states of a module."""
    monkeypatch.setattr(workers, "__file__", str(tmp_path / "workers.py"))
    module = tmp_path / "rules" / "module.py"
    module.parent.mkdir()

    def editions_of(version: str) -> list[str]:
        monkeypatch.setattr(workers, "__version__", version)
        editions = []
        for text in ("1", "2"):
            module.write_text(text)
            editions.append(workers.edition.__wrapped__())
        return editions

    return editions_of


def test_a_release_is_its_version(editions: Callable[[str], list[str]]) -> None:
    """Its modules never change."""
    assert editions("1.0.0") == ["1.0.0", "1.0.0"]


def test_between_releases_two_states_are_two_editions(
    editions: Callable[[str], list[str]],
) -> None:
    """One version stands for both."""
    first, second = editions("1.1.0.dev0")
    assert first != second
    assert first.startswith("1.1.0.dev0")
    assert second.startswith("1.1.0.dev0")


@pytest.mark.parametrize("moment", ["waiting", "working"])
def test_an_interrupt_of_the_main_thread_ends_all_threads(moment: str) -> None:
    """Whether it waited for a result or had one in hand."""
    events: list[str] = []
    begun = Event()

    def endless() -> None:
        begun.set()
        try:
            while True:
                check_not_stopped()
        finally:
            events.append("ended")

    def first() -> None:
        assert begun.wait(HANGS)
        if moment == "waiting":
            raise KeyboardInterrupt  # as if it had come during the wait for a result

    chunks = [Chunk(), Chunk()]
    tasks = dict(zip(chunks, (first, endless), strict=True))
    with pytest.raises(KeyboardInterrupt), Workers(2) as threads:
        for _ in threads.work(lambda chunk: tasks[chunk](), chunks):
            raise KeyboardInterrupt
    assert events == ["ended"]


@pytest.fixture
def compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module that is imported once its event is set, as numba takes long."""
    text = "import compiling\ncompiling.begun.set()\ncompiling.finished.wait()\n"
    (tmp_path / "slow_kernel.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    events = ModuleType("compiling")
    events.begun = Event()  # type: ignore[attr-defined]
    events.finished = Event()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "compiling", events)
    yield events
    events.finished.set()
    sys.modules.pop("slow_kernel", None)


def test_an_interrupt_does_not_wait_for_compiled_code(compiling: ModuleType) -> None:
    """Which no other thread can stop."""

    def interrupt() -> None:
        compiling.begun.wait()
        interrupt_main()

    Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        load_compiled("slow_kernel")
    assert not compiling.finished.is_set()


def test_it_is_said_that_code_is_compiled(
    compiling: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Once, if it takes longer than to load it."""
    monkeypatch.setattr("ttt_table.workers.COMPILES_AFTER", 0)
    Timer(0.3, compiling.finished.set).start()
    load_compiled("slow_kernel", quiet=False)
    assert capsys.readouterr().err == "compiling, once: this takes half a minute\n"


def test_code_that_cannot_be_compiled_is_done_without() -> None:
    """As where numba is not installed."""
    load_compiled("ttt_table.no_such_module")
