"""Opponents: by name, of another game, and of players of batches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.cases import exhaustive_rows
from support.games import TableOf
from support.known import first_free

from ttt_table import Game, open_table
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.grading import WDL, grade
from ttt_table.play import Level
from ttt_table.rules.outcome import Sides

TABLE = open_table()


def any_free_cell(boards: Any) -> Any:
    """Weigh all free cells of a batch equally."""
    return (boards == 0) * 1.0


def any_legal_move(board: str) -> dict[int, int]:
    return dict.fromkeys(TABLE.legal_moves(board), 1)


def first_cell_and_illegal(board: str) -> dict[int, Fraction]:
    """Play cell 0 with the probability of a half, wherever that is legal."""
    return {0: Fraction(1, 2), board.index("."): Fraction(1, 2)}


def first_cell_and_illegal_in_batches(boards: Any) -> Any:
    weights = (boards == 0) * 0.0
    for weight, board in zip(weights, boards, strict=True):
        weight[list(board).index(0)] += 0.5
        weight[0] += 0.5
    return weights


@pytest.mark.parametrize("name", ["easy", "hard"])
def test_an_opponent_may_be_the_name_of_a_level(name: str) -> None:
    level = Level.named(name)
    expected = grade(TABLE.best_move, side="X", against=level).against
    result = grade(TABLE.best_move, side="X", against=name)
    assert result.against == expected


def test_a_name_that_no_level_has_is_refused_with_all_names() -> None:
    with pytest.raises(ArgumentError, match="easy, medium, hard, perfect"):
        grade(any_legal_move, against="expert", as_is=True)


def needs_a_mark(board: str, mark: str) -> int:
    return (board + mark).index(".")


def test_an_opponent_that_cannot_be_called_is_refused() -> None:
    """Else the player would win every game against it."""
    with pytest.raises(PlayerError, match=r"needs_a_mark is no opponent: TypeErr"):
        grade(first_free, against=needs_a_mark)
    result = grade(first_free, side="X", against=needs_a_mark, as_is=True)
    assert result.against is not None
    assert result.against.won == 1


@pytest.mark.exhaustive
def test_a_level_of_another_game_is_refused(table_of: TableOf) -> None:
    """As an opponent, and as the player."""
    table = table_of(Game(2, 3, 2))
    with pytest.raises(ArgumentError, match=r"plays 3x3k3 .* the table is of 2x3k2"):
        grade(lambda board: board.index("."), table=table, against=Level.named("hard"))
    with pytest.raises(ArgumentError, match=r"plays 3x3k3 .* the table is of 2x3k2"):
        grade(Level.named("hard"), table=table)
    with pytest.raises(ArgumentError, match=r"X first, but .* with O first"):
        grade(Level.named("hard"), table=open_table(first="O"))


def close(results: WDL | None, expected: WDL | None, error: float) -> bool:
    assert results is not None
    assert expected is not None
    return all(
        abs(Fraction(number) - Fraction(exact)) <= error
        for number, exact in zip(results, expected, strict=True)
    )


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize(
    ("in_batches", "one_by_one"),
    [
        (first_cell_and_illegal_in_batches, first_cell_and_illegal),
        *exhaustive_rows([(any_free_cell, any_legal_move)]),
    ],
)
def test_a_player_of_batches_has_the_chances_of_one_that_takes_a_board_at_a_time(
    in_batches: Any, one_by_one: Any, side: Sides
) -> None:
    """Within the error that its grade states; against a level that errs at random."""
    level = Level(2, noise="1/3")
    batch_grade = grade(in_batches, batch=True, side=side, against=level)
    expected = grade(one_by_one, side=side, against=level, as_is=True).against
    error = batch_grade.rounding_error
    assert close(batch_grade.against, expected, error)


@pytest.mark.exhaustive
def test_what_the_opponent_forfeits_is_won_by_a_player_of_batches() -> None:
    """The opponent always plays cell 0."""
    opponent: dict[str, Any] = {"against": lambda _: 0, "as_is": True}
    batch_grade = grade(any_free_cell, batch=True, side="X", **opponent)
    expected = grade(any_legal_move, side="X", **opponent).against
    assert close(batch_grade.against, expected, batch_grade.rounding_error)
