"""The work folder: what is not ours is left alone, and what it holds is believed only if proven."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

pytest.importorskip("numpy")

from stepwise import build_stepwise, plan_stepwise

from ttt_table import Game
from ttt_table.build import build_table, workfolder
from ttt_table.build.tierwise import write_by_tiers
from ttt_table.build.workfolder import (
    LOCK,
    MARK,
    WorkFolder,
    are_packed,
    folder_name,
    work_folder,
)
from ttt_table.errors import TableAccessError
from ttt_table.table.packing import pack_slots, slots_size, unpack_slots

GAME = Game(3, 3, 3)


def build(path: Path) -> bytes:
    """The bytes of a table that is built as if the build were long."""
    build_stepwise(GAME, path)
    return path.read_bytes()


def contents_of(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: the bytes of files, where links lead."""
    found: dict[str, bytes | str] = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


NAMES = ("thesis.tex", "tier-03", "scores-0badcafe", ".x.1-0badcafe.tmp")


@pytest.mark.parametrize("lock", [None, b"mine", MARK + b"not quite"])
def test_a_folder_of_the_users_keeps_all_its_files(tmp_path: Path, lock: bytes | None) -> None:
    """Where it is in the way, an error names it."""
    path = tmp_path / "t"
    folder = Path(folder_name(path))
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text("years of work")
    if lock is not None:
        (folder / LOCK).write_bytes(lock)
    before = contents_of(tmp_path)
    with pytest.raises(TableAccessError, match="not a work folder") as caught:
        build(path)
    assert str(folder) in str(caught.value)
    assert contents_of(tmp_path) == before


def test_nothing_is_deleted_through_a_link(tmp_path: Path) -> None:
    """Not even from what looks like a work folder of ours."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in (*NAMES, LOCK):
        (elsewhere / name).write_bytes(MARK)
    path = tmp_path / "t"
    Path(folder_name(path)).symlink_to(elsewhere)
    before = contents_of(tmp_path)
    with pytest.raises(TableAccessError, match="not a work folder"):
        build(path)
    assert contents_of(tmp_path) == before


def dangling(at: Path) -> None:
    """A link that leads nowhere."""
    at.symlink_to(at.parent / "nowhere")


@pytest.mark.parametrize("make", [dangling])
@pytest.mark.parametrize("name", ["tier-03"])
def test_what_is_no_file_of_ours_is_an_error_at_once(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    """No endless loop over a link that leads nowhere, no waiting at a pipe, and nothing lost."""
    path = tmp_path / "t"
    folder = Path(folder_name(path))
    if not name and make is Path.mkdir:
        pytest.skip("an empty folder is as good as a new one")
    if name:
        folder.mkdir()
        if name != LOCK:
            (folder / LOCK).write_bytes(MARK)
    make(folder / name if name else folder)
    before = contents_of(tmp_path)
    with pytest.raises(TableAccessError, match="not a work folder"):
        build(path)
    assert contents_of(tmp_path) == before


def test_a_second_build_of_an_output_is_refused(tmp_path: Path, shipped: bytes) -> None:
    """In a line that names the folder; the first goes on, and leaves nothing behind."""
    path = tmp_path / "t"
    with work_folder(path, GAME) as work:
        with pytest.raises(TableAccessError, match="another build of this output") as caught:
            build(path)
        assert str(caught.value).startswith(f"{work.path}: ")
        assert os.listdir(work.path) == [LOCK]
    assert os.listdir(tmp_path) == []
    assert build(path) == shipped


def test_a_folder_that_its_build_has_just_removed_is_told_as_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is locked then is a file that no longer stands there."""
    path = tmp_path / "t"

    def flock(*_: object) -> None:
        Path(folder_name(path), LOCK).unlink()

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.raises(TableAccessError, match="another build of this output"):
        build(path)


