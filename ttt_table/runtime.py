# SPDX-FileCopyrightText: The ttt-table authors
# SPDX-License-Identifier: MIT
"""The runtime of ttt-table 1.0.0.dev0: perfect play from a table file.

It imports the standard library alone. To use it without the package, copy this file
under any name; it needs Python 3.11::

    from runtime import open_table

    with open_table("tictactoe.msgpack") as table:
        table["XX.OO...."]  # Outcome(value=1, plies=1): the mover wins in 1 ply
        table.moves("XX.OO....")[0].cell  # 2, the best move
        table.winner("XXXOO....")  # "X"

A board is text: ``X``, ``O`` or ``.`` for each cell, along the rows. Cells are numbered
from 0. Outcomes are from the point of view of the mover, the player to move.

The file reads downwards: the errors, the answers, `Table` and its look-ups, the rules
for boards, the place of a position in a file, the checks of a file, and the bytes of a
large one. A set of cells is an integer, bit i for cell i. A position is two such sets:
the ``mask`` of all stones, and ``x``, the stones of the player who moved first.
docs/format.md of ttt-table defines the file.
"""

from __future__ import annotations

import os
import sys
from bisect import bisect_left
from collections import namedtuple
from itertools import pairwise
from operator import itemgetter, or_
from stat import S_ISDIR, S_ISREG
from zlib import crc32

# Four things keep the start short, because most processes look up a single board:
# typing, re and dataclasses are not imported; a header is read without msgpack; a
# message is made only when it is raised; and what few calls need is made at the first.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import Any, Literal, NamedTuple, Self, TypeGuard

    Side = Literal["X", "O"]
    Palette = Sequence[int | None]
    Symmetry = tuple[int, ...]
    Canonical = Callable[[int], tuple[int, tuple[int, ...]]]

    class _OutcomeFields(NamedTuple):
        value: int
        plies: int

    class _MoveFields(NamedTuple):
        cell: int
        outcome: Outcome

else:
    Any = Self = object
    Side = str
    _OutcomeFields = namedtuple("_OutcomeFields", ("value", "plies"))
    _MoveFields = namedtuple("_MoveFields", ("cell", "outcome"))

__all__ = [
    "ArgumentError",
    "BadTableError",
    "BoardError",
    "ClosedTableError",
    "MissingTableError",
    "Move",
    "Outcome",
    "Table",
    "TableAccessError",
    "TableError",
    "open_table",
]

LARGE_FROM = 1 << 20
"""Bytes from which on a file stays on the disk, and is read where it is needed."""
REMEMBERED = 1 << 16
"""The most boards, and masks, that a table remembers: all masks of 4x4 fit."""


# Errors -------------------------------------------------------------------------------


class TttTableError(Exception):
    """The base of all errors."""

    code: str = "error"
    """A short name that never changes, for programs."""

    # KeyError, a base of BoardError, would show the text in quotes.
    __str__ = BaseException.__str__


class BoardError(TttTableError, ValueError, KeyError):
    """A board is not one of this game, or play cannot reach it."""

    cells: tuple[int, ...]
    """The cells that are wrong; none if the error is not about cells."""
    index: int | None
    """The index of the board among several; None if there was only one."""

    def __init__(
        self,
        message: str,
        cells: tuple[int, ...] = (),
        code: str = "not-a-board",
        index: int | None = None,
    ) -> None:
        super().__init__(message)
        self.cells = cells
        self.code = code
        self.index = index


class TableError(TttTableError):
    """A table file cannot be read or written."""


class MissingTableError(TableError, FileNotFoundError):
    """There is no file at that path."""

    code = "missing"


class TableAccessError(TableError, OSError):
    """The system refused to read or write the file."""

    code = "no-access"


class BadTableError(TableError, ValueError):
    """The file is not a table, or a bad one."""

    def __init__(self, message: str, code: str = "inconsistent") -> None:
        super().__init__(message)
        self.code = code


class ClosedTableError(TableError, ValueError):
    """The table has been closed."""

    code = "closed"


class ArgumentError(TttTableError, ValueError):
    """An argument is invalid."""

    code = "bad-argument"

    @classmethod
    def of(cls, name: str, value: object, needed: str) -> ArgumentError:
        """Return the error for an argument that is not what is needed, in words."""
        return cls(f"{name} is {quoted(value)}, but it must be {needed}")


# Arguments ----------------------------------------------------------------------------


def quoted(value: object) -> str:
    """Return a value as a message shows it: shortened, and never raising an error."""
    try:
        text = repr(value)
    except Exception:  # an int of over 4,300 digits, or whatever a class raises
        text = f"a very long {type(value).__name__}"
    if len(text) > 60:
        text = f"{text[:60]}..."
    return text


def check_choice(name: str, value: object, choices: Collection[str]) -> None:
    """Raise `ArgumentError` for an argument that is not one of some texts."""
    if not isinstance(value, str) or value not in choices:
        *others, last = [f'"{choice}"' for choice in choices]
        raise ArgumentError.of(name, value, f"{', '.join(others)} or {last}")


def check_flags(**flags: object) -> None:
    """Raise `ArgumentError` for an argument that is not a truth value."""
    for name, flag in flags.items():
        if type(flag) is not bool:
            raise ArgumentError.of(name, flag, "True or False")


def path_text(path: str | os.PathLike[Any]) -> str:
    """Return a path as text.

    Raises:
        ArgumentError: It is anything but a path.
    """
    try:
        if not isinstance(path, bytes):  # they would be the contents of a file
            return os.fsdecode(path)
    except Exception:  # whatever the path's class raises
        pass
    raise ArgumentError(f"a file must be named by its path, not by {quoted(path)}")


# Answers ------------------------------------------------------------------------------


class _Preferred:
    """Compares as the mover prefers: a quick win first, a draw, a slow loss."""

    __slots__ = ()

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return _preference(self) < _preference(other)

    def __le__(self, other: tuple[Any, ...]) -> bool:
        return _preference(self) <= _preference(other)

    def __gt__(self, other: tuple[Any, ...]) -> bool:
        return _preference(self) > _preference(other)

    def __ge__(self, other: tuple[Any, ...]) -> bool:
        return _preference(self) >= _preference(other)


def _preference(outcome_or_move: object) -> tuple[int, int]:
    match outcome_or_move:
        case (int(value), int(plies)) | (int(), (int(value), int(plies))):
            return value, -value * plies
    raise TypeError("cannot compare an outcome or a move with another tuple")


class Outcome(_Preferred, _OutcomeFields):
    """The result of a position with perfect play; the mover prefers a greater outcome.

    Attributes:
        value: 1 if the mover wins, 0 for a draw, -1 if the mover loses.
        plies: Moves by both players to the end: the winner hurries, the loser delays.

    >>> Outcome(value=1, plies=1) > Outcome(value=1, plies=3)
    True
    """

    __slots__ = ()


class Move(_Preferred, _MoveFields):
    """A legal move and where it leads; moves are compared by their outcomes.

    Attributes:
        cell: The cell where the mover plays.
        outcome: For the mover; this move is the first of its plies.
    """

    __slots__ = ()


