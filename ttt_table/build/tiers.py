"""The same scores as `search`, tier by tier, in numpy.

With gravity, what play can reach is marked first, from the empty board up.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ttt_table.build.blocks import (
    BATCH,
    Blocks,
    Known,
    Layout,
    Lines,
    batches,
    ranked_patterns,
)
from ttt_table.rules.game import Game
from ttt_table.table.bits import UNREACHABLE, Scores
from ttt_table.table.numbering import Masks, Rules, rules_of
from ttt_table.table.packing import Palette
from ttt_table.table.sets import Array, Flags, cells_by_block
from ttt_table.table.slots import slots_per_block

COMPILED_BATCH = 1 << 20
"""How many replies compiled code looks up in a batch."""


class Solved(NamedTuple):
    """The scores of some blocks, and what occurs among them."""

    scores: Scores
    """By block and slot."""
    positions: Array
    """By block, how many positions play can reach."""
    occurring: Array | Flags
    """By score as a byte, whether or how often it occurs."""


Kernel = Callable[["BlocksToSolve", slice, Flags | None], Solved]
"""Does what `BlocksToSolve.solve` does."""


class BlocksToSolve(Blocks):
    """Blocks to solve, and the blocks of the next tier that moves lead to."""

    def __init__(self, rules: Rules, stones: int, masks: Masks, later: Known) -> None:
        super().__init__(rules, stones, masks, later)
        played = self.free
        if rules.game.gravity:
            played = cells_by_block(rules.playable(self.masks))
        smallest, symmetry = self._find_neighbours(self.masks | 1 << played)
        if self.stones % 2 == 0:
            self.stone = self._places(smallest, symmetry, played)

    def solve(self, part: slice, reached: Flags | None) -> Solved:
        """Solve some slots of the blocks.

        Args:
            part: The slots.
            reached: Which of them play can reach, by block and slot; without it the
                lines tell.
        """
        low, high = self.patterns.parts(part.start, part.stop)
        scores = self._scores_by_replies(low, high)
        if self.words:
            finished, unreachable = self._ends(low, high, reached)
            np.copyto(scores, self.rules.by_line, where=finished)
            np.copyto(scores, UNREACHABLE, where=unreachable)
        elif reached is not None:
            np.copyto(scores, UNREACHABLE, where=~reached.T)
        scores = np.ascontiguousarray(scores.T)
        occurring = np.bincount(scores.view(np.uint8).ravel(), minlength=256)
        return Solved(scores, (scores != UNREACHABLE).sum(axis=1), occurring)

    def _scores_by_replies(self, low: Array, high: Array) -> Scores:
        """Return scores by the opponent's worst reply, or of a full board."""
        if not len(self.first_slots):
            return np.full((len(low), len(self.masks)), self.rules.by_full, np.int8)
        ranks = ranked_patterns(self.stones + 1).ranks(self._patterns_beside(low, high))
        places = ranks + self.first_slots[:, None]
        worst: Scores = np.take(self.beside.slots, places, mode="clip").min(axis=0)
        return np.sign(worst) - worst  # this is `score_before`

    def _ends(
        self, low: Array, high: Array, reached: Flags | None
    ) -> tuple[Flags, Flags]:
        """Return where a line ends the game, and where play never comes."""
        finished = np.zeros((len(low), len(self.masks)), bool)
        has_several = finished.copy()
        last_filled = self._filled_lines(low, high, mover=False)
        for filled in last_filled:
            has_several |= (filled & filled - 1) != 0
            has_several |= finished & (filled != 0)
            finished |= filled != 0
        if reached is not None:
            return finished, ~reached.T

        unreachable = np.zeros((len(low), len(self.masks)), bool)
        for filled in self._filled_lines(low, high, mover=True):
            unreachable |= filled != 0
        has_several &= ~unreachable
        if has_several.any():
            several_filled = [filled[has_several] for filled in last_filled]
            unreachable[has_several] = ~self._shares_cell(several_filled)
        return finished, unreachable

    def _shares_cell(self, filled: Sequence[Lines]) -> Flags:
        """Return where all filled lines go through one cell: one stone ended it."""
        shares = np.zeros(filled[0].shape, bool)
        for cell in range(self.rules.game.cells):
            elsewhere = np.zeros(filled[0].shape, bool)
            for filled_in_word, word in zip(filled, self.words, strict=True):
                elsewhere |= (filled_in_word & ~word[cell]) != 0
            shares |= ~elsewhere
        return shares


