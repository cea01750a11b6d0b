"""A limit for calls of a stranger's function in this process, and a budget for all of them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, process_time
from typing import Any, TypeVar

Answer = TypeVar("Answer")

TICK = 0.01  # seconds between two looks at the clock
BUSY = 10  # times its limit that a call may take by the clock: it may wait, or others compute


class LateCallError(BaseException):
    """A call has taken too long. Few players catch what is not an `Exception`."""


class CallClock:
    """Limits calls, in seconds of processor time.

    A timer looks at the clock while a call is under way, and interrupts one that is late; again
    at its next tick, if the player has caught that.

    Args:
        budget: For all calls together.

    """

    def __init__(self, budget: float) -> None:
        self._over_at = process_time() + budget
        self._late_at: float | None = None  # in processor time
        self._late_by_clock = 0.0

    @staticmethod
    def works_here() -> bool:
        """Whether calls can be interrupted: in the main thread, if nobody else has a timer."""
        if not hasattr(signal, "setitimer"):
            return False
        if threading.current_thread() is not threading.main_thread():
            return False
        return signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)

    @property
    def is_over(self) -> bool:
        """Whether the budget is used up."""
        return process_time() >= self._over_at

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
            self._late_at = None
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def call(
        self, function: Callable[..., Any], arguments: list[object], limit: float
    ) -> Any:
        """Return what a function returns.

        Raises:
            LateCallError: It has taken longer than its limit, or the budget is used up.
            BaseException: Whatever it raises.

        """
        now = process_time()
        limit = min(limit, max(self._over_at - now, TICK))
        self._late_by_clock = monotonic() + BUSY * limit
        self._late_at = now + limit
        try:
            return function(*arguments)
        finally:
            self._late_at = None

    def _tick(self, *_: object) -> None:
        if self._late_at is None:
            return
        if process_time() > self._late_at or monotonic() > self._late_by_clock:
            raise LateCallError
