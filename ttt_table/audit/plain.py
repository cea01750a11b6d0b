"""The audit's check in plain Python, for boards that need no numpy."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import and_

from ttt_table.audit.counts import TierCounts
from ttt_table.audit.report import Findings, Score
from ttt_table.errors import BadTableError
from ttt_table.rules.game import (
    Position,
    finished_score,
    lines_allow,
    lines_by_side,
    lines_in,
    playable,
    removable,
    symmetries,
)
from ttt_table.rules.outcome import score_before
from ttt_table.table import slots
from ttt_table.table.codec import Contents

Scores = Sequence[Score]


class PlainCheck:
    """Checks blocks one slot after the other."""

    def __init__(self, contents: Contents) -> None:
        self.contents, self.game = contents, contents.game
        self.symmetries = symmetries(self.game)
        # Of several that lead to a canonical mask the first, as in numpy: a wrong table shows it.
        reverses = [
            [*map(one.index, range(self.game.cells))] for one in self.symmetries
        ]
        self.canonical = slots.canonical_by(reverses)
        self.masks = slots.canonical_masks(self.game)
        self.by_line = finished_score(self.game, line=True)
        self.by_full = finished_score(self.game, line=False)
        self._tiers: dict[
            int, dict[int, Scores]
        ] = {}  # all are kept: such boards are small

    def blocks_at_once(self, stones: int) -> int:
        """A whole tier: it is small."""
        return self.contents.tiers[stones].blocks

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with what is due, and count what it holds."""
        findings = Findings(self.game)
        tier = self._tier(stones)
        for mask in self.masks[stones][blocks.start : blocks.stop]:
            stored = [
                *zip(
                    slots.subsets(mask, slots.x_count(stones)), tier[mask], strict=True
                )
            ]
            wrong = [
                (Position(x, mask ^ x), score, due)
                for (x, score), due in zip(stored, self.due(mask), strict=True)
                if score != due
            ]
            findings.note(len(stored), len(wrong), wrong)
            self.count(findings.counts[stones], mask, stored)
        return findings

    def _tier(self, stones: int) -> dict[int, Scores]:
        if stones not in self._tiers:
            tier, masks = self.contents.tiers[stones], self.masks[stones]
            if [*self.contents.masks(tier)] != masks:
                raise BadTableError(
                    f"the blocks of tier {stones} are not the canonical masks"
                )
            size = slots.slots_per_block(stones)
            self._tiers[stones] = {
                mask: [
                    self.contents.score(tier, block * size + slot)
                    for slot in range(size)
                ]
                for block, mask in enumerate(masks)
            }
        return self._tiers[stones]

    def due(self, mask: int) -> list[Score]:
        """What should stand in a block's slots."""
        stones = mask.bit_count()
        x_moves = stones % 2 == 0
        moves = []
        for cell in playable(self.game, mask):
            block, order = self.canonical(mask | 1 << cell)
            scores = self._tier(stones + 1)[block]
            moves.append((1 << cell if x_moves else 0, scores, order))
        is_reachable = self._reachability(mask)
        _, ends = lines_by_side(self.game, stones)

        def due_of(x: int) -> Score:
            mover, last = (x, mask ^ x) if x_moves else (mask ^ x, x)
            if not is_reachable(x, mover, last):
                return None
            if lines_in(last, ends):
                return self.by_line
            replies = [
                line[slots.slot_in_block(x | one, order)] for one, line, order in moves
            ]
            if not moves:
                return self.by_full
            # A reply missing from the table is an error of its own slot.
            return score_before(
                min((reply for reply in replies if reply is not None), default=0)
            )

        return [due_of(x) for x in slots.subsets(mask, slots.x_count(stones))]

    def _reachability(self, mask: int) -> Callable[[int, int, int], bool]:
        """Whether play can reach a colouring, by the cells of X, mover and last."""
        stones = mask.bit_count()
        of_mover, of_last = lines_by_side(self.game, stones)
        if not self.game.gravity:
            inside = lines_in(mask, of_mover), lines_in(mask, of_last)
            return lambda _, mover, last: lines_allow(mover, last, inside)
        if not mask:
            return lambda *_: True
        before = []
        for cell in removable(self.game, mask):
            block, order = self.canonical(mask ^ 1 << cell)
            before.append((1 << cell, self._tier(stones - 1)[block], order))

        def has_unfinished_predecessor(x: int, mover: int, last: int) -> bool:
            return not lines_in(mover, of_mover) and any(
                last & stone
                and not lines_in(last ^ stone, of_last)
                and scores[slots.slot_in_block(x & ~stone, order)] is not None
                for stone, scores, order in before
            )

        return has_unfinished_predecessor

    def count(
        self, counts: TierCounts, mask: int, stored: Iterable[tuple[int, Score]]
    ) -> None:
        """Add the positions of a block, by their X, for all the masks of its class."""
        _, ends = lines_by_side(self.game, mask.bit_count())
        keeping = [
            symmetry
            for symmetry in self.symmetries
            if slots.carry(mask, symmetry) == mask
        ]
        masks_alike = len(self.symmetries) // len(keeping)
        for x, score in stored:
            counts.occurring.add(score)
            if score is None:
                continue
            counts.positions[score] += masks_alike
            # Of positions that the mask's own symmetries make of one another, the smallest counts.
            counts.classes[score] += all(
                x <= slots.carry(x, symmetry) for symmetry in keeping[1:]
            )
            if score == self.by_line:
                last_players = x if mask.bit_count() % 2 else mask ^ x
                shared = reduce(and_, lines_in(last_players, ends) or [0])
                counts.last_stones += masks_alike * shared.bit_count()
