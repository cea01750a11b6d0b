"""The audit's check in plain Python, for boards that need no numpy."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ttt_table.audit.counts import TierCounts
from ttt_table.audit.report import Findings, Score, WrongSlot
from ttt_table.errors import BadTableError
from ttt_table.rules.game import (
    Position,
    finished_score,
    lines_allow,
    lines_of_mover_and_opponent,
    playable,
    removable,
    symmetries,
)
from ttt_table.rules.outcome import score_before
from ttt_table.runtime import canonical_by, lines_in, slot_in_block, slots_per_block
from ttt_table.table import slots
from ttt_table.table.contents import Contents

TierScores = Sequence[Score]


class Neighbour(NamedTuple):
    """The block that a move leads to, or that one comes from."""

    stone: int
    """The cell of the stone that is played or taken off, as a bit."""
    scores: TierScores
    """The scores in that block's slots."""
    order: Sequence[int]
    """The bits of the cells here, in the order of the block there."""

    def score(self, x: int) -> Score:
        """Return the stored score of the position with X on these cells."""
        return self.scores[slot_in_block(x, self.order)]


class Block(NamedTuple):
    """A block to check, with all that its slots share."""

    mask: int
    """The occupied cells."""
    lines: tuple[list[int], list[int]]
    """The lines inside the mask that count for the mover, and for the opponent."""
    successors: list[Neighbour]
    """The blocks that the mover's moves lead to."""
    predecessors: list[Neighbour]
    """With gravity the blocks that the opponent's last move may have come from."""


