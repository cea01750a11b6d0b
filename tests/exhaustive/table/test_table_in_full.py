"""In full: files, numbering and the reader: every answer by brute force, every damage refused."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
import test_filebytes
import test_format
import test_numbering
import test_reader
from exhaustive import in_full
from hypothesis import given
from hypothesis import strategies as st
from test_build import BOARDS
from test_codec import START
from test_filebytes import path  # noqa: F401  # fixtures
from test_format import look_up  # noqa: F401  # fixtures

from ttt_table import Game, Table, open_table
from ttt_table.errors import TableError
from ttt_table.table.codec import decode

in_full(
    test_numbering.test_the_blocks_are_those_of_the_definition,
    rows=[*BOARDS, (3, 5), (2, 9), (3, 6), (4, 4)],
)


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_our_errors(tail: bytes) -> None:
    """Anything at all, after a good beginning or none."""
    for data in (tail, START + tail, START + b"\xa4rows" + tail):
        with pytest.raises(TableError):
            decode(data)


in_full(test_format.test_its_reader_reads_other_boards, step=[1], game=[Game(), Game(gravity=True)])


def test_a_large_table_answers_like_a_small_one(path: Path, table: Table) -> None:
    """Every position, and every text that is none."""
    with open_table(path) as large:
        assert large._contents.on_disk is not None
        assert dict(large.items()) == dict(table.items())
        assert all(large.moves(board) == table.moves(board) for board in list(table)[::13])
        assert "XXX......" not in large


in_full(
    test_filebytes.test_threads_and_other_processes_can_share_a_table,
    workers=[lambda: ProcessPoolExecutor(2, get_context("spawn"))],
)


in_full(test_reader.test_limited_scores_are_those_of_a_depth_limited_search, step=[1, 1500])
in_full(
    test_reader.test_all_that_a_table_says_of_a_board_is_what_brute_force_says,
    first=[(first, misere, 1) for first in "XO" for misere in (False, True)],
)
