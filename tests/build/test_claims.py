"""Work folders on file systems without locks: kept for the next build, and never shared."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from samples import sampled
from stepwise import build_stepwise

from ttt_table import Game
from ttt_table.build import workfolder
from ttt_table.build.claims import claimed
from ttt_table.build.workfolder import LOCK, MARK, WorkFolder, folder_name, work_folder
from ttt_table.errors import TableAccessError

GAME = Game(3, 3, 3)

HOLDER = """\
import sys
from ttt_table.build.claims import claimed
print(claimed(sys.argv[1]), flush=True)
sys.stdin.read()
"""
"""A program that claims a folder and holds it until it is killed."""


@pytest.fixture(autouse=True, params=["refused", "unknown"])
def without_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that refuses locks, or a system that knows none."""

    class Refusing:
        LOCK_EX = LOCK_NB = 0

        @staticmethod
        def flock(*_: object) -> None:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(workfolder, "fcntl", Refusing if request.param == "refused" else None)


def stopped(path: Path) -> list[str]:
    """The names that a build leaves in its work folder which was stopped at tier 5."""

    def stop(work: WorkFolder, kind: str, stones: int, *rest: object) -> object:
        if stones < 5:
            raise KeyboardInterrupt
        return keep(work, kind, stones, *rest)  # type: ignore[arg-type]  # passed on as they came

    keep = WorkFolder.keep
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(WorkFolder, "keep", stop)
        build_stepwise(GAME, path)
    return sorted(os.listdir(folder_name(path)))


def claim_of(folder: str, **other: object) -> Path:
    """A claim like one of this process, but for what is told."""
    path = claimed(folder)
    assert path
    claim = Path(path)
    claim.write_text(json.dumps({**json.loads(claim.read_text()), **other}))
    return claim


def test_a_build_goes_on_where_it_was_stopped(tmp_path: Path, shipped: bytes) -> None:
    """And leaves nothing behind."""
    path = tmp_path / "t"
    assert stopped(path) == [LOCK, *(f"tier-{stones:02}" for stones in range(5, 10))]
    with work_folder(path, GAME) as work:
        assert work.kept("tier", 5)
    build_stepwise(GAME, path)
    assert path.read_bytes() == shipped
    assert os.listdir(tmp_path) == ["t"]


def test_builds_at_one_time_never_share_a_folder(tmp_path: Path, shipped: bytes) -> None:
    """Each takes its own."""
    path = tmp_path / "t"
    with work_folder(path, GAME) as first, work_folder(path, GAME) as second:
        build_stepwise(GAME, path)
        assert first.path != second.path
        assert os.path.isdir(first.path)
        assert os.path.isdir(second.path)
    assert path.read_bytes() == shipped
    assert os.listdir(tmp_path) == ["t"]


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/ns/pid"), reason="no processes to look at")
def test_a_killed_process_holds_nothing(tmp_path: Path, shipped: bytes) -> None:
    """While it lives it does."""
    path = tmp_path / "t"
    stopped(path)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder_name(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout
    assert "claim." in holder.stdout.readline()
    with work_folder(path, GAME) as work:
        assert work.path == folder_name(path, 1)
    holder.kill()
    holder.communicate()
    with work_folder(path, GAME) as work:
        assert work.path == folder_name(path)
        assert work.kept("tier", 5)
    build_stepwise(GAME, path)
    assert path.read_bytes() == shipped
    assert os.listdir(tmp_path) == ["t"]


@pytest.mark.skipif(not os.path.exists("/proc/self/ns/pid"), reason="no processes to look at")
def test_a_process_of_the_same_number_is_not_the_same(tmp_path: Path) -> None:
    """Numbers are given again."""
    path = tmp_path / "t"
    stopped(path)
    claim = claim_of(folder_name(path), started="1")
    with work_folder(path, GAME) as work:
        assert work.path == folder_name(path)
        assert not claim.exists()


OTHERS: list[dict[str, object]] = [
    {"host": "elsewhere"},
    {"boot": "earlier"},
    {"space": "pid:[1]"},
    {"process": "1\0"},
    {"more": 1},
]


@pytest.mark.parametrize("other", sampled(OTHERS, OTHERS[:1].__contains__), ids=str)
def test_where_nobody_can_know_a_person_is_asked(
    tmp_path: Path, shipped: bytes, other: dict[str, object]
) -> None:
    """Another machine, another run of it, another container, or what is no claim at all."""
    path = tmp_path / "t"
    stopped(path)
    claim = claim_of(folder_name(path), **other)
    for _ in range(2):
        with pytest.raises(TableAccessError, match="remove this file") as caught:
            build_stepwise(GAME, path)
        assert str(claim) in str(caught.value)
    assert sorted(os.listdir(folder_name(path)))[0] == claim.name
    claim.unlink()
    with work_folder(path, GAME) as work:
        assert work.kept("tier", 5)
    build_stepwise(GAME, path)
    assert path.read_bytes() == shipped


def test_a_claim_that_is_none_is_told_of(tmp_path: Path) -> None:
    """Whatever JSON makes of it."""
    path = tmp_path / "t"
    stopped(path)
    Path(folder_name(path), "claim.00000000").write_text("[" * 4000)
    with pytest.raises(TableAccessError, match=r"claim\.00000000.*remove this file"):
        build_stepwise(GAME, path)


def test_a_claim_half_written_is_no_obstacle(tmp_path: Path, shipped: bytes) -> None:
    """A build was killed as it began, or ran out of disk, or another is just beginning."""
    path = tmp_path / "t"
    folder = Path(folder_name(path))
    folder.mkdir()
    (folder / LOCK).touch()
    (folder / ".claim.1-0badcafe.tmp").touch()
    build_stepwise(GAME, path)
    assert path.read_bytes() == shipped
    assert os.listdir(tmp_path) == ["t"]


def test_a_claim_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full."""
    path = tmp_path / "t"

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(json, "dump", full)
    with pytest.raises(TableAccessError, match="No space"):
        build_stepwise(GAME, path)
    assert [*Path(folder_name(path)).iterdir()] == [Path(folder_name(path), LOCK)]


def test_claims_go_when_there_are_locks_again(
    tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of a build that was killed before them is left for nobody."""
    path = tmp_path / "t"
    stopped(path)
    claim_of(folder_name(path), started="1")
    monkeypatch.undo()
    build_stepwise(GAME, path)
    assert path.read_bytes() == shipped
    assert os.listdir(tmp_path) == ["t"]


def test_two_that_come_at_one_time_see_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever claims while the other looks is seen, or sees: never do both hold the folder."""
    folder = Path(folder_name(tmp_path / "t"))
    folder.mkdir()
    (folder / LOCK).write_bytes(MARK)
    found: list[str | None] = []
    listed = os.listdir

    def list_late(path: str) -> list[str]:
        monkeypatch.setattr(os, "listdir", listed)
        found.append(claimed(str(folder)))  # the other comes between the claim and the look
        return listed(path)

    monkeypatch.setattr(os, "listdir", list_late)
    found.append(claimed(str(folder)))
    assert found.count(None) >= 1
