"""Large tables stay on the disk; whatever happens to the file is an error of ours."""

import copy
import gc
import os
import pickle
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from errno import EBADF
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.cases import exhaustive
from support.games import TableOf

from ttt_table import Game, Outcome, Table, TableError, open_table
from ttt_table.build import build_table
from ttt_table.errors import (
    BadTableError,
    ClosedTableError,
    MissingTableError,
    TableAccessError,
)
from ttt_table.runtime import FileBytes


@pytest.fixture
def path(tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped table, which is treated as if it were large."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", 0)
    file = tmp_path / "large.msgpack"
    file.write_bytes(shipped)
    return file


@pytest.fixture
def file_bytes(path: Path) -> FileBytes:
    return FileBytes(str(path), os.open(path, os.O_RDONLY))


def test_every_index_is_that_of_the_bytes(path: Path, file_bytes: FileBytes) -> None:
    """And so is the length."""
    data = path.read_bytes()
    assert len(file_bytes) == len(data)
    for place in range(40):
        assert file_bytes[place] == data[place]


def test_every_slice_is_that_of_the_bytes(path: Path, file_bytes: FileBytes) -> None:
    """Also at and beyond the ends."""
    data = path.read_bytes()
    places = [0, 1, 39, len(data) - 1, len(data), 5000]
    for start, stop in product(places, repeat=2):
        assert file_bytes[start:stop] == data[start:stop]
    assert file_bytes[:] == data


SPOILERS: dict[str, Callable[[Path], object]] = {
    "overwritten in place": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "appended to": lambda path: path.write_bytes(path.read_bytes() + b"!"),
    "cut to nothing": lambda path: os.truncate(path, 0),
    "cut within the header": lambda path: os.truncate(path, 100),
    "touched": lambda path: os.utime(path, ns=(2, 2)),
}


@pytest.mark.parametrize("spoil", SPOILERS.values(), ids=SPOILERS)
def test_a_file_that_is_changed_in_place_closes_its_table_to_look_ups(
    path: Path, spoil: Callable[[Path], object]
) -> None:
    """Any change of size or time: nobody can tell which bytes are the old ones."""
    table = opened_long_ago(path)
    spoil(path)
    for ask in (Table.__getitem__, Table.moves, Table.__contains__):
        with pytest.raises(
            BadTableError, match=r"large\.msgpack: .* changed .* open it again"
        ):
            ask(table, "XX.OO....")
    with pytest.raises(TableError):
        pickle.dumps(table)


def opened_long_ago(path: Path) -> Table:
    """Open a file with an old time: two writes may be in one tick of the clock."""
    os.utime(path, ns=(1, 1))
    table = open_table(path)
    assert table["........."] == Outcome(0, 9)
    wait_for_a_tick(path)
    return table


def wait_for_a_tick(path: Path) -> None:
    """Wait until a change of a file gives it another time."""
    probe = path.with_name("probe")
    probe.touch()
    while probe.stat().st_ctime_ns <= path.stat().st_ctime_ns:
        probe.touch()
    probe.unlink()


def test_a_changed_file_stays_changed_if_it_gets_its_old_time_again(path: Path) -> None:
    """As a program that copies files may do."""
    table = opened_long_ago(path)
    os.utime(path, ns=(2, 2))
    with pytest.raises(BadTableError, match="changed"):
        table.moves("XX.OO....")
    os.utime(path, ns=(1, 1))
    with pytest.raises(BadTableError, match="changed"):
        table.moves("XX.OO....")


@pytest.mark.parametrize("place", [0, 100, -1], ids=["magic", "header", "body"])
def test_a_file_that_is_changed_and_gets_its_old_time_is_noticed(
    path: Path, shipped: bytes, place: int
) -> None:
    """A program that copies files, such as ``rsync --inplace -t``, sets the time."""
    table = opened_long_ago(path)
    changed = bytearray(shipped)
    changed[place] ^= 1
    path.write_bytes(changed)
    os.utime(path, ns=(1, 1))
    for _ in range(2):
        with pytest.raises(BadTableError, match="changed"):
            table.moves("XX.OO....")


def test_another_good_table_in_the_same_place_is_noticed(
    path: Path, tmp_path: Path
) -> None:
    """Also one of the same size."""
    first, other = (
        Path(build_table(Game(2, 3, lines=[line], name="x"), tmp_path / str(line)))
        for line in ([0, 1], [0, 2])
    )
    assert first.stat().st_size == other.stat().st_size
    path.write_bytes(first.read_bytes())
    os.utime(path, ns=(1, 1))
    table = open_table(path)
    wait_for_a_tick(path)
    path.write_bytes(other.read_bytes())
    os.utime(path, ns=(1, 1))
    with pytest.raises(BadTableError, match="changed"):
        table.moves("......")


