"""Outcomes and scores."""

from itertools import product

import pytest

from ttt_table.rules.outcome import Outcome, score_of


def test_scores_order_outcomes_as_a_player_prefers_them() -> None:
    """The greater score is the greater outcome, and equal scores are equally good."""
    outcomes = [Outcome(0, 8), *(Outcome(value, plies) for value in (1, -1) for plies in range(9))]
    for one, other in product(outcomes, repeat=2):
        scores = score_of(one, 9), score_of(other, 9)
        assert (one < other, one <= other) == (scores[0] < scores[1], scores[0] <= scores[1])
        assert (one > other, one >= other) == (scores[0] > scores[1], scores[0] >= scores[1])


def test_an_outcome_is_a_pair_that_cannot_change() -> None:
    """Outcomes unpack, hash and print, and no caller can alter the table's answers."""
    outcome = Outcome(value=-1, plies=4)
    value, plies = outcome
    assert (value, plies) == (-1, 4)
    assert (-1, 4) in {outcome}
    assert repr(outcome) == "Outcome(value=-1, plies=4)"
    assert {outcome: "known"}[Outcome(-1, 4)] == "known"
    with pytest.raises(AttributeError):
        outcome.value = 1  # type: ignore[misc]  # it cannot
