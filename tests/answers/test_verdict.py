"""The verdict on one move."""

from __future__ import annotations

import pytest

from ttt_table import open_table
from ttt_table.answers import judge
from ttt_table.errors import BoardError

TABLE = open_table()


def test_a_best_move_has_no_cause() -> None:
    verdict = judge(TABLE, "XX.OO....", 2)
    assert verdict.legal and verdict.keeps and verdict.best and verdict.matters
    assert verdict.before == verdict.after == (1, 1)
    assert (verdict.cause, verdict.reason) == (None, "")


def test_a_slower_win_keeps_the_value_and_is_not_best() -> None:
    verdict = judge(TABLE, "XX..O...O", 3)
    assert (verdict.keeps, verdict.best) == (True, False)
    assert verdict.after == (1, 3)


def test_a_move_that_gives_value_away_has_a_cause() -> None:
    verdict = judge(TABLE, "XX..O....", 5)
    assert (verdict.keeps, verdict.cause) == (False, "missed block")
    assert verdict.after == (-1, 2)


def test_an_illegal_move_has_a_cause_and_a_reason() -> None:
    """The cause is a category; the reason is for people."""
    verdict = judge(TABLE, "XX.OO....", 0)
    assert (verdict.legal, verdict.after) == (False, None)
    assert (verdict.cause, verdict.reason) == ("illegal move", "cell 0 is taken")


def test_a_finished_board_has_no_verdict() -> None:
    with pytest.raises(BoardError, match="over"):
        judge(TABLE, "XXXOO....", 5)
