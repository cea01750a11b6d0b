"""The workers of a Dask cluster, for one command."""

from __future__ import annotations

import logging
import re
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from typing import Any
from weakref import WeakSet

from ttt_table.errors import ArgumentError, MissingExtraError, WorkerError

ADDRESS = re.compile(r"(tcp://)?(\[[^][\s/]+\]|[^][:\s/]+):[0-9]{1,5}/?")
"""Dask's client would take long to unmake for a protocol that it does not speak."""
ANSWERS_WITHIN = 10
"""Seconds for the scheduler to answer, and for its first worker to be there."""
LOOKED_EVERY = 5
"""Seconds between two looks at whether there are still workers."""
LOST_AFTER = 30
"""Seconds without any worker; until then a nanny may start one again."""


@contextmanager
def dask_workers(address: str) -> Iterator[tuple[int, Executor]]:
    """How many threads work for the scheduler at this address, and their executor.

    Raises `ArgumentError` for a bad address, `MissingExtraError` without Dask, and
    `WorkerError` where no scheduler answers, or it has no workers.
    """
    if not ADDRESS.fullmatch(address):
        raise ArgumentError(
            f"--dask needs the address of a scheduler, such as tcp://HOST:8786, not {address!r}"
        )
    with ExitStack() as stack:
        # What becomes of the work we say ourselves, once; Dask would tell each step of its end.
        stack.callback(logging.disable, logging.root.manager.disable)
        logging.disable(logging.CRITICAL)
        stack.enter_context(warnings.catch_warnings(action="ignore"))
        client = _client(address)
        stack.callback(client.close, timeout=ANSWERS_WITHIN)
        try:
            client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
        except OSError:  # a TimeoutError is one, too
            raise WorkerError(
                f"the Dask scheduler at {address} has no workers: start some, dask worker {address}"
            ) from None
        many = sum(client.nthreads().values()) or 1
        yield many, stack.enter_context(WatchedExecutor(client, address))


def _client(address: str) -> Any:
    try:
        distributed: Any = import_module("distributed")  # much of it has no annotations
    except ImportError as error:
        raise MissingExtraError.of("--dask", "Dask", error) from None
    client: Future[Any] = Future()

    def connect() -> None:
        try:
            made = distributed.Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
            client.set_result(made)
        except Exception as error:
            client.set_exception(error)

    # In a thread of its own: for a server that accepts and then says nothing, Dask waits for ever.
    threading.Thread(target=connect, daemon=True).start()
    try:
        return client.result(ANSWERS_WITHIN + LOOKED_EVERY)
    except Exception as error:
        reason = str(error).partition("\n")[0] or "it does not answer"
        raise WorkerError(f"no Dask scheduler answers at {address}: {reason}") from None


class WatchedExecutor(Executor):
    """Dask's own executor; but its futures end, even if the scheduler or all workers are silent."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._executor = client.get_executor(pure=False)
        self._asked: WeakSet[Future[Any]] = WeakSet()
        self._over = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, *task: Any, **named: Any) -> Future[Any]:
        """Ask some worker; a task whose worker dies is given to another, three times at most."""
        asked: Future[Any] = self._executor.submit(*task, **named)
        self._asked.add(asked)
        return asked

    def shutdown(self, *_: object, **__: object) -> None:
        """Watch no more; what is still asked for goes with the client."""
        self._over.set()

    def _watch(self) -> None:
        """Give up when there have been no workers for a while: Dask would wait for ever."""
        lost = f"the Dask scheduler at {self._address} is gone or silent, or has no workers left"
        idle = 0
        while not self._over.wait(LOOKED_EVERY):
            try:  # Client.nthreads() would wait for the answer for ever
                ask = self._client.scheduler.ncores
                there = bool(self._client.sync(ask, callback_timeout=LOOKED_EVERY))
            except Exception:
                there = False  # the scheduler is gone, or hangs
            idle = 0 if there else idle + LOOKED_EVERY
            for asked in [*self._asked] if idle >= LOST_AFTER else ():
                with suppress(InvalidStateError):
                    asked.set_exception(WorkerError(lost))
