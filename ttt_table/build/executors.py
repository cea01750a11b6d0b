"""A tier shared out among workers, which map the next tier's file and write into this one's.

The shares go through the `concurrent.futures.Executor` interface, and a share is small: paths and
numbers. So any executor will do whose workers see the same files.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager

from ttt_table.errors import SizeError, WorkerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor
    from typing import Any

    from ttt_table.build.plan import Plan
    from ttt_table.build.shares import Share
    from ttt_table.build.tiers import Tally
    from ttt_table.progress import Advance

    Task = Callable[..., Tally]
    """What is done with a share, perhaps telling how many slots are done."""

QUIETLY = "ignore:resource_tracker:UserWarning"
"""A filter of warnings, as the interpreter's option -W takes it."""


class Crew:
    """Who works on the shares of a tier: an executor's workers, or this process alone."""

    def __init__(self, plan: Plan) -> None:
        if plan.jobs > 1 and plan.executor is None:
            _check_not_starting()
        self.jobs = plan.jobs
        self._own: Executor | None = None
        self._executor = plan.executor

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._own:
            self._own.shutdown(cancel_futures=True)

    @property
    def alone(self) -> bool:
        """True where this process does everything."""
        return self.jobs == 1 and self._executor is None

    def work(self, task: Task, shares: Sequence[Share], advance: Advance) -> Iterator[Tally]:
        """Carry out the task for each share; yields the tally of each, as they are done.

        Raises `WorkerError` if a worker dies, `SizeError` if memory is short.
        """
        try:
            if self.alone or len(shares) == 1:
                yield from (task(share, advance) for share in shares)
            else:
                yield from self._shared(task, shares, advance)
        except MemoryError as error:
            raise SizeError(f"{shares[0].game} takes more memory than there is ({error})") from None

    def _shared(self, task: Task, shares: Sequence[Share], advance: Advance) -> Iterator[Tally]:
        from concurrent.futures import BrokenExecutor, as_completed, wait

        slots = {}
        try:
            with _interrupts_held():
                for share in shares:
                    slots[self._pool().submit(task, share)] = share
            for future in as_completed(slots):
                yield future.result()
                advance(slots[future].slots)
        except BrokenExecutor:
            raise WorkerError(
                "a worker process has died: was it killed because memory was short? "
                "Fewer --jobs need less. (A script that calls build_table must do so under "
                'if __name__ == "__main__", or with jobs=1.)'
            ) from None
        finally:
            wait([future for future in slots if not future.cancel()])

    def _pool(self) -> Executor:
        if self._executor is None:
            self._executor = self._own = _processes(self.jobs)
        return self._executor


def _check_not_starting() -> None:
    """Stop a worker that, as it starts, runs its parent's script, and would build all it builds."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        raise WorkerError('build_table was not called under if __name__ == "__main__"')


def _processes(jobs: int) -> Executor:
    """Processes of our own, started afresh: a fork of a process with threads may hang."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave interrupts to the parent, and end when it ends, even if it was killed."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