# Look-ups -----------------------------------------------------------------------------


def open_table(
    source: str | os.PathLike[str] | bytes, *, first: Side = "X", verify: bool = False
) -> Table:
    """Open a table file.

    A file of 1 MiB or more stays on the disk: close the table, or use ``with``.

    Args:
        source: The path of the file, or the bytes in it.
        first: The player who moves first. With ``"O"`` all answers have the colours
            exchanged.
        verify: Whether to verify the checksum of a large file, which reads all of it.

    Raises:
        TableError: The file cannot be read, or is not a good table.
        ArgumentError: ``source``, ``first`` or ``verify`` is invalid.
    """
    check_choice("first", first, ("X", "O"))
    check_flags(verify=verify)
    if isinstance(source, bytes):
        return Table(TableFile(source), first)
    return Table(TableFile.read(path_text(source), verify=verify), first)


class Table:
    """A table: ``table[board]`` is the outcome of a board. Threads may share one.

    Every call about a board raises `BoardError` if it is not one of the game, or if
    play cannot reach it, and a `TableError` if the table has been closed, or its file
    has become unreadable.
    """

    def __init__(self, file: TableFile, first: Side = "X") -> None:
        """Use `open_table` to make one."""
        self.first = first
        """The player who moves first."""
        self.closed = False
        """Whether the table has been closed."""
        self._file = file
        self._cells = file.rules.cells
        self._outcome_of_board: dict[object, Outcome] = {}
        self._places: dict[int, tuple[Tier, int, Sequence[int]]] = {}
        self._masks: dict[int, Sequence[int]] = {}
        self._canonical: Canonical | None = None

    @property
    def game(self) -> Any:
        """The rules: ``game.rows``, ``game.k`` and others, as `FileRules` has them."""
        return self._file.rules

    def __enter__(self) -> Self:
        self._check_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the table; closing it again does nothing."""
        self.closed = True
        self._outcome_of_board.clear()
        self._places.clear()
        if isinstance(self._file.data, FileBytes):
            self._file.data.close()

    def __len__(self) -> int:
        """Return how many boards play can reach."""
        self._check_open()
        return self._file.positions

    def __getitem__(self, board: str) -> Outcome:
        try:
            return self._outcome_of_board[board]
        except (KeyError, TypeError):
            pass
        mask, _, score = self._look_up(board)
        outcome = self._outcome(mask, score)
        # A list cannot be a key, and text of another class may equal any text.
        if type(board) is str:
            _remember(self._outcome_of_board, board, outcome)
        return outcome

    def __contains__(self, board: object) -> bool:
        try:
            self[board]  # type: ignore[index]  # anything else is not a board
        except BoardError:
            return False
        return True

    def moves(self, board: str) -> list[Move]:
        """Return every legal move with its outcome; none if the game is over.

        The best come first. Equally good moves are in the order of their cells.
        """
        return self._moves(*self._look_up(board))

    def scores(self, board: str) -> dict[int, int]:
        """Return the score of each legal move, by cell.

        It is 0 for a draw, ``cells + 1 - plies`` for a win, the negative for a loss.
        """
        return self._scores(*self._look_up(board))

    def best_moves(self, board: str) -> list[int]:
        """Return the cells of the best moves, in order; none if the game is over."""
        return best_of(self.scores(board))

    def best_move(self, board: str) -> int | None:
        """Return the cell of the first best move; None if the game is over."""
        return next(iter(self.best_moves(board)), None)

    def legal_moves(self, board: str) -> list[int]:
        """Return the cells where the mover may play, in order."""
        mask, _, score = self._look_up(board)
        return self._playable(mask, score)

    def mover(self, board: str) -> Side:
        """Return the player to move, ``"X"`` or ``"O"``.

        On a finished board, it is the opponent of the player who moved last.
        """
        mask, _, _ = self._look_up(board)
        return self._mover(mask)

    def is_over(self, board: str) -> bool:
        """Return whether the game is over, by a line or because the board is full."""
        return self[board].plies == 0

    def winner(self, board: str) -> Side | None:
        """Return the winner, ``"X"`` or ``"O"``; None in a draw or before the end."""
        outcome = self[board]
        if outcome.plies > 0 or outcome.value == 0:
            return None
        mover = self.mover(board)
        return mover if outcome.value > 0 else other(mover)

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedTableError(f"this table of {self._file.rules} has been closed")

    def _look_up(self, board: object) -> tuple[int, int, int]:
        """Return the position that a board shows, and the mover's score."""
        self._check_open()
        rules = self._file.rules
        mask, x = masks_of(self._text(board), rules, self.first)
        score = self._probe(mask, x)
        if score is not None:
            return mask, x, score
        error = explain_unreachable(rules, mask, x, self.first)
        # Without gravity the lines alone decide whether play reaches a board. With
        # gravity some order of moves must also have stacked the stones, which only the
        # table knows.
        if error.code == "no-order" and not rules.gravity:
            raise BadTableError("the table marks this reachable board as unreachable")
        raise error

    def _text(self, board: object) -> str:
        """Return a board as text of the right length; the package reads more forms."""
        return checked_text(board, self._cells)

    def _probe(self, mask: int, x: int) -> int | None:
        """Return the mover's score of a position; None if it is unreachable."""
        place = self._places.get(mask)
        if place is None:
            # By mask, not by board: all colourings of a mask share its block.
            place = self._find_place(mask)
            _remember(self._places, mask, place)
        tier, first_slot, order = place
        return self._file.score(tier, first_slot + slot_in_block(x, order))

    def _find_place(self, mask: int) -> tuple[Tier, int, Sequence[int]]:
        """Return a mask's tier, its block's first slot, its cells in block order."""
        self._check_open()
        if self._canonical is None:
            self._canonical = canonical_by(self._file.rules.symmetries)
        smallest, order = self._canonical(mask)
        stones = len(order)
        tier = self._file.tiers[stones]
        masks = self._masks.get(stones)
        if masks is None:
            # All masks of a table are few bytes; to bisect a file would read it at each
            # step.
            masks = self._masks[stones] = self._file.masks(tier)
        block = bisect_left(masks, smallest)
        if block == len(masks) or masks[block] != smallest:
            raise BadTableError(f"the table has no block for the mask {smallest:#x}")
        return tier, block * slots_per_block(stones), order

    def _playable(self, mask: int, score: int) -> list[int]:
        # Only finished games have so great a score; and on a full board no cell is
        # free.
        if abs(score) > self._cells:
            return []
        return cells_in(self._file.rules.open_cells(mask))

    def _scores(self, mask: int, x: int, score: int) -> dict[int, int]:
        x_to_move = mask.bit_count() % 2 == 0
        probe = self._probe
        scores = {}
        for cell in self._playable(mask, score):
            stone = 1 << cell
            reply = probe(mask | stone, x | stone if x_to_move else x)
            if reply is None:
                raise BadTableError("a position that play reaches is not in the table")
            scores[cell] = score_before(reply)
        return scores

    def _moves(self, mask: int, x: int, score: int) -> list[Move]:
        scores = self._scores(mask, x, score)
        ranked = sorted(scores.items(), key=itemgetter(1), reverse=True)
        return [Move(cell, self._outcome(mask, score)) for cell, score in ranked]

    def _outcome(self, mask: int, score: int) -> Outcome:
        return outcome_of(score, self._cells, mask.bit_count())

    def _mover(self, mask: int) -> Side:
        return self.first if mask.bit_count() % 2 == 0 else other(self.first)


