"""The work folder: others' files are left alone, and only verified parts are used."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.cases import exhaustive
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
    """Where its work folder would be."""
    return Path(folder_name(path))


@pytest.fixture
def stopped(path: Path) -> Path:
    """The path of a table whose build was stopped when tier 7 was finished."""
    assert folder_name(path) in stop_at(7, GAME, path)[0]
    return path


def build(path: Path) -> bytes:
    """Build the table as if that took long, and return its bytes."""
    return build_stepwise(GAME, path)


def build_quickly(path: Path) -> bytes:
    """Build the table without keeping finished parts, and return its bytes."""
    write_by_tiers(plan_build(GAME, "tiers"), path, lambda _: None)
    return path.read_bytes()


def contents_of(folder: Path) -> dict[str, object]:
    """Return all that is in a folder: the bytes of files, the goals of links."""
    contents: dict[str, object] = {}
    for path in folder.rglob("*"):
        content: object = None
        if path.is_symlink():
            content = path.readlink()
        elif path.is_file():
            content = path.read_bytes()
        contents[str(path.relative_to(folder))] = content
    return contents


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


OUR_NAMES = ["tier-03", "slots-0badcafe", ".ttt.1-0badcafe.tmp"]


def fill_folder(path: Path) -> None:
    """Make a folder of somebody else's, with some names like ours."""
    path.mkdir()
    for name in ("thesis.tex", "lock", *OUR_NAMES):
        (path / name).write_text("years of work")


def link_to_folder(path: Path) -> None:
    """Make a link to what looks like a work folder of ours."""
    folder = path.parent / "elsewhere"
    fill_folder(folder)
    (folder / LOCK).touch()
    path.symlink_to(folder)


