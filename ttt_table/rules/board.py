"""A position: from a board as people write it and back, checked with a reason; its moves.

A board is text, one character a cell along the rows: ``X``, ``O`` or ``.``, as in ``X...O....``.
"""

from __future__ import annotations

from ttt_table.errors import ArgumentError, BoardError
from ttt_table.rules.game import Position, cells_in, floating, lines, lines_allow, lines_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeGuard

    from ttt_table.rules.game import Game

    Cell = str | int | None
    Board = str | Sequence[Cell | Sequence[Cell]]

_SEPARATORS = {ord(separator): None for separator in " \t\r\n/|"}
_MARKS: dict[Cell, str] = {"X": "X", "x": "X", "O": "O", "o": "O", ".": ".", "-": ".", "_": "."}
_LIST_MARKS: dict[Cell, str] = {**_MARKS, "": ".", " ": ".", None: "."}
_BITS = {"X": str.maketrans("XO.", "100"), "O": str.maketrans("XO.", "010")}
_HINT = "Write . for an empty cell; ruled lines and blank cells are not understood."


def check_first(first: str) -> None:
    """Raise `ArgumentError` unless ``first`` names a player."""
    if first not in ("X", "O"):
        raise ArgumentError(f'first is {first!r}, but only "X" or "O" can move first')


def position_of(board: Board, game: Game, first: str = "X") -> Position:
    """The position that a board shows; with ``first="O"`` the colours are exchanged.

    The stones are counted, the lines are not looked at: `explain_unreachable` does that.
    Raises `BoardError` for a wrong length, a strange character, too many X, too many O.

    >>> from ttt_table import Game
    >>> position_of("X...O....", Game())
    Position(x=1, o=16)
    """
    text = board_text(board, game)
    x, o = (int(text[::-1].translate(_BITS[colour]), 2) for colour in ("X", "O"))
    position = Position(x, o) if first == "X" else Position(o, x)
    if not 0 <= position.x.bit_count() - position.o.bit_count() <= 1:
        raise _uneven(text, first)
    if game.gravity and (cells := floating(game, position.mask)):
        raise _floating(cells)
    return position


def text_of(position: Position, game: Game, first: str = "X") -> str:
    """The board of a position, as `position_of` reads it."""
    second = _other(first)
    return "".join(
        first if position.x >> cell & 1 else second if position.o >> cell & 1 else "."
        for cell in range(game.cells)
    )


def board_text(board: Board, game: Game) -> str:
    """A board in its one standard spelling, whichever of the understood ones it is in.

    Raises `BoardError` for a wrong length or a strange character.

    >>> from ttt_table import Game
    >>> board_text("x - - / - o - / - - -", Game())
    'X...O....'
    >>> board_text(["X", 1, "O", 3, 4, 5, 6, 7, 8], Game())
    'X.O......'
    """
    if isinstance(board, str):
        if board.count("X") + board.count("O") + board.count(".") == len(board) == game.cells:
            return board
        cells: list[Cell] = list(board.translate(_SEPARATORS))
        marks = _text_marks(cells)
        _check_shape(board, game)
    elif isinstance(board, list | tuple):
        cells = _flat(board, game)
        marks = _list_marks(cells)
    else:
        raise BoardError(f"a board is text or a list of cells, not {type(board).__name__}")
    if len(marks) != game.cells:
        raise BoardError(
            f"{len(marks)} cells, but a {game.rows}x{game.cols} board has {game.cells}. {_HINT}"
        )
    return "".join(marks)


def _text_marks(cells: Sequence[Cell]) -> list[str]:
    strange = tuple(cell for cell, mark in enumerate(cells) if mark not in _MARKS)
    if strange:
        raise BoardError(
            f"cell {strange[0]} holds the strange character {cells[strange[0]]!r}. {_HINT}", strange
        )
    return [_MARKS[mark] for mark in cells]


