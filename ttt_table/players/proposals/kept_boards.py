"""The variables of a player's file that hold a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType

from ttt_table.players.boards import FREE_CELL_NUMBERS, flat_cells
from ttt_table.players.proposals.looks import LETTER_MARKS, NUMBER_MARKS, Look


def kept_looks(module: ModuleType, rows: int, cols: int) -> Iterator[tuple[str, Look]]:
    """Yield the variables of a module that hold a board, with what it may look like."""
    for name, value in list(vars(module).items()):
        if name.startswith("__") or not name.isidentifier():
            continue
        for board in _kept_formats(value, rows, cols):
            cells = flat_cells(value) or []
            if board == "list1":
                cells = cells[1:]
            for empty in _kept_empties(cells):
                for marks in (*LETTER_MARKS, *NUMBER_MARKS):
                    if empty not in marks and _same_kind(board, empty, marks):
                        yield name, Look(board, empty, marks)


def _kept_formats(value: object, rows: int, cols: int) -> Sequence[str]:
    """Return the board formats of a value that has a board's size."""
    count = rows * cols
    if isinstance(value, dict):
        return ["dict1"] if list(value) == list(range(1, count + 1)) else []
    if type(value).__module__ == "numpy":
        return ["array"] if getattr(value, "shape", None) == (rows, cols) else []
    if not isinstance(value, list):
        return []
    has_rows = all(isinstance(row, list) and len(row) == cols for row in value)
    if has_rows and len(value) == rows:
        return ["rows"]
    if any(isinstance(cell, list | dict | tuple) for cell in value):
        return []
    # The first of ten items need not be the unused one.
    return {count: ["list"], count + 1: ["list1", "list"]}.get(len(value), [])


def _kept_empties(cells: Sequence[object]) -> Iterator[object]:
    """Yield what the free cells of a board hold, most of whose cells are free."""
    half = len(cells) / 2
    for name, number in FREE_CELL_NUMBERS.items():
        own = sum(value == number(cell) for cell, value in enumerate(cells))
        if own > half:
            yield name
            return
    for value in cells:
        is_plain = value is None or isinstance(value, int | float | str)
        if is_plain and sum(value == cell for cell in cells) > half:
            yield value
            return


def _same_kind(board: str, empty: object, marks: tuple[object, object]) -> bool:
    """Whether an array can hold both: text and numbers do not mix there."""
    if board != "array":
        return True
    return isinstance(empty, str) == isinstance(marks[0], str)