def _remember(memory: dict[Any, Any], key: object, value: object) -> None:
    """Keep a result in bounded memory: a full one is cleared."""
    # To drop the oldest entry alone, every look-up would have to note its time.
    if len(memory) >= REMEMBERED:
        memory.clear()
    memory[key] = value


def best_of(scores: dict[int, int]) -> list[int]:
    """Return the cells with the greatest score."""
    best = max(scores.values(), default=0)
    return [cell for cell, score in scores.items() if score == best]


def other(player: str) -> Side:
    """Return the opponent of a player, ``"X"`` or ``"O"``."""
    return "O" if player == "X" else "X"


def outcome_of(score: int, cells: int, stones: int) -> Outcome:
    """Return the outcome that a score stands for.

    Args:
        score: The mover's score.
        cells: How many cells the board has.
        stones: How many of them are occupied.
    """
    if score == 0:  # every draw ends on a full board
        return Outcome(0, cells - stones)
    if score > 0:
        return Outcome(1, cells + 1 - score)
    return Outcome(-1, cells + 1 + score)


def score_before(reply: int) -> int:
    """Return the score of a move after which the opponent's score is ``reply``.

    One ply is added: a loss for the opponent with -10 is a win with 9.
    """
    return (reply > 0) - (reply < 0) - reply


# Boards -------------------------------------------------------------------------------

_X_BITS = str.maketrans("XO.", "100")
_O_BITS = str.maketrans("XO.", "010")


def is_board_text(board: object, cells: int) -> TypeGuard[str]:
    """Return whether this is text of so many X, O and dots, as tables write boards."""
    return type(board) is str and (
        board.count("X") + board.count("O") + board.count(".") == len(board) == cells
    )


def checked_text(board: object, cells: int) -> str:
    """Return a board, which must be text of so many X, O and dots.

    Raises:
        BoardError: It is anything else.
    """
    if is_board_text(board, cells):
        return board
    if not isinstance(board, str):
        kind = type(board).__name__
        raise BoardError(f"a board is text of {cells} characters, not {kind}")
    for cell, mark in enumerate(board):
        if mark not in "XO.":
            message = f"cell {cell} holds {mark!r}, but a cell holds X, O or ."
            raise BoardError(message, (cell,), "strange-character")
    message = f"a board has {cells} cells, not {len(board)}"
    raise BoardError(message, code="wrong-length")


def masks_of(text: str, rules: Any, first: str = "X") -> tuple[int, int]:
    """Return the cells of all stones of a board, and those of the first to move.

    Args:
        text: ``X``, ``O`` or ``.`` for each cell.
        rules: Anything with ``rows``, ``cols`` and ``gravity``.
        first: The player who moves first.

    Raises:
        BoardError: The numbers of stones are uneven, or a stone floats.
    """
    # Cell 0 is the lowest bit but the first character, so the text is read backwards.
    backwards = text[::-1]
    x = int(backwards.translate(_X_BITS), 2)
    o = int(backwards.translate(_O_BITS), 2)
    if first != "X":
        x, o = o, x
    if not 0 <= x.bit_count() - o.bit_count() <= 1:
        raise _uneven_error(text, first)
    mask = x | o
    if rules.gravity:
        floating = mask & ~supported_cells(mask, rules)
        if floating:
            raise _floating_error(cells_in(floating))
    return mask, x


def supported_cells(mask: int, rules: Any) -> int:
    """Return the cells in the last row, or above a stone."""
    last_row = (1 << rules.cols) - 1 << (rules.rows - 1) * rules.cols
    cells: int = mask >> rules.cols | last_row
    return cells


def cells_in(mask: int) -> list[int]:
    """Return the cells of a set, an integer with bit i for cell i, in order."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def _uneven_error(text: str, first: str) -> BoardError:
    excess = max("XO", key=text.count)
    cells = [cell for cell, mark in enumerate(text) if mark == excess]
    return BoardError(
        f"too many {excess}: {text.count('X')} X and {text.count('O')} O, "
        f"but {first} moves first and they take turns "
        f"({excess} is at {name_cells(cells)})",
        tuple(cells),
        "uneven-counts",
    )


def _floating_error(cells: Sequence[int]) -> BoardError:
    holds = "holds a stone" if len(cells) == 1 else "hold stones"
    return BoardError(
        f"{name_cells(cells)} {holds} with nothing below it: with gravity a stone "
        "falls to the lowest free cell of its column (the first row is the top one)",
        tuple(cells),
        "floating",
    )


def explain_unreachable(
    rules: FileRules, mask: int, x: int, first: str = "X"
) -> BoardError:
    """Return the error that says why play cannot reach a position.

    Its code is ``no-order`` if the lines are no reason.
    """
    mover = first
    opponent = other(first)
    mover_lines = lines_in(x, rules.lines)
    opponent_lines = lines_in(mask ^ x, rules.o_lines)
    if mask.bit_count() % 2 == 1:
        mover, opponent = opponent, mover
        mover_lines, opponent_lines = opponent_lines, mover_lines
    mover_has = f"{mover} has {_describe_lines(mover_lines, rules.k)}"
    opponent_has = f"{opponent} has {_describe_lines(opponent_lines, rules.k)}"
    ended = "lost" if rules.misere else "won"
    after_end = f"play continued after a {'loss' if rules.misere else 'win'}"
    if mover_lines and opponent_lines:
        code = "both-have-lines"
        reason = f"both have {ended}: {mover_has}, {opponent_has}"
    elif mover_lines:
        code = "moved-after-end"
        reason = f"{after_end}: {mover_has}, yet {opponent} has moved since"
    elif not share_a_cell(opponent_lines):
        code = "lines-apart"
        reason = f"{after_end}: {opponent_has}, and no single move makes them all"
    else:
        code = "no-order"
        reason = (
            "no order of moves stacks the stones in this way, unless play "
            "continued after the end"
        )
    cells = {cell for line in mover_lines + opponent_lines for cell in cells_in(line)}
    return BoardError(reason, tuple(sorted(cells)), code)


def lines_in(stones: int, lines: Sequence[int]) -> list[int]:
    """Return those of the lines that these stones fill."""
    return [line for line in lines if stones & line == line]


def share_a_cell(lines: Sequence[int]) -> bool:
    """Return whether one stone may have filled all of these lines."""
    shared = -1  # every cell
    for line in lines:
        shared &= line
    return shared != 0


def _describe_lines(lines: Sequence[int], k: int | None) -> str:
    line = "a line" if k is None else f"{k} in a row"
    places = " and at ".join(name_cells(cells_in(cells)) for cells in lines)
    return f"{line} at {places}"


def name_cells(cells: Sequence[int]) -> str:
    """Return cells in words, such as ``cells 0 1 2``."""
    noun = "cell" if len(cells) == 1 else "cells"
    return f"{noun} {' '.join(map(str, cells))}"


# The place of a position --------------------------------------------------------------
#
# On 3x3, the mask of "..O.X...." is 0b000010100. A quarter turn carries it to
# 0b000010001, which no symmetry makes smaller, so the position is in that mask's block,
# as "O...X....". The block's slots are X at cell 0 and X at cell 4: it is the second.

MAX_CELLS = 30
BINOMIAL = [[1] + [0] * MAX_CELLS]
"""Pascal's triangle, ``BINOMIAL[n][r]``."""
for _ in range(MAX_CELLS):
    _above = BINOMIAL[-1]
    BINOMIAL.append([1, *map(int.__add__, _above, _above[1:])])