HARMLESS: dict[str, Callable[[Path], object]] = {
    "given other rights": lambda path: path.chmod(0o400),
    "linked": lambda path: path.with_name("link").hardlink_to(path),
    "renamed": lambda path: path.rename(path.with_name("old")),
    "removed": Path.unlink,
    "given its own time": lambda path: os.utime(path, ns=(1, 1)),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_a_file_whose_bytes_stay_is_read_on(
    path: Path, change: Callable[[Path], object]
) -> None:
    """Its ctime changes too."""
    table = opened_long_ago(path)
    change(path)
    assert table["X........"].plies == 8
    assert table[".X......."].plies == 8


def test_a_file_that_is_replaced_or_removed_does_no_harm(path: Path) -> None:
    """The open file is still the old one."""
    table = open_table(path)
    new = path.with_name("new")
    new.write_bytes(b"something else")
    new.replace(path)
    assert table["X........"].plies == 8
    path.unlink()
    assert table[".X......."].plies == 8


FAULTS = [
    (OSError(EBADF, os.strerror(EBADF)), "cannot be read: Bad file descriptor"),
    (MemoryError(), "not enough memory"),
]
"""As when a network share goes away."""
with_each_fault = pytest.mark.parametrize(("fault", "words"), FAULTS)


@with_each_fault
def test_what_the_system_refuses_in_a_look_up_is_an_access_error(
    path: Path, fault: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the reason of the system."""
    table = open_table(path)
    refused = Mock(side_effect=fault)
    monkeypatch.setattr("ttt_table.runtime._read_at", refused)
    with pytest.raises(TableAccessError, match=words):
        table["X........"]


@with_each_fault
@pytest.mark.parametrize(
    "call", ["ttt_table.runtime._read_at", "ttt_table.runtime.open"]
)
def test_what_the_system_refuses_at_opening_is_an_access_error(
    call: str,
    path: Path,
    fault: Exception,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether it refuses to open the file or to read it."""
    monkeypatch.setattr(call, Mock(side_effect=fault), raising=False)
    with pytest.raises(TableAccessError, match=words):
        open_table(path)


def test_without_verify_the_body_of_a_large_file_is_taken_on_trust(
    path: Path, shipped: bytes
) -> None:
    """To read all of it would take long."""
    path.write_bytes(shipped[:-1] + b"\xff")
    assert open_table(path)["X...O...."].plies == 7


def test_verify_finds_a_changed_body(path: Path, shipped: bytes) -> None:
    """By its checksum."""
    path.write_bytes(shipped[:-1] + b"\xff")
    with pytest.raises(BadTableError, match="body's checksum"):
        open_table(path, verify=True)


def test_verify_accepts_a_good_body(path: Path) -> None:
    """The table is as without it."""
    assert open_table(path, verify=True)["X...O...."].plies == 7


BOARD = "X...O...."
CALLS: dict[str, Callable[[Table], object]] = {
    "[]": lambda table: table[BOARD],
    "in": lambda table: BOARD in table,
    "get": lambda table: table.get(BOARD),
    "moves": lambda table: table.moves(BOARD),
    "scores": lambda table: table.scores(BOARD),
    "best_move": lambda table: table.best_move(BOARD),
    "continuation": lambda table: table.continuation(BOARD),
    "mover": lambda table: table.mover(BOARD),
    "push": lambda table: table.push(BOARD, 1),
    "with": Table.__enter__,
    "len": len,
    "list": list,
    "pickle": pickle.dumps,
    "copy": copy.copy,
}
with_each_size = pytest.mark.parametrize("large_from", [0, 1 << 20])
"""The file is large, or in memory."""


@with_each_size
@pytest.mark.parametrize("call", CALLS)
def test_a_closed_table_answers_nothing(
    call: str, path: Path, large_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even what it has answered before."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", large_from)
    with open_table(path) as table:
        assert table[BOARD].plies == 7
    with pytest.raises(ClosedTableError, match="closed"):
        CALLS[call](table)


@with_each_size
def test_an_iteration_ends_when_the_table_is_closed(
    path: Path, large_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an error."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", large_from)
    with open_table(path) as table:
        boards = iter(table)
        next(boards)
    with pytest.raises(ClosedTableError, match="closed"):
        next(boards)


def test_a_table_can_be_closed_twice(path: Path) -> None:
    """It says that it is closed."""
    table = open_table(path)
    assert not table.closed
    table.close()
    table.close()
    assert table.closed
    assert repr(table) == "<Table 3x3k3, 5478 positions, X first, closed>"


def test_a_table_that_another_thread_closes_meanwhile_is_a_closed_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's error about the closed file is not shown."""
    table = open_table(path)
    read_at = os.pread

    def closing(descriptor: int, size: int, start: int) -> bytes:
        table.close()
        return read_at(descriptor, size, start)

    monkeypatch.setattr("ttt_table.runtime._read_at", closing)
    with pytest.raises(ClosedTableError, match="this table has been closed"):
        table["X........"]


@pytest.fixture
def check_descriptors() -> Iterator[None]:
    """Check that a test leaves no file open, and gets no warning of one."""
    descriptors = Path("/proc/self/fd")
    gc.collect()  # what other tests have left must not be closed in this one
    before = list(descriptors.iterdir())
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        yield
        gc.collect()
    assert list(descriptors.iterdir()) == before


@pytest.mark.usefixtures("check_descriptors")
def test_a_table_that_nobody_holds_leaves_no_file_open(path: Path) -> None:
    """It need not be closed."""
    assert open_table(path)["X........"].plies == 8


@pytest.mark.usefixtures("check_descriptors")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:500],
        lambda data: data[:-1] + b"\xff",
        *exhaustive([lambda _: b"no table", lambda data: data + b"!"]),
    ],
)
def test_a_file_that_is_refused_is_not_left_open(
    path: Path, shipped: bytes, spoil: Callable[[bytes], bytes]
) -> None:
    """Whatever is wrong with it."""
    path.write_bytes(spoil(shipped))
    with pytest.raises(TableError):
        open_table(path, verify=True)


