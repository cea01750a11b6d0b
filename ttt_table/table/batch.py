"""Many boards at once: arrays of them, checked, and what `reader` finds for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import ArgumentError, BadTableError, BoardError, quoted
from ttt_table.rules.board import board_text
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import NO_SCORE, Side
from ttt_table.runtime import FileBytes, Tier, check_choice
from ttt_table.table.bits import (
    UNREACHABLE,
    Array,
    Flags,
    Numbers,
    Scores,
    cells_by_block,
    numbers_at,
    popcount,
    scores_in,
    unions,
)
from ttt_table.table.contents import Contents
from ttt_table.table.numbering import Rules, halves_of
from ttt_table.table.slots import masks_of_tier
from ttt_table.table.writer import Buffer

__all__ = ["Batch"]


PAGE = 1 << 12
"""Bytes of a large file that are read at least, for the slots that share them."""
PERSPECTIVES = ("X", "O", "mover")
"""Whose stones are 1 in an array of boards."""
AT_ONCE = 1 << 15
"""The positions looked up at once: their arrays fit into a cache."""
IMAGES_AT_ONCE = 8 * AT_ONCE
"""The images of boards compared at once: each is one number."""

Marks = NDArray[np.int8]
"""By board and cell: 1 for X, -1 for O, 0 for an empty cell."""

MARK_OF = np.zeros(256, np.int8)
"""By character."""
MARK_OF[ord("X")] = 1
MARK_OF[ord("O")] = -1
SORTED_AT_ONCE = 1 << 17
"""The boards sorted by tier at a time, so that memory is bounded."""
MASKED = "a masked array hides cells of its boards: fill it first"


class TierBoards(NamedTuple):
    """Some boards with the same number of stones."""

    stones: int
    """The number of stones of each of them."""
    indices: Array
    """Their numbers among all boards."""
    x: Array
    """The cells of X, where X has moved first."""
    o: Array
    """The cells of O."""


def marks_of(boards: Any, game: Game) -> Marks:
    """Return the marks of many boards.

    Args:
        boards: An array (n, cells) or (n, rows, cols) of marks, or a sequence of
            boards.
        game: The game whose boards they are.

    Raises:
        BoardError: One of them is not a board, with its index; or all of them are not
            boards in an order.
    """
    if isinstance(boards, str | bytes):
        raise BoardError("this is one board: put it into a list")
    if isinstance(boards, Set | Mapping):
        raise BoardError(
            f"a {type(boards).__name__} has no order: put the boards into a list"
        )
    if isinstance(boards, np.ma.MaskedArray):
        raise BoardError(MASKED)
    try:
        if hasattr(boards, "__array__"):
            boards = np.atleast_1d(np.asarray(boards))
        if not isinstance(boards, np.ndarray):
            boards = [*boards]
    except Exception as error:  # whatever the array's class raises
        raise BoardError(f"numpy cannot read these boards: {quoted(error)}") from None
    is_marks = isinstance(boards, np.ndarray) and fits(
        boards.dtype, boards.shape[1:], game
    )
    if not is_marks:
        rows = [_marks_in(index, board, game) for index, board in enumerate(boards)]
        boards = np.stack(rows) if rows else np.empty((0, game.cells), np.int8)
    return _check_marks(boards.reshape(len(boards), game.cells))


def fits(dtype: np.dtype[Any], shape: tuple[int, ...], game: Game) -> bool:
    """Return whether an array holds numbers in the shape of a board."""
    return dtype.kind in "iuf" and shape in ((game.cells,), (game.rows, game.cols))


def _marks_in(index: int, board: Any, game: Game) -> NDArray[Any]:
    """Return one board's cells: unchecked numbers, or the marks of text."""
    try:
        if isinstance(board, np.ma.MaskedArray):
            raise BoardError(MASKED)
        if not isinstance(board, str):
            numbers = np.asarray(board)
            if fits(numbers.dtype, numbers.shape, game):
                return numbers.ravel()
            if numbers.dtype.kind in "iuf":
                raise _shape_error(numbers.shape, game)
        text = board_text(board, game)
    except BoardError as error:
        raise BoardError(
            f"board {index}: {error}", error.cells, error.code, index
        ) from None
    except Exception:  # whatever the board's class raises
        raise BoardError(
            f"board {index} could not be read as a board", index=index
        ) from None
    return MARK_OF[np.frombuffer(text.encode(), np.uint8)]


