"""Every public call with odd values: an answer, or an error of this package.

The calls are those of the list of public names, so that a new one is tried too.
"""

import inspect
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from itertools import combinations, islice, product
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from support.cases import exhaustive
from test_public_names import NAMES, value_of

from ttt_table import Game, Position, Table, TttTableError, open_table, runtime
from ttt_table.answers import cell_reader
from ttt_table.audit import Report, audit
from ttt_table.errors import quoted
from ttt_table.export import pictures
from ttt_table.grading import Grade, Program, PythonFile, grade
from ttt_table.play import Level, Match, judge
from ttt_table.table.files import shipped_path

TABLE = open_table()
BOARD = "X...O...."


def first_free(board: Any) -> object:
    """Play on the first free cell; in a batch of boards, anywhere."""
    return board.index(".") if isinstance(board, str) else np.ones(board.shape)


class Hostile:
    """Raises an error whatever is done with it."""

    def _refuse(self, *_: object) -> Any:
        raise RuntimeError("refused")

    __bool__ = __eq__ = __fspath__ = __index__ = __len__ = __repr__ = _refuse
    __hash__ = None  # type: ignore[assignment]


GRADE = grade(first_free, side="X")
ODD: dict[str, Any] = {
    "none": None,
    "negative": -1,
    "zero": 0,
    "huge": 10**30,
    "beyond text": 10**5000,
    "float": 1.5,
    "nan": float("nan"),
    "empty": "",
    "text": "t.msgpack",
    "long": "x" * 100_000,
    "nul": "\0",
    "surrogate": "\udcff",
    "bytes": b"X",
    "list": [],
    "nested": [[["X"]]],
    "dict": {"a": 1},
    "object": object(),
    "hostile": Hostile(),
    "type": int,
    "true": True,
    "table": TABLE,
    "array": np.zeros((2, 2)),
    "board": BOARD,
    "position": Position(-1, 10**30),
}
GOOD: dict[str, Any] = {
    "board": BOARD,
    "boards": [BOARD],
    "causes": [],
    "cell": 1,
    "cells": [0, 4],
    "command": ["true"],
    "game": Game(),
    "grade": GRADE,
    "models": {"model": [(BOARD, "1")]},
    "notation": "rows",
    "path": "new.msgpack",
    "player": first_free,
    "position": Position(1, 16),
    "source": "bot.py:move",
    "table": TABLE,
    "verdict": judge(TABLE, "XX..O....", 5),
}
"""By the name of a parameter without a default, what stands beside an odd value."""
OBJECTS: dict[type, Callable[[], object]] = {
    Game: Game,
    Grade: lambda: GRADE,
    Level: lambda: Level(2),
    Match: lambda: Match(TABLE, x=Level(2)),
    Report: cache(lambda: audit(shipped_path())),
    Table: open_table,
    runtime.Table: lambda: runtime.open_table(shipped_path()),
}
"""How the objects are made whose methods are called."""


def draw_of(kind: str) -> Callable[..., Any]:
    return value_of(pictures, kind).draw  # type: ignore[no-any-return]


FURTHER: dict[str, Callable[[], Callable[..., Any]]] = {
    "Level()": lambda: Level(2).__call__,
    "Table[]": lambda: TABLE.__getitem__,
    "Table in": lambda: TABLE.__contains__,
    "cell_reader()": lambda: cell_reader(TABLE),
    "runtime.Table[]": lambda: runtime.open_table(shipped_path()).__getitem__,
    **{f"{kind}.draw": partial(draw_of, kind) for kind in pictures.__all__},
}
"""What is called without a public name of its own."""
CALLED_BACK = ("choose", "o", "x")
"""Parameters that take a function: what it raises is its own."""
SECONDS = 10
"""Of processor time, for a call that takes a millisecond; some values ask for years."""
MOST_CHARACTERS = 1000
"""How long a message may be."""


def call_named(line: str) -> Callable[..., Any]:
    """Return what a line of the list calls: a function, a class, or a bound method."""
    path = line.partition("(")[0]
    parts = path.split(".")
    value: Any = import_module(parts[0])
    for part in parts[1:]:
        if inspect.ismodule(value):
            value = value_of(value, part)
        elif isinstance(inspect.getattr_static(value, part), classmethod):
            value = getattr(value, part)
        else:
            value = getattr(OBJECTS[value](), part)
    return value  # type: ignore[no-any-return]


def named_calls() -> dict[str, Callable[[], Callable[..., Any]]]:
    """Return by name how to get each call."""
    calls = {}
    for line in NAMES:
        name, has_arguments, _ = line.partition("(")
        if has_arguments:
            calls[name.removeprefix("ttt_table.")] = partial(call_named, name)
    return {**calls, **FURTHER}


CALLS = named_calls()


class TooLongError(Exception):
    """A call has taken more than `SECONDS`."""


@contextmanager
def limited() -> Iterator[None]:
    """Raise `TooLongError` after `SECONDS` of this process, however busy others are."""

    def stop(*_: object) -> None:
        raise TooLongError

    if not hasattr(signal, "setitimer"):  # Windows
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def odd_values(
    parameters: Sequence[inspect.Parameter], at_once: int
) -> Iterator[dict[str, str]]:
    """Yield labels of odd values for so many parameters at once, by name."""
    names = [parameter.name for parameter in parameters]
    for odd in combinations(names, min(at_once, len(names))):
        for labels in product(ODD, repeat=len(odd)):
            chosen = dict(zip(odd, labels, strict=True))
            if not any(callable(ODD[chosen.get(name, "none")]) for name in CALLED_BACK):
                yield chosen


def fault_of(call: Callable[..., Any], arguments: dict[str, Any]) -> str | None:
    """Return what is wrong with what a call does; None for an answer or an error."""
    try:
        with limited():
            answer = call(**arguments)
            if isinstance(answer, Iterator):
                next(answer, None)
            if isinstance(answer, Program | PythonFile):
                answer.close()
    except TttTableError as error:
        message = str(error)
        if len(message) > MOST_CHARACTERS:
            return f"a message of {len(message)} characters"
        if not message.isprintable() and not message.replace("\n", "").isprintable():
            return f"a message that cannot be printed: {message!r}"
    except Exception as error:
        return quoted(error)
    return None


def faults_of(name: str, at_once: int, every: int) -> list[str]:
    """Return what is wrong with a call, by its odd values; of these every so many."""
    parameters = [*inspect.signature(CALLS[name]()).parameters.values()]
    needed = {
        parameter.name: GOOD.get(parameter.name)
        for parameter in parameters
        if parameter.default is parameter.empty
    }
    start = crc32(name.encode()) % every  # calls differ in what is left out
    faults = []
    for labels in islice(odd_values(parameters, at_once), start, None, every):
        odd = {parameter: ODD[label] for parameter, label in labels.items()}
        fault = fault_of(CALLS[name](), {**needed, **odd})
        if fault:
            shown = ", ".join(f"{name}={label}" for name, label in labels.items())
            faults.append(f"{shown}: {fault}")
    return faults


@pytest.mark.usefixtures("in_an_empty_folder")
@pytest.mark.parametrize("every", [5, *exhaustive([1])])
@pytest.mark.parametrize("name", CALLS)
def test_an_odd_value_is_answered_or_refused(name: str, every: int) -> None:
    assert faults_of(name, 1, every) == []


@pytest.mark.usefixtures("in_an_empty_folder")
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", CALLS)
def test_two_odd_values_are_answered_or_refused(name: str) -> None:
    assert faults_of(name, 2, 1) == []
