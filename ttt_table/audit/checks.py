"""The ways to check a table, and the one loop over its blocks that they share."""

from __future__ import annotations

from typing import Protocol

from ttt_table.audit.report import Findings
from ttt_table.errors import MissingExtraError
from ttt_table.progress import Advance
from ttt_table.rules.game import Game
from ttt_table.table.codec import Contents


class Check(Protocol):
    """A way to check blocks; it reads the finished file alone, so any share can come first.

    Threads may share one.
    """

    game: Game
    contents: Contents

    def __init__(self, contents: Contents) -> None: ...

    def blocks_at_once(self, stones: int) -> int:
        """How many blocks of a tier are best checked together."""

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with what it should be, and count what is there.

        Raises `InconsistentTableError` where the blocks are not those of the game, or a slot's
        number is not in its palette.
        """


PLAIN_CELLS = 10
"""Plain Python checks boards of so many cells before numpy could be imported."""
MAX_PLAIN_CELLS = 12
"""A larger board takes plain Python too long."""


def chosen_check(game: Game) -> type[Check]:
    """The check that suits the size of the board: all find the same.

    Raises `MissingExtraError` where it has to be the one in numpy, and numpy is not there.
    """
    from ttt_table.audit.plain import PlainCheck

    if game.cells <= PLAIN_CELLS:
        return PlainCheck
    # Where numpy is missing, a board in between is checked slowly rather than not at all.
    try:
        from ttt_table.audit.arrays import ArrayCheck
    except ImportError as error:
        if game.cells <= MAX_PLAIN_CELLS:
            return PlainCheck
        raise MissingExtraError.of(f"the audit of {game}", "numpy", error) from None
    return ArrayCheck


def check_table(contents: Contents, kind: type[Check], advance: Advance) -> Findings:
    """Check every block, from the last tier to the first; ``advance`` is told the slots done."""
    check = kind(contents)
    findings = Findings(contents.game)
    # Any order finds the same slots wrong; in this one those that mislead others are named first.
    for stones in reversed(range(contents.game.cells + 1)):
        findings.merge(check_blocks(check, stones, range(contents.tiers[stones].blocks), advance))
    return findings


def check_blocks(
    check: Check, stones: int, blocks: range, advance: Advance | None = None
) -> Findings:
    """Check some blocks of a tier, as many at once as is best; ``advance`` is told the slots done.

    This loop is all that the two kinds of check share: what they say of a block is worked out twice
    on purpose, in plain Python and in numpy, so that a slip in one is found by the other.
    """
    findings = Findings(check.game)
    step = check.blocks_at_once(stones)
    for first in range(0, len(blocks), step):
        part = check.check(stones, blocks[first : first + step])
        findings.merge(part)
        if advance:
            advance(part.slots)
    return findings
