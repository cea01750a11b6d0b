"""Programs as players: a process that is asked a board on a line and answers on a line.

One process is asked all questions. One that hangs is killed, one that has ended is started again,
and both are told as a `FaultError`, which costs the player the game at that board.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from stat import S_ISREG
from threading import Event, Thread
from time import monotonic
from typing import BinaryIO, Self, cast

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.play import runner
from ttt_table.play.arguments import check_limit, check_view
from ttt_table.rules.game import MAX_FALLING_CELLS
from ttt_table.table.files import Path, path_text

LONGEST_LINE = 1 << 14
"""Bytes of an answer; a program that prints more without a line's end is not answering."""
LAST_WORDS = 400
"""Bytes of standard error that are kept, to say what a program complained of as it ended."""
GRACE = 1.0
"""Seconds in which a program may end by itself once its input has ended."""


class FaultError(Exception):
    """What a player did instead of answering, as a forfeit's kind and reason: it becomes one."""


class Program:
    """A command that plays: it reads a line with a board, prints one with a cell, and flushes.

    ``limit`` is how many seconds it may think about one board. Use it in a ``with`` statement, or
    `close` it. Raises `ArgumentError` for a bad limit or command, and `PlayerError` if the command
    cannot be started.
    """

    def __init__(self, command: Sequence[str], *, limit: float = 10.0, name: str = "") -> None:
        check_limit(limit)
        words = isinstance(command, Sequence) and all(isinstance(word, str) for word in command)
        if isinstance(command, str) or not words:
            form = 'a list of words, such as ["node", "bot.js"]'
            raise ArgumentError(f"a program's command is {form}, not {quoted(command)}")
        if not command:
            raise PlayerError("the command of a program is empty")
        self.command = list(command)
        self.limit = limit
        self.name = name or " ".join(command)
        self._process: _Process | None = None
        self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, board: str) -> str:
        """The line that it answers. Raises `FaultError` for a time-out, an exit, a broken line."""
        process = self._process
        if process is None or process.timed_out:
            process = self._started()
        return self._answer(process, board)

    def close(self) -> None:
        """End the process: its input ends, and it is killed if that does not do."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _started(self) -> _Process:
        self.close()
        self._process = _Process(self.command, self.limit)
        return self._process

    def _answer(self, process: _Process, board: str | None) -> str:
        line = process.line_for(board)
        if line.endswith(b"\n") or (line and len(line) < LONGEST_LINE):
            return line.decode("utf-8", "replace").strip()
        process.end(kill=bool(line))
        self._process = None
        if process.timed_out:
            raise FaultError("time-out", f"no answer within {self.limit:g} seconds")
        if line:
            raise FaultError("type", f"a line of more than {LONGEST_LINE:,} bytes")
        raise FaultError("exit", process.last_words())


def _runner() -> list[str]:
    """What Python is to run for a Python file: the runner, or its source where it is no file."""
    if os.path.exists(runner.__file__):
        return [runner.__file__]
    from pkgutil import get_data  # for a zipapp alone, whose files the system cannot see

    return ["-c", (get_data("ttt_table.play", "runner.py") or b"").decode()]


class PythonFile(Program):
    """A function in a Python file, ``bot.py`` and ``move``, in a process of its own.

    What it prints is dropped. Raises `PlayerError` if the file is missing, does not load or lacks
    the function.
    """

    def __init__(
        self, path: Path, name: str, *, view: str = "text", cols: int = 3, limit: float = 10.0
    ) -> None:
        check_view(view)
        path = path_text(path)
        if not isinstance(name, str):
            raise ArgumentError(f"a function is named by text, not by {quoted(name)}")
        if type(cols) is not int or not 0 < cols <= MAX_FALLING_CELLS:
            most = f"a whole number from 1 to {MAX_FALLING_CELLS}"
            raise ArgumentError(f"cols must be {most}, not {quoted(cols)}")
        try:
            is_file = S_ISREG(os.stat(path).st_mode)
        except PermissionError as error:
            raise PlayerError(f"{path}: cannot be read: {error.strerror}") from None
        except (OSError, ValueError):
            is_file = False
        if not is_file:
            raise PlayerError(f"{path}: there is no such file")
        # -P: neither this folder nor the runner's may hide a module of the standard library.
        command = [sys.executable, "-P", *_runner(), path, name, view, str(cols)]
        self.path = path
        super().__init__(command, limit=limit, name=f"{path}:{name}")

    def ask(self, board: str) -> str:
        """As a program; what the function raised or a wrong type is a `FaultError` too."""
        line = super().ask(board)
        if line.startswith("!"):
            kind, _, reason = line[1:].partition(" ")
            raise FaultError(kind, f"{reason} is not a cell" if kind == "type" else reason)
        return line

    def _started(self) -> _Process:
        process, path = super()._started(), self.path
        try:
            line = self._answer(process, None)
        except FaultError as fault:
            kind, reason = fault.args
            hint = "; give it more time" if kind == "time-out" else ""
            raise PlayerError(f"{path} does not load: {reason}{hint}") from None
        if line != "ready":
            self.close()
            reason = line.removeprefix("!load ")
            raise PlayerError(reason if path in reason else f"{path} does not load: {reason}")
        return process


class _Process:
    """A running program, with a watch that kills it when an answer is late."""

    def __init__(self, command: Sequence[str], limit: float) -> None:
        self.timed_out = False
        self._limit = limit
        self._due: float | None = None
        self._over = Event()
        self._words = b""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # A group of its own, so that what it has started is killed with it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PlayerError(f"{command[0]}: cannot be started: {reason}") from None
        self._questions = cast(BinaryIO, self._process.stdin)
        self._answers = cast(BinaryIO, self._process.stdout)
        self._complaints = cast(BinaryIO, self._process.stderr)
        # Threads, not polling: an answer is then a plain blocking read, the fastest there is.
        Thread(target=self._watch, daemon=True).start()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def line_for(self, board: str | None) -> bytes:
        """Ask, unless there is nothing to ask, and read a line; empty where the process ends."""
        self._due = monotonic() + self._limit
        try:
            if board is not None:
                self._questions.write(f"{board}\n".encode())
                self._questions.flush()
            return self._answers.readline(LONGEST_LINE)
        except OSError:  # it reads no more
            return b""
        finally:
            self._due = None

    def end(self, *, kill: bool = False) -> None:
        """Let the process end, or make it."""
        self._over.set()
        for stream in (self._questions, self._answers):
            with suppress(OSError):
                stream.close()
        if not kill and not self.timed_out:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        if self._process.poll() is None:
            self._kill()
        self._process.wait()
        self._listener.join(GRACE)

    def last_words(self) -> str:
        """How it ended, and the last line of its complaints."""
        lines = self._words.decode("utf-8", "replace").strip().splitlines()
        status = self._process.returncode
        said = f": {lines[-1].strip()}" if lines else ", but should read the next line"
        return f"it ended with status {status}{said}"

    def _watch(self) -> None:
        """Sleep until an answer is due; a question asked meanwhile is due later than that."""
        wait = self._limit
        while not self._over.wait(wait):
            due = self._due
            wait = self._limit if due is None else due - monotonic()
            if wait <= 0:
                self.timed_out = True
                self._kill()
                return

    def _listen(self) -> None:
        """Keep standard error from filling up, and its end for `last_words`."""
        with self._complaints:
            while piece := os.read(self._complaints.fileno(), 1 << 16):
                self._words = (self._words + piece)[-LAST_WORDS:]

    def _kill(self) -> None:
        with suppress(OSError):  # it is gone already
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
