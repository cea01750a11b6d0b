"""What players do: what they see and may answer, and what costs them the game."""

from __future__ import annotations

import json
import random
import signal
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from time import sleep
from typing import Any

import pytest
from support.known import Odd, first_free, raising

from ttt_table import Game, open_table
from ttt_table.cli.output.verdict_text import verdict_text
from ttt_table.grading import Grade, SideGrade, grade

numpy = pytest.importorskip("numpy")


def same_figures(one: Grade, two: Grade) -> bool:
    return (one.counts.games, one.chances.vs_random, one.chances.worst) == (
        two.counts.games,
        two.chances.vs_random,
        two.chances.worst,
    )


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
    found = grade(lambda board: as_answer(first_free(board)), side="X")
    assert same_figures(found, grade(first_free, side="X"))


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
        (saying(-1), "illegal", "outside"),
        (saying(10**5000), "illegal", "outside"),
        (saying((1, 3)), "illegal", "outside"),
        (saying((-1, 1)), "illegal", "outside"),
        (saying(True), "type", "True is not a cell"),
        (saying(4.5), "type", "4.5 is not a cell"),
        (saying("four"), "type", "'four' is not a cell"),
        (saying((1, 1, 1)), "type", "(1, 1, 1) is not a cell"),
        (saying({}), "type", "is not a cell"),
        (saying({4: True}), "type", "is not a cell"),
        (saying({4: "much"}), "type", "'much' of cell 4 is not a weight"),
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
    """It is reported with its board and a reason; the game is lost there, and grading goes on."""
    found = grade(player, as_declared=True)
    assert {one.kind for one in found.mistakes.forfeits} == {kind}
    assert words in found.mistakes.forfeits[0].reason
    assert found.mistakes.forfeits[0].board == "........."
    assert (
        found.counts.decisions
        == len(found.mistakes.forfeits)
        == found.counts.games.lost
        == 10
    )
    assert found.chances.vs_random == found.chances.vs_perfect == (0, 0, 1)
    assert (
        found.chances.worst,
        found.mistakes.shortest_loss,
        found.mistakes.blunders,
    ) == (-1, (), [])
    assert (found.played, found.sound, found.exact) == (False, None, True)


def test_a_taken_cell_is_a_forfeit_where_it_is_taken() -> None:
    """A player of the centre alone forfeits wherever that is gone, not before."""
    found = grade(saying(4), side="O", as_declared=True)
    assert {one.board[4] for one in found.mistakes.forfeits} == {"X", "O"}
    assert [one.board for one in found.mistakes.forfeits if one.board[4] == "X"] == [
        "....X...."
    ]
    assert all("cell 4 is taken" in one.reason for one in found.mistakes.forfeits)
    assert found.mistakes.shortest_loss == (4,)


def test_an_interrupt_is_no_forfeit() -> None:
    """Ctrl-C stops the grading."""
    with pytest.raises(KeyboardInterrupt):
        grade(lambda _: signal.raise_signal(signal.SIGINT))


def test_a_player_that_remembers_is_found_out() -> None:
    """Every board is asked again in reverse order; those with two answers are named."""
    seen: set[str] = set()

    def forgetful(board: str) -> int:
        again = board in seen
        seen.add(board)
        free = [cell for cell, mark in enumerate(board) if mark == "."]
        return free[-1] if again and len(free) == 3 else free[0]

    found = grade(forgetful, side="X")
    assert not found.exact
    assert (
        found.counts.games != grade(first_free, side="X").counts.games
    )  # all that was seen is followed
    assert {one.board.count(".") for one in found.mistakes.unstable} == {3}
    assert all(one.first != one.second for one in found.mistakes.unstable)


def test_every_answer_that_was_seen_is_judged() -> None:
    """A second one that gives a win away is a blunder; without one it is sound as far as seen."""
    table = open_table()
    asked: Counter[str] = Counter()

    def errs_once(board: str) -> int:
        asked[board] += 1
        moves = table.legal_moves(board)
        return (
            moves[0]
            if board == "XO......." and asked[board] == 2
            else table.best_moves(board)[0]
        )

    def draws(board: str) -> int:
        return random.choice(table.best_moves(board)) if "X" in board else 4

    found = grade(errs_once, side="X")
    assert found.sound is False
    assert [one.board for one in found.mistakes.blunders] == ["XO......."]
    open_still = grade(draws, side="X")
    assert (open_still.sound, open_still.perfect, open_still.unbeatable) == (
        None,
        None,
        None,
    )
    # never seen to err
    shaken = grade(lambda board: (random.random(), table.best_move(board))[1], side="X")
    assert shaken.observations.draws_random_numbers
    assert (shaken.sound, shaken.mistakes.unstable, shaken.exact) == (None, [], False)


