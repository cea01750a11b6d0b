"""Rows for other tools: complete, exact, and streamed."""

import gc
import tracemalloc

import pytest
from support.games import TableOf
from support.reference_game import ReferenceGame

from ttt_table import Game, Table
from ttt_table.export.rows import export_pieces, rows


def test_a_row_says_what_brute_force_says(
    table: Table, reference: ReferenceGame
) -> None:
    """Of every one of the 4,520 unfinished boards."""
    rows_of_boards = {row.board: row for row in rows(table, unfinished=True)}
    assert len(rows_of_boards) == 4_520
    for row in rows_of_boards.values():
        value, plies = reference.outcome(row.board)
        after = {
            cell: reference.outcome(reply)
            for cell, reply in reference.moves(row.board).items()
        }
        scores = {cell: -reply * (9 - later) for cell, (reply, later) in after.items()}
        assert row == (
            row.board,
            reference.mover(row.board),
            value,
            plies,
            table.canonical(row.board),
            round(sum(reply[0] != -value for reply in after.values()) / len(after), 4),
            [cell for cell, reply in after.items() if reply == (-value, plies - 1)],
            [cell for cell, reply in after.items() if reply[0] == -value],
            [scores.get(cell) for cell in range(9)],
        )


def test_the_rows_leave_nothing_behind(
    table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a table remembers is bounded, and here to little."""
    monkeypatch.setattr("ttt_table.runtime.REMEMBERED", 32)
    table = table_of(Game(2, 5, 3))
    tracemalloc.start()
    try:
        for most_bytes in (10_000_000, 100_000):
            before = tracemalloc.get_traced_memory()[0]
            pieces = export_pieces(table, "csv", bool, unfinished=False)
            assert sum(map(len, pieces)) > 500_000
            gc.collect()  # also of the tuples that Python keeps to use again
            assert tracemalloc.get_traced_memory()[0] < before + most_bytes
    finally:
        tracemalloc.stop()
