"""A match: what it knows of its moves, with nobody at a terminal."""

from __future__ import annotations

import pytest

from ttt_table import open_table
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.play.match import Match


def match_of(*cells: int, first: str = "X") -> Match:
    """A match of tic-tac-toe with these moves."""
    match = Match(open_table(first=first))
    for cell in cells:
        match.play(cell)
    return match


@pytest.mark.parametrize("first", ["X", "O"])
def test_a_match_knows_what_each_move_threw_away(first: str) -> None:
    """A win, a draw, or nothing; and by which move it was lost."""
    second = "XO".replace(first, "")
    match = match_of(0, 1, 2, 4, 7, first=first)
    told = [(one.number, one.player, one.cell, one.value) for one in match.blunders()]
    assert told == [(2, second, 1, 0), (3, first, 2, 1)]
    assert [one.right for one in match.blunders()] == [[4], [3, 4, 6]]
    assert match.blunder(1) is None
    assert match.losing_move() is None  # nobody has lost yet
    won = match_of(0, 1, 4, 8, 3, 5, 6, first=first)
    assert (won.over, won.winner) == (True, first)
    assert won.losing_move() == won.blunder(2)


def test_undo_takes_back_a_players_last_move_and_what_followed() -> None:
    """Whoever moved last; and nothing where that player has not moved."""
    match = match_of(4, 0, 8)
    assert match.undo("O")
    assert (match.moves, match.now.board, match.now.mover) == ([4], "....X....", "O")
    assert not match.undo("O")
    assert match.undo("X")
    assert (match.moves, match.now.board) == ([], ".........")


def test_a_move_that_cannot_be_played_leaves_a_match_as_it_was() -> None:
    """It is an error that says why."""
    match = match_of(4)
    with pytest.raises(BoardError, match="cell 4 is taken"):
        match.play(4)
    with pytest.raises(ArgumentError, match="whole number"):
        match.play(0.0)  # type: ignore[arg-type]
    assert match.moves == [4]
    with pytest.raises(BoardError, match="the game is finished"):
        match_of(0, 3, 1, 4, 2).play(5)
