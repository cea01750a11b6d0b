"""The verdict on one move, the same for all that judge."""

from __future__ import annotations

import pytest

from ttt_table import open_table
from ttt_table.errors import BoardError
from ttt_table.play import judge

TABLE = open_table()


def test_no_move_leads_to_more_than_a_best_one() -> None:
    verdict = judge(TABLE, "XX.OO....", 2)
    assert (verdict.kind, verdict.keeps, verdict.matters) == ("best", True, True)
    assert verdict.best == [2]
    assert verdict.before == verdict.after == (1, 1)


def test_a_slower_win_is_a_slip() -> None:
    verdict = judge(TABLE, "XX..O...O", 3)
    assert (verdict.kind, verdict.keeps) == ("slip", True)
    assert verdict.after == (1, 3)


def test_a_move_that_gives_value_away_is_a_blunder() -> None:
    verdict = judge(TABLE, "XX..O....", 5)
    assert (verdict.kind, verdict.keeps) == ("blunder", False)
    assert verdict.after == (-1, 2)


def test_an_illegal_move_leads_nowhere() -> None:
    verdict = judge(TABLE, "XX.OO....", 0)
    assert (verdict.kind, verdict.keeps, verdict.after) == ("illegal", False, None)
    assert verdict.best == [2]


def test_no_move_matters_where_all_keep_the_value() -> None:
    """On the empty board all lead to a draw."""
    assert not judge(TABLE, ".........", 1).matters


def test_a_finished_board_has_no_verdict() -> None:
    with pytest.raises(BoardError, match="over"):
        judge(TABLE, "XXXOO....", 5)
