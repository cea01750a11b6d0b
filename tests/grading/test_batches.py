"""Players that answer batches: they come to what they come to board by board."""

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
from ttt_table.cli.output.grade_text import most_telling
from ttt_table.errors import ArgumentError, PlayerError, SizeError
from ttt_table.grading import Mistake, SideGrade, causes, grade
from ttt_table.play import Level
from ttt_table.players import Program
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


def numbers_of(side: SideGrade) -> list[Any]:
    chances = side.chances
    return [
        *chances.vs_random,
        *chances.vs_perfect,
        chances.worst,
        side.exploitability,
    ]


def check_same_mistakes(mistakes: list[Mistake], expected: list[Mistake]) -> None:
    assert [each.board for each in mistakes] == [each.board for each in expected]
    for mistake, same in zip(mistakes, expected, strict=True):
        assert mistake.move == same.move
        assert (mistake.was, mistake.became) == (same.was, same.became)
        chances = {cell: float(chance) for cell, chance in same.moves.items()}
        assert mistake.moves == pytest.approx(chances)


def by_board(mistakes: Any) -> list[Mistake]:
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
    for name in (
        "batch_traversal.BOARDS_PER_CALL",
        "batch_sums.POSITIONS_PER_CHUNK",
    ):
        monkeypatch.setattr(f"ttt_table.grading.{name}", 100)
    table = open_table(first=first) if game == Game() else table_of(game)
    for player in (answering, partly_illegal):
        in_batches = grade(player, table=table, batch=True)
        expected = grade(one_by_one(table, player), table=table, as_is=True)
        for side in "XO":
            check_same(in_batches.sides[side], expected.sides[side])


def check_same(side: SideGrade, expected: SideGrade) -> None:
    assert (side.bounds.arithmetic, expected.bounds.arithmetic) == ("float64", "exact")
    assert side.value == expected.value
    assert side.counts == expected.counts
    assert side.exact == expected.exact
    assert side.mistakes.shortest_loss == expected.mistakes.shortest_loss

    error = side.bounds.error
    assert error < 1e-13
    for number, exact in zip(numbers_of(side), numbers_of(expected), strict=True):
        assert abs(number - exact) <= error

    shares = {each.board: float(each.share) for each in expected.mistakes.forfeits}
    assert {each.board: each.share for each in side.mistakes.forfeits} == pytest.approx(
        shares
    )
    check_same_mistakes(
        by_board(side.mistakes.blunders), by_board(expected.mistakes.blunders)
    )
    check_same_mistakes(
        by_board(side.mistakes.slips), by_board(expected.mistakes.slips)
    )


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


def masked(boards: Any) -> Any:
    return np.ma.masked_array(answering(boards), boards != 0)


@pytest.mark.parametrize(
    ("player", "kind", "words"),
    [
        (
            spoilt(lambda row: row * np.nan),
            "type",
            "nan for cell 0 is not a valid weight",
        ),
        (spoilt(lambda row: row - 2.5), "type", "apply softmax to logits"),
        (spoilt(lambda row: row * 0), "type", "no cell has a weight above 0"),
        (spoilt(lambda row: row * 0 + np.inf), "type", "inf for cell 0"),
        (spoilt(lambda row: row * 0 + 1), "illegal", "cell 0 is taken"),
        (spoilt(lambda row: (row == -1) * 0.5), "illegal", "cell 1 is taken"),
        (spoilt(raising(ValueError("a corner"))), "exception", "ValueError: a corner"),
        (lambda boards: answering(boards)[:, :5], "type", "of shape (1, 5)"),
        (lambda _: None, "type", "object of shape ()"),
        (lambda boards: {*range(len(boards))}, "type", "object of shape ()"),
        (lambda boards: {0: answering(boards)}, "type", "object of shape ()"),
        (masked, "type", "masked"),
    ],
)
def test_what_goes_wrong_in_a_batch_is_a_forfeit_where_it_does(
    player: Any, kind: str, words: str, table_of: TableOf
) -> None:
    """The boards beside it in its batch are judged all the same."""
    table = table_of(Game(2, 3, 2))
    result = grade(player, table=table, side="X", batch=True, as_is=True)
    forfeits = result.mistakes.forfeits
    assert {forfeit.kind for forfeit in forfeits} == {kind}
    assert words in forfeits[0].reason
    assert len(forfeits) == result.counts.forfeits <= result.counts.games.lost
    assert {forfeit.board[0] for forfeit in forfeits} <= {"X", "."}
    assert result.exact


