"""Large tables stay on the disk, and whatever happens to their file there is an error of ours."""

import copy
import gc
import os
import pickle
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from errno import EBADF
from functools import partial
from itertools import product
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.games import TableOf

from ttt_table import Game, Outcome, Table, TableError, open_table
from ttt_table.errors import (
    BadTableError,
    ClosedTableError,
    MissingTableError,
    TableAccessError,
)
from ttt_table.table.filebytes import FileBytes


@pytest.fixture
def path(tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped table, which is treated as if it were large."""
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 0)
    file = tmp_path / "large.msgpack"
    file.write_bytes(shipped)
    return file


def test_every_index_and_slice_is_that_of_the_bytes(path: Path) -> None:
    """At the ends too."""
    data, file = (
        path.read_bytes()[:40],
        FileBytes(str(path), os.open(path, os.O_RDONLY)),
    )
    whole = path.read_bytes()
    assert len(file) == len(whole)
    assert all(file[at] == byte for at, byte in enumerate(data))
    for start, stop in product([0, 1, 39, len(whole) - 1, len(whole), 5000], repeat=2):
        assert file[start:stop] == whole[start:stop]
    assert file[:] == whole


SPOILERS: dict[str, Callable[[Path], object]] = {
    "overwritten in place": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "appended to": lambda path: path.write_bytes(path.read_bytes() + b"!"),
    "cut to nothing": lambda path: os.truncate(path, 0),
    "cut within the head": lambda path: os.truncate(path, 100),
    "touched": lambda path: os.utime(path, ns=(2, 2)),
}


@pytest.mark.parametrize("spoil", SPOILERS.values(), ids=SPOILERS)
def test_a_file_that_is_changed_in_place_closes_its_table_to_look_ups(
    path: Path, spoil: Callable[[Path], object]
) -> None:
    """Any change of size or time: which bytes are still the old ones, nobody can tell."""
    os.utime(path, ns=(1, 1))  # two writes may fall into one tick of the clock
    table = open_table(path)
    assert table["........."] == Outcome(0, 9)
    spoil(path)
    for ask in (table.__getitem__, table.moves, table.__contains__):
        with pytest.raises(
            BadTableError, match=r"large\.msgpack: .* changed .* open it again"
        ):
            ask("XX.OO....")
        # A program that copies files may set the old time again: the table stays closed.
        os.utime(path, ns=(1, 1))
    with pytest.raises(TableError):
        pickle.dumps(table)


def test_a_file_that_is_replaced_or_removed_does_no_harm(path: Path) -> None:
    """The open file is still the old one."""
    table = open_table(path)
    new = path.with_name("new")
    new.write_bytes(b"something else")
    os.replace(new, path)
    assert table["X........"].plies == 8
    path.unlink()
    assert table[".X......."].plies == 8


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (OSError(EBADF, os.strerror(EBADF)), "cannot be read: Bad file descriptor"),
        (MemoryError(), "not enough memory"),
    ],
)
def test_what_the_system_refuses_is_an_access_error(
    path: Path, fault: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a network share goes away: at opening, whatever its size, and in a look-up."""
    table, refused = open_table(path), Mock(side_effect=fault)
    monkeypatch.setattr("ttt_table.table.filebytes._read_at", refused)
    with pytest.raises(TableAccessError, match=words):
        table["X........"]
    for large_from in (0, 1 << 20):
        monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", large_from)
        with pytest.raises(TableAccessError, match=words):
            open_table(path)
        monkeypatch.setattr("ttt_table.table.files.open", refused, raising=False)


def test_verify_finds_a_changed_body(path: Path, shipped: bytes) -> None:
    """Without it a large file's body is taken on trust."""
    path.write_bytes(shipped[:-1] + b"\xff")
    assert open_table(path)["X...O...."].plies == 7
    with pytest.raises(BadTableError, match="body's checksum"):
        open_table(path, verify=True)
    path.write_bytes(shipped)
    assert open_table(path, verify=True)["X...O...."].plies == 7


@pytest.mark.parametrize("large", [True, False])
def test_a_closed_table_answers_nothing(
    path: Path, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even what it has answered before; closing again does nothing."""
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 0 if large else 1 << 20)
    with open_table(path) as table:
        assert (table["X...O...."].plies, table.closed) == (7, False)
        boards = iter(table)
        next(boards)
    assert table.closed
    table.close()
    names = (
        "__getitem__",
        "__contains__",
        "get",
        "moves",
        "scores",
        "best_move",
        "line",
        "mover",
    )
    of_a_board = [partial(getattr(table, name), "X...O....") for name in names]
    push, enter = partial(table.push, "X...O....", 1), table.__enter__
    of_all = [partial(ask, table) for ask in (len, list, pickle.dumps, copy.copy)]
    for ask in (*of_a_board, push, enter, *of_all, partial(next, boards)):
        with pytest.raises(ClosedTableError, match="closed"):
            ask()
    assert repr(table) == "<Table 3x3k3, 5478 positions, X first, closed>"


def test_a_table_that_another_thread_closes_meanwhile_is_a_closed_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not one that the system refuses to read."""
    table = open_table(path)
    read_at = os.pread

    def closing(descriptor: int, size: int, at: int) -> bytes:
        table.close()
        return read_at(descriptor, size, at)

    monkeypatch.setattr("ttt_table.table.filebytes._read_at", closing)
    with pytest.raises(ClosedTableError, match="this table has been closed"):
        table["X........"]


def test_no_file_is_left_open(path: Path, shipped: bytes) -> None:
    """By a table that is let go of, or a file that is refused; and there is no warning."""
    fds = Path("/proc/self/fd")
    before = [*fds.glob("*")]
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        assert open_table(path)["X........"].plies == 8
        for spoilt in (
            shipped[:500],
            b"no table",
            shipped + b"!",
            shipped[:-1] + b"\xff",
        ):
            path.write_bytes(spoilt)
            with pytest.raises(TableError):
                open_table(path, verify=True)
        gc.collect()
    assert before == [*fds.glob("*")]


@pytest.mark.parametrize("large", [True, False])
def test_a_table_can_be_pickled_and_copied(
    path: Path, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the colour that moves first; each copy is closed for itself."""
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 0 if large else 1 << 20)
    table = open_table(path, first="O")
    for same in (
        pickle.loads(pickle.dumps(table)),
        copy.copy(table),
        copy.deepcopy([table])[0],
    ):
        assert same["O...X...."] == table["O...X...."]
        assert (same.first, same.game, same == table) == ("O", Game(), False)
        assert isinstance(same._contents.data, FileBytes) == large
        same.close()
    assert table["O...X...."].plies == 7


def test_a_pickled_table_that_stays_on_the_disk_is_small_and_checked_when_it_is_back(
    path: Path, shipped: bytes, table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the file's whole path, whatever folder the other process is in; none takes its place."""
    monkeypatch.chdir(path.parent)
    pickled = pickle.dumps(open_table(path.name))
    assert shipped[200:] not in pickled
    monkeypatch.chdir("/")
    assert pickle.loads(pickled)["X...O...."].plies == 7
    path.write_bytes(bytes(table_of(Game(misere=True))._contents.data))
    with pytest.raises(BadTableError, match="has changed since the table was pickled"):
        pickle.loads(pickled)
    path.unlink()
    with pytest.raises(MissingTableError):
        pickle.loads(pickled)


def plies_of(table: Table, board: str) -> int:
    return table[board].plies


@pytest.mark.parametrize("workers", [lambda: ThreadPoolExecutor(4)])
def test_threads_and_other_processes_can_share_a_table(
    path: Path, table: Table, workers: Callable[[], Executor]
) -> None:
    """Reading moves no file position; a process may be forked or started afresh."""
    boards = list(table)[::50]
    with workers() as executor:
        found = list(executor.map(plies_of, [open_table(path)] * len(boards), boards))
    assert found == [table[board].plies for board in boards]