def slots_per_block(stones: int) -> int:
    """Return the number of slots of each block of a tier: the ways to place X."""
    return BINOMIAL[stones][(stones + 1) // 2]


def slot_in_block(x: int, order: Sequence[int]) -> int:
    """Return which slot of its block a position has (combinatorial number system).

    Args:
        x: The cells of X.
        order: The bits of the position's cells, in the order of the block's cells.
    """
    slot = 0
    x_stones = 0
    # An order is shorter than the triangle; strict=False would only take time.
    for binomials, cell in zip(BINOMIAL, order):  # noqa: B905
        if x & cell:
            # Before it come the sets with one X more among the cells below this one,
            # and none here or above.
            x_stones += 1
            slot += binomials[x_stones]
    return slot


def canonical_by(symmetries: Sequence[Symmetry]) -> Canonical:
    """Return a function that finds canonical masks.

    Args:
        symmetries: Each by cell the cell that it is carried to. The smallest image of a
            mask under them is canonical.

    Returns:
        A function from a mask to its canonical mask, and to the bits of its own cells
        in the order of that one's.
    """
    # Every symmetry's images are looked up at once, for up to eight cells at a time.
    cells = len(symmetries[0])
    width = ceil_div(cells, ceil_div(cells, 8))
    tables = [
        _images_of_part(symmetries, range(start, min(start + width, cells)))
        for start in range(0, cells, width)
    ]
    part = (1 << width) - 1

    def canonical(mask: int) -> tuple[int, tuple[int, ...]]:
        images = tables[0][mask & part]
        for table in tables[1:]:
            mask >>= width
            images = tuple(map(or_, images, table[mask & part]))
        smallest = min(images)
        # The tables hold images by reversed symmetries, so that this symmetry says
        # which cell has come to each cell of the image.
        origins = symmetries[images.index(smallest)]
        return smallest, tuple([1 << origins[cell] for cell in cells_in(smallest)])

    return canonical


def _images_of_part(
    symmetries: Sequence[Symmetry], cells: Iterable[int]
) -> list[tuple[int, ...]]:
    """Return by each filling of some cells its image under every symmetry, reversed."""
    images = [(0,) * len(symmetries)]
    for cell in cells:
        origins = [1 << symmetry.index(cell) for symmetry in symmetries]
        images += [tuple(map(or_, image, origins)) for image in images]
    return images


def ceil_div(dividend: int, divisor: int) -> int:
    """Return a quotient, rounded up."""
    return -(-dividend // divisor)


def mask_width(cells: int) -> int:
    """Return the bytes of a mask on a board with this many cells."""
    return 2 if cells <= 16 else 4


def bits_for(palette: Palette) -> int:
    """Return the fewest bits, 1, 2, 4 or 8, that tell the palette's entries apart."""
    # Each of these divides a byte, so that a look-up reads a single byte.
    return next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)


def slots_size(slots: int, bits: int) -> int:
    """Return the bytes of this many slots."""
    return ceil_div(slots * bits, 8)


# Files --------------------------------------------------------------------------------

FORMAT = "ttt-table"
MAGIC = b"\xa6format\xa9ttt-table"
"""The bytes after the first one: a key and its value."""
PLAIN_VERSION = 1
"""The version of k in a row, in normal play and misère."""
RULES_VERSION = 2
"""The version of every other game, whose rules are a map in the header."""
HEADER_KEYS = {
    PLAIN_VERSION: (
        *("format", "version", "rows", "cols", "k", "misere", "positions", "tiers"),
    ),
    RULES_VERSION: (
        *("format", "version", "rows", "cols", "rules", "positions", "tiers"),
    ),
}
"""By version, the keys before the checksums."""
CHECKSUM_KEYS = ("body_crc32", "head_crc32")
BODY_KEYS = ("masks", "slots")
FLAGS = ("misere", "gravity", "breaker")
RULES_IN_A_ROW = (*FLAGS, "k")
"""The keys of the rules of k in a row."""
RULES_OF_LINES = (*FLAGS, "lines", "o_lines", "name", "symmetries")
"""The keys of the rules of a game of lines."""
RULE_WORDS = ("gravity", "misere", "breaker")
"""The rules that a game's text names, in this order."""
SIZE_MARKS = "0123456789kx"
"""What sizes such as ``4x5``, ``k3`` and ``3x3k3`` are written with."""
CELL_0 = ord("0")
"""Stands for cell 0 in the text that lists symmetries."""
MAX_PATH = 4096
"""No system that this runs on takes a longer path."""

# The limits keep a hostile header from claiming memory or time; no valid one exceeds
# them.
MAX_HEADER = 1 << 15
MAX_ELEMENTS = 512
MAX_DEPTH = 4
MAX_SYMMETRIES = 800
MAX_K = (1 << 32) - 1
MAX_NAME_LENGTH = 40
MAX_BINARY = (1 << 32) - 1
"""Bytes of a msgpack binary, and so of a tier's slots."""
VERIFIED_AT_ONCE = 1 << 20


class Tier(
    namedtuple(
        "Tier", ("blocks", "palette", "bits", "masks_at", "slots_at", "slots_end")
    )
):
    """One tier of a file: all positions with the same number of stones.

    Attributes:
        blocks: The number of its blocks, and so of its masks.
        palette: The scores that its slots refer to; None, for unreachable, is last.
        bits: The number of bits of a slot.
        masks_at: The place of its first mask, in bytes from the file's start.
        slots_at: The place of its first slot.
        slots_end: The place after its last slot.
    """

    __slots__ = ()
    blocks: int
    palette: Palette
    bits: int
    masks_at: int
    slots_at: int
    slots_end: int


class TableFile:
    """A checked table file: the rules of its game, and where its parts are."""

    def __init__(self, data: bytes | FileBytes, *, verify: bool = True) -> None:
        """Check a file, in the order of the format's definition.

        Args:
            data: The whole file.
            verify: Whether to verify the body's checksum and padding too, which reads
                every byte.

        Raises:
            BadTableError: The file is not a table, or a bad one.
        """
        header, self.header_end = _read_header(data)
        """The place where the body starts."""
        self.data = data
        self.rules = FileRules(header)
        self.positions: int = header["positions"]
        """How many positions play can reach."""
        self.body_crc32: int = header["body_crc32"]
        """The checksum of all bytes after the header."""
        self.tiers = _lay_out(header["tiers"], self.rules.cells, self.header_end)
        """The tiers, by the number of stones."""
        if self.positions > most_positions(self.rules):
            raise BadTableError(f"{self.rules} cannot have {self.positions} positions")
        self._check_body(verify)
        if isinstance(data, FileBytes):
            data.expect(data[: self.header_end], self.body_crc32)

    @classmethod
    def read(cls, path: str, *, verify: bool = False) -> Self:
        """Read a table file, or open a large one.

        Args:
            path: The file.
            verify: Whether to verify the body of a large file, which reads all of it.
                The whole of a small file is always verified.

        Raises:
            TableError: The file cannot be read, or is not a good table.
        """
        data: bytes | FileBytes = b""
        try:
            data = _read_file(path)
            # What is in memory is verified whole: that takes less time than to read it.
            return cls(data, verify=verify or isinstance(data, bytes))
        except (TableError, MemoryError) as error:
            if isinstance(data, FileBytes):
                data.close()
            if isinstance(error, MemoryError):
                raise access_error(error, "read", path) from None
            error.args = (with_path(path, str(error)),)
            raise

    def masks(self, tier: Tier) -> Sequence[int]:
        """Return the masks of a tier's blocks, in increasing order."""
        width = mask_width(self.rules.cells)
        stored = self.data[tier.masks_at : tier.masks_at + tier.blocks * width]
        if sys.byteorder == "little":  # as they are stored, so they need no copy
            return memoryview(stored).cast("H" if width == 2 else "I")
        starts = range(0, len(stored), width)
        return [
            int.from_bytes(stored[start : start + width], "little") for start in starts
        ]

    def score(self, tier: Tier, slot: int) -> int | None:
        """Return the score in a slot of a tier; None if it is unreachable.

        Raises:
            BadTableError: The slot's number is beyond the tier's palette.
        """
        _, palette, bits, _, slots_at, _ = tier
        bit = slot * bits
        byte: int = self.data[slots_at + (bit >> 3)]
        number = byte >> (bit & 7) & (1 << bits) - 1
        if number >= len(palette):
            raise BadTableError(
                f"slot {slot} of a tier holds number {number} "
                f"of a palette of {len(palette)}"
            )
        score: int | None = palette[number]
        return score

    def _check_body(self, verify: bool) -> None:
        size = len(self.data)
        end = self.tiers[-1].slots_end
        if size < end:
            raise truncated_error(size, f"{end} bytes")
        if size > end:
            raise BadTableError(f"{size - end} bytes follow the table's end", "damaged")
        if verify and checksum(self.data, self.header_end) != self.body_crc32:
            raise damaged_error("the body's checksum does not match")

        # What stands before the masks and before each tier's slots follows from the
        # header, so it is compared and never parsed.
        masks_size = sum(tier.blocks for tier in self.tiers)
        masks_size *= mask_width(self.rules.cells)
        slots_sizes = [tier.slots_end - tier.slots_at for tier in self.tiers]
        places = [self.tiers[0].masks_at, *(tier.slots_at for tier in self.tiers)]
        prefixes = body_prefixes(masks_size, slots_sizes)
        for place, prefix in zip(places, prefixes, strict=True):
            if self.data[place - len(prefix) : place] != prefix:
                raise BadTableError("the body is not laid out as the header says")

        if verify:
            self._check_padding()

    def _check_padding(self) -> None:
        """Check that the bits after each tier's last slot are 0: one game, one file."""
        for stones, tier in enumerate(self.tiers):
            used = tier.blocks * slots_per_block(stones) * tier.bits % 8
            if used and self.data[tier.slots_end - 1] >> used:
                raise BadTableError(f"tier {stones} has bits set after its last slot")


def checksum(data: bytes | FileBytes, start: int) -> int:
    """Return the CRC-32 of all bytes from a place on."""
    crc = 0
    for place in range(start, len(data), VERIFIED_AT_ONCE):
        crc = crc32(data[place : place + VERIFIED_AT_ONCE], crc)
    return crc


def body_prefixes(masks_size: int, slots_sizes: Sequence[int]) -> list[bytes]:
    """Return the bytes before the masks, and before the slots of each tier."""
    tiers = len(slots_sizes)
    array = bytes([0x90 + tiers]) if tiers < 16 else b"\xdc" + tiers.to_bytes(2, "big")
    first, *following = map(_binary_prefix, slots_sizes)
    return [
        b"\xa5masks" + _binary_prefix(masks_size),
        b"\xa5slots" + array + first,
        *following,
    ]


def _binary_prefix(size: int) -> bytes:
    """Return the bytes before a msgpack binary."""
    if size < 1 << 8:
        return b"\xc4" + size.to_bytes(1, "big")
    if size < 1 << 16:
        return b"\xc5" + size.to_bytes(2, "big")
    return b"\xc6" + size.to_bytes(4, "big")


def _lay_out(described: Any, cells: int, header_end: int) -> list[Tier]:
    """Find where the masks and slots of each tier are.

    Args:
        described: What a header says of the tiers, unchecked: for each the number of
            its blocks, and its palette.
        cells: The number of cells of the board.
        header_end: The place after the header.
    """
    if not isinstance(described, list) or len(described) != cells + 1:
        raise BadTableError(f"the header does not describe {cells + 1} tiers")
    sizes = []
    for stones, tier in enumerate(described):
        if not _is_possible_tier(tier, cells, stones):
            raise BadTableError(f"tier {stones} has impossible blocks or scores")
        blocks, palette = tier
        sizes.append(slots_size(blocks * slots_per_block(stones), bits_for(palette)))
    if max(sizes) > MAX_BINARY:
        raise BadTableError("a tier is larger than a file can hold")

    width = mask_width(cells)
    masks_size = sum(blocks for blocks, _ in described) * width
    masks_prefix, *slots_prefixes = body_prefixes(masks_size, sizes)
    masks_at = header_end + len(masks_prefix)
    end = masks_at + masks_size
    tiers = []
    for (blocks, palette), size, prefix in zip(
        described, sizes, slots_prefixes, strict=True
    ):
        slots_at = end + len(prefix)
        end = slots_at + size
        tiers.append(Tier(blocks, palette, bits_for(palette), masks_at, slots_at, end))
        masks_at += blocks * width
    return tiers


def _is_possible_tier(tier: Any, cells: int, stones: int) -> bool:
    if not isinstance(tier, list) or len(tier) != 2:
        return False
    blocks, palette = tier
    if type(blocks) is not int or not 1 <= blocks <= BINOMIAL[cells][stones]:
        return False
    return isinstance(palette, list) and is_possible_palette(palette, cells, stones)


def is_possible_palette(palette: list[Any], cells: int, stones: int) -> bool:
    """Return whether these are scores of a tier, in order, with None at most last."""
    if not palette:
        return False
    scores = palette[:-1] if palette[-1] is None else palette
    for score in scores:
        if type(score) is not int or not (
            score == 0 or stones < abs(score) < cells + 2
        ):
            return False
    return scores == sorted({*scores})


def most_positions(rules: Any) -> int:
    """Return how many positions there were if no line ended a game.

    Args:
        rules: Anything with ``rows``, ``cols`` and ``gravity``.
    """
    cells = rules.rows * rules.cols
    masks = BINOMIAL[cells][: cells + 1]  # any cells
    if rules.gravity:  # any height of each column
        masks = [1] + [0] * cells
        for _ in range(rules.cols):
            masks = [
                sum(masks[max(0, stones - rules.rows) : stones + 1])
                for stones in range(cells + 1)
            ]
    return sum(count * slots_per_block(stones) for stones, count in enumerate(masks))


# Headers ------------------------------------------------------------------------------


def _read_header(data: bytes | FileBytes) -> tuple[dict[str, Any], int]:
    """Read a header, and check all but its rules and tiers.

    Returns:
        Its values by their keys, and where it ends. The rules of version 1 are a map
        by then, as in version 2.

    Raises:
        BadTableError: The file does not start with a good header.
    """
    # A header is cut short if it takes more bytes than the file has; if it takes more
    # than a header may, it is damaged.
    values = _Values(bytes(data[:MAX_HEADER]), start=1 + len(MAGIC))
    start = values.data[: values.place]
    if start and not (0x8B <= start[0] <= 0x8F and MAGIC.startswith(start[1:])):
        raise BadTableError("this is not a table file", "not-a-table")
    if len(start) < values.place:
        raise truncated_error(len(data), "a longer header")

    pairs: list[tuple[Any, Any]] = [("format", FORMAT)]
    key: object = "format"
    while key != "head_crc32":
        key = values.read()
        key_end = values.place
        value = values.read()
        pairs.append((key, value))
        # A later version may have any contents, so it is refused first.
        is_version = key == "version" and len(pairs) == 2
        if is_version and type(value) is int and value > RULES_VERSION:
            problem = f"its version is {value}, and this reader knows {RULES_VERSION}"
            raise _update_error(problem)
    if type(value) is not int or value != crc32(values.data[:key_end]):
        raise damaged_error("the header's checksum does not match")
    return _checked_header(pairs, keys_claimed=start[0] - 0x80), values.place


def _checked_header(pairs: list[tuple[Any, Any]], keys_claimed: int) -> dict[str, Any]:
    """Return the values of a header whose checksum is right, by their keys.

    Args:
        pairs: Its keys and values.
        keys_claimed: How many keys the map of the file claims to have.
    """
    keys = tuple(key for key, _ in pairs)
    version = pairs[1][1]
    if type(version) is not int or version not in HEADER_KEYS:
        raise BadTableError(f"there is no version {version!r:.60}")
    if keys[1] == "version" and version == RULES_VERSION and "rules" not in keys:
        raise BadTableError("it has no rules: build the table again", "version")
    if keys != HEADER_KEYS[version] + CHECKSUM_KEYS:
        raise BadTableError(f"the header's keys are not those of version {version}")
    if keys_claimed != len(keys) + len(BODY_KEYS):
        raise BadTableError(f"the map claims {keys_claimed} keys")
    header = dict(pairs)
    if version == PLAIN_VERSION:
        flags = dict.fromkeys(FLAGS, False)
        header["rules"] = {**flags, "misere": header["misere"], "k": header["k"]}
    else:
        header["rules"] = _read_rules(header["rules"])
    for name, least, most in (("positions", 1, 1 << 64), ("body_crc32", 0, 1 << 32)):
        if type(header[name]) is not int or not least <= header[name] < most:
            raise BadTableError(f"{name} is {header[name]!r:.60}")
    return header


def _read_rules(pairs: Any) -> dict[str, Any]:
    """Return the rules of version 2 by their names, in their order.

    A rule that this reader does not know is refused by its name.
    """
    if not isinstance(pairs, tuple):
        raise BadTableError("the header's rules are not a map")
    names = tuple(name for name, _ in pairs)
    for name in names:
        if isinstance(name, str) and name not in RULES_IN_A_ROW + RULES_OF_LINES:
            raise _update_error(
                f"its game has the rule {name!r:.60}, which this reader does not know"
            )
    if names not in (RULES_IN_A_ROW, RULES_OF_LINES):
        raise BadTableError("the header's rules are incomplete, or not in their order")
    return dict(pairs)


def _update_error(problem: str) -> BadTableError:
    return BadTableError(f"{problem}: update ttt-table", "version")


class _Values:
    """The values of a header in msgpack, read one after the other.

    The codes are those of https://github.com/msgpack/msgpack/blob/master/spec.md. To
    import its library would add 16 % to the time of a first look-up.
    """

    def __init__(self, data: bytes, start: int) -> None:
        self.data = data
        self.place = start
        """Where the next value starts."""

    def read(self, depth: int = 0) -> Any:
        """Read a value that is inside so many arrays and maps.

        A map is a tuple of its keys and values. Text that is not UTF-8 has surrogates,
        so that no reader need check it.
        """
        start = self.place
        code = self._take(1)[0]
        if code <= 0x7F:
            return code
        if code >= 0xE0:
            return code - 0x100
        if code <= 0x8F:
            items = self._read_items(2 * (code - 0x80), depth)
            return tuple(zip(items[::2], items[1::2], strict=True))
        if code <= 0x9F:
            return self._read_items(code - 0x90, depth)
        if code <= 0xBF:
            return self._read_text(code - 0xA0)
        if code in _CONSTANTS:
            return _CONSTANTS[code]
        if 0xCC <= code <= 0xD3:  # four codes without a sign, then four with one
            return self._read_integer(1 << (code & 3), signed=code >= 0xD0)
        if 0xD9 <= code <= 0xDB:
            return self._read_text(self._read_integer(1 << code - 0xD9))
        if 0xDC <= code <= 0xDD:
            return self._read_items(self._read_integer(2 << code - 0xDC), depth)
        raise BadTableError(
            f"the byte {code:#x} at {start} does not start a value of a header",
            "damaged",
        )

    def _take(self, size: int) -> bytes:
        start = self.place
        self.place += size
        if self.place > MAX_HEADER:
            raise damaged_error(f"the header takes more than {MAX_HEADER} bytes")
        if self.place > len(self.data):
            raise truncated_error(len(self.data), "a longer header")
        return self.data[start : self.place]

    def _read_integer(self, size: int, *, signed: bool = False) -> int:
        return int.from_bytes(self._take(size), "big", signed=signed)

    def _read_text(self, size: int) -> str:
        return self._take(size).decode("utf-8", "surrogateescape")

    def _read_items(self, count: int, depth: int) -> list[Any]:
        if count > MAX_ELEMENTS or depth == MAX_DEPTH:
            raise damaged_error("an array in the header is too large")
        return [self.read(depth + 1) for _ in range(count)]


_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}


