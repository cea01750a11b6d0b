"""A task done for many shares, by threads of this process or by any executor."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from ttt_table import __version__
from ttt_table.errors import (
    ArgumentError,
    SizeError,
    TttTableError,
    WorkerError,
    quoted,
)
from ttt_table.progress import Advance

MANY = 64  # workers to cut for: an executor does not say how many it has
# More threads than this a system may not start; nobody has more workers than that.
MOST_THREADS, MOST_WORKERS = 1_000, 1_000_000
_thread = threading.local()


class Answer(NamedTuple):
    """A task's result, or what it raised."""

    result: Any
    error: Exception | None = None
    host: str = ""
    trace: str = ""


class Workers:
    """Threads, or the workers of an executor."""

    # Even one is better than the thread that leads, which loses interrupts while numba compiles.

    def __init__(self, jobs: int, executor: Executor | None = None) -> None:
        self._over = threading.Event()
        self._edition = edition() if executor else None
        flag = _thread, "over", self._over
        self._threads = ThreadPoolExecutor(jobs, initializer=setattr, initargs=flag)
        self._executor = executor or self._threads
        self._asked: list[Future[Any]] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        wait([future for future in self._asked if not future.cancel()])
        self._threads.shutdown()
        self._asked.clear()  # what they raised holds what they had mapped

    def work(
        self,
        task: Callable[[Any], Any],
        shares: Sequence[Any],
        advance: Advance = lambda _: None,
    ) -> Iterator[Any]:
        """The task's result for each share, in order; ``advance`` gets the ``slots`` of each."""
        self._asked = []
        for share in shares:
            with _errors_of_executor():
                future = self._executor.submit(answer, self._edition, task, share)
            if not isinstance(future, Future):
                raise WorkerError(
                    f"the executor's submit returned {quoted(future)}, not a Future"
                )
            self._asked.append(future)
        for share, future in zip(shares, self._asked, strict=True):
            with _errors_of_executor():  # a task's own error is an answer
                done = future.result()
            if not isinstance(done, Answer):
                raise WorkerError(
                    f"the executor returned {quoted(done)}, not what its worker did"
                )
            if done.error:
                raise _error_of_task(done.error, done.host) from RuntimeError(
                    done.trace
                )
            yield done.result
            advance(share.slots)


def answer(needed: str | None, task: Callable[[Any], Any], share: Any) -> Answer:
    """Do the task, if this worker is of the edition that is needed."""
    try:
        if needed and needed != edition():
            raise WorkerError(f"a worker has ttt-table {edition()}, but needs {needed}")
        return Answer(task(share))
    except Exception as error:
        from platform import node
        from traceback import format_exc

        return Answer(None, error, node(), format_exc())


def check_going_on() -> None:
    """End a thread's task whose work is over."""
    # A thread cannot be ended from outside, and only the one that leads gets an interrupt.
    over = getattr(_thread, "over", None)  # there is none in an executor's worker
    if over and over.is_set():
        raise CancelledError


@functools.cache
def edition() -> str:
    """The version; between releases with a checksum of all modules."""
    if ".dev" not in __version__:
        return __version__
    modules = [one.read_bytes() for one in sorted(Path(__file__).parent.rglob("*.py"))]
    return f"{__version__}+{crc32(b''.join(modules)):08x}"


def _error_of_task(error: Exception, host: str) -> Exception:
    if isinstance(error, WorkerError):
        return WorkerError(f"{error} (on {host})")
    if isinstance(error, MemoryError) and not isinstance(error, TttTableError):
        return SizeError(
            f"there is not enough memory ({error}); fewer --jobs (jobs) need less"
        )
    name = getattr(error, "filename", None)
    if (
        not isinstance(error, OSError)
        or not name
        or not os.access(name, os.R_OK | os.W_OK)
    ):
        return error
    return WorkerError(
        f"a worker on {host} cannot open {name} ({error.strerror}), but this process can: "
        "share its folder under the same path, for reading and writing"
    )


@contextmanager
def _errors_of_executor() -> Iterator[None]:
    try:
        yield
    except WorkerError:
        raise  # an executor of ours says what is wrong
    except Exception as error:
        line = f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")
        raise WorkerError(
            f"the executor gave up ({line}): has it ended, or a worker, for want of memory? Fewer "
            f"need less. Do all have ttt-table {__version__}, with numpy, as here? And a script "
            'that starts processes must do so under if __name__ == "__main__".'
        ) from None


def count_workers(jobs: int | None, executor: Executor | None = None) -> int:
    """For how many workers to cut. Raises `ArgumentError` for bad jobs, or what is no executor."""
    if executor is not None and not hasattr(executor, "submit"):
        raise ArgumentError(f"{quoted(executor)} is no executor: it has no submit")
    if jobs is None:
        return usable_cores() if executor is None else MANY
    most = MOST_THREADS if executor is None else MOST_WORKERS
    if type(jobs) is not int or not 1 <= jobs <= most:
        raise ArgumentError(
            f"jobs is a number of workers from 1 to {most}, not {quoted(jobs)}"
        )
    return jobs


def usable_cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
