"""The same scores as `search`, tier by tier, in numpy.

With gravity, what play can reach is marked first, from the empty board up.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ttt_table.build.blocks import (
    BATCH,
    Blocks,
    Layout,
    LineSets,
    Neighbours,
    NeighbourTier,
    batches,
    ranked_patterns,
)
from ttt_table.rules.game import Game
from ttt_table.runtime import slots_per_block
from ttt_table.table.bits import UNREACHABLE, Array, Flags, Scores, cells_by_block
from ttt_table.table.numbering import Masks, rules_of
from ttt_table.table.writer import Palette

COMPILED_BATCH = 1 << 20
"""The replies that compiled code looks up in a batch."""


class SolvedSlots(NamedTuple):
    """The scores of some blocks, and what occurs among them."""

    scores: Scores
    """[block, slot]: the mover's scores."""
    positions: Array
    """[block]: how many positions play can reach."""
    occurring: Array | Flags
    """[score as a byte]: whether or how often the score occurs."""


class Kernel(NamedTuple):
    """The inner loops: two methods, or compiled code in place of them."""

    solve: Callable[["BlocksToSolve", slice, Flags | None], SolvedSlots]
    """`BlocksToSolve.solve`."""
    mark: Callable[["BlocksToMark", slice], Flags]
    """`BlocksToMark.reachable`."""


class BlocksToSolve(Blocks):
    """Blocks to solve, and the blocks of the next tier that moves lead to."""

    def _find_neighbours(self) -> Neighbours:
        played = self.free
        if self.rules.game.gravity:
            played = cells_by_block(self.rules.playable(self.masks))
        x_to_move = self.stones % 2 == 0
        played_by_x = played if x_to_move else None
        return self._neighbours_at(self.masks | 1 << played, played_by_x)

    def solve(self, part: slice, reached: Flags | None) -> SolvedSlots:
        """Solve some slots of the blocks.

        Args:
            part: The slots.
            reached: ``[block, slot]``: which of them play can reach; None if the lines
                tell.
        """
        low, high = self.patterns.parts(part.start, part.stop)
        scores = self._scores_by_replies(low, high)
        if self.words.x or self.words.o:
            finished, unreachable = self._find_ends(low, high, reached)
            np.copyto(scores, self.rules.line_score, where=finished)
            np.copyto(scores, UNREACHABLE, where=unreachable)
        elif reached is not None:
            np.copyto(scores, UNREACHABLE, where=~reached.T)
        scores = np.ascontiguousarray(scores.T)
        occurring = np.bincount(scores.view(np.uint8).ravel(), minlength=256)
        return SolvedSlots(scores, (scores != UNREACHABLE).sum(axis=1), occurring)

    def _scores_by_replies(self, low: Array, high: Array) -> Scores:
        """Return scores by the opponent's worst reply, or of a full board."""
        if not len(self.neighbours.first_slots):
            return np.full(
                (len(low), len(self.masks)), self.rules.full_board_score, np.int8
            )
        # The array of patterns has no name, so that the next ones can use its memory.
        ranks = ranked_patterns(self.stones + 1).ranks(
            self._neighbour_patterns(low, high)
        )
        slots = ranks + self.neighbours.first_slots[:, None]
        worst: Scores = np.take(self.neighbour_tier.slots, slots, mode="clip").min(
            axis=0
        )
        return np.sign(worst) - worst  # this is `score_before`

    def _find_ends(
        self, low: Array, high: Array, reached: Flags | None
    ) -> tuple[Flags, Flags]:
        """Return where a line ends the game, and which slots are unreachable.

        Both are ``[pattern, block]``.
        """
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
            words_of_last = self.words_of(mover=False)
            unreachable[has_several] = ~self._shares_cell(several_filled, words_of_last)
        return finished, unreachable

    def _shares_cell(
        self, filled: Sequence[LineSets], words: Sequence[LineSets]
    ) -> Flags:
        """Return where all filled lines go through one cell.

        Only then can one stone have filled all of them.

        Args:
            filled: By word, the filled lines.
            words: By word, the lines through each cell.
        """
        shares = np.zeros(filled[0].shape, bool)
        for cell in range(self.rules.game.cells):
            some_line_misses_it = np.zeros(filled[0].shape, bool)
            for filled_in_word, word in zip(filled, words, strict=True):
                some_line_misses_it |= (filled_in_word & ~word[cell]) != 0
            shares |= ~some_line_misses_it
        return shares


