"""What players do: what they see and may answer, and what costs them the game."""

from __future__ import annotations

import functools
import json
import random
import signal
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from support.cases import exhaustive
from support.known import Odd, first_free, raising

from ttt_table import Game, open_table
from ttt_table.grading import Grade, grade
from ttt_table.results.graded import verdict_text

numpy = pytest.importorskip("numpy")


def have_equal_results(first: Grade, second: Grade) -> bool:
    return (first.games, first.vs_random) == (second.games, second.vs_random)


@functools.cache
def graded_first_free() -> Grade:
    """The grade as X of a player whose answers are plain cells."""
    return grade(first_free, side="X")


@pytest.mark.parametrize(
    "as_answer",
    [
        lambda cell: {cell: 1},
        lambda cell: {cell: 0.25, (cell + 1) % 9: 0},
        lambda cell: {divmod(cell, 3): Fraction(1, 7)},
        lambda cell: list(divmod(cell, 3)),
        lambda cell: {cell: Decimal("0.1")},
        numpy.int64,
        lambda cell: numpy.array(divmod(cell, 3)),
        lambda cell: {numpy.int8(cell): numpy.float32(0.5)},
    ],
)
def test_a_cell_has_many_spellings(as_answer: Any) -> None:
    """A pair, and a distribution with one cell that has any weight, are that cell."""
    result = grade(lambda board: as_answer(first_free(board)), side="X", as_is=True)
    assert have_equal_results(result, graded_first_free())


class UnspeakableError(Exception):
    """An error that does not even say what it is."""

    def __str__(self) -> str:
        raise self


def saying(answer: object) -> Any:
    def player(_: str) -> object:
        return answer

    return player


@pytest.mark.parametrize(
    ("player", "kind", "words"),
    [
        (saying(9), "illegal", "there is no cell 9"),
        (saying(-1), "illegal", "no cell -1"),
        (saying(10**5000), "illegal", "no cell"),
        (saying((1, 3)), "illegal", "outside"),
        (saying((-1, 1)), "illegal", "outside"),
        (saying(True), "type", "it returns True"),
        (saying(4.5), "type", "it returns 4.5"),
        (saying("four"), "type", "it returns 'four'"),
        (saying((1, 1, 1)), "type", "it returns (1, 1, 1)"),
        (saying({}), "type", "no cell has a weight above 0"),
        (saying({4: True}), "type", "it returns {4: True}"),
        (saying({4: "much"}), "type", "it returns {4: 'much'}"),
        (saying({4: -1}), "type", "-1 of 4 is not a weight"),
        (saying({4: float("nan")}), "type", "nan of 4 is not a weight"),
        (saying({4: 0}), "type", "no cell has a weight above 0"),
        (saying({True: 1}), "type", "it returns {True: 1}"),
        (saying(Odd()), "type", "it returns a Odd"),
        (raising(ZeroDivisionError("oh")), "exception", "ZeroDivisionError: oh"),
        (raising(RecursionError()), "exception", "RecursionError"),
        (raising(UnspeakableError()), "exception", "UnspeakableError (known.py, line"),
        (raising(SystemExit(3)), "exit", "sys.exit(3)"),
    ],
)
def test_what_goes_wrong_is_a_forfeit(player: Any, kind: str, words: str) -> None:
    """It is reported with its board and a reason, and the next board is asked."""
    forfeits = grade(player, as_is=True).forfeits
    assert {forfeit.kind for forfeit in forfeits} == {kind}
    assert words in forfeits[0].reason
    assert forfeits[0].board == "........."


def test_a_game_is_lost_where_it_is_forfeited() -> None:
    """At the first move of each side there are ten boards."""
    result = grade(saying("four"), as_is=True)
    assert result.decisions == 10
    assert result.games == (0, 0, 10)
    assert result.vs_random == result.vs_perfect == (0, 0, 1)
    assert result.worst == -1
    assert result.shortest_loss == ()
    assert result.blunders == []
    assert (result.sound, result.exact) == (False, True)


