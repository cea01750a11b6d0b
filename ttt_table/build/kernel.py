"""The tier method's inner loops, compiled by numba: what `tiers.Kernel` has.

In each block, a pass over the slots for each line notes which player has it. To solve
them, a pass for each move, over the slots of unfinished games, looks up its replies,
which are all in one block. To mark them, one for each move that may have been the last
looks up where it came from.

For speed the loops write into arrays that they are given, and have few branches: where
a processor could not foresee a branch, they compute with flags instead.
"""

from typing import NamedTuple

import numpy as np
from numba import bool_, int8, int64, njit, uint8, uint32, uint64
from numpy.typing import NDArray

from ttt_table.build.blocks import Blocks
from ttt_table.build.tiers import BlocksToMark, BlocksToSolve, Kernel, SolvedSlots
from ttt_table.rules.game import Game, lines_of_o, lines_of_x
from ttt_table.table.bits import UNREACHABLE, Flags
from ttt_table.table.compiling import (
    RANKS,
    Ranks,
    compile_as,
    fill_maps,
    halves,
    neighbour_rank,
    new_maps,
    ranks_of,
    readonly_array,
)
from ttt_table.table.numbering import halves_of

# The state of a slot, as bits that `note_lines` sets.
HAS_LINE = 1  # the opponent, who has moved last, has a line
HAS_MORE_LINES = 2  # and further lines
MOVER_HAS_LINE = 4  # so play cannot reach the slot


# The players whose line a line is, as bits.
OF_X = 1
OF_O = 2


@njit
def lines_inside(mask, ends):
    """Return the lines inside a mask, as bits of its patterns, and whose they are."""
    inside = np.zeros(len(ends.lines), np.uint32)
    owners = np.zeros(len(ends.lines), np.uint8)
    count = 0
    for number in range(len(ends.lines)):
        line = ends.lines[number]
        if line & mask != line:
            continue
        line_bits = np.uint32(0)
        bit = np.uint32(1)
        cells = mask
        while cells:
            first_cell = cells & ~cells + np.uint32(1)
            line_bits |= bit if line & first_cell else np.uint32(0)
            bit <<= np.uint32(1)
            cells ^= first_cell
        inside[count] = line_bits
        owners[count] = ends.owners[number]
        count += 1
    return inside[:count], owners[:count]


@njit
def note_lines(states, patterns, lines, owners, opponent_is_x):
    """Note for each slot which player has a line."""
    states[:] = 0
    for number in range(len(lines)):
        line = lines[number]
        # X has a line if all of its stones are X's, and O if none is. If the line is
        # not that player's, no pattern has it: it would have bits outside the line.
        x_has = line if owners[number] & OF_X else ~line
        o_has = np.uint32(0) if owners[number] & OF_O else ~line
        opponent_has = x_has if opponent_is_x else o_has
        mover_has = o_has if opponent_is_x else x_has
        for slot in range(len(states)):
            x_in_line = patterns[slot] & line
            has_line = np.uint8(x_in_line == opponent_has)
            has_more = (has_line & states[slot]) << 1
            mover_bit = np.uint8(x_in_line == mover_has) << 2
            states[slot] |= has_line | has_more | mover_bit


@njit
def shares_cell(pattern, lines, owners, opponent_is_x):
    """Return whether all lines of the opponent go through one cell."""
    shared = ~np.uint32(0)
    opponent = OF_X if opponent_is_x else OF_O
    for number in range(len(lines)):
        line = lines[number]
        opponent_has = line if opponent_is_x else np.uint32(0)
        if owners[number] & opponent and pattern & line == opponent_has:
            shared &= line
    return shared != 0


@njit
def apply_marks(states, marks):
    """Keep, of what play can reach, whether a line has ended it there."""
    for slot in range(len(marks)):
        states[slot] = states[slot] & HAS_LINE if marks[slot] else MOVER_HAS_LINE


@njit
def decide_several_lines(states, slot_list, patterns, lines, owners, opponent_is_x):
    """Mark slots with several lines as unreachable, unless one stone made them all."""
    # Each slot is written to the list, whose end moves only if the slot belongs there.
    count = 0
    for slot in range(len(states)):
        slot_list[count] = slot
        count += states[slot] == HAS_LINE | HAS_MORE_LINES
    for slot in slot_list[:count]:
        made_by_one_stone = shares_cell(patterns[slot], lines, owners, opponent_is_x)
        states[slot] = HAS_LINE if made_by_one_stone else MOVER_HAS_LINE


@njit
def score_finished_slots(scores, unfinished, states, patterns, line_score):
    """Score the slots that are unreachable or finished, and list the unfinished ones.

    Returns how many are unfinished, and how many are finished.
    """
    unfinished_count = 0
    finished_count = 0
    for slot in range(len(scores)):
        is_reachable = states[slot] < MOVER_HAS_LINE
        scores[slot] = line_score if is_reachable else UNREACHABLE
        # Written in any case; the list's end moves only if the slot belongs there.
        unfinished.slots[unfinished_count] = slot
        unfinished.patterns[unfinished_count] = patterns[slot]
        unfinished_count += states[slot] == 0
        finished_count += states[slot] == HAS_LINE
    return unfinished_count, finished_count


