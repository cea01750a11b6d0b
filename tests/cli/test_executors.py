"""Executors of others: a real Dask cluster, processes of MPI, and what goes wrong with them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from ttt_table.cli import main
from ttt_table.cli.executors import dask
from ttt_table.errors import WorkerError


@pytest.mark.parametrize("option", ["--dask=1.2.3.4:5", "--mpi"])
def test_a_missing_extra_says_what_to_install(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the name that pip understands."""

    class Missing:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name in ("distributed", "mpi4py"):
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    for name in [*sys.modules]:
        if name.partition(".")[0] in ("distributed", "mpi4py"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Missing, *sys.meta_path])
    assert main(["audit", option]) == 2
    extra = "mpi" if option == "--mpi" else "dask"
    assert f"pip install 'ttt-table[{extra}]'" in capsys.readouterr().err


class Client:
    """What our executor needs of a client of Dask, with one task that is done at once."""

    scheduler = SimpleNamespace(ncores=None)

    def __init__(self, status: str, result: Callable[[], object]) -> None:
        self.answer = SimpleNamespace(status=status, result=result, exception=lambda: OSError("?"))

    def submit(self, *_: object, **__: object) -> object:
        def add_done_callback(call: Callable[[object], None]) -> None:
            Thread(target=call, args=(self.answer,), daemon=True).start()

        return SimpleNamespace(add_done_callback=add_done_callback)

    def sync(self, *_: object, **__: object) -> object:
        raise TimeoutError


def cancelled() -> None:
    """What Dask's futures do when the scheduler goes while a result is fetched."""
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("status", "result", "said"),
    [
        ("finished", cancelled, "is gone"),
        ("lost", cancelled, "is gone"),
        ("finished", Event().wait, "no workers left"),
    ],
)
def test_no_task_is_waited_for_without_end(
    status: str, result: Callable[[], object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even one that is done, whose result goes with the last worker, or the scheduler."""
    monkeypatch.setattr(dask, "LOOKED_EVERY", 0.01)
    monkeypatch.setattr(dask, "LOST_AFTER", 0.02 if "left" in said else 600)
    with (
        dask.DaskExecutor(Client(status, result), "tcp://here:1") as executor,
        pytest.raises(WorkerError, match=said),
    ):
        executor.submit(print).result(60)


def test_a_tasks_own_error_and_result_are_handed_on() -> None:
    """As they are."""
    with dask.DaskExecutor(Client("error", cancelled), "tcp://here:1") as executor:
        assert isinstance(executor.submit(print).exception(60), OSError)
    with dask.DaskExecutor(Client("finished", lambda: 3), "tcp://here:1") as executor:
        assert executor.submit(print).result(60) == 3
