"""A function in a Python file as a player: `runner` in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.homework.former import runner
from ttt_table.homework.former.arguments import check_view
from ttt_table.homework.former.draws import DRAWS
from ttt_table.homework.former.programs import (
    LateError,
    Process,
    Program,
    unfaulted,
)
from ttt_table.homework.former.shapes import WITHIN
from ttt_table.players import process
from ttt_table.players.answer_forms import AnswerReader, UnreadableAnswerError
from ttt_table.players.answers import PlainAnswer, plain_answer
from ttt_table.players.file_process import FileProcess
from ttt_table.players.observations import Observations
from ttt_table.players.protocol import FaultError
from ttt_table.rules.game import MAX_CELLS
from ttt_table.table.files import Path, path_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOADING = 30.0  # seconds to load, where answers have fewer
BEFORE_THAT = 5.0  # seconds after which a file that plays on has its functions used
TRIAL = 1.0
LARGEST, HEAD = 32, 1 << 12  # bytes of one of numpy's numbers, and of a file's head


class PythonFile(Program):
    """A function in a Python file, ``bot.py`` and ``move``, in a process of its own.

    ``parts`` are names for `parts` in its place. Raises `PlayerError` if the file is missing, does
    not load or lacks the function.
    """

    _openings: tuple[str | None, ...] = (
        None,
    )  # what a new process is asked until it is ready

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
        self.path, self.view = path_text(path), view
        if not isinstance(name, str):
            raise ArgumentError(f"a function is named by text, not by {quoted(name)}")
        if type(cols) is not int or not 0 < cols <= MAX_CELLS:
            most = f"a whole number from 1 to {MAX_CELLS}"
            raise ArgumentError(f"cols must be {most}, not {quoted(cols)}")
        if not os.path.isfile(self.path):
            raise PlayerError(f"{self.path}: there is no such file")
        # -P, lest a module beside it hides a standard one
        command = [
            sys.executable,
            "-P",
            os.path.join(os.path.dirname(__file__), "inside.py"),
        ]
        command += (
            ["homework.parts", self.path, parts]
            if parts
            else ["homework.former.runner", self.path, name]
        )
        command += [str(cols), first, f"{max(limit, LOADING) - BEFORE_THAT:g}", view]
        super().__init__(command, limit=limit, name=f"{self.path}:{name}")

    @contextmanager
    def viewed(self, view: str) -> Iterator[None]:
        """Show it boards in another view for a while, and wait less long."""
        before = self.view, self.limit
        self.view, self.limit = view, min(self.limit, TRIAL)
        try:
            yield
        finally:
            self.view, self.limit = before

    def ask(self, board: str | None, limit: float | None = None) -> str:
        """As a program; what the function raised or a wrong type is a `FaultError` too."""
        question = None if board is None else f"{self.view}{WITHIN}{board}"
        return unfaulted(super().ask(question, limit))

    def ask_batch(self, boards: NDArray[np.int8]) -> tuple[str, NDArray[Any]]:
        """What it says to an array of boards, with notes, and the array that it answers.

        Raises what `ask` raises, but `PlayerError` for none in time.
        """
        from tempfile import (
            TemporaryDirectory,  # these take a while to load, for batches alone
        )

        import numpy as np

        with TemporaryDirectory(prefix="ttt-table-") as folder:
            np.save(f"{folder}/{runner.BOARDS}", boards)
            try:
                said = self.ask(folder)
            except LateError:
                many = "1 board" if len(boards) == 1 else f"{len(boards):,} boards"
                late = f"{self.name}: no answer to {many} within {self.limit:g} seconds"
                raise PlayerError(f"{late}; give it more time (--limit)") from None
            file, most = f"{folder}/{runner.WEIGHTS}", boards.size * LARGEST + HEAD
            try:
                status = os.lstat(file)  # a pipe would hold us up
                if not S_ISREG(status.st_mode) or status.st_size > most:
                    raise ValueError(f"there is no file of at most {most:,} bytes")
                weights: NDArray[Any] = np.load(file)
            except (OSError, ValueError, EOFError, MemoryError) as error:
                raise FaultError(
                    "type", f"its weights cannot be read: {error}"
                ) from None
            return said, weights

    def play(self, opening: str) -> None:
        """Have the process, and any after it, play from now on, as this question asks."""
        self._get_ready(opening)
        self._openings = (None, opening)

    def _started(self) -> Process:
        process = super()._started()
        for question in self._openings:
            self._get_ready(question)
        return process

    def _get_ready(self, question: str | None) -> None:
        try:
            line = super().ask(question, max(self.limit, LOADING))
        except FaultError as fault:
            hint = (
                f"; give it more time, or {runner.GUARD}"
                if isinstance(fault, LateError)
                else ""
            )
            raise PlayerError(
                f"{self.path} does not load: {fault.args[1]}{hint}"
            ) from None
        ready, _, self.called = line.partition(" ")
        if ready != "ready":
            self.close()
            raise PlayerError(
                f"{self.path} does not load: {line.removeprefix('!load ')}"
            )


class FormerRespondent(FileProcess):
    """The same as a player that can be graded."""

    def __init__(self, file: PythonFile) -> None:
        self._file = file
        self._notes = [file.called]
        self.name = file.name
        self.limit = file.limit

    @property
    def seconds(self) -> float | None:  # type: ignore[override]
        """As in FileProcess."""
        return self._file.seconds

    @property
    def observations(self) -> Observations:
        """As in FileProcess."""
        """As in FileProcess."""
        notes = self._notes
        stops = [note for note in notes if "only what stands before that" in note]
        return Observations(
            draws_random_numbers=DRAWS in notes,
            draws_when_loaded=any(f"{DRAWS} when it is loaded" in n for n in notes),
            loaded_until=stops[0] if stops else "",
        )

    def spent(self) -> process.Spent:
        """As in FileProcess."""
        return process.Spent(*self._file.spent())

    def answer(self, board: str) -> PlainAnswer:
        """As in FileProcess."""
        try:
            line, *notes = self._file.ask(board).split(WITHIN)
            self._notes += notes
            return plain_answer(AnswerReader(3).read(line))
        except LateError:
            raise process.LateError(self.limit) from None
        except UnreadableAnswerError:
            raise FaultError("type", f"{line} is not a cell") from None
        except FaultError as fault:
            if fault.reason == "None is not a cell":
                return None
            raise
