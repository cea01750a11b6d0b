"""Run a player's program as a subprocess that answers lines within a time limit.

The program may hang, flood its output, start other programs or exit. It is then killed
with everything that it has started, and is started again at the next question.

The limit is in processor time, so that a verdict does not depend on what else the
machine does. A process that hardly computes is not hindered, but waits or sleeps: it
has its limit in wall time. So have all where the system does not tell processor time,
as Linux does.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread, current_thread, main_thread
from typing import IO, Self
from uuid import uuid4

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.grading.child import ForfeitError, is_over

MAX_SECONDS = 1_000_000  # eleven days: no clock waits for just any number
MAX_LINE_BYTES = 1 << 17  # a program that prints a longer line is not answering
MAX_LINES_AHEAD = 64  # of a program that floods its output
POLL_SECONDS = 0.05  # between looks at the clock
TURNS_OF_READER = 20  # of the thread that reads the last line of a process
JOIN_SECONDS = 0.001
EXIT_SECONDS = 1.0  # for a process to exit after its input is closed
KILL_ROUNDS = 5  # a process may start another one while it is looked for

WITHOUT_PROCESSES = ("emscripten", "wasi")  # the platforms of browsers
MARK = "TTT_TABLE_PLAYER"  # the environment variable that all of a player's have
CPUCLOCK_SCHED = 2  # Linux: clock id = ~pid << 3 | this, see <linux/posix-timers.h>


class LineProcess:
    """A command that is started, asked lines, and started again after it has ended.

    Use it in a ``with`` statement, or `close` it.

    Args:
        command: The words of the command.
        timeout: Seconds for an answer.
        name: Its name in messages.

    Attributes:
        seconds: What the last answer has used up of the timeout, with the time to start
            again before it.

    Raises:
        ArgumentError: The timeout is not a positive number.
        PlayerError: The command cannot be started.
    """

    def __init__(self, command: Sequence[str], timeout: float, name: str) -> None:
        self.command = list(command)
        self.timeout = checked_timeout(timeout)
        self.name = name
        self.seconds = 0.0
        self._mark = uuid4().hex
        self._process: Process | None = None
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, *, kill: bool = False) -> None:
        """End the process, with everything that it has started.

        Args:
            kill: Whether to kill it at once, or else to let it exit first.
        """
        process, self._process = self._process, None
        if process is not None:
            process.end(kill=kill)

    def ask_line(self, question: bytes) -> bytes:
        """Send a line, and return the line that answers it.

        Raises:
            ForfeitError: The process has ended, is late, or floods its output.
            PlayerError: It has ended before, and cannot be started again.
        """
        self.seconds = 0.0
        process = self._process or self._start()
        process.send(question)
        return self._read_line(process, self.timeout)

    def _start(self) -> Process:
        """Start the process; a subclass may then wait until it is ready."""
        with signals_deferred():
            self._process = Process(self.command, self._mark)
        return self._process

    def _read_line(self, process: Process, timeout: float) -> bytes:
        """Return the next line, which counts in `seconds`; raises `ForfeitError`."""
        clock = Clock(process)
        try:
            return process.next_line(clock, timeout)
        except BaseException:  # a late answer must not be taken for the next one
            self.close(kill=True)
            raise
        finally:
            self.seconds += clock.used


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Let signals wait that have a handler: it may raise an exception.

    A process is started in several steps. If an exception came between them, nobody
    would know the process, and it would run on.
    """
    if current_thread() is not main_thread():  # only that one runs handlers
        yield
        return
    waiting: list[int] = []
    try:
        with ExitStack() as handlers:
            for number in signal.valid_signals():
                handler = signal.getsignal(number)
                if callable(handler):
                    handlers.callback(signal.signal, number, handler)
                    signal.signal(number, lambda each, _: waiting.append(each))
            yield
    finally:
        for arrived in waiting:
            signal.raise_signal(arrived)


