"""Files: refused with a reason, and never left half-written."""

import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import pytest

from ttt_table import Game, TableError, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    MissingTableError,
    OtherGameError,
    TableAccessError,
)
from ttt_table.table.files import read_table, write_atomically


def write_nothing(path: Path) -> None:
    write_atomically(path, [])


def build_nothing(path: Path) -> None:
    build_table(Game(), path)


# Reading


@pytest.mark.parametrize(
    ("name", "reason"),
    [("nowhere", "no such file.*ttt-table build"), ("link", "leads to no file")],
)
def test_a_missing_file_is_a_file_not_found_error(
    name: str, reason: str, tmp_path: Path
) -> None:
    """With a hint how to make one; a link may be there, but not the table."""
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(MissingTableError, match=reason) as caught:
        open_table(tmp_path / name)
    assert isinstance(caught.value, FileNotFoundError)
    assert isinstance(caught.value, TableError)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".", "this is a folder"),
        ("/dev/null", "not a regular file"),
        ("no\0name", "cannot be read: "),  # Python's reason, whose words change
        ("pipe", "not a regular file"),
        ("to_pipe", "not a regular file"),
        ("to_folder", "this is a folder"),
        ("endless", "Too many levels of symbolic links"),
        ("n" * 300, "File name too long"),
    ],
)
def test_what_is_not_a_regular_file_is_not_read(
    path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a device, a pipe, an impossible name, also through a link."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    (tmp_path / "to_pipe").symlink_to("pipe")
    (tmp_path / "to_folder").symlink_to(".")
    (tmp_path / "endless").symlink_to("endless")
    with pytest.raises(TableAccessError, match=reason) as caught:
        open_table(path)
    assert caught.value.code == "no-access"


def test_a_regular_file_that_has_nothing_to_read_yet_is_not_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``/proc/kmsg`` while the kernel says nothing."""
    (tmp_path / "kmsg").touch()
    file = Mock()
    file.read.return_value = None
    file.fileno.return_value = os.open(tmp_path / "kmsg", os.O_RDONLY)
    opened = MagicMock()
    opened.__enter__.return_value = file
    monkeypatch.setattr("builtins.open", Mock(return_value=opened))
    with pytest.raises(BadTableError):
        read_table(tmp_path / "kmsg")


def test_a_path_may_be_text_that_is_not_utf_8(tmp_path: Path, shipped: bytes) -> None:
    """As `os.listdir` returns it."""
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.msgpack")
    write_atomically(path, [shipped])
    assert open_table(path)["X...O...."].plies == 7


def test_bytes_are_what_a_file_holds(shipped: bytes) -> None:
    """Where a table is opened."""
    assert open_table(shipped)["X...O...."].plies == 7
    with pytest.raises(BadTableError, match="not a table file"):
        open_table(b"data/tictactoe.msgpack")
    with pytest.raises(OtherGameError, match=r"^the bytes: this is 3x3k3, not 4x4k4"):
        open_table(shipped, game=Game(4, 4, 4))


@pytest.mark.parametrize("call", [read_table, audit, write_nothing, build_nothing])
def test_bytes_name_no_file(call: Callable[[Any], object]) -> None:
    """They would be what it holds."""
    with pytest.raises(ArgumentError, match="named by its path, not by b'table'"):
        call(b"table")


@pytest.mark.parametrize(
    ("action", "call"), [("read", read_table), ("written", write_nothing)]
)
def test_a_folder_that_may_not_be_entered_is_not_called_missing(
    action: str,
    call: Callable[[Path], object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The reason is the system's; as root may enter any folder, it is feigned."""
    stat = os.stat

    def refuse(path: object, **options: bool) -> os.stat_result:
        if str(path).startswith(str(tmp_path)):
            raise PermissionError(13, "Permission denied")
        return stat(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", refuse)
    with pytest.raises(
        TableAccessError, match=f"file: cannot be {action}: Permission denied"
    ):
        call(tmp_path / "file")


@pytest.mark.parametrize(
    ("code", "spoil"),
    [
        ("truncated", lambda _: b""),
        ("truncated", lambda data: data[:500]),
        ("damaged", lambda data: data[:-1] + b"\xff"),
        ("not-a-table", lambda data: b"PK\x03\x04" + data),
    ],
)
def test_a_bad_file_is_named_and_each_kind_has_its_code(
    code: str, spoil: Callable[[bytes], bytes], tmp_path: Path, shipped: bytes
) -> None:
    """The name comes first."""
    path = tmp_path / "bad.msgpack"
    path.write_bytes(spoil(shipped))
    with pytest.raises(BadTableError, match=r"bad\.msgpack: ") as caught:
        read_table(path)
    assert caught.value.code == code


@pytest.mark.parametrize("name", ["", "no\nname", "\udc80", "no\0name"])
def test_a_name_that_cannot_be_printed_is_shown_escaped(name: str) -> None:
    """The message is one line that any terminal can print."""
    with pytest.raises(TableError) as caught:
        read_table(name)
    assert str(caught.value).startswith(f"{name!r}: ")
    assert str(caught.value).isprintable()


# Writing


@pytest.fixture
def umask() -> Iterator[None]:
    """Have new files writable by their user alone."""
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path: Path) -> None:
    """By the mask of the process."""
    path = tmp_path / "file"
    write_atomically(path, [b"new"])
    assert mode_of(path) == 0o640


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("mode", [0o600, 0o444, 0o666], ids=oct)
def test_a_file_that_is_written_again_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    """A private one stays private."""
    path = tmp_path / "file"
    path.touch()
    path.chmod(mode)
    write_atomically(path, [b"again"])
    assert mode_of(path) == mode


def test_a_new_file_replaces_the_old_one(tmp_path: Path) -> None:
    """Nothing else is left in the folder."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    write_atomically(path, [b"new", memoryview(b"er")])
    assert path.read_bytes() == b"newer"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced_through_a_link(tmp_path: Path) -> None:
    """The link is kept."""
    path = tmp_path / "file"
    link = tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to("file")
    write_atomically(link, [b"new"])
    assert path.read_bytes() == b"new"
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [path, link]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("folder", "this is a folder"),
        ("folder/", "this is a folder"),
        ("none/", "this is a folder"),
        ("", "this is a folder"),
        (".", "this is a folder"),
        ("..", "this is a folder"),
        ("none/file", "cannot be written"),
        ("no\0name", "cannot be written"),
        ("n" * 256, "cannot be written: File name too long"),
        ("pipe", "pipe: this is not a regular file"),
    ],
)
def test_what_is_not_a_regular_file_is_not_replaced(
    path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused before the first byte is needed, and nothing is left."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    os.mkfifo("pipe")
    with pytest.raises(TableAccessError, match=reason) as caught:
        write_atomically(path, (pytest.fail("needed") for _ in "1"))
    assert isinstance(caught.value, OSError)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_number_does_not_name_a_file() -> None:
    """It would name an open one."""
    with pytest.raises(ArgumentError, match="named by its path"):
        write_atomically(1, [b"new"])  # type: ignore[arg-type]


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Path]:
    """A file that is still there, alone, after the test."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    yield path
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "error",
    [KeyboardInterrupt(), BadTableError("t.msgpack: changed", "damaged")],
    ids=repr,
)
def test_a_write_that_fails_leaves_the_old_file(
    error: BaseException, old: Path
) -> None:
    """The error stays what it is, also if it is about the table that is written."""

    def failing() -> Iterator[bytes]:
        yield b"half"
        raise error

    with pytest.raises(type(error), match=f"^{error}$"):
        write_atomically(old, failing())


def test_a_full_disk_leaves_the_old_file(old: Path) -> None:
    """The limit on the size of a file stands in for it."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, before[1]))
    try:
        with pytest.raises(
            TableAccessError, match=f"^{old}: cannot be written: File too large"
        ):
            write_atomically(old, [bytes(1000)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