@pytest.mark.parametrize("refusal", [errno.ENOLCK, None])
def test_without_locks_a_build_takes_a_folder_of_its_own_and_says_so(
    stopped: Path,
    shipped: bytes,
    refusal: int | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It does not go on from what stands there, and if it is stopped nothing is left."""

    class Refusing:
        LOCK_EX = LOCK_NB = 0

        @staticmethod
        def flock(*_: object) -> None:
            raise OSError(refusal, "no locks")

    monkeypatch.setattr(workfolder, "fcntl", Refusing if refusal else None)
    before = contents_of(stopped.parent)
    stop_at_tier_7(stopped)
    assert contents_of(stopped.parent) == before
    other = stopped.parent / "other"
    write_by_tiers(plan_stepwise(GAME), other, lambda _: None, quiet=False)
    assert capsys.readouterr().err.count("cannot be resumed") == 1
    assert other.read_bytes() == build(stopped) == shipped
    assert capsys.readouterr().err == ""
    other.unlink()
    stopped.unlink()
    assert contents_of(stopped.parent) == before


def test_what_another_user_has_put_there_is_not_believed(
    stopped: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a folder, and not a part in a folder of ours."""
    folder = Path(folder_name(stopped))
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: os.stat(folder).st_uid + 1)
        with pytest.raises(TableAccessError, match="belongs to another user"):
            build(stopped)
    assert (folder / "tier-07").exists()
    if os.geteuid() == 0:
        os.chown(folder / "tier-07", 12345, -1)
        with work_folder(stopped, GAME) as work:
            assert work.kept.get(("tier", 7)) is None
            assert work.kept.get(("tier", 8))
    assert build(stopped) == shipped


