"""Players: functions of this process, programs in any language, Python files.

Each has a name, and a method `move` that returns what it plays on a board or raises
`ForfeitError`. Whatever is not a move, or comes too late, is a forfeit.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from ttt_table.errors import (
    ArgumentError,
    PlayerError,
    TooSlowError,
    quoted,
    shown_path,
    with_path,
)
from ttt_table.grading import child
from ttt_table.grading.answers import Answer, answer_of, forfeited, mixed
from ttt_table.grading.child import Distribution, ForfeitError, Place, call, shown
from ttt_table.grading.positions import Positions
from ttt_table.grading.process import LineProcess, Process, checked_timeout
from ttt_table.grading.tree import Source
from ttt_table.rules.cells import number_in
from ttt_table.table.checks import check_kind
from ttt_table.table.files import AnyPath, path_text

READY_SECONDS = 2.0  # for Python itself to start a file's process
MAX_LATE = 3  # answers before a player is given up: the others would take as long

# What a file's process may say that its player has done; what is illegal or late is
# seen here.
KINDS_FROM_FILES = ("type", "exception", "exit")


class Player(Protocol):
    """What is graded."""

    name: str
    """Its name in messages."""

    timeout: float
    """The seconds that it has for an answer, perhaps infinitely many."""

    seconds: float
    """What the last answer has used up of these; 0 if there is no timeout."""

    def move(self, board: str, /) -> Distribution:
        """Return the move at a board; raises `ForfeitError`."""

    def drew(self) -> bool | None:
        """Return whether it has drawn random numbers; None if nobody can see it."""


class FunctionPlayer:
    """A function of this process, which has no time limit."""

    timeout = math.inf
    seconds = 0.0

    def __init__(self, function: Callable[[str], object]) -> None:
        if isinstance(function, type):
            raise ArgumentError(
                f"{function.__name__} is a class: a player must be a function of a"
                f" board, such as a method of {function.__name__}()"
            )
        if not callable(function):
            raise ArgumentError(
                f"a player must be a function of a board, not {quoted(function)}"
            )
        self.name = str(getattr(function, "__qualname__", function))
        self._function = function
        self._state = child.generator_state()

    def move(self, board: str) -> Distribution:
        """Return the move at a board; raises `ForfeitError`."""
        return call(self._function, board)

    def drew(self) -> bool:
        """Return whether random numbers were drawn since this object was made."""
        return child.generator_state() != self._state


class Program(LineProcess):
    """A command that reads lines with a board, prints a move each, and flushes.

    A line is a cell, with gravity a column, such as ``4``; a row and a column such as
    ``1 1``; or moves with their weights such as ``0:1/4 1,1:3/4``.

    Use it in a ``with`` statement, or `close` it.

    Args:
        command: Its words, such as ``["node", "bot.js"]``.
        timeout: Seconds for an answer: of processor time on Linux, else of wall time.
        name: Its name in messages; by default the command.

    Raises:
        ArgumentError: The command or the timeout makes no sense.
        PlayerError: The command cannot be started.
    """

    def __init__(
        self, command: Sequence[str], *, timeout: float = 10.0, name: str = ""
    ) -> None:
        is_words = isinstance(command, Sequence) and all(
            isinstance(word, str) for word in command
        )
        if isinstance(command, str) or not is_words or not command:
            raise ArgumentError(
                'a program\'s command is a list of words, such as ["node", "bot.js"],'
                f" not {quoted(command)}"
            )
        check_kind("name", name, str, "text")
        super().__init__(command, timeout, name or " ".join(command))

    def move(self, board: str) -> Distribution:
        """Return the move at a board; raises `ForfeitError`."""
        line = self.ask_line(f"{board}\n".encode()).decode("utf-8", "replace").strip()
        try:
            return _move_in_line(line)
        except ValueError:
            raise ForfeitError("type", f"it prints {shown(line)}") from None

    def drew(self) -> None:
        """Return None, as nobody sees into a program."""


def _move_in_line(line: str) -> Distribution:
    """Return the move that a line means. Raises `ValueError` if it is none.

    >>> _move_in_line("4"), _move_in_line("1 1"), _move_in_line("0:1/4 1,1:3/4")
    ({4: '1'}, {(1, 1): '1'}, {0: '1/4', (1, 1): '3/4'})
    """
    if ":" not in line:
        return {_place_in(line): "1"}
    parts = [part.partition(":") for part in line.split()]
    distribution = {_place_in(text): weight for text, _, weight in parts}
    if len(distribution) < len(parts):
        raise ValueError
    return distribution


def _place_in(text: str) -> Place:
    numbers = []
    for word in text.replace(",", " ").split():
        number = number_in(word)
        if number is None:
            raise ValueError
        numbers.append(number)
    if len(numbers) == 1:
        return numbers[0]
    row, col = numbers
    return row, col


class PythonFile(LineProcess):
    """A player in a Python file, such as ``bot.py:move``, in a subprocess.

    The file is loaded once. The player is called with a board such as ``X...O....``,
    and returns a cell (with gravity a column), a pair (row, column), or a dictionary
    {move: weight}. An adapter is a function ``call(player, board)`` in another file: it
    gets what ``source`` names and the board, and returns such a move.

    Use it in a ``with`` statement, or `close` it.

    Args:
        source: The file and the name of a function, a class or an object of it, such
            as ``bot.py:move`` or ``bot.py:Bot.reply``; without a name the module.
        adapter: The file of the adapter, and the name of its function, such as
            ``call.py:ask``; without a name ``call``. Empty for no adapter.
        timeout: Seconds for an answer, and for the file to load: of processor time on
            Linux, else of wall time.

    Attributes:
        path: The file, as text.
        player: The player's name in the file; empty for the module.
        adapter: The adapter, as it was given.
        loaded_until: Why loading the file ended early; empty if it did not.

    Raises:
        ArgumentError: An argument is invalid.
        PlayerError: A file is missing, does not load, or lacks what was named.
    """

    def __init__(
        self, source: AnyPath, adapter: AnyPath = "", *, timeout: float = 10.0
    ) -> None:
        text = path_text(source)
        self.path, self.player = split_source(text)
        self.adapter = path_text(adapter)
        self.loaded_until = ""
        adapter_path, function = split_source(self.adapter)
        for path in filter(None, (self.path, adapter_path)):
            _check_is_python(path)
        if not Path(child.__file__).exists():
            reason = (
                "cannot be started: its process would load ttt-table from a zip "
                "archive, which Python cannot do; unpack ttt-table"
            )
            raise PlayerError(with_path(self.path, reason))
        settings = {
            "path": self.path,
            "seconds": checked_timeout(timeout),
            "name": self.player,
            "adapter": adapter_path,
            "call": function or "call",
        }
        # -P, so that no module beside `child.py` hides one of Python's own.
        command = [sys.executable, "-P", child.__file__, json.dumps(settings)]
        super().__init__(command, timeout, text)

    def move(self, board: str) -> Distribution:
        """Return the move at a board; raises `ForfeitError`."""
        answer = self._ask(board)
        try:
            if isinstance(answer, dict):
                raise _forfeit_in(answer)
            return {_place_of(place): str(weight) for place, weight in answer}
        except (KeyError, TypeError, ValueError):
            raise self._stray(answer) from None

    def drew(self) -> bool:
        """Return whether random numbers were drawn since the file was loaded."""
        with suppress(ForfeitError):
            return bool(self._ask({"drew": True}) == {"drew": True})
        return False

    def outline(self) -> list[str]:
        """Return the functions and classes of the file, with their arguments."""
        with suppress(ForfeitError, KeyError, TypeError):
            return list(map(str, self._ask({"outline": True})["outline"]))
        return []

    def _ask(self, question: object) -> Any:
        return self._decoded(self.ask_line(json.dumps(question).encode() + b"\n"))

    def _decoded(self, line: bytes) -> Any:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise self._stray(line.decode("utf-8", "replace").strip()) from None
        if isinstance(message, dict) and "internal" in message:
            raise RuntimeError(f"in the process of {self.name}: {message['internal']}")
        return message

    def _stray(self, output: object) -> ForfeitError:
        self.close(kill=True)  # its real answer may follow, and be taken for the next
        return ForfeitError(
            "type", f"it writes {shown(output)} to the stream of its answers"
        )

    def _start(self) -> Process:
        process = super()._start()
        try:
            line = self._read_line(process, self.timeout + READY_SECONDS)
            message = self._decoded(line)
        except ForfeitError as forfeit:
            advice = f"; {child.GUARD}" if forfeit.kind == "late" else ""
            message = {"refused": f"it does not load: {forfeit.reason}{advice}"}
        if not isinstance(message, dict) or "ready" not in message:
            self.close()
            reason = shown(message)
            if isinstance(message, dict) and "refused" in message:
                reason = _without_half_characters(str(message["refused"]))
            raise PlayerError(with_path(self.path, reason))
        self.loaded_until = str(message["ready"])
        return process


def _check_is_python(path: str) -> None:
    """Raise `PlayerError` unless there is a file, and it is not a notebook."""
    file = Path(path)
    try:
        reason = None
        if not file.is_file():
            reason = "it is not a file" if file.exists() else "there is no such file"
            if not file.suffix and file.with_suffix(".py").is_file():
                reason += f"; did you mean {file.with_suffix('.py')}?"
        elif is_notebook(file.read_bytes()):
            reason = (
                "it is a notebook; write it as a Python file first:"
                f" jupyter nbconvert --to script {shown_path(path)}"
            )
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
    if reason:
        raise PlayerError(with_path(path, reason))


def is_notebook(text: bytes) -> bool:
    """Return whether the bytes of a file are those of a Jupyter notebook."""
    return text.lstrip().startswith(b"{") and b'"nbformat"' in text


def _forfeit_in(message: dict[str, Any]) -> ForfeitError:
    """Return the forfeit of a message. Raises `ValueError` if it is not one."""
    kind, reason, hint = message["forfeit"]
    if kind not in KINDS_FROM_FILES:
        raise ValueError
    texts = [_without_half_characters(str(text)) for text in (reason, hint)]
    length = 2 * child.MAX_MESSAGE
    reason, hint = (shown(text, str, length) for text in texts)
    return ForfeitError(kind, reason, hint)


def _without_half_characters(text: str) -> str:
    """Return a text from JSON with escapes for what cannot be printed."""
    return text.encode("utf-8", "backslashreplace").decode()


def _place_of(place: Any) -> Place:
    """Return the place of a message. Raises `TypeError` if it is not one."""
    parts = place if isinstance(place, list) else [place]
    if not all(type(part) is int for part in parts):
        raise TypeError
    if place is parts:
        row, col = parts
        return row, col
    return int(place)


def split_source(source: str) -> tuple[str, str]:
    r"""Return the file of a text ``FILE.py:NAME``, and the name, which may be missing.

    >>> split_source("bot.py:Bot.reply"), split_source(r"C:\bot.py")
    (('bot.py', 'Bot.reply'), ('C:\\bot.py', ''))
    """
    path, colon, name = source.rpartition(":")
    if colon and path and all(part.isidentifier() for part in name.split(".")):
        return path, name
    return source, ""


class PlayerAnswers:
    """The answers of a player that is asked one board at a time: a `tree.Source`.

    Args:
        player: The player.
        positions: The game.
    """

    def __init__(self, player: Player, positions: Positions) -> None:
        self.name = player.name
        self._player = player
        self._positions = positions
        self._in_time = 0
        self._late = 0
        self._lost_seconds = 0.0
        self._useless: list[str] = []  # the reasons of answers without a legal move

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield the player's answer to each of these boards, in order.

        Raises:
            TooSlowError: It is late again and again, or on its first board.
        """
        for key in keys:
            answer = self._answer(key)
            if not answer.moves:
                self._useless.append(answer.reason)
            yield answer

    def drew(self) -> bool | None:
        """Return whether it has drawn random numbers; None if nobody can see it."""
        return self._player.drew()

    def check_is_opponent(self) -> None:
        """Raise `PlayerError` for an opponent of which most answers are of no use."""
        if 2 * len(self._useless) > self._in_time + self._late:
            raise PlayerError(f"{self.name} is no opponent: {self._useless[0]}")

    def _answer(self, key: int) -> Answer:
        board = self._positions.text(key)
        legal = self._positions.legal(key)
        try:
            distribution = self._player.move(board)
        except ForfeitError as forfeit:
            if forfeit.kind == "late":
                self._late += 1
            else:
                self._in_time += 1
            self._lost_seconds += self._player.seconds
            self._check_is_worth_asking(board, forfeit)
            return forfeited(forfeit)
        self._in_time += 1
        return answer_of(distribution, board, legal, self._positions.game)

    def _check_is_worth_asking(self, board: str, forfeit: ForfeitError) -> None:
        """Raise `TooSlowError` if the other boards would take too long as well."""
        timeout = self._player.timeout
        if self._late >= MAX_LATE or (self._late and not self._in_time):
            boards = f"{self._late} boards" if self._in_time else "its first board"
            reason = f"it is late on {boards}, the last {board}: {forfeit.reason}"
        elif self._lost_seconds > MAX_LATE * timeout:
            reason = (
                f"answers of no use took {self._lost_seconds:.3g} s, the last at"
                f" {board}: {forfeit.reason}"
            )
        else:
            return
        advice = "Give it more time: --timeout SECONDS, or timeout="
        if isinstance(self._player, Program):
            advice += "\nA program must flush its output after each line"
        message = f"{self.name} is too slow to be judged: {reason}"
        raise TooSlowError(message, advice=advice)


class Sampled:
    """The distribution of several answers of a source to each board: a `tree.Source`.

    Args:
        source: The source.
        samples: How often each board is asked.
    """

    def __init__(self, source: Source, samples: int) -> None:
        self.name = source.name
        self._source = source
        self._samples = samples

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield the observed distribution at each of these boards, in order."""
        rounds = [self._source.answers(keys) for _ in range(self._samples)]
        return map(mixed, zip(*rounds, strict=True))

    def drew(self) -> bool | None:
        """Return what the source does."""
        return self._source.drew()