def _list_marks(cells: Sequence[Cell]) -> list[str]:
    """The marks of a list, where an empty cell may hold its own number, from 0 or from 1."""
    numbers = {cell: int(mark) for cell, mark in enumerate(cells) if _is_number(mark)}
    if {mark - cell for cell, mark in numbers.items()} not in (set(), {0}, {1}):
        raise BoardError(
            f"{_listed(numbers)}: a number that is not the cell's own; "
            "an empty cell may hold its number, counted from 0 or from 1",
            tuple(numbers),
        )
    known = [mark is None or _is_number(mark) or _is_mark(mark) for mark in cells]
    if not all(known):
        cell = known.index(False)
        raise BoardError(
            f"cell {cell} holds {cells[cell]!r}: a cell holds X or O, "
            'and when empty "", ".", None or its own number',
            (cell,),
        )
    return ["." if _is_number(mark) else _LIST_MARKS[mark] for mark in cells]


def _is_number(mark: object) -> TypeGuard[int | str]:
    return type(mark) is int or (type(mark) is str and mark.isascii() and mark.isdecimal())


def _is_mark(mark: object) -> bool:
    return type(mark) is str and mark in _LIST_MARKS


def _flat(board: Sequence[Cell] | Sequence[Sequence[Cell]], game: Game) -> list[Cell]:
    """The cells of a list, or of a list of rows."""
    rows = [row for row in board if isinstance(row, list | tuple)]
    if not rows:
        return list(board)  # type: ignore[arg-type]  # no element is a row, so each is a cell
    if len(rows) != len(board) or [len(row) for row in rows] != [game.cols] * game.rows:
        raise BoardError(f"a list of rows needs {game.rows} rows with {game.cols} cells each")
    return [cell for row in rows for cell in row]


def _check_shape(drawn: str, game: Game) -> None:
    """Refuse a board drawn with its rows as columns: its cells would be taken for others."""
    rows = drawn.translate({ord(" "): None, ord("|"): None, ord("/"): "\n"}).split()
    widths = [len(row) for row in rows]
    if game.rows != game.cols and widths == [game.rows] * game.cols:
        raise BoardError(
            f"drawn as {game.cols} rows of {game.rows} cells, "
            f"but the game has {game.rows} rows of {game.cols}"
        )


def _uneven(text: str, first: str) -> BoardError:
    second = _other(first)
    counts = {colour: text.count(colour) for colour in (first, second)}
    excess = first if counts[first] > counts[second] else second
    at = tuple(cell for cell, mark in enumerate(text) if mark == excess)
    return BoardError(
        f"too many {excess}: {counts['X']} X and {counts['O']} O, "
        f"but {first} moves first and they take turns ({excess} is at {_listed(at)})",
        at,
    )


def _floating(cells: Sequence[int]) -> BoardError:
    holds = "holds a stone" if len(cells) == 1 else "hold stones"
    return BoardError(
        f"{_listed(cells)} {holds} with nothing below: with gravity a stone falls to the lowest "
        "free cell of its column (the first row is the top one)",
        tuple(cells),
    )


def _other(colour: str) -> str:
    return "O" if colour == "X" else "X"


def _listed(cells: Iterable[int]) -> str:
    cells = list(cells)
    return f"cell{'s' * (len(cells) > 1)} {' '.join(map(str, cells))}"


def explain_unreachable(position: Position, game: Game, first: str = "X") -> BoardError:
    """The error that says why play cannot reach a position that `is_reachable` denies."""
    colours = (first, _other(first)) if position.x_to_move else (_other(first), first)
    made = {
        colour: lines_in(own, lines(game))
        for colour, own in zip(colours, position.sides, strict=True)
    }
    won, win = ("lost", "loss") if game.misere else ("won", "win")
    rows = [
        f"{colour} has {game.k} in a row at "
        + " and at ".join(_listed(cells_in(one)) for one in own)
        for colour, own in made.items()
        if own
    ]
    if lines_allow(*position.sides, lines(game)):
        message = (
            "in no order of play have these stones fallen, unless somebody moved after the end"
        )
    elif len(rows) == 2:
        message = f"both have {won}: {rows[0]}, {rows[1]}"
    elif made[colours[0]]:
        message = f"play went on after a {win}: {rows[0]}, yet {colours[1]} has moved since"
    else:
        message = f"play went on after a {win}: {rows[0]}, and no single move makes them all"
    cells = {cell for own in made.values() for line in own for cell in cells_in(line)}
    return BoardError(message, tuple(sorted(cells)))