def damaged_error(problem: str) -> BadTableError:
    """Return the error for a file whose bytes are not those that were written."""
    return BadTableError(f"{problem}: some bytes have changed", "damaged")


def truncated_error(size: int, expected: str) -> BadTableError:
    """Return the error for a file that should have more bytes."""
    return BadTableError(
        f"the file ends after {size} bytes, but should have {expected}: "
        "perhaps a copy was interrupted",
        "truncated",
    )


# Rules --------------------------------------------------------------------------------


class FileRules:
    """The rules of a file's game, checked; each game has only one form.

    Attributes:
        rows: The rows of the board.
        cols: The columns of the board.
        cells: The number of cells.
        k: Stones in a row that end the game; None in a game of lines.
        misere: Whether the player who fills a line loses.
        gravity: Whether a stone falls to the lowest free cell of its column.
        breaker: Whether only lines of X count, and O wins on a full board without one.
        name: The name of a game of lines; None with k in a row.
        symmetries: For each symmetry, by cell the cell that it is carried to.
    """

    def __init__(self, header: dict[str, Any]) -> None:
        """Take the rules from a header that `_read_header` has read.

        Raises:
            BadTableError: There is no such game, or it has another form.
        """
        rules = header["rules"]
        self.rows: int = header["rows"]
        self.cols: int = header["cols"]
        self.k: int | None = rules.get("k")
        self.name: str | None = rules.get("name")
        self.misere, self.gravity, self.breaker = (rules[flag] for flag in FLAGS)
        sizes = [self.rows, self.cols, rules.get("k", 1)]
        are_possible = (
            all(type(size) is int and 1 <= size <= MAX_K for size in sizes)
            and self.rows * self.cols <= MAX_CELLS
            and all(type(rules[flag]) is bool for flag in FLAGS)
        )
        if not are_possible:
            raise _rules_error()
        self.cells = self.rows * self.cols
        if "k" in rules:
            is_plain = not self.gravity and not self.breaker
            if is_plain != (header["version"] == PLAIN_VERSION):
                raise _rules_error()
            self.symmetries = symmetries_of_grid(self.rows, self.cols, self.gravity)
            return
        name = rules["name"]
        if not is_plain_name(name) or is_reserved_name(name):
            raise _rules_error()
        self._lines: tuple[int, ...] = _read_lines(rules["lines"], self.cells)
        self._o_lines = self._lines
        if rules["o_lines"] is not None:
            self._o_lines = _read_lines(rules["o_lines"], self.cells)
            if self.breaker or not self._o_lines or self._o_lines == self._lines:
                raise _rules_error()
        self.symmetries = _read_symmetries(rules["symmetries"], self)

    def __str__(self) -> str:
        """Return the game's name, such as ``3x3k3-misere``."""
        lines = f"-{self.name}" if self.k is None else f"k{self.k}"
        words = "".join(f"-{word}" for word in RULE_WORDS if getattr(self, word))
        return f"{self.rows}x{self.cols}{lines}{words}"

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of X as sets of cells, in increasing order."""
        if self.k is not None:  # few look-ups need them
            return lines_in_a_row(self.rows, self.cols, self.k)
        return self._lines

    @property
    def o_lines(self) -> tuple[int, ...]:
        """The lines of O; a Breaker has none."""
        if self.breaker:
            return ()
        if self.k is not None:
            return self.lines
        return self._o_lines

    def open_cells(self, mask: int) -> int:
        """Return the cells that can take a stone, whether or not the game is over."""
        free: int = (1 << self.cells) - 1 & ~mask
        return free & supported_cells(mask, self) if self.gravity else free


def _rules_error() -> BadTableError:
    # No program writes such rules under a right checksum unless it is itself wrong.
    return BadTableError("the header's rules are not a game's, in its one form")


def is_plain_name(name: object) -> bool:
    """Return whether a name of a game of lines fits into the name of a file."""
    if not isinstance(name, str) or len(name) > MAX_NAME_LENGTH:
        return False
    letters = name.replace("_", "").replace("-", "")
    return letters.isascii() and letters.isalnum() and name[0].isalnum()


def is_reserved_name(name: str) -> bool:
    """Return whether a name would read as a rule or a size in the text of a game."""
    text = name.lower()
    is_size = not text.strip(SIZE_MARKS) and not text.isalpha()
    return is_size or text.rpartition("-")[2] in RULE_WORDS


def _read_lines(lines: Any, cells: int) -> tuple[int, ...]:
    """Return a player's lines: sets in increasing order, none containing another."""
    are_sets = isinstance(lines, list) and all(
        type(line) is int and 0 < line < 1 << cells for line in lines
    )
    if not are_sets or lines != sorted({*lines}):
        raise _rules_error()
    for number, line in enumerate(lines):
        if any(line & shorter == shorter for shorter in lines[:number]):
            raise _rules_error()
    return tuple(lines)