def test_a_player_of_one_board_is_not_graded_in_batches() -> None:
    with pytest.raises(PlayerError, match="leave out batch=True"):
        grade(lambda _: 4, batch=True)


@pytest.mark.parametrize("dtype", ["f2", "f4", "longdouble"])
def test_weights_may_be_floats_of_any_width(dtype: str, table_of: TableOf) -> None:
    """Numpy warns of none, and each comes to the same."""
    table = table_of(Game(2, 3, 2))
    result = grade(
        lambda boards: answering(boards).astype(dtype), table=table, batch=True
    )
    assert result.counts == grade(answering, table=table, batch=True).counts


def test_noise_in_the_last_digits_is_not_another_answer() -> None:
    """A network's digits depend on the batch."""
    rng = np.random.default_rng(1)
    noisy = grade(
        lambda boards: answering(boards) * (1 + 1e-6 * rng.random()), batch=True
    )
    assert noisy.exact


def test_all_boards_with_two_answers_are_counted_and_the_first_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ttt_table.grading.batch_traversal.MAX_LISTED", 7)
    rng = np.random.default_rng(1)
    result = grade(
        lambda boards: (boards == 0) * rng.random(boards.shape), side="X", batch=True
    )
    assert len(result.mistakes.unstable) == 7
    assert 7 < result.counts.unstable < result.counts.decisions == 2423


def test_the_main_cause_of_a_cut_list_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ttt_table.grading.batch_sums.MAX_LISTED", 7)
    cut = grade(answering, side="O", batch=True)
    assert len(cut.mistakes.blunders) == 7 < cut.counts.blunders
    assert most_telling(cut, causes(cut)).startswith("of the first 7: ")


def test_draws_of_a_function_in_batches_are_noticed() -> None:
    """Though its answers are always the same, they may not be the next time."""
    result = grade(
        lambda boards: uniform(boards) + 0 * random.random(), side="O", batch=True
    )
    assert result.observations.draws_random_numbers
    assert not result.mistakes.unstable
    assert not result.exact


def test_a_function_in_batches_that_draws_nothing_is_exact() -> None:
    result = grade(answering, side="O", batch=True)
    assert not result.observations.draws_random_numbers


def test_a_small_weight_is_a_chance_however_great_another_is(
    table_of: TableOf,
) -> None:
    """Its moves are followed, as they are if boards come one by one."""
    table = table_of(Game(2, 3, 3))
    scale = np.where(np.arange(6) % 2, 1e300, 1e-300)
    result = grade(lambda boards: (boards == 0) * scale, table=table, batch=True)
    unfinished = sum(outcome.plies > 0 for outcome in table.values())
    assert result.counts.decisions == unfinished
    for blunder in result.mistakes.blunders:
        assert min(blunder.moves.values()) > 0


def test_a_program_gets_no_batches() -> None:
    with (
        Program(["cat"]) as program,
        pytest.raises(ArgumentError, match="one board at a time"),
    ):
        grade(program, batch=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("module", "player", "batch"),
    [("batch_traversal", answering, True), ("grader", Level(0), False)],
)
def test_more_boards_than_were_agreed_are_refused_unless_forced(
    module: str, player: Any, batch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in {module, "grader"}:
        monkeypatch.setattr(f"ttt_table.grading.{name}.MAX_BOARDS", 100)
    with pytest.raises(SizeError, match="boards on one side"):
        grade(player, batch=batch)
    assert grade(player, batch=batch, force=True).counts.decisions > 100