@njit
def look_up_replies(worst_replies, patterns, low_bits, maps, ranks, reply_scores):
    """Lower the worst replies to those in the block that a move leads to."""
    for place in range(len(patterns)):
        reply = reply_scores[neighbour_rank(patterns[place], low_bits, maps, ranks)]
        worst_replies[place] = min(worst_replies[place], reply)


@njit
def score_by_worst_replies(scores, slots, worst_replies, full_board_score, occurring):
    """Score the unfinished slots, and note which scores occur, as bytes."""
    for place in range(len(slots)):
        reply = worst_replies[place]
        by_reply = (reply > 0) - (reply < 0) - reply  # this is `score_before`
        # A full board has no reply.
        score = full_board_score if reply == UNREACHABLE else by_reply
        scores[slots[place]] = score
        occurring[score & 255] = True


class NeighbourSlots(NamedTuple):
    """The fields of `Neighbours`, and the slots of the neighbouring tier."""

    stone_bits: NDArray[np.uint64]
    """[stone, move, block]: the stone's bit in a pattern of the block there."""
    new_stone_bit: NDArray[np.uint64]
    """[move, block]: the bit there of a new stone of X, or 0."""
    first_slots: NDArray[np.uint64]
    """[move, block]: the first slot of the block there."""
    slots: NDArray[np.int8]
    """The scores of the next tier, or the marks of the previous one."""
    ranks: Ranks
    """The ranks of its patterns."""


class Ends(NamedTuple):
    """The ends of a game: lines and scores."""

    masks: NDArray[np.uint32]
    """The masks of the blocks."""
    lines: NDArray[np.uint32]
    """The lines of both players, as sets of cells."""
    owners: NDArray[np.uint8]
    """[line]: whose it is, as `OF_X` and `OF_O`."""
    opponent_is_x: bool
    """Whether X is the opponent, who has moved last."""
    line_score: int
    """The mover's score on a board with a line."""
    full_board_score: int
    """The mover's score on a full board without a line."""


class UnfinishedSlots(NamedTuple):
    """The slots of a block whose game is not finished, as far as they are counted."""

    slots: NDArray[np.uint32]
    """Their numbers."""
    patterns: NDArray[np.uint32]
    """Their patterns."""


