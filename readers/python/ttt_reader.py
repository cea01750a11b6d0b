# SPDX-FileCopyrightText: The ttt-table authors
# SPDX-License-Identifier: MIT
"""ttt_reader 1.0.0-dev.0: perfect play from a table file, in one file to copy.

It needs Python 3.11 and the standard library alone, and reads every table that
ttt-table builds, as docs/format.md describes them::

    import ttt_reader

    table = ttt_reader.open("tictactoe.msgpack")
    table["XX.OO...."]                # Outcome(value=1, plies=1)
    table.moves("XX.OO....")[0].cell  # 2, the best move

A board is text, one character per cell along the rows: ``X``, ``O`` or ``.``. X moves
first. All values are from the point of view of the mover, the player to move. A set of
cells is an integer, bit i for cell i.
"""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate, pairwise
from math import comb
from operator import and_
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

__all__ = ["BoardError", "Move", "Outcome", "Table", "TableError", "open"]

MAGIC = b"\xa6format\xa9ttt-table"
_BOARD = ["format", "version", "rows", "cols"]
_TABLE = ["positions", "tiers", "body_crc32", "head_crc32"]
KEYS = {1: [*_BOARD, "k", "misere", *_TABLE], 2: [*_BOARD, "rules", *_TABLE]}
"""By version, the keys of a header."""
FLAGS = ["misere", "gravity", "breaker"]
RULES_IN_A_ROW = [*FLAGS, "k"]
RULES_OF_LINES = [*FLAGS, "lines", "o_lines", "name", "symmetries"]
MAX_CELLS = 30
MAX_HEADER = 1 << 15
MAX_ELEMENTS = 512
MAX_DEPTH = 4
MAX_SYMMETRIES = 800
LARGE_FROM = 1 << 20
"""Bytes from which on a file is mapped, and the checksum of its body is not checked."""

Symmetry = tuple[int, ...]
"""For each cell, the cell that it is carried to."""


class TableError(ValueError):
    """A file is not a table, is damaged, or has a game that this reader cannot read."""


class BoardError(ValueError, KeyError):
    """A text is not a board of the game, or play cannot reach it."""

    __str__ = ValueError.__str__


class Outcome(NamedTuple):
    """The end of a game under perfect play.

    Attributes:
        value: 1 if the mover wins, 0 for a draw, -1 if the mover loses.
        plies: Moves by both players to the end: the winner hurries, the loser delays.
    """

    value: int
    plies: int


class Move(NamedTuple):
    """A legal move.

    Attributes:
        cell: The cell where the mover plays, counted from 0 along the rows.
        outcome: For the mover; this move is the first of its plies.
    """

    cell: int
    outcome: Outcome


class Tier(NamedTuple):
    """The positions with the same number of stones, and where they are in the file."""

    blocks: int
    """The number of its masks, each with a block of slots."""
    palette: list[int | None]
    """The scores that its slots refer to; None for unreachable comes last."""
    bits: int
    """The bits of a slot."""
    slots_per_block: int
    """The number of ways to choose X's stones."""