COPIES: dict[str, Callable[[Table], Table]] = {
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@with_each_size
@pytest.mark.parametrize("make", COPIES)
def test_a_table_can_be_pickled_and_copied(
    make: str, path: Path, large_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the colour that moves first; large tables stay on the disk."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", large_from)
    table = open_table(path, first="O")
    same = COPIES[make](table)
    assert same["O...X...."] == table["O...X...."]
    assert (same.first, same.game) == ("O", Game())
    assert same != table
    assert isinstance(same._contents.data, FileBytes) == (large_from == 0)


@with_each_size
@pytest.mark.parametrize("make", COPIES)
def test_a_copy_is_closed_on_its_own(
    make: str, path: Path, large_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table stays open."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", large_from)
    table = open_table(path)
    COPIES[make](table).close()
    assert table[BOARD].plies == 7


def test_a_pickled_table_on_the_disk_has_only_its_path_and_header(
    path: Path, shipped: bytes
) -> None:
    """The rest stays in the file."""
    assert shipped[200:] not in pickle.dumps(open_table(path))


def test_a_pickled_table_finds_its_file_from_any_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may be in another one."""
    monkeypatch.chdir(path.parent)
    pickled = pickle.dumps(open_table(path.name))
    monkeypatch.chdir("/")
    assert pickle.loads(pickled)["X...O...."].plies == 7


def test_no_other_table_takes_the_place_of_a_pickled_one(
    path: Path, table_of: TableOf
) -> None:
    """The header tells."""
    pickled = pickle.dumps(open_table(path))
    path.write_bytes(bytes(table_of(Game(misere=True))._contents.data))
    with pytest.raises(BadTableError, match="has changed since the table was pickled"):
        pickle.loads(pickled)


def test_a_pickled_table_whose_file_is_gone_is_a_missing_table(path: Path) -> None:
    """As when it is opened."""
    pickled = pickle.dumps(open_table(path))
    path.unlink()
    with pytest.raises(MissingTableError):
        pickle.loads(pickled)


def threads() -> Executor:
    return ThreadPoolExecutor(4)


def forked_processes() -> Executor:
    return ProcessPoolExecutor(2, get_context("fork"))


def spawned_processes() -> Executor:
    return ProcessPoolExecutor(2, get_context("spawn"))


def plies_of(table: Table, board: str) -> int:
    return table[board].plies


@pytest.mark.parametrize(
    "workers",
    [threads, *exhaustive([forked_processes, spawned_processes])],
)
def test_threads_and_other_processes_can_share_a_table(
    path: Path, table: Table, workers: Callable[[], Executor]
) -> None:
    """Reading moves no file position; a process may be forked or started afresh."""
    boards = list(table)[::50]
    tables = [open_table(path)] * len(boards)
    with workers() as executor:
        plies = list(executor.map(plies_of, tables, boards))
    assert plies == [table[board].plies for board in boards]
