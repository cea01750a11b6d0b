"""Run a player's program as a subprocess that answers lines within a time limit.

The program may hang, flood its output, start other programs or exit. It is then killed
with everything that it has started, and is started again at the next question:

    RestartingProcess  the command; it has a new `Process` after each such fault
    Process            one run of the program, whose output and errors threads read
    Allowance          how long that process may still take for one answer

Two clocks measure time. *Processor time* counts only while the program computes, so
that a verdict does not depend on what else the machine does. *Wall time* always runs,
and stops a program that computes nothing.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import BinaryIO, NamedTuple, Self, cast

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.players.records import FaultError

MAX_LINE_BYTES = 1 << 17  # a program that prints a longer line is not answering
CHUNK_BYTES = 1 << 16  # read at once: the capacity of a pipe
MAX_QUEUED_CHUNKS = 16
STDERR_TAIL_BYTES = 400  # kept of standard error, to explain an exit

MAX_SECONDS = 1_000_000  # eleven days: no clock waits for just any number
EXIT_SECONDS = 1.0  # for a process to exit after its input is closed
KILL_SECONDS = 60.0  # for a busy machine to reap a killed process
DELIVERY_SECONDS = 0.25  # for the reader thread of a busy machine to pass on output
MIN_WAIT_SECONDS = 0.01

WITHOUT_PROCESSES = ("emscripten", "wasi")
"""The platforms of browsers, as `sys.platform` names them."""
CPUCLOCK_SCHED = 2  # the kernel's name for the clock of scheduled time

WALL_SECONDS_PER_IDLE_SECOND = 10
"""An idle player is charged one second for each 10 of wall time."""

MAX_WALL_FACTOR = 10
"""A computing player may take at most this many times its limit in wall time."""


class LateError(Exception):
    """There was no answer within the limit, though more time might have brought one.

    Attributes:
        seconds: The limit.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} seconds")
        self.seconds = seconds


class Spent(NamedTuple):
    """How much time a player has used, in seconds, by two clocks."""

    cpu_seconds: float
    """The processor time of its process; wall time where the system has no such clock.
    """

    idle_seconds: float
    """Wall time divided by `WALL_SECONDS_PER_IDLE_SECOND`, as it is charged to a player
    that is idle.
    """


def check_limit(limit: float) -> None:
    """Raise `ArgumentError` unless a player can be given so many seconds."""
    is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if not is_number or not 0 < limit <= MAX_SECONDS:
        raise ArgumentError(
            f"a limit of {quoted(limit)} seconds: it must be a number above 0, and at"
            f" most {MAX_SECONDS:,}"
        )


class RestartingProcess:
    """A command that is started, asked lines, and started again after it has ended.

    Use it in a ``with`` statement, or `close` it.

    Args:
        command: The words of the command.
        limit: Seconds for an answer: of processor time on Linux, else of wall time.
        name: Its name in messages.

    Attributes:
        seconds: The wall time of the last answer, if it is known.

    Raises:
        PlayerError: The command cannot be started.
    """

    def __init__(self, command: Sequence[str], limit: float, name: str) -> None:
        self.command = list(command)
        self.limit = limit
        self.name = name
        self.seconds: float | None = None
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
        """Return the time that the present process has used; only differences count."""
        now = monotonic()
        cpu_seconds: float | None = 0.0
        if self._process is not None:
            cpu_seconds = self._process.cpu_seconds()
        if cpu_seconds is None:
            cpu_seconds = now
        return Spent(cpu_seconds, now / WALL_SECONDS_PER_IDLE_SECOND)

    def ask_line(self, question: bytes, limit: float | None = None) -> bytes:
        """Send a line, and return the line that answers it.

        Args:
            question: The line with its newline; empty to read one more line only.
            limit: The limit for this answer, if it differs from the general one.

        Raises:
            FaultError: The process has ended, or floods its output.
            LateError: There was no answer in time.
            PlayerError: It has ended before, and cannot be started again.
        """
        process = self._process or self._start()
        if limit is None:
            limit = self.limit
        allowance = Allowance(process, limit)
        try:
            if question:
                process.send(question)
            line = process.read_line(allowance)
        except BaseException:
            self._kill()
            raise
        self.seconds = process.seconds
        return line

    def _start(self) -> Process:
        """Start the process; a subclass may then wait until it is ready."""
        self.close()
        self._process = Process(self.command)
        return self._process

    def _kill(self) -> None:
        """Kill the process, so that a late answer is not taken for the next one."""
        if self._process is not None:
            self._process.end(kill=True)
            self._process = None


