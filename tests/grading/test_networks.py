"""Networks, which get many boards at once: what they come to board by board."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.cases import exhaustive_rows
from support.games import TableOf
from support.known import raising

from ttt_table import Game, Table, open_table
from ttt_table.errors import ArgumentError, PlayerError, SizeError
from ttt_table.grading import Grade, Program, grade
from ttt_table.play import Level, Verdict
from ttt_table.rules.outcome import Side

np = pytest.importorskip("numpy")


def answering(boards: Any) -> Any:
    """Return small integers for about half of the free cells, by the boards alone."""
    cells = np.arange(1, boards.shape[1] + 1)
    hashes = (boards @ cells**2)[:, None] * 7 + cells * 5
    weights = hashes % 4 * (hashes % 3 > 0) + (cells == hashes % 9 + 1)
    weights = np.where(boards == 0, weights, 0) + 0.0
    first_free = (boards == 0).argmax(axis=1)
    weights[np.arange(len(boards)), first_free] += weights.sum(axis=1) == 0
    return weights


def partly_illegal(boards: Any) -> Any:
    """Return the same, but on every third board with weights for all of the cells."""
    is_third = boards.sum(axis=1) % 3 + boards[:, 0] == 1
    return answering(boards) + is_third[:, None]


def uniform(boards: Any) -> Any:
    return boards == 0


def one_by_one(
    table: Table, weigh: Callable[[Any], Any]
) -> Callable[[str], dict[tuple[int, int], int]]:
    """Return the same player, asked one board at a time: its weights are exact."""

    @cache
    def player(board: str) -> dict[tuple[int, int], int]:
        sign_of = {table.mover(board): 1, ".": 0}
        signs = [sign_of.get(mark, -1) for mark in board]
        (weights,) = weigh(np.array([signs]))
        return {
            divmod(cell, table.game.cols): int(weight)
            for cell, weight in enumerate(weights)
            if weight
        }

    return player


def numbers_of(side: Grade) -> list[Any]:
    return [*side.vs_random, *side.vs_perfect, side.worst, side.exploitability]


def check_same_mistakes(mistakes: list[Verdict], expected: list[Verdict]) -> None:
    assert [each.board for each in mistakes] == [each.board for each in expected]
    for mistake, same in zip(mistakes, expected, strict=True):
        assert mistake.cell == same.cell
        assert (mistake.before, mistake.after) == (same.before, same.after)
        chances = {cell: float(chance) for cell, chance in same.moves.items()}
        assert mistake.moves == pytest.approx(chances)


def by_board(mistakes: Any) -> list[Verdict]:
    return sorted(mistakes, key=lambda mistake: mistake.board)


@pytest.mark.parametrize(
    ("game", "first"),
    [
        (Game(2, 3, 2), "X"),
        (Game(2, 3, 3), "X"),
        (Game(2, 3, 3, breaker=True), "X"),
        *exhaustive_rows(
            [
                (Game(), "X"),
                (Game(), "O"),
                (Game(2, 3, 2, misere=True), "X"),
                (Game(3, 3, 3, gravity=True), "X"),
            ]
        ),
    ],
    ids=str,
)
def test_batches_come_to_what_single_boards_come_to(
    game: Game, first: Side, table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every number and every mistake, also in chunks, whoever moves first."""
    monkeypatch.setattr("ttt_table.grading.networks.BOARDS_PER_CALL", 100)
    table = open_table(first=first) if game == Game() else table_of(game)
    for player in (answering, partly_illegal):
        in_batches = grade(player, table=table, batch=True, as_is=True)
        expected = grade(one_by_one(table, player), table=table, as_is=True)
        for side in "XO":
            check_same(in_batches.sides[side], expected.sides[side])


def check_same(side: Grade, expected: Grade) -> None:
    assert side.value == expected.value
    assert (side.boards, side.games) == (expected.boards, expected.games)
    assert side.exact == expected.exact
    assert side.shortest_loss == expected.shortest_loss

    error = side.rounding_error
    assert error < 1e-13
    assert expected.rounding_error == 0
    for number, exact in zip(numbers_of(side), numbers_of(expected), strict=True):
        assert abs(number - exact) <= error

    shares = {each.board: float(each.share) for each in expected.forfeits}
    assert {each.board: each.share for each in side.forfeits} == pytest.approx(shares)
    check_same_mistakes(by_board(side.blunders), by_board(expected.blunders))
    check_same_mistakes(by_board(side.slips), by_board(expected.slips))