def lines_in_a_row(rows: int, cols: int, k: int) -> tuple[int, ...]:
    """Return every k cells in a row, column or diagonal, in increasing order."""
    lines = set()  # a line of one stone lies in every direction
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row = row + down * (k - 1)
            last_col = col + right * (k - 1)
            if last_row < rows and 0 <= last_col < cols:
                step = down * cols + right
                lines.add(sum(1 << cell + step * i for i in range(k)))
    return tuple(sorted(lines))


def symmetries_of_grid(rows: int, cols: int, gravity: bool) -> tuple[Symmetry, ...]:
    """Return the turns and reflections of a grid; the identity comes first."""
    down = range(rows)
    across = range(cols)
    permutations = []
    # On a square, the transposed flips are the diagonal reflections and the quarter
    # turns.
    for row_order in [down] if gravity else [down, down[::-1]]:
        for col_order in (across, across[::-1]):
            flipped = [row * cols + col for row in row_order for col in col_order]
            permutations.append(tuple(flipped))
            if rows == cols and not gravity:
                turned = [col * cols + row for row in row_order for col in col_order]
                permutations.append(tuple(turned))
    return tuple(dict.fromkeys(permutations))  # on a strip one flip moves nothing


def _read_symmetries(text: Any, rules: FileRules) -> tuple[Symmetry, ...]:
    """Return the symmetries that a header lists as one text."""
    images = [ord(mark) - CELL_0 for mark in text] if isinstance(text, str) else []
    starts = range(0, len(images), rules.cells)
    listed = tuple(tuple(images[start : start + rules.cells]) for start in starts)
    lines = {*rules.lines}, {*rules.o_lines}
    columns = rules.cols if rules.gravity else None
    if not are_symmetries(listed, rules.cells, lines, columns):
        raise BadTableError(
            "the header's symmetries are invalid or do not form a group"
        )
    return listed


