"""The budget of one part of a file for all its answers."""

from __future__ import annotations

from time import monotonic

from ttt_table.homework.answers import Failure, FailureKind
from ttt_table.players.process import (
    WALL_SECONDS_PER_IDLE_SECOND,
    LateError,
    RestartingProcess,
)
from ttt_table.players.protocol import FaultError, Record

# A part searches nothing: most need less than a second for all their boards.
MAX_SECONDS = 10.0  # of processor time
MAX_PRINTED = 50_000_000  # bytes
MAX_ANSWERED = 1_000_000  # characters and items of lists, in answers

SECONDS_BETWEEN_MEASUREMENTS = 0.02


class SpentError(Exception):
    """A part has used all that it may use."""


class PartBudget:
    """The time that a part may still use, and how much it may write.

    Args:
        process: The running process of the file.
    """

    def __init__(self, process: RestartingProcess) -> None:
        self._process = process
        self._spent_before = process.spent()
        self._printed_before = process.printed()
        self._answered = 0
        self._seconds_left = MAX_SECONDS
        self._next_measurement = 0.0

    def next_limit(self) -> float:
        """Return the seconds for the next answer.

        Raises:
            SpentError: The part has no time left, or has written too much.
        """
        now = monotonic()
        # Most parts give many answers between two measurements.
        if now >= self._next_measurement:
            self._next_measurement = now + SECONDS_BETWEEN_MEASUREMENTS
            self._seconds_left = self._measure_seconds_left()
            if self._prints_too_much() or self._answers_are_too_long():
                raise SpentError
        if self._seconds_left <= 0:
            raise SpentError
        return min(self._process.limit, self._seconds_left)

    def _measure_seconds_left(self) -> float:
        spent = self._process.spent()
        cpu_seconds = spent.cpu_seconds - self._spent_before.cpu_seconds
        idle_seconds = spent.idle_seconds - self._spent_before.idle_seconds
        wall_seconds = idle_seconds * WALL_SECONDS_PER_IDLE_SECOND
        # A part that sleeps uses no processor time, so it may only use as much wall
        # time. On a busy machine a part that computes may use more.
        if wall_seconds > MAX_SECONDS and cpu_seconds < idle_seconds:
            return 0.0
        return MAX_SECONDS - max(cpu_seconds, idle_seconds)

    def count(self, record: Record) -> None:
        """Count the length of an answer."""
        value = record.get("value")
        if isinstance(value, list | str):
            self._answered += len(value)

    def _prints_too_much(self) -> bool:
        return self._process.printed() - self._printed_before > MAX_PRINTED

    def _answers_are_too_long(self) -> bool:
        return self._answered > MAX_ANSWERED

    def failure(self, error: Exception, answer_count: int) -> Failure:
        """Return why there is no further answer.

        Args:
            error: What the attempt to get one has raised: `SpentError`, `LateError`,
                `FaultError`, or an error that says that a record is not an answer.
            answer_count: The number of answers before.
        """
        boards = "1 board" if answer_count == 1 else f"{answer_count:,} boards"
        if self._prints_too_much():
            reason = f"more than {MAX_PRINTED // 1_000_000} MB for {boards}"
            return Failure(FailureKind.PRINTS_TOO_MUCH, reason)
        if self._answers_are_too_long():
            reason = f"more than {MAX_ANSWERED:,} characters for {boards}"
            return Failure(FailureKind.ANSWERS_TOO_LONG, reason)
        if isinstance(error, LateError) and error.seconds == self._process.limit:
            return Failure(FailureKind.TOO_SLOW, str(error))
        if isinstance(error, LateError | SpentError):
            reason = f"it answered {boards} within {MAX_SECONDS:g} seconds"
            return Failure(FailureKind.TOO_SLOW, reason)
        if isinstance(error, FaultError):
            return Failure(FailureKind.NO_ANSWER, error.reason)
        return Failure(
            FailureKind.NO_ANSWER,
            "it wrote something else to the channel for its answers: print to standard"
            " error instead",
        )
