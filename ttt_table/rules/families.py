"""Named families of lines, as lists of cells for ``Game(..., lines=..., name=...)``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from zlib import crc32

from ttt_table.errors import GameError, quoted
from ttt_table.rules.game import Game
from ttt_table.rules.linesets import (
    MAX_LINES,
    MAX_NAME_LENGTH,
    TOO_MANY_LINES,
    checksum_name,
    minimal_lines,
)

__all__ = ["box_lines", "hex_lines", "hex_o_lines", "shape_lines", "surface_lines"]

_ROWS_WRAP = "rows wrap around from right to left"
_COLUMNS_WRAP = "columns wrap around from bottom to top"
GLUED = {
    "cylinder": _ROWS_WRAP,
    "mobius": f"{_ROWS_WRAP}, upside down",
    "torus": f"{_ROWS_WRAP}, {_COLUMNS_WRAP}",
    "klein": f"{_ROWS_WRAP}, upside down, {_COLUMNS_WRAP}",
}
"""The surfaces, and in words how the edges of the board are glued on each."""
SURFACE_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""Steps down and right, always from a line's left end.

Gluing may turn a diagonal over, so (1, -1) would not give the same lines as (-1, 1).
"""
HEX_NEIGHBOURS = ((0, -1), (0, 1), (-1, 0), (1, 0), (1, -1), (-1, 1))
"""Steps down and right to the neighbours of a cell."""

Cells = list[int]
Places = set[tuple[int, int]]
"""Rows and columns."""


def surface_lines(rows: int, cols: int, k: int, surface: str) -> list[Cells]:
    """Return every k cells in a row on a board whose edges are glued.

    Args:
        rows: The rows of the board.
        cols: The columns of the board.
        k: The cells of a line.
        surface: A key of `GLUED`, as drawn in docs/games.md.

    Raises:
        GameError: There is no such surface.
    """
    if surface not in GLUED:
        raise GameError(
            f"no surface is called {quoted(surface)}; there are {', '.join(GLUED)}"
        )
    lines = set()
    for start, direction in product(range(rows * cols), SURFACE_DIRECTIONS):
        path = list(_path(rows, cols, k, start, direction, surface))
        if len(set(path)) == k:  # a path that meets a cell twice is not a line
            lines.add(tuple(sorted(path)))
    return [list(line) for line in sorted(lines)]


def _path(
    rows: int, cols: int, k: int, start: int, direction: tuple[int, int], surface: str
) -> Iterator[int]:
    """Yield k cells in a straight line, or fewer up to an edge that is not glued."""
    row, col = divmod(start, cols)
    down, right = direction
    cells = rows * cols
    for _ in range(min(k, cells + 1)):  # a path this long meets some cell twice
        yield row * cols + col
        row += down
        col += right
        if not 0 <= col < cols:
            col %= cols
            if surface in ("mobius", "klein"):
                row = rows - 1 - row
                down = -down
        if not 0 <= row < rows:
            if surface in ("cylinder", "mobius"):
                return
            row %= rows


def surface_of(game: Game) -> str | None:
    """Return the surface that a game has both the name and the lines of, if any."""
    surface, _, k = (game.name or "").partition("-k")
    if surface not in GLUED or not k.isdecimal():
        return None
    longest = min(int(k), game.cells + 1)
    if longest < 1:
        return None
    expected = surface_lines(game.rows, game.cols, longest, surface)
    if not _has_lines(game, expected):
        return None
    return surface


def shape_lines(rows: int, cols: int, shape: str) -> list[Cells]:
    """Return every place on the board for a shape, turned and reflected in any way.

    Args:
        rows: The rows of the board.
        cols: The columns of the board.
        shape: A drawing in rows, such as ``XXX/X..``.

    Raises:
        GameError: The text does not draw a shape.

    >>> shape_lines(2, 2, "XX")
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    """
    lines = set()
    for turned in _orientations(_parse_shape(shape)):
        height = 1 + max(row for row, _ in turned)
        width = 1 + max(col for _, col in turned)
        for top, left in product(range(rows - height + 1), range(cols - width + 1)):
            cells = [(row + top) * cols + col + left for row, col in turned]
            lines.add(tuple(sorted(cells)))
    return [list(line) for line in sorted(lines)]


def _parse_shape(shape: str) -> Places:
    """Return the places of a shape's cells."""
    drawn = []
    if isinstance(shape, str):
        drawn = shape.replace("\n", "/").split("/")
    places = set()
    has_other_characters = False
    for row, marks in enumerate(drawn):
        for col, mark in enumerate(marks):
            if mark in "Xx":
                places.add((row, col))
            elif mark not in ".-_ ":
                has_other_characters = True
    if not places or has_other_characters:
        raise GameError(
            f"{quoted(shape)} is not a drawing of a shape: "
            "write X and . in rows, as in XXX/X.."
        )
    return places


