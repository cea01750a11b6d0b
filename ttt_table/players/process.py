"""A program in a process of its own, which answers lines within a limit.

It may hang, flood its output, start others, or end: it is killed with all that it has
started, and started again at the next question.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import BinaryIO, NamedTuple, Self, cast

from ttt_table.errors import PlayerError
from ttt_table.players.protocol import FaultError

# Bytes of an answer: a program that prints more is not answering.
LONGEST_LINE = 1 << 17
PIECE = 1 << 16  # bytes that are read at once: what a pipe holds
LONGEST_COMPLAINT = 400  # bytes of standard error that are kept
GRACE = 1.0  # seconds to end in, once the input has
DYING = 60.0  # seconds that a busy machine may take to end what is killed
READ_AHEAD = 16  # pieces of output that wait to be used
SHORTEST_WAIT = 0.01  # seconds
DELIVERY = 0.25  # seconds in which a busy machine hands over what was printed

# So many seconds by the clock count as one second of a player that waits.
BUSY = 10

# So many times the limit may an answer take by the clock, while others compute too.
MOST_BY_CLOCK = 10


class LateError(Exception):
    """There was no answer within the limit, though more time might have brought one.

    Attributes:
        seconds: The limit.

    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} seconds")
        self.seconds = seconds


class Spent(NamedTuple):
    """How much time a player has spent, in seconds."""

    computing: float  # of its process; by the clock where the system does not tell
    waiting: float  # by the clock, divided by `BUSY`: it tells of a player that waits


class RestartingProcess:
    """A command that is started, asked lines, and started again where it has ended.

    Use it in a ``with`` statement, or `close` it.

    Args:
        command: The words of the command.
        limit: Seconds for an answer: of processor time on Linux, else by the clock.
        name: What messages call it.

    Raises:
        PlayerError: The command cannot be started.

    """

    def __init__(self, command: Sequence[str], limit: float, name: str) -> None:
        self.command = list(command)
        self.limit = limit
        self.name = name
        self.seconds: float | None = None  # for the last answer, if it is known
        self._process: Process | None = None
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def spent(self) -> Spent:
        """Return the time that the present process has spent until now."""
        now = monotonic()
        computing: float | None = 0.0
        if self._process is not None:
            computing = self._process.computed()
        if computing is None:
            computing = now
        return Spent(computing, waiting=now / BUSY)

    def printed(self) -> int:
        """Return how many bytes the present process has written to standard error.

        What a player's file prints goes there too.
        """
        if self._process is None:
            return 0
        return self._process.printed

    def ask_line(
        self, question: bytes, limit: float | None = None, data: bytes = b""
    ) -> bytes:
        """Send a line, and bytes after it, and return the line that answers it.

        Args:
            question: The line, with its end; nothing to read one more line.
            limit: The limit for this answer, if it has one of its own.
            data: Bytes that follow the line.

        Raises:
            FaultError: The process has ended, or floods its output.
            LateError: There was no answer in time.
            PlayerError: It has ended before, and cannot be started again.

        """
        process = self._process or self._start()
        allowance = Allowance(process, self.limit if limit is None else limit)
        try:
            if question:
                process.send(question)
            if data:
                process.send_in_background(data)
            line = process.read_line(allowance)
        except BaseException:
            self._kill()
            raise
        self.seconds = process.seconds
        return line

    def read_data(self, count: int) -> bytearray:
        """Return so many bytes that follow an answer; raises what `ask_line` raises."""
        process = self._process or self._start()
        try:
            return process.read_bytes(count, Allowance(process, self.limit))
        except BaseException:
            self._kill()
            raise

    def _start(self) -> Process:
        """Start the process; a subclass may then wait until it is ready."""
        self.close()
        self._process = Process(self.command)
        return self._process

    def _kill(self) -> None:
        """End a process whose answer must not be taken for the next one's."""
        if self._process is not None:
            self._process.end(kill=True)
            self._process = None


