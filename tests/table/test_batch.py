"""Many boards at once: each answer is what the table says of that board alone."""

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cases import exhaustive_rows
from support.games import EVERY_KIND, LINES, TableOf, on_surface
from support.repacked import changed

from ttt_table import Board, BoardError, Game, Table, open_table
from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    ClosedTableError,
    MissingExtraError,
)
from ttt_table.rules.outcome import Side, value_of
from ttt_table.table.batch import Batch

KINDS = {
    "boards": "int8",
    "movers": "int8",
    "values": "int8",
    "plies": "int8",
    "scores": "int8",
    "best": "bool",
    "keeping": "bool",
    "probabilities": "float32",
}
"""The types of a batch's arrays, which an npz file has too."""


def marks_of(texts: Iterable[str]) -> Any:
    return np.array([list(map("O.X".index, text)) for text in texts], np.int8) - 1


def texts_of(batch: Batch) -> list[str]:
    return ["".join(map(".XO".__getitem__, row)) for row in batch.boards.tolist()]


def check(table: Table, batch: Batch) -> None:
    """Check every row against what the table says of its board."""
    assert {name: str(getattr(batch, name).dtype) for name in KINDS} == KINDS
    for row, text in enumerate(texts_of(batch)):
        if text in table:
            check_reachable(table, batch, row, text)
        else:
            check_unreachable(batch, row)
        stones = len(text) - text.count(".")
        first_moves = stones % 2 == 0
        assert batch.movers[row] == (1 if first_moves == (table.first == "X") else -1)


def check_reachable(table: Table, batch: Batch, row: int, text: str) -> None:
    assert batch.reachable[row]
    assert (batch.values[row], batch.plies[row]) == table[text]
    scores = table.scores(text)
    best = table.best_moves(text)
    best_value = max(map(value_of, scores.values()), default=None)
    keeping = [cell for cell, score in scores.items() if value_of(score) == best_value]
    expected_scores = [scores.get(cell, -128) for cell in range(len(text))]
    assert batch.scores[row].tolist() == expected_scores
    assert np.flatnonzero(batch.best[row]).tolist() == best
    assert np.flatnonzero(batch.keeping[row]).tolist() == keeping
    weights = np.full(len(best), 1, np.float32) / max(1, len(best))
    assert batch.probabilities[row][best].tolist() == weights.tolist()
    assert np.count_nonzero(batch.probabilities[row]) == len(best)


def check_unreachable(batch: Batch, row: int) -> None:
    assert not batch.reachable[row]
    assert (batch.values[row], batch.plies[row]) == (0, -1)
    assert (batch.scores[row] == -128).all()
    assert not batch.best[row].any()
    assert not batch.keeping[row].any()
    assert not batch.probabilities[row].any()


def drawn(game: Game, count: int) -> Any:
    """Draw boards of any marks, and boards where the players have taken turns."""
    rng = np.random.default_rng(game.cells)
    boards = rng.integers(-1, 2, (2 * count, game.cells), np.int8)
    for row in boards[:count]:
        row[:] = 0
        cells = rng.permutation(game.cells)[: rng.integers(game.cells + 1)]
        row[cells] = 1 - 2 * (np.arange(len(cells)) % 2)
    return boards


GAMES = [
    (Game(2, 3, 2), "X"),
    (Game(2, 4, 2, True, gravity=True), "O"),
    (LINES[-2], "O"),
]
"""Games, and who moves first."""


@pytest.mark.parametrize(
    ("game", "first"),
    [*GAMES, *exhaustive_rows(product(EVERY_KIND, "XO"))],
    ids=str,
)
def test_every_row_is_what_the_table_says(
    game: Game, first: Side, table_of: TableOf
) -> None:
    """Whether play can reach the board or not."""
    table = Table(table_of(game)._contents, first)
    check(table, table.batch(drawn(game, 20)))


@pytest.mark.parametrize(
    ("game", "first"),
    [*GAMES, *exhaustive_rows(product(EVERY_KIND, "XO"))],
    ids=str,
)
def test_all_boards_come_in_the_order_of_the_table(
    game: Game, first: Side, table_of: TableOf
) -> None:
    """With the same answers as if they were given."""
    table = Table(table_of(game)._contents, first)
    parts = list(table.arrays())
    assert list(chain.from_iterable(map(texts_of, parts))) == list(table)
    for part in parts:
        assert (part.scores == table.batch(part.boards).scores).all()


@pytest.mark.parametrize(
    ("game", "first"),
    [*GAMES, *exhaustive_rows(product(EVERY_KIND, "XO"))],
    ids=str,
)
def test_finished_boards_can_be_left_out(
    game: Game, first: Side, table_of: TableOf
) -> None:
    """The others stay in order."""
    table = Table(table_of(game)._contents, first)
    unfinished = chain.from_iterable(map(texts_of, table.arrays(unfinished=True)))
    assert list(unfinished) == [text for text in table if not table.is_over(text)]


