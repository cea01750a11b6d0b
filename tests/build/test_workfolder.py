"""The work folder: what is not ours is left alone, and what it holds is believed only if proven."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import Mock
from zlib import crc32

import pytest
from elsewhere import keep_files_in_use
from stepwise import build_stepwise, plan_stepwise, stop_at

from ttt_table import Game
from ttt_table.build import build_table, workfolder
from ttt_table.build.tierwise import write_by_tiers
from ttt_table.build.workfolder import FORMAT, LOCK, MARK, folder_name, work_folder
from ttt_table.errors import TableAccessError

GAME = Game(3, 3, 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Of a table to be built."""
    return tmp_path / "t"


@pytest.fixture
def folder(path: Path) -> Path:
    """Where its work folder would stand."""
    return Path(folder_name(path))


@pytest.fixture
def ours(folder: Path) -> Path:
    """The work folder, where a build has made it and finished nothing."""
    folder.mkdir()
    (folder / LOCK).write_bytes(MARK)
    return folder


@pytest.fixture
def stopped(path: Path) -> Path:
    """The path of a table whose build was stopped when tier 7 was finished."""
    assert folder_name(path) in stop_at(7, GAME, path)[0]
    return path


def build(path: Path) -> bytes:
    """The bytes of a table that is built as if the build were long."""
    return build_stepwise(GAME, path)


def contents_of(folder: Path) -> dict[str, object]:
    """Everything below a folder: the bytes of files, where links lead, and what else there is."""
    return {
        str(path.relative_to(folder)): os.readlink(path)
        if path.is_symlink()
        else path.is_file() and path.read_bytes()
        for path in folder.rglob("*")
    }


NAMES = ("thesis.tex", "tier-03", "scores-0badcafe", ".x.1-0badcafe.tmp")


def check_left_alone(path: Path) -> None:
    """A build says that something else stands where its work folder should, and changes nothing."""
    before = contents_of(path.parent)
    with pytest.raises(TableAccessError, match="did not make this") as caught:
        build(path)
    assert folder_name(path) in str(caught.value)
    assert contents_of(path.parent) == before


def filled(lock: bytes | None, folder: Path) -> None:
    """A folder of the user's."""
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text("years of work")
    if lock is not None:
        (folder / LOCK).write_bytes(lock)


def to_a_folder(at: Path) -> None:
    """A link to what looks like a work folder of ours."""
    filled(MARK, at.parent / "elsewhere")
    at.symlink_to(at.parent / "elsewhere")


def dangling(at: Path) -> None:
    """A link that leads nowhere."""
    at.symlink_to(at.parent / "nowhere")


def to_a_file(at: Path) -> None:
    """A link to a file of the user's."""
    (at.parent.parent / "thesis").write_text("years of work")
    at.symlink_to(at.parent.parent / "thesis")


@pytest.mark.parametrize(
    "make",
    [
        *(partial(filled, lock) for lock in (None, b"mine", MARK + b"not quite")),
        *(to_a_folder, dangling, to_a_file, os.mkfifo),
    ],
)
def test_what_is_no_work_folder_of_ours_is_left_alone(
    path: Path, folder: Path, make: Callable[[Path], None]
) -> None:
    """Where it is in the way, an error names it, and nothing is deleted through a link."""
    make(folder)
    check_left_alone(path)


@pytest.mark.parametrize("make", [dangling, to_a_file, os.mkfifo, Path.mkdir])
@pytest.mark.parametrize("name", [LOCK, "tier-03", "scores-0badcafe"])
def test_what_is_no_file_of_ours_is_an_error_at_once(
    path: Path, ours: Path, name: str, make: Callable[[Path], None]
) -> None:
    """No endless loop over a link that leads nowhere, no waiting at a pipe, and nothing lost."""
    if name == LOCK:
        (ours / name).unlink()
    make(ours / name)
    check_left_alone(path)


def test_a_second_build_of_an_output_is_refused(path: Path, shipped: bytes) -> None:
    """In a line that names the folder; the first goes on, and leaves nothing behind."""
    with work_folder(path, GAME) as work:
        with pytest.raises(TableAccessError, match="another build of this output") as caught:
            build(path)
        assert str(caught.value).startswith(f"{work.path}: ")
        assert os.listdir(work.path) == [LOCK]
    assert os.listdir(path.parent) == []
    assert build(path) == shipped