def _shape_error(shape: tuple[int, ...], game: Game) -> BoardError:
    hint = "" if shape else " (one board alone goes into a list)"
    return BoardError(
        f"its shape is {shape}, "
        f"not ({game.cells},) or ({game.rows}, {game.cols}){hint}",
        code="wrong-length",
    )


def _check_marks(numbers: NDArray[Any]) -> Marks:
    """Return numbers as marks: a copy, so that a caller cannot change them later."""
    with np.errstate(invalid="ignore"):  # of NaN, which is refused below
        marks: Marks = np.sign(numbers.astype(np.int8))
    wrong = np.argwhere(marks != numbers)
    if len(wrong):
        index, cell = wrong[0].tolist()
        raise BoardError(
            f"board {index}: cell {cell} holds {numbers[index, cell]}; "
            "1 is X, -1 is O, 0 an empty cell",
            (cell,),
            "strange-character",
            index,
        )
    return marks


def by_tier(
    marks: Marks, first: int, wanted: Flags, at_once: int
) -> Iterator[TierBoards]:
    """Sort boards by their number of stones; leave out those with uneven stones.

    Args:
        marks: The boards.
        first: The mark of the player who moves first.
        wanted: Which boards to sort.
        at_once: How many to yield at most at a time.
    """
    bits = 1 << np.arange(marks.shape[1])
    for start in range(0, len(marks), SORTED_AT_ONCE):
        indices = np.flatnonzero(wanted[start : start + SORTED_AT_ONCE]) + start
        x = (marks[indices] == first) @ bits
        o = (marks[indices] == -first) @ bits
        counts = popcount(x | o)
        order = np.argsort(counts, kind="stable")
        takes_turns = popcount(x) == counts - counts // 2
        order = order[takes_turns[order]]
        ends = np.cumsum(np.bincount(counts[order]))
        for stones, in_tier in enumerate(np.split(order, ends[:-1])):
            for begin in range(0, len(in_tier), at_once):
                part = in_tier[begin : begin + at_once]
                yield TierBoards(stones, indices[part], x[part], o[part])


class OpenTable(Protocol):
    """A `Table`, as far as a batch needs it.

    The class itself cannot be named here: its module imports this one.
    """

    first: Side

    @property
    def game(self) -> Game:
        """The game that the table is of."""

    def _finder(self) -> Finder:
        """Return the finder of its boards; raise `ClosedTableError` if it is closed."""


class Batch:
    """A table's answers about n boards of c cells, from each mover's point of view.

    Moves are looked up when one of their fields is first used.
    """

    boards: Marks
    """(n, c): 1 for X, -1 for O, 0 for an empty cell."""
    movers: NDArray[np.int8]
    """(n,): 1 for X, -1 for O, by the number of stones."""
    values: NDArray[np.int8]
    """(n,): 1 the mover wins, 0 draw, -1 the mover loses; 0 if unreachable."""
    plies: NDArray[np.int8]
    """(n,): moves by both to the end; -1 for an unreachable board."""
    reachable: Flags
    """(n,): whether play can reach the board."""

    def __init__(self, table: OpenTable, boards: Marks, scores: Scores) -> None:
        """Use `Table.batch` or `Table.arrays` to make one.

        Args:
            table: Looks the moves up; pickled with the batch.
            boards: The boards.
            scores: The score of each board for its mover.
        """
        self._table = table
        self._own_scores = scores
        cells = table.game.cells
        stones = np.count_nonzero(boards, axis=1)
        x_to_move = (stones % 2 == 0) == (table.first == "X")
        self.boards = boards
        self.reachable = scores != UNREACHABLE
        self.movers = np.where(x_to_move, 1, -1).astype(np.int8)
        self.values = np.sign(scores) * self.reachable
        plies = np.where(scores == 0, cells - stones, cells + 1 - np.abs(scores))
        self.plies = np.where(self.reachable, plies, -1).astype(np.int8)

    def __len__(self) -> int:
        return len(self.boards)

    @cached_property
    def scores(self) -> Scores:
        """(n, c): each cell's score for the mover; -128 where it cannot be played."""
        return self._table._finder().scores(self.boards, self._own_scores)

    @cached_property
    def best(self) -> Flags:
        """(n, c): the cells of the best moves."""
        return self._greatest(self.scores)

    @cached_property
    def keeping(self) -> Flags:
        """(n, c): the cells of the moves that keep the board's value."""
        return self._greatest(np.sign(self.scores))

    @cached_property
    def blunder_share(self) -> NDArray[np.float32]:
        """(n,): the share of legal moves that give value away; 0 without moves."""
        legal = (self.scores != NO_SCORE).sum(axis=1)
        mistakes = legal - self.keeping.sum(axis=1)
        shares: NDArray[np.float32] = mistakes.astype(np.float32)
        shares /= legal.clip(1)
        return shares

    @cached_property
    def canonical(self) -> Marks:
        """(n, c): the board that stands for each one's class, as `Table.canonical`."""
        return self._table._finder().canonical(self.boards)

    @cached_property
    def probabilities(self) -> NDArray[np.float32]:
        """(n, c): equal weights on the best moves, summing to 1; 0 without moves."""
        weights = self.best.astype(np.float32)
        weights /= weights.sum(axis=1, keepdims=True).clip(1)
        return weights

    def _greatest(self, numbers: Scores) -> Flags:
        greatest: Flags = numbers == numbers.max(axis=1, keepdims=True)
        greatest &= self.scores != NO_SCORE
        return greatest


