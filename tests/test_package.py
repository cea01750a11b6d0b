"""The package as a user gets it: what an import costs, and which way imports go."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ttt_table

PACKAGE = Path(ttt_table.__file__).parent
ROOT = PACKAGE.parent

# The house, from the ground up: a room imports only rooms that stand before it.
HOUSE = [
    "errors",
    "outcome",
    "game",
    "position",
    "slots",
    "codec",
    "files",
    "table",
    "__init__",
    "search",
    "estimate",
    "tiers",
    "workers",
    "workfolder",
    "longbuild",
    "tierwise",
    "build",
    "published",
    "counts",
    "findings",
    "audit_tiers",
    "audit",
    "drawing",
    "records",
    "cli",
    "__main__",
]
HEAVY = {
    "argparse",
    "asyncio",
    "concurrent",
    "dataclasses",
    "functools",
    "hashlib",
    "importlib.resources",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pathlib",
    "re",
    "tempfile",
    "tqdm",
    "typing",
}
SOLVERS = {f"ttt_table.{room}" for room in HOUSE[HOUSE.index("search") : HOUSE.index("published")]}


def imports_of(room: str) -> set[str]:
    """The rooms that this one imports, at its top or within a function."""
    tree = ast.parse((PACKAGE / f"{room}.py").read_text())
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ttt_table"):
            _, _, name = str(node.module).partition(".")
            names = [name] if name else [alias.name for alias in node.names]
            found |= {part if part in HOUSE else "__init__" for part in names}
    return found


def is_typing_only(room: str) -> set[str]:
    """The rooms that this one imports for annotations alone."""
    found: set[str] = set()
    for node in ast.parse((PACKAGE / f"{room}.py").read_text()).body:
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            found |= {
                str(one.module).partition(".")[2]
                for one in ast.walk(node)
                if isinstance(one, ast.ImportFrom)
            }
    return found


def test_the_house_has_just_these_rooms() -> None:
    """So that a new one finds its place in the order."""
    assert {path.stem for path in PACKAGE.glob("*.py")} == set(HOUSE)


@pytest.mark.parametrize("room", HOUSE)
def test_imports_go_one_way(room: str) -> None:
    """A room imports only what stands below it; annotations may look up."""
    below = set(HOUSE[: HOUSE.index(room)])
    assert imports_of(room) - is_typing_only(room) <= below


@pytest.mark.parametrize("room", ["table", "audit", "audit_tiers", "counts", "published"])
def test_neither_reader_nor_audit_imports_a_solver(room: str) -> None:
    """Directly or through another room."""
    reached: set[str] = set()
    todo = [room]
    while todo:
        for name in imports_of(todo.pop()) - reached:
            reached.add(name)
            todo.append(name)
    assert not {f"ttt_table.{name}" for name in reached} & SOLVERS


@pytest.mark.parametrize(
    "code",
    [
        "import ttt_table",
        "import ttt_table; ttt_table.open_table().best_move('X...O....')",
    ],
)
def test_the_reader_loads_nothing_heavy(code: str) -> None:
    """No solver, and nothing that costs an interpreter's start-up time."""
    show = f"{code}\nimport sys\nprint(*sys.modules)"
    bare = subprocess.run(
        [sys.executable, "-I", "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", show], capture_output=True, text=True, check=True
    )
    ours = set(loaded.stdout.split()) - set(bare.stdout.split())
    assert not ours & (HEAVY | SOLVERS), ours & (HEAVY | SOLVERS)


def test_only_the_codec_imports_msgpack() -> None:
    """One room knows what the bytes mean."""
    users = [room for room in HOUSE if "msgpack" in top_level_imports(room)]
    assert users == ["codec"]


def top_level_imports(room: str) -> set[str]:
    tree = ast.parse((PACKAGE / f"{room}.py").read_text())
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }


def test_the_front_door_is_small_and_documented() -> None:
    """About ten names, each with a docstring."""
    assert len(ttt_table.__all__) <= 12
    assert all(getattr(ttt_table, name).__doc__ for name in ttt_table.__all__)


def test_the_shipped_table_stands_once() -> None:
    """In data/, and nowhere else in the checkout."""
    copies = [path for path in ROOT.glob("*/*.msgpack") if ".venv" not in path.parts]
    assert copies == [ROOT / "data" / "tictactoe.msgpack"]
