"""Programs as players: a process that is asked a board on a line and answers on a line.

One process is asked all questions. One that hangs is killed, one that has ended is started again,
and both are told as a `FaultError`. What a process has started is in its group, and is killed with
it; a guard does so where this process itself is killed. Who leaves the group outlives both.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from threading import Thread, Timer
from time import monotonic, sleep
from typing import TYPE_CHECKING, BinaryIO, Self, TypeAlias, cast
from zlib import crc32

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.play.arguments import check_limit, check_memory

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

LONGEST_LINE = 1 << 14
"""Bytes of an answer; a program that prints more without a line's end is not answering."""
LAST_WORDS = 400
"""Bytes of standard error that are kept, to say what a program complained of as it ended."""
GRACE = 1.0
"""Seconds in which a program may end by itself once its input has ended."""
SLOW, SLOW_ANSWER = 1.0, 0.002
"""Seconds in all, and for an answer, after which other processes are started to help."""
LOOK_UP = 1.0
"""Seconds after which whoever waits for an answer looks whether it is still wanted."""


class FaultError(Exception):
    """What a player did instead of answering, as a forfeit's kind and reason: it becomes one."""


class LateError(FaultError):
    """There was no answer in time: no forfeit, as more time might have brought one."""


Heard: TypeAlias = tuple[int | str | FaultError, float | None]
"""What a player said to a board, and how many seconds it thought, where that is known."""


def unfaulted(line: str) -> str:
    """What `runner` says to a board. Raises a fault that it tells as a `FaultError`."""
    if line.startswith("!"):
        kind, _, reason = line[1:].partition(" ")
        raise FaultError(kind, f"{reason} is not a cell" if kind == "type" else reason)
    return line


class Program:
    """A command that plays: it reads a line with a board, prints one with a cell, and flushes.

    ``limit`` is how many seconds it may think about one board, ``memory`` how many MB each of its
    processes may have (on Linux). Use it in a ``with`` statement, or `close` it. Raises
    `ArgumentError` for a bad limit or command, and `PlayerError` if the command cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        limit: float = 10.0,
        memory: int | None = None,
        name: str = "",
    ) -> None:
        check_limit(limit)
        check_memory(memory)
        words = isinstance(command, Sequence) and all(isinstance(word, str) for word in command)
        if isinstance(command, str) or not words:
            form = 'a list of words, such as ["node", "bot.js"]'
            raise ArgumentError(f"a program's command is {form}, not {quoted(command)}")
        if not command:
            raise PlayerError("the command of a program is empty")
        self.command = list(command)
        self.limit = limit
        self.memory = memory
        self.name = name or " ".join(command)
        self.seconds: float | None = None
        """How long it thought about its last answer; None if it had to be started first."""
        self.called = ""
        """How a function in a file is called, where that needs a word."""
        self._process: Process | None = None
        self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def another(self) -> Self:
        """The same player in a process of its own."""
        one = copy(self)
        one._process = None
        one._started()
        return one

    def ask(self, board: str) -> str:
        """The line that it answers.

        Raises `LateError` for none in time, `FaultError` for an exit or a broken line, and
        `PlayerError` where it had to be started again and could not.
        """
        process = self._process or self._started()
        answer = self._answer(process, board, self.limit)
        self.seconds, process.used = (process.seconds if process.used else None), True
        return answer

    def next_line(self) -> str:
        """The line that it prints without being asked. Raises as `ask` does."""
        return self._answer(self._process or self._started(), None, self.limit)

    def kill(self) -> None:
        """End the process at once, also from another thread while it is asked."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the process: its input ends, and it is killed if that does not do."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _started(self) -> Process:
        self.close()
        self._process = Process(self.command, self.memory)
        return self._process

    def _answer(self, process: Process, board: str | None, limit: float) -> str:
        line = process.line_for(board, limit)
        if line and (line.endswith(b"\n") or len(line) < LONGEST_LINE):
            return line.decode("utf-8", "replace").strip()
        self._process = None
        process.end(kill=line != b"")
        if line is None:
            raise LateError("time-out", f"no answer within {limit:g} seconds")
        if line:
            raise FaultError("type", f"a line of more than {LONGEST_LINE:,} bytes")
        raise FaultError("exit", process.last_words())