def are_symmetries(
    listed: Sequence[Symmetry],
    cells: int,
    lines: Iterable[set[int]],
    columns: int | None,
) -> bool:
    """Return whether these are a group of symmetries of a game, in increasing order.

    Args:
        listed: What a table file lists, unchecked.
        cells: The number of cells.
        lines: The lines of X, and those of O, as sets of cells.
        columns: With gravity, how many there are: each goes to a column.
    """
    identity = tuple(range(cells))
    group = {*listed}
    if not 0 < len(listed) <= MAX_SYMMETRIES or listed[0] != identity:
        return False
    if [*listed] != sorted(group) or any(
        sorted(each) != [*identity] for each in listed
    ):
        return False
    for before, symmetry in pairwise(listed):
        moved = next(cell for cell in identity if symmetry[cell] != cell)
        if before[moved] == symmetry[moved]:
            continue  # it is a product of those that are checked
        for of_player in lines:
            if {_image(line, symmetry) for line in of_player} != of_player:
                return False
        if columns is not None and not _keeps_columns(symmetry, columns):
            return False
        if any(
            tuple([symmetry[cell] for cell in each]) not in group for each in listed
        ):
            return False
    return True


def _keeps_columns(symmetry: Symmetry, columns: int) -> bool:
    """Return whether the cell below a cell goes to the one below its image."""
    below = symmetry[columns:]
    return all(image + columns == lower for image, lower in zip(symmetry, below))  # noqa: B905


