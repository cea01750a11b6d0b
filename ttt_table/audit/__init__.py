"""Is a table right, and do its counts agree with the published ones? Decided without any solver.

Finished games are scored by the rules; every other slot must be the best of its successors' slots,
in value and in plies; and a slot is unreachable just where the rules say so. By induction on the
number of empty cells, only the exact table passes.
"""

from __future__ import annotations

import os
import sys

from ttt_table.audit.counts import Tally, counts_of
from ttt_table.audit.plain import check
from ttt_table.audit.published import COUNTED, published
from ttt_table.audit.report import Count, Findings, Report
from ttt_table.errors import InconsistentTableError, MissingExtraError
from ttt_table.rules.game import symmetries
from ttt_table.table.files import read_table
from ttt_table.table.slots import canonical, slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ttt_table.rules.game import Game
    from ttt_table.table.codec import Contents
    from ttt_table.table.files import Path

PLAIN_CELLS = 10
"""Plain Python checks boards of so many cells before numpy could be imported."""
MAX_PLAIN_CELLS = 12
"""A larger board takes plain Python too long."""
SHOWN_FROM = 1_000_000
"""An audit of fewer slots is over before a person could read its progress."""
SHOWN_AFTER = 0.3
"""Seconds before the progress is shown."""


def audit(path: Path, *, quiet: bool = True) -> Report:
    """Check a table file, every slot of it, and count what is in it.

    Unless ``quiet``, an audit that is long shows its progress on standard error, where a person
    watches. Raises a kind of `TableError` for a file that cannot be read, or whose blocks are not
    just those of its game, and `MissingExtraError` for a board that takes numpy where there is
    none; wrong slots and counts stand in the report.
    """
    contents = read_table(path, whole=True)
    try:
        findings = _check_shown(contents, quiet)
    except InconsistentTableError as error:
        raise InconsistentTableError(f"{os.fspath(path)}: {error}") from None
    counts = compare(contents, findings.tallies)
    return Report(contents.game, findings.slots, findings.wrong_slots, findings.wrong, counts)


def _check_shown(contents: Contents, quiet: bool) -> Findings:
    """Check with a progress bar, if that takes long enough for a person to see it."""
    chosen = chosen_check(contents.game)
    slots = sum(tier.blocks * slots_per_block(stones) for stones, tier in enumerate(contents.tiers))
    if quiet or slots < SHOWN_FROM or not sys.stderr.isatty():
        return chosen(contents)
    from tqdm import tqdm

    with tqdm(
        total=slots,
        unit=" slots",
        unit_scale=True,
        desc=f"audit {contents.game}",
        delay=SHOWN_AFTER,
    ) as bar:
        return chosen(contents, lambda seen: bar.update(seen - bar.n))


def chosen_check(game: Game) -> Callable[..., Findings]:
    """The check that suits the size of the board: all find the same.

    Raises `MissingExtraError` where it has to be the one in numpy, and numpy is not there.
    """
    if game.cells <= PLAIN_CELLS:
        return check
    try:
        from ttt_table.audit.arrays import check_tiers
    except ImportError:
        if game.cells <= MAX_PLAIN_CELLS:
            return check
        raise MissingExtraError(
            f"the audit of {game} takes numpy: install 'ttt-table[boards]'"
        ) from None
    return check_tiers


def compare(contents: Contents, tallies: Sequence[Tally]) -> list[Count]:
    """The counts beside the published ones."""
    known = published(contents.game)
    found = counts_of(contents.game, tallies, _first_moves(contents))
    claimed = Count("positions, as the head says", contents.positions, found["positions"], COUNTED)
    rows = [Count(name, value, *known.get(name, (None, None))) for name, value in found.items()]
    return [claimed, *rows]


def _first_moves(contents: Contents) -> list[int]:
    """The value of each first move for the first player, by cell."""
    game, tier = contents.game, contents.tiers[1]
    masks = [contents.mask(tier, block) for block in range(tier.blocks)]
    values = []
    for cell in range(game.cells):
        mask, _ = canonical(1 << cell, symmetries(game))
        reply = contents.score(tier, masks.index(mask))
        values.append(0 if reply is None else (reply < 0) - (reply > 0))
    return values