def spoilt(spoil: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a player that answers well but at boards with its own stone in cell 0.

    Args:
        spoil: Gets the board and returns the weights there.
    """

    def player(boards: Any) -> Any:
        weights = answering(boards)
        for row in np.flatnonzero(boards[:, 0] == 1):
            weights[row] = spoil(boards[row])
        return weights

    return player


@pytest.mark.parametrize(
    ("player", "kind", "words"),
    [
        (spoilt(lambda row: row * np.nan), "type", "must be from 0 up"),
        (spoilt(lambda row: row - 2.5), "type", "softmax"),
        (spoilt(lambda row: row * 0), "type", "one above 0"),
        (spoilt(lambda row: row * 0 + np.inf), "type", "must be from 0 up"),
        (spoilt(lambda row: row * 0 + 1), "illegal", "cell 0 is taken"),
        (spoilt(lambda row: (row == -1) * 0.5), "illegal", "cell 1 is taken"),
    ],
)
def test_weights_that_are_none_are_a_forfeit_where_they_are(
    player: Any, kind: str, words: str, table_of: TableOf
) -> None:
    """The boards beside it in its batch are judged all the same."""
    table = table_of(Game(2, 3, 2))
    result = grade(player, table=table, side="X", batch=True, as_is=True)
    forfeits = result.forfeits
    assert {forfeit.kind for forfeit in forfeits} == {kind}
    assert words in forfeits[0].reason
    assert len(forfeits) <= result.games.lost
    assert {forfeit.board[0] for forfeit in forfeits} <= {"X", "."}
    assert result.exact


@pytest.mark.parametrize(
    "player",
    [
        lambda boards: answering(boards)[:, :5],
        lambda _: None,
        lambda _: 4,
        lambda boards: {0: answering(boards)},
        lambda boards: [["much"] * 9] * len(boards),
        lambda boards: [["1"] * 9] * len(boards),
        lambda boards: answering(boards) + 0j,
        lambda boards: answering(boards).astype("m8[s]"),
    ],
)
def test_what_is_no_array_of_weights_ends_the_grade(player: Any) -> None:
    with pytest.raises(PlayerError, match=r"boards of the shape \(1, 9\)"):
        grade(player, batch=True)


def test_what_a_network_raises_is_raised() -> None:
    """It is for its user to see, and no forfeit."""
    with pytest.raises(ValueError, match="a corner"):
        grade(raising(ValueError("a corner")), batch=True)


@pytest.mark.parametrize("dtype", ["f2", "f4", "longdouble"])
def test_weights_may_be_floats_of_any_width(dtype: str, table_of: TableOf) -> None:
    """Numpy warns of none, and each comes to the same."""
    table = table_of(Game(2, 3, 2))
    result = grade(
        lambda boards: answering(boards).astype(dtype), table=table, batch=True
    )
    assert result.games == grade(answering, table=table, batch=True).games


def test_noise_in_the_last_digits_is_not_another_answer(table_of: TableOf) -> None:
    """A network's digits depend on the batch."""
    rng = np.random.default_rng(1)
    noisy = grade(
        lambda boards: answering(boards) * (1 + 1e-6 * rng.random()),
        table=table_of(Game(2, 3, 3)),
        batch=True,
    )
    assert noisy.exact


def test_a_network_of_two_answers_is_not_graded(table_of: TableOf) -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(PlayerError, match="two answers"):
        grade(
            lambda boards: (boards == 0) * rng.random(boards.shape),
            table=table_of(Game(2, 3, 3)),
            side="X",
            batch=True,
        )


def test_a_network_that_draws_can_be_sampled(table_of: TableOf) -> None:
    rng = np.random.default_rng(1)
    result = grade(
        lambda boards: (boards == 0) * rng.random(boards.shape),
        table=table_of(Game(2, 3, 2)),
        batch=True,
        samples=3,
    )
    assert result.certainty == "sampled"


def test_draws_of_a_function_in_batches_are_noticed(table_of: TableOf) -> None:
    """Though its answers are always the same, they may not be the next time."""
    result = grade(
        lambda boards: uniform(boards) + 0 * random.random(),
        table=table_of(Game(2, 3, 3)),
        side="O",
        batch=True,
    )
    assert result.certainty == "random"


def test_a_function_in_batches_that_draws_nothing_is_exact(table_of: TableOf) -> None:
    table = table_of(Game(2, 3, 3))
    result = grade(answering, table=table, side="O", batch=True)
    assert result.certainty == "exact"


def test_a_small_weight_is_a_chance_however_great_another_is(
    table_of: TableOf,
) -> None:
    """Its moves are followed, as they are if boards come one by one."""
    table = table_of(Game(2, 3, 3))
    scale = np.where(np.arange(6) % 2, 1e300, 1e-300)
    result = grade(lambda boards: (boards == 0) * scale, table=table, batch=True)
    unfinished = sum(outcome.plies > 0 for outcome in table.values())
    assert result.decisions == unfinished
    for blunder in result.blunders:
        assert min(blunder.moves.values()) > 0


def test_a_program_gets_no_batches() -> None:
    with (
        Program(["cat"]) as program,
        pytest.raises(ArgumentError, match="one board at a time"),
    ):
        grade(program, batch=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("player", "batch"), [(answering, True), (Level(0), False)])
def test_more_boards_than_were_agreed_are_refused_unless_forced(
    player: Any, batch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_table.grading.grader.MAX_BOARDS", 100)
    with pytest.raises(SizeError, match="boards on one side"):
        grade(player, batch=batch)
    assert grade(player, batch=batch, force=True).decisions > 100