def open(source: str | os.PathLike[str] | bytes) -> Table:  # noqa: A001  # as gzip.open
    """Open a table file.

    A file of 1 MiB or more is mapped, and read where it is needed. Replace it with
    another one as a whole; do not write into it.

    Args:
        source: The path of the file, or its bytes.

    Raises:
        TableError: It is not a table, or is damaged.
        OSError: The file cannot be read.
    """
    if isinstance(source, bytes):
        return Table(source)
    with Path(source).open("rb") as file:
        if os.fstat(file.fileno()).st_size < LARGE_FROM:
            return Table(file.read(LARGE_FROM))
        return Table(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


class Table:
    """A table: ``table[board]`` is the outcome of a board.

    Attributes:
        rows: The rows of the board.
        cols: The columns of the board.
        cells: The number of cells.
        k: Stones in a row that end the game; None in a game of lines.
        misere: Whether the player who fills a line loses.
        gravity: Whether a stone falls to the lowest free cell of its column.
        breaker: Whether only lines of X count, and O wins on a full board without one.
        lines: The lines of X, as sets of cells.
        o_lines: The lines of O, as sets of cells; a Breaker has none.
        name: The name of a game of lines; None with k in a row.
        positions: How many boards play can reach.
    """

    def __init__(self, data: bytes | mmap.mmap) -> None:
        """Check the bytes of a table file; `open` calls this.

        Raises:
            TableError: They are not a table, or are damaged.
        """
        self._data = data
        header, header_end = _read_header(data[:MAX_HEADER])
        rules = _rules_of(header)
        self.rows: int = header["rows"]
        self.cols: int = header["cols"]
        _check(min(self.rows, self.cols) >= 1, "its board has no cells")
        _check(self.rows * self.cols <= MAX_CELLS, "its board is too large")
        self.cells: int = self.rows * self.cols
        self.misere: bool = rules["misere"]
        self.gravity: bool = rules["gravity"]
        self.breaker: bool = rules["breaker"]
        self.k: int | None = rules.get("k")
        self.name: str | None = rules.get("name")
        self.positions: int = header["positions"]
        if "k" in rules:
            self.lines = self.o_lines = _lines_in_a_row(
                self.rows, self.cols, rules["k"]
            )
            self._symmetries = _symmetries_of_grid(self.rows, self.cols, self.gravity)
        else:
            self.lines, self.o_lines = _lines_of(rules, self.cells)
            self._symmetries = _symmetries_of(rules["symmetries"], self)
        if self.breaker:
            self.o_lines = ()
        self._tiers = _tiers_of(header["tiers"], self.cells)
        most = sum(
            masks * tier.slots_per_block
            for masks, tier in zip(_count_masks(self), self._tiers, strict=True)
        )
        _check(1 <= self.positions <= most, "it cannot have so many positions")
        self._lay_out(header_end, header["body_crc32"])

    def _lay_out(self, header_end: int, body_crc32: int) -> None:
        """Find where the masks and slots are, and check all that is between them."""
        self._mask_width = 2 if self.cells <= 16 else 4
        sizes = [
            -(-tier.blocks * tier.slots_per_block * tier.bits // 8)
            for tier in self._tiers
        ]
        _check(max(sizes) < 1 << 32, "a tier is larger than a file can hold")
        before_tier = [0, *accumulate(tier.blocks for tier in self._tiers)]
        tiers = self.cells + 1
        array = bytes([0xDC, 0, tiers])
        if tiers < 16:
            array = bytes([0x90 + tiers])
        masks_size = before_tier[-1] * self._mask_width
        pieces = [(b"\xa5masks" + _binary_prefix(masks_size), masks_size)]
        pieces.append((b"\xa5slots" + array + _binary_prefix(sizes[0]), sizes[0]))
        pieces += [(_binary_prefix(size), size) for size in sizes[1:]]

        starts = []
        end = header_end
        for prefix, size in pieces:
            starts.append(end + len(prefix))
            end += len(prefix) + size
        _check(len(self._data) == end, "the file is cut short, or too long")
        for (prefix, _), start in zip(pieces, starts, strict=True):
            stored = self._data[start - len(prefix) : start]
            _check(stored == prefix, "its body is not laid out as its header says")
        self._masks_at = [
            starts[0] + blocks * self._mask_width for blocks in before_tier
        ]
        self._slots_at = starts[1:]
        if end >= LARGE_FROM:
            return
        _check(crc32(self._data[header_end:]) == body_crc32, "some bytes have changed")
        for tier, start, size in zip(self._tiers, self._slots_at, sizes, strict=True):
            used = tier.blocks * tier.slots_per_block * tier.bits % 8
            last_byte = self._data[start + size - 1]
            is_padded = used == 0 or last_byte >> used == 0
            _check(is_padded, "it has bits set after a tier's last slot")

    def __getitem__(self, board: str) -> Outcome:
        """Return the outcome of a board.

        Raises:
            BoardError: The board is invalid or unreachable.
            TableError: The table contradicts itself.
        """
        return self._outcome(*self._look_up(board))

    def __contains__(self, board: object) -> bool:
        """Return whether this is a board that play can reach."""
        try:
            self[board]  # type: ignore[index]  # anything else is no board
        except BoardError:
            return False
        return True

    def moves(self, board: str) -> list[Move]:
        """Return every legal move, the best first; none if the game is over.

        Equally good moves are in the order of their cells.

        Raises:
            BoardError: The board is invalid or unreachable.
            TableError: The table contradicts itself.
        """
        x, o, score = self._look_up(board)
        moves = []
        if abs(score) <= self.cells:  # nobody has won
            for cell in range(self.cells):
                after = x | o | 1 << cell
                if after == x | o or self._floating(after):
                    continue
                x_after = x | 1 << cell if self._x_moves(x, o) else x
                reply = self._probe(x_after, after ^ x_after)
                if reply is None:
                    raise TableError(f"a move on {board} is not in the table")
                # The opponent's score, negated and one ply further away.
                score_of_move = (reply > 0) - (reply < 0) - reply
                moves.append(Move(cell, self._outcome(x, o, score_of_move)))
        moves.sort(key=_preference, reverse=True)
        return moves

    def _outcome(self, x: int, o: int, score: int) -> Outcome:
        if score == 0:
            return Outcome(0, self.cells - (x | o).bit_count())
        return Outcome(1 if score > 0 else -1, self.cells + 1 - abs(score))

    def _look_up(self, board: str) -> tuple[int, int, int]:
        """Return the stones of X, those of O, and the mover's score."""
        x, o = self._position(board)
        score = self._probe(x, o)
        if score is not None:
            return x, o, score
        if not self.gravity and self._lines_allow(x, o):
            raise TableError(f"the table denies the reachable board {board}")
        raise BoardError(f"play cannot reach {board}")

    def _position(self, board: str) -> tuple[int, int]:
        if not isinstance(board, str) or len(board) != self.cells:
            raise BoardError(f"a board is text of {self.cells} characters")
        if not {*board} <= {*"XO."}:
            raise BoardError("a cell of a board is X, O or .")
        if board.count("X") - board.count("O") not in (0, 1):
            raise BoardError("X moves first, and the players take turns")
        x = sum(1 << cell for cell, mark in enumerate(board) if mark == "X")
        o = sum(1 << cell for cell, mark in enumerate(board) if mark == "O")
        if self._floating(x | o):
            raise BoardError("a stone has an empty cell below it")
        return x, o

    def _floating(self, mask: int) -> int:
        """Return the stones that have an empty cell below them, with gravity."""
        if not self.gravity:
            return 0
        above_bottom_row = (1 << self.cells - self.cols) - 1
        return mask & ~(mask >> self.cols) & above_bottom_row

    def _x_moves(self, x: int, o: int) -> bool:
        return x.bit_count() == o.bit_count()

    def _lines_allow(self, x: int, o: int) -> bool:
        """Return False if a line shows that play has gone on after the end."""
        filled = [
            [line for line in self.lines if x & line == line],
            [line for line in self.o_lines if o & line == line],
        ]
        of_opponent = filled[self._x_moves(x, o)]
        of_mover = filled[not self._x_moves(x, o)]
        # The stone that ended the game is in all lines of the player who placed it.
        return not of_mover and reduce(and_, of_opponent, -1) != 0

    def _probe(self, x: int, o: int) -> int | None:
        """Return the score in the slot of a position; None if it is unreachable."""
        stones = (x | o).bit_count()
        tier = self._tiers[stones]
        symmetry = min(self._symmetries, key=lambda each: _image(x | o, each))
        mask = _image(x | o, symmetry)
        slot = self._block(stones, mask) * tier.slots_per_block
        x_image = _image(x, symmetry)
        x_places = [
            place for place, cell in enumerate(_cells(mask)) if x_image >> cell & 1
        ]
        slot += sum(comb(place, nth) for nth, place in enumerate(x_places, start=1))

        bit = slot * tier.bits
        byte = self._data[self._slots_at[stones] + bit // 8]
        number = byte >> bit % 8 & (1 << tier.bits) - 1
        _check(number < len(tier.palette), "a slot has no score")
        return tier.palette[number]

    def _block(self, stones: int, mask: int) -> int:
        """Return the number of the block with this mask."""
        low = 0
        high = blocks = self._tiers[stones].blocks
        while low < high:
            middle = (low + high) // 2
            if self._mask(stones, middle) < mask:
                low = middle + 1
            else:
                high = middle
        is_there = low < blocks and self._mask(stones, low) == mask
        _check(is_there, "a mask has no block")
        return low

    def _mask(self, stones: int, block: int) -> int:
        start = self._masks_at[stones] + block * self._mask_width
        return int.from_bytes(self._data[start : start + self._mask_width], "little")


def _preference(move: Move) -> tuple[int, int]:
    """Return the key by which a mover prefers moves: quick wins, slow losses."""
    value, plies = move.outcome
    return value, -value * plies


def _check(is_right: bool, problem: str) -> None:
    """Raise `TableError` with the problem, unless all is right."""
    if not is_right:
        raise TableError(problem)


def _read_header(data: bytes) -> tuple[dict[str, Any], int]:
    """Return a header's values by their keys, and where it ends."""
    is_map = len(data) > 0 and 0x8B <= data[0] <= 0x8F
    _check(is_map and data.startswith(MAGIC, 1), "this is not a table file")
    values = _Values(data)
    pairs = {}
    key = value = key_end = None
    while key != "head_crc32":
        key = values.read()
        key_end = values.place
        value = values.read()
        _check(isinstance(key, str) and key not in pairs, "a key is wrong")
        pairs[key] = value
        if key == "version":
            _check(value in (1, 2), f"this reader does not know its version, {value}")
    _check(
        _is_integer(value) and value == crc32(data[:key_end]), "its header is damaged"
    )
    _check([*pairs] == KEYS[pairs.get("version", 1)], "its keys are wrong")
    _check(data[0] == 0x80 + len(pairs) + 2, "it claims another number of keys")
    for name in ("version", "rows", "cols", "positions", "body_crc32"):
        _check(_is_integer(pairs[name]), f"its {name} is not a number")
    _check(0 <= pairs["body_crc32"] < 1 << 32, "its checksum is not one")
    return pairs, values.place


class _Values:
    """The values of a header in msgpack, read one after the other."""

    def __init__(self, header: bytes) -> None:
        self._header = header
        self.place = 1
        """Where the next value starts."""

    def read(self, depth: int = 0) -> Any:
        """Read a value; a map is a tuple of its keys and values."""
        code = self._take(1)[0]
        if code <= 0x7F:
            return code
        if code >= 0xE0:
            return code - 0x100
        if code in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[code]
        if code <= 0x8F:
            items = self._read_items(2 * (code - 0x80), depth)
            return tuple(zip(items[::2], items[1::2], strict=True))
        if code <= 0x9F:
            return self._read_items(code - 0x90, depth)
        if code <= 0xBF:
            return self._read_text(code - 0xA0)
        if 0xCC <= code <= 0xD3:
            return self._read_integer(1 << (code & 3), signed=code >= 0xD0)
        if 0xD9 <= code <= 0xDB:
            return self._read_text(self._read_integer(1 << code - 0xD9))
        _check(code in (0xDC, 0xDD), "its header has a value of another kind")
        return self._read_items(self._read_integer(2 << code - 0xDC), depth)

    def _take(self, size: int) -> bytes:
        start = self.place
        self.place += size
        _check(self.place <= len(self._header), "its header is cut short, or too large")
        return self._header[start : self.place]

    def _read_integer(self, size: int, *, signed: bool = False) -> int:
        return int.from_bytes(self._take(size), "big", signed=signed)

    def _read_text(self, size: int) -> str:
        return self._take(size).decode("latin-1")  # it is compared as bytes

    def _read_items(self, count: int, depth: int) -> list[Any]:
        _check(count <= MAX_ELEMENTS and depth < MAX_DEPTH, "an array is too large")
        return [self.read(depth + 1) for _ in range(count)]


def _is_integer(value: object) -> bool:
    return type(value) is int  # True is not a number


def _rules_of(header: dict[str, Any]) -> dict[str, Any]:
    """Return the rules in a header, by their names."""
    if header["version"] == 1:
        rules = {"misere": header["misere"], "gravity": False, "breaker": False}
        rules["k"] = header["k"]
    else:
        _check(isinstance(header["rules"], tuple), "its rules are not a map")
        names = [name for name, _ in header["rules"]]
        for name in names:
            is_known = name in RULES_IN_A_ROW + RULES_OF_LINES
            _check(is_known, f"this reader does not know its rule {name!r:.60}")
        are_all = names in (RULES_IN_A_ROW, RULES_OF_LINES)
        _check(are_all, "its rules are incomplete, or not in their order")
        rules = dict(header["rules"])
    for name in FLAGS:
        _check(isinstance(rules[name], bool), f"its rule {name} is not true or false")
    if "k" in rules:
        is_right = _is_integer(rules["k"]) and 1 <= rules["k"] < 1 << 32
        _check(is_right, "its k is not a number of stones")
        is_plain = not rules["gravity"] and not rules["breaker"]
        _check(is_plain == (header["version"] == 1), "it should be of version 1")
    return rules


def _lines_in_a_row(rows: int, cols: int, k: int) -> tuple[int, ...]:
    lines = set()
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row = row + down * (k - 1)
            last_col = col + right * (k - 1)
            if last_row < rows and 0 <= last_col < cols:
                step = down * cols + right
                lines.add(sum(1 << cell + step * i for i in range(k)))
    return tuple(sorted(lines))


def _lines_of(
    rules: dict[str, Any], cells: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the lines of X and those of O, and check the name."""
    name = rules["name"]
    is_name = isinstance(name, str) and re.fullmatch(r"[^\W_][\w-]{0,39}", name, re.A)
    _check(bool(is_name), "its name is not a name")
    is_reserved = re.search(r"-(gravity|misere|breaker)\Z", name, re.I)
    _check(not is_reserved, "its name ends like that of a rule")
    lines = _checked_lines(rules["lines"], cells)
    if rules["o_lines"] is None:
        return lines, lines
    o_lines = _checked_lines(rules["o_lines"], cells)
    _check(len(o_lines) > 0 and o_lines != lines, "it lists the lines of O in vain")
    _check(not rules["breaker"], "its Breaker has lines")
    return lines, o_lines


def _checked_lines(lines: object, cells: int) -> tuple[int, ...]:
    if not isinstance(lines, list) or not all(map(_is_integer, lines)):
        raise TableError("its lines are not a list of sets of cells")
    _check(lines == sorted({*lines}), "its lines are not in increasing order")
    _check(all(0 < line < 1 << cells for line in lines), "a line is off the board")
    for place, line in enumerate(lines):
        contains_another = any(line & shorter == shorter for shorter in lines[:place])
        _check(not contains_another, "a line contains another one")
    return tuple(lines)


def _symmetries_of_grid(rows: int, cols: int, gravity: bool) -> list[Symmetry]:
    """Return the turns and reflections of a grid; with gravity only one reflection."""
    kinds = 8 if rows == cols else 4
    if gravity:
        kinds = 2
    symmetries = []
    for kind in range(kinds):
        symmetry = []
        for cell in range(rows * cols):
            row, col = divmod(cell, cols)
            if kind & 1:
                col = cols - 1 - col
            if kind & 2:
                row = rows - 1 - row
            symmetry.append(col * cols + row if kind & 4 else row * cols + col)
        symmetries.append(tuple(symmetry))
    return symmetries


def _symmetries_of(text: object, table: Table) -> list[Symmetry]:
    """Return the symmetries that a header lists as one text, checked."""
    cells = table.cells
    if not isinstance(text, str) or not 0 < len(text) <= MAX_SYMMETRIES * cells:
        raise TableError("it lists no symmetries, or too many")
    images = [ord(character) - ord("0") for character in text]
    symmetries = [
        tuple(images[start : start + cells]) for start in range(0, len(images), cells)
    ]
    still = tuple(range(cells))
    listed = {*symmetries}
    in_order = symmetries[0] == still and symmetries == sorted(listed)
    are_permutations = all(sorted(symmetry) == [*still] for symmetry in symmetries)
    _check(in_order and are_permutations, "its symmetries are not in order")
    for before, symmetry in pairwise(symmetries):
        moved = next(cell for cell in still if symmetry[cell] != cell)
        if before[moved] == symmetry[moved]:
            continue  # it is a product of those that are checked
        for lines in (table.lines, table.o_lines):
            keeps_lines = {_image(line, symmetry) for line in lines} == {*lines}
            _check(keeps_lines, "a symmetry carries a line to something else")
        if table.gravity:
            keeps_columns = all(
                symmetry[cell + table.cols] == symmetry[cell] + table.cols
                for cell in range(cells - table.cols)
            )
            _check(keeps_columns, "a symmetry does not keep the columns")
        for other in symmetries:
            product = tuple(symmetry[cell] for cell in other)
            _check(product in listed, "its symmetries do not form a group")
    return symmetries


def _tiers_of(described: object, cells: int) -> list[Tier]:
    if not isinstance(described, list) or len(described) != cells + 1:
        raise TableError(f"it does not describe {cells + 1} tiers")
    tiers = []
    for stones, pair in enumerate(described):
        is_pair = isinstance(pair, list) and len(pair) == 2
        _check(is_pair, f"tier {stones} is not blocks and palette")
        blocks, palette = pair
        is_count = _is_integer(blocks) and 1 <= blocks <= comb(cells, stones)
        _check(is_count, f"tier {stones} cannot have so many blocks")
        _check(
            _is_palette(palette, cells, stones), f"tier {stones} has a wrong palette"
        )
        bits = next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)
        tiers.append(Tier(blocks, palette, bits, comb(stones, (stones + 1) // 2)))
    return tiers


def _is_palette(palette: object, cells: int, stones: int) -> bool:
    """Return whether these are possible scores of a tier, in order."""
    if not isinstance(palette, list) or not palette:
        return False
    scores = palette[:-1] if palette[-1] is None else palette
    possible = [0, *range(stones + 1, cells + 2)]
    return (
        all(_is_integer(score) and abs(score) in possible for score in scores)
        and sorted({*scores}) == scores
    )


def _count_masks(table: Table) -> list[int]:
    """Return by the number of stones how many masks there are, canonical or not."""
    height = table.rows if table.gravity else 1  # else each cell is a column
    counts = [1] + [0] * table.cells
    for _ in range(table.cells // height):
        counts = [
            sum(counts[max(0, stones - height) : stones + 1])
            for stones in range(table.cells + 1)
        ]
    return counts


def _binary_prefix(size: int) -> bytes:
    """Return the bytes before a msgpack binary."""
    width = next(width for width in (1, 2, 4) if size < 1 << 8 * width)
    return bytes([0xC3 + width.bit_length()]) + size.to_bytes(width, "big")


def _cells(mask: int) -> Iterator[int]:
    """Yield the cells of a set, in order."""
    return (cell for cell in range(mask.bit_length()) if mask >> cell & 1)


def _image(mask: int, symmetry: Sequence[int]) -> int:
    """Return the set of cells that a symmetry carries this one to."""
    return sum(1 << symmetry[cell] for cell in _cells(mask))