class Finder:
    """Finds many positions at once. Threads may share one."""

    def __init__(self, contents: Contents, first: str) -> None:
        self._game = contents.game
        self._first_mark = 1 if first == "X" else -1
        self._contents = contents
        self._rules = Rules(contents.game, contents.symmetries)

    def batch(self, table: OpenTable, boards: object, perspective: str) -> Batch:
        """Look up boards, for `Table.batch`."""
        marks = self._as_marks_of_x(marks_of(boards, self._game), boards, perspective)
        scores = np.full(len(marks), UNREACHABLE, np.int8)
        every_board = np.ones(len(marks), np.bool_)
        for stones, indices, x, o in by_tier(
            marks, self._first_mark, every_board, AT_ONCE
        ):
            if self._game.gravity:
                is_stacked = ~self._rules.floating(x | o).any(axis=1)
                indices = indices[is_stacked]
                x = x[is_stacked]
                o = o[is_stacked]
            scores[indices] = self._probe(stones, x, o)
        return Batch(table, marks, scores)

    def _as_marks_of_x(self, marks: Marks, boards: object, perspective: str) -> Marks:
        """Return marks in which 1 is X, from those in which it is another player.

        Args:
            marks: The marks as they were given.
            boards: The boards as they were given.
            perspective: Whose stones are 1 in ``marks``.

        Raises:
            ArgumentError: There is no such player, or the boards are texts.
        """
        check_choice("perspective", perspective, PERSPECTIVES)
        if perspective == "X":
            return marks
        if np.asarray(boards).dtype.kind not in "iuf":
            raise ArgumentError(
                "only arrays of 1, -1 and 0 take a perspective; texts have X and O"
            )
        if perspective == "O":
            return -marks
        stones = np.count_nonzero(marks, axis=1)
        mover = np.where(stones % 2 == 0, self._first_mark, -self._first_mark)
        marks_of_x: Marks = marks * mover.astype(np.int8)[:, None]
        return marks_of_x

    def arrays(self, table: OpenTable, unfinished: bool) -> Iterator[Batch]:
        """Yield all boards in order, for `Table.arrays`."""
        self._contents.check_blocks()
        cells = self._game.cells
        for stones in range(cells + 1):
            for x, o in positions(self._rules, stones, AT_ONCE):
                scores = self._probe(stones, x, o)
                kept = scores != UNREACHABLE
                if unfinished:
                    kept &= (np.abs(scores) <= cells) & (stones < cells)
                if kept.any():
                    x_marks = self._rules.taken(x[kept]).astype(np.int8)
                    marks = x_marks - self._rules.taken(o[kept])
                    marks *= np.int8(self._first_mark)
                    yield Batch(table, marks, scores[kept])

    def canonical(self, marks: Marks) -> Marks:
        """Return each board's image that comes last as text."""
        orders = np.array(self._contents.symmetries)
        # An image is compared as a number of base 3, whose first digit is that of the
        # first cell. X sorts after O, and O after the dot of an empty cell. 3**30 is
        # exact in a float.
        weights = 3.0 ** (self._game.cells - 1 - orders.argsort(axis=1).T)
        canonical = np.empty_like(marks)
        at_once = max(1, IMAGES_AT_ONCE // len(orders))
        for start in range(0, len(marks), at_once):
            part = marks[start : start + at_once]
            digits = -part % 3  # X 2, O 1, empty 0
            last = (digits @ weights).argmax(axis=1)
            images = np.take_along_axis(part, orders[last], axis=1)
            canonical[start : start + at_once] = images
        return canonical

    def scores(self, marks: Marks, own_scores: Scores) -> Scores:
        """Return the score of each move.

        Args:
            marks: The boards.
            own_scores: The boards' own scores.

        Returns:
            The mover's score by board and cell, `NO_SCORE` for cells that cannot be
            played.

        Raises:
            BadTableError: The table lacks a position that a move leads to.
        """
        cells = self._game.cells
        scores = np.full(marks.shape, NO_SCORE, np.int8)
        unfinished = (np.abs(own_scores) <= cells) & ~marks.all(axis=1)
        at_once = AT_ONCE // cells
        for stones, indices, x, o in by_tier(
            marks, self._first_mark, unfinished, at_once
        ):
            # One entry for each move: by cell, then by board.
            by_cell = np.ascontiguousarray(self._rules.playable(x | o).T)
            cell, board = by_cell.nonzero()
            x_after = x[board]
            o_after = o[board]
            if stones % 2 == 0:
                x_after |= 1 << cell
            else:
                o_after |= 1 << cell
            replies = self._probe(stones + 1, x_after, o_after)
            if (replies == UNREACHABLE).any():
                raise BadTableError("a position that play reaches is not in the table")
            # This is `score_before`, for arrays.
            scores[indices[board], cell] = np.sign(replies) - replies
        return scores

    def _probe(self, stones: int, x: Array, o: Array) -> Scores:
        """Return the scores of positions of one tier."""
        tier = self._contents.tiers[stones]
        masks = np.asarray(self._contents.masks(tier))
        slots = self._rules.slots(masks, stones, x | o, x)
        numbers = numbers_in(self._contents.data, tier, slots)
        return np.take(scores_in(tier.palette), numbers)


def positions(rules: Rules, stones: int, at_once: int) -> Iterator[tuple[Array, Array]]:
    """Yield all positions of a tier, by mask and pattern: X's cells and O's."""
    patterns = halves_of(stones)
    half = patterns.low_bits
    every_mask = masks_of_tier(rules.game, stones)
    masks_at_once = max(1, at_once // patterns.count)
    while True:
        masks = np.fromiter(islice(every_mask, masks_at_once), np.int64)
        if not masks.size:
            return
        bits = 1 << cells_by_block(rules.taken(masks)).T
        lows = unions(bits[:, :half])
        highs = unions(bits[:, half:])
        for first in range(0, patterns.count, at_once):
            low, high = patterns.parts(first, first + at_once)
            x = lows[:, low] | highs[:, high]
            yield x.ravel(), (masks[:, None] ^ x).ravel()


def numbers_in(data: Buffer | FileBytes, tier: Tier, slots: Array) -> Numbers:
    """Return the palette numbers in some slots of a file's tier.

    Raises:
        BadTableError: A number is beyond the tier's palette.
    """
    if isinstance(data, FileBytes):
        numbers = _numbers_in_file(data, tier, slots)
    else:
        packed = np.frombuffer(data, np.uint8)[tier.slots_at :]
        numbers = numbers_at(packed, slots, tier.bits)
    if numbers.max(initial=0) >= len(tier.palette):
        raise BadTableError("a slot holds a number beyond its tier's palette")
    return numbers


def _numbers_in_file(data: FileBytes, tier: Tier, slots: Array) -> Numbers:
    """Read the pages that hold the slots, neighbouring ones at once."""
    slots_per_page = PAGE * 8 // tier.bits
    pages, places = np.unique(slots // slots_per_page, return_inverse=True)
    # Where a run of neighbouring pages begins; the last entry is the end of all. -2 is
    # next to no page, so both ends count as gaps.
    cuts = np.flatnonzero(np.diff(pages, prepend=-2, append=-2) != 1)
    first_pages = pages[cuts[:-1]].tolist()
    last_pages = pages[cuts[1:] - 1].tolist()
    runs = []
    for first, last in zip(first_pages, last_pages, strict=True):
        start = tier.slots_at + first * PAGE
        runs.append(data[start : start + (last + 1 - first) * PAGE])
    packed = np.frombuffer(b"".join(runs), np.uint8)
    slots_in_runs = places * slots_per_page + slots % slots_per_page
    return numbers_at(packed, slots_in_runs, tier.bits)
