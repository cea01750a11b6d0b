"""The package as a user gets it: what an import costs, and which way imports go."""

import functools
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ttt_table

PACKAGE = Path(ttt_table.__file__).parent
ROOT = PACKAGE.parent

# A package imports only packages of lower layers; those of one layer never import each other.
LAYERS = (
    ("rules",),
    ("table",),
    ("build", "audit", "export", "page", "players", "play"),
    ("grading",),
    ("homework",),
    ("integrations", "cli"),
)
FLOORS = {
    package: layer for layer, packages in enumerate(LAYERS) for package in packages
}
# The errors are open to all, progress and workers to all above the reader; the front door is the
# reader's.
OPEN_FROM = {
    "errors": 0,
    "progress": 2,
    "drawing": 2,
    "workers": 2,
    "arguments": 2,
    "__init__": 2,
    "__main__": 6,
}
HEAVY = {
    *("argparse", "asyncio", "concurrent", "dataclasses", "functools", "hashlib"),
    *(
        "importlib.resources",
        "inspect",
        "json",
        "logging",
        "multiprocessing",
        "numpy",
        "pathlib",
    ),
    *("re", "tempfile", "tqdm", "typing"),
    "ttt_table.build",
}
"""What a look-up does without."""
IMPORT = re.compile(
    r"^ *from (ttt_table[\w.]*) import (\([^)]*\)|.*)|^ *import (ttt_table\S*)", re.M
)
FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?: .*\n|\n)+", re.M)


@functools.cache
def rooms() -> dict[str, str]:
    """Every module of the package, such as rules/game, with its text."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {
        str(one.relative_to(PACKAGE).with_suffix("")): one.read_text() for one in paths
    }


def wing_of(room: str) -> str:
    """The first part of a room's name: its folder, or its own name at the root."""
    return room.partition("/")[0]


def imported_by(room: str, *, types: bool = True) -> set[str]:
    """The rooms that this one imports, at its top or within a function."""
    found = set()
    text = rooms()[room] if types else FOR_TYPES.sub("", rooms()[room])
    for module, names, whole in IMPORT.findall(text):
        named = re.findall(r"(\w+)(?: as \w+)?", re.sub(r"#.*", "", names)) or [""]
        found |= {room_of(module or whole, name) for name in named}
    return found


def room_of(module: str, name: str) -> str:
    """The room of an import: a module, or a package's own __init__."""
    parts = module.split(".")[1:]
    for path in ([*parts, name], parts, [*parts, "__init__"]):
        room = "/".join(path)
        if room in rooms():
            return room
    return "/".join([*parts, "__init__"]).lstrip("/")


def test_imports_go_one_way() -> None:
    """In the order of the layers; no package imports one of its own layer."""
    assert {"table/reader", "rules/game"} <= imported_by("__init__")
    floors = FLOORS | OPEN_FROM
    for room in rooms():
        wing = wing_of(room)
        for below in {wing_of(other) for other in imported_by(room)} - {wing}:
            assert floors[wing] >= OPEN_FROM.get(below, floors[below] + 1), (
                room,
                below,
            )


def test_no_imports_run_in_a_circle() -> None:
    """Not even within a wing; annotations may look up."""
    TopologicalSorter(
        {room: imported_by(room, types=False) for room in rooms()}
    ).prepare()


COMMAND = "from ttt_table.cli import main; main"


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import ttt_table; ttt_table.open_table().best_move('X...O....')", HEAVY),
        (f"{COMMAND}(['build', '-o', 't'])", {"numpy", "tqdm", "concurrent", "typing"}),
        (f"{COMMAND}(['lookup', 'X...O....'])", {"numpy", "typing"}),
        (f"{COMMAND}(['audit'])", {"numpy", "tqdm"}),
    ],
)
def test_nothing_is_loaded_that_is_not_needed(
    code: str, heavy: set[str], tmp_path: Path
) -> None:
    """It would cost more time than what is asked for: a look-up above all loads no solver."""
    show = f"import sys; bare = {{*sys.modules}}; {code}; print('\\n', *{{*sys.modules}} - bare)"
    command = [sys.executable, "-I", "-c", show]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert not heavy & {*done.stdout.splitlines()[-1].split()}


def test_only_the_codec_imports_msgpack() -> None:
    """One room knows what the bytes mean."""
    users = [
        room
        for room, text in rooms().items()
        if re.search("^ *import msgpack", text, re.M)
    ]
    assert users == ["table/codec"]


def test_all_that_is_released_has_one_version_and_one_address() -> None:
    """The readers too; npm spells 1.0.0.dev0 in another way."""
    npm = re.sub(r"\.?(dev|rc)", r"-\1.", ttt_table.__version__)
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]
    for file, said in (
        ("CITATION.cff", f"\nversion: {ttt_table.__version__}\n"),
        ("CITATION.cff", f"\nrepository-code: {urls['Repository']}\n"),
        ("CHANGELOG.md", f"semver.org).\n\n## {npm.partition('-')[0]} ("),
        ("readers/c/ttt_table.h", f" {npm}: "),
        ("readers/js/ttt-table.js", f" {npm}: "),
        ("readers/js/package.json", f'"version": "{npm}"'),
        ("readers/js/package.json", f'"{urls["Homepage"]}"'),
        ("readers/js/package.json", f"+{urls['Repository']}."),
    ):
        assert said in (ROOT / file).read_text(encoding="utf-8"), (file, said)