def link_to_nowhere(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


def link_to_file(path: Path) -> None:
    file = path.parent.parent / "thesis"
    file.write_text("years of work")
    path.symlink_to(file)


@pytest.mark.parametrize(
    "make", [fill_folder, link_to_folder, link_to_nowhere, link_to_file, os.mkfifo]
)
def test_what_is_not_our_work_folder_is_left_alone(
    path: Path, folder: Path, make: Callable[[Path], None]
) -> None:
    """An error names it, and nothing is deleted through a link."""
    make(folder)
    before = contents_of(path.parent)
    with pytest.raises(TableAccessError, match="did not make this") as caught:
        build(path)
    assert folder_name(path) in str(caught.value)
    assert not hasattr(caught.value, "__notes__")
    assert contents_of(path.parent) == before


@pytest.mark.parametrize(
    "make", [fill_folder, link_to_folder, link_to_nowhere, link_to_file, os.mkfifo]
)
@pytest.mark.exhaustive
def test_a_quick_build_does_without_its_usual_work_folder(
    path: Path, folder: Path, make: Callable[[Path], None], shipped: bytes
) -> None:
    """It uses another one, and leaves nothing."""
    make(folder)
    before = contents_of(path.parent)
    assert build_quickly(path) == shipped
    assert contents_of(path.parent) == {**before, "t": shipped}


@pytest.mark.parametrize("make", [link_to_nowhere, link_to_file, os.mkfifo, Path.mkdir])
@pytest.mark.parametrize("name", [LOCK, "tier-03", "slots-0badcafe"])
def test_nothing_in_our_folder_is_reached_through_a_link(
    path: Path, folder: Path, name: str, make: Callable[[Path], None], shipped: bytes
) -> None:
    """No endless loop over a link, no waiting at a pipe, and nothing lost."""
    folder.mkdir()
    if name != LOCK:
        (folder / LOCK).touch()
    make(folder / name)
    try:
        assert build(path) == shipped
    except TableAccessError:
        assert not path.exists()
    thesis = path.parent / "thesis"
    assert thesis.exists() == (make == link_to_file)
    if thesis.exists():
        assert thesis.read_text() == "years of work"


def test_a_second_build_of_an_output_is_refused(path: Path, shipped: bytes) -> None:
    """The first one goes on, and leaves nothing."""
    with work_folder(path, GAME) as work:
        with pytest.raises(
            TableAccessError, match="another build of this output"
        ) as caught:
            build(path)
        assert str(caught.value).startswith(f"{work.path}: ")
        assert names_in(Path(work.path)) == [LOCK]
    assert names_in(path.parent) == []
    assert build(path) == shipped


def test_a_second_quick_build_of_an_output_is_not_refused(
    path: Path, shipped: bytes
) -> None:
    """Programs that need a table may start together."""
    with work_folder(path, GAME):
        assert build_quickly(path) == shipped
    assert names_in(path.parent) == ["t"]


def test_a_lock_on_a_file_that_was_removed_is_not_a_lock(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another build has just ended, and a third one may have locked its own file."""
    monkeypatch.setattr("fcntl.flock", lambda *_: (folder / LOCK).unlink())
    with pytest.raises(TableAccessError, match="another build of this output"):
        build(path)


@pytest.fixture
def without_fcntl(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without locks, which removes no file that is open or mapped."""
    monkeypatch.setattr(workfolder, "fcntl", None)
    keep_files_in_use(monkeypatch.setattr)


@pytest.fixture
def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without locks."""
    refusing = Mock(LOCK_EX=0, LOCK_NB=0)
    refusing.flock.side_effect = OSError(errno.ENOLCK, "no locks")
    monkeypatch.setattr(workfolder, "fcntl", refusing)


@pytest.mark.parametrize("system", ["without_fcntl", "without_locks"])
@pytest.mark.exhaustive
def test_without_locks_a_build_is_resumed_all_the_same(
    system: str,
    stopped: Path,
    folder: Path,
    shipped: bytes,
    request: pytest.FixtureRequest,
) -> None:
    """And leaves nothing."""
    request.getfixturevalue(system)
    before = (folder / "tier-07").stat().st_mtime_ns
    stop_at(6, GAME, stopped)
    assert (folder / "tier-07").stat().st_mtime_ns == before
    assert build(stopped) == shipped
    assert names_in(stopped.parent) == ["t"]


@pytest.mark.parametrize("system", ["without_fcntl", "without_locks"])
def test_without_locks_a_quick_build_leaves_nothing(
    system: str, path: Path, shipped: bytes, request: pytest.FixtureRequest
) -> None:
    """As with them."""
    request.getfixturevalue(system)
    assert build_quickly(path) == shipped
    assert names_in(path.parent) == ["t"]


def test_a_quick_build_that_is_stopped_leaves_nothing(path: Path) -> None:
    """The same command would take no longer than to resume it."""
    with (
        pytest.raises(KeyboardInterrupt) as caught,
        work_folder(path, GAME, keeps_parts=False) as work,
    ):
        work.keep("tier-09", 1, [0], [b""])
        raise KeyboardInterrupt
    assert not hasattr(caught.value, "__notes__")
    assert names_in(path.parent) == []


def kept(path: Path, game: Game = GAME) -> list[int]:
    """Return the tiers that a build of this game would use."""
    tiers = []
    with pytest.raises(KeyboardInterrupt), work_folder(path, game) as work:
        for stones in range(10):
            if list(work.parts([f"tier-{stones:02}"])):
                tiers.append(stones)
        raise KeyboardInterrupt
    return tiers


def test_a_folder_of_another_user_is_not_used(
    stopped: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it holds."""
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    with pytest.raises(TableAccessError, match="belongs to another user"):
        build(stopped)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_part_of_another_user_is_not_used(
    stopped: Path, folder: Path, shipped: bytes
) -> None:
    """Though the folder is ours."""
    assert kept(stopped) == [7, 8, 9]
    os.chown(folder / "tier-07", 12345, -1)
    assert kept(stopped) == [8, 9]
    assert build(stopped) == shipped


def test_an_empty_folder_is_taken_over(
    path: Path, folder: Path, shipped: bytes
) -> None:
    """A build that was killed as it began has left it."""
    folder.mkdir()
    assert build(path) == shipped
    assert names_in(path.parent) == ["t"]


def test_a_users_file_stays_and_what_killed_builds_have_left_is_removed(
    path: Path, folder: Path, shipped: bytes
) -> None:
    """Each time."""
    folder.mkdir()
    (folder / LOCK).touch()
    (folder / "notes").write_text("mine")
    for _ in range(2):
        for name in (*OUR_NAMES, "tier-99"):
            (folder / name).write_bytes(b"[1, [0]]\n")
        assert build(path) == shipped
        assert contents_of(folder) == {LOCK: b"", "notes": b"mine"}


def damaged_parts(part: bytes) -> Iterator[bytes]:
    """Damage a part in one way after another."""
    for size in (0, 3, 4, 1027, 1028, len(part) - 1):
        yield part[:size]
    for place in (*range(0, len(part), 97), len(part) - 900, len(part) - 1):
        changed = bytearray(part)
        changed[place] ^= 4
        yield bytes(changed)
    yield part + b"\0"


def test_a_damaged_part_is_not_used(stopped: Path, folder: Path) -> None:
    """Wherever it is damaged."""
    path = folder / "tier-07"
    part = path.read_bytes()
    for damaged in damaged_parts(part):
        path.write_bytes(damaged)
        assert kept(stopped) == [8, 9]
    path.write_bytes(part)
    assert kept(stopped) == [7, 8, 9]


def test_a_part_of_another_tier_is_not_used(stopped: Path, folder: Path) -> None:
    """Whatever its name."""
    (folder / "tier-07").write_bytes((folder / "tier-08").read_bytes())
    assert kept(stopped) == [8, 9]


@pytest.mark.parametrize(
    "game",
    [
        Game(misere=True),
        Game(3, 3, lines=[7]),
        Game(3, 3, lines=[7], name="same"),
    ],
    ids=str,
)
def test_parts_of_another_game_are_not_used(game: Game, stopped: Path) -> None:
    """The output may have the same path."""
    assert kept(stopped, game) == []


def test_parts_of_another_version_are_not_used(
    stopped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have had a mistake."""
    monkeypatch.setattr(workfolder, "edition", lambda: "0.0.9")
    assert kept(stopped) == []


def test_an_unusable_part_is_worked_out_anew(
    stopped: Path, folder: Path, shipped: bytes
) -> None:
    """And the folder is removed at the end."""
    (folder / "tier-07").write_bytes(b"")
    assert build(stopped) == shipped
    assert not folder.exists()


@pytest.mark.parametrize("name", ["no/t", "a\0b", "/proc/t"])
def test_an_output_that_cannot_be_where_it_should_is_an_access_error(
    name: str, tmp_path: Path
) -> None:
    """There is no such folder, no such name, or the folder takes no files."""
    with pytest.raises(TableAccessError, match="cannot be written") as caught:
        build_stepwise(GAME, tmp_path / name, advance=lambda _: pytest.fail("solved"))
    assert name.partition("\0")[0] in str(caught.value)
    assert names_in(tmp_path) == []


def test_an_output_that_cannot_be_replaced_is_refused_before_anything_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user's file in a sticky folder stays as it is."""
    path = tmp_path / "t"
    path.write_text("another's")
    monkeypatch.setattr(
        "ttt_table.build.carry_out", lambda *_, **__: pytest.fail("solved")
    )
    tmp_path.chmod(0o1777)
    owner = path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(
        TableAccessError, match=r"t: cannot be written: the folder is sticky"
    ):
        build_table(GAME, path)
    assert contents_of(tmp_path) == {"t": b"another's"}


@pytest.mark.parametrize(
    "name",
    ["n" * 255, *exhaustive(["n" * 242, "n" * 255, "ö" * 127])],
)
def test_a_name_may_be_as_long_as_the_system_allows(
    name: str, tmp_path: Path, shipped: bytes
) -> None:
    """The names of the work folder and of temporary files are no longer."""
    path = tmp_path / name
    stop_at(7, GAME, path)
    assert build(path) == build_quickly(path) == shipped
    assert Path(build_table(GAME, path)).read_bytes() == shipped
    assert names_in(tmp_path) == [name]
