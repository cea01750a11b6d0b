"""docs/python.md has every public call, record and error; its examples run with the others."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import ttt_table
from ttt_table import BoardError, Game, Move, Outcome, Table, errors, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.rules.outcome import Look

PAGE = (Path(__file__).parents[1] / "docs" / "python.md").read_text()
CODE = " ".join(re.findall(r"`([^`\n]+)`", PAGE))
ROWS = re.findall(r"^\| `(\w+)` \| (.*?) \| `?([a-z-]+)[` ]", PAGE, re.MULTILINE)


def arguments_of(call: Callable[..., Any]) -> list[str]:
    """The names of a call's arguments, with a star before those that need their names."""
    parameters = inspect.signature(call).parameters.values()
    stars = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    return [f"*, {one.name}" if one.name in stars[:1] else one.name for one in parameters]


def test_every_public_name_stands_there() -> None:
    """A wing by what it has."""
    for name in ttt_table.__all__:
        wing = isinstance(getattr(ttt_table, name), ModuleType)
        assert f"ttt_table.{name}." in CODE if wing else re.search(rf"\b{name}\b", CODE), name


def test_every_argument_of_every_call_stands_there() -> None:
    """In its order."""
    calls: list[tuple[Callable[..., Any], str]] = [
        (open_table, "open_table"),
        (build_table, "ttt_table.build.build_table"),
        (audit, "ttt_table.audit.audit"),
        *((kind, kind.__name__) for kind in (Game, Outcome, Move, Look)),
    ]
    for call, written in calls:
        shown = ", ".join(arguments_of(call))
        assert f"`{written}({shown})`" in PAGE, shown


def test_every_method_and_property_of_a_table_stands_there() -> None:
    """With its arguments."""
    for name, member in vars(Table).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            assert f"`table.{name}`" in PAGE, name
        else:
            _, *arguments = arguments_of(member)
            assert f"`table.{name}({', '.join(arguments)})`" in PAGE, name
    for name in vars(open_table()):
        assert name.startswith("_") or f"`table.{name}`" in PAGE, name


def test_every_error_stands_there_with_its_builtins_and_its_code() -> None:
    """And no other."""
    kinds = {
        name: kind
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, errors.TttTableError)
    }
    listed = {name: (bases, code) for name, bases, code in ROWS if name in kinds}
    assert {*listed, "TttTableError"} == {*kinds}
    assert len({kind.code for kind in kinds.values()} - {"error"}) == len(kinds) - 3
    for name, (bases, code) in listed.items():
        builtins = [
            base.__name__ for base in kinds[name].__bases__ if base.__module__ == "builtins"
        ]
        assert re.findall(r"\w+", bases) == builtins, name
        if name not in ("BoardError", "TableError"):
            assert code == kinds[name].code, name


def test_every_code_of_a_bad_board_stands_there() -> None:
    """And in the docstring of the error."""
    _, _, table = PAGE.partition("| `code` of a `BoardError` |")
    listed = re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)
    assert listed == re.findall(r"\* ``([a-z-]+)``", BoardError.__doc__ or "")