class PlainCheck:
    """Checks blocks one slot after the other."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.game = contents.game
        self.symmetries = symmetries(self.game)
        # `canonical_by` carries masks by the inverses of the symmetries that it is
        # given. Given the inverses, it uses the first of the game's symmetries that
        # lead to a canonical mask. So does the check in numpy, and both find the same
        # wrong slots.
        cells = range(self.game.cells)
        inverses = [tuple(map(symmetry.index, cells)) for symmetry in self.symmetries]
        self.canonical = canonical_by(inverses)
        self.masks = slots.canonical_masks(self.game)
        self.line_score = finished_score(self.game, line=True)
        self.full_board_score = finished_score(self.game, line=False)
        # All tiers are kept, as such boards are small.
        self._tiers: dict[int, dict[int, TierScores]] = {}

    def blocks_at_once(self, stones: int) -> int:
        """Return the number of blocks checked at once: a whole tier, as it is small."""
        return self.contents.tiers[stones].blocks

    def check(self, stones: int, blocks: range) -> Findings:
        """Compare each slot of some blocks with its expected score, and count them."""
        findings = Findings(self.game)
        tier = self._tier(stones)
        for mask in self.masks[stones][blocks.start : blocks.stop]:
            x_sets = list(slots.subsets(mask, slots.x_count(stones)))
            stored = tier[mask]
            expected_scores = self.expected(mask)
            wrong = [
                WrongSlot(Position(x, mask ^ x), score, expected)
                for x, score, expected in zip(
                    x_sets, stored, expected_scores, strict=True
                )
                if score != expected
            ]
            findings.add_slots(len(stored), len(wrong), wrong)
            self.count(findings.counts[stones], mask, zip(x_sets, stored, strict=True))
        return findings

    def _tier(self, stones: int) -> dict[int, TierScores]:
        """Return the scores in each block of a tier, by its mask."""
        if stones not in self._tiers:
            tier = self.contents.tiers[stones]
            masks = self.masks[stones]
            if list(self.contents.masks(tier)) != masks:
                raise BadTableError(
                    f"the blocks of tier {stones} are not the canonical masks"
                )
            size = slots_per_block(stones)
            self._tiers[stones] = {
                mask: self._scores(stones, range(block * size, (block + 1) * size))
                for block, mask in enumerate(masks)
            }
        return self._tiers[stones]

    def _scores(self, stones: int, slots: range) -> TierScores:
        tier = self.contents.tiers[stones]
        return [self.contents.score(tier, slot) for slot in slots]

    def expected(self, mask: int) -> list[Score]:
        """Return the scores that a block's slots should have."""
        block = self._block(mask)
        x_sets = slots.subsets(mask, slots.x_count(mask.bit_count()))
        return [self._expected_score(block, x) for x in x_sets]

    def _block(self, mask: int) -> Block:
        counting = lines_of_mover_and_opponent(self.game, mask.bit_count())
        lines_of_mover, lines_of_opponent = counting
        successors = [
            self._neighbour(mask | 1 << cell, 1 << cell)
            for cell in playable(self.game, mask)
        ]
        predecessors = []
        if self.game.gravity:
            predecessors = [
                self._neighbour(mask ^ 1 << cell, 1 << cell)
                for cell in removable(self.game, mask)
            ]
        lines = (lines_in(mask, lines_of_mover), lines_in(mask, lines_of_opponent))
        return Block(mask, lines, successors, predecessors)

    def _expected_score(self, block: Block, x: int) -> Score:
        """Return the score that a slot of a block should have, X having these cells."""
        o = block.mask ^ x
        x_to_move = block.mask.bit_count() % 2 == 0
        mover = x if x_to_move else o
        opponent = o if x_to_move else x
        if not self._is_reachable(block, x, mover, opponent):
            return None
        _, lines_of_opponent = block.lines
        if lines_in(opponent, lines_of_opponent):
            return self.line_score
        if not block.successors:
            return self.full_board_score
        if x_to_move:
            replies = [move.score(x | move.stone) for move in block.successors]
        else:
            replies = [move.score(x) for move in block.successors]
        # A reply missing from the table is an error of its own slot.
        stored_replies = [reply for reply in replies if reply is not None]
        return score_before(min(stored_replies, default=0))

    def _neighbour(self, mask: int, stone: int) -> Neighbour:
        """Return the block of a mask that differs by one stone."""
        smallest, order = self.canonical(mask)
        return Neighbour(stone, self._tier(mask.bit_count())[smallest], order)

    def _is_reachable(self, block: Block, x: int, mover: int, opponent: int) -> bool:
        """Return whether play can reach a position.

        Args:
            block: Its block.
            x: The cells of X.
            mover: The cells of the mover.
            opponent: The cells of the opponent, who has moved last.
        """
        if not self.game.gravity:
            return lines_allow(mover, opponent, block.lines)
        if not block.mask:
            return True
        # With gravity some move must come from a reachable, unfinished position.
        lines_of_mover, lines_of_opponent = block.lines
        if lines_in(mover, lines_of_mover):
            return False
        for predecessor in block.predecessors:
            stone = predecessor.stone
            if not opponent & stone or lines_in(opponent ^ stone, lines_of_opponent):
                continue
            if predecessor.score(x & ~stone) is not None:
                return True
        return False

    def count(
        self, counts: TierCounts, mask: int, stored: Iterable[tuple[int, Score]]
    ) -> None:
        """Count the positions of a block, for all masks of its class.

        Args:
            counts: The counts of the tier, to which these are added.
            mask: The block's mask.
            stored: The cells of X and the score of each position.
        """
        stones = mask.bit_count()
        _, lines_of_opponent = lines_of_mover_and_opponent(self.game, stones)
        keeping_mask = [
            symmetry
            for symmetry in self.symmetries
            if slots.carry(mask, symmetry) == mask
        ]
        class_size = len(self.symmetries) // len(keeping_mask)
        for x, score in stored:
            counts.occurring.add(score)
            if score is None:
                continue
            counts.positions[score] += class_size
            # Of positions that symmetries keeping the mask carry to each other, only
            # the smallest counts. The first symmetry moves nothing.
            if all(x <= slots.carry(x, symmetry) for symmetry in keeping_mask[1:]):
                counts.classes[score] += 1
            if score == self.line_score:
                opponent = x if stones % 2 else mask ^ x
                shared = _shared_cells(lines_in(opponent, lines_of_opponent))
                counts.last_stones += class_size * shared.bit_count()


def _shared_cells(lines: Sequence[int]) -> int:
    """Return the cells that all of these lines share; none without lines."""
    if not lines:
        return 0
    shared = lines[0]
    for line in lines[1:]:
        shared &= line
    return shared
