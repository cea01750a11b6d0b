"""What players do: what they see and may answer, and what costs them the game."""

from __future__ import annotations

import functools
import json
import random
import signal
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from support.cases import exhaustive
from support.known import Odd, first_free, raising

from ttt_table import Game, open_table
from ttt_table.cli.output.grade_text import verdict_text
from ttt_table.grading import Grade, SideGrade, grade

numpy = pytest.importorskip("numpy")


def have_equal_results(first: Grade, second: Grade) -> bool:
    return first.counts.games == second.counts.games and first.chances == second.chances


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
        (saying(True), "type", "True is not a cell"),
        (saying(4.5), "type", "4.5 is not a cell"),
        (saying("four"), "type", "'four' is not a cell"),
        (saying((1, 1, 1)), "type", "(1, 1, 1) is not a cell"),
        (saying({}), "type", "no cell has a weight above 0"),
        (saying({4: True}), "type", "True is not a weight"),
        (saying({4: "much"}), "type", "'much' is not a weight"),
        (saying({4: -1}), "type", "'-1' of cell 4 is not a weight"),
        (saying({4: float("nan")}), "type", "'nan' of cell 4 is not a weight"),
        (saying({4: 0}), "type", "no cell has a weight above 0"),
        (saying({True: 1}), "type", "is not a cell"),
        (saying(Odd()), "type", "a Odd is not a cell"),
        (raising(ZeroDivisionError("oh")), "exception", "ZeroDivisionError: oh"),
        (raising(RecursionError()), "exception", "RecursionError"),
        (raising(UnspeakableError()), "exception", "UnspeakableError (known.py, line"),
        (raising(SystemExit(3)), "exit", "sys.exit(3)"),
    ],
)
def test_what_goes_wrong_is_a_forfeit(player: Any, kind: str, words: str) -> None:
    """It is reported with its board and a reason, and the next board is asked."""
    forfeits = grade(player, as_is=True).mistakes.forfeits
    assert {forfeit.kind for forfeit in forfeits} == {kind}
    assert words in forfeits[0].reason
    assert forfeits[0].board == "........."


def test_a_game_is_lost_where_it_is_forfeited() -> None:
    """At the first move of each side there are ten boards."""
    result = grade(saying("four"), as_is=True)
    assert result.counts.decisions == 10
    assert result.counts.games == (0, 0, 10)
    assert result.chances.vs_random == result.chances.vs_perfect == (0, 0, 1)
    assert result.chances.worst == -1
    assert result.mistakes.shortest_loss == ()
    assert result.mistakes.blunders == []
    assert (result.played, result.sound, result.exact) == (False, None, True)


def test_a_taken_cell_is_a_forfeit_where_it_is_taken() -> None:
    """A player of the centre alone forfeits wherever that is gone, not before."""
    mistakes = grade(saying(4), side="O", as_is=True).mistakes
    boards = [forfeit.board for forfeit in mistakes.forfeits]
    assert {board[4] for board in boards} == {"X", "O"}
    assert [board for board in boards if board[4] == "X"] == ["....X...."]
    assert {forfeit.reason for forfeit in mistakes.forfeits} == {"cell 4 is taken"}
    assert mistakes.shortest_loss == (4,)


def test_an_interrupt_is_no_forfeit() -> None:
    """Ctrl-C stops the grading."""
    with pytest.raises(KeyboardInterrupt):
        grade(lambda _: signal.raise_signal(signal.SIGINT))


def test_a_player_that_remembers_gives_two_answers() -> None:
    """Every board is asked again in reverse order, and both answers are followed."""
    asked: set[str] = set()

    def forgetful(board: str) -> int:
        is_asked_again = board in asked
        asked.add(board)
        free = [cell for cell, mark in enumerate(board) if mark == "."]
        if is_asked_again and len(free) == 3:
            return free[-1]
        return free[0]

    result = grade(forgetful, side="X")
    unstable = result.mistakes.unstable
    assert not result.exact
    assert result.counts.games != grade(first_free, side="X").counts.games
    assert {answers.board.count(".") for answers in unstable} == {3}
    assert all(answers.first != answers.second for answers in unstable)


def test_a_second_answer_that_gives_a_win_away_is_a_blunder() -> None:
    table = open_table()
    asked: Counter[str] = Counter()

    def errs_once(board: str) -> int:
        asked[board] += 1
        if board == "XO......." and asked[board] == 2:
            return table.legal_moves(board)[0]
        return table.best_moves(board)[0]

    result = grade(errs_once, side="X")
    assert result.sound is False
    assert [blunder.board for blunder in result.mistakes.blunders] == ["XO......."]


@pytest.mark.exhaustive
def test_a_player_that_chooses_among_the_best_is_sound_as_far_as_seen() -> None:
    table = open_table()

    def chooses(board: str) -> int:
        return random.choice(table.best_moves(board)) if "X" in board else 4

    result = grade(chooses, side="X")
    assert (result.sound, result.perfect, result.unbeatable) == (None, None, None)


