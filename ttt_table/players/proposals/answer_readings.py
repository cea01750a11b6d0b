"""All cells that an answer may name, in whatever form it may have been meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ttt_table.players.answer_forms import (
    KEY_FORM,
    TUPLE_FORMS,
    AnswerReader,
    UnreadableAnswerError,
)
from ttt_table.players.boards import flat_cells
from ttt_table.players.proposals.fits import Reading


class AnswerReadings:
    """Reads one answer in every way but as a board.

    Args:
        rows: The number of rows of a board.
        cols: The number of its columns.

    Attributes:
        has_seen_scores: Whether an answer was a number for each cell.

    """

    def __init__(self, rows: int, cols: int) -> None:
        self.has_seen_scores = False
        self._rows = rows
        self._cols = cols

    def cells(self, answer: object) -> dict[Reading, int]:
        """Return the cells that an answer may name, by how it is read."""
        cells: dict[Reading, int] = {}
        if answer is None or isinstance(answer, bool):
            return cells
        if _is_number_for_each_cell(answer, self._rows * self._cols):
            self.has_seen_scores = True
        for form in _forms_of(answer):
            for first_index in (0, 1):
                try:
                    read = AnswerReader(self._cols, form, first_index).read(answer)
                except UnreadableAnswerError:
                    break
                cell = _likeliest_cell(read)
                if cell is not None:
                    cells[Reading(form, first_index)] = cell
        return cells


def _forms_of(answer: object) -> Iterable[str]:
    """Return the forms that an answer may have, the plainest first."""
    if isinstance(answer, list | tuple):
        return ["move", *_tuple_forms(len(answer))]
    if isinstance(answer, str):
        return ["move", *_tuple_forms(answer.count(",") + 1)]
    if hasattr(answer, "__index__"):
        return ["move"]
    names = answer if isinstance(answer, dict) else getattr(answer, "__dict__", {})
    keys = [f"{KEY_FORM}{name}" for name in names if isinstance(name, str)]
    return ["move", *keys]


def _tuple_forms(length: int) -> list[str]:
    return [form for form, places in TUPLE_FORMS.items() if places.length == length]


def _likeliest_cell(read: Any) -> int | None:
    """Return the cell of an answer, or the one with the greatest weight."""
    if read is None or isinstance(read, int):
        return read
    from ttt_table.players.weights import weight_of  # few players have weights

    heaviest = max(read, key=lambda pair: weight_of(pair[1]))
    return int(heaviest[0])


def _is_number_for_each_cell(answer: object, count: int) -> bool:
    if isinstance(answer, str):
        return False
    values = flat_cells(answer)
    if values is None or len(values) != count:
        return False
    are_numbers = all(isinstance(value, int | float) for value in values)
    return are_numbers and any(isinstance(value, float) for value in values)