def _image(mask: int, symmetry: Symmetry) -> int:
    return sum(1 << symmetry[cell] for cell in cells_in(mask))


# Bytes on the disk --------------------------------------------------------------------


def _read_file(path: str) -> bytes | FileBytes:
    try:
        problem = not_a_file(path)
        if problem:
            raise TableAccessError(problem)
        with open(path, "rb", buffering=0, opener=_open_without_waiting) as file:
            if os.fstat(file.fileno()).st_size < LARGE_FROM:
                return file.read() or b""  # None where there is nothing yet
            # A descriptor of its own, as the file's is closed here.
            return FileBytes(path, os.dup(file.fileno()))
    except (FileNotFoundError, NotADirectoryError):
        if os.path.islink(path):
            raise MissingTableError("this link leads to no file") from None
        raise MissingTableError(
            "there is no such file; ttt-table build makes tables"
        ) from None
    except (OSError, ValueError) as error:
        raise access_error(error, "read", path) from None


def _open_without_waiting(path: str, flags: int) -> int:
    # The file may have been replaced by a pipe, on whose writer this would wait.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def not_a_file(path: str) -> str | None:
    """Return the reason to refuse a folder, a pipe or a device; None for a file."""
    mode = os.stat(path).st_mode
    if S_ISREG(mode):
        return None
    return "this is a folder" if S_ISDIR(mode) else "this is not a regular file"


def access_error(
    error: OSError | ValueError | MemoryError, action: str, path: str
) -> TttTableError:
    """Return the error for a file that could not be read or written.

    Args:
        error: What was raised.
        action: ``"read"``, ``"written"`` or ``"made"``.
        path: The file.
    """
    if isinstance(error, TttTableError):
        return error
    reason = (
        getattr(error, "strerror", None) or str(error) or "there is not enough memory"
    )
    return TableAccessError(with_path(path, f"cannot be {action}: {reason}"))


def shown_path(path: str) -> str:
    """Return a path as a message shows it.

    One that cannot be seen or printed is shown as Python writes it, and one that no
    system takes is shortened.
    """
    if len(path) > MAX_PATH:
        path = f"{path[:60]}..."
    return path if path and path.isprintable() else repr(path)


def with_path(path: str, message: str) -> str:
    """Return a message that begins with the file that it is about."""
    prefix = f"{shown_path(path)}: "
    return message if message.startswith(prefix) else prefix + message


if hasattr(os, "pread"):
    # It moves no file position, so threads, and processes forked later, need no lock.
    _read_at = os.pread
else:  # Windows: the file's position is shared, so only one thread may move it
    from threading import Lock

    _POSITION_LOCK = Lock()

    def _read_at(descriptor: int, size: int, start: int, /) -> bytes:
        with _POSITION_LOCK:
            os.lseek(descriptor, start, os.SEEK_SET)
            return os.read(descriptor, size)


class FileBytes:
    """A large file's bytes by index and slice, like `bytes`. Threads may share one.

    It is not mapped: to read a mapped file that somebody has cut short would kill the
    process. Every access raises `ClosedTableError` after `close`, `BadTableError` if
    the file has changed since it was opened, and `TableAccessError` if the system
    refuses to read it.
    """

    _descriptor = -1  # so that an object whose __init__ failed can be closed

    def __init__(self, path: str, descriptor: int) -> None:
        """Take over an open file.

        Args:
            path: The file's path, for messages and for pickling.
            descriptor: The file, open for reading; `close` closes it.
        """
        self.path = os.path.abspath(path)
        self._descriptor = descriptor
        status = os.fstat(descriptor)
        self._size = status.st_size
        self._modified_at: int | None = status.st_mtime_ns
        self._changed_at = status.st_ctime_ns
        self._expected: tuple[bytes, int] | None = None

    def expect(self, header: bytes, body_crc32: int) -> None:
        """Say what the file holds, so that it is known again if its times change."""
        self._expected = header, body_crc32

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int | slice) -> Any:
        """Return the byte at an index from 0, or those of a slice without a step."""
        if isinstance(place, slice):
            start, stop, _ = place.indices(self._size)
            return self._read(start, max(stop - start, 0))
        return self._read(place, 1)[0]

    def __bytes__(self) -> bytes:
        return self._read(0, self._size)

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    __del__ = close

    def _read(self, start: int, size: int) -> bytes:
        try:
            data = _read_at(self._descriptor, size, start)
            while len(data) < size:  # the system may return less than requested
                piece = _read_at(self._descriptor, size - len(data), start + len(data))
                if not piece:
                    raise self._mark_as_changed()
                data += piece
            # After the bytes were read, so that an earlier change shows, too.
            status = os.fstat(self._descriptor)
        except (OSError, MemoryError) as error:
            if self._descriptor < 0:  # closed before, or meanwhile by another thread
                raise ClosedTableError(
                    with_path(self.path, "this table has been closed")
                ) from None
            raise access_error(error, "read", self.path) from None
        # Any byte may be new then, also one that was read before.
        if status.st_mtime_ns != self._modified_at or status.st_size != self._size:
            raise self._mark_as_changed()
        if status.st_ctime_ns == self._changed_at:
            return data
        self._check_content()
        return self._read(start, size)

    def _check_content(self) -> None:
        """Accept a new ctime if the file still holds the same.

        A file has a new one once it was renamed, replaced or given other rights, but
        also once somebody wrote to it and set its other time back, as ``rsync`` does.
        """
        anew = FileBytes(self.path, os.dup(self._descriptor))
        if self._expected is None or not anew._holds(*self._expected):
            raise self._mark_as_changed()
        self._changed_at = anew._changed_at

    def _holds(self, header: bytes, body_crc32: int) -> bool:
        """Return whether the file holds this table, which reads all of it."""
        is_same_header: bool = self[: len(header)] == header
        return is_same_header and checksum(self, len(header)) == body_crc32

    def _mark_as_changed(self) -> TableError:
        """Refuse all further reads, and return the error for this one."""
        # The program that wrote to the file may set its old time again.
        self._modified_at = None
        return BadTableError(
            with_path(
                self.path, "the file has changed since it was opened; open it again"
            ),
            "damaged",
        )
