"""A table as rows, one an unfinished board, for tools that read CSV, JSON lines or numpy's npz.

Rows are written as they are read from the table: memory does not grow with their number.
"""

from __future__ import annotations

from collections import namedtuple

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.table.files import write_atomically

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ttt_table.table.files import Path
    from ttt_table.table.reader import Table

FORMATS = ("csv", "jsonl", "npz")
MOST_CELLS = 12
"""Boards with more cells are written only when told to: 4x4 has millions of rows."""


class Row(namedtuple("Row", ["board", "mover", "value", "plies", "best", "keeping", "scores"])):
    """An unfinished board, seen by its mover."""

    __slots__ = ()

    board: str
    mover: str
    """``X`` or ``O``."""
    value: int
    """1 the mover wins, 0 draw, -1 the mover loses."""
    plies: int
    """Moves by both to the end."""
    best: list[int]
    """The cells of the best moves, in order."""
    keeping: list[int]
    """The cells that keep the value, in order; the best are among them."""
    scores: list[int | None]
    """The score of each cell for the mover; None where it cannot be played."""


def rows(table: Table) -> Iterator[Row]:
    """The unfinished boards of a table, in its order: by tier, mask and pattern.

    >>> from ttt_table import open_table
    >>> list(rows(open_table()))[-1]  # doctest: +ELLIPSIS
    Row(board='.OOOXXOXX', mover='X', value=1, plies=1, best=[0], keeping=[0], scores=[9, ...])
    """
    for board in table:
        scores = table.scores(board)
        if not scores:
            continue
        best = max(scores.values())
        value, plies = table[board]
        yield Row(
            board,
            table.mover(board),
            value,
            plies,
            [cell for cell, score in scores.items() if score == best],
            [cell for cell, score in scores.items() if (score > 0) - (score < 0) == value],
            [scores.get(cell) for cell in range(table.game.cells)],
        )


def write_rows(table: Table, path: Path, to: str, *, force: bool = False) -> int:
    """Write the rows of a table to a file, in one of `FORMATS`; returns how many there are.

    Raises `ArgumentError` for another format, `SizeError` for a board of more than 12 cells unless
    ``force`` is given, `MissingExtraError` where npz lacks numpy, and `TableAccessError` where the
    file cannot be written: the path then holds what it held.
    """
    check_size(table, to, force=force)
    counted = _Counted(rows(table))
    if to == "npz":
        from ttt_table.export.npz import npz_pieces

        write_atomically(path, npz_pieces(counted, table.game.cells))
    else:
        write_atomically(path, (line.encode() for line in lines_of(table, to, counted)))
    return counted.count


def check_size(table: Table, to: str, *, force: bool) -> None:
    """Raise what `write_rows` says of its arguments."""
    if to not in FORMATS:
        raise ArgumentError(f"no such format: {to!r}; there are {', '.join(FORMATS)}")
    if table.game.cells > MOST_CELLS and not force:
        raise SizeError(
            f"{table.game} has {table.game.cells} cells and up to {len(table):,} rows; "
            "force (--force) writes them"
        )


def lines_of(table: Table, to: str, found: Iterable[Row] | None = None) -> Iterator[str]:
    """The lines of a CSV or JSON lines file, each with its end."""
    found = rows(table) if found is None else found
    return _csv(found, table.game.cells) if to == "csv" else _jsonl(found)


def _csv(found: Iterable[Row], cells: int) -> Iterator[str]:
    """Nothing needs quotes: a list has spaces between its cells, no score is an empty field."""
    scores = (f"score_{cell}" for cell in range(cells))
    yield ",".join([*Row._fields[:-1], *scores]) + "\n"
    for row in found:
        lists = (" ".join(map(str, listed)) for listed in (row.best, row.keeping))
        numbers = ("" if score is None else score for score in row.scores)
        fields = (row.board, row.mover, row.value, row.plies, *lists, *numbers)
        yield ",".join(map(str, fields)) + "\n"


def _jsonl(found: Iterable[Row]) -> Iterator[str]:
    import json

    for row in found:
        yield json.dumps(row._asdict()) + "\n"


class _Counted:
    """Rows that know how many of them have been taken."""

    def __init__(self, found: Iterator[Row]) -> None:
        self._found = found
        self.count = 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._found:
            self.count += 1
            yield row
