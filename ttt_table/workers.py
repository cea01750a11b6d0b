"""Work shared out: to processes of our own, or to the workers of any executor.

Shares go through the `concurrent.futures.Executor` interface, and a share is small: paths and
numbers. So any executor will do whose workers see the same files.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import namedtuple
from contextlib import contextmanager

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
OWN_MODULES = ("ttt_table", "builtins", "numpy", "numba")
"""Where the exceptions come from that a task itself may raise; others are an engine's."""
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
        try:
            with _interrupts_held(), _engine_errors_told():
                for job in jobs:
                    futures.append(self._pool().submit(do_job, job.task, job.share))
            for job, future in zip(jobs, futures, strict=True):
                with _engine_errors_told():
                    result = future.result()
                yield result
                advance(job.slots)
        finally:
            wait([future for future in futures if not future.cancel()])

    def _pool(self) -> Executor:
        if self._executor is None:
            self._executor = self._own = _processes(self._jobs)
        return self._executor


def do_job(task: Callable[[Any], Any], share: Share) -> Any:
    """What a worker is asked for."""
    if os.environ.pop(TRIMMED, None):  # once is enough
        _keep_freed_memory()
    return task(share)


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
    """Raise `WorkerError` for whatever is not the task's own error."""
    from concurrent.futures import BrokenExecutor

    try:
        yield
    except BrokenExecutor:
        raise WorkerError(
            "a worker process has died: was it killed because memory was short? "
            "Fewer --jobs need less. (A script that starts workers, with build_table or audit, "
            'must do so under if __name__ == "__main__", or with jobs=1.)'
        ) from None
    except Exception as error:
        if type(error).__module__.partition(".")[0] in OWN_MODULES:
            raise
        first_line = str(error).partition("\n")[0]
        raise WorkerError(
            f"the engine that the workers belong to gave up ({type(error).__name__}: {first_line})"
        ) from None


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
