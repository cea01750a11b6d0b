"""A task done for many chunks of work, by threads or by the workers of an executor."""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from zlib import crc32

from ttt_table.errors import (
    ArgumentError,
    WorkerError,
    quoted,
)
from ttt_table.progress import Advance
from ttt_table.version import __version__

EXECUTOR_WORKERS = 64
"""The work is divided for this many: an executor does not say how many it has."""
INTERRUPTED_WITHIN = 0.1
"""Seconds after which an interrupt is noticed while another thread is waited for."""
MAX_THREADS = 1_000
"""The most threads that may be started; some systems start no more."""
COMPILES_AFTER = 3.0
"""Seconds that numba and compiled code take at most to load from the cache."""
COMPILING = "compiling, once: this takes half a minute"
MAX_WORKERS = 1_000_000
"""The most workers for which work is divided; no cluster has more."""

_thread = threading.local()
"""Of a thread of `Workers`, ``stopped`` is the event that is set to stop it."""


class TaskResult(NamedTuple):
    """The return value of a worker: the result of a task, or its error."""

    result: Any
    """The result of the task."""
    error: Exception | None = None
    """The exception that the task raised."""
    host: str = ""
    """The machine on which it was raised."""
    trace: str = ""
    """Its traceback, as text."""


class Workers:
    """Threads, or the workers of an executor.

    Tasks never run in the calling thread, not even with one job: while numba compiles,
    the thread in which it does so loses interrupts.
    """

    def __init__(self, jobs: int, executor: Executor | None = None) -> None:
        """Start the threads.

        Args:
            jobs: How many threads there are.
            executor: An executor, whose workers do the tasks instead of threads.
        """
        self._stopped = threading.Event()
        self._edition = edition() if executor else None
        self._threads = ThreadPoolExecutor(
            jobs, initializer=setattr, initargs=(_thread, "stopped", self._stopped)
        )
        self._executor = executor or self._threads
        self._errors = _errors_of_executor if executor else _errors_of_threads
        self._futures: list[Future[Any]] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        wait([future for future in self._futures if not future.cancel()])
        self._threads.shutdown()
        self._futures.clear()  # their errors would keep mapped files open

    def work(
        self,
        task: Callable[[Any], Any],
        chunks: Sequence[Any],
        advance: Advance = lambda _: None,
    ) -> Iterator[Any]:
        """Do a task for each chunk.

        Args:
            task: A function of a chunk.
            chunks: What the function is called with.
            advance: Called with the ``slots`` of each chunk that is done.

        Yields:
            The task's result for each chunk, in order.

        Raises:
            WorkerError: The executor or a worker failed; errors of the task itself are
                raised as they are.
        """
        self._futures = []
        for chunk in chunks:
            self._futures.append(self._submit(task, chunk))
        for chunk, future in zip(chunks, self._futures, strict=True):
            with self._errors():  # an error of the task itself is in its result
                outcome = future.result()
            yield _result_of(outcome)
            advance(chunk.slots)

    def _submit(self, task: Callable[[Any], Any], chunk: Any) -> Future[Any]:
        with self._errors():
            future = self._executor.submit(run_task, self._edition, task, chunk)
        if not isinstance(future, Future):
            raise WorkerError(
                f"the executor's submit returned {quoted(future)}, not a Future"
            )
        return future


def run_task(needed: str | None, task: Callable[[Any], Any], chunk: Any) -> TaskResult:
    """Do a task, in a worker.

    Args:
        needed: The `edition` that the worker must have; None if it is this process.
        task: A function of a chunk.
        chunk: What the function is called with.
    """
    try:
        if needed and needed != edition():
            raise WorkerError(f"a worker has ttt-table {edition()}, but needs {needed}")
        return TaskResult(task(chunk))
    except Exception as error:
        from platform import node
        from traceback import format_exc

        return TaskResult(None, error, node(), format_exc())