def in_rows(texts: list[str]) -> Iterator[str]:
    """Yield boards as people draw them."""
    for text in texts:
        yield "/".join([text[:3], text[3:6], text[6:]]).lower()


FORMS: dict[str, Callable[[list[str]], object]] = {
    "i8": lambda texts: marks_of(texts).astype("i8"),
    "big endian": lambda texts: marks_of(texts).astype(">i4"),
    "f2": lambda texts: marks_of(texts).astype("f2"),
    "f8": lambda texts: marks_of(texts).astype("f8"),
    "longdouble": lambda texts: marks_of(texts).astype("longdouble"),
    "columns first": lambda texts: np.asfortranarray(marks_of(texts)),
    "with gaps": lambda texts: np.repeat(marks_of(texts), 2, axis=1)[:, ::2],
    "in rows": lambda texts: marks_of(texts).reshape(-1, 3, 3),
    "lists": lambda texts: marks_of(texts).tolist(),
    "list of arrays": lambda texts: list(marks_of(texts)),
    "text and arrays": lambda texts: [texts[0], *marks_of(texts)[1:]],
    "texts": lambda texts: texts,
    "iterator of drawings": in_rows,
    "array of texts": np.array,
    "lists of characters": lambda texts: [list(text) for text in texts],
}


@pytest.mark.parametrize("form", FORMS)
def test_boards_may_have_any_form(
    form: str, table: Table, some_boards: list[str]
) -> None:
    """Integers or floats in any layout, lists, and text as written elsewhere."""
    batch = table.batch(FORMS[form](some_boards))
    assert texts_of(batch) == some_boards
    assert batch.values.tolist() == [table[text].value for text in some_boards]


def test_a_batch_has_its_own_copy_of_the_boards(
    table: Table, some_boards: list[str]
) -> None:
    """So that a caller cannot change them later."""
    marks = marks_of(some_boards)
    assert not np.shares_memory(table.batch(marks).boards, marks)


@pytest.mark.parametrize("boards", [[], np.empty((0, 9)), np.empty((0, 3, 3))])
def test_there_may_be_no_boards(boards: Any, table: Table) -> None:
    """The arrays have the right shapes."""
    batch = table.batch(boards)
    assert len(batch) == 0
    assert batch.scores.shape == (0, 9)
    assert batch.probabilities.shape == (0, 9)


@pytest.mark.parametrize(
    "boards",
    [
        "X...O....",
        5,
        {"X........"},
        {"X........": 1},
        {1: 1}.keys(),
        np.ma.masked_array(np.zeros((1, 9)), np.ones((1, 9), bool)),
    ],
)
def test_what_is_not_a_sequence_of_boards_is_refused(table: Table, boards: Any) -> None:
    """One board, a number, what has no order, what hides some cells."""
    with pytest.raises(BoardError, match="board") as caught:
        table.batch(boards)
    assert (caught.value.index, caught.value.code) == (None, "not-a-board")


@pytest.mark.parametrize(
    ("boards", "index", "code"),
    [
        ([np.ma.masked_array(np.zeros(9), np.ones(9, bool))], 0, "not-a-board"),
        ([{*"XO"}], 0, "not-a-board"),
        (np.zeros(9), 0, "wrong-length"),
        (np.full((1, 9), 1e300, np.longdouble), 0, "strange-character"),
        (np.zeros((2, 3, 4)), 0, "wrong-length"),
        (np.zeros((2, 9), bool), 0, "strange-character"),
        ([[0] * 9, [0] * 8 + [0.5]], 1, "strange-character"),
        (np.array([[0] * 9, [np.nan] * 9]), 1, "strange-character"),
        (np.array([[0] * 9, [255] * 9], np.uint8), 1, "strange-character"),
        ([[0] * 9, [0] * 8], 1, "wrong-length"),
        (["X........", "X?......."], 1, "strange-character"),
        ([".........", None], 1, "not-a-board"),
        ([[0] * 9, [[0], [1, 2]]], 1, "not-a-board"),
    ],
)
def test_what_is_not_a_board_is_refused_with_its_index(
    table: Table, boards: Any, index: int, code: str
) -> None:
    """That of the first one."""
    with pytest.raises(BoardError, match=f"^board {index}") as caught:
        table.batch(boards)
    assert (caught.value.index, caught.value.code) == (index, code)


@pytest.fixture
def path(tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped table, read like a large one, a few bytes at a time."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", 0)
    monkeypatch.setattr("ttt_table.table.batch.PAGE", 4)
    file = tmp_path / "large.msgpack"
    file.write_bytes(shipped)
    os.utime(file, ns=(1, 1))  # two writes may be in one tick of the clock
    return file


