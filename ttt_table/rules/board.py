"""From a board as people write it to a position, or a reason why it is none; and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index

from ttt_table.errors import ArgumentError, BoardError, quoted
from ttt_table.rules.game import (
    Game,
    Position,
    cells_in,
    floating,
    lines_allow,
    lines_by_side,
    lines_in,
)
from ttt_table.rules.outcome import other

TYPE_CHECKING = (
    False  # typing is slow to load, and annotations must mean something without it
)
if TYPE_CHECKING:
    from typing import Protocol, TypeGuard
else:
    Protocol = object


class Array(Protocol):
    """An array of any library."""

    def tolist(self) -> object:
        """As plain lists."""


Cell = str | int | None
Board = str | Sequence[Cell | Sequence[Cell]] | Array

_ROW_ENDS, _BARS, _BLANKS = "\r\n/", "|", " \t"
_SEPARATORS = {ord(separator): None for separator in _ROW_ENDS + _BARS + _BLANKS}
_MARKS: dict[Cell, str] = {
    "X": "X",
    "x": "X",
    "O": "O",
    "o": "O",
    ".": ".",
    "-": ".",
    "_": ".",
}
_LIST_MARKS: dict[Cell, str] = {**_MARKS, "": ".", " ": ".", None: "."}
_X_BITS, _O_BITS = str.maketrans("XO.", "100"), str.maketrans("XO.", "010")
_LISTED = 'a cell holds X or O, and when empty "", ".", None or its own number'
_HINT = "Write X, O and . for an empty cell; ruled lines and blank cells are not understood."


def position_of(board: Board, game: Game, first: str = "X") -> Position:
    """The position that a board shows; with ``first="O"`` the colours are exchanged."""
    text = board_text(board, game)
    # Cell 0 is the lowest bit but the first character, so the text is read backwards.
    backwards = text[::-1]
    x, o = int(backwards.translate(_X_BITS), 2), int(backwards.translate(_O_BITS), 2)
    if first != "X":
        x, o = o, x
    position = Position(x, o)
    if not 0 <= x.bit_count() - o.bit_count() <= 1:
        raise _uneven_error(text, first)
    if game.gravity and (cells := floating(game, position.mask)):
        raise _floating_error(cells)
    return position


def text_of(position: Position, game: Game, first: str = "X") -> str:
    """The board of a position, as `position_of` reads it."""
    # A 1 or a 2 for each stone, of which no cell has two, so that no digit is carried.
    digits = str(int(f"{position.x:b}") + 2 * int(f"{position.o:b}"))
    marks = {ord("0"): ".", ord("1"): first, ord("2"): other(first)}
    return digits[::-1].translate(marks).ljust(game.cells, ".")


def board_text(board: Board, game: Game) -> str:
    """A board as text: ``X``, ``O`` or ``.`` for each cell along the rows.

    Text may have small letters, ``-`` or ``_`` for empty cells, line ends or ``/`` between rows,
    blanks or ``|`` between any. In a list an empty cell is also ``""``, ``None``, or its own
    number from 0 or from 1. Raises `BoardError` for anything else.

    >>> from ttt_table import Game
    >>> board_text("x--/-o-/---", Game()), board_text(["X..", ".O.", "..."], Game())
    ('X...O....', 'X...O....')
    """
    plain = _plain(board)
    if isinstance(plain, str):
        # Most of what is asked is spelled as the table spells it.
        if (
            plain.count("X") + plain.count("O") + plain.count(".")
            == len(plain)
            == game.cells
        ):
            return plain
        marks = _text_marks(plain.translate(_SEPARATORS))
    elif isinstance(plain, list | tuple):
        marks = _list_marks(_flatten(plain, game))
    else:
        hint = ": decode it" if isinstance(plain, bytes | bytearray) else ""
        raise BoardError(
            f"a board is text or a list of cells, not {type(board).__name__}{hint}"
        )
    if len(marks) != game.cells:
        has = f"a {game.rows}x{game.cols} board has {game.cells}"
        cells = "1 cell" if len(marks) == 1 else f"{len(marks)} cells"
        raise BoardError(f"{cells}, but {has}. {_HINT}", code="wrong-length")
    if isinstance(plain, str):
        _check_rows(plain, game)
    return "".join(marks)


def chosen_cell(
    game: Game, legal: Sequence[int], cell: int | None, column: int | None = None
) -> int:
    """The legal move at this cell or, where stones fall, in this column; or `ArgumentError`."""
    if column is not None and (cell is not None or not game.gravity):
        why = (
            "give a cell or a column, not both"
            if game.gravity
            else f"nothing falls in {game}"
        )
        raise ArgumentError(f"column {quoted(column)} cannot be played: {why}")
    asked, kind = (cell, "cell") if column is None else (column, "column")
    moves = {one if column is None else one % game.cols: one for one in legal}
    try:
        number = -1 if isinstance(asked, bool) else index(asked)  # type: ignore[arg-type]
    except TypeError:
        number = -1  # no number, or an array of several
    if number in moves:
        return moves[number]
    may = f"the legal moves are {' '.join(map(str, sorted(moves)))}" if moves else ""
    if game.gravity and column is None and 0 <= number < game.cols:
        may += may and f"; for the column, say column={number}"
    raise ArgumentError(
        f"{kind} {quoted(asked)} cannot be played: {may or 'the game is finished'}"
    )


def _plain(value: object) -> object:
    """An array, or a value out of one, in plain Python."""
    if type(value) in (str, int, list, tuple):  # nearly always, and quickly told
        return value
    if isinstance(value, str):
        return str.__str__(value)
    listed = getattr(value, "tolist", None)
    try:
        return listed() if callable(listed) and not isinstance(value, type) else value
    except Exception:  # whatever its class does there, it is no board
        return value


def _text_marks(cells: str) -> list[str]:
    strange = tuple(cell for cell, mark in enumerate(cells) if mark not in _MARKS)
    if strange:
        mark = cells[strange[0]]
        words = f"cell {strange[0]} holds the strange character {_spell(mark)}. {_HINT}"
        raise BoardError(words, strange, "strange-character")
    return [_MARKS[mark] for mark in cells]


def _spell(mark: str) -> str:
    return f"{mark!r} (U+{ord(mark):04X})"


def _list_marks(cells: Sequence[object]) -> list[str]:
    marks, numbers = [], {}
    for cell, mark in enumerate(cells):
        if _is_number(mark):
            numbers[cell] = int(mark)
            marks.append(".")
        elif mark is None or (type(mark) is str and mark in _LIST_MARKS):
            marks.append(_LIST_MARKS[mark])
        else:
            raise BoardError(_strange_in_list(cell, mark), (cell,), "strange-character")
    if {mark - cell for cell, mark in numbers.items()} not in (set(), {0}, {1}):
        raise BoardError(
            f"{_cells(numbers)}: a number that is not the cell's own, counted from 0 or from 1. "
            'If 1 is X, and 2 or -1 is O: "".join(".XO"[int(n)] for n in cells)',
            tuple(numbers),
            "wrong-number",
        )
    return marks


def _strange_in_list(cell: int, mark: object) -> str:
    if isinstance(mark, bytes):
        return f"cell {cell} holds {quoted(mark)}: decode it, or use .astype(str) on an array"
    held = _spell(mark) if type(mark) is str and len(mark) == 1 else quoted(mark)
    return f"cell {cell} holds {held}: {_LISTED}"


def _is_number(mark: object) -> TypeGuard[int | str]:
    """True for an int, also as text."""
    if type(mark) is str:  # a longer one could be no cell's number
        return len(mark) <= 4 and mark.isascii() and mark.isdecimal()
    return type(mark) is int  # True is an int to isinstance, and no cell's number


def _flatten(board: Sequence[object], game: Game) -> list[object]:
    items = [_plain(item) for item in board]
    # As many texts as there are rows are no list of cells, unless each row has just one.
    texts = (
        len(items) == game.rows
        and game.cols > 1
        and all(type(item) is str for item in items)
    )
    if not texts and not any(isinstance(item, list | tuple) for item in items):
        return items
    rows = [_row(item) for item in items]
    widths = [len(row) for row in rows]
    if widths != [game.cols] * game.rows:
        raise BoardError(
            f"a list of rows needs {game.rows} rows with {game.cols} cells each",
            code="turned" if widths == [game.rows] * game.cols else "wrong-rows",
        )
    return [cell for row in rows for cell in row]


def _row(item: object) -> list[object]:
    if isinstance(item, str):
        return list(item.translate(_SEPARATORS))
    return [_plain(cell) for cell in item] if isinstance(item, list | tuple) else []


def _check_rows(drawn: str, game: Game) -> None:
    # Line ends and / divide rows; without them | or blanks may divide either the rows or all cells.
    rows, cells = [game.cols] * game.rows, [1] * game.cells
    widths = _widths(drawn, _ROW_ENDS)
    if len(widths) == 1:
        bars, blanks = _widths(drawn, _BARS), _widths(drawn, _BLANKS)
        if blanks == rows or bars == cells:
            return
        widths = bars if len(bars) > 1 or blanks == cells else blanks
    if widths in (rows, [game.cells]):
        return
    drawn_as = ", ".join(map(str, widths))
    raise BoardError(
        f"drawn as rows of {drawn_as} cells, but the game has {game.rows} rows of {game.cols}",
        code="turned" if widths == [game.rows] * game.cols else "wrong-rows",
    )


def _widths(drawn: str, separators: str) -> list[int]:
    divided = {**_SEPARATORS, **dict.fromkeys(map(ord, separators), "/")}
    return [len(row) for row in drawn.translate(divided).split("/") if row]


def _uneven_error(text: str, first: str) -> BoardError:
    excess = max("XO", key=text.count)
    at = tuple(cell for cell, mark in enumerate(text) if mark == excess)
    return BoardError(
        f"too many {excess}: {text.count('X')} X and {text.count('O')} O, "
        f"but {first} moves first and they take turns ({excess} is at {_cells(at)})",
        at,
        "uneven-counts",
    )


def _floating_error(cells: Sequence[int]) -> BoardError:
    holds = "holds a stone" if len(cells) == 1 else "hold stones"
    return BoardError(
        f"{_cells(cells)} {holds} with nothing below: with gravity a stone falls to the lowest "
        "free cell of its column (the first row is the top one)",
        tuple(cells),
        "floating",
    )


def _cells(cells: Iterable[int]) -> str:
    cells = list(cells)
    return f"{'cell' if len(cells) == 1 else 'cells'} {' '.join(map(str, cells))}"


def explain_unreachable(position: Position, game: Game, first: str = "X") -> BoardError:
    """The error that says why play cannot reach a position."""
    counting = lines_by_side(game, position.stones)
    colours = (first, other(first)) if position.x_to_move else (other(first), first)
    each = zip(colours, position.sides, counting, strict=True)
    made = {colour: lines_in(stones, some) for colour, stones, some in each}
    cells = {
        cell
        for made_lines in made.values()
        for line in made_lines
        for cell in cells_in(line)
    }
    at = tuple(sorted(cells))
    if lines_allow(*position.sides, counting):
        reason = "no order of play stacks the stones like this, unless somebody moved after the end"
        return BoardError(reason, at, "no-order")
    won, win = ("lost", "loss") if game.misere else ("won", "win")
    line = "a line" if game.k is None else f"{game.k} in a row"
    rows = [
        f"{colour} has {line} at "
        + " and at ".join(_cells(cells_in(line)) for line in made_lines)
        for colour, made_lines in made.items()
        if made_lines
    ]
    if len(rows) == 2:
        return BoardError(
            f"both have {won}: {rows[0]}, {rows[1]}", at, "both-have-lines"
        )
    went_on = f"play went on after a {win}: {rows[0]}"
    if made[colours[0]]:
        return BoardError(
            f"{went_on}, yet {colours[1]} has moved since", at, "moved-after-end"
        )
    return BoardError(
        f"{went_on}, and no single move makes them all", at, "lines-apart"
    )