@njit
def find_worst_replies(worst_replies, patterns, block, maps, replies):
    """Find the opponent's worst reply to each of some slots of a block."""
    ranks = Ranks(*replies.ranks)
    low_bits = np.uint32(replies.stone_bits.shape[0] // 2)
    worst_replies[:] = UNREACHABLE
    # One move after the other, as the replies to each are together.
    for move in range(len(replies.first_slots)):
        bits = replies.stone_bits[:, move, block]
        fill_maps(maps, bits, replies.new_stone_bit[move, block], low_bits)
        reply_scores = replies.slots[replies.first_slots[move, block] :]
        look_up_replies(worst_replies, patterns, low_bits, maps, ranks, reply_scores)


def solve(patterns, marks, replies, ends, solved):
    """Solve some blocks; without ``marks`` the lines say what play can reach."""
    replies = NeighbourSlots(*replies)
    ends = Ends(*ends)
    solved = SolvedSlots(*solved)
    maps = new_maps(replies.stone_bits.shape[0])
    size = len(patterns)
    states = np.zeros(size, np.uint8)
    worst_replies = np.zeros(size, np.int8)
    unfinished = UnfinishedSlots(np.zeros(size, np.uint32), np.zeros(size, np.uint32))

    for block in range(len(ends.masks)):
        scores = solved.scores[block]
        inside, owners = lines_inside(ends.masks[block], ends)
        note_lines(states, patterns, inside, owners, ends.opponent_is_x)
        if len(marks):
            apply_marks(states, marks[block])
        decide_several_lines(
            states, unfinished.slots, patterns, inside, owners, ends.opponent_is_x
        )
        count, finished_count = score_finished_slots(
            scores, unfinished, states, patterns, ends.line_score
        )
        solved.positions[block] = count + finished_count
        solved.occurring[ends.line_score & 255] |= finished_count > 0
        solved.occurring[UNREACHABLE & 255] |= count + finished_count < size

        slots = unfinished.slots[:count]
        worst = worst_replies[:count]
        unfinished_patterns = unfinished.patterns[:count]
        find_worst_replies(worst, unfinished_patterns, block, maps, replies)
        score_by_worst_replies(
            scores, slots, worst, ends.full_board_score, solved.occurring
        )


@njit
def mark_moves(marks, patterns, block, maps, origins, opponent_is_x):
    """Mark the slots to which a move of the opponent leads from a marked slot."""
    ranks = Ranks(*origins.ranks)
    stones = np.uint32(origins.stone_bits.shape[0])
    low_bits = stones // np.uint32(2)
    last_bit = np.uint32(1) << stones - np.uint32(1)
    for move in range(len(origins.first_slots)):
        fill_maps(maps, origins.stone_bits[:, move, block], np.uint32(0), low_bits)
        marks_there = origins.slots[origins.first_slots[move, block] :]
        for slot in range(len(patterns)):
            low, high = halves(patterns[slot], low_bits)
            pattern = maps[0][low] | maps[1][high]
            # The stone that is taken off is the highest here.
            is_x = pattern >= last_bit
            if is_x == opponent_is_x:
                low, high = halves(pattern & last_bit - np.uint32(1), ranks.low_bits)
                marks[slot] |= marks_there[np.uint64(ranks.low[low] + ranks.high[high])]


def mark(patterns, origins, ends, marks):
    """Mark which slots of some blocks play can reach."""
    origins = NeighbourSlots(*origins)
    ends = Ends(*ends)
    maps = new_maps(origins.stone_bits.shape[0])
    states = np.zeros(len(patterns), np.uint8)
    for block in range(len(ends.masks)):
        marks_here = marks[block]
        mark_moves(marks_here, patterns, block, maps, origins, ends.opponent_is_x)
        inside, owners = lines_inside(ends.masks[block], ends)
        note_lines(states, patterns, inside, owners, ends.opponent_is_x)
        for slot in range(len(patterns)):
            marks_here[slot] &= states[slot] < MOVER_HAS_LINE


# With the types given, all is compiled on import, or taken from numba's cache.
NEIGHBOURS = (
    readonly_array(uint64, 3),
    readonly_array(uint64, 2),
    readonly_array(uint64, 2),
    readonly_array(int8),
    RANKS,
)
ENDS = (
    readonly_array(uint32),
    readonly_array(uint32),
    readonly_array(uint8),
    bool_,
    int64,
    int64,
)
SOLVED = int8[:, ::1], int64[::1], bool_[::1]
PATTERNS = readonly_array(uint32)
MARKS = readonly_array(bool_, 2)
compiled_solve = compile_as(solve, (PATTERNS, MARKS, NEIGHBOURS, ENDS, SOLVED))
compiled_mark = compile_as(mark, (PATTERNS, NEIGHBOURS, ENDS, int8[:, ::1]))


def solve_compiled(
    blocks: BlocksToSolve, part: slice, reached: Flags | None
) -> SolvedSlots:
    """Solve some slots of the blocks, as `BlocksToSolve.solve`."""
    patterns = blocks.patterns.between(part.start, part.stop)
    marks = np.zeros((0, 0), bool)
    if reached is not None:
        marks = np.ascontiguousarray(reached)
    count = len(blocks.masks)
    solved = SolvedSlots(
        np.empty((count, len(patterns)), np.int8),
        np.zeros(count, np.int64),
        np.zeros(256, bool),
    )
    replies = neighbour_slots(blocks, blocks.stones + 1)
    compiled_solve(patterns, marks, replies, ends_of(blocks), solved)
    return solved


def mark_compiled(blocks: BlocksToMark, part: slice) -> Flags:
    """Return which slots of the blocks play can reach, as `BlocksToMark.reachable`."""
    patterns = blocks.patterns.between(part.start, part.stop)
    marks = np.zeros((len(blocks.masks), len(patterns)), np.int8)
    origins = neighbour_slots(blocks, blocks.stones - 1)
    compiled_mark(patterns, origins, ends_of(blocks), marks)
    return marks.view(bool)


KERNEL = Kernel(solve_compiled, mark_compiled)


def neighbour_slots(blocks: Blocks, stones_there: int) -> NeighbourSlots:
    """Return the neighbours of some blocks, in a tier with so many stones."""
    return NeighbourSlots(
        np.ascontiguousarray(blocks.neighbours.stone_bits).view(np.uint64),
        np.ascontiguousarray(blocks.neighbours.new_stone_bit).view(np.uint64),
        np.ascontiguousarray(blocks.neighbours.first_slots).view(np.uint64),
        blocks.neighbour_tier.slots,
        ranks_of(halves_of(stones_there)),
    )


def ends_of(blocks: Blocks) -> Ends:
    """Return what may have ended the games in some blocks."""
    owners: dict[int, int] = {}
    if blocks.words.x or blocks.words.o:
        owners = _owners_of_lines(blocks.rules.game)
    return Ends(
        blocks.masks.astype(np.uint32),
        np.array([*owners], np.uint32),
        np.array([*owners.values()], np.uint8),
        blocks.stones % 2 == 1,
        blocks.rules.line_score,
        blocks.rules.full_board_score,
    )


def _owners_of_lines(game: Game) -> dict[int, int]:
    """Return each line with the players whose it is, as `OF_X` and `OF_O`."""
    owners = dict.fromkeys(lines_of_x(game), OF_X)
    for line in lines_of_o(game):
        owners[line] = owners.get(line, 0) | OF_O
    return owners
