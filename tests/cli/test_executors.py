"""The executor of a Dask cluster, and what goes wrong with it."""

import sys
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from support.commands import Run

from ttt_table.cli.options import clusters
from ttt_table.errors import WorkerError

ADDRESS = "tcp://here:1"


class Client:
    """A client of Dask whose executor returns this future, and which has no workers."""

    scheduler = SimpleNamespace(ncores=None)

    def __init__(self, future: Future[object], *, answers: bool = True) -> None:
        self.future = future
        self.answers = answers

    def get_executor(self, **_: object) -> object:
        return SimpleNamespace(submit=lambda *_, **__: self.future)

    def sync(self, *_: object, **__: object) -> object:
        if not self.answers:
            raise TimeoutError
        return {}


def test_without_dask_the_error_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The extra is named as pip understands it."""
    monkeypatch.setitem(sys.modules, "distributed", None)  # as if it were not installed
    error = run(["audit", "--dask=1.2.3.4:5"], 2).err
    assert "pip install 'ttt-table[dask]'" in error


@pytest.mark.parametrize("answers", [False, True])
def test_a_task_fails_once_there_have_been_no_workers_for_some_time(
    answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the scheduler is silent, or says that it has no workers."""
    monkeypatch.setattr(clusters, "CHECKED_EVERY", 0.01)
    monkeypatch.setattr(clusters, "LOST_AFTER", 0.02)
    client = Client(Future(), answers=answers)
    with clusters.WatchedExecutor(client, ADDRESS) as executor:
        future = executor.submit(print)
        with pytest.raises(WorkerError, match="no workers left"):
            future.result(60)


def test_an_error_of_a_task_is_passed_on() -> None:
    """The executor raises nothing in its place."""
    future: Future[object] = Future()
    future.set_exception(OSError("?"))
    with clusters.WatchedExecutor(Client(future), ADDRESS) as executor:
        assert isinstance(executor.submit(print).exception(60), OSError)
