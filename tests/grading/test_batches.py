"""Players that answer batches: they come to what they come to board by board."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.games import TableOf
from support.known import raising

from ttt_table import Game, Table, open_table
from ttt_table.cli.output import graded
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.grading import Grade, causes, grade
from ttt_table.play import Level
from ttt_table.players import Program, PythonFile

np = pytest.importorskip("numpy")


def answering(boards: Any) -> Any:
    """Small whole weights on about half of the free cells, at least one, by the boards alone."""
    cells = np.arange(1, boards.shape[1] + 1)
    lots = (boards @ cells**2)[:, None] * 7 + cells * 5
    found = (
        np.where(boards == 0, lots % 4 * (lots % 3 > 0) + (cells == lots % 9 + 1), 0)
        + 0.0
    )
    first = (boards == 0).argmax(axis=1)
    found[np.arange(len(boards)), first] += found.sum(axis=1) == 0
    return found


def partly_illegal(boards: Any) -> Any:
    """The same, but on every third board with weights for all of the cells."""
    return answering(boards) + (boards.sum(axis=1) % 3 + boards[:, 0] == 1)[:, None]


def one_by_one(
    table: Table, many: Callable[[Any], Any]
) -> Callable[[str], dict[int, int]]:
    """The same player, asked a board at a time: its weights are exact."""

    @cache
    def player(board: str) -> dict[int, int]:
        signs = {table.mover(board): 1, ".": 0}
        row = many(np.array([[signs.get(mark, -1) for mark in board]]))[0]
        return {cell: int(weight) for cell, weight in enumerate(row) if weight}

    return player


def check_same(found: Grade, due: Grade) -> None:
    assert (found.arithmetic, due.arithmetic) == ("float64", "exact")
    for name in (
        "value",
        "boards",
        "decisions",
        "lines",
        "totals",
        "shortest_loss",
        "exact",
    ):
        assert getattr(found, name) == getattr(due, name)
    chances = [
        (*one.vs_random, *one.vs_perfect, one.worst, one.exploitability)
        for one in (found, due)
    ]
    for a, b in zip(*chances, strict=True):
        assert abs(a - b) <= found.error < 1e-13
    shares = [{each.board: each.share for each in one.forfeits} for one in (found, due)]
    assert shares[0] == pytest.approx(
        {board: float(share) for board, share in shares[1].items()}
    )
    for listed in ("blunders", "slips"):
        ours, theirs = (
            {one.board: one for one in getattr(each, listed)} for each in (found, due)
        )
        assert ours.keys() == theirs.keys()
        for board, one in ours.items():
            same = theirs[board]
            assert (one.move, one.was, one.became) == (same.move, same.was, same.became)
            assert one.moves == pytest.approx(
                {cell: float(c) for cell, c in same.moves.items()}
            )


@pytest.mark.parametrize(
    ("game", "first"),
    [(Game(2, 3, 2), "X"), (Game(2, 3, 3, breaker=True), "X")],
    ids=str,
)
def test_batches_come_to_what_single_boards_come_to(
    game: Game, first: str, table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every figure and every mistake, in pieces too, whoever moves first."""
    for name in ("batch.ASKED", "batch_sums.SUMMED"):
        monkeypatch.setattr(f"ttt_table.grading.{name}", 100)
    table = open_table(first=first) if game == Game() else table_of(game)
    for player in (answering, partly_illegal):
        found = grade(player, table=table, view="batch")
        due = grade(one_by_one(table, player), table=table)
        for side in "XO":
            check_same(found.sides[side], due.sides[side])