class BlocksToMark(Blocks):
    """Blocks to mark, and the blocks of the previous tier that moves come from."""

    def _find_neighbours(self) -> Neighbours:
        removed = cells_by_block(self.rules.removable(self.masks))
        neighbours = self._neighbours_at(self.masks ^ 1 << removed)
        # The removed stone's bit goes above the pattern of those that are left.
        is_removed = self.occupied[:, None] == removed
        neighbours.stone_bits[is_removed] = 1 << self.stones - 1
        return neighbours

    def reachable(self, part: slice) -> Flags:
        """Return which of some slots play can reach, as ``[block, slot]``.

        There the mover has no line, and some stone of the opponent can be removed so
        that a reachable slot is left.
        """
        low, high = self.patterns.parts(part.start, part.stop)
        patterns = self._neighbour_patterns(low, high)
        stones_left = self.stones - 1
        is_opponents = patterns >> stones_left == self.stones % 2
        patterns &= (1 << stones_left) - 1
        ranks = ranked_patterns(stones_left).ranks(patterns)
        slots = ranks + self.neighbours.first_slots[:, None]
        reached_by_move = np.take(
            self.neighbour_tier.slots.view(bool), slots, mode="clip"
        )
        reached_by_move &= is_opponents
        reachable: Flags = np.logical_or.reduce(reached_by_move, axis=0)
        for filled in self._filled_lines(low, high, mover=True):
            reachable &= filled == 0
        return np.ascontiguousarray(reachable.T)


IN_NUMPY = Kernel(BlocksToSolve.solve, BlocksToMark.reachable)


def mark_blocks(
    game: Game,
    stones: int,
    masks: Masks,
    previous_tier: NeighbourTier | None,
    kernel: Kernel | None = None,
) -> Iterator[Flags]:
    """Yield which slots play can reach, a batch at a time.

    Args:
        game: The game, with gravity.
        stones: How many stones the tier has.
        masks: The masks of the blocks.
        previous_tier: The tier with one stone less, marked; None for the first tier.
        kernel: Compiled code for the inner loop.
    """
    if previous_tier is None:
        yield np.ones(len(masks), bool)
        return
    mark = (kernel or IN_NUMPY).mark
    replies_at_once = COMPILED_BATCH if kernel else BATCH
    for rows, parts in batches(game, stones, len(masks), replies_at_once):
        blocks = BlocksToMark(rules_of(game), stones, masks[rows], previous_tier)
        for part in parts:
            yield mark(blocks, part).ravel()


class Tally:
    """The positions and scores in the blocks of a tier that are solved so far."""

    def __init__(self) -> None:
        self.positions = 0
        """The positions that play can reach, in all masks of the blocks' classes."""
        self.occurring = np.zeros(256, bool)
        """[score as a byte]: whether the score occurs."""

    def add(self, positions: int, occurring: Array | Flags) -> None:
        """Add the positions and scores of further blocks."""
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
    next_tier: NeighbourTier | None,
    tally: Tally,
    reached: Flags | None = None,
    kernel: Kernel | None = None,
) -> Iterator[Scores]:
    """Yield the scores in some blocks, a batch at a time.

    Args:
        game: The game.
        stones: How many stones the tier has.
        masks: The masks of the blocks.
        next_tier: The tier with one stone more, solved; None for the last tier.
        tally: The blocks' positions and scores are added to it.
        reached: With gravity, which slots play can reach, block after block.
        kernel: Compiled code for the inner loop.
    """
    if next_tier is None:
        layout = Layout(slots_per_block=1, blocks_per_chunk=1)
        next_tier = NeighbourTier(masks[:0], np.zeros(0, np.int8), layout)
    solve = (kernel or IN_NUMPY).solve
    replies_at_once = COMPILED_BATCH if kernel else BATCH

    reached_by_block = None
    if reached is not None:
        reached_by_block = reached.reshape(len(masks), slots_per_block(stones))
    for rows, parts in batches(game, stones, len(masks), replies_at_once):
        blocks = BlocksToSolve(rules_of(game), stones, masks[rows], next_tier)
        class_sizes = blocks.rules.class_sizes(blocks.masks)
        for part in parts:
            reached_in_part = None
            if reached_by_block is not None:
                reached_in_part = reached_by_block[rows, part]
            solved = solve(blocks, part, reached_in_part)
            tally.add(int(solved.positions @ class_sizes), solved.occurring)
            yield solved.scores.ravel()
