"""The work folder: what is not ours is left alone, and what it holds is believed only if proven."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.elsewhere import keep_files_in_use
from support.stepwise import build_stepwise, stop_at

from ttt_table import Game
from ttt_table.build import build_table, workfolder
from ttt_table.build.plan import plan_build
from ttt_table.build.tierwise import write_by_tiers
from ttt_table.build.workfolder import LOCK, folder_name, work_folder
from ttt_table.errors import TableAccessError

GAME = Game(3, 3, 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t"


@pytest.fixture
def folder(path: Path) -> Path:
    """Where its work folder would stand."""
    return Path(folder_name(path))


@pytest.fixture
def stopped(path: Path) -> Path:
    """The path of a table whose build was stopped when tier 7 was finished."""
    assert folder_name(path) in stop_at(7, GAME, path)[0]
    return path


def build(path: Path) -> bytes:
    return build_stepwise(GAME, path)


def build_quickly(path: Path) -> bytes:
    """Those of a table whose build keeps nothing."""
    write_by_tiers(plan_build(GAME, "tiers"), path, lambda _: None)
    return path.read_bytes()


def contents_of(folder: Path) -> dict[str, object]:
    """Everything below a folder: the bytes of files, where links lead, and what else there is."""
    return {
        str(path.relative_to(folder)): os.readlink(path)
        if path.is_symlink()
        else path.is_file() and path.read_bytes()
        for path in folder.rglob("*")
    }


def filled(folder: Path) -> None:
    folder.mkdir()
    for name in (
        "thesis.tex",
        "lock",
        "tier-03",
        "slots-0badcafe",
        ".ttt.1-0badcafe.tmp",
    ):
        (folder / name).write_text("years of work")


def to_a_folder(at: Path) -> None:
    """A link to what looks like a work folder of ours."""
    filled(at.parent / "elsewhere")
    (at.parent / "elsewhere" / LOCK).touch()
    at.symlink_to(at.parent / "elsewhere")


def dangling(at: Path) -> None:
    at.symlink_to(at.parent / "nowhere")


def to_a_file(at: Path) -> None:
    (at.parent.parent / "thesis").write_text("years of work")
    at.symlink_to(at.parent.parent / "thesis")


@pytest.mark.parametrize("make", [filled, to_a_folder, dangling, to_a_file, os.mkfifo])
def test_what_is_no_work_folder_of_ours_is_left_alone(
    path: Path, folder: Path, make: Callable[[Path], None], shipped: bytes
) -> None:
    """An error names it, and nothing is deleted through a link; a quick build does without it."""
    make(folder)
    before = contents_of(path.parent)
    with pytest.raises(TableAccessError, match="did not make this") as caught:
        build(path)
    assert folder_name(path) in str(caught.value)
    assert not hasattr(caught.value, "__notes__")
    assert contents_of(path.parent) == before
    assert build_quickly(path) == shipped
    assert contents_of(path.parent) == {**before, "t": shipped}


@pytest.mark.parametrize("make", [dangling, to_a_file, os.mkfifo, Path.mkdir])
@pytest.mark.parametrize("name", [LOCK, "tier-03", "slots-0badcafe"])
def test_nothing_in_our_folder_is_reached_through_a_link(
    path: Path, folder: Path, name: str, make: Callable[[Path], None], shipped: bytes
) -> None:
    """No endless loop over a link that leads nowhere, no waiting at a pipe, and nothing lost."""
    folder.mkdir()
    if name != LOCK:
        (folder / LOCK).touch()
    make(folder / name)
    try:
        assert build(path) == shipped
    except TableAccessError:
        assert not path.exists()
    assert [*path.parent.glob("thesis")] == [path.parent / "thesis"] * (
        make == to_a_file
    )
    assert all(
        file.read_text() == "years of work" for file in path.parent.glob("thesis")
    )


def test_a_second_build_of_an_output_is_refused(
    path: Path, folder: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first goes on and leaves nothing; quick ones are not, as programs may start together."""
    with work_folder(path, GAME) as work:
        with pytest.raises(
            TableAccessError, match="another build of this output"
        ) as caught:
            build(path)
        assert str(caught.value).startswith(f"{work.path}: ")
        assert build_quickly(path) == shipped
        assert os.listdir(work.path) == [LOCK]
    assert os.listdir(path.parent) == ["t"]
    assert build(path) == shipped
    # What is locked may be a file that the first has just removed.
    monkeypatch.setattr("fcntl.flock", lambda *_: (folder / LOCK).unlink())
    with pytest.raises(TableAccessError, match="another build of this output"):
        build(path)


