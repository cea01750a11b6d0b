"""Files: refused with a reason, and never left half-written."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ttt_table import BoardError, TableError, TttTableError, open_table
from ttt_table.errors import (
    ArgumentError,
    DamagedTableError,
    MissingTableError,
    NotATableError,
    TableAccessError,
    TruncatedTableError,
)
from ttt_table.table.files import read_table, write_atomically


def test_a_missing_file_is_a_file_not_found_error(tmp_path: Path) -> None:
    """With a hint how to make one."""
    with pytest.raises(MissingTableError, match=r"no such file.*ttt-table build") as caught:
        open_table(tmp_path / "nowhere.msgpack")
    assert isinstance(caught.value, FileNotFoundError)
    assert isinstance(caught.value, TableError)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".", "this is a folder"),
        ("/dev/null", "no regular file"),
        ("no\0name", "cannot be read: "),  # the reason is Python's, and its words change
        ("pipe", "no regular file"),
        ("to_pipe", "no regular file"),
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


def test_a_link_to_nowhere_says_so(tmp_path: Path) -> None:
    """It is there, but the table is not."""
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(MissingTableError, match="this link leads to no file"):
        open_table(tmp_path / "link")


def test_a_path_may_be_bytes(tmp_path: Path, shipped: bytes) -> None:
    """As `os.listdir` of bytes gives it; a name that is no text too."""
    path = os.fsencode(tmp_path) + b"/\xff.msgpack"
    write_atomically(os.fsdecode(path), [shipped])
    assert open_table(os.fsdecode(path))["X...O...."].plies == 7


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


def test_the_name_of_a_folder_is_no_file_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a slash at its end it names a folder, whether that is there or not."""
    monkeypatch.chdir(tmp_path)
    os.mkdir("folder")
    for path in ("folder", "folder/", "none/", "", ".", ".."):
        with pytest.raises(TableAccessError, match="this is a folder"):
            write_atomically(path, [b"new"])
    for path in ("none/file", "no\0name"):
        with pytest.raises(TableAccessError, match="cannot be written"):
            write_atomically(path, [b"new"])
    with pytest.raises(ArgumentError, match="named by its path"):
        write_atomically(1, [b"new"])  # type: ignore[arg-type]
    assert os.listdir() == ["folder"]


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    """The temporary one beside it is short; a longer one is refused before anything is written."""
    path = tmp_path / ("n" * 255)
    write_atomically(path, [b"new"])
    assert path.read_bytes() == b"new"
    with pytest.raises(TableAccessError, match="cannot be written: File name too long"):
        write_atomically(tmp_path / ("n" * 256), unwanted())
    assert os.listdir(tmp_path) == [path.name]


def unwanted() -> Iterator[bytes]:
    """Pieces that nobody may ask for."""
    raise AssertionError
    yield b""


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
    for done, ask in (("written", lambda path: write_atomically(path, [])), ("read", read_table)):
        with pytest.raises(TableAccessError, match=f"file: cannot be {done}: Permission denied"):
            ask(tmp_path / "file")


def test_an_error_of_ours_comes_out_of_a_write_as_it_is(tmp_path: Path) -> None:
    """A table that is found out while its rows are written is at fault, and not the output."""

    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise DamagedTableError("t.msgpack: the file has changed")

    with pytest.raises(DamagedTableError, match=r"^t\.msgpack: the file has changed$"):
        write_atomically(tmp_path / "file", pieces())
    assert os.listdir(tmp_path) == []


def test_every_error_has_a_code() -> None:
    """Its own, in the spelling of all codes, and the documents list them."""
    kinds = list(kinds_of(TttTableError))
    codes = [kind.code for kind in kinds]
    assert len({*codes} - {"error"}) == len([code for code in codes if code != "error"])
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in codes)
    assert {kind.code for kind in kinds_of(TableError)} >= {
        *("missing", "no-access", "not-a-table", "version"),
        *("truncated", "damaged", "inconsistent", "other-game"),
    }


