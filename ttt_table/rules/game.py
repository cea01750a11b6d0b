"""The rules of an m,n,k game: its cells and lines, who has won, and the symmetries of its board.

Two players, X and O, put a stone of theirs on an empty cell in turn; X moves first. In normal play
whoever first has k stones in a row, along a row, column or diagonal, wins; in misère play he loses.
A full board without a line is a draw.

Cells are numbered along the rows, and a set of cells is an integer, bit i for cell i::

    0 | 1 | 2
    ---------      X at 0 and O at 4 is the board "X...O....";
    3 | 4 | 5      X's stones are 0b000000001,
    ---------      O's stones are 0b000010000.
    6 | 7 | 8
"""

from __future__ import annotations

from collections import namedtuple

from ttt_table.errors import GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CELLS = 25
MAX_K = (1 << 32) - 1
"""Any k beyond the board is the same game, so this is only what every reader can hold."""


class Game(namedtuple("Game", ["rows", "cols", "k", "misere"])):
    """The rules: a board of rows x cols, k in a row. Equal rules are equal games.

    A k that fits no line is legal: every game is then a draw.
    Raises `GameError` for a board without cells or with more than 25, and for k below 1.

    >>> Game(), str(Game(4, 5, 4, misere=True))
    (Game(rows=3, cols=3, k=3, misere=False), '4x5k4-misere')
    """

    __slots__ = ()

    rows: int
    cols: int
    k: int
    """How many stones in a row end the game."""
    misere: bool
    """True where whoever makes a line loses."""

    def __new__(cls, rows: int = 3, cols: int = 3, k: int = 3, misere: bool = False) -> Game:
        """Check the rules; tic-tac-toe is the default."""
        check_game(rows, cols, k, misere)
        return super().__new__(cls, rows, cols, k, misere)

    def __str__(self) -> str:
        """A short name, fit for a file name."""
        return f"{self.rows}x{self.cols}k{self.k}" + ("-misere" if self.misere else "")

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols


def check_game(rows: int, cols: int, k: int, misere: bool) -> None:
    """Raise `GameError`, with the reason, unless these are the rules of a game."""
    for name, number in (("rows", rows), ("cols", cols), ("k", k)):
        if type(number) is not int:
            raise GameError(f"{name} must be a whole number, not {number!r}")
    if type(misere) is not bool:
        raise GameError(f"misere must be True or False, not {misere!r}")
    if rows < 1 or cols < 1:
        raise GameError(f"a board of {rows}x{cols} has no cells: rows and cols start at 1")
    if rows * cols > MAX_CELLS:
        raise GameError(
            f"a board of {rows}x{cols} has {rows * cols} cells, and a table can have {MAX_CELLS}"
        )
    if k < 1:
        raise GameError(f"k is {k}, but a line needs at least 1 stone")
    if k > MAX_K:
        raise GameError(f"k is {k}, and a table file holds none above {MAX_K}")


def lines(game: Game) -> tuple[int, ...]:
    """Every set of k cells in a row, each once, in increasing order; none where k fits nowhere.

    >>> [f"{line:09b}" for line in lines(Game())][:3]
    ['000000111', '000111000', '001001001']
    """
    found = set()
    for row in range(game.rows):
        for col in range(game.cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row = row + down * (game.k - 1)
                last_col = col + right * (game.k - 1)
                if last_row < game.rows and 0 <= last_col < game.cols:
                    steps = range(game.k)
                    found.add(
                        sum(1 << (row + down * i) * game.cols + col + right * i for i in steps)
                    )
    return tuple(sorted(found))


def lines_in(stones: int, lines: Sequence[int]) -> list[int]:
    """Those of the lines that these stones fill."""
    return [line for line in lines if stones & line == line]


def finished_score(game: Game, *, line: bool) -> int:
    """The mover's score once the game is over: by a line of the player who moved last, or drawn."""
    if not line:
        return 0
    return game.cells + 1 if game.misere else -(game.cells + 1)


def symmetries(game: Game) -> tuple[tuple[int, ...], ...]:
    """The turns and reflections of the board, each as the cell that every cell goes to.

    The first one moves nothing. A square has eight, a rectangle four, a strip two, one cell one.
    """
    rows, cols = game.rows, game.cols
    grid = [(row, col) for row in range(rows) for col in range(cols)]
    found = []
    for flip_rows in (False, True):
        for flip_cols in (False, True):
            flipped = [
                (rows - 1 - row if flip_rows else row, cols - 1 - col if flip_cols else col)
                for row, col in grid
            ]
            found.append(tuple(row * cols + col for row, col in flipped))
            if rows == cols:
                found.append(tuple(col * cols + row for row, col in flipped))
    return tuple(dict.fromkeys(found))


def cells_in(mask: int) -> list[int]:
    """The cells of a set, in order."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


class Position(namedtuple("Position", ["x", "o"])):
    """The stones of X, who moved first, and those of O, as sets of cells."""

    __slots__ = ()

    x: int
    o: int

    @property
    def mask(self) -> int:
        """The occupied cells."""
        return self.x | self.o

    @property
    def stones(self) -> int:
        """How many stones there are: the plies played so far."""
        return self.mask.bit_count()

    @property
    def x_to_move(self) -> bool:
        """True where the mover is X."""
        return self.stones % 2 == 0

    @property
    def sides(self) -> tuple[int, int]:
        """The stones of the mover, and those of the player who moved last."""
        return (self.x, self.o) if self.x_to_move else (self.o, self.x)


def is_reachable(mover: int, other: int, lines: Sequence[int]) -> bool:
    """True where play can arrive, for stones whose numbers take turns.

    The mover has no line, and all lines of the player who moved last share a cell: the stone that
    ended the game. Otherwise somebody has moved on after it was over.
    """
    if lines_in(mover, lines):
        return False
    shared = -1
    for line in lines_in(other, lines):
        shared &= line
    return shared != 0
