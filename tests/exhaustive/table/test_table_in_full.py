"""In full: files, numbering, batches, and the reader against brute force."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
import test_batch
import test_codec
import test_filebytes
import test_numbering
import test_reader
from exhaustive import in_full
from hypothesis import given
from hypothesis import strategies as st
from support.games import EVERY_KIND, TableOf, on_surface
from test_batch import check, drawn, texts_of
from test_build import BOARDS
from test_codec import START
from test_filebytes import path  # noqa: F401  # fixtures

from ttt_table import Game
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


in_full(
    test_codec.test_the_reader_on_the_page_reads_other_boards,
    step=[1],
    game=[Game(), Game(gravity=True)],
)
in_full(
    test_filebytes.test_threads_and_other_processes_can_share_a_table,
    workers=[
        lambda: ProcessPoolExecutor(2, get_context("fork")),
        lambda: ProcessPoolExecutor(2, get_context("spawn")),
    ],
)
in_full(
    test_reader.test_limited_scores_are_those_of_a_depth_limited_search, step=[1, 1500]
)
in_full(
    test_reader.test_all_that_a_table_says_of_a_board_is_what_brute_force_says,
    first=[(first, misere, 1) for first in "XO" for misere in (False, True)],
)
GAMES = [(game, first) for game in EVERY_KIND for first in "XO"]
in_full(test_batch.test_every_row_is_what_the_table_says, game=GAMES)
in_full(test_batch.test_all_boards_come_in_the_order_of_the_table, game=GAMES)
in_full(test_batch.test_finished_boards_can_be_left_out, game=GAMES)


@pytest.mark.parametrize("game", [Game(3, 4, 3), Game(4, 3, 3, gravity=True)], ids=str)
def test_all_boards_of_twelve_cells(game: Game, table_of: TableOf) -> None:
    """All 3^12: those that play can reach are those of the table, with its outcomes."""
    table = table_of(game)
    outcomes: dict[str, tuple[int, int]] = {}
    for first in range(0, 3**12, 3**9):
        numbers = np.arange(first, first + 3**9)
        marks = numbers[:, None] // 3 ** np.arange(12) % 3 - 1
        batch = table.batch(marks)
        texts = texts_of(batch)
        for row in np.flatnonzero(batch.reachable).tolist():
            outcomes[texts[row]] = (batch.values[row], batch.plies[row])
        check(table, table.batch(marks[batch.reachable][::200]))
    assert outcomes == dict(table.items())


@pytest.mark.parametrize(
    "game",
    [Game(4, 4, 4), Game(4, 5, 4, gravity=True), on_surface(4, 4, 3, "torus")],
    ids=str,
)
def test_boards_of_large_games(game: Game, table_of: TableOf) -> None:
    """Drawn at random; one file stays on the disk, one game has 128 symmetries."""
    table = table_of(game)
    check(table, table.batch(drawn(game, 5000)))
