"""The option ``--exhaustive``, and what several test files need.

Without the option, pytest leaves out the folder tests/exhaustive, and every test and
case with the mark ``exhaustive``: they take minutes, and need the extra ``dev``.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import FunctionType
from typing import Any, Literal

import pytest
from support import cases
from support.commands import run  # noqa: F401  # a fixture
from support.reference_game import ReferenceGame, reference_tic_tac_toe
from support.repacked import packed, written

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.grading import PythonFile
from ttt_table.grading.players import split_source
from ttt_table.table.contents import Contents
from ttt_table.table.files import shipped_path

# A shell has its background jobs ignore interrupts, and nohup has them ignore a closed
# terminal. Every program that a test starts would ignore them too.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
# Nothing here has to outlive a power cut. Thousands of builds would wait for the disk.
os.fsync = lambda _: None  # type: ignore[assignment]


EXHAUSTIVE_FOLDER = Path(__file__).with_name("exhaustive")
LONGER_WITH = {"checks_in_arrays", "files_played_here", "some_boards"}
"""Fixtures with which a test does more in the exhaustive run than in others."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--exhaustive", action="store_true", help="run the tests that take minutes too"
    )


def pytest_configure(config: pytest.Config) -> None:
    cases.is_exhaustive = config.getoption("exhaustive")


def pytest_ignore_collect(
    collection_path: Path, config: pytest.Config
) -> Literal[True] | None:
    """Leave out the folder of long tests, unless they are asked for."""
    if collection_path == EXHAUSTIVE_FOLDER and not config.getoption("exhaustive"):
        return True
    return None


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Mark the tests of that folder, and leave out whatever has the mark.

    In the exhaustive run ``-m exhaustive`` leaves out what is the same in others.
    """
    is_exhaustive = config.getoption("exhaustive")
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        is_longer = is_exhaustive and not LONGER_WITH.isdisjoint(fixtures)
        if EXHAUSTIVE_FOLDER in item.path.parents or is_longer:
            item.add_marker("exhaustive")
    if is_exhaustive:
        return
    long = [item for item in items if item.get_closest_marker("exhaustive")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]


def pytest_collection() -> None:
    """Collect no garbage among thousands of tests that stay to the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking through what stays to the end."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


@pytest.fixture
def table() -> Table:
    return open_table()


@pytest.fixture(scope="session")
def shipped() -> bytes:
    return Path(shipped_path()).read_bytes()


@pytest.fixture
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written stays out of the checkout."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def files_played_here(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Grade functions of files in this process; in the exhaustive run, as in use.

    Starting other processes takes most of a test's time.
    """
    if request.config.getoption("exhaustive"):
        return

    def in_this_process(
        source: str, adapter: str = "", **options: Any
    ) -> AbstractContextManager[Any]:
        path, name = split_source(source)
        # In the end the module of the file is forgotten.
        monkeypatch.setitem(sys.modules, Path(path).stem, sys)
        try:
            assert not adapter
            loader = SourceFileLoader(Path(path).stem, path)
            module = module_from_spec(spec_from_loader(loader.name, loader))  # type: ignore[arg-type]
            monkeypatch.setitem(sys.modules, loader.name, module)
            sys.path.insert(0, str(Path(path).parent))
            loader.exec_module(module)
            player: Any = getattr(module, name)
            player.__qualname__ = source
            assert isinstance(player, FunctionType)
        except Exception:
            # A subprocess says why.
            return PythonFile(source, adapter, **options)
        return nullcontext(player)

    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr("ttt_table.cli.commands.grade.PythonFile", in_this_process)


@pytest.fixture
def wrong(shipped: bytes, tmp_path: Path) -> Path:
    """A table with wrong slots, whose checksums hold."""
    contents = Contents(shipped)
    tiers = packed(contents)
    tiers[9] = tiers[9]._replace(palette=[-10, 10, None])
    return written(tmp_path / "wrong", contents, tiers)


@pytest.fixture(scope="session")
def reference() -> ReferenceGame:
    return reference_tic_tac_toe(misere=False)


@pytest.fixture(scope="session")
def boards(reference: ReferenceGame) -> list[str]:
    """All boards of tic-tac-toe that play can reach, by brute force."""
    return sorted(reference.boards())


@pytest.fixture(scope="session")
def some_boards(request: pytest.FixtureRequest, boards: list[str]) -> list[str]:
    """Return every 50th board of tic-tac-toe; in the exhaustive run, all of them."""
    if request.config.getoption("exhaustive"):
        return boards
    return boards[::50]


@pytest.fixture(scope="session")
def table_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], Table]:
    """Build and open the table of any small game."""
    folder = tmp_path_factory.mktemp("tables")

    @cache
    def built(game: Game) -> str:
        return build_table(game, folder / f"{game}.msgpack")

    return lambda game: open_table(built(game), game=game)
