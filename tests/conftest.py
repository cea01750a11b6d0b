"""Several test files need the shipped table, its boards, and tables of other games."""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest
from support.commands import run  # noqa: F401  # a fixture
from support.repacked import packed, written
from support.slow import Slow, slow_of

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.players import PythonFile
from ttt_table.players.adapter import Adapter
from ttt_table.players.child import player_in
from ttt_table.players.loading import new_module
from ttt_table.table.codec import decode
from ttt_table.table.files import shipped_path

# A shell has its background jobs ignore interrupts. Every program that a test starts
# would ignore them too.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Nothing here has to outlive a power cut. Thousands of builds would wait for the disk.
os.fsync = lambda _: None  # type: ignore[assignment]


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking through what stays to the end."""
    gc.freeze()


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
def files_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grade functions of files in this process.

    Starting other processes takes most of a test's time.
    """

    def here(path: str, name: str, **how: Any) -> AbstractContextManager[Any]:
        monkeypatch.setitem(
            sys.modules, Path(path).stem, sys
        )  # to be forgotten in the end
        try:
            module = new_module(path)
            SourceFileLoader(module.__name__, path).exec_module(module)
            player: Any = player_in(module, name)
            assert how["adapter"] == Adapter()
        except Exception:
            return PythonFile(
                path, name, **how
            )  # which says why, or shows boards otherwise
        player.__qualname__ = f"{path}:{name}"
        return nullcontext(player)

    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr("ttt_table.cli.commands.grade.PythonFile", here)


@pytest.fixture
def wrong(shipped: bytes, tmp_path: Path) -> Path:
    """A table with wrong slots, whose checksums hold."""
    contents = decode(shipped)
    tiers = packed(contents)
    tiers[9] = tiers[9]._replace(palette=[-10, 10, None])
    return written(tmp_path / "wrong", contents, tiers)


@pytest.fixture(scope="session")
def slow() -> Slow:
    return slow_of(misere=False)


@pytest.fixture(scope="session")
def boards(slow: Slow) -> list[str]:
    """All boards of tic-tac-toe that play can reach, by brute force."""
    return sorted(slow.boards())


@pytest.fixture(scope="session")
def some_boards(boards: list[str]) -> list[str]:
    """Return every 50th board of tic-tac-toe.

    tests/exhaustive/ puts all of them in this place.
    """
    return boards[::50]


@pytest.fixture(scope="session")
def table_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], Table]:
    """Build and open the table of any small game."""
    folder = tmp_path_factory.mktemp("tables")

    @cache
    def built(game: Game) -> str:
        return build_table(game, folder / f"{game}.msgpack")

    return lambda game: open_table(built(game), game=game)
