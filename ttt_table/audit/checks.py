"""The check of a table: the loop over its blocks, and chunks of them for workers."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from ttt_table.audit.plain import PlainCheck
from ttt_table.audit.report import Findings
from ttt_table.errors import BadTableError, MissingExtraError
from ttt_table.progress import Advance
from ttt_table.rules.game import Game
from ttt_table.runtime import slots_per_block
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table
from ttt_table.table.slots import needs_numpy

if TYPE_CHECKING:
    from ttt_table.audit.arrays import ArrayCheck

    Check = PlainCheck | ArrayCheck

PLAIN_CELLS = 10
"""Up to as many cells plain Python is done before numpy has been imported."""
COMPILED_FROM = 1 << 24
"""Slots from which on compiled code saves more than the time to import numba."""
MIN_SLOTS_PER_CHECK = 1 << 18
MAX_SLOTS_PER_CHECK = 1 << 22
CHECKS_PER_WORKER = 16


def choose_check(game: Game, slots: int = 0) -> type[Check]:
    """Return the check that suits the sizes of a board and its table.

    Raises:
        MissingExtraError: The board is too large to be checked without numpy.
    """
    if game.cells <= PLAIN_CELLS:
        return PlainCheck
    try:
        from ttt_table.audit.arrays import ArrayCheck
    except ImportError as error:
        if not needs_numpy(game):
            return PlainCheck
        raise MissingExtraError.of(f"the audit of {game}", "numpy", error) from None
    if slots < COMPILED_FROM:
        return ArrayCheck
    try:
        from ttt_table.audit.compiled import CompiledCheck
    except Exception:  # numba fails in many ways if it does not suit numpy's version
        return ArrayCheck
    return CompiledCheck


def check_table(contents: Contents, kind: type[Check], advance: Advance) -> Findings:
    """Check every block, from the last tier down.

    In this order a wrong slot is named before those that are wrong because of it.

    Args:
        contents: The table.
        kind: How to check it.
        advance: Called with the number of slots checked since the last call.
    """
    check = kind(contents)
    findings = Findings(contents.game)
    for stones in reversed(range(contents.game.cells + 1)):
        blocks = range(contents.tiers[stones].blocks)
        findings.merge(check_blocks(check, stones, blocks, advance))
    return findings


def check_blocks(
    check: Check, stones: int, blocks: range, advance: Advance
) -> Findings:
    """Check some blocks of a tier.

    Args:
        check: How to check them.
        stones: How many stones the tier has.
        blocks: The numbers of the blocks.
        advance: Called with the number of slots checked since the last call.
    """
    findings = Findings(check.contents.game)
    step = check.blocks_at_once(stones)
    for first in range(0, len(blocks), step):
        part = check.check(stones, blocks[first : first + step])
        findings.merge(part)
        advance(part.slots)
    return findings


class BlocksToCheck(NamedTuple):
    """A chunk for one worker, which opens the file by its path."""

    path: str
    """The table file, as an absolute path."""
    header: bytes
    """The bytes of its header, which have the checksum of the rest."""
    stones: int
    """The tier of the blocks."""
    blocks: range
    """The numbers of the blocks."""

    @property
    def slots(self) -> int:
        """The number of slots of the blocks."""
        return len(self.blocks) * slots_per_block(self.stones)


def chunks_of(contents: Contents, path: str, workers: int) -> list[BlocksToCheck]:
    """Divide a table among workers, from the last tier to the first."""
    slots = contents.slots // (workers * CHECKS_PER_WORKER)
    slots = min(max(slots, MIN_SLOTS_PER_CHECK), MAX_SLOTS_PER_CHECK)
    header = contents.header
    absolute_path = os.path.abspath(path)
    chunks = []
    for stones in reversed(range(len(contents.tiers))):
        blocks = range(contents.tiers[stones].blocks)
        step = max(1, slots // slots_per_block(stones))
        for first in blocks[::step]:
            part = blocks[first : first + step]
            chunks.append(BlocksToCheck(absolute_path, header, stones, part))
    return chunks


class FileState(NamedTuple):
    """A file and its state: if it is unchanged, a worker's open file is this one."""

    path: str
    """The file's path."""
    inode: int
    """Its number on the disk; a file that replaces it has another."""
    modified_at: int
    """When it was last written to, in nanoseconds; whoever writes can set it back."""
    changed_at: int
    """When it was last written to, renamed or linked, in nanoseconds."""
    size: int
    """Its bytes."""


_OPEN_FILES: dict[FileState, Check] = {}
"""The file that this process has open for its chunks, if any."""
_OPENING = Lock()


def close_files() -> None:
    """Close the file of this process's chunks: its workers may have been threads."""
    _OPEN_FILES.clear()


def check_chunk(chunk: BlocksToCheck) -> Findings:
    """Check a chunk.

    Raises:
        TableError: A kind of it: its file cannot be read, or was replaced.
    """
    from ttt_table.workers import check_not_stopped

    check = _check_of_file(chunk.path)
    # A worker may open the file long after the audit began, and a report about parts of
    # two files would be wrong.
    if check.contents.header != chunk.header:
        raise BadTableError("the file was replaced during the audit")

    def advance(_: int) -> None:
        check_not_stopped()

    return check_blocks(check, chunk.stones, chunk.blocks, advance)


def _check_of_file(path: str) -> Check:
    """Return the check of a file, which is opened unless it is open already."""
    status = os.stat(path)
    state = FileState(
        path, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size
    )
    with _OPENING:  # or else threads that begin together would each open the file
        if state not in _OPEN_FILES:
            _OPEN_FILES.clear()
            contents = read_table(path)
            kind = choose_check(contents.game, contents.slots)
            _OPEN_FILES[state] = kind(contents)
        return _OPEN_FILES[state]
