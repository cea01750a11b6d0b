"""Build and audit the table of a large board with the workers of a Dask cluster.

    python dask_cluster.py tcp://HOST:8786 4x5k4

The table is written to the current folder, which all workers must see. A build that has
broken off resumes from its finished tiers. See docs/cost.md.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any
from weakref import WeakSet

import distributed

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.errors import TttTableError, WorkerError

ANSWERS_WITHIN = 30
"""Seconds in which the scheduler must answer, and have a first worker."""
CHECKED_EVERY = 5
"""Seconds between two checks whether there are workers."""
LOST_AFTER = 30
"""Seconds without any worker; until then a nanny may start one again."""


class WatchedExecutor(Executor):
    """Dask's executor, whose futures fail once there are no workers.

    Those of Dask's own executor would wait for ever.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._submit = client.get_executor(pure=False).submit
        self._futures: WeakSet[Future[Any]] = WeakSet()
        self._is_shut_down = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(self, *task: Any, **arguments: Any) -> Future[Any]:
        """Submit a task; Dask gives it up to three more workers if they die."""
        future: Future[Any] = self._submit(*task, **arguments)
        self._futures.add(future)
        return future

    def shutdown(self, *_: object, **__: object) -> None:
        """Stop watching; closing the client ends the tasks that are left."""
        self._is_shut_down.set()

    def _watch(self) -> None:
        without_workers = 0.0
        while not self._is_shut_down.wait(CHECKED_EVERY):
            if self._has_workers():
                without_workers = 0.0
                continue
            without_workers += CHECKED_EVERY
            if without_workers >= LOST_AFTER:
                for future in list(self._futures):
                    if not future.done():
                        future.set_exception(WorkerError("no Dask workers are left"))

    def _has_workers(self) -> bool:
        try:
            ask = self._client.scheduler.ncores
            return bool(self._client.sync(ask, callback_timeout=ANSWERS_WITHIN))
        except Exception:  # whatever Dask raises if the scheduler is gone or silent
            return False


@contextmanager
def connected(address: str) -> Iterator[tuple[int, Executor]]:
    """Yield the number of a cluster's threads, and their executor."""
    connect: Any = distributed.Client  # it has few annotations
    with connect(address, timeout=ANSWERS_WITHIN, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
        with WatchedExecutor(client) as executor:
            yield sum(client.nthreads().values()), executor


def main(address: str, name: str) -> None:
    """Build and audit the table of a game."""
    with connected(address) as (threads, executor):
        path = build_table(Game.named(name), jobs=threads, executor=executor)
        report = audit(path, jobs=threads, executor=executor)
    print(f"{path}: {'passed' if report.passed else 'FAILED'} the audit")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (OSError, TttTableError) as error:
        sys.exit(f"dask_cluster.py: {error}")
