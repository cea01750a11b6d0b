"""Families of lines, as lists of cells; `ttt_table.rules.names` has their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from ttt_table.errors import GameError, quoted
from ttt_table.rules.linesets import MAX_LINES, TOO_MANY_LINES

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
ANIMALS = {
    "el": "XX/X.",
    "tic": "XXX",
    "elly": "XXX/X..",
    "tippy": "XX./.XX",
    "knobby": "XXX/.X.",
    "skinny": "XXXX",
    "fatty": "XX/XX",
}
"""F. Harary's names for the polyominoes of three and four cells, and their shapes."""
PLANES = {
    "affine-2": (2, 2),
    "affine-3": (3, 3),
    "affine-4": (4, 4),
    "projective-2": (1, 7),
    "projective-3": (1, 13),
    "sim": (3, 5),
}
"""The finite planes and Sim, with the rows and columns of their boards."""
HEX_NEIGHBOURS = ((0, -1), (0, 1), (-1, 0), (1, 0), (1, -1), (-1, 1))
"""Steps down and right to the neighbours of a cell."""

Cells = list[int]
Points = set[tuple[int, int]]
"""Rows and columns."""


def surface_lines(rows: int, cols: int, k: int, surface: str) -> list[Cells]:
    """Return every k cells in a row on a board whose edges are glued.

    Args:
        rows: The rows of the board.
        cols: The columns of the board.
        k: The cells of a line.
        surface: A key of `GLUED`, as drawn in docs/games.md.
    """
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


def shape_lines(rows: int, cols: int, shape: str) -> list[Cells]:
    """Return every place on the board for a shape, turned and reflected in any way.

    Args:
        rows: The rows of the board.
        cols: The columns of the board.
        shape: A drawing in rows, such as ``XXX/X``, with X in it.

    >>> shape_lines(2, 2, "XX")
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    """
    lines = set()
    places = {
        (row, col)
        for row, marks in enumerate(shape.split("/"))
        for col, mark in enumerate(marks)
        if mark == "X"
    }
    for turned in _orientations(places):
        height = 1 + max(row for row, _ in turned)
        width = 1 + max(col for _, col in turned)
        for top, left in product(range(rows - height + 1), range(cols - width + 1)):
            cells = [(row + top) * cols + col + left for row, col in turned]
            lines.add(tuple(sorted(cells)))
    return [list(line) for line in sorted(lines)]


def _orientations(places: Points) -> Iterator[Points]:
    """Yield a shape's turns and reflections, each moved to the upper left corner."""
    for _ in range(4):
        places = {(col, -row) for row, col in places}
        yield _in_corner(places)
        yield _in_corner({(row, -col) for row, col in places})


def _in_corner(places: Points) -> Points:
    top = min(row for row, _ in places)
    left = min(col for _, col in places)
    return {(row - top, col - left) for row, col in places}


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


def box_lines(layers: int, rows: int, cols: int, k: int) -> list[Cells]:
    """Return the lines of k cells in a row in a box, in all 13 directions.

    Cells are numbered layer by layer, as on a board with one layer below the other.

    Args:
        layers: The layers of the box.
        rows: The rows of each layer.
        cols: The columns of each layer.
        k: The cells of each line.
    """
    sides = (layers, rows, cols)
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


def plane_lines(name: str) -> list[Cells]:
    """Return the lines of a finite plane, or those of Sim.

    Args:
        name: A key of `PLANES`.

    >>> plane_lines("projective-2")[0]
    [0, 1, 3]
    """
    if name == "sim":
        return _triangles()
    kind, _, order = name.partition("-")
    if kind == "affine":
        return _affine_lines(int(order))
    return _projective_lines(int(order))


def _affine_lines(order: int) -> list[Cells]:
    """Return the lines of an affine plane; (x, y) is the cell of row x and column y."""
    numbers = range(order)
    lines = [list(range(x * order, (x + 1) * order)) for x in numbers]  # rows
    for slope, start in product(numbers, numbers):
        line = [x * order + _y_on_line(order, slope, x, start) for x in numbers]
        lines.append(line)
    return lines


def _y_on_line(order: int, slope: int, x: int, start: int) -> int:
    """Return slope * x + start in the field of this order."""
    if order < 4:
        return (slope * x + start) % order
    # The numbers 0 to 3 stand for 0, 1, a and a + 1: a sum is their exclusive or, and
    # 1, 2 and 3 are the powers of a, whose exponents are added modulo 3.
    product_of_both = 0
    if slope and x:
        product_of_both = (slope - 1 + x - 1) % 3 + 1
    return start ^ product_of_both


def _projective_lines(order: int) -> list[Cells]:
    """Return the lines of a projective plane, by a difference set.

    Source: J. Singer, A theorem in finite projective geometry, 1938.
    """
    differences = {2: (0, 1, 3), 3: (0, 1, 3, 9)}[order]
    points = order * order + order + 1
    lines = []
    for start in range(points):
        line = [(start + difference) % points for difference in differences]
        lines.append(line)
    return lines


def _triangles() -> list[Cells]:
    """Return the triangles among 6 points; a cell is an edge between two of them."""
    edges = list(combinations(range(6), 2))
    triangles = []
    for corners in combinations(range(6), 3):
        triangles.append([edges.index(edge) for edge in combinations(corners, 2)])
    return triangles


def parse_lines(rows: Iterable[str], cells: int, name: str) -> list[Cells]:
    """Read the lines of a game from the rows of a file.

    Args:
        rows: In each row the cells of one line of the game, between blanks or commas.
            Text after ``#`` is a comment.
        cells: How many cells the board has.
        name: The file's name, for messages.

    Raises:
        GameError: Some text is not a cell's number, or a row has a cell twice.
    """
    lines = []
    for number, row in enumerate(rows, start=1):
        listed = row.partition("#")[0].replace(",", " ").split()
        for cell in listed:
            if not _is_cell(cell, cells):
                raise GameError(
                    f"{name}, row {number}: {quoted(cell)} is not a cell: "
                    f"they are numbered 0 to {cells - 1}"
                )
        line = [int(cell) for cell in listed]
        twice = [cell for cell in line if line.count(cell) > 1]
        if twice:  # more likely a slip than a shorter line
            raise GameError(f"{name}, row {number}: cell {twice[0]} stands there twice")
        if line:
            lines.append(line)
    return lines


def _is_cell(text: str, cells: int) -> bool:
    # A long text is refused unread: Python limits the digits that it turns into an int.
    is_short_number = text.isascii() and text.isdecimal() and len(text) < 4
    return is_short_number and int(text) < cells