def checked_timeout(timeout: float) -> float:
    """Return a timeout. Raises `ArgumentError` if a player cannot be given it."""
    is_number = isinstance(timeout, int | float) and not isinstance(timeout, bool)
    if not is_number or not 0 < timeout <= MAX_SECONDS:
        needed = f"a number of seconds above 0 and at most {MAX_SECONDS:,}"
        raise ArgumentError.of("timeout", timeout, needed)
    return timeout


class Process:
    """One run of a program; threads read its output and its standard error.

    Args:
        command: The words of its command.
        mark: A text that finds all processes which it has started.

    Raises:
        PlayerError: The command cannot be started.
    """

    def __init__(self, command: Sequence[str], mark: str) -> None:
        self._mark = f"{MARK}={mark}"
        self._lines: Queue[bytes] = Queue(MAX_LINES_AHEAD)
        self._last_error: deque[bytes] = deque(maxlen=1)
        self._readers: list[Thread] = []
        try:
            self._popen = self._started(command)
            self._stdin, output, errors = _streams(self._popen)
            self._readers = [
                Thread(target=_queue_lines, args=(output, self._lines), daemon=True),
                Thread(
                    target=_keep_last_line, args=(errors, self._last_error), daemon=True
                ),
            ]
            for reader in self._readers:
                reader.start()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PlayerError(f"{command[0]}: cannot be started: {reason}") from None
        except RuntimeError as error:  # there is too little memory for a thread
            with self._popen:
                self._popen.kill()
            raise PlayerError(
                f"{command[0]}: cannot be started: a process needs threads beside it,"
                f" and here is none ({error})"
            ) from None

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        if sys.platform in WITHOUT_PROCESSES:
            raise OSError(
                "a player's file or program needs a process of its own, and Python"
                f" starts none on {sys.platform}"
            )
        name, _, mark = self._mark.partition("=")
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
            # The seed makes the iteration order of sets of strings reproducible.
            env={**os.environ, "PYTHONHASHSEED": "0", name: mark},
        )

    def __del__(self) -> None:
        """Kill a process that nobody has ended: an exception came before they could."""
        popen = getattr(self, "_popen", None)
        if popen is not None and popen.returncode is None:
            self.end(kill=True)

    def send(self, line: bytes) -> None:
        """Send a line."""
        # A line for a full pipe is dropped, as the program would not read it. If it
        # has ended, the end of its output says so.
        with suppress(OSError):
            os.write(self._stdin.fileno(), line)

    def next_line(self, clock: Clock, timeout: float) -> bytes:
        """Return the next line of output.

        Raises:
            ForfeitError: The output ends, or the line is late or too long.
        """
        while True:
            with suppress(Empty):
                line = self._lines.get(timeout=min(timeout, POLL_SECONDS))
                clock.measure()  # while the system still knows a process that has ended
                break
            if self._popen.poll() is not None:
                line = self._last_line()
                break
            clock.measure()
            if clock.is_over(timeout):
                raise ForfeitError("late", f"no answer within {timeout:g} s")
        if not line:
            raise self._exit_forfeit()
        if len(line) > MAX_LINE_BYTES:
            raise ForfeitError("type", f"a line of more than {MAX_LINE_BYTES:,} bytes")
        return line

    def _last_line(self) -> bytes:
        """Return the next line of a process that has ended; empty if there is none.

        It may still be on its way through the pipe and the thread that reads it. The
        output may also never end, as a program that it has started may keep it open. So
        the thread gets several turns: on a busy machine one may be too few.
        """
        for _ in range(TURNS_OF_READER):
            with suppress(Empty):
                return self._lines.get(timeout=POLL_SECONDS)
        return b""

    def cpu_seconds(self) -> float | None:
        """Return the processor time of the process; None if the system does not say."""
        with suppress(AttributeError, OSError):
            return time.clock_gettime(~self._popen.pid << 3 | CPUCLOCK_SCHED)
        return None

    def _exit_forfeit(self) -> ForfeitError:
        """Return how the process ended, with the last line of standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(EXIT_SECONDS)
        status = self._popen.returncode
        if status is None:
            return ForfeitError("exit", "it closed its output, and has not ended")
        self._readers[1].join(EXIT_SECONDS)
        end = f"it ended with status {status}"
        if status < 0:
            end = f"it was ended by {_signal_name(-status)}"
        error = b"".join(self._last_error).decode("utf-8", "replace").strip()
        if error:
            return ForfeitError("exit", f"{end}: {error}")
        return ForfeitError("exit", f"{end}, but should read the next line")

    def end(self, *, kill: bool) -> None:
        """End the process with everything that it has started; `LineProcess.close`."""
        with suppress(OSError):
            self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(0 if kill else EXIT_SECONDS)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._popen.pid, signal.SIGKILL)
            elif self._popen.poll() is None:
                # Windows has no process groups, but taskkill finds child processes.
                tree = ["taskkill", "/F", "/T", "/PID", str(self._popen.pid)]
                subprocess.run(tree, capture_output=True, check=False)
        with suppress(OSError):  # it may have left its group
            self._popen.kill()
        self._popen.wait()
        self._kill_strays()
        deadline = time.monotonic() + EXIT_SECONDS
        for reader in self._readers:  # one may wait for space in the queue
            while reader.is_alive() and time.monotonic() < deadline:
                with suppress(Empty):
                    self._lines.get_nowait()
                reader.join(JOIN_SECONDS)

    def _kill_strays(self) -> None:
        """Kill what has left the process group, where the system shows environments."""
        for _ in range(KILL_ROUNDS):
            strays = _processes_with(self._mark.encode())
            for stray in strays:
                with suppress(OSError):
                    os.kill(stray, signal.SIGKILL)
            if not strays:
                return


class Clock:
    """Measures what a process uses up of its time, from now on.

    Attributes:
        spent: The seconds that it has computed; all where the system does not tell.
        elapsed: The seconds of wall time.
    """

    def __init__(self, process: Process) -> None:
        self.spent = 0.0
        self.elapsed = 0.0
        self._process = process
        self._started = time.monotonic()
        self._spent_before = process.cpu_seconds()

    def measure(self) -> None:
        """Look at both clocks."""
        self.elapsed = time.monotonic() - self._started
        if self._spent_before is None:
            self.spent = self.elapsed
            return
        spent = self._process.cpu_seconds()
        if spent is not None:  # else it has ended
            self.spent = spent - self._spent_before

    def is_over(self, timeout: float) -> bool:
        """Return whether the process has had its time, as `child.is_over` defines."""
        return is_over(timeout, self.spent, self.elapsed)

    @property
    def used(self) -> float:
        """The seconds that were used up: of a process that waits, all."""
        return self.elapsed if self.is_over(self.elapsed) else self.spent


def _streams(popen: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    stdin, stdout, stderr = popen.stdin, popen.stdout, popen.stderr
    assert stdin is not None
    assert stdout is not None
    assert stderr is not None
    # The pipe of a program that answers without reading its input gets full. Some
    # systems cannot do this for pipes.
    with suppress(AttributeError, OSError):
        os.set_blocking(stdin.fileno(), False)
    return stdin, stdout, stderr


def _queue_lines(output: IO[bytes], lines: Queue[bytes]) -> None:
    """Queue the lines of a program's output, with empty bytes at its end."""
    with output:
        while line := output.readline(MAX_LINE_BYTES + 1):
            lines.put(line)
    lines.put(b"")


def _keep_last_line(errors: IO[bytes], last: deque[bytes]) -> None:
    """Read standard error, so that its pipe does not fill up; keep its last line."""
    with errors:
        while line := errors.readline(MAX_LINE_BYTES):
            if line.strip():
                last.append(line)


def _processes_with(mark: bytes) -> list[int]:
    """Return the processes that have this in the environment which they started with.

    Linux shows it; elsewhere there are none.
    """
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # of another user, or it has ended
            if mark in path.read_bytes() and int(path.parent.name) != os.getpid():
                found.append(int(path.parent.name))
    return found


def _signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"