class Process:
    """One run of a program; threads read its output and its standard error.

    Attributes:
        seconds: The wall time of the last line; None for the first line, which includes
            the time to start.

    Raises:
        PlayerError: The command cannot be started.
    """

    # `_start_program` assigns these, in the thread that then reads the output.
    _process: subprocess.Popen[bytes]
    _stdin: BinaryIO
    _stderr_reader: Thread

    def __init__(self, command: Sequence[str]) -> None:
        self.seconds: float | None = None
        self._has_answered = False
        self._stderr_tail = b""
        self._output = bytearray()  # taken from the queue, but not yet returned
        self._chunks: Queue[bytes] = Queue(MAX_QUEUED_CHUNKS)  # an empty one is the end
        self._failure: Exception | None = None
        if sys.platform in WITHOUT_PROCESSES:
            raise PlayerError(
                f"{command[0]}: cannot be started: a player's file or program needs a "
                f"process of its own, and Python starts none on {sys.platform}"
            )
        started = Event()
        # An interrupt is raised in the main thread. If that started the program, the
        # interrupt could come before `_process` is assigned, and nobody could kill it.
        thread = Thread(target=self._run, args=(command, started), daemon=True)
        try:
            thread.start()
            started.wait()
        except RuntimeError as error:  # there is too little memory for a thread
            raise PlayerError(
                f"{command[0]}: cannot be started: a process needs threads beside it, "
                f"and here is none ({error})"
            ) from None
        except BaseException:
            if started.wait(EXIT_SECONDS) and not self._failure:
                self.kill()
            raise
        if self._failure:
            reason = getattr(self._failure, "strerror", None) or self._failure
            raise PlayerError(f"{command[0]}: cannot be started: {reason}")

    def send(self, line: bytes) -> None:
        """Send a short line. Raises `FaultError` if the process has ended."""
        try:
            # The pipe of a program that answers without reading its input is full. The
            # line is then dropped, as the program would not read it.
            with suppress(BlockingIOError):
                os.write(self._stdin.fileno(), line)
        except OSError:
            raise self._exit_fault() from None

    def read_line(self, allowance: Allowance) -> bytes:
        """Return the next line of output.

        Raises:
            FaultError: The output ends, or the line is too long.
            LateError: The line is late.
        """
        searched = 0
        while (end := self._output.find(b"\n", searched) + 1) == 0:
            searched = len(self._output)
            if searched >= MAX_LINE_BYTES:
                raise FaultError(
                    "type", f"a line of more than {MAX_LINE_BYTES:,} bytes"
                )
            if not self._read_chunk(allowance):
                end = searched
                break
        if self._has_answered:
            self.seconds = allowance.elapsed()
        self._has_answered = True
        return self._take(end)

    def _read_chunk(self, allowance: Allowance) -> bool:
        """Wait for more output; return False if it ends within a line."""
        chunk = self._next_chunk(allowance)
        # If the program has exited, a program that it has started may keep the pipe
        # open. That is an exit, and not a late answer.
        if chunk is None and self._process.poll() is None:
            raise LateError(allowance.limit)
        if not chunk and not self._output:
            raise self._exit_fault()
        self._output += chunk or b""
        return bool(chunk)

    def _next_chunk(self, allowance: Allowance) -> bytes | None:
        """Return the next output: empty bytes at its end, None if it is late."""
        seconds = allowance.wall_seconds_left()
        while True:
            with suppress(Empty):
                return self._chunks.get(timeout=max(seconds, MIN_WAIT_SECONDS))
            seconds = allowance.cpu_seconds_left()
            if seconds <= 0:
                return self._delivered_chunk()

    def _delivered_chunk(self) -> bytes | None:
        """Return output that came in time, but that the reader thread has yet to queue.

        None if there is none.
        """
        # Without a timeout if the pipe has data or is closed: the reader thread is then
        # certain to queue something.
        timeout = None if self._has_unread_output() else DELIVERY_SECONDS
        with suppress(Empty):
            return self._chunks.get(timeout=timeout)
        return None

    def _has_unread_output(self) -> bool:
        """Return True if the pipe has data or is closed, as far as the system tells."""
        output = cast(BinaryIO, self._process.stdout)
        # Windows cannot select a pipe. The reader thread may have closed this one.
        with suppress(OSError, ValueError):
            return bool(select.select([output], [], [], 0)[0])
        return False

    def _take(self, count: int) -> bytes:
        taken = bytes(self._output[:count])
        del self._output[:count]
        return taken

    def cpu_seconds(self) -> float | None:
        """Return the processor time of the process; None if the system does not say."""
        # Linux: clock id of a process = ~pid << 3 | CPUCLOCK_SCHED, see
        # <linux/posix-timers.h>.
        with suppress(AttributeError, OSError):
            return time.clock_gettime(~self._process.pid << 3 | CPUCLOCK_SCHED)
        return None

    def is_computing(self) -> bool:
        """Return True if a thread of the process runs or is ready; False if all wait.

        The main thread may itself be waiting, for numpy's threads or for the GIL.
        """
        with suppress(OSError):
            threads = Path(f"/proc/{self._process.pid}/task").iterdir()
            return any(map(_is_thread_running, threads))
        return False

    def end(self, *, kill: bool = False) -> None:
        """End the process, with everything that it has started.

        Args:
            kill: Whether to kill it at once, or else to let it exit first.
        """
        exit_seconds = 0 if kill else EXIT_SECONDS
        with suppress(OSError):
            self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(exit_seconds)
        self.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(KILL_SECONDS)
        # The reader thread may be waiting for space in the queue.
        with suppress(Empty):
            while True:
                self._chunks.get_nowait()
        self._stderr_reader.join(exit_seconds)

    def kill(self) -> None:
        """Kill the process and its group."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            elif self._process.poll() is None:
                # Windows has no process groups, but taskkill finds child processes.
                tree = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
                subprocess.run(
                    tree, capture_output=True, check=False, timeout=EXIT_SECONDS
                )
        with suppress(OSError):  # it may have left its group
            self._process.kill()

    def _exit_fault(self) -> FaultError:
        """Return how the process ended, with the last line of standard error."""
        self.end()
        status = f"it ended with status {self._process.returncode}"
        lines = self._stderr_tail.decode("utf-8", "replace").strip().splitlines()
        if lines:
            return FaultError("exit", f"{status}: {lines[-1].strip()}")
        return FaultError("exit", f"{status}, but should read the next line")

    def _run(self, command: Sequence[str], started: Event) -> None:
        """Start the program and read its output: what the reader thread does."""
        try:
            self._start_program(command)
        except Exception as error:
            self._failure = error
            return
        finally:
            started.set()
        self._read_output()

    def _start_program(self, command: Sequence[str]) -> None:
        """Start the program, and a thread that reads its standard error."""
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
            # Makes the iteration order of sets of strings reproducible.
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        self._stdin = cast(BinaryIO, self._process.stdin)
        # A program may read nothing and so let its pipe fill up: `send` must not wait
        # for it. Some systems cannot do this for pipes.
        with suppress(AttributeError, OSError):
            os.set_blocking(self._stdin.fileno(), False)
        self._stderr_reader = Thread(target=self._read_stderr, daemon=True)
        self._stderr_reader.start()

    def _read_output(self) -> None:
        """Queue the output of the program, with empty bytes at its end."""
        with cast(BinaryIO, self._process.stdout) as output:
            while chunk := os.read(output.fileno(), CHUNK_BYTES):
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def _read_stderr(self) -> None:
        """Read standard error, so that its pipe does not fill up."""
        with cast(BinaryIO, self._process.stderr) as errors:
            while chunk := os.read(errors.fileno(), CHUNK_BYTES):
                self._stderr_tail = (self._stderr_tail + chunk)[-STDERR_TAIL_BYTES:]


def _is_thread_running(folder: Path) -> bool:
    with suppress(OSError):  # it may have ended meanwhile
        state = (folder / "stat").read_text().rpartition(") ")[2][0]
        return state in "RD"
    return False


class Allowance:
    """How long a process may still take for one answer.

    The limit is in wall time. When it is over, a player that is still computing gets
    the rest of its limit in processor time, up to `MAX_WALL_FACTOR` times the limit of
    wall time; an idle player is late. So a busy machine, on which a player hardly gets
    a processor, does not make it late.

    Args:
        process: The process that answers.
        limit: Seconds.
    """

    def __init__(self, process: Process, limit: float) -> None:
        self.limit = limit
        self._process = process
        self._started = monotonic()
        self._cpu_seconds_before = process.cpu_seconds()

    def elapsed(self) -> float:
        """Return the wall time since the question, in seconds."""
        return monotonic() - self._started

    def wall_seconds_left(self) -> float:
        """Return how much of the limit is left in wall time."""
        return self.limit - self.elapsed()

    def cpu_seconds_left(self) -> float:
        """Return how much is left in processor time; 0 for an idle player.

        Also 0 if the system does not say, or if the player has had its wall time.
        """
        if not self._process.is_computing():
            return 0.0
        cpu_seconds = self._process.cpu_seconds()
        if cpu_seconds is None or self._cpu_seconds_before is None:
            return 0.0
        if self.elapsed() > MAX_WALL_FACTOR * self.limit:
            return 0.0
        return self.limit - (cpu_seconds - self._cpu_seconds_before)
