"""A program that turns out slow, asked in several processes at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic, sleep
from typing import TypeAlias
from zlib import crc32

from ttt_table.play.programs import FaultError, Program
from ttt_table.workers import usable_cores

SLOW, SLOW_ANSWER = 1.0, 0.002  # seconds in all and for an answer, after which others help
LONG_LOADING = 3.0  # seconds: it trains as it loads

# what a player says, and for how many seconds it thought, if known
Reply: TypeAlias = tuple[int | str | FaultError, float | None]


class Team:
    """A program, and others like it that are started where it turns out slow."""

    def __init__(self, program: Program, jobs: int | None) -> None:
        self._members = [program]
        self._jobs = jobs
        self._asked = 0
        self._seconds = 0.0
        self._desks: list[ThreadPoolExecutor] = []  # for each member the one thread that asks it
        self._due: dict[Future[Reply], Program] = {}

    def ask(self, boards: Sequence[str]) -> Iterator[Reply]:
        """What is said to each of these boards, in order."""
        for at, board in enumerate(boards):
            # Only where other processes save more than they take; what trains does that once.
            slow = self._seconds > max(SLOW, SLOW_ANSWER * self._asked)
            if self._jobs != 1 and slow and self._members[0].loading < LONG_LOADING:
                yield from self._ask_all(boards[at:])
                return
            started = monotonic()
            yield _reply(self._members[0], board)
            self._seconds += monotonic() - started
            self._asked += 1

    def _ask_all(self, boards: Sequence[str]) -> Iterator[Reply]:
        """The same, by all members at once."""
        if not self._desks:
            for at in range(self._jobs or usable_cores()):
                if at:
                    self._members.append(self._members[0].another())
                self._desks.append(ThreadPoolExecutor(1))
        self._due.clear()
        for board in boards:
            # Who was asked a board is asked again, so that what it remembers shows.
            at = crc32(board.encode()) % len(self._desks)
            program = self._members[at]
            self._due[self._desks[at].submit(_reply, program, board)] = program
        for one in self._due:
            yield one.result()

    def close(self) -> None:
        """End the others, and at once whatever is still being asked."""
        for desk in self._desks:
            desk.shutdown(wait=False, cancel_futures=True)
        for one, program in self._due.items():
            while not one.done():  # it may be starting again, and not be there to be killed
                program.kill()
                sleep(0.01)
        for program in self._members[1:]:
            program.close()


def _reply(program: Program, board: str) -> Reply:
    try:
        return program.ask(board), program.seconds
    except FaultError as fault:
        return fault, None
