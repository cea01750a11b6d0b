"""A match: what it knows of its moves, with nobody at a terminal."""

from __future__ import annotations

import pytest
from support.games import TableOf

from ttt_table import Game, Outcome, Table, open_table
from ttt_table.errors import ArgumentError, BoardError, MoveError
from ttt_table.play import Level
from ttt_table.play.match import Match, Played, Review, review


@pytest.mark.parametrize("first", ["X", "O"])
def test_a_review_judges_every_move_and_names_the_decisive_one(first: str) -> None:
    """As JavaScript's does: in a draw none decides; a game may be unfinished."""
    table, second = open_table(first=first), "XO".replace(first, "")
    found = review(table, [0, 1, 4, 8, 3, 5, 6])
    assert [one.kind for one in found.moves] == ["best", "blunder", *["best"] * 5]
    assert (
        found.decisive
        == found.moves[1]
        == Played(2, second, 1, Outcome(0, 8), Outcome(-1, 6), [4], "blunder")
    )
    assert (found.winner, found.finished, found.board.index(first)) == (first, True, 0)
    assert review(table, [0, 1]).decisive == found.decisive
    late = review(table, iter([0, 1, 2, 3, 4, 7, 5]))
    assert [one.kind for one in late.moves[1:3]] == [
        "blunder",
        "blunder",
    ]  # it was given back
    slip = late.moves[-1]
    assert (slip.kind, slip.before, slip.after, slip.best) == (
        "slip",
        (1, 1),
        (1, 3),
        [6, 8],
    )
    assert review(table, [0, 1, 2]).decisive is None
    assert review(table, []) == Review([], ".........", False, None, None)


def test_players_answer_until_it_is_a_persons_turn() -> None:
    """Levels and functions; with two of them a match plays itself, and nothing else is one."""
    table = open_table()
    match = Match(table, x=Level.perfect(table))
    (cell,) = match.answer()
    assert match.now.mover == "O" and match.answer() == [] and match.moves == [cell]
    whole = Match(table, x=table.best_move, o=Level.perfect(table))
    assert len(whole.answer()) == 9 and whole.over and whole.winner is None
    with pytest.raises(ArgumentError, match="X is 'me', but a player is a Level"):
        Match(table, x="me")  # type: ignore[arg-type]
    with pytest.raises(BoardError, match="cell 0 is taken"):
        Match(table, x=lambda _: 0, o=lambda _: 0).answer()


def test_where_stones_fall_a_move_is_named_by_its_column(table_of: TableOf) -> None:
    """In a table as in a match; where a cell cannot be played the columns are told."""
    table = table_of(Game(gravity=True))
    board = table.push(table.push(".........", column=1), column=1)
    assert (board, table.columns(board)) == ("....O..X.", {0: 6, 1: 1, 2: 8})
    assert open_table().columns(".........") == {}
    legal = "cell 2 cannot be played: the legal moves are 1 6 8; for the column, say column=2"
    for cell, column, said in (
        (2, None, legal),
        (None, 3, "column 3 cannot be played: the legal moves are 0 1 2"),
        (1, 1, "give a cell or a column, not both"),
    ):
        with pytest.raises(ArgumentError, match=said):
            table.push(board, cell, column=column)
    with pytest.raises(ArgumentError, match="nothing falls in 3x3k3"):
        open_table().push(".........", column=1)
    match = Match(table)
    with pytest.raises(BoardError, match="played yet; for the column, say column=1"):
        match.play(1)
    for _ in range(3):
        match.play(column=1)
    with pytest.raises(BoardError, match="column 1 is full"):
        match.play(column=1)
    assert match.moves == [7, 4, 1]


def test_undo_takes_back_a_players_last_move_and_what_followed(table: Table) -> None:
    """Whoever moved last; and nothing where that player has not moved."""
    match = Match(table)
    for cell in (4, 0, 8):
        match.play(cell)
    assert repr(match) == "<Match on 3x3k3: O...X...X, 4 0 8>"
    assert match.undo("O")
    assert (match.moves, match.now.board, match.now.mover) == ([4], "....X....", "O")
    assert not match.undo("O")
    assert match.undo("X")
    assert (match.moves, match.now.board) == ([], ".........")
    for cell in (0, 3, 1, 4, 2):
        match.play(cell)
    with pytest.raises(BoardError, match="the game is finished"):
        match.play(5)


def test_the_moves_before_one_that_cannot_be_played_are_judged(table: Table) -> None:
    """In JSON too; the code is that of a move."""
    with pytest.raises(MoveError, match=r"move 3: cell 0 is taken") as caught:
        review(table, [0, 1, 0])
    assert caught.value.code == "illegal-move"
    assert isinstance(caught.value.before, Review)
    assert [one.kind for one in caught.value.before.moves] == ["best", "blunder"]
