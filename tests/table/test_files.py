"""Files: refused with a reason, and never left half-written."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from ttt_table import Game, TableError, open_table
from ttt_table.build import build_table
from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    MissingTableError,
    TableAccessError,
)
from ttt_table.table.files import read_table, write_atomically


def test_a_missing_file_is_a_file_not_found_error(tmp_path: Path) -> None:
    """With a hint how to make one; a link may be there, where the table is not."""
    (tmp_path / "link").symlink_to("nowhere")
    for path, said in (
        ("nowhere", "no such file.*ttt-table build"),
        ("link", "leads nowhere"),
    ):
        with pytest.raises(MissingTableError, match=said) as caught:
            open_table(tmp_path / path)
        assert isinstance(caught.value, FileNotFoundError)
        assert isinstance(caught.value, TableError)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".", "this is a folder"),
        ("/dev/null", "not a regular file"),
        (
            "no\0name",
            "cannot be read: ",
        ),  # the reason is Python's, and its words change
        ("pipe", "not a regular file"),
        ("to_pipe", "not a regular file"),
        ("to_folder", "this is a folder"),
        ("endless", "Too many levels of symbolic links"),
        ("n" * 300, "File name too long"),
    ],
)
def test_what_is_no_regular_file_is_refused(
    path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a device, a pipe, an impossible name, also through a link; nothing waits for it."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    for link, goal in (("to_pipe", "pipe"), ("to_folder", "."), ("endless", "endless")):
        os.symlink(goal, link)
    with pytest.raises(TableAccessError, match=reason) as caught:
        open_table(path)
    assert caught.value.code == "no-access"


def test_a_path_may_be_bytes(tmp_path: Path, shipped: bytes) -> None:
    """As `os.listdir` of bytes gives it; a name that is no text too."""
    path = os.fsencode(tmp_path) + b"/\xff.msgpack"
    for one in (path, os.fsdecode(path)):
        write_atomically(one, [shipped])
        assert open_table(one)["X...O...."].plies == 7


def test_a_file_that_is_written_again_keeps_its_mode(tmp_path: Path) -> None:
    """A private one stays private; a new one is as the user's mask says."""
    path = tmp_path / "file"
    mask = os.umask(0o027)
    try:
        write_atomically(path, [b"new"])
        assert path.stat().st_mode & 0o777 == 0o640
        for mode in (0o600, 0o444, 0o666):
            path.chmod(mode)
            write_atomically(path, [b"again"])
            assert path.stat().st_mode & 0o777 == mode
    finally:
        os.umask(mask)


def test_a_folder_that_may_not_be_entered_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system says is said: to root nothing is closed, so here it is made to say it."""
    asked = os.stat

    def closed(path: object, **options: bool) -> os.stat_result:
        if str(path).startswith(str(tmp_path)):
            raise PermissionError(13, "Permission denied")
        return asked(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", closed)
    for done, ask in (
        ("written", lambda path: write_atomically(path, [])),
        ("read", read_table),
    ):
        with pytest.raises(
            TableAccessError, match=f"file: cannot be {done}: Permission denied"
        ):
            ask(tmp_path / "file")


def test_errors_name_the_file(tmp_path: Path, shipped: bytes) -> None:
    """Each kind of bad file has its own code."""
    path = tmp_path / "bad.msgpack"
    bad = [
        ("truncated", b""),
        ("truncated", shipped[:500]),
        ("damaged", shipped[:-1] + b"\xff"),
    ]
    for code, data in [*bad, ("not-a-table", b"PK\x03\x04" + shipped)]:
        path.write_bytes(data)
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


def test_a_new_file_replaces_the_old_one_whole(tmp_path: Path) -> None:
    """Also where a link names it, which is kept; and nothing else is left in the folder."""
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to("file")
    for goal, end in ((path, b"er"), (link, b"est")):
        write_atomically(goal, [b"new", memoryview(end)])
        assert path.read_bytes() == b"new" + end
    assert link.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


def test_what_is_no_regular_file_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe, a folder, what a slash calls one, a name that cannot be: told before any writing."""
    monkeypatch.chdir(tmp_path)
    os.mkdir("folder")
    os.mkfifo("pipe")
    reasons = {
        **dict.fromkeys(
            ("folder", "folder/", "none/", "", ".", ".."), "this is a folder"
        ),
        **dict.fromkeys(("none/file", "no\0name"), "cannot be written"),
        "n" * 256: "cannot be written: File name too long",
        "pipe": "pipe: this is not a regular file",
    }
    for path, reason in reasons.items():
        with pytest.raises(TableAccessError, match=reason) as caught:
            write_atomically(path, (pytest.fail("asked for") for _ in "1"))
        assert isinstance(caught.value, OSError)
    with pytest.raises(ArgumentError, match="named by its path"):
        write_atomically(1, [b"new"])  # type: ignore[arg-type]
    assert sorted(os.listdir()) == ["folder", "pipe"]


def test_a_write_that_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    """And nothing beside it; a table at fault whose rows are written is named, and a full disk."""

    def failing(error: BaseException) -> Iterator[bytes]:
        yield b"half"
        raise error

    path = tmp_path / "file"
    path.write_bytes(b"old")
    for error in (KeyboardInterrupt(), BadTableError("t.msgpack: changed", "damaged")):
        with pytest.raises(type(error), match=f"^{error}$"):
            write_atomically(path, failing(error))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:  # the limit on a file's size stands in for a disk without room
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, before[1]))
        with pytest.raises(
            TableAccessError, match=f"^{path}: cannot be written: File too large"
        ):
            build_table(Game(), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]
