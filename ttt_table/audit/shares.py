"""A share of an audit, for one worker: some blocks of a finished file, which it opens by its path.

No share waits for another: what a slot should hold is told by the file alone.
"""

from __future__ import annotations

import os
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from ttt_table.audit.checks import Check, check_blocks, chosen_check
from ttt_table.audit.report import Findings
from ttt_table.errors import InconsistentTableError
from ttt_table.progress import Advance
from ttt_table.rules.game import Game
from ttt_table.table.codec import Contents
from ttt_table.table.files import read_table
from ttt_table.table.slots import slots_per_block
from ttt_table.workers import Job

SLOTS_A_SHARE = 1 << 22
LEAST_SLOTS_A_SHARE = 1 << 18
SHARES_A_WORKER = 16
"""The file is cut so finely that nobody waits long for the last share."""


class BlocksToCheck(NamedTuple):
    """Some blocks of a tier: a share for one worker."""

    path: str
    head: Contents
    """What the file said when the audit began, without its data."""
    stones: int
    first: int
    """The first block, counted through the tier."""
    last: int
    """The block behind the last one."""

    @property
    def game(self) -> Game:
        """That of the table."""
        return self.head.game


def shares_of(contents: Contents, path: str, workers: int) -> list[Job]:
    """The whole table, cut for so many workers, from the last tier to the first."""
    sizes = [slots_per_block(stones) for stones in range(len(contents.tiers))]
    slots = sum(tier.blocks * size for tier, size in zip(contents.tiers, sizes, strict=True))
    wanted = min(max(slots // (workers * SHARES_A_WORKER), LEAST_SLOTS_A_SHARE), SLOTS_A_SHARE)
    head = contents._replace(data=b"")  # a worker opens the file itself: only this much is sent
    jobs = []
    for stones in reversed(range(len(sizes))):
        blocks, size = contents.tiers[stones].blocks, sizes[stones]
        step = max(1, wanted // size)
        for first in range(0, blocks, step):
            last = min(first + step, blocks)
            share = BlocksToCheck(os.path.abspath(path), head, stones, first, last)
            jobs.append(Job(check_share, share, (last - first) * size))
    return jobs


def check_share(share: BlocksToCheck, advance: Advance | None = None) -> Findings:
    """What the check of these blocks finds; ``advance`` is told the slots done.

    Raises a kind of `TableError` where the file cannot be read, or is another one by now.
    """
    status = os.stat(share.path)
    file = SeenFile(share.path, status.st_ino, status.st_mtime_ns, status.st_size)
    with _OPENING:
        check = _check_of(file)
    # A worker may open the file long after the audit has begun, and parts of two make no report.
    if check.contents._replace(data=b"") != share.head:
        raise InconsistentTableError("the file was exchanged during the audit")
    return check_blocks(check, share.stones, range(share.first, share.last), advance)


class SeenFile(NamedTuple):
    """A file as a worker sees it: another one under this path, or a new state, is another key."""

    path: str
    inode: int
    written: int
    """When, in nanoseconds."""
    size: int


_OPENING = Lock()
"""Else all threads that begin together would open the file, each for itself."""


@lru_cache(maxsize=1)
def _check_of(file: SeenFile) -> Check:
    """The check of a file, made once by each process that has workers."""
    contents = read_table(file.path)
    return chosen_check(contents.game)(contents)


def forget() -> None:
    """Let go of the file that threads of this process have read; it is closed with the last."""
    _check_of.cache_clear()
