"""The rules of a game: its cells and lines, its results, and its symmetries.

X moves first. The player who fills a line wins, or loses in misère play; a full board
without a line is a draw. Both players have the same lines, unless a game of lines has
others for O. In a Maker-Breaker game only X, the Maker, has lines. On a full board
without one, O, the Breaker, wins, or loses in misère play.

Cells are numbered along the rows from the top, and a set of cells is an integer, bit i
for cell i::

    0 1 2      On the board "X...O....":
    3 4 5      X's stones are 0b000000001,
    6 7 8      O's stones are 0b000010000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ttt_table.errors import ArgumentError, GameError, quoted
from ttt_table.rules.cells import check_board, check_integer
from ttt_table.rules.records import NamedTuple
from ttt_table.runtime import (
    MAX_K,
    RULE_WORDS,
    cells_in,
    lines_in,
    lines_in_a_row,
    share_a_cell,
    symmetries_of_grid,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from ttt_table.rules.automorphisms import Automorphisms

    Returned = TypeVar("Returned")


class _GameFields(NamedTuple):
    rows: int
    cols: int
    k: int | None
    misere: bool
    gravity: bool
    lines: tuple[int, ...] | None
    name: str | None
    breaker: bool
    o_lines: tuple[int, ...] | None


class Game(_GameFields):
    """The rules: a board of rows x cols, and k in a row or a game of lines.

    A game of lines has ``lines`` instead of k. A line that contains another one is left
    out, because the shorter line is filled no later.

    Args:
        rows: The rows of the board.
        cols: The columns of the board.
        k: Stones in a row that end the game, 3 by default.
        misere: Whether the player who fills a line loses.
        gravity: Whether a stone falls to the lowest free cell of its column.
        lines: Sequences of cells; the first of them to be filled ends the game.
        name: The name of a game of lines; by default one made from its lines.
        breaker: Whether only lines of X count, and O wins on a full board without one.
        o_lines: The lines of O, if they differ: ``lines`` then are those of X alone.
            The same lines as X's become None.

    Raises:
        GameError: The board has over 30 cells, a player has over 512 lines, or a rule
            is invalid.

    Attributes:
        rows: The rows of the board.
        cols: The columns of the board.
        k: Stones in a row that end the game; None in a game of lines.
        misere: Whether the player who fills a line loses.
        gravity: Whether a stone falls to the lowest free cell of its column.
        lines: Sets of cells in increasing order, O's too; None with k in a row.
        name: The name of a game of lines; None with k in a row.
        breaker: Whether only lines of X count, and O wins on a full board without one.
        o_lines: The lines of O, as ``lines``, which then are X's; None if O has no
            others.

    >>> Game()
    Game(rows=3, cols=3, k=3, misere=False, gravity=False)
    >>> Game(2, 2, lines=[[0, 3], [1, 2], [2, 1, 0]], name="diagonals").rules()["lines"]
    [[1, 2], [0, 3]]
    """

    __slots__ = ()

    def __new__(  # noqa: PLR0913  # the rules of a game, each by its name
        cls,
        rows: int = 3,
        cols: int = 3,
        k: int | None = None,
        misere: bool = False,
        gravity: bool = False,
        lines: Iterable[Iterable[int] | int] | None = None,
        name: str | None = None,
        breaker: bool = False,
        o_lines: Iterable[Iterable[int] | int] | None = None,
    ) -> Game:
        """Check the rules."""
        check_board(rows, cols)
        _check_flags(misere=misere, gravity=gravity, breaker=breaker)
        masks = None
        o_masks = None
        if lines is None:
            if o_lines is not None:
                raise GameError("lines for O need lines for X as well")
            if name is not None:
                raise GameError("only a game of lines can have a name")
            if k is None:
                k = 3
            _check_k(k)
        else:
            if k is not None:
                raise GameError("a game of lines has no k")
            if o_lines is not None and breaker:
                raise GameError(
                    "a Breaker has no lines, so o_lines and breaker exclude each other"
                )
            masks, o_masks, name = _checked_lines(lines, o_lines, name, rows * cols)
        return super().__new__(
            cls, rows, cols, k, misere, gravity, masks, name, breaker, o_masks
        )

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Game:  # type: ignore[override]
        """Make a game from its fields, and check them; ``_replace`` calls this too."""
        return cls(*iterable)

    def __repr__(self) -> str:
        rules = ", ".join(f"{name}={value!r}" for name, value in self.rules().items())
        return f"Game({rules})"

    def __str__(self) -> str:
        """Return a text that can name a file, such as ``3x3k3-misere``."""
        lines = f"k{self.k}" if self.lines is None else f"-{self.name}"
        rules = "".join(f"-{word}" for word in RULE_WORDS if getattr(self, word))
        return f"{self.rows}x{self.cols}{lines}{rules}"

    @classmethod
    def named(cls, name: str) -> Game:
        """Return the game that a name stands for: the inverse of ``str(game)``.

        Args:
            name: The board, the lines and the rules, such as ``4x5k4-misere`` or
                ``4x4-torus-k4-gravity``. The rules may have any order. ``3x3x3k3`` is
                short for ``9x3-3x3x3-k3``, a box of three layers.

        Raises:
            GameError: There is no such game, or its name does not determine its lines,
                so that they have to be given. The message says what to write.

        >>> Game.named("4x4k4-gravity")
        Game(rows=4, cols=4, k=4, misere=False, gravity=True)
        """
        from ttt_table.rules.names import arguments_named  # a look-up names no game

        return cls(**arguments_named(name))

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def rules(self) -> dict[str, object]:
        """Return the fields that define the game, by name.

        Lines are lists of cells here. ``breaker`` is there only if it is true, and
        ``o_lines`` only if O has lines of their own.
        """
        rules: dict[str, object] = {"rows": self.rows, "cols": self.cols}
        if self.lines is None:
            rules["k"] = self.k
        else:
            rules["lines"] = [cells_in(line) for line in self.lines]
            if self.o_lines is not None:
                rules["o_lines"] = [cells_in(line) for line in self.o_lines]
            rules["name"] = self.name
        rules["misere"] = self.misere
        rules["gravity"] = self.gravity
        if self.breaker:
            rules["breaker"] = True
        return rules


def checked_game(game: object) -> Game:
    """Return the game.

    Raises:
        ArgumentError: It is not a `Game`.
    """
    if not isinstance(game, Game):
        raise ArgumentError.of("game", game, "a Game, such as Game(3, 3, 3)")
    return game


def _check_k(k: int) -> None:
    check_integer("k", k)
    if k < 1:
        raise GameError(f"k is {quoted(k)}, but a line needs at least 1 stone")
    if k > MAX_K:
        raise GameError(f"k is {quoted(k)}, but a table file can hold at most {MAX_K}")


def _check_flags(**flags: object) -> None:
    for name, flag in flags.items():
        if type(flag) is not bool:
            raise GameError(f"{name} must be True or False, not {quoted(flag)}")


def _checked_lines(
    lines: Iterable[Iterable[int] | int],
    o_lines: Iterable[Iterable[int] | int] | None,
    name: str | None,
    cells: int,
) -> tuple[tuple[int, ...], tuple[int, ...] | None, str]:
    """Return the lines of X, those of O if they differ, and the name of the game."""
    # Few games are games of lines, so a look-up need not load what checks them.
    from ttt_table.rules.linesets import checked_name, checksum_name, minimal_lines

    masks = minimal_lines(lines, cells)
    o_masks = None
    if o_lines is not None:
        o_masks = minimal_lines(o_lines, cells, owner="O")
        if not o_masks:
            raise GameError(
                "O's lines are an empty list; use breaker for an O without lines"
            )
    if o_masks == masks:  # one game has one form
        o_masks = None
    if name is None:
        return masks, o_masks, checksum_name(masks, o_masks)
    return masks, o_masks, checked_name(name)


def _keep_last(find: Callable[[Game], Returned]) -> Callable[[Game], Returned]:
    """Keep the result for the last game.

    `functools.lru_cache` would do, but to import it makes a look-up's process 5 %
    slower.
    """
    kept: dict[Game, Returned] = {}

    def find_once(game: Game) -> Returned:
        result = kept.get(game)
        if result is None:
            result = find(game)
            kept.clear()
            kept[game] = result
        return result

    return find_once


def lines_of_x(game: Game) -> tuple[int, ...]:
    """Return the lines of X as sets of cells, in increasing order.

    They are also those of O, unless the game has a Breaker or other lines for O.
    Unlike `Game.lines` they are there with k in a row too.
    """
    if game.lines is None:
        return _in_a_row(game)
    return game.lines


def lines_of_o(game: Game) -> tuple[int, ...]:
    """Return the lines of O as sets of cells, in increasing order."""
    if game.breaker:
        return ()
    if game.o_lines is not None:
        return game.o_lines
    return lines_of_x(game)


@_keep_last
def _in_a_row(game: Game) -> tuple[int, ...]:
    assert game.k is not None
    return lines_in_a_row(game.rows, game.cols, game.k)


def shortest_line(game: Game) -> int | None:
    """Return the number of stones of the shortest line; None without lines."""
    every_line = (*lines_of_x(game), *lines_of_o(game))
    return min(map(int.bit_count, every_line), default=None)


def filled_lines(game: Game, board: str, opponent: str) -> list[list[int]]:
    """Return the lines with which the game has ended, as lists of cells.

    Args:
        game: The game.
        board: A finished board, as `board_text` returns it.
        opponent: The mover's opponent, who has moved last: ``"X"`` or ``"O"``.
    """
    stones = sum(1 << cell for cell, mark in enumerate(board) if mark == opponent)
    placed = game.cells - board.count(".")
    _, lines_of_opponent = lines_of_mover_and_opponent(game, placed)
    return [cells_in(line) for line in lines_in(stones, lines_of_opponent)]


def lines_of_mover_and_opponent(
    game: Game, stones: int
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the lines that count for the mover, and those that do for the opponent.

    Args:
        game: The game.
        stones: How many stones are on the board.
    """
    if stones % 2 == 0:  # X is to move
        return lines_of_x(game), lines_of_o(game)
    return lines_of_o(game), lines_of_x(game)


