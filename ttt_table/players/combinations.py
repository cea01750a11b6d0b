"""The ways of calling a function that a trial goes through, the commonest first.

They are those of programs in public repositories. No name in a player's file is read for
its meaning: only how many arguments a function takes, which variables hold a board, and
which values stand in the file that may be marks.
"""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import permutations, product
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ttt_table.players.boards import FREE_CELL_NUMBERS, flat_cells

MOST_ARGUMENTS = 6
MOST_VALUES = 8  # of a player's file, that may be in a cell
LONGEST_MARK = 3


class Look(NamedTuple):
    """What a board looks like, as three fields of an `Adapter` have it."""

    board: str
    empty: object
    marks: tuple[object, object]


class Call(NamedTuple):
    """How a function is called, and where its board is if no argument gets it."""

    look: Look
    arguments: tuple[object, ...]
    kept_in: str = ""

    def default_arguments(self) -> tuple[object, ...]:
        """Return what the arguments get if nothing is declared."""
        return () if self.kept_in else ("board",)

    def gets(self, names: Container[object]) -> bool:
        """Whether an argument gets one of these."""
        return any(argument in names for argument in self.arguments)

    def with_argument(self, place: int, value: object) -> Call:
        """Return the same call in which one argument gets something else."""
        before, after = self.arguments[:place], self.arguments[place + 1 :]
        return self._replace(arguments=(*before, value, *after))


LETTER_MARKS = (("X", "O"), ("x", "o"), ("O", "X"), ("o", "x"))
NUMBER_MARKS = ((1, -1), (-1, 1), (1, 2), (2, 1), (1, 0), (0, 1))
COMMON_EMPTIES = (
    *(None, " ", "", "-", ".", "_", 0),
    *("index", "index1", "digit", "digit1"),
)
LETTER_EMPTIES = (
    *COMMON_EMPTIES,
    *("*", "#", "?", "E", "e", -1),
)
NUMBER_EMPTIES = (0, None, "", " ", -1, "index", "index1")
TEXT_EMPTIES = (".", "-", " ", "_", "*", "#", "0", "digit", "digit1", "e")
TEXT_MARKS = (*LETTER_MARKS, ("1", "2"), ("2", "1"))

# What an argument beside the board may get, the commonest first.
EXTRA_ARGUMENTS = ("mark", 0, "x-to-move", "true", "depth", "opponent")
OF_THE_SIDE = ("mark", "x-to-move", "opponent")
CONSTANTS = (0, "true", "depth")  # the same for both sides

PAIRS = (
    *(("mark", "opponent"), ("opponent", "mark"), (0, "x-to-move"), (0, "true")),
    *(("depth", "mark"), ("depth", "x-to-move"), ("depth", "true")),
    *((0, "mark"), ("mark", 0), ("mark", "depth"), ("x-to-move", 0)),
    *(("true", 0), ("x-to-move", "depth"), ("mark", "true"), ("mark", "x-to-move")),
    *(("-inf", "inf"), ("depth", "opponent"), ("opponent", "depth")),
)

TRIPLES = (
    *((0, "-inf", "inf"), ("depth", "-inf", "inf"), ("mark", "-inf", "inf")),
    *(("-inf", "inf", "x-to-move"), ("-inf", "inf", "mark"), ("-inf", "inf", "true")),
    *(("x-to-move", "-inf", "inf"), ("true", "-inf", "inf"), ("-inf", "inf", 0)),
    *(("-inf", "inf", "depth"), (0, "mark", "opponent"), ("depth", "mark", "opponent")),
    *(
        ("mark", "opponent", 0),
        ("mark", "opponent", "depth"),
        ("mark", "opponent", "true"),
    ),
    *((0, "x-to-move", "mark"), (0, "true", "mark"), ("depth", "true", "mark")),
    *(("depth", "mark", "true"), (0, "mark", "true"), ("mark", 0, "true")),
    *(
        ("mark", "depth", "true"),
        ("opponent", "mark", 0),
        ("opponent", "mark", "depth"),
    ),
    *(("true", "mark", "opponent"), ("x-to-move", "mark", "opponent")),
)

# Four and five arguments beside the board: a search with alpha and beta, a depth and a
# player or a flag.
_DEPTHS = (0, "depth")
_SIDES = ("x-to-move", "mark", "true")
_BOUNDS = ("-inf", "inf")


def calls_of(
    function: Callable[..., Any],
    module: ModuleType | None,
    shape: tuple[int, int],
    is_settled: Callable[[], bool],
) -> Iterator[Call]:
    """Yield the ways of calling a function, the commonest first.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        shape: The number of rows and columns.
        is_settled: Asked when all common ways have been tried: whether rarer ones need
            not be.

    """
    common = list(common_looks())
    rarer = list(looks())
    kept: list[tuple[str, Look]] = []
    if "numpy" in sys.modules:  # the player has imported it
        common += array_looks()
    if module is not None:
        kept += kept_looks(module, *shape)
        rarer += looks_of_values(values_in(module))
    counts = argument_counts(function)

    for count in counts:
        for arguments in argument_lists(count):
            for look in common:
                yield Call(look, arguments)
        for arguments in extra_lists(count):
            for name, look in kept:
                yield Call(look, arguments, name)
    if is_settled():
        return
    rarer = [look for look in dict.fromkeys(rarer) if look not in common]
    for count in counts:
        for arguments in argument_lists(count):
            for look in rarer:
                yield Call(look, arguments)


