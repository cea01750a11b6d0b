"""Is a table right, and do its counts agree with the published ones? Decided without any solver.

Finished games are scored by the rules; every other slot must be the best of its successors' slots,
in value and in plies; and a slot is unreachable just where the rules say so. By induction on the
number of empty cells, only the exact table passes.
"""

from __future__ import annotations

import os
import sys
from collections import namedtuple
from functools import reduce
from operator import and_

from ttt_table.counts import Tally, counts_of
from ttt_table.errors import InconsistentTableError, MissingExtraError
from ttt_table.files import read_table
from ttt_table.findings import Findings
from ttt_table.game import finished_score, lines, lines_in, symmetries
from ttt_table.outcome import score_before
from ttt_table.position import Position, is_reachable
from ttt_table.published import COUNTED, published
from ttt_table.slots import (
    canonical,
    canonical_masks,
    images,
    slot_in_block,
    slots_per_block,
    subsets,
    x_count,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ttt_table.codec import Contents
    from ttt_table.files import Path
    from ttt_table.findings import Wrong
    from ttt_table.game import Game

PLAIN_CELLS = 10
"""Plain Python checks boards of so many cells before numpy could be imported."""
MAX_PLAIN_CELLS = 12
"""A larger board takes plain Python too long."""
SHOWN_FROM = 1_000_000
"""An audit of fewer slots is over before a person could read its progress."""
SHOWN_AFTER = 0.3
"""Seconds before the progress is shown."""


class Count(namedtuple("Count", ["name", "found", "expected", "source"])):
    """A number of the table, or a row by ply or cell, beside what others have found."""

    __slots__ = ()

    name: str
    found: int | str | tuple[int, ...]
    expected: int | str | tuple[int, ...] | None
    """None where nobody has said."""
    source: str | None

    @property
    def agrees(self) -> bool:
        """False where the two differ."""
        return self.expected is None or self.found == self.expected


class Report(namedtuple("Report", ["game", "slots", "wrong_slots", "wrong", "counts"])):
    """What an audit has found."""

    __slots__ = ()

    game: Game
    slots: int
    """How many slots there are."""
    wrong_slots: int
    """How many of them are wrong."""
    wrong: Sequence[Wrong]
    """The first of these, by tier, block and slot."""
    counts: Sequence[Count]

    def count_of(self, name: str) -> Count:
        """The count of this name."""
        return next(count for count in self.counts if count.name == name)

    @property
    def passed(self) -> bool:
        """True where no slot is wrong and no count differs."""
        return self.wrong_slots == 0 and all(count.agrees for count in self.counts)


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
        from ttt_table.audit_tiers import check_tiers
    except ImportError:
        if game.cells <= MAX_PLAIN_CELLS:
            return check
        raise MissingExtraError(
            f"the audit of {game} takes numpy: install 'ttt-table[boards]'"
        ) from None
    return check_tiers


def check(contents: Contents, report: Callable[[int], object] | None = None) -> Findings:
    """Compare every slot with what it should be, and count what stands there.

    ``report`` is called now and then with the number of slots checked so far.
    Raises `InconsistentTableError` where the blocks are not those of the game, or a slot's number
    is not in its palette.
    """
    rules = Rules(contents.game)
    all_masks = canonical_masks(rules.symmetries)
    findings = Findings(contents.game, report)
    later: dict[int, list[int | None]] = {}
    for stones in reversed(range(contents.game.cells + 1)):
        blocks = stored_blocks(contents, stones, all_masks[stones])
        tally = Tally()
        for mask, stored in blocks.items():
            note(findings, mask, stored, rules.due(mask, later))
            rules.count(tally, mask, stored)
        findings.tallies.insert(0, tally)
        later = blocks
    return findings


def stored_blocks(
    contents: Contents, stones: int, masks: Sequence[int]
) -> dict[int, list[int | None]]:
    """The scores in each block of a tier, by canonical mask."""
    tier = contents.tiers[stones]
    if [contents.mask(tier, block) for block in range(tier.blocks)] != masks:
        raise InconsistentTableError(f"the blocks of tier {stones} are not the canonical masks")
    size = slots_per_block(stones)
    return {
        mask: [contents.score(tier, slot) for slot in range(block * size, (block + 1) * size)]
        for block, mask in enumerate(masks)
    }


class Rules:
    """What the rules alone say of the slots of a block."""

    def __init__(self, game: Game) -> None:
        self.cells = game.cells
        self.lines = lines(game)
        self.symmetries = symmetries(game)
        self.images = [images(one) for one in self.symmetries]
        self.by_line = finished_score(game, line=True)

    def due(self, mask: int, later: Mapping[int, Sequence[int | None]]) -> list[int | None]:
        """What should stand in a block's slots, given what stands in the blocks one stone later."""
        stones = mask.bit_count()
        x_moves = stones % 2 == 0
        lines_here = lines_in(mask, self.lines)
        moves = []
        for cell in range(self.cells):
            stone = 1 << cell
            if not mask & stone:
                block, order = canonical(mask | stone, self.symmetries)
                moves.append((stone if x_moves else 0, later[block], order))

        def due_of(x: int) -> int | None:
            mover, other = (x, mask ^ x) if x_moves else (mask ^ x, x)
            if not is_reachable(mover, other, lines_here):
                return None
            if lines_in(other, lines_here):
                return self.by_line
            replies = [block[slot_in_block(x | stone, order)] for stone, block, order in moves]
            # A full board is a draw. A reply missing from the table is an error of its own slot.
            return score_before(min((reply for reply in replies if reply is not None), default=0))

        return [due_of(x) for x in subsets(mask, x_count(stones))]

    def count(self, tally: Tally, mask: int, stored: Sequence[int | None]) -> None:
        """Add the positions of a block, which stands for all the masks of its class."""
        stones = mask.bit_count()
        keeping = [image for image in self.images if image[mask] == mask]
        masks_alike = len(self.images) // len(keeping)
        for x, score in zip(subsets(mask, x_count(stones)), stored, strict=True):
            if score is None:
                continue
            tally.positions[score] += masks_alike
            # Of positions that the mask's own symmetries make of one another, the smallest counts.
            tally.classes[score] += all(x <= image[x] for image in keeping[1:])
            if score == self.by_line:
                last_players = x if stones % 2 else mask ^ x
                tally.last_stones += masks_alike * shared_stones(last_players, self.lines)


def shared_stones(stones: int, lines: Sequence[int]) -> int:
    """How many of the stones are in every line they make: each could have been the last one."""
    made = lines_in(stones, lines)
    return reduce(and_, made).bit_count() if made else 0


def note(
    findings: Findings, mask: int, stored: Sequence[int | None], due: Sequence[int | None]
) -> None:
    """Count the slots of a block, and name the first of those that are wrong."""
    wrong = [slot for slot, score in enumerate(due) if stored[slot] != score]
    findings.saw(len(due), len(wrong))
    if wrong and findings.to_name:
        colourings = list(subsets(mask, x_count(mask.bit_count())))
        for slot in wrong[: findings.to_name]:
            x = colourings[slot]
            findings.name(Position(x, mask ^ x), stored[slot], due[slot])


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
