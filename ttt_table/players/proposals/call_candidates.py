"""The candidates of a trial: calls of a function, the commonest first.

The names of the arguments are ignored; only their number counts.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from types import ModuleType
from typing import Any, TypeAlias

from ttt_table.players.boards import BoardFormat
from ttt_table.players.calls import SIDE_ARGUMENTS, Argument, Call, Constant
from ttt_table.players.proposals.board_candidates import (
    ARRAYS,
    COMMON,
    RARE,
    formats_in,
    formats_with_values,
    values_in,
    variables_with_boards,
)

Arguments: TypeAlias = tuple[Argument, ...]

ZERO = Constant(0)

SAME_FOR_BOTH_SIDES: Arguments = (ZERO, "true", "depth")


def _parse(text: str) -> list[Arguments]:
    """Return lists of arguments: bars separate lists, and blanks arguments."""
    return [
        tuple(ZERO if name == "0" else name for name in names.split())
        for names in text.split("|")
    ]


# One, two or three arguments beside the board.
SINGLES: Arguments = ("mark", ZERO, "x-to-move", "true", "depth", "opponent")
PAIRS = _parse(
    """
    mark opponent | opponent mark | 0 x-to-move | 0 true |
    depth mark | depth x-to-move | depth true |
    0 mark | mark 0 | mark depth | x-to-move 0 |
    true 0 | x-to-move depth | mark true | mark x-to-move |
    -inf inf | depth opponent | opponent depth
    """
)
TRIPLES = _parse(
    """
    0 -inf inf | depth -inf inf | mark -inf inf |
    -inf inf x-to-move | -inf inf mark | -inf inf true |
    x-to-move -inf inf | true -inf inf | -inf inf 0 |
    -inf inf depth | 0 mark opponent | depth mark opponent |
    mark opponent 0 | mark opponent depth | mark opponent true |
    0 x-to-move mark | 0 true mark | depth true mark |
    depth mark true | 0 mark true | mark 0 true |
    mark depth true | opponent mark 0 | opponent mark depth |
    true mark opponent | x-to-move mark opponent
    """
)

# Four or five arguments are combined from these: a depth, the player to move or both
# players, and the two bounds of an alpha-beta search.
DEPTHS: Arguments = (ZERO, "depth")
SIDES: Arguments = ("x-to-move", "mark", "true")
BOUNDS = ("-inf", "inf")
MARKS = ("mark", "opponent")


class CallCandidates:
    """The calls that a function may need.

    The variables of its module are read at once, before the function changes them.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        rows: The number of rows of a board.
        cols: The number of its columns.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        module: ModuleType | None,
        rows: int,
        cols: int,
    ) -> None:
        self._counts = argument_counts(function)
        self._common_formats = formats_in(COMMON)
        if "numpy" in sys.modules:  # the player has imported it
            self._common_formats += formats_in(ARRAYS)
        self._variables: list[tuple[str, BoardFormat]] = []
        self._values: list[object] = []
        if module is not None:
            self._variables = variables_with_boards(module, rows, cols)
            self._values = values_in(module)

    def common(self) -> Iterator[Call]:
        """Yield the common calls."""
        for count in self._counts:
            yield from self._calls_with_board(count, self._common_formats)
            lists = self._sensible(lists_without_board(count))
            for arguments, (name, board_format) in product(lists, self._variables):
                yield Call(board_format, arguments, name)

    def rare(self) -> Iterator[Call]:
        """Yield the other calls."""
        formats = dict.fromkeys([*formats_with_values(self._values), *formats_in(RARE)])
        rare_formats = [
            board_format
            for board_format in formats
            if board_format not in self._common_formats
        ]
        for count in self._counts:
            yield from self._calls_with_board(count, rare_formats)

    def _calls_with_board(
        self, count: int, formats: Sequence[BoardFormat]
    ) -> Iterator[Call]:
        lists = self._sensible(lists_with_board(count))
        for arguments, board_format in product(lists, formats):
            yield Call(board_format, arguments)

    def _sensible(self, lists: Iterable[Arguments]) -> list[Arguments]:
        """Leave out lists that fill an argument with a default by a constant.

        The default is as good. The argument may be a level of difficulty, whose effect
        shows only on other boards than those of the trial.
        """
        return [
            arguments
            for arguments in lists
            if len(arguments) <= self._counts.start
            or arguments[-1] in ("board", *SIDE_ARGUMENTS)
        ]


def argument_counts(function: Callable[..., Any]) -> range:
    """Return how many arguments a function may get, by its signature alone."""
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
    required = sum(parameter.default is parameter.empty for parameter in positional)
    takes_any_number = any(
        parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters
    )
    limit = len(positional)
    if takes_any_number:
        limit = max(limit, 1)
    return range(required, limit + 1)


@cache
def lists_with_board(count: int) -> Sequence[Arguments]:
    """Return what this number of arguments may get, one of which is the board."""
    if count == 0:
        return ()
    others = lists_without_board(count - 1)
    lists: list[Arguments] = [("board", *arguments) for arguments in others]
    if count <= 3:
        lists += [(*arguments, "board") for arguments in others]
    if count == 3:
        lists += [(first, "board", last) for first, last in others]
    return _unique(lists)


@cache
def lists_without_board(count: int) -> Sequence[Arguments]:
    """Return what this number of arguments may get, none of which is the board."""
    if count == 0:
        return ((),)
    if count == 1:
        return [(argument,) for argument in SINGLES]
    if count == 2:
        return _unique([*PAIRS, *product(SINGLES, SINGLES)])
    if count == 3:
        return TRIPLES
    if count == 4:
        return list(_quadruples())
    if count == 5:
        return list(_quintuples())
    return ()


def _quadruples() -> Iterator[Arguments]:
    for depth, side in product(DEPTHS, SIDES):
        yield (depth, *BOUNDS, side)
        yield (depth, side, *BOUNDS)
        yield (side, depth, *BOUNDS)
        yield (*BOUNDS, depth, side)
        yield (*BOUNDS, side, depth)
        yield (side, *BOUNDS, depth)
        yield (depth, side, *MARKS)
        yield (*MARKS, depth, side)
        yield (depth, *MARKS, side)
    for marks in (MARKS, MARKS[::-1]):
        yield (*marks, *BOUNDS)
        yield (*BOUNDS, *marks)


def _quintuples() -> Iterator[Arguments]:
    for depth, side in product(DEPTHS, ("x-to-move", "true")):
        yield (depth, *BOUNDS, side, "mark")
        yield (depth, side, *BOUNDS, "mark")
        yield (depth, side, *MARKS, "-inf")
        yield ("mark", depth, *BOUNDS, side)
    for depth in DEPTHS:
        yield (depth, *BOUNDS, *MARKS)
        yield (depth, *MARKS, *BOUNDS)
        yield (*MARKS, depth, *BOUNDS)


def _unique(lists: Sequence[Arguments]) -> list[Arguments]:
    return list(dict.fromkeys(lists))
