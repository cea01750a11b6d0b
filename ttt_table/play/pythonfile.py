"""A function in a Python file as a player: `runner` in a process of its own."""

from __future__ import annotations

import os
import sys
from copy import copy
from pkgutil import get_data
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.play import runner
from ttt_table.play.arguments import check_view
from ttt_table.play.programs import FaultError, LateError, Process, Program, unfaulted
from ttt_table.play.shapes import BOARDS
from ttt_table.rules.game import MAX_CELLS
from ttt_table.table.files import Path, path_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOADING = 30.0  # seconds to load, where answers have fewer
BEFORE_THAT = 5.0  # seconds after which a file that plays on has its functions used
LARGEST, HEAD = 32, 1 << 12  # bytes of one of numpy's numbers, and of a file's head


def _check_file(path: str) -> None:
    """Raise `PlayerError` where there is no such file, or nothing to run it with."""
    try:
        there = S_ISREG(os.stat(path).st_mode)
    except PermissionError as error:
        raise PlayerError(f"{path}: cannot be read: {error.strerror}") from None
    except (OSError, ValueError):
        there = False
    if not there:
        raise PlayerError(f"{path}: there is no such file")
    if getattr(sys, "frozen", False):
        hint = 'it has no Python to run a file with: use --program "python3 bot.py"'
        raise PlayerError(f"{path}: this ttt-table was made into one program, and {hint}")


def _small_file(path: str, most: int) -> bytes:
    """What a file holds. Raises `FaultError` for a larger one, or none: a pipe would hold us up."""
    waiting = getattr(os, "O_NONBLOCK", 0)
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting)) as file:
            data = file.read(most + 1) if S_ISREG(os.fstat(file.fileno()).st_mode) else None
            if data is not None and len(data) <= most:
                return data
    except OSError:
        pass
    raise FaultError("type", f"its weights are no file of at most {most:,} bytes")


class PythonFile(Program):
    """A function in a Python file, ``bot.py`` and ``move``, in a process of its own.

    ``first`` is who moves first; ``parts`` is what `checking` tells the file's parts. What it
    prints is dropped. Raises `PlayerError` if the file is missing, does not load or lacks it.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        *,
        view: str = "text",
        cols: int = 3,
        first: str = "X",
        limit: float = 10.0,
        parts: str = "",
    ) -> None:
        if not parts:  # which find their view by themselves
            check_view(view)
        path = path_text(path)
        if not isinstance(name, str):
            raise ArgumentError(f"a function is named by text, not by {quoted(name)}")
        if type(cols) is not int or not 0 < cols <= MAX_CELLS:
            most = f"a whole number from 1 to {MAX_CELLS}"
            raise ArgumentError(f"cols must be {most}, not {quoted(cols)}")
        _check_file(path)
        # As a text, since it may be in a zipapp.
        inside = (get_data(__package__, "inside.py") or b"").decode()
        rooms = os.path.dirname(runner.__file__)
        words = ["parts", path, name, parts] if parts else ["runner", path, name, str(cols), first]
        seconds = f"{max(limit, LOADING) - BEFORE_THAT:g}"
        # -P: this folder may not hide a module of the standard library.
        command = [sys.executable, "-P", "-c", inside, rooms, *words, seconds, view]
        self.path = path
        self.view = view
        super().__init__(command, limit=limit, name=f"{path}:{name}")

    def viewed(self, view: str) -> PythonFile:
        """The same function in another process, with another view."""
        one = copy(self)
        one.command, one.view = [*self.command[:-1], view], view
        return one.another()

    def ask(self, board: str) -> str:
        """As a program; what the function raised or a wrong type is a `FaultError` too."""
        return unfaulted(super().ask(board))

    def ask_batch(self, boards: NDArray[np.int8]) -> NDArray[Any]:
        """The array that it answers to an array of boards, where its view is ``batch``.

        Raises what `ask` raises, but `PlayerError` for none in time.
        """
        from io import BytesIO
        from tempfile import TemporaryDirectory  # these take a while to load, for batches alone

        import numpy as np

        with TemporaryDirectory(prefix="ttt-table-") as folder:
            np.save(f"{folder}/{BOARDS}", boards)
            try:
                self.ask(folder)
            except LateError:
                many = "1 board" if len(boards) == 1 else f"{len(boards):,} boards"
                hint = "give it more time (--limit)"
                said = f"{self.name}: no answer to {many} within {self.limit:g} seconds; {hint}"
                raise PlayerError(said) from None
            data = _small_file(f"{folder}/{runner.WEIGHTS}", boards.size * LARGEST + HEAD)
            try:
                weights: NDArray[Any] = np.load(BytesIO(data))
            except (ValueError, EOFError, MemoryError) as error:
                raise FaultError("type", f"its weights cannot be read: {error}") from None
            return weights

    def _started(self) -> Process:
        process, path = super()._started(), self.path
        try:
            line = self._answer(process, None, max(self.limit, LOADING))
        except FaultError as fault:
            hint = f"; give it more time, or {runner.GUARD}" if isinstance(fault, LateError) else ""
            raise PlayerError(f"{path} does not load: {fault.args[1]}{hint}") from None
        ready, _, self.called = line.partition(" ")
        if ready != "ready":
            self.close()
            reason = line.removeprefix("!load ")
            raise PlayerError(reason if path in reason else f"{path} does not load: {reason}")
        self.loading = process.seconds
        process.used = True  # it has started, and what it takes now is its own
        return process
