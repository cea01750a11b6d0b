"""An audit by several workers finds what one process finds, in the same order."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support import audits
from support.cases import exhaustive
from support.repacked import packed, written

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.audit.checks import check_chunk, chunks_of
from ttt_table.audit.report import SHOWN
from ttt_table.build import build_table
from ttt_table.errors import BadTableError
from ttt_table.runtime import FileBytes
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table

pytestmark = pytest.mark.usefixtures("shared_finely")

LARGER = [
    Game(2, 3, 2),
    Game(),
    Game(3, 4, 3),
    Game(3, 4, 3, True),
    Game(4, 3, 3, gravity=True),
]


@pytest.fixture
def shared_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide small tables too, a few blocks at a time."""
    monkeypatch.setattr("ttt_table.audit.DIVIDED_FROM", 0)
    monkeypatch.setattr("ttt_table.audit.checks.MIN_SLOTS_PER_CHECK", 400)
    monkeypatch.setattr("ttt_table.audit.checks.PLAIN_CELLS", 7)


def spoilt(contents: Contents, path: Path) -> Path:
    """Write the table with wrong scores here and there."""
    for seed in range(4):
        contents = audits.spoilt(contents, random.Random(seed), 9)
    return written(path, contents, packed(contents))


@pytest.mark.parametrize("is_right", [True, False])
@pytest.mark.parametrize(
    "game",
    [Game(2, 4, 3, gravity=True), *exhaustive(LARGER)],
    ids=str,
)
def test_whoever_does_the_work_the_report_is_the_same(
    game: Game, is_right: bool, tmp_path: Path
) -> None:
    """Threads of the audit, or an executor's workers; right tables and wrong ones."""
    path = Path(build_table(game, tmp_path / "table"))
    if not is_right:
        spoilt(read_table(path, verify=True), path)
    alone = audit(path, jobs=1)
    assert alone.passed == is_right
    assert (alone.wrong_slots == 0) == is_right
    assert audit(path, jobs=3) == alone
    with ThreadPoolExecutor(3) as threads:
        assert audit(path, executor=threads) == alone


@pytest.mark.parametrize("workers", [1, 7, 1000])
@pytest.mark.parametrize(
    "game",
    [Game(2, 4, 3, gravity=True), *exhaustive(LARGER)],
    ids=str,
)
def test_in_whatever_order_shares_are_checked_they_find_the_same(
    game: Game, workers: int, tmp_path: Path
) -> None:
    """Here from the last one to the first."""
    right = build_table(game, tmp_path / "right")
    path = spoilt(read_table(right, verify=True), tmp_path / "wrong")
    alone = audit(path, jobs=1)
    chunks = chunks_of(read_table(path), str(path), workers)
    parts = [check_chunk(chunk) for chunk in reversed(chunks)]
    parts.reverse()
    assert sum(chunk.slots for chunk in chunks) == alone.slots
    assert sum(part.wrong_slots for part in parts) == alone.wrong_slots
    wrong = [position for part in parts for position in part.wrong]
    assert wrong[:SHOWN] == alone.wrong


@pytest.mark.parametrize("jobs", [1, 2])
def test_blocks_of_another_game_are_refused_with_the_files_name(
    jobs: int, tmp_path: Path
) -> None:
    """By one process as by several workers."""
    contents = read_table(build_table(Game(2, 5, 3), tmp_path / "t"), verify=True)
    tiers = packed(contents)
    masks = bytes(tiers[2].masks)
    tiers[2] = tiers[2]._replace(masks=masks[2:4] + masks[:2] + masks[4:])
    path = written(tmp_path / "wrong", contents, tiers)
    message = f"{path}: the blocks of tier 2 are not the canonical masks"
    with pytest.raises(BadTableError, match=f"^{re.escape(message)}$"):
        audit(path, jobs=jobs)


def test_a_file_exchanged_during_the_audit_is_noticed(tmp_path: Path) -> None:
    """Workers open it by its path, and compare its header."""
    path = tmp_path / "t"
    build_table(Game(3, 4, 3), path)
    chunk = chunks_of(read_table(path), str(path), 2)[3]
    check_chunk(chunk)
    path.unlink()
    build_table(Game(3, 4, 3, True), path)
    with pytest.raises(BadTableError, match="replaced"):
        check_chunk(chunk)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The large files that nobody holds any more."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", 1)
    closed: list[int] = []

    def close(file: FileBytes) -> None:
        file.close()
        closed.append(id(file))

    monkeypatch.setattr(FileBytes, "__del__", close)
    return closed


def test_an_audit_by_threads_leaves_no_file_open(
    tmp_path: Path, closed: list[int]
) -> None:
    """Neither its own nor that of the threads."""
    path = build_table(Game(3, 3, 3), tmp_path / "t")
    assert audit(path, jobs=2).passed
    assert len(closed) == 2


def test_an_audit_that_finds_something_wrong_leaves_no_file_open(
    tmp_path: Path, closed: list[int]
) -> None:
    """The first one here was opened to be spoilt."""
    path = Path(build_table(Game(3, 3, 3), tmp_path / "t"))
    spoilt(read_table(path, verify=True), path)
    assert not audit(path, jobs=2).passed
    assert len(closed) == 3