def finished_score(game: Game, *, line: bool) -> int:
    """Return the mover's score on a board with a ``line``, or full without one."""
    if not line and not game.breaker:
        return 0
    # A line is the opponent's. A full board without one belongs to O, the Breaker, who
    # is to move if the number of cells is odd.
    full_board_is_movers = not line and game.cells % 2 == 1
    mover_wins = full_board_is_movers != game.misere
    won = game.cells + 1
    return won if mover_wins else -won


@_keep_last
def supports(game: Game) -> tuple[int, ...]:
    """Return by cell what must be filled before it: with gravity the cell below."""
    if not game.gravity:
        return (0,) * game.cells
    above_bottom_row = range(game.cells - game.cols)
    return (*(1 << cell + game.cols for cell in above_bottom_row), *(0,) * game.cols)


@_keep_last
def covers(game: Game) -> tuple[int, ...]:
    """Return by cell what can only be filled after it: with gravity the cell above."""
    if not game.gravity:
        return (0,) * game.cells
    below_top_row = range(game.cols, game.cells)
    return (*(0,) * game.cols, *(1 << cell - game.cols for cell in below_top_row))


def playable(game: Game, mask: int) -> list[int]:
    """Return the cells that can take a stone, whether or not the game is finished."""
    free = [cell for cell in range(game.cells) if not mask >> cell & 1]
    if not game.gravity:  # every look-up of moves comes here
        return free
    needs = supports(game)
    return [cell for cell in free if not needs[cell] & ~mask]


