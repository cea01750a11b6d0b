"""Workers on many machines: those of a Dask cluster, or the processes that mpiexec starts."""

import logging
import signal
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

ANSWERS_WITHIN = (
    10  # seconds for the scheduler to answer, and for its first worker to be there
)
LOOKED_EVERY = 5  # seconds between two looks at whether there are still workers
LOST_AFTER = 30  # seconds without any worker; until then a nanny may start one again


@contextmanager
def of_mpi() -> Iterator[tuple[int, Any]]:
    """How many processes work, and their executor; those that work end here, as fine."""
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPICommExecutor
    except (
        ImportError,
        RuntimeError,
    ) as error:  # RuntimeError: it finds no MPI library
        raise MissingExtraError.of("--mpi", "mpi4py", error) from None
    world = MPI.COMM_WORLD
    if world.Get_size() < 2:
        words = "one to lead and others to work: mpiexec -n 4 ttt-table ... --mpi"
        raise ArgumentError(f"--mpi needs processes started by mpiexec, {words}")
    leads = world.Get_rank() == 0
    # An interrupt of mpiexec comes as SIGTERM, to all; the workers leave it to the one that leads.
    signal.signal(
        signal.SIGTERM, signal.default_int_handler if leads else signal.SIG_IGN
    )
    if not leads:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with MPICommExecutor(world, root=0, main=False) as executor:
        if leads:
            yield world.Get_size() - 1, executor
    if not leads:
        raise SystemExit(0)


@contextmanager
def of_dask(address: str) -> Iterator[tuple[int, Executor]]:
    """How many threads work for the scheduler at this address, and their executor."""
    host, _, port = address.removeprefix("tcp://").rstrip("/").rpartition(":")
    if not host or "/" in host or not port.isdecimal():
        words = "--dask needs the address of a scheduler, such as tcp://HOST:8786"
        raise ArgumentError(f"{words}, not {address!r}")
    try:
        connect: Any = import_module(
            "distributed"
        ).Client  # much of it has no annotations
    except ImportError as error:
        raise MissingExtraError.of("--dask", "distributed", error) from None
    # What becomes of the work we say ourselves, once; Dask would tell each step of its end.
    logging.disable()
    warnings.simplefilter("ignore")
    try:
        with create_connection(
            (host.strip("[]"), int(port)), ANSWERS_WITHIN
        ) as scheduler:
            scheduler.recv(
                1
            )  # it speaks first; where nobody does Dask would wait for ever
        client = connect(address, timeout=ANSWERS_WITHIN, set_as_default=False)
        client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
    except Exception as error:
        reason = str(error).partition("\n")[0]
        words = f"no Dask scheduler with workers answers at {address}"
        raise WorkerError(f"{words}: {reason}") from None
    with closing(client), WatchedExecutor(client, address) as executor:
        yield sum(client.nthreads().values()) or 1, executor


class WatchedExecutor(Executor):
    """Dask's own; but its futures end, even if the scheduler or all workers are silent."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._submit = client.get_executor(pure=False).submit
        self._asked: WeakSet[Future[Any]] = WeakSet()
        self._over = Event()
        Thread(target=self._watch, daemon=True).start()

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
            with suppress(
                Exception
            ):  # the scheduler is gone, or hangs, and nthreads() would too
                ask = self._client.scheduler.ncores
                there = self._client.sync(ask, callback_timeout=LOOKED_EVERY)
            idle = 0 if there else idle + LOOKED_EVERY
            for asked in [*self._asked] if idle >= LOST_AFTER else ():
                with suppress(InvalidStateError):
                    asked.set_exception(WorkerError(lost))
