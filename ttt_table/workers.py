"""Work shared out: to threads of this process, or to the workers of any executor.

Shares go through the `concurrent.futures.Executor` interface, and a share is small: paths and
numbers. So any executor will do whose workers see the same files.
"""

from __future__ import annotations

import errno
import functools
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from operator import attrgetter
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from ttt_table import __version__
from ttt_table.errors import ArgumentError, SizeError, WorkerError, quoted

if TYPE_CHECKING:  # a name for annotations alone
    from ttt_table.progress import Advance

UNSEEN = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EROFS, errno.ESTALE)
"""What a system answers where a file's folder is not shared, or not as it should be."""
MANY = 64
"""For so many workers is cut where an executor does not say how many it has."""
MOST_THREADS, MOST_WORKERS = 1_000, 1_000_000
"""More threads than this a system may not start; nobody has more workers than that."""
TRIMMED = "MALLOC_TRIM_THRESHOLD_"
"""Set by some executors: what is freed then goes back to the system at once, batch after batch."""


class Job(NamedTuple):
    """Something that one worker does."""

    task: Callable[..., Any]
    """Called with the share; in this process with ``advance`` too, told how many slots are done."""
    share: Any
    """A part of the work on a ``game``, told in paths and numbers."""
    slots: int
    """How many slots count as done after it."""


class Failed(NamedTuple):
    """What an executor's worker returns where its task has failed: what it raises is not ours."""

    error: Exception
    host: str
    """The name of the worker's machine."""
    trace: str
    """Where in the worker it happened, for whoever mends it."""


class Crew:
    """Who works on shares: threads of this process, or an executor's workers.

    Even one thread is better than the one that leads: in that, an interrupt that comes while numba
    compiles would be lost.
    """

    def __init__(self, jobs: int, executor: Executor | None = None) -> None:
        self._executor = executor
        self._threads = ThreadPoolExecutor(jobs)  # none is started before there is work for it
        self._asked: list[Future[Any]] = []
        self._over = Event()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        """Ask for no more, and wait for what cannot be called off."""
        self._over.set()
        wait([future for future in self._asked if not future.cancel()])
        self._threads.shutdown()
        self._asked.clear()  # what they raised holds what they had mapped

    def work(self, jobs: Sequence[Job], advance: Advance, *, here: bool = False) -> Generator[Any]:
        """Do all jobs; yields what each returns, in their order, as soon as it is there.

        Told to do them ``here``, this thread does one when the next is asked for. Raises
        `WorkerError` if a worker dies, `SizeError` if memory is short.
        """
        try:
            if here:
                yield from (job.task(job.share, advance) for job in jobs)
            else:
                yield from self._shared(jobs, advance)
        except MemoryError as error:
            if isinstance(error, SizeError):
                raise
            game = jobs[0].share.game
            raise SizeError(f"{game} needs more memory than there is ({error})") from None

    def _shared(self, jobs: Sequence[Job], advance: Advance) -> Generator[Any]:
        self._asked = []
        with _executor_errors_told():
            for job in jobs:
                self._asked.append(self._submit(job))
        for job, future in zip(jobs, self._asked, strict=True):
            yield self._result(future)
            advance(job.slots)

    def _submit(self, job: Job) -> Future[Any]:
        if self._executor is None:
            return self._threads.submit(job.task, job.share, self._check)
        return self._executor.submit(do_job, edition(), job.task, job.share)

    def _check(self, _: int) -> None:
        """End the thread's task where all is over; asked between two batches.

        A thread cannot be ended from outside, and only the one that leads gets an interrupt.
        """
        if self._over.is_set():
            raise CancelledError

    def _result(self, future: Future[Any]) -> Any:
        if self._executor is None:
            return future.result()
        with _executor_errors_told():
            result = future.result()
        if isinstance(result, Failed):
            raise _as_seen_from_here(result) from RuntimeError(result.trace)
        return result


def do_job(needed: str, task: Callable[[Any], Any], share: Any) -> Any:
    """What an executor's worker is asked for: what the task returns, or `Failed`."""
    if os.environ.pop(TRIMMED, None):  # once is enough
        _keep_freed_memory()
    try:
        if needed != edition():
            raise WorkerError(f"a worker has ttt-table {edition()}, but needs {needed}")
        return task(share)
    except Exception as error:
        from platform import node
        from traceback import format_exc

        return Failed(error, node(), format_exc())


@functools.cache
def edition() -> str:
    """The version; between releases, where it stands for many states, with their checksum."""
    if ".dev" not in __version__:
        return __version__
    from importlib.resources import files

    return f"{__version__}+{crc32(_sources(files('ttt_table'))):08x}"


def _sources(place: Any) -> bytes:
    """All modules at a path, or at what stands for one in an archive."""
    if place.is_dir():
        return b"".join(map(_sources, sorted(place.iterdir(), key=attrgetter("name"))))
    return place.read_bytes() if place.name.endswith(".py") else b""


def _as_seen_from_here(failed: Failed) -> Exception:
    """A task's error, or the reason of it where the worker alone cannot use a file."""
    error: Exception = failed.error
    if isinstance(error, WorkerError):
        return WorkerError(f"{error} (on {failed.host})")
    if not isinstance(error, OSError) or error.errno not in UNSEEN or not error.filename:
        return error
    if not os.access(error.filename, os.R_OK):
        return error  # nor can this process
    return WorkerError(
        f"a worker on {failed.host} cannot open {error.filename} ({error.strerror}), but this "
        "process can: share its folder under the same path, for reading and writing"
    )


def _keep_freed_memory() -> None:
    """Let this process use memory again that it has freed, instead of having it cleared anew."""
    import ctypes

    trim_threshold, mmap_threshold, most = -1, -3, 32 << 20  # glibc's names, and its largest
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return  # another library's malloc, which has no such option
    set_option(mmap_threshold, most)
    set_option(trim_threshold, 4 * most)


@contextmanager
def _executor_errors_told() -> Iterator[None]:
    """Raise `WorkerError` for whatever an executor raises: a task's own error is a result."""
    try:
        yield
    except BrokenExecutor:
        raise WorkerError(
            "a worker process has died: was it killed because memory was short? "
            "Fewer workers need less. (A script that starts processes must do so under "
            'if __name__ == "__main__".)'
        ) from None
    except WorkerError:
        raise  # an executor of ours says what is wrong
    except Exception as error:
        told = f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")
        # What a worker cannot import, or make sense of, it has not been able to unpack.
        unclear = isinstance(error, ImportError | AttributeError | TypeError)
        hint = f"; do its workers have ttt-table {__version__}, with numpy, as here?" * unclear
        raise WorkerError(f"the executor gave up ({told}){hint}") from None


def check_jobs(jobs: object, executor: object = None) -> None:
    """Raise `ArgumentError` unless this is a number of workers, or None."""
    most = MOST_THREADS if executor is None else MOST_WORKERS
    is_number = isinstance(jobs, int) and not isinstance(jobs, bool) and 1 <= jobs <= most
    if jobs is not None and not is_number:
        raise ArgumentError(
            f"jobs is a whole number of workers from 1 to {most}, not {quoted(jobs)}"
        )


def workers_of(jobs: int | None, executor: Executor | None) -> int:
    """For how many workers to cut: as many as are asked for, or as there are, or may be.

    Raises `ArgumentError` for an executor that is none.
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise ArgumentError(f"{quoted(executor)} is no executor: it has no submit")
    return jobs or (usable_cores() if executor is None else MANY)


def usable_cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
