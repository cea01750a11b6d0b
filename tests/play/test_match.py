"""A match: what it knows of its moves, with nobody at a terminal."""

from __future__ import annotations

import pytest

from ttt_table import Table, open_table
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.play.match import Match, review


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
    found = match_of(0, 1, 2, 4, 7, first=first).review()
    told = [(one.number, one.player, one.cell, one.before.value, one.best) for one in found.moves]
    assert [told[one.number - 1] for one in found.moves if one.kind == "blunder"] == [
        (2, second, 1, 0, [4]),
        (3, first, 2, 1, [3, 4, 6]),
    ]
    assert found.decisive is None  # nobody has lost yet
    won = match_of(0, 1, 4, 8, 3, 5, 6, first=first)
    assert (won.over, won.winner) == (True, first)
    decisive = won.review().decisive
    assert decisive == won.review().moves[1] == match_of(0, 1, first=first).review().decisive


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


def test_a_review_judges_every_move_and_names_the_decisive_one(table: Table) -> None:
    """As JavaScript's does: in a draw none decides; a game may be unfinished; errors name moves."""
    found = review(table, [0, 1, 4, 8, 3, 5, 6])
    assert [one.kind for one in found.moves] == ["best", "blunder", *["best"] * 5]
    assert found.decisive == found.moves[1] == (2, "O", 1, (0, 8), (-1, 6), [4], "blunder")
    assert (found.winner, found.finished, found.board) == ("X", True, "XO.XXOX.O")
    assert review(table, [0, 1]).decisive == found.decisive
    assert review(table, [0, 1, 2]).decisive is None  # both have given something away
    slip = review(table, iter([0, 1, 2, 3, 4, 7, 5])).moves[-1]
    assert (slip.kind, slip.before, slip.after, slip.best) == ("slip", (1, 1), (1, 3), [6, 8])
    assert review(table, []) == ([], ".........", False, None, None)
    with pytest.raises(BoardError, match="move 2: cell 0 is taken"):
        review(table, [0, 0])
