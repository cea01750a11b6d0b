"""The work folder: what is not ours is left alone, and what it holds is believed only if proven."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
from samples import sampled

pytest.importorskip("numpy")

from stepwise import build_stepwise

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.build.workfolder import (
    FORMAT,
    LOCK,
    MARK,
    WorkFolder,
    are_packed,
    bytes_left,
    folder_name,
    work_folder,
)
from ttt_table.errors import TableAccessError
from ttt_table.table.packing import pack_slots, slots_size, unpack_slots

GAME = Game(3, 3, 3)

STEPWISE = """\
import sys
from ttt_table import Game
from ttt_table.build.plan import plan_build
from ttt_table.build.tierwise import write_by_tiers
def say(slots):
    print(slots, flush=True)
if __name__ == "__main__":
    size, jobs, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    plan = plan_build(Game(size, size, size), "tiers", jobs, None)
    write_by_tiers(plan._replace(kept=True, pooled_from=50_000), path, say)
"""
"""A script that builds a square board as if it were long, and says what it has done."""


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


@pytest.mark.parametrize("mark", ["", 3])
@pytest.mark.parametrize("lock", [None, b"mine", MARK + b"not quite"])
def test_a_folder_of_the_users_keeps_all_its_files(
    tmp_path: Path, shipped: bytes, mark: object, lock: bytes | None
) -> None:
    """Where it is in the way that is an error which names it; elsewhere nobody looks at it."""
    path = tmp_path / "t"
    folder = Path(folder_name(path, mark))
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text("years of work")
    if lock is not None:
        (folder / LOCK).write_bytes(lock)
    before = contents_of(tmp_path)
    if mark == "":
        with pytest.raises(TableAccessError, match="not a work folder") as caught:
            build(path)
        assert str(folder) in str(caught.value)
    else:
        assert build(path) == shipped
        path.unlink()
    assert contents_of(tmp_path) == before
    assert bytes_left(path) == 0


@pytest.mark.parametrize("mark", ["", 3])
def test_nothing_is_deleted_through_a_link(tmp_path: Path, mark: object) -> None:
    """Not even from what looks like a work folder of ours."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in (*NAMES, LOCK):
        (elsewhere / name).write_bytes(MARK)
    path = tmp_path / "t"
    Path(folder_name(path, mark)).symlink_to(elsewhere)
    before = contents_of(tmp_path)
    if mark == "":
        with pytest.raises(TableAccessError, match="not a work folder"):
            build(path)
    else:
        build(path)
        path.unlink()
    assert contents_of(tmp_path) == before


def dangling(at: Path) -> None:
    """A link that leads nowhere."""
    at.symlink_to(at.parent / "nowhere")


def to_a_file(at: Path) -> None:
    """A link to a file of the user's."""
    (at.parent.parent / "thesis").write_text("years of work")
    at.symlink_to(at.parent.parent / "thesis")


@pytest.mark.parametrize(
    "make", sampled([dangling, to_a_file, os.mkfifo, Path.mkdir], lambda make: make is dangling)
)
@pytest.mark.parametrize(
    "name", sampled([LOCK, "tier-03", "scores-0badcafe", ""], lambda name: name == "tier-03")
)
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
    done = subprocess.run(
        [sys.executable, "-c", STEPWISE, "3", "1", path],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert "not a work folder" in done.stderr.splitlines()[-1]
    assert contents_of(tmp_path) == before


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

    def stop(work: WorkFolder, kind: str, stones: int, *rest: object) -> object:
        if stones < 7:
            raise KeyboardInterrupt
        return keep(work, kind, stones, *rest)  # type: ignore[arg-type]  # passed on as they came

    keep = WorkFolder.keep
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt) as caught:
        patch.setattr(WorkFolder, "keep", stop)
        build(path)
    assert folder_name(path) in caught.value.__notes__[0]
    return path


LIES: list[dict[str, object]] = [
    {"positions": "many"},
    {"positions": -1},
    {"positions": True},
    {"positions": 1.0},
    {"positions": 10**9},
    {"positions": 0},
    {"positions": None},
    {"palette": None},
    {"palette": 7},
    {"palette": []},
    {"palette": [None]},
    {"palette": [8, 0, None]},
    {"palette": [-10, -10, 0, 8, 10, None]},
    {"palette": [-10, 0, 8, 10, None, None]},
    {"palette": [-10, 0, 7, 9, 10, None]},
    {"palette": [-10, 0, 8.0, 10, None]},
    {"palette": [False, 8, 10, None]},
    {"palette": ["0", {}, [], None]},
    {"palette": [0, None]},
    {"palette": [*range(-99, 99)]},
    {"stones": 6},
    {"kind": "other"},
    {"game": "3x3k3-misere"},
    {"game": 3},
    {"format": "ttt-table work 1"},
    {"more": 1},
]


@pytest.mark.parametrize("lie", sampled(LIES, LIES[::12].__contains__), ids=str)
def test_a_head_that_lies_is_not_believed(
    stopped: Path, shipped: bytes, lie: dict[str, object]
) -> None:
    """Though its checksum holds."""
    folder = Path(folder_name(stopped))
    head, data = finished(folder)
    write_part(folder / "tier-07", {**head, **lie}, data)
    with work_folder(stopped, GAME) as work:
        assert work.kept("tier", 7) is None
        assert work.kept("tier", 8) is not None
    assert build(stopped) == shipped


@pytest.mark.parametrize(
    "line",
    sampled(
        [
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
            b'{"format": "ttt-table work 2", "game": "3x3k3", "kind": "tier", "stones": 7}\n',
        ],
        lambda line: len(line) < 3,
    ),
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
        assert work.kept("tier", 7) is None
    assert build(stopped) == shipped


@pytest.mark.parametrize("bits", sampled([1, 2, 4, 8], lambda bits: bits in (2, 4)))
@pytest.mark.parametrize("count", sampled([1, 2, 3, 4, 5], lambda count: count in (1, 3)))
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


def test_an_output_that_cannot_stand_where_it_should_is_our_error(tmp_path: Path) -> None:
    """Of either engine; the error names the file."""
    for engine in ("search", "tiers"):
        for path in (str(tmp_path / "no" / "t"), "a\0b"):
            with pytest.raises(TableAccessError, match="cannot be written") as caught:
                build_table(GAME, path, engine=engine)
            assert path.partition("\0")[0] in str(caught.value)
    with pytest.raises(TableAccessError, match="cannot be written"):
        build_stepwise(GAME, Path("a\0b"))


@pytest.mark.slow
def test_a_killed_build_says_nothing(tmp_path: Path) -> None:
    """Its workers and their helper end without a word about what they had to clean up."""
    program = tmp_path / "program.py"
    program.write_text(STEPWISE)
    builder = subprocess.Popen(
        [sys.executable, program, "4", "2", tmp_path / "t"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert builder.stdout
    done = 0
    while done < 700_000:  # the workers are at work by then
        done += int(builder.stdout.readline())
    builder.kill()
    started = time.monotonic()
    _, errors = builder.communicate(timeout=60)  # until the last of them has closed its end
    assert errors == b""
    assert time.monotonic() - started < 30