def test_a_player_that_never_makes_a_legal_move_on_a_side_does_not_play_it() -> None:
    """Such a side has no verdict, and the advice is to grade the other side alone."""
    table = open_table()
    found = grade(
        lambda board: table.best_moves(board)[-1] if table.mover(board) == "O" else 9
    )
    assert not found.sides["X"].played
    assert verdict_text(found, []) == (
        "as O perfect: no move is ever better than its own, unbeatable; "
        "not played as X, where every answer is a forfeit: made for O? --as O"
    )


def test_a_player_that_errs_on_much_of_a_side_may_be_made_for_the_other() -> None:
    """The verdict says for which side it is sound, and what to do."""
    table = open_table()
    found = grade(
        lambda board: table.best_moves(board)[-1] if table.mover(board) == "O" else 0
    )
    assert verdict_text(found, []).startswith(
        "sound as O; as X it is not: it forfeits on "
    )
    assert verdict_text(found, []).endswith("made for O? --as O")


def test_a_player_that_errs_once_on_a_side_plays_both() -> None:
    """The verdict says so without any advice."""
    table = open_table()
    found = grade(lambda board: 1 if board == "X.......O" else table.best_move(board))
    assert verdict_text(found, []) == (
        "sound as O; as X it is not: it blunders on 1 board"
    )


@pytest.mark.parametrize(("clock", "most"), [("process_time", 2), ("perf_counter", 50)])
def test_who_is_slow_is_asked_no_more_than_twice(
    clock: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own time: that others are slow beside it changes nothing."""
    table, seconds = open_table(), iter(range(10**6))
    asked: Counter[str] = Counter()
    monkeypatch.setattr(f"ttt_table.players.respondents.{clock}", lambda: next(seconds))

    def draws(board: str) -> int | None:
        asked[board] += 1
        random.random()
        return table.best_move(board)

    assert grade(draws, side="X").observations.draws_random_numbers
    assert max(asked.values()) == most


def test_every_board_is_asked_twice_and_the_slowest_answer_is_named() -> None:
    """The second time backwards: what a player learns on the way out shows on the way back."""
    asked: list[str] = []

    def noting(board: str) -> int:
        asked.append(board)
        sleep(0.05 * (board == "XOXO....."))
        return first_free(board)

    found = grade(noting, side="X", as_declared=True)
    half = len(asked) // 2
    assert asked[half:] == asked[:half][::-1]
    assert half == found.counts.decisions == len(set(asked))
    assert found.mistakes.slowest is not None
    assert found.mistakes.slowest.board == "XOXO....."
    assert 0.04 < found.mistakes.slowest.seconds < 5


@pytest.mark.parametrize("seed", [0])
def test_floats_are_within_their_bound_of_the_fractions_that_they_are(
    seed: int, table_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 10,000 players like these the worst came to 8 % of it; long fractions become floats."""
    table = table_of([Game(2, 3, 2), Game(2, 3, 3), Game()][seed % 3])
    most = 2 if table.game == Game() else 6

    def policy(board: str, number: Any = float) -> dict[int, Any]:
        lots = random.Random(f"{seed} {board}")
        cells = table.legal_moves(board)
        some = lots.sample(cells, min(len(cells), lots.randint(1, most)))
        return {cell: number(Fraction(10 ** lots.uniform(-12, 12))) for cell in some}

    found = grade(policy, table=table)
    long = grade(
        lambda board: policy(board, lambda one: one + Fraction(1, 10**400)), table=table
    )
    monkeypatch.setattr("ttt_table.grading.sums.MOST_BITS", 10**9)
    monkeypatch.setattr("ttt_table.players.weights.MOST_BITS", 10**9)
    exact = grade(lambda board: policy(board, Fraction), table=table)
    assert (
        found.bounds.arithmetic,
        long.bounds.arithmetic,
        exact.bounds.arithmetic,
    ) == (
        "float64",
        "float64",
        "exact",
    )
    assert 0 == exact.bounds.error < found.bounds.error < 1e-13
    for side in (*found.sides, "both"):
        first, again, truth = (one.sides.get(side, one) for one in (found, long, exact))
        assert first.counts.games == again.counts.games == truth.counts.games
        assert first.mistakes.shortest_loss == truth.mistakes.shortest_loss
        for one in (first, again):
            for a, b in zip(figures(one), figures(truth), strict=True):
                assert (
                    abs(Fraction(a) - b) <= one.bounds.error + 1e-300
                )  # for what the long ones have more
        assert [one.board for one in first.mistakes.blunders] == [
            one.board for one in truth.mistakes.blunders
        ]
    assert json.loads(json.dumps(found.chances.vs_random)) == [*found.chances.vs_random]


def figures(one: Grade | SideGrade) -> list[Any]:
    return [
        *one.chances.vs_random,
        *one.chances.vs_perfect,
        one.chances.worst,
        one.exploitability,
    ]
