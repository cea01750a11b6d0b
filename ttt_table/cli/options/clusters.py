"""The workers of a Dask cluster, which may be on many machines."""

import logging
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from socket import create_connection
from threading import Event, Thread
from typing import Any
from weakref import WeakSet

from ttt_table.errors import ArgumentError, MissingExtraError, WorkerError

ANSWERS_WITHIN = 30
"""Seconds in which the scheduler must answer, and have a first worker."""
CHECKED_EVERY = 5
"""Seconds between two checks whether there are workers."""
LOST_AFTER = 30
"""Seconds without any worker; until then a nanny may start one again."""


@contextmanager
def connect_to_dask(address: str) -> Iterator[tuple[int, Executor]]:
    """Connect to a Dask cluster.

    Args:
        address: The address of its scheduler, such as ``tcp://HOST:8786``.

    Yields:
        How many threads work there, and their executor.

    Raises:
        ArgumentError: It is not the address of a scheduler.
        MissingExtraError: Dask is not installed.
        WorkerError: No scheduler with workers answers there.
    """
    host, port = _parse_address(address)
    try:
        connect: Any = import_module("distributed").Client  # it has few annotations
    except ImportError as error:
        raise MissingExtraError.of("--dask", "distributed", error) from None
    # This package reports, once, what happens to the work; Dask would log each step.
    logging.disable()
    warnings.simplefilter("ignore")
    try:
        _check_answers(host, port)
        client = connect(address, timeout=ANSWERS_WITHIN, set_as_default=False)
        client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
    except Exception as error:
        reason = str(error).partition("\n")[0]
        raise WorkerError(
            f"no Dask scheduler with workers answers at {address}: {reason}"
        ) from None
    with closing(client), WatchedExecutor(client, address) as executor:
        threads = sum(client.nthreads().values())
        yield max(1, threads), executor


def _parse_address(address: str) -> tuple[str, int]:
    """Return the host and the port of a scheduler's address."""
    host, _, port = address.removeprefix("tcp://").rstrip("/").rpartition(":")
    if not host or "/" in host or not port.isdecimal():
        raise ArgumentError(
            "--dask needs the address of a scheduler, such as tcp://HOST:8786, "
            f"not {address!r}"
        )
    return host.strip("[]"), int(port)


def _check_answers(host: str, port: int) -> None:
    """Wait for a byte from the scheduler, which speaks first.

    Dask itself would wait without end for a server that never speaks.
    """
    with create_connection((host, port), ANSWERS_WITHIN) as scheduler:
        scheduler.recv(1)


class WatchedExecutor(Executor):
    """Dask's executor, but its futures end even if no worker or scheduler answers."""

    def __init__(self, client: Any, address: str) -> None:
        """Start to watch a cluster.

        Args:
            client: A client of Dask.
            address: The address of its scheduler, for messages.
        """
        self._client = client
        self._address = address
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
        """Let all futures fail once there have been no workers for some time."""
        without_workers = 0.0
        while not self._is_shut_down.wait(CHECKED_EVERY):
            if self._has_workers():
                without_workers = 0.0
                continue
            without_workers += CHECKED_EVERY
            if without_workers >= LOST_AFTER:
                self._fail_all()

    def _has_workers(self) -> bool:
        # The client's own nthreads() would hang if the scheduler does. One that is gone
        # raises at once; one that is busy answers in the end.
        with suppress(Exception):  # whatever Dask raises if the scheduler is gone
            ask = self._client.scheduler.ncores
            return bool(self._client.sync(ask, callback_timeout=ANSWERS_WITHIN))
        return False

    def _fail_all(self) -> None:
        for future in list(self._futures):
            with suppress(InvalidStateError):  # it has ended just now
                future.set_exception(
                    WorkerError(
                        f"the Dask scheduler at {self._address} is gone or silent, "
                        "or has no workers left"
                    )
                )
