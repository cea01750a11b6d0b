"""Boards as people write them, read into positions; the reason why one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from ttt_table import runtime
from ttt_table.errors import ArgumentError, BoardError, MoveError, quoted
from ttt_table.rules.game import (
    Game,
    Position,
    lines_of_o,
    lines_of_x,
    playable,
)
from ttt_table.rules.outcome import other
from ttt_table.rules.records import NamedTuple

# To import typing would add 43 % to the time of a look-up's process, and annotations
# must mean something without it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, TypeGuard
else:
    Protocol = object


class ArrayLike(Protocol):
    """An array of any library."""

    def tolist(self) -> object:
        """Return the array as plain lists."""


Cell = str | int | None
Board = str | Sequence[Cell | Sequence[Cell]] | ArrayLike

_ROW_ENDS = "\r\n/"
_BARS = "|"
_BLANKS = " \t"
_STONES_AND_BLANK = "XxOo "
_WITHOUT_SEPARATORS = {ord(mark): None for mark in _ROW_ENDS + _BARS + _BLANKS}
_EMPTY_MARKS = ".-_"
_MARKS: dict[Cell, str] = {
    "X": "X",
    "x": "X",
    "O": "O",
    "o": "O",
    **dict.fromkeys(_EMPTY_MARKS, "."),
}
_LIST_MARKS: dict[Cell, str] = {**_MARKS, "": ".", " ": ".", None: "."}
_MARK_OF_NUMBER: dict[float, str] = {1: "X", -1: "O", 0: "."}
_LIST_HINT = 'a cell holds X or O, and when empty "", ".", None or its own number'
_TEXT_HINT = "Write X, O and . for an empty cell"
_BOX_DRAWING = range(0x2500, 0x2580)
"""The code points of the characters with which grid lines are drawn."""


def position_of(board: Board, game: Game, first: str = "X") -> Position:
    """Return the position that a board shows.

    Args:
        board: The board, as `board_text` reads it.
        game: The game whose board it is.
        first: The player who moves first. With ``"O"`` the colours are exchanged, since
            in a position it is X who moves first.

    Raises:
        BoardError: It is not a board of this game, the numbers of stones are uneven, or
            a stone should have fallen further.
    """
    mask, x = runtime.masks_of(board_text(board, game), game, first)
    return Position(x, mask ^ x)


def text_of(position: Position, game: Game, first: str = "X") -> str:
    """Return the board of a position, as `position_of` reads it."""
    # The binary digits of X and of O, read as decimal numbers, add up to one digit for
    # each cell: 1 for X, 2 for O. No cell has both, so no digit is carried.
    digits = str(int(f"{position.x:b}") + 2 * int(f"{position.o:b}"))
    marks = {ord("0"): ".", ord("1"): first, ord("2"): other(first)}
    return digits[::-1].translate(marks).ljust(game.cells, ".")


def board_text(board: Board, game: Game) -> str:
    """Return a board as text: ``X``, ``O`` or ``.`` for each cell along the rows.

    Args:
        board: Text, a list of cells, a list of rows, or an array of any of them. Text
            may have small letters, ``-`` or ``_`` for empty cells, line ends or ``/``
            between rows, blanks or ``|`` between any cells. A blank is an empty cell in
            a text with a character for each cell, and in a row with one for each
            column. In a list an empty cell is also ``""``, ``None``, or, if every empty
            cell is, its own number from 0 or from 1. An array may have
            1 for X, -1 for O and 0 for an empty cell, as `Table.batch` takes them.
        game: The game whose board it is.

    Raises:
        BoardError: It is anything else, or a board of another size.

    >>> from ttt_table import Game
    >>> board_text("x--/-o-/---", Game()), board_text(["X..", ".O.", "..."], Game())
    ('X...O....', 'X...O....')
    """
    plain = _plain(board)
    if isinstance(plain, str):
        if runtime.is_board_text(plain, game.cells):
            return plain
        plain = _fill_blanks(plain, game)
        marks = _marks_of_text(plain)
    elif isinstance(plain, list | tuple):
        marks = _marks_of_list(_flatten(plain, game))
    else:
        hint = ": decode it" if isinstance(plain, bytes | bytearray) else ""
        kind = type(board).__name__
        raise BoardError(f"a board must be text or a list of cells, not {kind}{hint}")

    if len(marks) != game.cells:
        hint = _text_hint(plain) if isinstance(plain, str) else f"{_TEXT_HINT}."
        raise BoardError(
            f"{_count_cells(len(marks))}, but a {game.rows}x{game.cols} board has "
            f"{game.cells}. {hint}",
            code="wrong-length",
        )
    if isinstance(plain, str):
        _check_drawn_rows(plain, game)
    return "".join(marks)


def checked_move(
    game: Game,
    occupied: int,
    legal: Sequence[int],
    cell: object,
    column: object = None,
) -> int:
    """Return the legal move at a cell or, with gravity, in a column.

    Args:
        game: The game.
        occupied: The set of cells that hold a stone.
        legal: The cells that can be played.
        cell: The cell to play at, or None with a column.
        column: The column to play in, from 0; only with gravity.

    Raises:
        MoveError: The mover cannot play there.
        ArgumentError: A column is given without gravity, or beside a cell.
    """
    if column is not None:
        return _move_in_column(game, legal, cell, column)
    number = checked_number(cell)
    if not legal:
        raise over_error()
    if number in legal:
        return number
    is_on_board = 0 <= number < game.cells
    is_taken = is_on_board and occupied >> number & 1 == 1
    reason = why_not(number, game.cells, is_taken=is_taken)
    if number in {cell % game.cols for cell in legal} and game.gravity:
        reason += f"; for the column, say column={number}"
    elif not is_on_board:
        reason += f": they are numbered 0 to {game.cells - 1}"
    raise MoveError(reason, (number,) if is_on_board else ())


def _move_in_column(
    game: Game, legal: Sequence[int], cell: object, column: object
) -> int:
    if not game.gravity:
        raise ArgumentError(
            f"column {quoted(column)} cannot be played: there is no gravity in {game}"
        )
    if cell is not None:
        raise ArgumentError(
            f"column {quoted(column)} cannot be played: "
            "give a cell or a column, not both"
        )
    number = checked_number(column, "column")
    if not legal:
        raise over_error()
    cell_of = {cell % game.cols: cell for cell in legal}
    if number in cell_of:
        return cell_of[number]
    if not 0 <= number < game.cols:
        raise MoveError(
            f"there is no column {quoted(number)}: "
            f"they are numbered 0 to {game.cols - 1}"
        )
    raise MoveError(f"column {number} is full")


def checked_number(value: object, kind: str = "cell") -> int:
    """Return the number of a cell or a column.

    Args:
        value: An integer of any type, or an array of one.
        kind: ``"cell"`` or ``"column"``, for messages.

    Raises:
        MoveError: It is anything else.
    """
    try:
        number = value
        if getattr(value, "shape", None) == (1,):
            number = value.item()  # type: ignore[attr-defined]
        if not isinstance(number, bool):
            return index(number)  # type: ignore[arg-type]
    except Exception:  # whatever the value's class raises, it is not an integer
        pass
    raise MoveError(f"a {kind} is an integer, not {quoted(value)}")


def why_not(cell: int, cells: int, *, is_taken: bool) -> str:
    """Return why a cell cannot be played on an unfinished board of so many cells."""
    if not 0 <= cell < cells:
        return f"there is no cell {quoted(cell)}"
    if is_taken:
        return f"cell {cell} is taken"
    return f"cell {cell} cannot be played yet"


def over_error(hint: str = "") -> MoveError:
    """Return the error for a finished board where a move is wanted."""
    return MoveError(f"the game is over, so there is no move{hint}")


def _plain(value: object) -> object:
    """Return an array, or a value out of one, in plain Python."""
    if type(value) in (str, int, list, tuple):  # nearly always, and quick to tell
        return value
    if isinstance(value, str):
        return str.__str__(value)
    to_list = getattr(value, "tolist", None)
    if not callable(to_list) or isinstance(value, type):
        return value
    try:
        return _with_marks(to_list())
    except Exception:  # whatever its class does there, it is not a board
        return value


def _with_marks(items: object) -> object:
    """Return the items of an array, with marks for 1, -1 and 0 if it holds no others.

    These are the numbers of `Table.batch`.
    """
    if not isinstance(items, list):
        return items
    if all(isinstance(item, list) for item in items):
        return [_with_marks(item) for item in items]
    is_marks = all(
        type(item) in (int, float) and item in _MARK_OF_NUMBER for item in items
    )
    return [_MARK_OF_NUMBER[item] for item in items] if is_marks else items


def _fill_blanks(text: str, game: Game) -> str:
    """Return text in which dots replace the blanks that can only be empty cells.

    They are those of a text with a character for each cell, and of a row with one for
    each column. Elsewhere blanks are separators.
    """
    if len(text.translate(_WITHOUT_SEPARATORS)) == game.cells:
        return text
    width = game.cells if len(text) == game.cells else game.cols
    rows = text.translate(dict.fromkeys(map(ord, _ROW_ENDS), "/")).split("/")
    return "/".join([_fill_row(row, width) for row in rows])


def _fill_row(row: str, width: int) -> str:
    """Return a row of so many marks and blanks with dots for its blanks."""
    if len(row) == width and not row.strip(_STONES_AND_BLANK):
        return row.replace(" ", ".")
    return row


def _text_hint(text: str) -> str:
    """Say how a board is written, and which parts of this text are not read."""
    has_bars = _BARS in text
    has_grid_lines = (
        "+" in text
        or (has_bars and "--" in text)
        or any(ord(mark) in _BOX_DRAWING for mark in text)
    )
    unread = []
    if has_grid_lines:
        unread.append("grid lines")
    if has_bars or "  " in text:
        unread.append("blank cells")
    if not unread:
        return f"{_TEXT_HINT}."
    return f"{_TEXT_HINT}; {' and '.join(unread)} are not understood."


def _marks_of_text(text: str) -> list[str]:
    cells = text.translate(_WITHOUT_SEPARATORS)
    strange = tuple(cell for cell, mark in enumerate(cells) if mark not in _MARKS)
    if strange:
        mark = _with_code_point(cells[strange[0]])
        raise BoardError(
            f"cell {strange[0]} holds the strange character {mark}. {_text_hint(text)}",
            strange,
            "strange-character",
        )
    return [_MARKS[mark] for mark in cells]


def _with_code_point(mark: str) -> str:
    """Return a character with its code point: many look alike, or cannot be seen."""
    return f"{mark!r} (U+{ord(mark):04X})"


def _marks_of_list(cells: Sequence[object]) -> list[str]:
    marks = []
    numbers = {}
    for cell, mark in enumerate(cells):
        if _is_number(mark):
            numbers[cell] = int(mark)
            marks.append(".")
        elif mark is None or (type(mark) is str and mark in _LIST_MARKS):
            marks.append(_LIST_MARKS[mark])
        else:
            raise _strange_error(cell, mark)
    _check_numbers(numbers, marks.count("."))
    return marks


def _is_number(mark: object) -> TypeGuard[int | str]:
    """Return whether a cell holds an int, also as text."""
    if type(mark) is str:  # longer text cannot be a cell's number
        return len(mark) <= 4 and mark.isascii() and mark.isdecimal()
    return type(mark) is int  # for isinstance, True would be one too


def _check_numbers(numbers: dict[int, int], empty: int) -> None:
    """Raise `BoardError` unless all are their cells' numbers, counted from 0 or 1.

    Some numbers among other empty cells may be stones: a 1 in cell 0 may be X.

    Args:
        numbers: The numbers by cell.
        empty: How many cells are empty, those with a number included.
    """
    if not numbers:
        return
    offsets = {number - cell for cell, number in numbers.items()}
    reason = "a number that is not the cell's own, counted from 0 or from 1"
    if offsets in ({0}, {1}):
        if len(numbers) == empty:
            return
        reason = "a number, but other empty cells have none"
    raise BoardError(
        f"{runtime.name_cells([*numbers])}: {reason}. "
        'If 1 is X, and 2 or -1 is O: "".join(".XO"[int(n)] for n in cells)',
        tuple(numbers),
        "wrong-number",
    )


def _strange_error(cell: int, mark: object) -> BoardError:
    if isinstance(mark, bytes):
        reason = f"{quoted(mark)}: decode it, or use .astype(str) on an array"
    elif type(mark) is str and len(mark) == 1:
        reason = f"{_with_code_point(mark)}: {_LIST_HINT}"
    else:
        reason = f"{quoted(mark)}: {_LIST_HINT}"
    return BoardError(f"cell {cell} holds {reason}", (cell,), "strange-character")


def _flatten(board: Sequence[object], game: Game) -> list[object]:
    """Return the cells of a list of cells, or of a list of rows."""
    items = [_plain(item) for item in board]
    # As many texts as the board has rows are rows, unless each row has one cell.
    all_text = all(type(item) is str for item in items)
    rows_of_text = all_text and len(items) == game.rows and game.cols > 1
    if not rows_of_text and not any(isinstance(item, list | tuple) for item in items):
        return items

    rows = [_cells_of_row(item, game.cols) for item in items]
    widths = [len(row) for row in rows]
    if widths != [game.cols] * game.rows:
        needed = f"a list of rows needs {game.rows} rows with {game.cols} cells each"
        if set(widths) == {game.cells}:
            needed += "; Table.batch takes many boards"
        raise _rows_error(needed, widths, game)
    return [cell for row in rows for cell in row]


def _cells_of_row(row: object, cols: int) -> list[object]:
    if isinstance(row, str):
        return list(_fill_row(row, cols).translate(_WITHOUT_SEPARATORS))
    if isinstance(row, list | tuple):
        return [_plain(cell) for cell in row]
    return []


def _check_drawn_rows(drawn: str, game: Game) -> None:
    """Raise `BoardError` if separators divide the text into other rows than the game's.

    Line ends and ``/`` divide rows. Without them ``|`` or blanks may divide either the
    rows or all cells.
    """
    rows = [game.cols] * game.rows
    single_cells = [1] * game.cells
    widths = _widths(drawn, _ROW_ENDS)
    if len(widths) == 1:
        between_bars = _widths(drawn, _BARS)
        between_blanks = _widths(drawn, _BLANKS)
        if between_blanks == rows or between_bars == single_cells:
            return
        if len(between_bars) > 1 or between_blanks == single_cells:
            widths = between_bars
        else:
            widths = between_blanks

    if widths not in (rows, [game.cells]):
        drawn_widths = ", ".join(map(str, widths))
        raise _rows_error(
            f"drawn as rows of {drawn_widths} cells, "
            f"but the game has {game.rows} rows of {game.cols}",
            widths,
            game,
        )


def _widths(drawn: str, separators: str) -> list[int]:
    """Return the numbers of cells between separators, ignoring all other separators."""
    divided = {**_WITHOUT_SEPARATORS, **dict.fromkeys(map(ord, separators), "/")}
    return [len(row) for row in drawn.translate(divided).split("/") if row]


def _rows_error(message: str, widths: list[int], game: Game) -> BoardError:
    """Return the error for rows of other widths than the game's."""
    is_turned = widths == [game.rows] * game.cols
    return BoardError(message, code="turned" if is_turned else "wrong-rows")


def _count_cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


class Completion(NamedTuple):
    """A line that one stone would complete."""

    line: int
    """The line, as a mask of its cells."""
    cell: int
    """The cell that is missing."""


def lines_of_player(game: Game, player: str, first: str) -> tuple[int, ...]:
    """Return the lines that a player can complete; a Breaker has none.

    Args:
        game: The game.
        player: ``X`` or ``O``.
        first: The one of them who moves first.
    """
    if player == first:
        return lines_of_x(game)
    return lines_of_o(game)


def completions(game: Game, board: str, player: str, first: str) -> list[Completion]:
    """Return the lines that one stone of a player would complete now.

    Args:
        game: The game.
        board: An unfinished board.
        player: ``X`` or ``O``, whoever is to move.
        first: The one of them who moves first.
    """
    occupied = sum(1 << cell for cell, mark in enumerate(board) if mark != ".")
    stones = sum(1 << cell for cell, mark in enumerate(board) if mark == player)
    cell_of_bit = {1 << cell: cell for cell in playable(game, occupied)}
    completed = []
    for line in lines_of_player(game, player, first):
        missing = line & ~stones
        if missing in cell_of_bit:
            completed.append(Completion(line, cell_of_bit[missing]))
    return completed
