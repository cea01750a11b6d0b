"""The rules of a game: its cells and lines, who has won, and the symmetries of its board.

X moves first. Whoever fills a line wins, or loses in misère play; a full board without one is a
draw. In a Maker-Breaker game only lines of X, the Maker, count: on a full board without one O, the
Breaker, wins, or loses in misère.

Cells are numbered along the rows from the top, and a set of cells is an integer, bit i for cell i::

    0 1 2      On the board "X...O....":
    3 4 5      X's stones are 0b000000001,
    6 7 8      O's stones are 0b000010000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ttt_table.errors import GameError, quoted
from ttt_table.rules.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Found = TypeVar("Found")

MAX_CELLS = 30
RULE_WORDS = ("gravity", "misere", "breaker")  # as a game's name has them
MAX_K = (1 << 32) - 1  # what every reader can hold


class _GameFields(NamedTuple):
    rows: int
    cols: int
    k: int | None
    """Stones in a row that end the game; None in a game of lines."""
    misere: bool
    gravity: bool
    """A stone falls to the lowest free cell of its column."""
    lines: tuple[int, ...] | None
    """Sets of cells in increasing order; None with k in a row."""
    name: str | None
    breaker: bool


class Game(_GameFields):
    """The rules: a board of rows x cols, and k in a row, or a game of lines.

    That has ``lines``, sequences of cells, and no k; without a ``name`` it gets one from its lines.
    One that contains another is left out: the other is filled first. Raises `GameError` for over 30
    cells or 512 lines, and for bad rules.

    >>> Game()
    Game(rows=3, cols=3, k=3, misere=False, gravity=False)
    >>> Game(2, 2, lines=[[0, 3], [1, 2], [2, 1, 0]], name="diagonals")
    Game(rows=2, cols=2, lines=[[1, 2], [0, 3]], name='diagonals', misere=False, gravity=False)
    """

    __slots__ = ()

    def __new__(
        cls,
        rows: int = 3,
        cols: int = 3,
        k: int | None = None,
        misere: bool = False,
        gravity: bool = False,
        lines: Iterable[Iterable[int] | int] | None = None,
        name: str | None = None,
        breaker: bool = False,
    ) -> Game:
        """Check the rules."""
        if lines is None:
            k = 3 if k is None else k
            check_game(rows, cols, k, misere, gravity, breaker)
            if name is not None:
                raise GameError("only a game of lines has a name of its own")
            return super().__new__(
                cls, rows, cols, k, misere, gravity, None, None, breaker
            )
        from ttt_table.rules.families import check_name, least_lines

        check_game(rows, cols, 1, misere, gravity, breaker)
        if k is not None:
            raise GameError(
                "a game of lines has no k: whoever fills a line first ends it"
            )
        masks = least_lines(lines, rows * cols)
        name = check_name(name, masks)
        return super().__new__(
            cls, rows, cols, None, misere, gravity, masks, name, breaker
        )

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Game:  # type: ignore[override]  # not of a subclass
        """Checked like any; ``_replace`` comes this way too."""
        return cls(*iterable)

    def __repr__(self) -> str:
        rules = ", ".join(f"{name}={value!r}" for name, value in self.rules().items())
        return f"Game({rules})"

    def __str__(self) -> str:
        """A name fit for a file's."""
        lines = f"k{self.k}" if self.lines is None else f"-{self.name}"
        rules = "".join(f"-{word}" for word in RULE_WORDS if getattr(self, word))
        return f"{self.rows}x{self.cols}{lines}{rules}"

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.rows * self.cols

    def rules(self) -> dict[str, object]:
        """Its fields by name; ``breaker`` only where it is true."""
        rules: dict[str, object] = {"rows": self.rows, "cols": self.cols, "k": self.k}
        if self.lines is not None:
            del rules["k"]
            rules |= {
                "lines": [cells_in(line) for line in self.lines],
                "name": self.name,
            }
        rules |= {"misere": self.misere, "gravity": self.gravity}
        return rules | {"breaker": True} if self.breaker else rules