class BlocksToMark(Blocks):
    """Blocks where play may arrive, and the blocks before their last stones."""

    def __init__(self, rules: Rules, stones: int, masks: Masks, earlier: Known) -> None:
        super().__init__(rules, stones, masks, earlier)
        removed = cells_by_block(rules.removable(self.masks))
        self._find_neighbours(self.masks ^ 1 << removed)
        # The removed stone's bit goes above the pattern of those that are left.
        self.places[self.occupied[:, None] == removed] = 1 << self.stones - 1

    def reachable(self, part: slice) -> Flags:
        """Return where play can arrive in some slots of the blocks.

        It arrives where the mover has no line, and removing some stone of the player
        who moved last leaves a reachable slot.
        """
        low, high = self.patterns.parts(part.start, part.stop)
        patterns = self._patterns_beside(low, high)
        top = self.stones - 1
        by_last = patterns >> top == self.stones % 2
        patterns &= (1 << top) - 1
        places = ranked_patterns(top).ranks(patterns) + self.first_slots[:, None]
        arrived = np.take(self.beside.slots.view(bool), places, mode="clip")
        arrived &= by_last
        reachable: Flags = np.logical_or.reduce(arrived, axis=0)
        for filled in self._filled_lines(low, high, mover=True):
            reachable &= filled == 0
        return np.ascontiguousarray(reachable.T)


def mark_blocks(
    game: Game, stones: int, masks: Masks, earlier: Known | None
) -> Iterator[Flags]:
    """Yield which slots play can reach, a batch at a time.

    Args:
        game: The game, with gravity.
        stones: How many stones the tier has.
        masks: The masks of the blocks.
        earlier: The tier before, marked; None for the first.
    """
    if earlier is None:
        yield np.ones(len(masks), bool)
        return
    for rows, parts in batches(game, stones, len(masks), BATCH):
        blocks = BlocksToMark(rules_of(game), stones, masks[rows], earlier)
        for part in parts:
            yield blocks.reachable(part).ravel()


class Tally:
    """What the blocks solved so far have."""

    def __init__(self) -> None:
        self.positions = 0
        """How many positions play can reach, in all masks of the blocks' classes."""
        self.occurring = np.zeros(256, bool)
        """By score as a byte, whether it occurs."""

    def add(self, positions: int, occurring: Array | Flags) -> None:
        """Add what some blocks have."""
        self.positions += positions
        self.occurring |= occurring > 0

    def palette(self) -> Palette:
        """Return the scores ascending, then None if a slot is unreachable."""
        score_bytes = np.flatnonzero(self.occurring).astype(np.uint8)
        scores = sorted(score_bytes.view(np.int8).tolist())
        # UNREACHABLE is the greatest, so None comes last.
        return [None if score == UNREACHABLE else score for score in scores]


def solve_blocks(  # noqa: PLR0913  # called once, with each argument's name
    game: Game,
    stones: int,
    masks: Masks,
    later: Known | None,
    tally: Tally,
    reached: Flags | None = None,
    kernel: Kernel | None = None,
) -> Iterator[Scores]:
    """Yield the scores in some blocks, a batch at a time.

    Args:
        game: The game.
        stones: How many stones the tier has.
        masks: The masks of the blocks.
        later: The next tier, solved; None for the last.
        tally: What the blocks have is added to it.
        reached: With gravity, which slots play can reach.
        kernel: Compiled code for the inner loop.
    """
    if later is None:
        later = Known(masks[:0], np.zeros(0, np.int8), Layout(size=1, share=1))
    solve = kernel or BlocksToSolve.solve
    batch = COMPILED_BATCH if kernel else BATCH
    size = slots_per_block(stones)
    for rows, parts in batches(game, stones, len(masks), batch):
        blocks = BlocksToSolve(rules_of(game), stones, masks[rows], later)
        class_sizes = blocks.rules.class_sizes(blocks.masks)
        for part in parts:
            reached_here = None
            if reached is not None:
                first = rows.start * size + part.start
                last = first + len(blocks.masks) * (part.stop - part.start)
                reached_here = reached[first:last].reshape(len(blocks.masks), -1)
            solved = solve(blocks, part, reached_here)
            tally.add(int(solved.positions @ class_sizes), solved.occurring)
            yield solved.scores.ravel()