def spoilt(row: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A player that answers well but at the boards with a stone of its own in cell 0."""

    def player(boards: Any) -> Any:
        bad, found = boards[:, 0] == 1, answering(boards)
        for at in np.flatnonzero(bad):
            found[at] = row(boards[at])
        return found

    return player


@pytest.mark.parametrize(
    ("player", "kind", "words"),
    [
        (spoilt(lambda row: row * np.nan), "type", "nan for cell 0 is no weight"),
        (spoilt(lambda row: row - 2.5), "type", "return the softmax"),
        (spoilt(lambda row: row * 0), "type", "no cell has a weight above 0"),
        (spoilt(lambda row: row * 0 + np.inf), "type", "inf for cell 0"),
        (spoilt(lambda row: row * 0 + 1), "illegal", "cell 0 is taken"),
        (spoilt(raising(ValueError("a corner"))), "exception", "ValueError: a corner"),
        (lambda boards: answering(boards)[:, :5], "type", "of shape (1, 5)"),
        (lambda _: None, "type", "object of shape ()"),
        (lambda boards: {*range(len(boards))}, "type", "object of shape ()"),
        (
            lambda boards: dict(enumerate(answering(boards))),
            "type",
            "object of shape ()",
        ),
        (
            lambda boards: np.ma.masked_array(answering(boards), boards != 0),
            "exception",
            "masked",
        ),
    ],
)
def test_what_goes_wrong_in_a_batch_is_a_forfeit_where_it_does(
    player: Any, kind: str, words: str, table_of: TableOf
) -> None:
    """The boards beside it in its batch are judged all the same."""
    found = grade(player, table=table_of(Game(2, 3, 2)), side="X", view="batch")
    assert {one.kind for one in found.forfeits} == {kind}
    assert words in found.forfeits[0].reason
    assert len(found.forfeits) == found.totals.forfeits <= found.lines.lost
    assert {one.board[0] for one in found.forfeits} <= {"X", "."}
    assert found.exact


@pytest.mark.parametrize("kind", ["f2", "f4", "longdouble"])
def test_weights_may_be_floats_of_any_width(kind: str, table_of: TableOf) -> None:
    """Numpy warns of none, and each comes to the same."""
    table = table_of(Game(2, 3, 2))
    found = grade(
        lambda boards: answering(boards).astype(kind), table=table, view="batch"
    )
    assert found.totals == grade(answering, table=table, view="batch").totals


def test_two_answers_are_found_and_long_lists_are_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Noise in the last digits is no other answer, lots are; all of them are counted."""
    lots = np.random.default_rng(1)
    noisy = grade(
        lambda boards: answering(boards) * (1 + 1e-6 * lots.random()), view="batch"
    )
    assert noisy.exact
    monkeypatch.setattr("ttt_table.grading.batch.MOST_LISTED", 7)
    found = grade(
        lambda boards: (boards == 0) * lots.random(boards.shape), side="X", view="batch"
    )
    assert len(found.unstable) == 7 < found.totals.unstable < found.decisions == 2423
    monkeypatch.setattr("ttt_table.grading.batch_sums.MOST_LISTED", 7)
    cut = grade(answering, side="O", view="batch")
    assert len(cut.blunders) == 7 < cut.totals.blunders
    assert graded.most_telling(cut, causes(cut)).startswith("of the first 7: ")


def test_batches_that_draw_are_noticed(tmp_path: Path) -> None:
    """In a process, where numpy's draws are noted too, and in this one."""
    text = "import numpy as np\ndef move(boards):\n    np.random.random()\n    return boards == 0\n"
    (tmp_path / "bot.py").write_text(text)
    with PythonFile(tmp_path / "bot.py", "move", view="batch") as player:
        assert grade(player, side="O").draws
    drawn = grade(
        lambda boards: (boards == 0) + 0 * random.random(), side="O", view="batch"
    )
    assert (drawn.draws, drawn.unstable, drawn.exact) == (True, [], False)
    assert not grade(answering, side="O", view="batch").draws


def test_a_small_weight_is_a_chance_however_great_another_is(table_of: TableOf) -> None:
    """Its moves are followed, as where boards come one by one."""
    scale, table = np.where(np.arange(6) % 2, 1e300, 1e-300), table_of(Game(2, 3, 3))
    found = grade(lambda boards: (boards == 0) * scale, table=table, view="batch")
    assert found.decisions == sum(outcome.plies > 0 for outcome in table.values())
    assert min(chance for one in found.blunders for chance in one.moves.values()) > 0


def test_what_cannot_be_asked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in batches, and more boards than were agreed, in batches or not, unless forced."""
    with (
        Program(["cat"]) as program,
        pytest.raises(ArgumentError, match="a board at a time"),
    ):
        grade(program, view="batch")
    for name in ("batch", "judge_player"):
        monkeypatch.setattr(f"ttt_table.grading.{name}.MOST_BOARDS", 100)
    for player, view in ((answering, "batch"), (Level(0), "text")):
        with pytest.raises(SizeError, match="boards on one side"):
            grade(player, view=view)
    assert grade(answering, view="batch", force=True).decisions > 100
