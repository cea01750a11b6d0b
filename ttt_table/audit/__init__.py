"""Is a table right, and do its counts agree with the published ones? Decided without any solver.

Finished games are scored by the rules; every other slot must be the best of its successors' slots,
in value and in plies; and a slot is unreachable just where the rules say so. By induction on the
number of empty cells, only the exact table passes. With gravity what is reachable needs an
induction of its own, the other way: a slot is reachable just where taking off a stone that can have
come last leads to a slot that is stored as reachable, and unfinished.
"""

from __future__ import annotations

import os

from ttt_table.audit.counts import counts_of
from ttt_table.audit.published import COUNTED, published
from ttt_table.audit.report import Count, Findings, Report
from ttt_table.errors import InconsistentTableError, MissingExtraError
from ttt_table.progress import shown
from ttt_table.rules.game import playable, symmetries
from ttt_table.table.files import read_table
from ttt_table.table.slots import canonical, slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from ttt_table.audit.counts import TierCounts
    from ttt_table.progress import Advance
    from ttt_table.rules.game import Game
    from ttt_table.table.codec import Contents
    from ttt_table.table.files import Path

    class Check(Protocol):
        """A way to check blocks; it reads the finished file alone, so any share can come first."""

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
PLAIN_SLOTS_A_SECOND = 150_000
ARRAY_SLOTS_A_SECOND = 15_000_000


def audit(path: Path, *, quiet: bool = True) -> Report:
    """Check a table file, every slot of it, and count what is in it.

    Unless ``quiet``, an audit that is long shows its progress on standard error, where a person
    watches. Raises a kind of `TableError` for a file that cannot be read, or whose blocks are not
    just those of its game, and `MissingExtraError` for a board that takes numpy where there is
    none; wrong slots and counts stand in the report.
    """
    contents = read_table(path, whole=True)
    check = chosen_check(contents.game)
    try:
        findings = _check_shown(contents, check, quiet)
    except InconsistentTableError as error:
        raise InconsistentTableError(f"{os.fspath(path)}: {error}") from None
    counts = compare(contents, findings.counts)
    return Report(contents.game, findings.slots, findings.wrong_slots, findings.wrong, counts)


def chosen_check(game: Game) -> type[Check]:
    """The check that suits the size of the board: all find the same.

    Raises `MissingExtraError` where it has to be the one in numpy, and numpy is not there.
    """
    from ttt_table.audit.plain import PlainCheck

    if game.cells <= PLAIN_CELLS:
        return PlainCheck
    try:
        from ttt_table.audit.arrays import ArrayCheck
    except ImportError as error:
        if game.cells <= MAX_PLAIN_CELLS:
            return PlainCheck
        raise MissingExtraError.of_numpy(f"the audit of {game}", error) from None
    return ArrayCheck


def _check_shown(contents: Contents, check: type[Check], quiet: bool) -> Findings:
    slots = sum(tier.blocks * slots_per_block(stones) for stones, tier in enumerate(contents.tiers))
    plain = contents.game.cells <= PLAIN_CELLS
    seconds = slots / (PLAIN_SLOTS_A_SECOND if plain else ARRAY_SLOTS_A_SECOND)
    with shown(f"audit {contents.game}", slots, seconds, quiet=quiet) as advance:
        return check_table(contents, check, advance)


def check_table(contents: Contents, kind: type[Check], advance: Advance) -> Findings:
    """Check every block, from the last tier to the first; ``advance`` is told the slots done.

    This loop is all that the two kinds of check share: what they say of a block is worked out twice
    on purpose, in plain Python and in numpy, so that a slip in one is found by the other.
    """
    check = kind(contents)
    findings = Findings(contents.game)
    for stones in reversed(range(contents.game.cells + 1)):
        blocks = range(contents.tiers[stones].blocks)
        step = check.blocks_at_once(stones)
        for first in range(0, len(blocks), step):
            part = check.check(stones, blocks[first : first + step])
            findings.merge(part)
            advance(part.slots)
    return findings


def compare(contents: Contents, tiers: Sequence[TierCounts]) -> list[Count]:
    """The counts beside the published ones."""
    known = published(contents.game)
    found = counts_of(contents.game, tiers, _first_moves(contents))
    claimed = Count("positions, as the head says", contents.positions, found["positions"], COUNTED)
    rows = [Count(name, value, *known.get(name, (None, None))) for name, value in found.items()]
    return [claimed, *rows]


def _first_moves(contents: Contents) -> dict[int, int]:
    """The value of each first move for the first player, by cell."""
    game, tier = contents.game, contents.tiers[1]
    masks = [contents.mask(tier, block) for block in range(tier.blocks)]
    values = {}
    for cell in playable(game, 0):
        mask, _ = canonical(1 << cell, symmetries(game))
        reply = contents.score(tier, masks.index(mask))
        values[cell] = 0 if reply is None else (reply < 0) - (reply > 0)
    return values