def test_threads_can_look_up_boards_in_one_large_file(
    path: Path, some_boards: list[str]
) -> None:
    """Only those bytes are read that have the boards."""
    with open_table(path) as table, ThreadPoolExecutor(4) as threads:
        for batch in threads.map(table.batch, [some_boards[::10]] * 4):
            check(open_table(), batch)


def test_a_batch_of_a_large_file_can_be_pickled(
    path: Path, some_boards: list[str]
) -> None:
    """With its table."""
    with open_table(path) as table:
        batch = table.batch(some_boards[::10])
        pickled = pickle.loads(pickle.dumps(batch))
        assert (pickled.scores == batch.scores).all()


ASKS: dict[str, Callable[[Table, Batch], object]] = {
    "a new batch": lambda table, batch: table.batch(batch.boards),
    "moves of an old batch": lambda _, batch: batch.best,
    "all boards": lambda table, _: list(table.arrays()),
}


@pytest.mark.parametrize("ask", ASKS)
def test_a_large_file_that_was_overwritten_is_not_read(
    ask: str, path: Path, shipped: bytes, some_boards: list[str]
) -> None:
    """Not even for moves of boards that were looked up before."""
    with open_table(path) as table:
        batch = table.batch(some_boards[::10])
        path.write_bytes(shipped)
        with pytest.raises(BadTableError, match="changed"):
            ASKS[ask](table, batch)


@pytest.mark.parametrize("large_from", [0, 1 << 20])
def test_a_batch_of_a_closed_table_has_no_more_answers(
    large_from: int,
    path: Path,
    some_boards: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether the file is large or in memory."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", large_from)
    with open_table(path) as table:
        batch = table.batch(some_boards)
    with pytest.raises(ClosedTableError):
        batch.best  # noqa: B018


def test_a_table_that_contradicts_itself_is_an_error(table: Table) -> None:
    """Here each board of two stones or more is unreachable."""
    contents = table._contents
    tiers = [tier._replace(palette=[None]) for tier in contents.tiers]
    tiers[:2] = contents.tiers[:2]
    batch = Table(changed(contents, tiers=tiers)).batch(["X........"])
    with pytest.raises(BadTableError):
        batch.scores  # noqa: B018


def test_without_numpy_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only batches need it."""
    monkeypatch.setitem(sys.modules, "ttt_table.table.batch", None)
    with pytest.raises(MissingExtraError):
        open_table().batch([])


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "game",
    [Game(4, 4, 4), Game(4, 5, 4, gravity=True), on_surface(4, 4, 3, "torus")],
    ids=str,
)
def test_boards_of_large_games(game: Game, table_of: TableOf) -> None:
    """Drawn at random; one file stays on the disk, one game has 128 symmetries."""
    table = table_of(game)
    check(table, table.batch(drawn(game, 5000)))


MARKS = np.array([[1, 0, 0, 0, -1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0]])


@pytest.mark.parametrize(
    ("perspective", "boards"),
    [
        ("X", MARKS),
        ("O", -MARKS),
        ("mover", MARKS * [[1], [-1]]),
        ("mover", (MARKS * [[1.0], [-1.0]]).reshape(2, 3, 3)),
    ],
)
def test_an_array_may_show_the_stones_of_either_player_as_1(
    perspective: str, boards: object
) -> None:
    batch = open_table().batch(boards, perspective=perspective)
    assert batch.boards.tolist() == MARKS.tolist()


def test_the_mover_is_the_player_to_move_if_o_moves_first() -> None:
    batch = open_table(first="O").batch(MARKS[1:], perspective="mover")
    assert batch.boards.tolist() == MARKS[1:].tolist()


def test_texts_have_no_perspective() -> None:
    with pytest.raises(ArgumentError, match="texts have X and O"):
        open_table().batch(["X........"], perspective="O")


def test_an_unknown_perspective_is_refused_with_those_there_are() -> None:
    with pytest.raises(ArgumentError, match='"X", "O" or "mover"'):
        open_table().batch(MARKS, perspective="x")


@pytest.mark.parametrize("board", [MARKS[0], MARKS[0].reshape(3, 3), MARKS[0] * 1.0])
def test_one_array_is_a_board_as_batches_take_it(board: Board) -> None:
    table = open_table()
    assert table[board] == table["X...O...."]
    assert table.best_moves(board) == table.best_moves("X...O....")


def test_an_array_with_other_numbers_is_not_a_board() -> None:
    with pytest.raises(BoardError):
        open_table()[MARKS[0] * 2]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_many_boards_in_the_place_of_one_are_sent_to_batch(count: int) -> None:
    with pytest.raises(BoardError, match=r"; Table\.batch takes many boards"):
        open_table()[np.zeros((count, 9), np.int8)]