def test_a_folder_that_its_build_has_just_removed_is_told_as_in_use(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is locked then is a file that no longer stands there."""
    monkeypatch.setattr("fcntl.flock", lambda *_: (folder / LOCK).unlink())
    with pytest.raises(TableAccessError, match="another build of this output"):
        build(path)


@pytest.mark.parametrize(("refusal", "jobs"), [(None, [2])])
def test_without_locks_a_build_takes_a_folder_of_its_own_and_says_so(
    stopped: Path,
    shipped: bytes,
    refusal: int | None,
    jobs: list[int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It does not go on from what stands there, and if it is stopped nothing is left.

    Not even where a system removes no file that is open or mapped.
    """

    class Refusing:
        LOCK_EX = LOCK_NB = 0

        @staticmethod
        def flock(*_: object) -> None:
            raise OSError(refusal, "no locks")

    monkeypatch.setattr(workfolder, "fcntl", Refusing if refusal else None)
    keep_files_in_use(monkeypatch.setattr)
    before = contents_of(stopped.parent)
    for number in jobs:
        stop_at(7, GAME, stopped, jobs=number)
        assert contents_of(stopped.parent) == before
    other = stopped.parent / "other"
    write_by_tiers(plan_stepwise(GAME), other, lambda _: None, quiet=False)
    assert capsys.readouterr().err.count("cannot be resumed") == 1
    assert other.read_bytes() == build(stopped) == shipped
    assert capsys.readouterr().err == ""
    other.unlink()
    stopped.unlink()
    assert contents_of(stopped.parent) == before


def test_a_folder_that_cannot_be_marked_is_taken_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is full before the build begins."""
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(workfolder, "_mark", full)
    with pytest.raises(TableAccessError, match="No space left"):
        build(path)
    assert not [*path.parent.iterdir()]


def test_where_python_itself_is_refused_a_file_it_is_said_where_finished_work_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a file may not grow so large."""
    given = [*(str(path.parent / one) for one in "0123"), OSError(errno.EFBIG, "File too large")]
    monkeypatch.setattr(workfolder.WorkFolder, "file_for", Mock(side_effect=given))
    with pytest.raises(TableAccessError, match="t: cannot be written: File too large") as caught:
        build(path)
    assert folder_name(path) in caught.value.__notes__[0]


def kept(path: Path) -> list[int]:
    """The tiers that a build would go on from; what else it finds it removes."""
    with pytest.raises(KeyboardInterrupt), work_folder(path, GAME) as work:
        raise KeyboardInterrupt
    return sorted(stones for _, stones in work.kept)


def test_what_another_user_has_put_there_is_not_believed(
    stopped: Path, folder: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a folder, and not a part in a folder of ours."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: os.stat(folder).st_uid + 1)
        with pytest.raises(TableAccessError, match="belongs to another user"):
            build(stopped)
    assert kept(stopped) == [7, 8, 9]
    if os.geteuid() == 0:
        os.chown(folder / "tier-07", 12345, -1)
        assert kept(stopped) == [8, 9]
    assert build(stopped) == shipped


def test_an_empty_folder_and_a_half_written_mark_are_taken_over(
    path: Path, folder: Path, shipped: bytes
) -> None:
    """A build that was killed as it began has left them."""
    for size in (None, 0, 10):
        folder.mkdir()
        if size is not None:
            (folder / LOCK).write_bytes(MARK[:size])
        assert build(path) == shipped
        assert os.listdir(path.parent) == ["t"]


def test_a_users_file_in_our_folder_stays_and_is_no_obstacle(
    path: Path, ours: Path, shipped: bytes
) -> None:
    """The folder stays too, known as ours, and the next build uses it again.

    What killed writers have left is removed.
    """
    (ours / "notes").write_text("mine")
    for _ in range(2):
        for name in ("scores-0badcafe", ".tier-03.77-0badcafe.tmp", "tier-99", "tier-03"):
            (ours / name).write_bytes(b'{"format": []}\n')
        assert build(path) == shipped
        assert contents_of(ours) == {LOCK: MARK, "notes": b"mine"}


LIES: list[dict[str, object]] = [
    {"format": "ttt-table work 2"},
    {"version": "0.0.9"},
    {"game": [*Game(misere=True)]},
    {"game": [3, 3, None, False, False, [7], "same"]},
    {"game": 3},
    {"kind": "reached"},
    {"stones": 6},
    {"positions": "many"},
    {"positions": True},
    {"positions": None},
    {"palette": None},
    {"palette": 7},
    {"palette": []},
    {"palette": [0, 1]},
    {"palette": [8, 0, None]},
    {"palette": [-10, -10, 0, 8, 10, None]},
    {"palette": [-10, 0, 8.0, 10, None]},
    {"palette": [False, 8, 10, None]},
    {"palette": ["0", {}, [], None]},
    {"palette": [0, None]},
    {"palette": [*range(-99, 99)]},
    {"more": 1},
]
NO_HEADS = [
    b"\n",
    b"{}\n",
    b"[]\n",
    b"null\n",
    b"3\n",
    b'"' + FORMAT.encode() + b'"\n',
    b"[" * 10_000 + b"\n",
    b'{"format":' * 3_000 + b"\n",
    b"9" * 5_000 + b"\n",
    b"NaN\n",
    b"\xff\n",
    b"[" * 20_000,
    b'{"format": "ttt-table work 4", "game": "3x3k3", "kind": "tier", "stones": 7}\n',
]
"""First lines that JSON makes all kinds of things of."""


def test_what_is_no_part_of_this_build_is_not_believed(
    stopped: Path, folder: Path, shipped: bytes
) -> None:
    """Though its checksum holds: a head that lies, or is none, or of which the data is no tier."""
    line, _, rest = (folder / "tier-07").read_bytes().partition(b"\n")
    head, slots = json.loads(line), rest[:-4]
    for wrong in (
        *(json.dumps({**head, **lie}).encode() + b"\n" + slots for lie in LIES),
        *(no_head + slots for no_head in NO_HEADS),
        line + b"\n" + slots[:-1],
        line + b"\n" + slots + b"\0",
        line + b"\n",
    ):
        (folder / "tier-07").write_bytes(wrong + crc32(wrong).to_bytes(4, "little"))
        assert kept(stopped) == [8, 9]
    assert build(stopped) == shipped
    assert not folder.exists()


@pytest.mark.parametrize("name", ["no/t", "a\0b", "/proc/t"])
def test_an_output_that_cannot_stand_where_it_should_is_our_error(
    name: str, tmp_path: Path
) -> None:
    """No folder, no such name, a folder that takes no files; it names the file."""
    with pytest.raises(TableAccessError, match="cannot be written") as caught:
        build_stepwise(GAME, tmp_path / name, advance=lambda _: pytest.fail("solved"))
    assert name.partition("\0")[0] in str(caught.value)
    assert os.listdir(tmp_path) == []


def test_an_output_that_cannot_be_written_is_told_before_anything_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user's file in a sticky folder, which stays as it is; nothing else is left."""
    path = tmp_path / "t"
    path.write_text("another's")
    monkeypatch.setattr("ttt_table.build.carry_out", lambda *_, **__: pytest.fail("solved"))
    tmp_path.chmod(0o1777)
    monkeypatch.setattr(os, "geteuid", lambda: os.stat(path).st_uid + 1)
    with pytest.raises(TableAccessError, match=r"t: cannot be written: the folder is sticky"):
        build_table(GAME, path)
    assert contents_of(tmp_path) == {"t": b"another's"}


@pytest.mark.parametrize("name", ["n" * 255])
def test_a_name_may_be_as_long_as_the_system_allows(
    name: str, tmp_path: Path, shipped: bytes
) -> None:
    """The names of the work folder and of files under way are no longer."""
    path = tmp_path / name
    assert build(path) == shipped
    assert Path(build_table(GAME, path)).read_bytes() == shipped
    stop_at(7, GAME, path)
    assert build(path) == shipped
    assert os.listdir(tmp_path) == [name]
