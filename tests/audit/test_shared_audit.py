"""An audit shared out among workers finds what one process finds, in the same order."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import test_audit_large
from support.repacked import packed, written

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.audit.checks import check_share, shares_of
from ttt_table.audit.report import SHOWN
from ttt_table.build import build_table
from ttt_table.errors import BadTableError
from ttt_table.table.codec import Contents
from ttt_table.table.filebytes import FileBytes
from ttt_table.table.files import read_table

pytestmark = pytest.mark.usefixtures("shared_finely")


@pytest.fixture
def shared_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share out small tables too, a few blocks at a time."""
    monkeypatch.setattr("ttt_table.audit.SHARED_FROM", 0)
    monkeypatch.setattr("ttt_table.audit.checks.LEAST_SLOTS_A_SHARE", 400)
    monkeypatch.setattr("ttt_table.audit.checks.PLAIN_CELLS", 7)


def spoilt(contents: Contents, path: Path) -> Path:
    """The table with numbers of its tiers exchanged here and there."""
    for seed in range(4):
        contents = test_audit_large.spoilt(contents, random.Random(seed), 9)
    return written(path, contents, packed(contents))


@pytest.mark.parametrize("game", [Game(2, 4, 3, gravity=True)], ids=str)
def test_whoever_does_the_work_the_report_is_the_same(
    game: Game, tmp_path: Path
) -> None:
    """Threads that share one check, or whoever goes backwards; right tables and wrong ones."""
    right = Path(build_table(game, tmp_path / "right"))
    wrong = spoilt(read_table(right, verify=True), tmp_path / "wrong")
    for path in (right, wrong):
        alone = audit(path, jobs=1)
        assert alone.passed == (path == right)
        assert (alone.wrong_slots > 0) == (path == wrong)
        assert audit(path, jobs=3) == alone
        with ThreadPoolExecutor(3) as threads:
            assert audit(path, executor=threads) == alone
        for workers in (1, 7, 1000):
            shares = shares_of(read_table(path), str(path), workers)
            parts = [check_share(share) for share in reversed(shares)]
            assert sum(share.slots for share in shares) == alone.slots
            assert sum(part.wrong_slots for part in parts) == alone.wrong_slots
            assert [one for part in reversed(parts) for one in part.wrong][
                :SHOWN
            ] == alone.wrong


def test_blocks_of_another_game_are_refused_with_the_files_name(tmp_path: Path) -> None:
    """A file in which no reader would find its positions; by a worker as by one process."""
    contents = read_table(build_table(Game(2, 5, 3), tmp_path / "t"), verify=True)
    tiers = packed(contents)
    masks = bytes(tiers[2].masks)
    tiers[2] = tiers[2]._replace(masks=masks[2:4] + masks[:2] + masks[4:])
    path = written(tmp_path / "wrong", contents, tiers)
    told = f"^{re.escape(str(path))}: the blocks of tier 2 are not the canonical masks$"
    with ThreadPoolExecutor(2) as threads:
        workers: dict[str, Any]
        for workers in ({"jobs": 1}, {"executor": threads}):
            with pytest.raises(BadTableError, match=told):
                audit(path, **workers)


def test_a_file_exchanged_during_the_audit_is_noticed(tmp_path: Path) -> None:
    """Workers open it by its path, and compare what its head says."""
    path = tmp_path / "t"
    build_table(Game(3, 4, 3), path)
    share = shares_of(read_table(path), str(path), 2)[3]
    check_share(share)
    build_table(Game(3, 4, 3, True), path)
    with pytest.raises(BadTableError, match="replaced"):
        check_share(share)


def test_an_audit_leaves_no_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does one that threads have shared, and that has failed."""
    path = Path(build_table(Game(3, 3, 3), tmp_path / "t"))
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 1)
    closed: list[int] = []
    monkeypatch.setattr(
        FileBytes, "__del__", lambda file: closed.append(id(file.close()))
    )
    assert audit(path, jobs=2).passed
    assert len(closed) == 2
    spoilt(read_table(path, verify=True), path)
    assert not audit(path, jobs=2).passed
    assert len(closed) == 5
