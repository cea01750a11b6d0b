"""Executors of others: a real Dask cluster, processes of MPI, and what goes wrong with them."""

import sys
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from support.commands import Run

from ttt_table.cli.options import clusters
from ttt_table.errors import WorkerError


@pytest.mark.parametrize(
    ("option", "extra"), [("--dask=1.2.3.4:5", "dask"), ("--mpi", "mpi")]
)
def test_a_missing_extra_says_what_to_install(
    option: str, extra: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the name that pip understands."""
    for name in ("distributed", "mpi4py", "mpi4py.futures"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not installed
    assert f"pip install 'ttt-table[{extra}]'" in run(["audit", option], 2).err


class Client:
    """What our executor needs of a client of Dask, whose executor has a future for us."""

    scheduler = SimpleNamespace(ncores=None)

    def __init__(self, future: Future[object], *, answers: bool) -> None:
        self.future, self.answers = future, answers

    def get_executor(self, **_: object) -> object:
        return SimpleNamespace(submit=lambda *_, **__: self.future)

    def sync(self, *_: object, **__: object) -> object:
        if not self.answers:
            raise TimeoutError
        return {}


@pytest.mark.parametrize("answers", [False, True])
def test_no_task_is_waited_for_without_end(
    answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not where the scheduler says nothing, nor where it has no workers left."""
    monkeypatch.setattr(clusters, "LOOKED_EVERY", 0.01)
    monkeypatch.setattr(clusters, "LOST_AFTER", 0.02)
    with (
        clusters.WatchedExecutor(
            Client(Future(), answers=answers), "tcp://here:1"
        ) as executor,
        pytest.raises(WorkerError, match="no workers left"),
    ):
        executor.submit(print).result(60)
    error: Future[object] = Future()
    error.set_exception(OSError("?"))  # a task's own is handed on
    with clusters.WatchedExecutor(
        Client(error, answers=True), "tcp://here:1"
    ) as executor:
        assert isinstance(executor.submit(print).exception(60), OSError)
