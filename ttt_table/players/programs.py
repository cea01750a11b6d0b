"""Players in subprocesses: programs in any language, and Python files.

A program gets a board on a line, and prints a move on one. A file is asked questions in
JSON by a module of this package that has loaded it; `records` describes them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path as FilePath

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.players.answers import Observations
from ttt_table.players.moves import Move, Place, move_in
from ttt_table.players.process import (
    LateError,
    Process,
    RestartingProcess,
    check_limit,
)
from ttt_table.players.records import (
    MAIN_GUARD_ADVICE,
    WALL_FACTOR,
    FaultError,
    Record,
    decode,
    encode,
    fault_in,
    on_one_line,
    stray_output,
)
from ttt_table.table.files import Path, path_text

LOADING_SECONDS = 10.0  # of processor time to load a file, if answers have fewer
READY_SECONDS = 5.0  # for Python itself to start, and more


class Program(RestartingProcess):
    """A command that reads lines with a board, prints a move each, and flushes.

    A line is a cell, with gravity a column, such as ``4``; a row and a column such as
    ``1 1``; moves with their weights such as ``0:1/4 1,1:3/4``; or empty, which is no
    answer.

    Use it in a ``with`` statement, or `close` it.

    Args:
        command: Its words, such as ``["node", "bot.js"]``.
        limit: Seconds for an answer: of processor time on Linux, else of wall time.
        name: Its name in messages; by default the command.

    Attributes:
        seconds: How long the last answer took, if it is known.

    Raises:
        ArgumentError: The command or the limit makes no sense.
        PlayerError: The command cannot be started.
    """

    def __init__(
        self, command: Sequence[str], *, limit: float = 10.0, name: str = ""
    ) -> None:
        check_limit(limit)
        _check_command(command)
        super().__init__(command, limit, name or " ".join(command))

    def answer(self, board: str, seed: int | None = None) -> Move:  # noqa: ARG002
        """Return the move at a board.

        Args:
            board: The board.
            seed: Not used, as a program's generators of random numbers are its own.

        Raises:
            FaultError: It has ended, or its line is not a move.
            LateError: There was no answer within its limit.
            PlayerError: It had ended, and cannot be started again.
        """
        line = self.ask_line(f"{board}\n".encode()).decode("utf-8", "replace").strip()
        try:
            return _move_in_line(line)
        except ValueError:
            reason = f"{on_one_line(line)} is not a cell or a pair"
            raise FaultError("type", reason) from None

    def observations(self) -> Observations:
        """Return no observations, as nobody sees into a program."""
        return Observations()


def _move_in_line(line: str) -> Move:
    """Return the move that a line means. Raises `ValueError` if it is none.

    >>> _move_in_line("4"), _move_in_line("1 1"), _move_in_line("0:1/4 1,1:3/4")
    (4, (1, 1), {0: '1/4', (1, 1): '3/4'})
    """
    if not line:
        return None
    if ":" not in line:
        return _place_in(line)
    weights: dict[Place, str] = {}
    for part in line.split():
        text, _, weight = part.partition(":")
        place = _place_in(text)
        if place in weights:
            raise ValueError
        weights[place] = weight
    return weights


def _place_in(text: str) -> Place:
    numbers = [_whole_number(part) for part in text.replace(",", " ").split()]
    if len(numbers) == 1:
        return numbers[0]
    row, col = numbers
    return row, col


def _whole_number(text: str) -> int:
    if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdecimal():
        raise ValueError  # int would read 1_000
    return int(text)


def _check_command(command: Sequence[str]) -> None:
    is_words = isinstance(command, Sequence) and all(
        isinstance(word, str) for word in command
    )
    if isinstance(command, str) or not is_words:
        raise ArgumentError(
            'a program\'s command is a list of words, such as ["node", "bot.js"], not'
            f" {quoted(command)}"
        )
    if not command:
        raise PlayerError("the command of a program is empty")


class FileProcess(RestartingProcess):
    """A Python file that a module of this package serves in a subprocess.

    That module has a function ``main(settings)``, which calls `loading.load`.

    Args:
        path: The file.
        module: The module's name within the package, such as "players.child".
        settings: What it gets; "path" and "seconds" are added here.
        limit: Seconds for an answer.
        name: Its name in messages; by default the path.

    Attributes:
        path: The file, as text.
        ready: The message of the subprocess after the file was loaded, which `records`
            describes.

    Raises:
        ArgumentError: The limit is not a positive number.
        PlayerError: The file is missing, does not load, or lacks what is to be served.
    """

    def __init__(
        self,
        path: Path,
        module: str,
        settings: Record,
        *,
        limit: float,
        name: str = "",
    ) -> None:
        check_limit(limit)
        self.path = path_text(path)
        self.ready: Record = {}
        self._draws = False
        self._loading_seconds = max(limit, LOADING_SECONDS)
        check_is_file(self.path)
        settings = {
            "path": self.path,
            "seconds": self._loading_seconds,
            **settings,
        }
        entry = FilePath(__file__).with_name("child_main.py")
        if not entry.exists():
            raise PlayerError(
                f"{self.path}: cannot be started: its process would load ttt-table "
                "from a zip archive, which Python cannot do; unpack ttt-table"
            )
        # -P, so that no module beside `child_main.py` hides one of Python's own.
        command = [sys.executable, "-P", str(entry), module, json.dumps(settings)]
        super().__init__(command, limit, name or self.path)

    @property
    def loaded_until(self) -> str:
        """Why loading the file ended early; empty if it was loaded to its end."""
        return str(self.ready.get("loaded_until", ""))

    def ask(self, question: Record, limit: float | None = None) -> Record:
        """Ask a question, and return the answer.

        An answer may have a fault of the file, which `records.fault_in` returns.

        Raises:
            FaultError: The process has ended, or printed what is not an answer.
            LateError: There was no answer within the limit, or this one.
            PlayerError: The process has ended before, and does not load again.
        """
        return self._record(self.ask_line(encode(question), limit))

    def next_answer(self, limit: float | None = None) -> Record:
        """Return one more answer to the last question; raises what `ask` raises."""
        return self._record(self.ask_line(b"", limit))

    def answer(self, board: str, seed: int | None = None) -> Move:
        """Return the move at a board, of a file that is asked as a player.

        Args:
            board: The board.
            seed: A seed for the usual generators of random numbers, if they get one.

        Raises:
            FaultError: The file has raised, or has not returned a move.
            LateError: There was no answer within the limit.
        """
        record = self.ask({"board": board, "seed": seed})
        if "fault" in record:
            raise fault_in(record)
        return move_in(record)

    def observations(self) -> Observations:
        """Return what was observed of a file that is asked as a player.

        The module that serves it uses `child.answer_boards`.
        """
        if self._process is not None:
            with suppress(FaultError, LateError):
                self._draws |= self.ask({"draws": True}).get("draws") is True
        return Observations(
            draws_random_numbers=self._draws,
            draws_when_loaded=self.ready.get("draws_when_loaded") is True,
            loaded_until=self.loaded_until,
        )

    def _record(self, line: bytes) -> Record:
        try:
            return decode(line)
        except FaultError:
            self._kill()  # its real answer may follow, and be taken for the next one
            raise

    def _start(self) -> Process:
        process = super()._start()
        self._wait_until_ready()
        return process

    def _wait_until_ready(self) -> None:
        limit = WALL_FACTOR * self._loading_seconds + READY_SECONDS
        try:
            record = decode(self.ask_line(b"", limit))
            ready = record.get("ready")
            if isinstance(ready, dict):
                self.ready = ready
                return
            if isinstance(record.get("unloaded"), str):
                raise self._load_error(record["unloaded"])
            if not isinstance(record.get("missing"), str):
                raise stray_output(record)
        except LateError as error:
            raise self._load_error(f"{error}; {MAIN_GUARD_ADVICE}") from None
        except FaultError as fault:
            raise self._load_error(fault.reason) from None
        self.close()
        raise self._missing_error(f"{self.path}: {record['missing']}")

    def _missing_error(self, message: str) -> PlayerError:
        """Return the error of a file that lacks what is to be served."""
        return PlayerError(message)

    def _load_error(self, message: str) -> PlayerError:
        self.close()
        return PlayerError(f"{self.path} does not load: {message}")


def check_is_file(path: str) -> None:
    """Raise `PlayerError` unless there is such a file."""
    if not FilePath(path).is_file():
        what = (
            "it is not a file" if FilePath(path).exists() else "there is no such file"
        )
        raise PlayerError(f"{path}: {what}")


class PythonFile(FileProcess):
    """A player in a Python file, such as ``bot.py:move``, in a subprocess.

    The file is loaded once. The player is called with a board such as ``X...O....``,
    and returns a cell (with gravity a column), a pair (row, column), a dictionary
    {move: weight}, or None for no answer. An adapter is a function ``call(player,
    board)`` in another file: it gets what ``source`` names and the board, and returns
    such a move.

    Use it in a ``with`` statement, or `close` it.

    Args:
        source: The file and the name of a function, a class or an object of it, such
            as ``bot.py:move`` or ``bot.py:Bot.reply``; without a name the module.
        adapter: The file of the adapter, and the name of its function, such as
            ``call.py:ask``; without a name ``call``. Empty for no adapter.
        limit: Seconds for an answer: of processor time on Linux, else of wall time.

    Attributes:
        path: The file, as text.
        player: The player's name in the file; empty for the module.
        adapter: The adapter, as it was given.
        name: The player's name in messages, "bot.py:move".

    Raises:
        ArgumentError: An argument is invalid.
        PlayerError: A file is missing, does not load, or lacks what was named.
    """

    def __init__(
        self, source: Path, adapter: Path = "", *, limit: float = 10.0
    ) -> None:
        text = path_text(source)
        path, self.player = split_source(text)
        self.adapter = path_text(adapter)
        adapter_path, adapter_name = split_source(self.adapter)
        if adapter_path:
            check_is_file(adapter_path)
        settings = {
            "name": self.player,
            "adapter": adapter_path,
            "call": adapter_name or "call",
        }
        super().__init__(path, "players.child", settings, limit=limit, name=text)

    def outline(self) -> list[str]:
        """Return the functions and classes of the file, with their arguments."""
        try:
            lines = self.ask({"outline": True}).get("outline")
        except (FaultError, LateError):
            return []
        if not isinstance(lines, list):
            return []
        return list(map(str, lines))


def split_source(source: str) -> tuple[str, str]:
    r"""Return the file of a text ``FILE.py:NAME``, and the name, which may be missing.

    >>> split_source("bot.py:Bot.reply"), split_source(r"C:\bot.py")
    (('bot.py', 'Bot.reply'), ('C:\\bot.py', ''))
    """
    path, colon, name = source.rpartition(":")
    if colon and path and all(part.isidentifier() for part in name.split(".")):
        return path, name
    return source, ""
