"""A Python file in a subprocess that is asked JSON questions and gives JSON answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path as FilePath

from ttt_table.errors import PlayerError
from ttt_table.players.arguments import check_limit
from ttt_table.players.file_process import FileProcess as NewFileProcess
from ttt_table.players.moves import Move
from ttt_table.players.observations import Observations
from ttt_table.players.old_loading import MAIN_GUARD_ADVICE
from ttt_table.players.process import LateError, RestartingProcess
from ttt_table.players.protocol import (
    FaultError,
    Record,
    answer_in,
    decode,
    encode,
    error_text,
)
from ttt_table.table.files import Path, path_text

LOADING_LIMIT = 30.0  # seconds to load, if answers have fewer
INTERRUPT_MARGIN = 5.0  # seconds before this limit, the file is interrupted


class FileProcess(NewFileProcess):
    """A Python file that a module of this package serves in a subprocess.

    That module has a function ``main(settings)``, which calls `loading.serve_file`.

    Args:
        path: The file.
        module: The module's name within the package, such as "players.old_child".
        settings: What it gets; "path" and "seconds" are added here.
        limit: Seconds for an answer.
        name: Its name in messages; by default the path.

    Attributes:
        path: The file, as text.
        ready: The message of the subprocess after the file was loaded, which `protocol`
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
        if not FilePath(self.path).is_file():
            raise PlayerError(f"{self.path}: there is no such file")
        self.ready: Record = {}
        self._loading_limit = max(limit, LOADING_LIMIT)
        self._draws = False
        settings = {
            "path": self.path,
            "seconds": self._loading_limit - INTERRUPT_MARGIN,
            **settings,
        }
        entry = FilePath(__file__).with_name("child_main.py")
        # -P, so that no module beside `child_main.py` hides one of Python's own.
        command = [sys.executable, "-P", str(entry), module, json.dumps(settings)]
        RestartingProcess.__init__(self, command, limit, name or self.path)

    @property
    def observations(self) -> Observations:
        """The observations of the file so far."""
        return Observations(
            draws_random_numbers=self._draws,
            draws_when_loaded=self.ready.get("draws_when_loaded") is True,
            loaded_until=str(self.ready.get("loaded_until", "")),
        )

    def ask(
        self, question: Record, limit: float | None = None, data: bytes = b""
    ) -> Record:
        """Ask a question, with bytes that follow it, and return the answer.

        An answer may be an error of the file's, which `protocol.fault_in` turns into a
        fault.

        Raises:
            FaultError: The process has ended, or printed what is not an answer.
            LateError: There was no answer within the limit, or this one.
            PlayerError: The process has ended before, and does not load again.
        """
        return self._noted(self.ask_line(encode(question), limit, data))

    def answer(self, board: str, seed: int | None = None) -> Move:  # noqa: ARG002
        """Return the answer to a board, of a file that is asked as a player."""
        reading = answer_in(self.ask({"board": board}))
        if isinstance(reading, tuple):
            return dict(reading)
        return reading

    def draws(self) -> bool:
        """Return whether it has drawn random numbers."""
        return self._draws

    def next_answer(self, limit: float | None = None) -> Record:
        """Return one more answer to the last question; raises what `ask` raises."""
        return self._noted(self.ask_line(b"", limit))

    def _noted(self, line: bytes) -> Record:
        try:
            record = decode(line)
        except FaultError:
            self._kill()  # its real answer may follow, and be taken for the next one
            raise
        if record.get("draws") is True:
            self._draws = True
        return record

    def _wait_until_ready(self) -> None:
        try:
            record = decode(self.ask_line(b"", self._loading_limit))
        except LateError as error:
            advice = f"give it more time, or {MAIN_GUARD_ADVICE}"
            raise self._load_error(f"{error}; {advice}") from None
        except FaultError as fault:
            raise self._load_error(fault.reason) from None
        ready = record.get("ready")
        if not isinstance(ready, dict):
            self.close()
            if isinstance(record.get("missing"), str):
                raise self._missing_error(record)
            load_error = record.get("load_error")
            if not isinstance(load_error, dict):
                words = f"it writes {record} where its answers are read"
                load_error = {"message": words}
            raise self._load_error(error_text(load_error))
        self.ready = ready

    def _missing_error(self, record: Record) -> PlayerError:
        """Return the error of a file that lacks what is to be served."""
        return PlayerError(f"{self.path}: {record['missing']}")

    def _load_error(self, message: str) -> PlayerError:
        return PlayerError(f"{self.path} does not load: {message}")
