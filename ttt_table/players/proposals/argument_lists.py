"""What the arguments of a function may get, the commonest first.

No name of an argument is read for its meaning, only how many of them there are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, TypeAlias

Arguments: TypeAlias = tuple[object, ...]

OF_THE_SIDE = ("mark", "x-to-move", "opponent")
CONSTANTS = (0, "true", "depth")  # the same for both sides

# One, two or three arguments beside the board.
EXTRA = ("mark", 0, "x-to-move", "true", "depth", "opponent")
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


# Of more than three, two bound the scores of a search; the others are a depth and a
# side.
DEPTHS = (0, "depth")
SIDES = ("x-to-move", "mark", "true")
BOUNDS = ("-inf", "inf")
MARKS = ("mark", "opponent")


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
def argument_lists(count: int) -> Sequence[Arguments]:
    """Return what so many arguments may get, one of which is the board."""
    if count == 0:
        return ()
    extras = extra_lists(count - 1)
    lists: list[Arguments] = [("board", *extra) for extra in extras]
    if count <= 3:
        lists += [(*extra, "board") for extra in extras]
    if count == 3:
        lists += [(first, "board", last) for first, last in extras]
    return _unique(lists)


@cache
def extra_lists(count: int) -> Sequence[Arguments]:
    """Return what so many arguments may get where none of them is the board."""
    if count == 0:
        return ((),)
    if count == 1:
        return [(extra,) for extra in EXTRA]
    if count == 2:
        return _unique([*PAIRS, *product(EXTRA, repeat=2)])
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