def load_compiled(module: str, *, quiet: bool = True) -> None:
    """Import a module whose functions numba compiles, unless numba does not work.

    The first time this takes up to half a minute, and the thread in which numba
    compiles loses interrupts. So it is another one than this, which an interrupt leaves
    at once; a program that ends with `os._exit` need not wait for the other one.

    Args:
        module: The full name of the module.
        quiet: Whether to print nothing while it is compiled.
    """
    # Numba fails in many ways if it does not suit numpy's version.
    thread = threading.Thread(target=_import_if_possible, args=[module])
    try:
        thread.start()
    except RuntimeError:
        return  # no thread can be started; the job itself will say so
    deadline = monotonic() + COMPILES_AFTER
    while thread.is_alive():
        thread.join(INTERRUPTED_WITHIN)  # on Windows no interrupt ends an endless wait
        if not quiet and monotonic() > deadline:
            quiet = True
            with suppress(OSError):
                print(COMPILING, file=sys.stderr, flush=True)


def _import_if_possible(module: str) -> None:
    with suppress(Exception):
        import_module(module)


def check_not_stopped() -> None:
    """Raise `CancelledError` in a thread whose `Workers` have stopped.

    A thread cannot be ended from outside, and only the main thread gets an interrupt.
    """
    stopped = getattr(_thread, "stopped", None)  # an executor's worker has none
    if stopped and stopped.is_set():
        raise CancelledError


@functools.cache
def edition() -> str:
    """Return the version; between releases with a checksum of all modules."""
    if ".dev" not in __version__:
        return __version__
    modules = [
        path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py"))
    ]
    return f"{__version__}+{crc32(b''.join(modules)):08x}"


def _result_of(outcome: object) -> Any:
    """Return the result of a task, or raise its error."""
    if not isinstance(outcome, TaskResult):
        raise WorkerError(
            f"the executor returned {quoted(outcome)}, not the result of the worker"
        )
    if outcome.error:
        error = _error_of_task(outcome.error, outcome.host)
        raise error from RuntimeError(outcome.trace)
    return outcome.result


def _error_of_task(error: Exception, host: str) -> Exception:
    """Return the error to raise here for an error of a task."""
    if isinstance(error, WorkerError):
        return WorkerError(f"{error} (on {host})")
    path = getattr(error, "filename", None)
    is_readable_here = path and os.access(path, os.R_OK | os.W_OK)
    if isinstance(error, OSError) and is_readable_here:
        return WorkerError(
            f"a worker on {host} cannot open {path} ({error.strerror}), but this "
            "process can: share its folder under the same path, for reading and writing"
        )
    return error


@contextmanager
def _errors_of_threads() -> Iterator[None]:
    """Raise `WorkerError` if the system starts no thread."""
    try:
        yield
    except RuntimeError as error:
        raise WorkerError(
            f"no thread can be started here ({error}), and this job needs one; if it "
            "is for want of memory, fewer jobs need less"
        ) from None


@contextmanager
def _errors_of_executor() -> Iterator[None]:
    """Raise `WorkerError` for whatever an executor raises, but for want of memory."""
    try:
        yield
    except (WorkerError, MemoryError):
        raise  # an executor of this package has said what is wrong
    except Exception as error:
        line = f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")
        raise WorkerError(
            f"the executor gave up ({line}): it or a worker may have ended, or run out "
            "of memory; try fewer workers. "
            f"Do all have ttt-table {__version__}, with numpy, as here? And a script "
            'that starts processes must do so under if __name__ == "__main__".'
        ) from None


def count_workers(jobs: int | None, executor: Executor | None = None) -> int:
    """Return the number of workers for which to divide the work.

    Args:
        jobs: The number that the caller wants; None for as many as there are.
        executor: The caller's executor, if any.

    Raises:
        ArgumentError: ``jobs`` is not a possible number, or ``executor`` is not an
            executor.
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise ArgumentError.of("executor", executor, "one with a method submit")
    if executor is None:
        default = usable_cores()
        most = MAX_THREADS
    else:
        default = EXECUTOR_WORKERS
        most = MAX_WORKERS
    if jobs is None:
        return default
    if type(jobs) is not int or not 1 <= jobs <= most:
        raise ArgumentError.of("jobs", jobs, f"an integer from 1 to {most}")
    return jobs


def usable_cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1
