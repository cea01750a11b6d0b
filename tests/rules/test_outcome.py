"""Outcomes and scores."""

import pytest

from ttt_table.rules.outcome import Outcome, outcome_of, score_before, score_of, value_of

CELLS = 9
POSSIBLE = [
    (Outcome(value, plies), stones)
    for stones in range(CELLS + 1)
    for value in (1, 0, -1)
    for plies in range(CELLS - stones + 1)
    if value or plies == CELLS - stones
]


def test_a_score_says_all_that_an_outcome_does() -> None:
    """The score, with the number of stones, gives the outcome back."""
    for outcome, stones in POSSIBLE:
        assert outcome_of(score_of(outcome, CELLS), CELLS, stones) == outcome
        assert value_of(score_of(outcome, CELLS)) == outcome.value


def test_scores_order_outcomes_as_a_player_prefers_them() -> None:
    """The greater score is the greater outcome, and equal scores are equally good."""
    outcomes = [outcome for outcome, stones in POSSIBLE if stones == 1]
    for one in outcomes:
        for other in outcomes:
            scores = score_of(one, CELLS), score_of(other, CELLS)
            assert (one < other, one <= other) == (scores[0] < scores[1], scores[0] <= scores[1])
            assert (one > other, one >= other) == (scores[0] > scores[1], scores[0] >= scores[1])


def test_a_move_turns_the_outcome_round_and_adds_a_ply() -> None:
    """What the opponent is left with is the opposite for the mover, one ply further away."""
    for outcome, stones in POSSIBLE:
        if stones:
            before = Outcome(-outcome.value, outcome.plies + 1)
            assert score_before(score_of(outcome, CELLS)) == score_of(before, CELLS)


def test_an_outcome_is_a_pair_that_cannot_change() -> None:
    """Outcomes unpack, hash and print, and no caller can alter the table's answers."""
    outcome = Outcome(value=-1, plies=4)
    value, plies = outcome
    assert (value, plies) == (-1, 4)
    assert (-1, 4) in {outcome}
    assert repr(outcome) == "Outcome(value=-1, plies=4)"
    assert {outcome: "known"}[Outcome(-1, 4)] == "known"
    with pytest.raises(AttributeError):
        outcome.value = 1
