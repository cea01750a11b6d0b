"""Work shared out: to processes of our own, or to the workers of any executor.

Shares go through the `concurrent.futures.Executor` interface, and a share is small: paths and
numbers. So any executor will do whose workers see the same files.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections import namedtuple
from contextlib import contextmanager, nullcontext

from ttt_table import __version__
from ttt_table.errors import SizeError, WorkerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Executor, Future
    from typing import Any, Protocol

    from ttt_table.progress import Advance
    from ttt_table.rules.game import Game

    class Share(Protocol):
        """A part of the work on a game, told in paths and numbers."""

        @property
        def game(self) -> Game:
            """What is worked on."""


QUIETLY = "ignore:resource_tracker:UserWarning"
"""A filter of warnings, as the interpreter's option -W takes it."""
UNSEEN = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EROFS, errno.ESTALE)
"""What a system answers where a file's folder is not shared, or not as it should be."""
MANY = 64
"""For so many workers is cut where an executor does not say how many it has."""
TRIMMED = "MALLOC_TRIM_THRESHOLD_"
"""Set by some engines: what is freed then goes back to the system at once, batch after batch."""


class Job(namedtuple("Job", ["task", "share", "slots"])):
    """Something that one worker does."""

    __slots__ = ()

    task: Callable[..., Any]
    """Called with the share, and here with ``advance`` too, to tell how many slots are done."""
    share: Share
    slots: int
    """How many slots count as done after it."""


class Failed(namedtuple("Failed", ["error", "host", "trace"])):
    """What a worker returns where its task has failed: whatever it raises is the engine's."""

    __slots__ = ()

    error: Exception
    host: str
    """The name of the worker's machine."""
    trace: str
    """Where in the worker it happened, for whoever mends it."""


class Crew:
    """Who works on shares: an executor's workers, or processes of our own, or this one alone."""

    def __init__(self, jobs: int, executor: Executor | None = None) -> None:
        """Raises `WorkerError` in a process that is only starting to be a worker itself."""
        if jobs > 1 and executor is None:
            _check_not_starting()
        self.alone = jobs == 1 and executor is None
        """True where this process does everything."""
        self._jobs = jobs
        self._own: Executor | None = None
        self._executor = executor

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._own:
            self._own.shutdown(cancel_futures=True)

    def work(self, jobs: Sequence[Job], advance: Advance, *, here: bool = False) -> Generator[Any]:
        """Do all jobs; yields what each returns, in their order, as soon as it is there.

        They are done by this process, one when the next is asked for, if it is alone, or told to
        do them ``here``. Raises `WorkerError` if a worker dies, `SizeError` if memory is short.
        """
        try:
            if self.alone or here:
                yield from (job.task(job.share, advance) for job in jobs)
            else:
                yield from self._shared(jobs, advance)
        except MemoryError as error:
            if isinstance(error, SizeError):
                raise
            game = jobs[0].share.game
            raise SizeError(f"{game} takes more memory than there is ({error})") from None

    def _shared(self, jobs: Sequence[Job], advance: Advance) -> Generator[Any]:
        from concurrent.futures import wait

        futures: list[Future[Any]] = []
        held = nullcontext if self._executor is not self._own else _interrupts_held
        try:
            with held(), _engine_errors_told():
                for job in jobs:
                    future = self._pool().submit(do_job, __version__, job.task, job.share)
                    futures.append(future)
            for job, future in zip(jobs, futures, strict=True):
                with _engine_errors_told():
                    result = future.result()
                if isinstance(result, Failed):
                    raise _as_seen_from_here(result) from RuntimeError(result.trace)
                yield result
                advance(job.slots)
        finally:
            wait([future for future in futures if not future.cancel()])

    def _pool(self) -> Executor:
        if self._executor is None:
            self._executor = self._own = _processes(self._jobs)
        return self._executor


def do_job(version: str, task: Callable[[Any], Any], share: Share) -> Any:
    """What a worker is asked for: what the task returns, or `Failed`."""
    if os.environ.pop(TRIMMED, None):  # once is enough
        _keep_freed_memory()
    try:
        if version != __version__:
            raise WorkerError(f"a worker has ttt-table {__version__}, and it takes {version}")
        return task(share)
    except Exception as error:
        from platform import node
        from traceback import format_exc

        return Failed(error, node(), format_exc())


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
        f"a worker on {failed.host} cannot open {error.filename} ({error.strerror}), and this "
        "process can: its folder has to be shared, under the same path, for reading and writing"
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
def _engine_errors_told() -> Iterator[None]:
    """Raise `WorkerError` for whatever an engine raises: a task's own error is a result."""
    from concurrent.futures import BrokenExecutor

    try:
        yield
    except BrokenExecutor:
        raise WorkerError(
            "a worker process has died: was it killed because memory was short? "
            "Fewer --jobs need less. (A script that starts workers, with build_table or audit, "
            'must do so under if __name__ == "__main__", or with jobs=1.)'
        ) from None
    except WorkerError:
        raise  # an engine of ours says what is wrong
    except Exception as error:
        first_line = str(error).partition("\n")[0]
        told = f"{type(error).__name__}: {first_line}" if first_line else type(error).__name__
        # What a worker cannot import, or make sense of, it has not been able to unpack.
        hint = (
            f"; do its workers have ttt-table {__version__}, with numpy, as here?"
            if isinstance(error, ImportError | AttributeError | TypeError)
            else ""
        )
        raise WorkerError(f"the engine that the workers belong to gave up ({told}){hint}") from None


def _check_not_starting() -> None:
    """Stop a worker that, as it starts, runs its parent's script, and would start all it starts."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        raise WorkerError('workers were not started under if __name__ == "__main__"')


def workers_of(jobs: int | None, executor: Executor | None) -> int:
    """For how many workers to cut: as many as are asked for, or as there are, or may be."""
    return jobs or (usable_cores() if executor is None else MANY)


def usable_cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _processes(jobs: int) -> Executor:
    """Processes of our own, started afresh: a fork of a process with threads may hang."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave interrupts to the parent, and end when it ends, even if it was killed."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _keep_freed_memory()
    parent = parent_process()

    def end_with_parent(parent: Any) -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, args=(parent,), daemon=True).start()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that no interrupt reaches, not even before `_start_worker` has run."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The processes' helper lets interrupts through again when it starts, so it has to start first.
    _start_helper()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_helper() -> None:
    """Start the process that removes the workers' semaphores if this one is killed.

    It does so quietly: it would warn of "leaked semaphore objects", which it then cleans up.
    """
    from multiprocessing.resource_tracker import ensure_running

    sys.warnoptions.append(QUIETLY)  # its only way to the options of the new process
    try:
        ensure_running()
    finally:
        sys.warnoptions.remove(QUIETLY)
