"""The executor of the example for Dask, and what goes wrong with it."""

from concurrent.futures import Future
from types import SimpleNamespace

import pytest

from ttt_table.errors import WorkerError

pytest.importorskip("distributed")
import dask_cluster  # it needs Dask


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


@pytest.mark.parametrize("answers", [False, True])
def test_a_task_fails_once_there_have_been_no_workers_for_some_time(
    answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the scheduler is silent, or says that it has no workers."""
    monkeypatch.setattr(dask_cluster, "CHECKED_EVERY", 0.01)
    monkeypatch.setattr(dask_cluster, "LOST_AFTER", 0.02)
    client = Client(Future(), answers=answers)
    with dask_cluster.WatchedExecutor(client) as executor:
        future = executor.submit(print)
        with pytest.raises(WorkerError, match="no Dask workers are left"):
            future.result(60)


def test_an_error_of_a_task_is_passed_on() -> None:
    """The executor raises nothing in its place."""
    future: Future[object] = Future()
    future.set_exception(OSError("?"))
    with dask_cluster.WatchedExecutor(Client(future)) as executor:
        assert isinstance(executor.submit(print).exception(60), OSError)