def check_game(
    rows: int, cols: int, k: int, misere: bool, gravity: bool, breaker: bool
) -> None:
    """Raise `GameError` unless these are the rules of a game."""
    for name, number in (("rows", rows), ("cols", cols), ("k", k)):
        if type(number) is not int:
            raise GameError(f"{name} must be a whole number, not {quoted(number)}")
    for name, rule in (("misere", misere), ("gravity", gravity), ("breaker", breaker)):
        if type(rule) is not bool:
            raise GameError(f"{name} must be True or False, not {quoted(rule)}")
    board = f"a board of {quoted(rows)}x{quoted(cols)}"  # either may have thousands of digits
    if rows < 1 or cols < 1:
        raise GameError(f"{board} has no cells: rows and cols start at 1")
    if rows * cols > MAX_CELLS:
        cells = quoted(rows * cols)
        raise GameError(f"{board} has {cells} cells, and a table can have {MAX_CELLS}")
    if k < 1:
        raise GameError(f"k is {quoted(k)}, but a line needs at least 1 stone")
    if k > MAX_K:
        raise GameError(f"k is {quoted(k)}, and a table file holds none above {MAX_K}")


def _keep_last(find: Callable[[Game], Found]) -> Callable[[Game], Found]:
    """Keep what is found for the last game; functools would cost every reader its import."""
    kept: dict[Game, Found] = {}

    def find_once(game: Game) -> Found:
        found = kept.get(game)
        if found is None:
            found = find(game)
            kept.clear()
            kept[game] = found
        return found

    return find_once


def lines(game: Game) -> tuple[int, ...]:
    """Every line as a set of cells, in increasing order."""
    return _in_a_row(game) if game.lines is None else game.lines


@_keep_last
def _in_a_row(game: Game) -> tuple[int, ...]:
    assert game.k is not None
    sets = set()  # a line of one stone lies in every direction
    for cell in range(game.cells):
        row, col = divmod(cell, game.cols)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row, last_col = row + down * (game.k - 1), col + right * (game.k - 1)
            if last_row < game.rows and 0 <= last_col < game.cols:
                step = down * game.cols + right
                sets.add(sum(1 << cell + step * i for i in range(game.k)))
    return tuple(sorted(sets))


def shortest_line(game: Game) -> int | None:
    """The stones of the shortest line; None where all games are draws."""
    return min(map(int.bit_count, lines(game)), default=None)


def lines_in(stones: int, lines: Sequence[int]) -> list[int]:
    """Those of the lines that these stones fill."""
    return [line for line in lines if stones & line == line]


def filled_lines(game: Game, board: str, player: str) -> list[list[int]]:
    """The lines with which the player who moved last has ended the game, as cells."""
    held = sum(1 << cell for cell, mark in enumerate(board) if mark == player)
    ends = lines_by_side(game, game.cells - board.count("."))[1]
    return [cells_in(line) for line in lines_in(held, ends)]


def lines_by_side(game: Game, stones: int) -> tuple[Sequence[int], Sequence[int]]:
    """The lines that count for the mover, and for who moved last."""
    every = lines(game)
    if not game.breaker:
        return every, every
    return (every, ()) if stones % 2 == 0 else ((), every)


def finished_score(game: Game, *, line: bool) -> int:
    """The mover's score where a line, or else a full board, ends the game."""
    lost = -(game.cells + 1)
    if not line:
        if not game.breaker:
            return 0
        lost *= (
            -1 if game.cells % 2 else 1
        )  # for O, who is to move on a board of odd size
    return -lost if game.misere else lost


@_keep_last
def supports(game: Game) -> tuple[int, ...]:
    """By cell what must hold stones before it: with gravity the cell below."""
    bottom_row = game.cells - game.cols
    return tuple(
        1 << cell + game.cols if game.gravity and cell < bottom_row else 0
        for cell in range(game.cells)
    )


