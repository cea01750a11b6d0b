"""docs/python.md has every public call, record and error; its examples run with the others."""

import inspect
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from ttt_table import Game, Look, Position, Table, errors, open_table
from ttt_table.audit import Count, Report
from ttt_table.export.encodings import Encoding
from ttt_table.export.rows import Export
from ttt_table.grading import Bounds, Grade, Mistake, SideGrade
from ttt_table.homework import Check
from ttt_table.play import Level, Match, Trap

PACKAGE = Path(errors.__file__).parent
PAGE = (Path(__file__).parents[1] / "docs" / "python.md").read_text()
LISTS = dict(
    re.findall(r"^### `(ttt_table.*?)`$(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
)
KINDS = [
    *(
        (Table, "table"),
        (Game, "game"),
        (Look, "look"),
        (Position, "position"),
        (Count, "count"),
    ),
    *(
        (Report, "report"),
        (Grade, "found"),
        (Mistake, "mistake"),
        (SideGrade, "side"),
        (Bounds, "bounds"),
        (Trap, "trap"),
        (Check, "check"),
    ),
    *((Match, "match"), (Level, "level"), (Export, "export"), (Encoding, "encoding")),
]
"""What people hold in their hands, and what the page calls it."""
ROWS = re.findall(r"^\| `(\w+)` \| (.*?) \| `?([a-z-]+)[` ]", PAGE, re.MULTILINE)


def arguments_of(call: Callable[..., Any]) -> list[str]:
    """The names of a call's arguments, with a star before those that need their names."""
    parameters = inspect.signature(call).parameters.values()
    stars = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    return [
        f"*, {one.name}" if one.name in stars[:1] else one.name for one in parameters
    ]


@pytest.mark.parametrize("room", LISTS)
def test_every_public_name_of_a_room_is_listed(room: str) -> None:
    """And no other name; a call with its arguments, in their order."""
    rows = "".join(re.findall(r"^\* (`.*?): ", LISTS[room], re.MULTILINE))
    listed = dict(re.findall(r"`(\w+)(\(.*?\))?`", rows))
    module = __import__(room, fromlist=[*listed])
    assert sorted(listed) == sorted(module.__all__)
    for name, arguments in listed.items():
        thing = getattr(module, name)
        if arguments or inspect.isfunction(thing):
            assert arguments == f"({', '.join(arguments_of(thing))})"


def test_every_room_with_public_names_is_listed() -> None:
    """Those that say so by ``__all__``, and no other."""
    said = [
        path for path in PACKAGE.rglob("*.py") if "\n__all__ = " in path.read_text()
    ]
    rooms = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in said
    ]
    assert {*LISTS} == {room.removesuffix(".__init__") for room in rooms}


@pytest.mark.parametrize(("kind", "name"), KINDS)
def test_every_method_and_property_stands_there(kind: type, name: str) -> None:
    """With its arguments."""
    inherited = {*dir(tuple), *dir(Mapping)}
    for member, what in inspect.getmembers(kind):
        told = f"{name}.{member}"
        if member.startswith("_") or (member in inherited and member not in vars(kind)):
            continue
        if inspect.isroutine(what):
            arguments = [one for one in arguments_of(what) if one != "self"]
            told += f"({', '.join(arguments)})"
        elif not isinstance(what, property):
            continue
        assert f"`{told}`" in PAGE, told
    for member in vars(open_table()):
        assert member.startswith("_") or f"`table.{member}`" in PAGE, member


def test_every_error_stands_there_with_its_builtins_and_its_code() -> None:
    """And no other."""
    kinds = {
        name: kind
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, errors.TttTableError)
    }
    listed = {name: (bases, code) for name, bases, code in ROWS if name in kinds}
    assert {*listed, "TttTableError"} == {*kinds}
    assert len({kind.code for kind in kinds.values()} - {"error"}) == len(kinds) - 4
    for name, (bases, code) in listed.items():
        builtins = [
            base.__name__
            for base in kinds[name].__bases__
            if base.__module__ == "builtins"
        ]
        assert re.findall(r"\w+", bases) == builtins, name
        if kinds[name].code != "error":
            assert code == kinds[name].code, name


@pytest.mark.parametrize(
    ("kind", "rooms"),
    [
        ("BoardError", ["errors.py", "rules/board.py", "table/boards.py"]),
        ("BadTableError", ["errors.py", "table/codec.py", "table/head.py"]),
    ],
)
def test_every_code_of_a_bad_board_or_table_stands_there(
    kind: str, rooms: list[str]
) -> None:
    """As the rooms have it that raise the error."""
    _, _, table = PAGE.partition(f"| `code` of a `{kind}` |")
    listed = {
        *re.findall(r"^\| `([a-z-]+)` \|", table.partition("\n\n")[0], re.MULTILINE)
    }
    text = "".join((PACKAGE / room).read_text() for room in rooms)
    assert all(f'"{code}"' in text for code in listed)
    if kind == "BoardError":  # in whose rooms nothing else is written so
        codes, _, _ = text.partition("class ArgumentError")
        assert {*re.findall(r'"([a-z]+-[a-z]+)"', codes)} <= listed
