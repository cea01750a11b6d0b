"""A limit for calls of a stranger's function, and a budget for all of them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, process_time
from typing import Any

TICK = 0.01  # seconds
MAX_WALL_FACTOR = 10  # a call may take at most this many times its limit in wall time


class LateCallError(BaseException):
    """A call has taken too long. Few players catch what is not an `Exception`."""


class CallClock:
    """Limits calls, in seconds of processor time.

    At each tick of a timer, a call that is late is interrupted by a `LateCallError`;
    if the player catches it, by another one at the next tick.

    Args:
        budget: Seconds for all calls together.
    """

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._started = process_time()
        self._process = os.getpid()
        self._late_at: float | None = None  # in processor time; None between two calls
        self._late_at_wall_time = 0.0

    @staticmethod
    def works_here() -> bool:
        """Whether calls can be interrupted: in the main thread, with its timer."""
        if not hasattr(signal, "setitimer"):
            return False
        if threading.current_thread() is not threading.main_thread():
            return False
        return signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)

    @property
    def used(self) -> float:
        """The part of the budget that is used up, from 0 to 1 and more."""
        return (process_time() - self._started) / self._budget

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """Interrupt late calls from here on, where that is possible."""
        if not self.works_here():
            yield
            return
        before = signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def call(
        self, function: Callable[..., Any], arguments: Sequence[object], limit: float
    ) -> Any:
        """Return what a function returns.

        Raises:
            LateCallError: It takes longer than its limit.
            BaseException: Whatever it raises.
        """
        self._late_at_wall_time = monotonic() + MAX_WALL_FACTOR * limit
        self._late_at = process_time() + limit
        try:
            return function(*arguments)
        finally:
            self._late_at = None
            if os.getpid() != self._process:
                os._exit(0)  # a copy that the player has made of this process

    def _tick(self, *_: object) -> None:
        if self._late_at is None:
            return
        if process_time() > self._late_at or monotonic() > self._late_at_wall_time:
            raise LateCallError