def test_a_player_that_draws_for_nothing_is_sound_as_far_as_seen() -> None:
    """It was never seen to err, but might have."""
    table = open_table()

    def draws(board: str) -> int | None:
        random.random()
        return table.best_move(board)

    result = grade(draws, side="X")
    assert result.observations.draws_random_numbers
    assert (result.sound, result.mistakes.unstable, result.exact) == (None, [], False)


@pytest.mark.exhaustive
def test_a_player_that_never_makes_a_legal_move_on_a_side_does_not_play_it() -> None:
    """Such a side has no verdict, and the advice is to grade the other side alone."""
    table = open_table()
    result = grade(
        lambda board: table.best_moves(board)[-1] if table.mover(board) == "O" else 9,
        as_is=True,
    )
    assert not result.sides["X"].played
    assert verdict_text(result, []) == (
        "as O perfect: no move is ever better than its own, unbeatable; "
        "not played as X, where every answer is a forfeit: "
        "add --as O if it plays O only"
    )


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


@pytest.mark.parametrize(
    ("clock", "times"), [("process_time", 2), ("perf_counter", 50)]
)
@pytest.mark.exhaustive
def test_a_slow_player_is_asked_no_more_than_twice(
    clock: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own time: that others are slow beside it changes nothing."""
    table = open_table()
    seconds = iter(range(10**6))
    asked: Counter[str] = Counter()
    monkeypatch.setattr(f"ttt_table.players.functions.{clock}", lambda: next(seconds))

    def draws(board: str) -> int | None:
        asked[board] += 1
        random.random()
        return table.best_move(board)

    graded = grade(draws, side="X", as_is=True)
    assert graded.observations.draws_random_numbers
    assert max(asked.values()) == times


def test_every_board_is_asked_twice() -> None:
    """The second time backwards, so that a memory shows."""
    asked: list[str] = []

    def noting(board: str) -> int:
        asked.append(board)
        return first_free(board)

    result = grade(noting, side="X", as_is=True)
    half = len(asked) // 2
    assert asked[half:] == asked[:half][::-1]
    assert half == result.counts.decisions == len(set(asked))


def test_the_slowest_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its board and its seconds, here on a clock of the test's own."""
    clock = [0.0]
    monkeypatch.setattr("ttt_table.players.functions.perf_counter", lambda: clock[0])

    def thinking(board: str) -> int:
        clock[0] += 3 if board == "XOXO....." else 1
        return first_free(board)

    slowest = grade(thinking, side="X", as_is=True).mistakes.slowest
    assert slowest == ("XOXO.....", 3)


def test_no_answer_is_slow_below_a_tenth_of_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That would be the time of a switch between processes."""
    clock = [0.0]
    monkeypatch.setattr("ttt_table.players.functions.perf_counter", lambda: clock[0])

    def thinking(board: str) -> int:
        clock[0] += 0.09
        return first_free(board)

    assert grade(thinking, side="X").mistakes.slowest is None


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
    monkeypatch.setattr("ttt_table.players.answers.MAX_BITS", 10**9)
    exact = grade(weights, table=table)

    assert of_floats.bounds.arithmetic == "float64"
    assert of_long_fractions.bounds.arithmetic == "float64"
    assert exact.bounds.arithmetic == "exact"
    assert exact.bounds.error == 0 < of_floats.bounds.error < 1e-13
    for rounded in (of_floats, of_long_fractions):
        assert_close(rounded, exact)
        for side, truth in exact.sides.items():
            assert_close(rounded.sides[side], truth)


def assert_close(rounded: Grade | SideGrade, exact: Grade | SideGrade) -> None:
    """Check that results in floats are as far from exact ones as they say at most."""
    assert rounded.counts.games == exact.counts.games
    assert rounded.mistakes.shortest_loss == exact.mistakes.shortest_loss
    blunders = [blunder.board for blunder in rounded.mistakes.blunders]
    assert blunders == [blunder.board for blunder in exact.mistakes.blunders]
    bound = rounded.bounds.error + 1e-300  # for the tiny part of the long fractions
    for value, truth in zip(chances_of(rounded), chances_of(exact), strict=True):
        assert abs(Fraction(value) - Fraction(truth)) <= bound


def chances_of(result: Grade | SideGrade) -> list[Any]:
    return [
        *result.chances.vs_random,
        *result.chances.vs_perfect,
        result.chances.worst,
        result.exploitability,
    ]


def test_chances_in_floats_can_be_written_as_json() -> None:
    vs_random = grade(
        lambda _: {0: 1, 4: 0.1234567890123}, side="X", as_is=True
    ).chances.vs_random
    assert json.loads(json.dumps(vs_random)) == [*vs_random]