def kinds_of(kind: type[TttTableError]) -> Iterator[type[TttTableError]]:
    """The kinds of an error that are raised themselves, however deep."""
    for one in kind.__subclasses__():
        if one.__module__ == "ttt_table.errors":
            yield from kinds_of(one)
            if one not in (TableError, BoardError):
                yield one


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda _: b"", TruncatedTableError),
        (lambda data: data[:500], TruncatedTableError),
        (lambda data: data[:-1] + b"\xff", DamagedTableError),
        (lambda data: b"PK\x03\x04" + data, NotATableError),
    ],
)
def test_errors_name_the_file(
    tmp_path: Path, shipped: bytes, spoil: Callable[[bytes], bytes], error: type[Exception]
) -> None:
    """Each kind of bad file has its own error, and all are table errors."""
    path = tmp_path / "bad.msgpack"
    path.write_bytes(spoil(shipped))
    with pytest.raises(error, match=r"bad\.msgpack: ") as caught:
        read_table(path)
    assert isinstance(caught.value, TableError)


@pytest.mark.parametrize("name", ["", "no\nname", "\udc80", "no\0name"])
def test_a_name_that_cannot_be_printed_is_shown_escaped(name: str) -> None:
    """The message is one line that any terminal can print."""
    with pytest.raises(TableError) as caught:
        read_table(name)
    assert str(caught.value).startswith(f"{name!r}: ")
    assert str(caught.value).isprintable()


def test_a_new_file_replaces_the_old_one_whole(tmp_path: Path) -> None:
    """And nothing else is left in the folder."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    write_atomically(path, [b"new", memoryview(b"er")])
    assert path.read_bytes() == b"newer"
    assert os.listdir(tmp_path) == ["file"]


def failing() -> Iterator[bytes]:
    """Pieces that come to nothing."""
    yield b"half"
    raise KeyboardInterrupt


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    """Nothing under the name, nothing beside it."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, failing())
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_is_followed_and_kept(tmp_path: Path) -> None:
    """The file that it names is replaced."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", [b"new"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    """A rename would put a file in the place of a device or a pipe."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "no" / "folder"):
        with pytest.raises(TableAccessError) as caught:
            write_atomically(path, [b"new"])
        assert isinstance(caught.value, OSError)
        assert str(path) in str(caught.value)
    assert (tmp_path / "pipe").is_fifo()


def run_python(code: str, folder: Path, *, file_limit: int | None = None) -> subprocess.Popen[str]:
    """Start Python in a folder, perhaps with a limit on the size of the files it may write."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit or 0, file_limit or 0))

    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=None if file_limit is None else limit,
    )


def test_a_full_disk_is_a_clear_error_and_leaves_the_old_file(
    tmp_path: Path, shipped: bytes
) -> None:
    """The limit on a file's size stands in for a disk without room."""
    path = tmp_path / "3x3k3.msgpack"
    path.write_bytes(shipped)
    process = run_python(
        "import sys; from ttt_table.cli import main; sys.exit(main(['build']))",
        tmp_path,
        file_limit=500,
    )
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 3
    assert errors.startswith("ttt-table: error: 3x3k3.msgpack: cannot be written: File too large")
    assert path.read_bytes() == shipped
    assert os.listdir(tmp_path) == ["3x3k3.msgpack"]


def test_a_killed_write_leaves_the_old_file(tmp_path: Path) -> None:
    """Killed between two pieces, with half of them on the disk."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    process = run_python(
        """
        import time
        from ttt_table.table.files import write_atomically
        def pieces():
            yield b"x" * 10_000_000
            print("half", flush=True)
            time.sleep(60)
        write_atomically("file", pieces())
        """,
        tmp_path,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "half\n"
    process.kill()
    process.communicate(timeout=60)
    assert path.read_bytes() == b"old"