def removable(game: Game, mask: int) -> list[int]:
    """Return the cells whose stone may have been the last one placed."""
    covered = covers(game)
    return [cell for cell in cells_in(mask) if not covered[cell] & mask]


def floating(game: Game, mask: int) -> list[int]:
    """Return the cells whose stone should have fallen further."""
    needs = supports(game)
    return [cell for cell in cells_in(mask) if needs[cell] & ~mask]


def stacks(game: Game) -> list[list[int]]:
    """Return the possible fillings of each cell, or with gravity of each column.

    Every mask is the union of one filling from each list.
    """
    if not game.gravity:
        return [[0, 1 << cell] for cell in range(game.cells)]
    columns = []
    for col in range(game.cols):
        fillings = [0]
        for row in reversed(range(game.rows)):
            fillings.append(fillings[-1] | 1 << row * game.cols + col)
        columns.append(fillings)
    return columns


def symmetries(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the game; the identity comes first.

    A game of lines may have more symmetries than a table file can list, 800, or than
    are found in time. Then they are a part that is a group as well.

    Args:
        game: The game.

    Returns:
        Permutations: for each cell, the cell to which the symmetry maps it.

    Raises:
        ArgumentError: It is not a `Game`.
    """
    if checked_game(game).lines is not None:
        return _automorphisms(game).symmetries
    return symmetries_of_grid(game.rows, game.cols, game.gravity)


def has_all_symmetries(game: Game) -> bool:
    """Return whether `symmetries` returns all of them, and not only a part."""
    return game.lines is None or _automorphisms(game).complete


@_keep_last
def _automorphisms(game: Game) -> Automorphisms:
    from ttt_table.rules.automorphisms import automorphisms

    # With gravity a symmetry keeps every cell in its row and maps columns to columns.
    kinds = [0] * game.cells
    if game.gravity:
        kinds = [cell // game.cols for cell in range(game.cells)]
    return automorphisms(lines_of_x(game), supports(game), kinds, game.o_lines)


class Position(NamedTuple):
    """The stones on a board, as two bit masks: bit i is set for a stone on cell i.

    Here X is the player who moved first. The mover is the player to move, and the
    opponent has moved last.

    Attributes:
        x: The stones of X.
        o: The stones of O.
    """

    x: int
    o: int

    @property
    def mask(self) -> int:
        """The set of occupied cells."""
        return self.x | self.o

    @property
    def stones(self) -> int:
        """The number of stones, which is the number of plies played."""
        return (self.x | self.o).bit_count()


def lines_allow(
    mover: int, opponent: int, counting: tuple[Sequence[int], Sequence[int]]
) -> bool:
    """Return False if a line shows that play continued after the end.

    Args:
        mover: The cells of the mover.
        opponent: The cells of the opponent, who has moved last.
        counting: The lines that count for each of them, as by
            `lines_of_mover_and_opponent`.
    """
    lines_of_mover, lines_of_opponent = counting
    if lines_in(mover, lines_of_mover):
        return False
    # The stone that ended the game is in all lines of the opponent.
    return share_a_cell(lines_in(opponent, lines_of_opponent))