def test_a_taken_cell_is_a_forfeit_where_it_is_taken() -> None:
    """A player of the centre alone forfeits wherever that is gone, not before."""
    result = grade(saying(4), side="O", as_is=True)
    boards = [forfeit.board for forfeit in result.forfeits]
    assert {board[4] for board in boards} == {"X", "O"}
    assert [board for board in boards if board[4] == "X"] == ["....X...."]
    assert {forfeit.reason for forfeit in result.forfeits} == {"cell 4 is taken"}
    assert result.shortest_loss == (4,)


def test_an_interrupt_is_no_forfeit() -> None:
    """Ctrl-C stops the grading."""
    with pytest.raises(KeyboardInterrupt):
        grade(lambda _: signal.raise_signal(signal.SIGINT))


@pytest.mark.exhaustive
def test_a_player_that_errs_on_one_side_may_play_the_other_only() -> None:
    """The verdict says for which side it is sound, and what to do."""
    table = open_table()
    result = grade(
        lambda board: table.best_moves(board)[-1] if table.mover(board) == "O" else 0,
        as_is=True,
    )
    verdict = verdict_text(result, [])
    assert verdict.startswith("sound as O; as X it forfeits on ")
    assert verdict.endswith(": add --as O if it plays O only")


def test_the_verdicts_of_two_sides_are_given_where_they_differ() -> None:
    """However few boards of one side are wrong."""
    table = open_table()
    result = grade(lambda board: 1 if board == "X.......O" else table.best_move(board))
    assert verdict_text(result, []) == (
        "sound as O; as X it blunders on 1 board: add --as O if it plays O only"
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "seed",
    [0, *exhaustive(range(1, 9))],
)
def test_floats_are_within_their_bound_of_the_fractions_that_they_are(
    seed: int, table_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 10,000 players like these the worst came to 8 % of it.

    Long fractions become floats.
    """
    table = table_of([Game(2, 3, 2), Game(2, 3, 3), Game()][seed % 3])
    max_moves = 2 if table.game == Game() else 6

    def weights(board: str) -> dict[int, Fraction]:
        rng = random.Random(f"{seed} {board}")
        cells = table.legal_moves(board)
        moves = rng.sample(cells, min(len(cells), rng.randint(1, max_moves)))
        return {cell: Fraction(10 ** rng.uniform(-12, 12)) for cell in moves}

    def in_floats(board: str) -> dict[int, float]:
        return {cell: float(weight) for cell, weight in weights(board).items()}

    def in_long_fractions(board: str) -> dict[int, Fraction]:
        tiny = Fraction(1, 10**400)
        return {cell: weight + tiny for cell, weight in weights(board).items()}

    of_floats = grade(in_floats, table=table)
    of_long_fractions = grade(in_long_fractions, table=table)
    monkeypatch.setattr("ttt_table.grading.sums.MAX_BITS", 10**9)
    monkeypatch.setattr("ttt_table.grading.answers.MAX_BITS", 10**9)
    exact = grade(weights, table=table)

    assert exact.rounding_error == 0 < of_floats.rounding_error < 1e-13
    assert of_long_fractions.rounding_error == of_floats.rounding_error
    for rounded in (of_floats, of_long_fractions):
        assert_close(rounded, exact)
        for side, truth in exact.sides.items():
            assert_close(rounded.sides[side], truth)


def assert_close(rounded: Grade, exact: Grade) -> None:
    """Check that results in floats are as far from exact ones as they say at most."""
    assert rounded.games == exact.games
    assert rounded.shortest_loss == exact.shortest_loss
    blunders = [blunder.board for blunder in rounded.blunders]
    assert blunders == [blunder.board for blunder in exact.blunders]
    bound = rounded.rounding_error + 1e-300  # for the tiny part of the long fractions
    for value, truth in zip(chances_of(rounded), chances_of(exact), strict=True):
        assert abs(Fraction(value) - Fraction(truth)) <= bound


def chances_of(result: Grade) -> list[Any]:
    return [
        *result.vs_random,
        *result.vs_perfect,
        result.worst,
        result.exploitability,
    ]


def test_chances_in_floats_can_be_written_as_json() -> None:
    vs_random = grade(
        lambda _: {0: 1, 4: 0.1234567890123}, side="X", as_is=True
    ).vs_random
    assert json.loads(json.dumps(vs_random)) == [*vs_random]
