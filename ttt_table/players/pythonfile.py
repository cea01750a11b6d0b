"""A function in a Python file as a player, in a subprocess of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.players.adapter import Adapter
from ttt_table.players.old_file_process import FileProcess
from ttt_table.players.process import LateError
from ttt_table.players.protocol import FaultError, Record, fault_in
from ttt_table.rules.cells import MAX_CELLS
from ttt_table.table.files import Path, path_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDEST_NUMBER = 16  # bytes of one of numpy's numbers


class PythonFile(FileProcess):
    """A function in a Python file, such as ``move`` in ``bot.py``, in a subprocess.

    Use it in a ``with`` statement, or `close` it.

    Args:
        path: The file.
        function: The function's name, or a method's: ``Bot.reply`` of a class that is
            made without arguments, ``bot.reply`` of an object of the file.
        adapter: How the function is called.
        cols: The number of columns of a board.
        first: The player who moves first, "X" or "O".
        limit: Seconds for an answer: of processor time on Linux, else of wall time.

    Attributes:
        path: The file, as text.
        function: The function's name.
        name: Its name in messages, "bot.py:move".
        adapter: How the function is called.

    Raises:
        ArgumentError: An argument is invalid.
        PlayerError: The file is missing, does not load, or lacks the function.
    """

    def __init__(
        self,
        path: Path,
        function: str,
        *,
        adapter: Adapter | None = None,
        cols: int = 3,
        first: str = "X",
        limit: float = 10.0,
    ) -> None:
        if not isinstance(function, str):
            raise ArgumentError(
                f"the name of a function must be text, not {quoted(function)}"
            )
        if type(cols) is not int or not 0 < cols <= MAX_CELLS:
            raise ArgumentError(
                f"cols must be an integer from 1 to {MAX_CELLS}, not {quoted(cols)}"
            )
        self.function = function
        self.adapter = Adapter() if adapter is None else adapter
        self._cols = cols
        self._first = first
        settings = {
            "function": function,
            "cols": cols,
            "first": first,
            "call": self.adapter.call.as_json(),
            "answer_form": self.adapter.answer_form,
        }
        super().__init__(
            path,
            "players.old_child",
            settings,
            limit=limit,
            name=f"{path_text(path)}:{function}",
        )

    def _missing_error(self, record: Record) -> PlayerError:
        """Return an error that proposes a wrapper for a class that needs arguments."""
        error = super()._missing_error(record)
        if "class_arguments" not in record:
            return error
        from ttt_table.players.proposals.proposal import Proposal  # few files need it
        from ttt_table.players.proposals.wrapper import WrappedFunction, wrapper_of

        function = WrappedFunction(
            path=self.path,
            name=self.function,
            argument_names=_names_in(record, "argument_names"),
            class_arguments=_names_in(record, "class_arguments"),
        )
        proposal = Proposal(
            player=self.name,
            reason=record["missing"],
            wrapper=wrapper_of(function, self._cols, self._first),
            can_be_called=False,
        )
        return PlayerError(str(error), proposal=proposal)

    def answer_batch(self, boards: NDArray[np.int8]) -> NDArray[np.generic]:
        """Return weights for (n, cells) boards, in an array of the same shape.

        Raises:
            FaultError: The function has raised, or returned something else.
            PlayerError: There was no answer within the limit.
        """
        count, cells = boards.shape
        question = {"batch": {"boards": count, "cells": cells}}
        try:
            record = self.ask(question, data=boards.tobytes())
            if "error" in record:
                raise fault_in(record)
            return self._weights(record.get("batch"), (count, cells))
        except LateError:
            batch = "1 board" if count == 1 else f"{count:,} boards"
            raise PlayerError(
                f"{self.name}: no answer to {batch} within {self.limit:g} seconds;"
                " give it more time (--limit)"
            ) from None

    def _weights(self, batch: object, shape: tuple[int, int]) -> NDArray[np.generic]:
        """Read the numbers that follow an answer to a batch."""
        import numpy as np

        try:
            kind: np.dtype[Any] = np.dtype(batch["dtype"])  # type: ignore[index]
        except (TypeError, ValueError, KeyError):  # the player has written it
            kind = np.dtype(object)
        if kind.kind not in "biuf" or kind.itemsize > WIDEST_NUMBER:
            raise FaultError("type", "it writes to the stream of its answers")
        data = self.read_data(shape[0] * shape[1] * kind.itemsize)
        return np.frombuffer(data, kind).reshape(shape)


def _names_in(record: Record, key: str) -> list[str]:
    """Return a list of names in a record, which the player may have written."""
    names = record.get(key)
    return list(map(str, names)) if isinstance(names, list) else []
