"""The workers of a Dask cluster, for one command."""

import logging
import re
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from typing import Any
from weakref import WeakSet

from ttt_table.errors import ArgumentError, MissingExtraError, WorkerError

# Dask's client would take long to unmake for a protocol that it does not speak.
ADDRESS = re.compile(r"(tcp://)?(\[[^][\s/]+\]|[^][:\s/]+):[0-9]{1,5}/?")
ANSWERS_WITHIN = 10  # seconds for the scheduler to answer, and for its first worker to be there
LOOKED_EVERY = 5  # seconds between two looks at whether there are still workers
LOST_AFTER = 30  # seconds without any worker; until then a nanny may start one again


@contextmanager
def workers(address: str) -> Iterator[tuple[int, Executor]]:
    """How many threads work for the scheduler at this address, and their executor."""
    if not ADDRESS.fullmatch(address):
        words = "--dask needs the address of a scheduler, such as tcp://HOST:8786"
        raise ArgumentError(f"{words}, not {address!r}")
    # What becomes of the work we say ourselves, once; Dask would tell each step of its end.
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(action="ignore"), closing(_client(address)) as client:
            try:
                client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
            except OSError:  # a TimeoutError is one, too
                words = f"has no workers: start some, dask worker {address}"
                raise WorkerError(f"the Dask scheduler at {address} {words}") from None
            with WatchedExecutor(client, address) as executor:
                yield sum(client.nthreads().values()) or 1, executor
    finally:
        logging.disable(before)


def _client(address: str) -> Any:
    """Who asks the scheduler; in bounded time, also for a server that accepts and says nothing."""
    try:
        distributed: Any = import_module("distributed")  # much of it has no annotations
    except ImportError as error:
        raise MissingExtraError.of("--dask", "distributed", error) from None
    connected: Future[Any] = Future()

    def connect() -> None:
        try:
            client = distributed.Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
            connected.set_result(client)
        except Exception as error:
            connected.set_exception(error)

    threading.Thread(target=connect, daemon=True).start()
    try:
        return connected.result(ANSWERS_WITHIN + LOOKED_EVERY)
    except Exception as error:
        reason = str(error).partition("\n")[0] or "it does not answer"
        raise WorkerError(f"no Dask scheduler answers at {address}: {reason}") from None


class WatchedExecutor(Executor):
    """Dask's own; but its futures end, even if the scheduler or all workers are silent."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._submit = client.get_executor(pure=False).submit
        self._asked: WeakSet[Future[Any]] = WeakSet()
        self._over = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, *task: Any, **named: Any) -> Future[Any]:
        """Ask some worker; a task whose worker dies is given to another, three times at most."""
        asked: Future[Any] = self._submit(*task, **named)
        self._asked.add(asked)
        return asked

    def shutdown(self, *_: object, **__: object) -> None:
        """Watch no more; what is still asked for goes with the client."""
        self._over.set()

    def _watch(self) -> None:
        lost = f"the Dask scheduler at {self._address} is gone or silent, or has no workers left"
        idle = 0.0
        while not self._over.wait(LOOKED_EVERY):
            there = None
            with suppress(Exception):  # the scheduler is gone, or hangs, and nthreads() would too
                ask = self._client.scheduler.ncores
                there = self._client.sync(ask, callback_timeout=LOOKED_EVERY)
            idle = 0 if there else idle + LOOKED_EVERY
            for asked in [*self._asked] if idle >= LOST_AFTER else ():
                with suppress(InvalidStateError):
                    asked.set_exception(WorkerError(lost))
