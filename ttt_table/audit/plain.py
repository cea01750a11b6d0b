"""The audit's check in plain Python, for boards that need no numpy."""

from __future__ import annotations

from functools import reduce
from operator import and_

from ttt_table.audit.counts import Tally
from ttt_table.audit.report import Findings
from ttt_table.errors import InconsistentTableError
from ttt_table.rules.game import (
    Position,
    finished_score,
    is_reachable,
    lines,
    lines_in,
    symmetries,
)
from ttt_table.rules.outcome import score_before
from ttt_table.table.slots import (
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

    from ttt_table.rules.game import Game
    from ttt_table.table.codec import Contents


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