def common_looks() -> Iterator[Look]:
    """Yield what most boards look like, as a few words of `looks` do."""
    for board in ("list", "rows"):
        yield from _looks_of(board, LETTER_MARKS[:1], COMMON_EMPTIES)
    for board in ("list", "rows"):
        yield from _looks_of(board, NUMBER_MARKS[:4], (0,))
    yield from _looks_of("text", TEXT_MARKS[:1], TEXT_EMPTIES[:4])
    for board in ("list1", "dict1"):
        yield from _looks_of(board, LETTER_MARKS[:1], (" ", None, ""))
    for board in ("list", "rows"):
        yield from _looks_of(board, LETTER_MARKS[1:], COMMON_EMPTIES[:6])


def looks() -> Iterator[Look]:
    """Yield what boards may look like, but for arrays."""
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
    """Return short texts and small numbers that a module holds, or its functions write."""
    values: list[object] = []
    codes = []
    for value in list(vars(module).values()):
        values.append(value)
        members = list(vars(value).values()) if isinstance(value, type) else [value]
        codes += [
            member.__code__
            for member in members
            if isinstance(member, FunctionType) and member.__module__ == module.__name__
        ]
    for code in codes:
        values += code.co_consts
    small = [value for value in values if _may_be_in_a_cell(value)]
    return [value for value, _ in Counter(small).most_common(MOST_VALUES)]


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


def argument_lists(count: int) -> list[tuple[object, ...]]:
    """Return what so many arguments may get, one of which is the board."""
    return _unique(_with_board(_extras(count - 1))) if count else []


def extra_lists(count: int) -> list[tuple[object, ...]]:
    """Return what so many arguments may get where none of them is the board."""
    return _unique(_extras(count))


def _extras(count: int) -> Iterator[tuple[object, ...]]:
    if count == 0:
        yield ()
    elif count == 1:
        for extra in EXTRA_ARGUMENTS:
            yield (extra,)
    elif count == 2:
        yield from PAIRS
        yield from product(EXTRA_ARGUMENTS, repeat=2)
    elif count == 3:
        yield from TRIPLES
    elif count == 4:
        for depth, side in product(_DEPTHS, _SIDES):
            yield (depth, *_BOUNDS, side)
            yield (depth, side, *_BOUNDS)
            yield (side, depth, *_BOUNDS)
            yield (*_BOUNDS, depth, side)
            yield (*_BOUNDS, side, depth)
            yield (side, *_BOUNDS, depth)
            yield (depth, side, "mark", "opponent")
            yield ("mark", "opponent", depth, side)
            yield (depth, "mark", "opponent", side)
        for bounds_first in permutations(("mark", "opponent")):
            yield (*bounds_first, *_BOUNDS)
            yield (*_BOUNDS, *bounds_first)
    elif count == 5:
        for depth, side in product(_DEPTHS, ("x-to-move", "true")):
            yield (depth, *_BOUNDS, side, "mark")
            yield (depth, side, *_BOUNDS, "mark")
            yield (depth, side, "mark", "opponent", "-inf")
            yield ("mark", depth, *_BOUNDS, side)
        for depth in _DEPTHS:
            yield (depth, *_BOUNDS, "mark", "opponent")
            yield (depth, "mark", "opponent", *_BOUNDS)
            yield ("mark", "opponent", depth, *_BOUNDS)


def _with_board(
    every_extras: Iterator[tuple[object, ...]],
) -> Iterator[tuple[object, ...]]:
    """Yield each list with the board in front, then with the board in other places."""
    kept = list(every_extras)
    for extras in kept:
        yield ("board", *extras)
    for extras in kept:
        if extras and len(extras) <= 2:
            yield (*extras, "board")
        if len(extras) == 2:
            yield (extras[0], "board", extras[1])


def _unique(lists: Iterator[tuple[object, ...]]) -> list[tuple[object, ...]]:
    # 0 equals False and 1 equals True, so that the lists are compared as text.
    return list({repr(arguments): arguments for arguments in lists}.values())


def argument_counts(function: Callable[..., Any]) -> range:
    """Return how many arguments a function may be called with, by its signature alone."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return range(1, 2)
    positional = [
        parameter
        for parameter in parameters
        if parameter.kind
        in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    least = sum(parameter.default is parameter.empty for parameter in positional)
    most = min(len(positional), MOST_ARGUMENTS)
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        most = max(most, 1)
    return range(least, most + 1)


def kept_looks(module: ModuleType, rows: int, cols: int) -> Iterator[tuple[str, Look]]:
    """Yield the variables of a module that hold a board, each with what it may look like."""
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
        if value is None or isinstance(value, int | float | str):
            if sum(value == other for other in cells) > half:
                yield value
                return


def _same_kind(board: str, empty: object, marks: tuple[object, object]) -> bool:
    """Whether an array can hold both: text and numbers do not mix there."""
    if board != "array":
        return True
    return isinstance(empty, str) == isinstance(marks[0], str)
