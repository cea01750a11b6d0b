"""docs/python.md lists every public call, record and error."""

import dataclasses
import inspect
import pydoc
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
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
DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "python.md").read_text()
REFERENCE = (DOCS / "reference.rst").read_text()
LISTS = dict(
    re.findall(r"^### `(ttt_table.*?)`$(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
)
KINDS = [
    (Table, "table"),
    (Game, "game"),
    (Look, "look"),
    (Position, "position"),
    (Count, "count"),
    (Report, "report"),
    (Grade, "found"),
    (Mistake, "mistake"),
    (SideGrade, "side"),
    (Bounds, "bounds"),
    (Trap, "trap"),
    (Check, "check"),
    (Match, "match"),
    (Level, "level"),
    (Export, "export"),
    (Encoding, "encoding"),
]
"""The types of what people get, and the name that the page has for each."""
ROWS = re.findall(r"^\| `(\w+)` \| (.*?) \| `?([a-z-]+)[` ]", PAGE, re.MULTILINE)


def arguments_of(call: Callable[..., Any]) -> list[str]:
    """Return the names of a call's arguments, with a star before keyword-only ones."""
    names = []
    for parameter in inspect.signature(call).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in names:
            names.append("*")
        names.append(parameter.name)
    return names


def value_of(module: ModuleType, name: str) -> Any:
    """Return what a public name stands for; a module of a package is imported."""
    if hasattr(module, "__path__") and not hasattr(module, name):
        return import_module(f"{module.__name__}.{name}")
    return getattr(module, name)


@pytest.mark.parametrize("name_of_module", LISTS)
def test_the_public_names_of_a_module_are_listed(name_of_module: str) -> None:
    """A call with its arguments, in their order."""
    rows = "".join(re.findall(r"^\* (`.*?): ", LISTS[name_of_module], re.MULTILINE))
    listed = dict(re.findall(r"`(\w+)(\(.*?\))?`", rows))
    module = import_module(name_of_module)
    assert sorted(listed) == sorted(module.__all__)
    for name, arguments in listed.items():
        value = value_of(module, name)
        if arguments or inspect.isfunction(value):
            assert arguments == f"({', '.join(arguments_of(value))})"


def test_the_modules_with_public_names_are_listed() -> None:
    """Those that have ``__all__``: here, and in the reference that the site has."""
    public = set()
    for path in PACKAGE.rglob("*.py"):
        if "\n__all__ = " in path.read_text():
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            public.add(".".join(parts).removesuffix(".__init__"))
    assert {*LISTS} == public
    in_reference = re.findall(r"^\.\. automodule:: (.*)", REFERENCE, re.MULTILINE)
    assert {*in_reference} == {*public, "ttt_table.errors"}


def public_records() -> list[type]:
    """Return the public classes that have fields."""
    records = {}
    for name_of_module in LISTS:
        module = import_module(name_of_module)
        for name in module.__all__:
            value = value_of(module, name)
            if isinstance(value, type) and fields_of(value):
                records[value.__name__] = value
    return list(records.values())


def fields_of(kind: type) -> list[str]:
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    return list(getattr(kind, "_fields", ()))


@pytest.mark.parametrize("kind", public_records(), ids=lambda kind: kind.__name__)
def test_help_explains_every_field_of_a_record(kind: type) -> None:
    explained = pydoc.plain(pydoc.render_doc(kind))
    for field in fields_of(kind):
        if not field.startswith("_"):
            assert re.search(rf"^ \| +{field}: \S", explained, re.MULTILINE), field


@pytest.mark.parametrize(("kind", "name"), KINDS)
def test_all_methods_and_properties_are_listed(kind: type, name: str) -> None:
    """Methods with their arguments."""
    inherited = ({*dir(tuple)} | {*dir(Mapping)}) - {*vars(kind)}
    for member, value in inspect.getmembers(kind):
        if member.startswith("_") or member in inherited:
            continue
        entry = f"{name}.{member}"
        if inspect.isroutine(value):
            arguments = [name for name in arguments_of(value) if name != "self"]
            entry += f"({', '.join(arguments)})"
        elif not isinstance(value, property):
            continue
        assert f"`{entry}`" in PAGE, entry


def test_the_attributes_of_a_table_are_listed() -> None:
    """Those that are public."""
    for member in vars(open_table()):
        if not member.startswith("_"):
            assert f"`table.{member}`" in PAGE, member


def test_the_errors_are_listed_with_their_builtins_and_codes() -> None:
    """Two errors have codes of their own for each cause."""
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
    ("kind", "files"),
    [
        ("BoardError", ["errors.py", "rules/board.py", "table/boards.py"]),
        ("BadTableError", ["errors.py", "table/codec.py", "table/header.py"]),
    ],
)
def test_the_codes_of_a_bad_board_or_table_are_listed(
    kind: str, files: list[str]
) -> None:
    """As in the modules that raise the error."""
    _, _, table = PAGE.partition(f"| `code` of a `{kind}` |")
    listed = {
        *re.findall(r"^\| `([a-z-]+)` \|", table.partition("\n\n")[0], re.MULTILINE)
    }
    text = "".join((PACKAGE / file).read_text() for file in files)
    assert all(f'"{code}"' in text for code in listed)
    if kind == "BoardError":  # in whose modules nothing else is written so
        codes, _, _ = text.partition("class ArgumentError")
        assert {*re.findall(r'"([a-z]+-[a-z]+)"', codes)} <= listed