def _orientations(places: Places) -> Iterator[Places]:
    """Yield a shape's turns and reflections, each moved to the upper left corner."""
    for _ in range(4):
        places = {(col, -row) for row, col in places}
        yield _in_corner(places)
        yield _in_corner({(row, -col) for row, col in places})


def _in_corner(places: Places) -> Places:
    top = min(row for row, _ in places)
    left = min(col for _, col in places)
    return {(row - top, col - left) for row, col in places}


def shape_name(shape: str) -> str:
    """Return a game name for a shape; a long one ends in a checksum."""
    rows = shape.replace("\n", "/").upper().split("/")
    plain_rows = []
    for row in rows:
        marks = "".join("X" if mark == "X" else "_" for mark in row)
        plain_rows.append(marks.rstrip("_"))
    name = "-".join(plain_rows)
    if name[0] != "X":
        name = f"shape{name}"
    if len(name) > MAX_NAME_LENGTH:
        checksum = f"-{crc32(name.encode()):08x}"
        name = name[: MAX_NAME_LENGTH - len(checksum)] + checksum
    return name


def hex_lines(rows: int, cols: int) -> list[Cells]:
    """Return the lines of X in Hex: the minimal chains from left to right.

    A minimal chain connects the edges and needs all of its cells.

    Args:
        rows: The rows of the board, 2 or more.
        cols: The columns of the board, 2 or more.

    Raises:
        GameError: The board is too small for Hex, or has more than `MAX_LINES` chains.
    """
    if rows < 2 or cols < 2:
        raise GameError(
            f"a Hex board has two rows and two columns at least, not {rows}x{cols}"
        )
    neighbours = [_hex_neighbours(rows, cols, cell) for cell in range(rows * cols)]
    left_edge = sum(1 << row * cols for row in range(rows))
    right_edge = left_edge << cols - 1
    chains: list[Cells] = []

    # A chain that returns to the left edge, or touches one of its earlier cells, does
    # not need all of its cells: `closed` has the left edge and the neighbours of all
    # cells but the last.
    def extend(chain: Cells, closed: int) -> None:
        last = chain[-1]
        if right_edge >> last & 1:
            chains.append(sorted(chain))
            if len(chains) > MAX_LINES:
                raise GameError(TOO_MANY_LINES)
            return
        onwards = neighbours[last] & ~closed
        for cell in range(rows * cols):
            if onwards >> cell & 1:
                extend([*chain, cell], closed | onwards)

    for row in range(rows):
        extend([row * cols], left_edge)
    return sorted(chains)