@pytest.mark.parametrize("refusal", [None, errno.ENOLCK])
def test_without_locks_a_build_is_resumed_all_the_same(
    refusal: int | None,
    stopped: Path,
    folder: Path,
    shipped: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And leaves nothing, not even where a system removes no file that is open or mapped."""
    refusing = Mock(LOCK_EX=0, LOCK_NB=0)
    refusing.flock.side_effect = OSError(refusal, "no locks")
    monkeypatch.setattr(workfolder, "fcntl", refusing if refusal else None)
    if not refusal:
        keep_files_in_use(monkeypatch.setattr)
    before = (folder / "tier-07").stat().st_mtime_ns
    stop_at(6, GAME, stopped)
    assert (folder / "tier-07").stat().st_mtime_ns == before
    assert build(stopped) == build_quickly(stopped) == shipped
    assert os.listdir(stopped.parent) == ["t"]


def test_a_quick_build_that_is_stopped_leaves_nothing(path: Path) -> None:
    """It would be over by the time that anybody reads where its work is."""
    with (
        pytest.raises(KeyboardInterrupt) as caught,
        work_folder(path, GAME, kept=False) as work,
    ):
        work.keep("tier-09", 1, [0], [b""])
        raise KeyboardInterrupt
    assert not hasattr(caught.value, "__notes__")
    assert os.listdir(path.parent) == []


def kept(path: Path, game: Game = GAME) -> list[int]:
    """The tiers that a build of this game would go on from."""
    with pytest.raises(KeyboardInterrupt), work_folder(path, game) as work:
        found = [stones for stones in range(10) if [*work.parts([f"tier-{stones:02}"])]]
        raise KeyboardInterrupt
    return found


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


def test_an_empty_folder_is_taken_over_and_a_users_file_stays(
    path: Path, folder: Path, shipped: bytes
) -> None:
    """A build killed as it began leaves the first; what killed writers have left is removed."""
    folder.mkdir()
    assert build(path) == shipped
    assert os.listdir(path.parent) == ["t"]
    folder.mkdir()
    (folder / LOCK).touch()
    (folder / "notes").write_text("mine")
    for _ in range(2):
        for name in ("slots-0badcafe", ".ttt.77-0badcafe.tmp", "tier-99", "tier-03"):
            (folder / name).write_bytes(b"[1, [0]]\n")
        assert build(path) == shipped
        assert contents_of(folder) == {LOCK: b"", "notes": b"mine"}


def damages(tier: Path) -> Iterator[object]:
    """Damage a part in one way after another."""
    right = tier.read_bytes()
    for size in (0, 3, 4, 1027, 1028, len(right) - 1):
        yield tier.write_bytes(right[:size])
    for byte in (*range(0, len(right), 97), len(right) - 900, len(right) - 1):
        yield tier.write_bytes(
            right[:byte] + bytes([right[byte] ^ 4]) + right[byte + 1 :]
        )
    yield tier.write_bytes(right + b"\0")
    yield tier.write_bytes(tier.with_name("tier-08").read_bytes())
    tier.write_bytes(right)


def test_what_is_no_part_of_this_build_is_not_believed(
    stopped: Path, folder: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is damaged, another tier's, another game's or another version's is worked out anew."""
    for damaged, _ in enumerate(damages(folder / "tier-07")):
        assert kept(stopped) == [8, 9], damaged
    assert kept(stopped) == [7, 8, 9]
    for other in (
        Game(misere=True),
        Game(3, 3, lines=[7]),
        Game(3, 3, lines=[7], name="same"),
    ):
        assert kept(stopped, other) == []
    with monkeypatch.context() as patch:
        patch.setattr(workfolder, "edition", lambda: "0.0.9")
        assert kept(stopped) == []
    (folder / "tier-07").write_bytes(b"")
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
    monkeypatch.setattr(
        "ttt_table.build.carry_out", lambda *_, **__: pytest.fail("solved")
    )
    tmp_path.chmod(0o1777)
    monkeypatch.setattr(os, "geteuid", lambda: os.stat(path).st_uid + 1)
    with pytest.raises(
        TableAccessError, match=r"t: cannot be written: the folder is sticky"
    ):
        build_table(GAME, path)
    assert contents_of(tmp_path) == {"t": b"another's"}


@pytest.mark.parametrize("name", ["n" * 255])
def test_a_name_may_be_as_long_as_the_system_allows(
    name: str, tmp_path: Path, shipped: bytes
) -> None:
    """The names of the work folder and of files under way are no longer."""
    path = tmp_path / name
    stop_at(7, GAME, path)
    assert build(path) == build_quickly(path) == shipped
    assert Path(build_table(GAME, path)).read_bytes() == shipped
    assert os.listdir(tmp_path) == [name]
