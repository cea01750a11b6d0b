"""The candidates of a trial: board formats, the commonest first.

They are those of programs in public repositories. The names in a player's file are
ignored; only values that may be marks count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple, TypeAlias

from ttt_table.players.boards import FREE_CELL_NUMBERS, BoardFormat, flat_cells

Marks: TypeAlias = tuple[object, object]  # of X and of O

MAX_VALUES = 8  # of a player's file that may be in a cell
MAX_MARK = 3

X_O = (("X", "O"),)
OTHER_LETTERS = (("x", "o"), ("O", "X"), ("o", "x"))
LETTERS = (*X_O, *OTHER_LETTERS)
NUMBERS = ((1, -1), (-1, 1), (1, 2), (2, 1))
DIGITS = (("1", "2"), ("2", "1"))
USUAL_MARKS = (("X", "O"), ("x", "o"), (1, -1), (1, 2), ("1", "2"))

# What a free cell may hold beside such marks, the commonest first.
COMMON_BESIDE_LETTERS = (None, " ", "", "-", ".", "_")
NUMBERS_BESIDE_LETTERS = (0, "index", "index1", "digit", "digit1")
RARE_BESIDE_LETTERS = ("*", "#", "?", "E", "e", -1)
BESIDE_LETTERS = (
    *COMMON_BESIDE_LETTERS,
    *NUMBERS_BESIDE_LETTERS,
    *RARE_BESIDE_LETTERS,
)
BESIDE_NUMBERS = (0, None, "", " ", -1, "index", "index1")
COMMON_IN_TEXT = (".", "-", " ", "_")
IN_TEXT = (*COMMON_IN_TEXT, "*", "#", "0", "digit", "digit1", "e")
BESIDE_LETTERS_IN_ARRAYS = (" ", "", "-", ".", "_")


class FormatGroup(NamedTuple):
    """Board formats: all that combine one of these layouts, marks and free cells."""

    layouts: Sequence[str]
    marks: Sequence[Marks]
    free_cells: Sequence[object]

    def formats(self) -> Iterator[BoardFormat]:
        """Yield the formats, those of the first layout first."""
        for layout in self.layouts:
            for marks, free_cell in product(self.marks, self.free_cells):
                # 0 is a mark in some boards, and the number of the first cell.
                if free_cell not in marks:
                    yield BoardFormat(layout, free_cell, marks)


COMMON = (
    FormatGroup(
        ("list", "rows"), X_O, (*COMMON_BESIDE_LETTERS, *NUMBERS_BESIDE_LETTERS)
    ),
    FormatGroup(("list", "rows"), NUMBERS, (0,)),
    FormatGroup(("text",), X_O, COMMON_IN_TEXT),
    FormatGroup(("list1", "dict1"), X_O, (" ", None, "")),
    FormatGroup(("list", "rows"), OTHER_LETTERS, COMMON_BESIDE_LETTERS),
)
RARE = (
    FormatGroup(("list", "rows"), X_O, BESIDE_LETTERS),
    FormatGroup(("text",), X_O, IN_TEXT),
    FormatGroup(("list1", "dict1"), X_O, BESIDE_LETTERS),
    FormatGroup(("rows", "list", "list1", "dict1"), NUMBERS, BESIDE_NUMBERS),
    FormatGroup(("list", "rows", "list1", "dict1"), OTHER_LETTERS, BESIDE_LETTERS),
    FormatGroup(("text",), (*OTHER_LETTERS, *DIGITS), IN_TEXT),
)
ARRAYS = (
    FormatGroup(("array",), NUMBERS, (0, -1)),
    FormatGroup(("array",), LETTERS, BESIDE_LETTERS_IN_ARRAYS),
)


def formats_in(groups: Iterable[FormatGroup]) -> list[BoardFormat]:
    """Return the formats of several groups, in their order."""
    formats: list[BoardFormat] = []
    for group in groups:
        formats += group.formats()
    return formats


def formats_with_values(values: Sequence[object]) -> list[BoardFormat]:
    """Return formats whose marks and free cells are values of the player's file."""
    texts = [value for value in values if isinstance(value, str)]
    numbers = [value for value in values if isinstance(value, int)]
    numbers.sort(key=lambda number: (number != 1, number))  # mostly 1 is X
    letters = [text for text in texts if len(text) == 1]
    layouts = ("list", "rows", "list1", "dict1")
    return formats_in(
        [
            FormatGroup(layouts, list(permutations(texts, 2)), (*texts, None)),
            FormatGroup(layouts, list(permutations(numbers, 2)), (*numbers, None)),
            FormatGroup(("text",), list(permutations(letters, 2)), letters),
        ]
    )