class Team:
    """A program, and others like it that are started where it turns out slow."""

    def __init__(self, program: Program, jobs: int | None) -> None:
        self._members = [program]
        self._jobs = jobs
        self._asked = 0
        self._seconds = 0.0
        self._desks: list[ThreadPoolExecutor] = []
        """For each member the one thread that asks it, once there are several."""
        self._due: dict[Future[Heard], Program] = {}

    def ask(self, boards: Sequence[str]) -> Iterator[Heard]:
        """What is said to each of these boards, in order."""
        for at, board in enumerate(boards):
            # Only where other processes save more than they take.
            if self._jobs != 1 and self._seconds > max(SLOW, SLOW_ANSWER * self._asked):
                yield from self._shared(boards[at:])
                return
            started = monotonic()
            yield _heard(self._members[0], board)
            self._seconds += monotonic() - started
            self._asked += 1

    def _shared(self, boards: Sequence[str]) -> Iterator[Heard]:
        """The same, by all members at once, who take turns."""
        if not self._desks:
            from concurrent.futures import ThreadPoolExecutor  # loads much, for few players

            from ttt_table.workers import usable_cores

            for at in range(self._jobs or usable_cores()):
                if at:
                    self._members.append(self._members[0].another())
                self._desks.append(ThreadPoolExecutor(1))
        self._due.clear()
        for board in boards:
            # Who was asked a board is asked again, so that what it remembers shows.
            at = crc32(board.encode()) % len(self._desks)
            program = self._members[at]
            self._due[self._desks[at].submit(_heard, program, board)] = program
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


def _heard(program: Program, board: str) -> Heard:
    try:
        return program.ask(board), program.seconds
    except FaultError as fault:
        return fault, None