def test_what_another_version_has_solved_is_solved_anew(
    stopped: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have solved it otherwise."""
    monkeypatch.setattr(workfolder, "__version__", "0.0.9")
    with work_folder(stopped, GAME) as work:
        assert not any(work.kept.get(("tier", stones)) for stones in range(10))
    assert build(stopped) == shipped


def test_a_long_build_needs_no_reading_at_a_place(
    stopped: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every system has `os.pread` and `os.pwrite`."""
    monkeypatch.delattr(os, "pread")
    monkeypatch.delattr(os, "pwrite")
    assert build(stopped) == shipped


def test_an_empty_folder_and_a_half_written_mark_are_taken_over(
    tmp_path: Path, shipped: bytes
) -> None:
    """A build that was killed as it began has left them."""
    path = tmp_path / "t"
    for size in (None, 0, 10):
        folder = Path(folder_name(path))
        folder.mkdir()
        if size is not None:
            (folder / LOCK).write_bytes(MARK[:size])
        assert build(path) == shipped
        assert [one.name for one in tmp_path.iterdir()] == ["t"]


def test_a_users_file_in_our_folder_stays_and_is_no_obstacle(
    tmp_path: Path, shipped: bytes
) -> None:
    """The folder stays too, known as ours, and the next build uses it again."""
    path = tmp_path / "t"
    folder = Path(folder_name(path))
    folder.mkdir()
    (folder / LOCK).write_bytes(MARK)
    (folder / "notes").write_text("mine")
    for _ in range(2):
        assert build(path) == shipped
        assert contents_of(folder) == {LOCK: MARK, "notes": b"mine"}


def write_part(path: Path, head: object, data: bytes, *, line: bytes | None = None) -> None:
    """A file of the work folder with a true checksum, whatever it says."""
    line = json.dumps(head).encode() + b"\n" if line is None else line
    path.write_bytes(line + data + crc32(line + data).to_bytes(4, "little"))


def finished(folder: Path) -> tuple[dict[str, object], bytes]:
    """The head and data of the finished tier 7 of a build that goes on."""
    line, _, rest = (folder / "tier-07").read_bytes().partition(b"\n")
    return json.loads(line), rest[:-4]


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The path of a table whose build was stopped when tier 7 was finished."""
    path = tmp_path / "t"
    note = stop_at_tier_7(path)
    assert folder_name(path) in note[0]
    return path


def stop_at_tier_7(path: Path) -> list[str]:
    """Start a build, and stop it when tier 7 is finished; returns the notes of what ended it."""

    def stop(work: WorkFolder, kind: str, stones: int, *rest: object) -> object:
        if stones < 7:
            raise KeyboardInterrupt
        return keep(work, kind, stones, *rest)  # type: ignore[arg-type]  # passed on as they came

    keep = WorkFolder.keep
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt) as caught:
        patch.setattr(WorkFolder, "keep", stop)
        build(path)
    return getattr(caught.value, "__notes__", [])


@pytest.mark.parametrize(
    "lie",
    [
        {"positions": "many"},
        {"palette": [-10, -10, 0, 8, 10, None]},
        {"format": "ttt-table work 2"},
    ],
    ids=str,
)
def test_a_head_that_lies_is_not_believed(
    stopped: Path, shipped: bytes, lie: dict[str, object]
) -> None:
    """Though its checksum holds."""
    folder = Path(folder_name(stopped))
    head, data = finished(folder)
    write_part(folder / "tier-07", {**head, **lie}, data)
    with work_folder(stopped, GAME) as work:
        assert work.kept.get(("tier", 7)) is None
        assert work.kept.get(("tier", 8)) is not None
    assert build(stopped) == shipped


@pytest.mark.parametrize(
    "line",
    [b"\n", b"3\n", b"\xff\n"],
    ids=lambda line: repr(line[:20]),
)
def test_a_head_that_is_none_is_not_believed(stopped: Path, shipped: bytes, line: bytes) -> None:
    """Whatever JSON makes of it."""
    folder = Path(folder_name(stopped))
    _, data = finished(folder)
    write_part(folder / "tier-07", None, data, line=line)
    assert build(stopped) == shipped


@pytest.mark.parametrize("keys", ["positions", "palette"])
def test_a_head_without_a_value_is_not_believed(stopped: Path, shipped: bytes, keys: str) -> None:
    """Nor one in another order or spelling."""
    folder = Path(folder_name(stopped))
    head, data = finished(folder)
    del head[keys]
    write_part(folder / "tier-07", head, data)
    assert build(stopped) == shipped
    assert not folder.exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:0],
        lambda data: b"\xff" * len(data),
        lambda data: data[:5] + b"\x0f" + data[6:],
        lambda data: data[:-1] + bytes([data[-1] | 0xF0]),
    ],
    ids=["short", "long", "empty", "all ones", "one number too large", "the last one too large"],
)
def test_data_that_no_table_could_hold_is_not_believed(
    stopped: Path, shipped: bytes, change: Callable[[bytes], bytes]
) -> None:
    """Its size is that of the game's slots, and each number has its place in the palette."""
    folder = Path(folder_name(stopped))
    head, data = finished(folder)
    changed = change(data)
    assert changed != data
    write_part(folder / "tier-07", head, changed)
    with work_folder(stopped, GAME) as work:
        assert work.kept.get(("tier", 7)) is None
    assert build(stopped) == shipped


@pytest.mark.parametrize("bits", [2, 4])
@pytest.mark.parametrize("count", [1, 3])
def test_packed_numbers_are_told_from_others(bits: int, count: int) -> None:
    """For every last byte, and every bound: all numbers below it, and no bit set behind them."""
    size = slots_size(count, bits)
    for last in range(256):
        data = bytes(size - 1) + bytes([last])
        numbers = unpack_slots(data, bits, count)
        exact = pack_slots(numbers, bits) == data
        for below in {1, 1 << bits, *numbers, *(number + 1 for number in numbers)}:
            expected = exact and max(numbers) < below
            assert are_packed(memoryview(data), count, bits, below) == expected
    assert not are_packed(memoryview(bytes(size + 1)), count, bits, 1)


@pytest.mark.parametrize("method", ["search", "tiers"])
def test_an_output_that_cannot_stand_where_it_should_is_our_error(
    method: str, tmp_path: Path
) -> None:
    """No folder, no such name, a name too long, a folder that takes no files; it names the file."""
    for path in (str(tmp_path / "no" / "t"), "a\0b", str(tmp_path / ("n" * 256)), "/proc/t"):
        with pytest.raises(TableAccessError, match="cannot be written") as caught:
            build_table(GAME, path, method=method)
        assert path.partition("\0")[0] in str(caught.value)
    for name in ("a\0b", "no/t"):
        with pytest.raises(TableAccessError, match="cannot be written"):
            build_stepwise(GAME, tmp_path / name, advance=lambda _: pytest.fail("solved"))
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


@pytest.mark.parametrize("name", ["n" * 242, "n" * 255, "ö" * 127])
def test_a_name_may_be_as_long_as_the_system_allows(
    name: str, tmp_path: Path, shipped: bytes
) -> None:
    """The names of the work folder and of files under way are no longer."""
    path = tmp_path / name
    assert build(path) == shipped
    assert Path(build_table(GAME, path)).read_bytes() == shipped
    stop_at_tier_7(path)
    assert build(path) == shipped
    assert os.listdir(tmp_path) == [name]
