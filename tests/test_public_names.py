"""The public names, which stay, and the errors with their codes.

``public_names.txt`` has the names as the last release had them. After a change that
adds names, ``python tests/test_public_names.py > tests/public_names.txt`` writes it
again; what it takes away breaks users' programs. On the site the reference has the same
names with their docstrings.
"""

import dataclasses
import inspect
import pydoc
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ttt_table
from ttt_table import errors

PACKAGE = Path(errors.__file__).parent
DOCS = Path(__file__).parents[1] / "docs"
REFERENCE = (DOCS / "reference.rst").read_text()
_, _, PAGE = (DOCS / "interfaces.md").read_text().partition("## Errors\n")
NAMES = Path(__file__).with_name("public_names.txt").read_text().splitlines()
NOT_CALLED = ("Table", "Batch")
"""Classes whose objects come from a function or a method."""
WITHOUT_MEMBERS = ("Program", "PythonFile")
"""Classes whose objects are only handed on; what graders do with them may change."""
ROWS = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [`[]?([a-z-]+)", PAGE, re.MULTILINE)


def public_modules() -> list[str]:
    """Return the names of the modules that have ``__all__``."""
    modules = []
    for path in PACKAGE.rglob("*.py"):
        if "\n__all__ = " in path.read_text():
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            modules.append(".".join(parts).removesuffix(".__init__"))
    return sorted(modules)


def arguments_of(call: Callable[..., Any]) -> str:
    """Return a call's arguments, with a star before keyword-only ones."""
    names = []
    for parameter in inspect.signature(call).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in names:
            names.append("*")
        if parameter.name != "self":
            names.append(parameter.name)
    return f"({', '.join(names)})"


def value_of(module: ModuleType, name: str) -> Any:
    """Return what a public name stands for; a module of a package is imported."""
    if hasattr(module, "__path__") and not hasattr(module, name):
        return import_module(f"{module.__name__}.{name}")
    return getattr(module, name)


def own_classes(kind: type) -> list[type]:
    """Return the classes of this package from which a class gets its members."""
    return [base for base in kind.__mro__ if base.__module__.startswith("ttt_table")]


def members_of(kind: type) -> Iterator[str]:
    """Yield the methods with their arguments, the properties and the fields."""
    names: set[str] = set()
    for base in own_classes(kind):
        names |= {*vars(base), *inspect.get_annotations(base)}
        names |= {*getattr(base, "_fields", ())}
        if "__init__" in vars(base) and not hasattr(base, "__dataclass_fields__"):
            names |= {*re.findall(r"self\.(\w+)\b.* = ", inspect.getsource(base))}
    for name in sorted(names):
        if name.startswith("_"):
            continue
        value = inspect.getattr_static(kind, name, None)
        if isinstance(value, staticmethod | classmethod) or inspect.isfunction(value):
            yield name + arguments_of(getattr(kind, name))
        else:
            yield name


def public_names() -> Iterator[str]:
    """Yield every public name, calls with their arguments."""
    for module_name in public_modules():
        module = import_module(module_name)
        for name in sorted(module.__all__):
            value = value_of(module, name)
            full_name = f"{module_name}.{name}"
            if inspect.isfunction(value):
                yield full_name + arguments_of(value)
            elif not inspect.isclass(value) or issubclass(value, Exception):
                yield full_name
            else:
                is_called = name not in NOT_CALLED and not issubclass(value, Enum)
                yield full_name + (arguments_of(value) if is_called else "")
                if name not in WITHOUT_MEMBERS:
                    yield from (f"{full_name}.{member}" for member in members_of(value))


def test_the_public_names_are_those_of_the_list() -> None:
    """Calls with their arguments, in their order."""
    assert list(public_names()) == NAMES


@pytest.mark.parametrize("package", ["answers", "build", "grading", "play"])
def test_a_name_that_is_looked_for_in_the_package_is_said_to_be_in_another(
    package: str,
) -> None:
    """Every public function: by an import too, which hides an AttributeError."""
    module = import_module(f"ttt_table.{package}")
    functions = filter(inspect.isfunction, vars(module).values())
    for name in {function.__name__ for function in functions} & {*module.__all__}:
        advice = f"write: from {module.__name__} import {name}"
        with pytest.raises(ImportError, match=f"^{advice}$"):
            exec(f"from ttt_table import {name}")
        with pytest.raises(AttributeError, match=f"no attribute '{name}'; {advice}$"):
            getattr(ttt_table, name)


@pytest.mark.parametrize("name", ["grade", "Level", "nothing"])
def test_a_name_that_the_package_does_not_have_may_be_asked_for(name: str) -> None:
    assert not hasattr(ttt_table, name)
    assert getattr(ttt_table, name, "default") == "default"


def test_the_reference_has_the_modules_with_public_names() -> None:
    in_reference = re.findall(r"^\.\. automodule:: (.*)", REFERENCE, re.MULTILINE)
    assert sorted(in_reference) == sorted([*public_modules(), "ttt_table.errors"])


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
        ("BoardError", ["rules/board.py", "table/batch.py"]),
        ("BadTableError", []),
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
    runtime = (PACKAGE / "runtime.py").read_text()
    errors_text = (PACKAGE / "errors.py").read_text()
    text = "".join((PACKAGE / file).read_text() for file in files)
    assert all(f'"{code}"' in errors_text + runtime + text for code in listed)
    if kind == "BoardError":  # where nothing else is written so
        _, _, of_boards = runtime.partition("# Boards --")
        of_boards, _, _ = of_boards.partition("# The place of a position --")
        assert {*re.findall(r'"([a-z]+-[a-z]+)"', text + of_boards)} <= listed


def public_records() -> list[type]:
    """Return the public classes that have fields."""
    records = {}
    for module_name in public_modules():
        module = import_module(module_name)
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


if __name__ == "__main__":
    print(*public_names(), sep="\n")