class Process:
    """A running program that is read by the clock: whoever holds its output holds nobody up."""

    def __init__(self, command: Sequence[str], memory: int | None) -> None:
        self.used = False
        """True once it has answered, so that it is known to have started."""
        self.seconds = 0.0
        """How long the last line was waited for."""
        self._over = False
        self._words = b""
        self._read = bytearray()
        self._guard = _guard()
        try:
            self._process = _opened(command, memory, self._guard)
        except PlayerError:
            _dismiss(self._guard)
            raise
        self._group = (self._guard or self._process).pid
        self._questions = cast(BinaryIO, self._process.stdin).fileno()
        self._answers = cast(BinaryIO, self._process.stdout).fileno()
        self._poll = None
        if hasattr(select, "poll"):
            os.set_blocking(self._questions, False)  # nobody waits for one who reads nothing
            self._poll = select.poll()
            self._poll.register(self._answers, select.POLLIN)
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def line_for(self, board: str | None, limit: float) -> bytes | None:
        """Ask, unless there is nothing to ask, and read a line.

        It is empty where the process has ended, and None where there is none in time.
        """
        started = monotonic()
        # Where a pipe cannot be polled, its end must come from the process's.
        timer = None if self._poll else Timer(limit, self.kill)
        if timer:
            timer.start()
        try:
            if board is not None:
                with suppress(BlockingIOError):
                    os.write(self._questions, f"{board}\n".encode())
            line = self._line(started + limit)
        except OSError:  # it reads no more
            line = b""
        if timer:
            timer.cancel()
            timer.join()  # it may be killing at this moment, and then the answer came too late
        self.seconds = monotonic() - started
        return None if timer and self._over else line

    def _line(self, due: float) -> bytes | None:
        """The next line, or what there is of it at the end, or when it has become too long."""
        read = self._read
        while (end := read.find(b"\n") + 1) == 0 and len(read) < LONGEST_LINE:
            if not self._has_more(due):
                return None if self._process.poll() is None else b""
            piece = os.read(self._answers, LONGEST_LINE)
            if not piece:
                end = len(read)
                break
            read += piece
        line = bytes(read[: end or LONGEST_LINE])
        del read[: len(line)]
        return line

    def _has_more(self, due: float) -> bool:
        """Wait until there is more to read; False where there is none in time."""
        if self._poll is None:
            return True
        while not self._over and (left := due - monotonic()) > 0:
            if self._poll.poll(1000 * min(left, LOOK_UP)):
                return True
        return False

    def end(self, *, kill: bool = False) -> None:
        """Let the process end, or make it, and with it all that it has started."""
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                cast(BinaryIO, stream).close()
        if not kill:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        self.kill()
        self._process.wait()
        self._listener.join(0 if kill else GRACE)
        _dismiss(self._guard)

    def kill(self) -> None:
        """Kill the process and its group."""
        self._over = True
        with suppress(OSError):  # it is gone already
            if hasattr(os, "killpg"):
                os.killpg(self._group, signal.SIGKILL)
            elif self._process.poll() is None:  # Windows, where a tool knows what it has started
                tree = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
                with suppress(OSError):
                    subprocess.run(tree, capture_output=True, check=False)
                self._process.kill()

    def last_words(self) -> str:
        """How it ended, and the last line of its complaints."""
        lines = self._words.decode("utf-8", "replace").strip().splitlines()
        status = self._process.returncode
        said = f": {lines[-1].strip()}" if lines else ", but should read the next line"
        return f"it ended with status {status}{said}"

    def _listen(self) -> None:
        """Keep standard error from filling up, and its end for `last_words`."""
        with cast(BinaryIO, self._process.stderr) as complaints:
            while piece := os.read(complaints.fileno(), 1 << 16):
                self._words = (self._words + piece)[-LAST_WORDS:]


def _opened(
    command: Sequence[str], memory: int | None, guard: subprocess.Popen[bytes] | None
) -> subprocess.Popen[bytes]:
    """The process, with pipes, in the group of its guard: what it starts is killed with it.

    Raises `PlayerError` if it cannot be started.
    """
    try:
        process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=guard is None,
            process_group=None if guard is None else guard.pid,
        )
        _confine(process.pid, memory)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PlayerError(f"{command[0]}: cannot be started: {reason}") from None
    return process


def _guard() -> subprocess.Popen[bytes] | None:
    """A shell that kills its group of processes, which players join, once this process has ended.

    It is there before they are, so there is no moment at which they could be left behind.
    """
    if not hasattr(os, "killpg"):
        return None
    # Its input ends with this process, however that ends: even killed, it takes the players along.
    nowhere = subprocess.DEVNULL
    with suppress(OSError):  # a system without a shell
        return subprocess.Popen(
            ["/bin/sh", "-c", "read word; kill -9 0"],
            stdin=subprocess.PIPE,
            stdout=nowhere,
            stderr=nowhere,
            process_group=0,
        )
    return None


def _dismiss(guard: subprocess.Popen[bytes] | None) -> None:
    """Let a guard end, and what may be left of its group with it."""
    if guard is not None:
        guard.communicate()


def _confine(process: int, memory: int | None) -> None:
    """Take from a process what is free to take: core files, and memory beyond so many MB."""
    if sys.platform != "linux":
        return
    from resource import RLIMIT_AS, RLIMIT_CORE, prlimit

    with suppress(OSError, ValueError):  # another user's, or has less already
        prlimit(process, RLIMIT_CORE, (0, 0))
    if memory is not None:
        with suppress(ProcessLookupError, ValueError):
            prlimit(process, RLIMIT_AS, (memory << 20, memory << 20))