class Process:
    """A running program, started and read by a thread.

    Raises:
        PlayerError: The command cannot be started.

    """

    def __init__(self, command: Sequence[str]) -> None:
        # Seconds for the last line; None for the first, as the program had to start.
        self.seconds: float | None = None
        self._has_answered = False
        self.printed = 0  # bytes of standard error
        self._complaints = b""  # the last of these
        self._output = bytearray()
        self._pieces: Queue[bytes] = Queue(READ_AHEAD)  # an empty one is the end
        self._failure: Exception | None = None
        started = Event()
        try:
            Thread(target=self._run, args=(command, started), daemon=True).start()
            started.wait()
        except RuntimeError as error:  # there is too little memory for a thread
            raise PlayerError(f"{command[0]}: cannot be started: {error}") from None
        except BaseException:  # a signal's, which must leave no process behind
            if started.wait(GRACE) and not self._failure:
                self.kill()
            raise
        if self._failure:
            reason = getattr(self._failure, "strerror", None) or self._failure
            raise PlayerError(f"{command[0]}: cannot be started: {reason}")

    def send(self, line: bytes) -> None:
        """Send a short line. Raises `FaultError` if the process has ended."""
        try:
            # If a program answers without reading, its pipe is full: nothing is sent.
            with suppress(BlockingIOError):
                os.write(self._questions.fileno(), line)
        except OSError:
            raise self._exit_fault() from None

    def send_in_background(self, data: bytes) -> None:
        """Send more bytes than a pipe may hold; a process that has ended reads none."""
        Thread(target=self._send_all, args=(data,), daemon=True).start()

    def read_line(self, allowance: Allowance) -> bytes:
        """Return the next line of output.

        Raises:
            FaultError: The output ends, or the line is too long.
            LateError: The line is late.

        """
        searched = 0
        while (end := self._output.find(b"\n", searched) + 1) == 0:
            searched = len(self._output)
            if searched >= LONGEST_LINE:
                raise FaultError("type", f"a line of more than {LONGEST_LINE:,} bytes")
            if not self._read_piece(allowance):
                end = searched
                break
        if self._has_answered:
            self.seconds = allowance.elapsed()
        self._has_answered = True
        return self._take(end)

    def read_bytes(self, count: int, allowance: Allowance) -> bytearray:
        """Return the next bytes of output; raises what `read_line` raises."""
        data = bytearray(count)
        filled = 0
        while True:
            piece = self._output[: count - filled]
            del self._output[: len(piece)]
            data[filled : filled + len(piece)] = piece
            filled += len(piece)
            if filled == count:
                return data
            if not self._read_piece(allowance):
                raise self._exit_fault()

    def _read_piece(self, allowance: Allowance) -> bool:
        """Wait for more output; return False if it ends amid a line."""
        piece = self._next_piece(allowance)
        # Another process may hold the pipe of one that has ended.
        if piece is None and self._process.poll() is None:
            raise LateError(allowance.limit)
        if not piece and not self._output:
            raise self._exit_fault()
        self._output += piece or b""
        return bool(piece)

    def _next_piece(self, allowance: Allowance) -> bytes | None:
        """Return what the process prints, nothing at its end, None if it is late."""
        left = allowance.left_by_clock()
        while True:
            with suppress(Empty):
                return self._pieces.get(timeout=max(left, SHORTEST_WAIT))
            left = allowance.left_to_compute()
            if left <= 0:
                return self._delivered_piece()

    def _delivered_piece(self) -> bytes | None:
        """Return what has come in time, though the thread that reads it is late."""
        wait = None if self._has_unread_output() else DELIVERY
        with suppress(Empty):
            return self._pieces.get(timeout=wait)
        return None

    def _has_unread_output(self) -> bool:
        """Return True if the pipe holds what the thread has yet to read, or its end."""
        output = cast(BinaryIO, self._process.stdout)
        with suppress(OSError, ValueError):  # Windows cannot tell; or it is closed
            return bool(select.select([output], [], [], 0)[0])
        return False

    def _take(self, count: int) -> bytes:
        taken = bytes(self._output[:count])
        del self._output[:count]
        return taken

    def computed(self) -> float | None:
        """Return the processor time of the process in seconds, or None if unknown.

        Linux has a clock for each process. Its number is made of the process's as the
        kernel's <linux/posix-timers.h> says, where 2 stands for the time that it was
        scheduled. Verdicts must not depend on what else the machine does, so the limit
        is one of this time.
        """
        with suppress(AttributeError, OSError):
            return time.clock_gettime(~self._process.pid << 3 | 2)
        return None

    def is_running(self) -> bool:
        """Return True if one of its threads computes, or would; False if all wait.

        Its first thread waits for the others of numpy, and for whichever Python runs.
        """
        with suppress(OSError):
            threads = Path(f"/proc/{self._process.pid}/task").iterdir()
            return any(map(_is_thread_running, threads))
        return False

    def end(self, *, kill: bool = False) -> None:
        """Let the process end, or kill it, with all that it has started."""
        with suppress(OSError):
            self._questions.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if kill else GRACE)
        self.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(DYING)
        with suppress(Empty):  # lets the thread that reads come to the end
            while True:
                self._pieces.get_nowait()
        self._listener.join(0 if kill else GRACE)

    def kill(self) -> None:
        """Kill the process and its group."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            elif self._process.poll() is None:
                # On Windows a tool knows what it has started.
                tree = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
                subprocess.run(tree, capture_output=True, check=False, timeout=GRACE)
        with suppress(OSError):  # it may have left its group
            self._process.kill()

    def _exit_fault(self) -> FaultError:
        """Say how the process ended, with the last line of its complaints."""
        self.end()
        status = f"it ended with status {self._process.returncode}"
        lines = self._complaints.decode("utf-8", "replace").strip().splitlines()
        if lines:
            return FaultError("exit", f"{status}: {lines[-1].strip()}")
        return FaultError("exit", f"{status}, but should read the next line")

    def _run(self, command: Sequence[str], started: Event) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                process_group=0,
                # Sets of text come in the same order each time.
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
            self._questions = cast(BinaryIO, self._process.stdin)
            with suppress(AttributeError, OSError):  # some systems cannot
                # A program may read nothing, and the pipe fill up.
                os.set_blocking(self._questions.fileno(), False)
            self._listener = Thread(target=self._read_complaints, daemon=True)
            self._listener.start()
        except Exception as error:
            self._failure = error
            return
        finally:
            started.set()
        with cast(BinaryIO, self._process.stdout) as output:
            while piece := os.read(output.fileno(), PIECE):
                self._pieces.put(piece)
        self._pieces.put(b"")

    def _read_complaints(self) -> None:
        """Read standard error, lest its pipe fills up."""
        with cast(BinaryIO, self._process.stderr) as complaints:
            while piece := os.read(complaints.fileno(), PIECE):
                self.printed += len(piece)
                self._complaints = (self._complaints + piece)[-LONGEST_COMPLAINT:]

    def _send_all(self, data: bytes) -> None:
        unsent = memoryview(data)
        # The process may have ended, or its pipe be closed.
        with suppress(OSError, ValueError):
            while unsent:
                sent = self._questions.write(unsent)
                if sent is None:  # the pipe is full
                    select.select([], [self._questions], [], GRACE)
                else:
                    unsent = unsent[sent:]


def _is_thread_running(folder: Path) -> bool:
    with suppress(OSError):  # it may have ended meanwhile
        state = (folder / "stat").read_text().rpartition(") ")[2][0]
        return state in "RD"
    return False


class Allowance:
    """How long an answer may still take.

    On a busy machine a player that computes has hardly begun when the clock says that
    it is late: it then gets its limit in processor time. A player that waits is late
    by the clock.

    Args:
        process: The process that answers.
        limit: Seconds.

    """

    def __init__(self, process: Process, limit: float) -> None:
        self.limit = limit
        self._process = process
        self._started = monotonic()
        self._computed = process.computed()

    def elapsed(self) -> float:
        """Return the seconds since the question, by the clock."""
        return monotonic() - self._started

    def left_by_clock(self) -> float:
        """Return the seconds that are left by the clock."""
        return self.limit - self.elapsed()

    def left_to_compute(self) -> float:
        """Return the seconds that are left to a process that computes; else 0."""
        if not self._process.is_running():
            return 0.0
        computed = self._process.computed()
        if computed is None or self._computed is None:
            return 0.0
        if self.elapsed() > MOST_BY_CLOCK * self.limit:
            return 0.0
        return self.limit - (computed - self._computed)
