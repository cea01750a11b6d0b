"""Named families of lines, as lists of cells for ``Game(..., lines=..., name=...)``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from zlib import crc32

from ttt_table.errors import GameError, quoted

__all__ = ["box_lines", "hex_lines", "shape_lines", "surface_lines"]

_SIDES = "a row goes on from the right edge at the left one"
_ENDS = "a column from the lower edge at the upper one"
GLUED = {
    "cylinder": _SIDES,
    "mobius": f"{_SIDES}, upside down",
    "torus": f"{_SIDES}, {_ENDS}",
    "klein": f"{_SIDES}, upside down, {_ENDS}",
}
# Down and right, from the left end: gluing may turn a diagonal over, so (1, -1) is not (-1, 1).
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))
HEX_NEIGHBOURS = ((0, -1), (0, 1), (-1, 0), (1, 0), (1, -1), (-1, 1))
MAX_LINES = 512  # what a reader has to hold
_TOO_MANY = f"there are more than {MAX_LINES} lines, and a table holds no more"
MOST_OF_A_NAME = 40
RULES = ("-gravity", "-misere", "-breaker")  # how no other games' names end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table.rules.game import Game

Cells = list[int]


def surface_lines(rows: int, cols: int, k: int, surface: str) -> list[Cells]:
    """Every k cells in a row on a board whose edges are glued, as docs/games.md draws them."""
    if surface not in GLUED:
        raise GameError(
            f"no surface is called {quoted(surface)}; there are {', '.join(GLUED)}"
        )
    walks = [
        list(_walk(rows, cols, k, start, direction, surface))
        for start in range(rows * cols)
        for direction in DIRECTIONS
    ]
    found = {tuple(sorted(walk)) for walk in walks if len(set(walk)) == k}
    return [list(cells) for cells in sorted(found)]


def surface_of(game: Game) -> str | None:
    """The surface that a game's name and lines are of, if any."""
    surface, _, k = (game.name or "").partition("-k")
    if surface not in GLUED or not k.isdecimal():
        return None
    meant = surface_lines(game.rows, game.cols, min(int(k), game.cells + 1), surface)
    return surface if game.lines == least_lines(meant, game.cells) else None


def _walk(
    rows: int, cols: int, k: int, start: int, direction: tuple[int, int], surface: str
) -> Iterator[int]:
    """The cells of k steps, or of fewer to an edge that is not glued."""
    (row, col), (down, right) = divmod(start, cols), direction
    for _ in range(min(k, rows * cols + 1)):  # one more than all cells meets one twice
        yield row * cols + col
        row, col = row + down, col + right
        if not 0 <= col < cols:
            col %= cols
            if surface in ("mobius", "klein"):
                row, down = rows - 1 - row, -down
        if not 0 <= row < rows:
            if surface in ("cylinder", "mobius"):
                return
            row %= rows


def shape_lines(rows: int, cols: int, shape: str) -> list[Cells]:
    """Every place on the board for a shape, turned and reflected; ``XXX/X..`` has two rows.

    >>> shape_lines(2, 2, "XX")
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    """
    drawn = shape.replace("\n", "/").split("/") if isinstance(shape, str) else [""]
    cells = {
        (row, col)
        for row, marks in enumerate(drawn)
        for col, mark in enumerate(marks)
        if mark in "Xx"
    }
    if not cells or not all(mark in "Xx.-_ " for marks in drawn for mark in marks):
        raise GameError(
            f"{quoted(shape)} draws no shape: X and . in rows, as in XXX/X.."
        )
    places = set()
    for turned in _turns(cells):
        down, right = (max(place) + 1 for place in zip(*turned, strict=True))
        places |= {
            tuple(sorted((row + top) * cols + col + left for row, col in turned))
            for top in range(rows - down + 1)
            for left in range(cols - right + 1)
        }
    return [list(cells) for cells in sorted(places)]


