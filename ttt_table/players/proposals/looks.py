"""What boards may look like: the formats of programs in public repositories.

No name in a player's file is read for its meaning, only values that may be marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

MOST_VALUES = 8  # of a player's file that may be in a cell
LONGEST_MARK = 3

LETTER_MARKS = (("X", "O"), ("x", "o"), ("O", "X"), ("o", "x"))
NUMBER_MARKS = ((1, -1), (-1, 1), (1, 2), (2, 1))
TEXT_MARKS = (*LETTER_MARKS, ("1", "2"), ("2", "1"))

# What a free cell may hold beside letters, the commonest first.
COMMON_EMPTIES = (
    *(None, " ", "", "-", ".", "_", 0),
    *("index", "index1", "digit", "digit1"),
)
LETTER_EMPTIES = (*COMMON_EMPTIES, "*", "#", "?", "E", "e", -1)
NUMBER_EMPTIES = (0, None, "", " ", -1, "index", "index1")
TEXT_EMPTIES = (".", "-", " ", "_", "*", "#", "0", "digit", "digit1", "e")


class Look(NamedTuple):
    """What a board looks like: three fields of an `Adapter`."""

    board: str
    empty: object
    marks: tuple[object, object]


def common_looks() -> Iterator[Look]:
    """Yield the commonest of all `looks`."""
    for board in ("list", "rows"):
        yield from _looks_of(board, LETTER_MARKS[:1], COMMON_EMPTIES)
    for board in ("list", "rows"):
        yield from _looks_of(board, NUMBER_MARKS, (0,))
    yield from _looks_of("text", TEXT_MARKS[:1], TEXT_EMPTIES[:4])
    for board in ("list1", "dict1"):
        yield from _looks_of(board, LETTER_MARKS[:1], (" ", None, ""))
    for board in ("list", "rows"):
        yield from _looks_of(board, LETTER_MARKS[1:], COMMON_EMPTIES[:6])


def looks() -> Iterator[Look]:
    """Yield what boards may look like, the commonest first, but for arrays."""
    for board in ("list", "rows"):
        yield from _looks_of(board, LETTER_MARKS[:1], LETTER_EMPTIES)
    yield from _looks_of("text", TEXT_MARKS[:1], TEXT_EMPTIES)
    for board in ("list1", "dict1"):
        yield from _looks_of(board, LETTER_MARKS[:1], LETTER_EMPTIES)
    for board in ("rows", "list", "list1", "dict1"):
        yield from _looks_of(board, NUMBER_MARKS, NUMBER_EMPTIES)
    for board in ("list", "rows", "list1", "dict1"):
        yield from _looks_of(board, LETTER_MARKS[1:], LETTER_EMPTIES)
    yield from _looks_of("text", TEXT_MARKS[1:], TEXT_EMPTIES)


def array_looks() -> Iterator[Look]:
    """Yield what boards that are numpy arrays may look like."""
    yield from _looks_of("array", NUMBER_MARKS, (0, -1))
    yield from _looks_of("array", LETTER_MARKS, (" ", "", "-", ".", "_"))


def looks_of_values(values: Sequence[object]) -> Iterator[Look]:
    """Yield boards that are made of values which stand in the player's file."""
    numbers = [value for value in values if isinstance(value, int)]
    numbers.sort(key=lambda number: (number != 1, number))  # mostly 1 is X
    texts = [value for value in values if isinstance(value, str)]
    for kind in (texts, numbers):
        every_marks = list(permutations(kind, 2))
        for board in ("list", "rows", "list1", "dict1"):
            yield from _looks_of(board, every_marks, (*kind, None))
    letters = [text for text in texts if len(text) == 1]
    yield from _looks_of("text", list(permutations(letters, 2)), letters)


def values_in(module: ModuleType) -> list[object]:
    """Return short texts and small numbers that a module or its functions hold."""
    values = list(vars(module).values())
    for code in _codes_in(module):
        values += code.co_consts
    small = [value for value in values if _may_be_in_a_cell(value)]
    return [value for value, _ in Counter(small).most_common(MOST_VALUES)]


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
        return len(value) <= LONGEST_MARK and "," not in value
    return type(value) is int and abs(value) < 10


def _looks_of(
    board: str,
    every_marks: Sequence[tuple[object, object]],
    empties: Sequence[object],
) -> Iterator[Look]:
    for marks, empty in product(every_marks, empties):
        # 0 is a mark in some of these boards, and the number of the first cell.
        if empty not in marks:
            yield Look(board, empty, marks)