@_keep_last
def covers(game: Game) -> tuple[int, ...]:
    """By cell what it supports: with gravity the cell above."""
    return tuple(
        1 << cell - game.cols if game.gravity and cell >= game.cols else 0
        for cell in range(game.cells)
    )


def playable(game: Game, mask: int) -> list[int]:
    """The cells that can take a stone, also after the end."""
    free = [cell for cell in range(game.cells) if not mask >> cell & 1]
    if not game.gravity:  # every look-up of moves comes here
        return free
    needs = supports(game)
    return [cell for cell in free if not needs[cell] & ~mask]


def removable(game: Game, mask: int) -> list[int]:
    """The cells whose stone may have come last."""
    covered = covers(game)
    return [cell for cell in cells_in(mask) if not covered[cell] & mask]


def floating(game: Game, mask: int) -> list[int]:
    """The cells whose stone should have fallen further."""
    needs = supports(game)
    return [cell for cell in cells_in(mask) if needs[cell] & ~mask]


def stacks(game: Game) -> list[list[int]]:
    """What can fill each cell, or with gravity each column; a mask unites one of each."""
    if not game.gravity:
        return [[0, 1 << cell] for cell in range(game.cells)]
    columns = []
    for col in range(game.cols):
        filled = [0]
        for row in reversed(range(game.rows)):
            filled.append(filled[-1] | 1 << row * game.cols + col)
        columns.append(filled)
    return columns


def symmetries(game: Game) -> tuple[tuple[int, ...], ...]:
    """The symmetries of the game as the cells' goals; the identity comes first."""
    if game.lines is not None:
        return _of_lines(game)
    rows, cols = range(game.rows), range(game.cols)
    carried = []
    # Two flips make the half turn, and a flip with the diagonal's exchange makes a quarter turn.
    for down in (rows,) if game.gravity else (rows, rows[::-1]):
        for across in (cols, cols[::-1]):
            carried.append(
                tuple(row * game.cols + col for row in down for col in across)
            )
            if rows == cols and not game.gravity:
                carried.append(
                    tuple(col * game.cols + row for row in down for col in across)
                )
    return tuple(dict.fromkeys(carried))  # on a strip one of the flips moves nothing


@_keep_last
def _of_lines(game: Game) -> tuple[tuple[int, ...], ...]:
    from ttt_table.rules.automorphisms import automorphisms

    # Where stones fall, a cell keeps its row, and takes the cell below it along.
    rows = [cell // game.cols if game.gravity else 0 for cell in range(game.cells)]
    return automorphisms(lines(game), supports(game), rows)


def cells_in(mask: int) -> list[int]:
    """The cells of a set, in order."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


class Position(NamedTuple):
    """The stones of X, who moved first, and of O."""

    x: int
    o: int

    @property
    def mask(self) -> int:
        """The occupied cells."""
        return self.x | self.o

    @property
    def stones(self) -> int:
        """How many: the plies played."""
        return (self.x | self.o).bit_count()

    @property
    def x_to_move(self) -> bool:
        """True where the mover is X."""
        return (self.x | self.o).bit_count() % 2 == 0

    @property
    def sides(self) -> tuple[int, int]:
        """Those of the mover, and of who moved last."""
        return (self.x, self.o) if self.x_to_move else (self.o, self.x)


def lines_allow(
    mover: int, last: int, lines: tuple[Sequence[int], Sequence[int]]
) -> bool:
    """False where a line says that somebody has moved on after the end."""
    # All lines of the player who moved last must share a cell: the stone that ended the game.
    of_mover, of_last = lines
    if lines_in(mover, of_mover):
        return False
    shared = -1  # every cell, until a line says otherwise
    for line in lines_in(last, of_last):
        shared &= line
    return shared != 0
