"""Many boards at once: each answer is what the table says of that board alone."""

import os
import pickle
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.games import LINES, TableOf

from ttt_table import BoardError, Game, Table, open_table
from ttt_table.errors import BadTableError, ClosedTableError, MissingExtraError
from ttt_table.rules.outcome import value_of
from ttt_table.table.batch import Batch


def marks_of(texts: Iterable[str]) -> Any:
    return np.array(
        [["O.X".index(mark) - 1 for mark in text] for text in texts], np.int8
    )


def texts_of(found: Batch) -> list[str]:
    return ["".join("O.X"[mark + 1] for mark in row) for row in found.boards.tolist()]


def check(table: Table, found: Batch) -> None:
    """Every row is what the table says of its board; arrays have the kinds that an npz has."""
    names = [
        "boards",
        "movers",
        "values",
        "plies",
        "scores",
        "best",
        "keeping",
        "probabilities",
    ]
    kinds = [str(getattr(found, name).dtype) for name in names]
    assert kinds == [*["int8"] * 5, "bool", "bool", "float32"]
    for row, text in enumerate(texts_of(found)):
        outcome = table.get(text)
        assert found.reachable[row] == (outcome is not None)
        assert (found.values[row], found.plies[row]) == (outcome or (0, -1)), text
        scores = {} if outcome is None else table.scores(text)
        best = [] if outcome is None else table.best_moves(text)
        values = {cell: value_of(score) for cell, score in scores.items()}
        keeping = [cell for cell in values if values[cell] == max(values.values())]
        assert found.scores[row].tolist() == [
            scores.get(cell, -128) for cell in range(len(text))
        ]
        assert np.flatnonzero(found.best[row]).tolist() == best
        assert np.flatnonzero(found.keeping[row]).tolist() == keeping
        weights = np.full(len(best), 1, np.float32) / max(1, len(best))
        assert found.probabilities[row][best].tolist() == weights.tolist()
        assert np.count_nonzero(found.probabilities[row]) == len(best)
        first_moves = (len(text) - text.count(".")) % 2 == 0
        assert found.movers[row] == (1 if first_moves == (table.first == "X") else -1)


def drawn(game: Game, many: int) -> Any:
    """Boards of any marks, and boards where the players have taken turns."""
    draw = np.random.default_rng(game.cells)
    boards = draw.integers(-1, 2, (2 * many, game.cells), np.int8)
    for row in boards[:many]:
        row[:] = 0
        cells = draw.permutation(game.cells)[: draw.integers(game.cells + 1)]
        row[cells] = 1 - 2 * (np.arange(len(cells)) % 2)
    return boards


@pytest.mark.parametrize(
    ("game", "first"),
    [(Game(2, 3, 2), "X"), (Game(2, 4, 2, True, gravity=True), "O"), (LINES[-2], "O")],
    ids=str,
)
def test_every_row_is_what_the_table_says(
    game: Game, first: str, table_of: TableOf
) -> None:
    """Reachable or not; and all boards come in the table's order."""
    table = Table(table_of(game)._contents, first)
    check(table, table.batch(drawn(game, 20)))
    parts = list(table.arrays())
    assert [text for part in parts for text in texts_of(part)] == list(table)
    assert all((part.scores == table.batch(part.boards).scores).all() for part in parts)
    unfinished = [
        text for part in table.arrays(unfinished=True) for text in texts_of(part)
    ]
    assert unfinished == [
        text for part in parts for text in texts_of(part) if table[text].plies
    ]


def test_boards_come_in_every_form(table: Table, some_boards: list[str]) -> None:
    """Any integers or floats, in any layout; lists; text as written elsewhere; none at all."""
    plain = marks_of(some_boards)
    rows = ["/".join([text[:3], text[3:6], text[6:]]).lower() for text in some_boards]
    forms: list[Any] = [
        *(plain.astype(kind) for kind in ("i8", ">i4", "f2", "f8", "longdouble")),
        *(
            np.asfortranarray(plain),
            np.repeat(plain, 2, axis=1)[:, ::2],
            plain.reshape(-1, 3, 3),
        ),
        *(plain.tolist(), list(plain), [*some_boards[:1], *plain[1:]]),
        *(
            some_boards,
            iter(rows),
            np.array(some_boards),
            [list(text) for text in some_boards],
        ),
    ]
    for form in forms:
        found = table.batch(form)
        assert found.boards.tolist() == plain.tolist()
        assert found.values.tolist() == [table[text].value for text in some_boards]
    assert not np.shares_memory(table.batch(plain).boards, plain)
    forms = [[], np.empty((0, 9)), np.empty((0, 3, 3))]
    for form in forms:
        found = table.batch(form)
        assert (len(found), found.scores.shape, found.probabilities.shape) == (
            0,
            (0, 9),
            (0, 9),
        )


@pytest.mark.parametrize(
    ("boards", "index", "code"),
    [
        *(
            (boards, None, "not-a-board")
            for boards in (
                "X...O....",
                5,
                {"X........"},
                {"X........": 1},
                {1: 1}.keys(),
            )
        ),
        (
            np.ma.masked_array(np.zeros((1, 9)), np.ones((1, 9), bool)),
            None,
            "not-a-board",
        ),
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
def test_what_is_no_board_is_refused(
    table: Table, boards: Any, index: int, code: str
) -> None:
    """With the index of the first that is none."""
    with pytest.raises(
        BoardError, match="board" if index is None else f"^board {index}"
    ) as caught:
        table.batch(boards)
    assert (caught.value.index, caught.value.code) == (index, code)


def test_a_large_file_is_read_where_it_is_touched(
    tmp_path: Path,
    shipped: bytes,
    monkeypatch: pytest.MonkeyPatch,
    some_boards: list[str],
) -> None:
    """A few bytes at a time, by threads at once; and not once it has been overwritten."""
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 0)
    monkeypatch.setattr("ttt_table.table.batch.PAGE", 4)
    path, some = tmp_path / "large.msgpack", some_boards[::10]
    path.write_bytes(shipped)
    os.utime(path, ns=(1, 1))  # two writes may fall into one tick of the clock
    with open_table(path) as table:
        with ThreadPoolExecutor(4) as threads:
            for found in threads.map(table.batch, [some] * 4):
                check(open_table(), found)
        assert (pickle.loads(pickle.dumps(found)).scores == found.scores).all()
        later = table.batch(some)
        path.write_bytes(shipped)
        for ask in (
            lambda: table.batch(some),
            lambda: later.best,
            lambda: [*table.arrays()],
        ):
            with pytest.raises(BadTableError, match="changed"):
                ask()
    with pytest.raises(ClosedTableError):
        later.best  # noqa: B018


def test_what_cannot_be_answered_is_an_error(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that contradicts itself, no numpy."""
    contents = table._contents
    tiers = [tier._replace(palette=[None]) for tier in contents.tiers[2:]]
    broken = Table(contents._replace(tiers=[*contents.tiers[:2], *tiers])).batch(
        ["X........"]
    )
    with pytest.raises(BadTableError):
        broken.scores  # noqa: B018
    monkeypatch.setitem(sys.modules, "ttt_table.table.batch", None)
    with pytest.raises(MissingExtraError):
        open_table().batch([])