def _turns(cells: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    """Its turns and reflections, each in the upper left corner."""
    for _ in range(4):
        cells = {(col, -row) for row, col in cells}
        for one in (cells, {(row, -col) for row, col in cells}):
            top, left = (min(place) for place in zip(*one, strict=True))
            yield {(row - top, col - left) for row, col in one}


def hex_lines(rows: int, cols: int) -> list[Cells]:
    """Every chain from the left edge to the right one that needs all of its cells."""
    if rows < 2 or cols < 2:
        raise GameError(
            f"a Hex board has two rows and two columns at least, not {rows}x{cols}"
        )
    touching = [
        sum(
            1 << (row + down) * cols + col + right
            for down, right in HEX_NEIGHBOURS
            if 0 <= row + down < rows and 0 <= col + right < cols
        )
        for row, col in product(range(rows), range(cols))
    ]
    left, right = (
        sum(1 << row * cols + col for row in range(rows)) for col in (0, cols - 1)
    )
    chains: list[Cells] = []

    # A chain that comes back to the left edge, or beside an earlier cell, has cells to spare.
    def extend(chain: Cells, shut: int) -> None:
        if right >> chain[-1] & 1:
            chains.append(sorted(chain))
            if len(chains) > MAX_LINES:
                raise GameError(_TOO_MANY)
            return
        onwards = touching[chain[-1]] & ~shut
        for cell in range(rows * cols):
            if onwards >> cell & 1:
                extend([*chain, cell], shut | onwards)

    for row in range(rows):
        extend([row * cols], left)
    return sorted(chains)


def box_lines(layers: int, rows: int, cols: int, k: int) -> list[Cells]:
    """Every k cells in a straight line in a box, its layers one under the other."""
    sides = (layers, rows, cols)
    if min(sides) < 1:
        raise GameError(
            f"a box of {layers}x{rows}x{cols} has no cells: each side starts at 1"
        )
    found = set()
    for start, step in product(
        product(*map(range, sides)), product((-1, 0, 1), repeat=3)
    ):
        last = [at + (k - 1) * by for at, by in zip(start, step, strict=True)]
        if step > (0, 0, 0) and all(
            0 <= at < side for at, side in zip(last, sides, strict=True)
        ):
            layer, row, col = step
            stride = (layer * rows + row) * cols + col
            first = (start[0] * rows + start[1]) * cols + start[2]
            found.add(tuple(sorted(first + stride * at for at in range(k))))
    return [list(cells) for cells in sorted(found)]


def is_hex(game: Game) -> bool:
    """True for Hex by its lines and its name."""
    if game.name != "hex" or min(game.rows, game.cols) < 2:
        return False
    return game.lines == least_lines(hex_lines(game.rows, game.cols), game.cells)


def box_of(game: Game) -> tuple[int, int, int] | None:
    """Layers, rows and columns of a game with the name and the lines of a box."""
    box, _, k = (game.name or "").partition("-k")
    sides = box.split("x")
    if len(sides) != 3 or not all(
        one.isdecimal() and len(one) < 3 for one in (*sides, k)
    ):
        return None
    layers, rows, cols = map(int, sides)
    # Stones fall through the layers, so that each of these is a row.
    flat = (layers, rows * cols) if game.gravity else (layers * rows, cols)
    if flat != (game.rows, game.cols):
        return None
    meant = box_lines(layers, rows, cols, int(k))
    return (
        (layers, rows, cols) if game.lines == least_lines(meant, game.cells) else None
    )


def parse_lines(text: Iterable[str], cells: int) -> list[Cells]:
    """The lines of a file, ``#`` before a comment."""
    lines = []
    for number, line in enumerate(text, start=1):
        listed = line.partition("#")[0].replace(",", " ").split()
        for cell in listed:
            if not (
                cell.isascii()
                and cell.isdecimal()
                and len(cell) < 4
                and int(cell) < cells
            ):
                words = f"{quoted(cell)} is no cell: they are numbered 0 to {cells - 1}"
                raise GameError(f"line {number} of the file: {words}")
        if listed:
            lines.append([int(cell) for cell in listed])
    return lines


def least_lines(lines: Iterable[Iterable[int] | int], cells: int) -> tuple[int, ...]:
    """The lines as ascending sets of cells, without those that contain another."""
    try:
        numbered = list(enumerate(lines, start=1))
    except TypeError:
        raise GameError(
            f"the lines are {quoted(lines)}, not a list of lists of cells"
        ) from None
    sets = {_set_of_cells(line, cells, number) for number, line in numbered}
    least: list[int] = []
    for line in sorted(sets, key=int.bit_count):
        if all(line & other != other for other in least):
            least.append(line)
            if len(least) > MAX_LINES:
                raise GameError(_TOO_MANY)
    return tuple(sorted(least))


def _set_of_cells(line: Iterable[int] | int, cells: int, number: int) -> int:
    if type(line) is int and 0 < line < 1 << cells:
        return line  # a set already, as games hold them
    try:
        listed = list(line)  # type: ignore[arg-type]  # an int that is no set is no list either
    except TypeError:
        raise GameError(
            f"line {number} is {quoted(line)}, and not a list of cells"
        ) from None
    if not listed:
        raise GameError(f"line {number} has no cells")
    mask = 0
    for cell in listed:
        if type(cell) is not int or not 0 <= cell < cells:
            words = f"which is no cell: they are whole numbers from 0 to {cells - 1}"
            raise GameError(f"line {number} has {quoted(cell)}, {words}")
        mask |= 1 << cell
    return mask


def check_name(name: str | None, masks: tuple[int, ...]) -> str:
    """The name, if fit for a file's, or one from the lines' checksum."""
    if name is None:
        return f"lines-{crc32(repr(masks).encode()):08x}"
    plain = name.replace("_", "").replace("-", "") if isinstance(name, str) else ""
    fit = plain.isascii() and plain.isalnum() and name[0].isalnum()
    why = ""
    if not fit or len(name) > MOST_OF_A_NAME:
        why = (
            f"up to {MOST_OF_A_NAME} letters, digits, _ and -, a letter or digit first"
        )
    elif name.lower().endswith(RULES):
        why = "it ends like the name of one with that rule"
    if why:
        raise GameError(f"{quoted(name)} cannot name a game: {why}")
    return name


def shape_name(shape: str) -> str:
    """The shape's name, fit for a file's; a long one ends in a checksum."""
    rows = shape.replace("\n", "/").upper().split("/")
    marks = ("".join("X" if mark == "X" else "_" for mark in row) for row in rows)
    name = "-".join(row.rstrip("_") for row in marks)
    name = name if name[0] == "X" else f"shape{name}"
    if len(name) > MOST_OF_A_NAME:
        name = f"{name[: MOST_OF_A_NAME - 9]}-{crc32(name.encode()):08x}"
    return name