def values_in(module: ModuleType) -> list[object]:
    """Return short texts and small numbers that a module or its functions hold."""
    values = list(vars(module).values())
    for code in _codes_in(module):
        values += code.co_consts
    small = [value for value in values if _may_be_in_a_cell(value)]
    return [value for value, _ in Counter(small).most_common(MAX_VALUES)]


def _codes_in(module: ModuleType) -> list[CodeType]:
    """Return what is compiled of the functions and methods that a module defines."""
    members = []
    for value in vars(module).values():
        members.append(value)
        if isinstance(value, type):
            members += vars(value).values()
    return [
        member.__code__
        for member in members
        if isinstance(member, FunctionType) and member.__module__ == module.__name__
    ]


def _may_be_in_a_cell(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_MARK and "," not in value
    return type(value) is int and abs(value) < 10


def variables_with_boards(
    module: ModuleType, rows: int, cols: int
) -> list[tuple[str, BoardFormat]]:
    """Return the variables of a module that hold a board, with formats of that board.

    Args:
        module: The player's module.
        rows: The number of rows of a board.
        cols: The number of its columns.
    """
    variables = []
    for name, value in list(vars(module).items()):
        if name.startswith("__") or not name.isidentifier():
            continue
        for layout in _layouts_of(value, rows, cols):
            variables += [
                (name, board_format) for board_format in _formats_of(value, layout)
            ]
    return variables


def _layouts_of(value: object, rows: int, cols: int) -> list[str]:
    """Return the layouts of a value that has a board's size."""
    if isinstance(value, dict):
        if list(value) == list(range(1, rows * cols + 1)):
            return ["dict1"]
    elif type(value).__module__ == "numpy":
        if getattr(value, "shape", None) == (rows, cols):
            return ["array"]
    elif isinstance(value, list):
        return _layouts_of_list(value, rows, cols)
    return []


def _layouts_of_list(value: list[object], rows: int, cols: int) -> list[str]:
    has_rows = all(isinstance(row, list) and len(row) == cols for row in value)
    if has_rows and len(value) == rows:
        return ["rows"]
    if any(isinstance(cell, list | dict | tuple) for cell in value):
        return []
    if len(value) == rows * cols:
        return ["list"]
    if len(value) == rows * cols + 1:
        return ["list1", "list"]  # the first of ten items need not be the unused one
    return []


def _formats_of(value: object, layout: str) -> Iterator[BoardFormat]:
    """Yield the formats of a board, by what its free cells hold."""
    cells = flat_cells(value) or []
    if layout == "list1":
        cells = cells[1:]
    free_cell = _common_content(cells)
    if free_cell is _NOTHING:
        return
    for board_format in FormatGroup(
        (layout,), (*LETTERS, *NUMBERS), (free_cell,)
    ).formats():
        if layout != "array" or _are_of_one_kind(board_format):
            yield board_format


_NOTHING = object()


def _common_content(cells: Sequence[object]) -> object:
    """Return what most cells of a board hold, or their own numbers; else `_NOTHING`."""
    half = len(cells) / 2
    for name, number in FREE_CELL_NUMBERS.items():
        numbered = [cell for cell, value in enumerate(cells) if value == number(cell)]
        if len(numbered) > half:
            return name
    for value in cells:
        is_plain = value is None or isinstance(value, int | float | str)
        if is_plain and sum(value == cell for cell in cells) > half:
            return value
    return _NOTHING


def _are_of_one_kind(board_format: BoardFormat) -> bool:
    """Whether an array can hold the format: text and numbers do not mix there."""
    x_mark, _ = board_format.marks
    return isinstance(board_format.free_cell, str) == isinstance(x_mark, str)