def hex_o_lines(rows: int, cols: int) -> list[Cells]:
    """Return the lines of O in Hex: the minimal chains from top to bottom.

    Args:
        rows: The rows of the board, 2 or more.
        cols: The columns of the board, 2 or more.

    Raises:
        GameError: As in `hex_lines`.
    """
    # To exchange rows and columns maps the neighbours of a cell to neighbours.
    chains = []
    for chain in hex_lines(cols, rows):
        exchanged = [cell % rows * cols + cell // rows for cell in chain]
        chains.append(sorted(exchanged))
    return sorted(chains)


def _hex_neighbours(rows: int, cols: int, cell: int) -> int:
    """Return the set of cells that touch a cell."""
    row, col = divmod(cell, cols)
    neighbours = 0
    for down, right in HEX_NEIGHBOURS:
        if 0 <= row + down < rows and 0 <= col + right < cols:
            neighbours |= 1 << (row + down) * cols + col + right
    return neighbours


def is_hex(game: Game) -> bool:
    """Return whether a game has both the name and the lines of Hex.

    O's lines are the chains from top to bottom; with a Breaker O has none, and the
    winners are the same.
    """
    if game.name != "hex" or min(game.rows, game.cols) < 2:
        return False
    try:
        if game.lines != minimal_lines(hex_lines(game.rows, game.cols), game.cells):
            return False
        if game.breaker:
            return True
        o_lines = minimal_lines(hex_o_lines(game.rows, game.cols), game.cells)
    except GameError:  # Hex of this size has more chains than a game can have lines
        return False
    return game.o_lines == o_lines


def box_lines(layers: int, rows: int, cols: int, k: int) -> list[Cells]:
    """Return the lines of k cells in a row in a box, in all 13 directions.

    Cells are numbered layer by layer, as on a board with one layer below the other.

    Args:
        layers: The layers of the box.
        rows: The rows of each layer.
        cols: The columns of each layer.
        k: The cells of each line.

    Raises:
        GameError: The box has no cells.
    """
    sides = (layers, rows, cols)
    if min(sides) < 1:
        raise GameError(
            f"a box of {layers}x{rows}x{cols} has no cells: each side starts at 1"
        )
    strides = (rows * cols, cols, 1)
    forward = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
    lines = set()
    for start in product(*map(range, sides)):
        for step in forward:
            end = [first + (k - 1) * by for first, by in zip(start, step, strict=True)]
            inside = all(
                0 <= last < side for last, side in zip(end, sides, strict=True)
            )
            if inside:
                first_cell = _dot(start, strides)
                stride = _dot(step, strides)
                lines.add(tuple(sorted(first_cell + stride * i for i in range(k))))
    return [list(line) for line in sorted(lines)]


def _dot(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    return sum(a * b for a, b in zip(first, second, strict=True))


def box_of(game: Game) -> tuple[int, int, int] | None:
    """Return the layers, rows and columns of a game that is a box by name and lines."""
    name = game.name or ""
    if not _is_box_name(name):
        return None
    layers, rows, cols, length = map(int, name.replace("-k", "x").split("x"))

    board = (layers * rows, cols)
    if game.gravity:  # stones fall through the layers, so that each layer is a row
        board = (layers, rows * cols)
    if board != (game.rows, game.cols) or length < 1:
        return None
    expected = box_lines(layers, rows, cols, length)
    if not _has_lines(game, expected):
        return None
    return layers, rows, cols


def name_fits_lines(game: Game) -> bool | None:
    """Return whether a game has the lines that its name stands for.

    Returns:
        None if the name stands for no lines, so that only the builder of a table
        vouches for it. Names of surfaces, of Hex, of boxes and of shapes stand for
        lines, and so do the names that contain the checksum of the lines.
    """
    name = game.name or ""
    surface, _, k = name.partition("-k")
    if surface in GLUED and k.isdecimal():
        return surface_of(game) is not None
    if name == "hex":
        return is_hex(game)
    if _is_box_name(name):
        return box_of(game) is not None
    shape = _shape_of_name(name)
    if shape is not None:
        return _has_lines(game, shape_lines(game.rows, game.cols, shape))
    if _is_checksum_name(name):
        return name == checksum_name(game.lines or (), game.o_lines)
    return None


def _shape_of_name(name: str) -> str | None:
    """Return the drawing of a shape for which `shape_name` gives this name."""
    drawing = name.removeprefix("shape").replace("-", "/")
    is_drawing = "X" in drawing and not drawing.strip("X_/")
    if is_drawing and shape_name(drawing) == name:
        return drawing
    return None


def _is_box_name(name: str) -> bool:
    """Return whether a name is like ``3x3x3-k3``, with numbers of one or two digits."""
    box, _, k = name.partition("-k")
    numbers = [*box.split("x"), k]
    return len(numbers) == 4 and all(
        number.isdecimal() and len(number) < 3 for number in numbers
    )


def _is_checksum_name(name: str) -> bool:
    """Return whether a name is like one of `checksum_name`: ``lines-0123abcd``."""
    before, _, checksum = name.partition("lines-")
    is_checksum = len(checksum) == 8 and not checksum.strip("0123456789abcdef")
    return before == "" and is_checksum


def lines_sha256(game: Game) -> str:
    """Return the SHA-256 of the lines of a game, as `Game.rules` writes them.

    It is that of their JSON without blanks, such as ``[[0,1],[2,3]]``. Where O has
    other lines, it is that of an array of both lists, X's first.
    """
    from hashlib import sha256

    rules = game.rules()
    every_line = rules["lines"]
    if game.o_lines is not None:
        every_line = [every_line, rules["o_lines"]]
    text = str(every_line).replace(" ", "")
    return sha256(text.encode()).hexdigest()


def _has_lines(game: Game, lines: list[Cells]) -> bool:
    """Return whether both players have these lines, or X has and O is a Breaker."""
    return game.o_lines is None and game.lines == minimal_lines(lines, game.cells)


def parse_lines(text: Iterable[str], cells: int) -> list[Cells]:
    """Read the lines of a game from the lines of a file.

    Args:
        text: On each line of text the cells of one line of the game, between blanks or
            commas. Text after ``#`` is a comment.
        cells: How many cells the board has.

    Raises:
        GameError: Some text is not a cell's number.
    """
    lines = []
    for number, line in enumerate(text, start=1):
        listed = line.partition("#")[0].replace(",", " ").split()
        for cell in listed:
            if not _is_cell(cell, cells):
                raise GameError(
                    f"line {number} of the file: {quoted(cell)} is not a cell: "
                    f"they are numbered 0 to {cells - 1}"
                )
        if listed:
            lines.append([int(cell) for cell in listed])
    return lines


def _is_cell(text: str, cells: int) -> bool:
    # A long text is refused unread: Python limits the digits that it turns into an int.
    is_short_number = text.isascii() and text.isdecimal() and len(text) < 4
    return is_short_number and int(text) < cells
