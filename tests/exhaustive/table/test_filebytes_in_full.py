"""In full: large tables stay on the disk, and answer like small ones."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import test_filebytes
from exhaustive import in_full
from test_filebytes import path  # noqa: F401  # fixtures

from ttt_table import Table, open_table


def test_a_large_table_answers_like_a_small_one(path: Path, table: Table) -> None:
    """Every position, and every text that is none."""
    with open_table(path) as large:
        assert large._contents.on_disk is not None
        assert dict(large.items()) == dict(table.items())
        assert all(large.moves(board) == table.moves(board) for board in list(table)[::13])
        assert "XXX......" not in large


test_threads_and_other_processes_can_share_a_table = in_full(
    test_filebytes.test_threads_and_other_processes_can_share_a_table,
    workers=[lambda: ProcessPoolExecutor(2, get_context("spawn"))],
)
