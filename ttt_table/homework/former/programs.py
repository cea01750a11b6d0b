"""Programs as players: a process that is asked a board on a line and answers on a line.

One that hangs is killed, with all that it has started; one that has ended is started again.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import BinaryIO, Self, cast

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.homework.former.arguments import check_limit
from ttt_table.players.protocol import FaultError

LONGEST_LINE = (
    1 << 14
)  # bytes of an answer: a program that prints more is not answering
LAST_WORDS = 400
GRACE = 1.0  # seconds to end in, once the input has
READ_AHEAD = 16  # pieces of output that wait: more than a pipe holds, and no flood
SHORT = 0.01  # seconds to wait at least
FAR = 10  # times as long by the clock, where others compute too
KINDS = ("illegal", "type", "exception", "exit")


class LateError(FaultError):
    """There was no answer in time: no forfeit, as more time might have brought one."""


def unfaulted(line: str) -> str:
    """The line that `runner` printed. Raises the `FaultError` that it stands for."""
    if line.startswith("!"):
        kind, _, reason = line[1:].partition(" ")
        if kind not in KINDS:  # a player can write on the runner's pipe, too
            kind, reason = "type", line
        raise FaultError(kind, f"{reason} is not a cell" if kind == "type" else reason)
    return line


class Program:
    """A command that plays: it reads a line with a board, prints one with a cell, and flushes.

    ``limit`` is seconds a board: of processor time on Linux, else by the clock. Use it in a
    ``with`` statement, or `close` it. Raises `ArgumentError` for a bad limit or command, and
    `PlayerError` if the command cannot be started.
    """

    def __init__(
        self, command: Sequence[str], *, limit: float = 10.0, name: str = ""
    ) -> None:
        check_limit(limit)
        words = isinstance(command, Sequence) and all(
            isinstance(word, str) for word in command
        )
        if isinstance(command, str) or not words:
            form = 'a list of words, such as ["node", "bot.js"]'
            raise ArgumentError(f"a program's command is {form}, not {quoted(command)}")
        if not command:
            raise PlayerError("the command of a program is empty")
        self.command = list(command)
        self.limit = limit
        self.name = name or " ".join(command)
        self.seconds: float | None = None  # as its process has it
        self.called = ""
        self._process: Process | None = None
        self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, board: str | None, limit: float | None = None) -> str:
        """Its answer, or for None the next line that it prints, within its limit or another.

        Raises `FaultError`, and `PlayerError` where it cannot be started again.
        """
        process = self._process or self._started()
        try:
            line = process.line_for(board, limit or self.limit)
        except BaseException:
            # Whatever breaks a question off, its answer must not be taken for the next one's.
            self._process = None
            process.end(kill=True)
            raise
        self.seconds = process.seconds
        return line.decode("utf-8", "replace").strip()

    def spent(self) -> tuple[float, float]:
        """Seconds that its process has computed, and a fraction of those by the clock.

        The first do not depend on what else is computed, the second tell of one that waits.
        """
        used = self._process.computed() if self._process else 0.0
        return monotonic() if used is None else used, monotonic() / FAR

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _started(self) -> Process:
        self.close()
        self._process = Process(self.command)
        return self._process


class Process:
    """A running program, started and read by a thread. Raises `PlayerError` if that fails."""

    def __init__(self, command: Sequence[str]) -> None:
        self.seconds: float | None = (
            None  # for its last line, but the first, as it had to start
        )
        self._spoke = False
        self._words = b""
        self._read = bytearray()
        self._pieces: Queue[bytes] = Queue(READ_AHEAD)  # an empty one ends it
        self._failure: Exception | None = None
        started = Event()
        try:
            Thread(target=self._run, args=(command, started), daemon=True).start()
            started.wait()
        except BaseException:  # a signal's, which must leave no process behind
            if started.wait(GRACE) and not self._failure:
                self.kill()
            raise
        if self._failure:
            reason = getattr(self._failure, "strerror", None) or self._failure
            raise PlayerError(f"{command[0]}: cannot be started: {reason}")

    def line_for(self, board: str | None, limit: float) -> bytes:
        """Ask, unless board is None, and read a line. Raises `FaultError` where none comes."""
        started, read, before = monotonic(), self._read, self.computed()
        if board is not None:
            try:
                with suppress(BlockingIOError):
                    os.write(self._questions.fileno(), f"{board}\n".encode())
            except OSError:
                raise self._exit() from None
        while not (end := read.find(b"\n") + 1):
            if len(read) >= LONGEST_LINE:
                raise FaultError("type", f"a line of more than {LONGEST_LINE:,} bytes")
            piece = self._next_piece(started, before, limit)
            # Somebody else may hold the pipe of one that has ended.
            if piece is None and self._process.poll() is None:
                raise LateError("time-out", f"no answer within {limit:g} seconds")
            if not piece and not read:
                raise self._exit()
            if not piece:
                break
            read += piece
        line = bytes(read[: end or len(read)])
        del read[: len(line)]
        self.seconds, self._spoke = monotonic() - started if self._spoke else None, True
        return line

    def _next_piece(
        self, started: float, before: float | None, limit: float
    ) -> bytes | None:
        """What it prints; nothing at its end, None if late."""
        left = limit - monotonic() + started
        while True:
            with suppress(Empty):
                return self._pieces.get(timeout=max(left, SHORT))
            # On a busy machine one that computes has hardly begun when the clock says it is late.
            used = self.computed() if self._is_running() else None
            if used is None or before is None or monotonic() - started > FAR * limit:
                return None
            left = limit - used + before
            if left <= 0:
                return None

    def computed(self) -> float | None:
        """For how many seconds; None where the system does not tell."""
        with suppress(AttributeError, OSError):  # Linux has a clock for each process
            return time.clock_gettime(~self._process.pid << 3 | 2)
        return None

    def _is_running(self) -> bool:
        """True where it computes, or would; False where it waits, or nobody can tell."""
        with suppress(OSError), open(f"/proc/{self._process.pid}/stat") as stat:
            return stat.read().rpartition(") ")[2][0] in "RD"
        return False

    def end(self, *, kill: bool = False) -> None:
        """Let the process end, or kill it, with all that it has started."""
        with suppress(OSError):
            self._questions.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if kill else GRACE)
        self.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with suppress(Empty):  # lets its reader come to the end
            while True:
                self._pieces.get_nowait()
        self._listener.join(0 if kill else GRACE)

    def kill(self) -> None:
        """Kill the process and its group."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            elif (
                self._process.poll() is None
            ):  # Windows, where a tool knows what it has started
                tree = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
                subprocess.run(tree, capture_output=True, check=False, timeout=GRACE)
        with suppress(OSError):  # it may have left its group
            self._process.kill()

    def _exit(self) -> FaultError:
        """How it ended, and the last line of its complaints."""
        self.end()
        lines = self._words.decode("utf-8", "replace").strip().splitlines()
        status = self._process.returncode
        complaint = (
            f": {lines[-1].strip()}" if lines else ", but should read the next line"
        )
        return FaultError("exit", f"it ended with status {status}{complaint}")

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
                os.set_blocking(self._questions.fileno(), False)  # it may read nothing
            self._listener = Thread(target=self._keep_words, daemon=True)
            self._listener.start()
        except Exception as error:
            self._failure = error
            return
        finally:
            started.set()
        with cast(BinaryIO, self._process.stdout) as answers:
            while piece := os.read(answers.fileno(), LONGEST_LINE):
                self._pieces.put(piece)
        self._pieces.put(b"")

    def _keep_words(self) -> None:
        """Read complaints, lest their pipe fills up."""
        with cast(BinaryIO, self._process.stderr) as complaints:
            while piece := os.read(complaints.fileno(), 1 << 16):
                self._words = (self._words + piece)[-LAST_WORDS:]
