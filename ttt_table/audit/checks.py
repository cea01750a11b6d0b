"""The check of a table: the loop over its blocks, and shares of them for workers."""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from ttt_table.audit.plain import PlainCheck
from ttt_table.audit.report import Findings
from ttt_table.errors import BadTableError, MissingExtraError
from ttt_table.progress import Advance
from ttt_table.rules.game import Game
from ttt_table.table.codec import Contents
from ttt_table.table.files import read_table
from ttt_table.table.slots import slots_per_block

if TYPE_CHECKING:
    from ttt_table.audit.arrays import ArrayCheck

    Check = PlainCheck | ArrayCheck

PLAIN_CELLS = 10  # a larger board takes longer than it takes to import numpy
COMPILED_FROM = (
    1 << 24
)  # fewer slots are checked before numba has saved the time of its import
LEAST_SLOTS_A_SHARE, SLOTS_A_SHARE = 1 << 18, 1 << 22
SHARES_A_WORKER = 16


def choose_check(game: Game, slots: int = 0) -> type[Check]:
    """The check that suits the sizes of board and table. Raises `MissingExtraError`."""
    if game.cells <= PLAIN_CELLS:
        return PlainCheck
    try:
        from ttt_table.audit.arrays import ArrayCheck
    except ImportError as error:
        if game.cells <= PLAIN_CELLS + 2:  # a larger one takes plain Python too long
            return PlainCheck
        raise MissingExtraError.of(f"the audit of {game}", "numpy", error) from None
    with suppress(
        Exception
    ):  # with a numpy that it was not made for numba fails in many ways
        if slots >= COMPILED_FROM:
            from ttt_table.audit.compiled import CompiledCheck

            return CompiledCheck
    return ArrayCheck


def check_table(contents: Contents, kind: type[Check], advance: Advance) -> Findings:
    """Check every block, from the last tier down: wrong slots that mislead others come first."""
    check, findings = kind(contents), Findings(contents.game)
    for stones in reversed(range(contents.game.cells + 1)):
        findings.merge(
            check_blocks(check, stones, range(contents.tiers[stones].blocks), advance)
        )
    return findings


def check_blocks(
    check: Check, stones: int, blocks: range, advance: Advance
) -> Findings:
    """Check some blocks of a tier; ``advance`` counts slots."""
    findings = Findings(check.contents.game)
    step = check.blocks_at_once(stones)
    for first in range(0, len(blocks), step):
        part = check.check(stones, blocks[first : first + step])
        findings.merge(part)
        advance(part.slots)
    return findings


class BlocksToCheck(NamedTuple):
    """A share for one worker, who opens the file by its path."""

    path: str
    head: Contents
    """Without its data."""
    stones: int
    blocks: range

    @property
    def slots(self) -> int:
        """How many slots the blocks have."""
        return len(self.blocks) * slots_per_block(self.stones)


def shares_of(contents: Contents, path: str, workers: int) -> list[BlocksToCheck]:
    """The whole table, from the last tier to the first."""
    wanted = contents.slots // (workers * SHARES_A_WORKER)
    wanted = min(max(wanted, LEAST_SLOTS_A_SHARE), SLOTS_A_SHARE)
    head = contents._replace(data=b"")
    shares = []
    for stones, tier in reversed([*enumerate(contents.tiers)]):
        blocks, step = range(tier.blocks), max(1, wanted // slots_per_block(stones))
        shares += [
            BlocksToCheck(
                os.path.abspath(path), head, stones, blocks[first : first + step]
            )
            for first in blocks[::step]
        ]
    return shares


OPENED: dict[tuple[str | int, ...], Check] = {}  # by the file's path and state
_OPENING = Lock()


def check_share(share: BlocksToCheck) -> Findings:
    """Check a share; raises a kind of `TableError` if its file is unreadable, or another by now."""
    from ttt_table.workers import check_going_on

    status = os.stat(share.path)
    file = share.path, status.st_ino, status.st_mtime_ns, status.st_size
    with (
        _OPENING
    ):  # else all threads that begin together would open the file, each for itself
        if file not in OPENED:
            OPENED.clear()
            contents = read_table(share.path)
            OPENED[file] = choose_check(contents.game, contents.slots)(contents)
        check = OPENED[file]
    # A worker may open the file long after the audit has begun, and parts of two make no report.
    if check.contents._replace(data=b"") != share.head:
        raise BadTableError("the file was replaced during the audit")
    return check_blocks(check, share.stones, share.blocks, lambda _: check_going_on())
