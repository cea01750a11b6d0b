"""A match: what it knows of its moves, with nobody at a terminal."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from support.games import TableOf

from ttt_table import Game, Outcome, Table, open_table
from ttt_table.errors import ArgumentError, BoardError, MoveError
from ttt_table.play import Level
from ttt_table.play.judging import judge
from ttt_table.play.match import Match, Review, review
from ttt_table.rules.outcome import Side


def kinds_of(judged: Review) -> list[str]:
    return [move.kind for move in judged.moves]


@pytest.mark.parametrize(("first", "second"), ["XO", "OX"])
def test_a_review_names_the_blunder_that_lost_the_game(
    first: Side, second: Side
) -> None:
    """As JavaScript's does."""
    table = open_table(first=first)
    judged = review(table, [0, 1, 4, 8, 3, 5, 6])
    assert kinds_of(judged) == ["best", "blunder", *["best"] * 5]
    blunder = judged.moves[1]
    assert judged.decisive == blunder
    assert (blunder.cell, blunder.best) == (1, [4])
    assert (blunder.before, blunder.after) == (Outcome(0, 8), Outcome(-1, 6))
    assert table.mover(blunder.board) == second
    assert judged.winner == first
    assert judged.finished


def test_the_moves_of_a_review_are_judged_one_by_one(table: Table) -> None:
    """By the function that judges any move."""
    moves = review(table, [0, 1, 4, 8, 3, 5, 6]).moves
    assert moves == [judge(table, move.board, move.cell) for move in moves]


def test_an_unfinished_game_that_is_lost_has_a_decisive_blunder(table: Table) -> None:
    """Nobody has won yet."""
    judged = review(table, [0, 1])
    assert judged.decisive == judged.moves[1]
    assert judged.winner is None
    assert not judged.finished


def test_a_blunder_that_is_given_back_decides_nothing(table: Table) -> None:
    """The other side blundered too, so that neither can force a win."""
    judged = review(table, [0, 1, 2])
    assert kinds_of(judged) == ["best", "blunder", "blunder"]
    assert judged.decisive is None


def test_a_slip_keeps_the_value_and_takes_longer(table: Table) -> None:
    """Here a win in 1 becomes one in 3; the moves may come from an iterator."""
    slip = review(table, iter([0, 1, 2, 3, 4, 7, 5])).moves[-1]
    assert slip.kind == "slip"
    assert (slip.before, slip.after) == (Outcome(1, 1), Outcome(1, 3))
    assert slip.best == [6, 8]


def test_a_game_without_moves_can_be_reviewed(table: Table) -> None:
    """There is nothing to judge."""
    assert review(table, []) == Review([], ".........", False, None, None)


def test_a_review_stops_at_a_move_that_cannot_be_played(table: Table) -> None:
    """The error has the review of the moves before it."""
    with pytest.raises(MoveError, match=r"move 3: cell 0 is taken") as caught:
        review(table, [0, 1, 0])
    assert caught.value.code == "illegal-move"
    assert isinstance(caught.value.before, Review)
    assert kinds_of(caught.value.before) == ["best", "blunder"]


def test_players_answer_until_it_is_a_persons_turn(table: Table) -> None:
    """X is a level, O a person."""
    match = Match(table, x=Level.named("perfect", table))
    cells = match.answer()
    assert len(cells) == 1
    assert match.now.mover == "O"
    assert match.answer() == []
    assert match.moves == cells


def test_two_players_play_a_whole_game(table: Table) -> None:
    """A function and a level, both perfect."""
    match = Match(table, x=table.best_move, o=Level.named("perfect", table))
    assert len(match.answer()) == 9
    assert match.over
    assert match.winner is None


def test_only_levels_and_functions_are_players(table: Table) -> None:
    """A name is neither."""
    with pytest.raises(ArgumentError, match="X is 'me', but a player is a Level"):
        Match(table, x="me")  # type: ignore[arg-type]


def test_a_level_plays_the_game_of_its_own_table(table_of: TableOf) -> None:
    """In misère a perfect player of normal play would lose."""
    misere = table_of(Game(misere=True))
    with pytest.raises(ArgumentError, match="make the level with table="):
        Match(misere, x=Level())


def test_a_player_cannot_play_a_taken_cell(table: Table) -> None:
    """Its error is that of the move."""
    with pytest.raises(BoardError, match="cell 0 is taken"):
        Match(table, x=lambda _: 0, o=lambda _: 0).answer()


def test_a_finished_game_takes_no_more_moves(table: Table) -> None:
    """X has won."""
    match = Match(table)
    for cell in (0, 3, 1, 4, 2):
        match.play(cell)
    with pytest.raises(BoardError, match="the game is over"):
        match.play(5)


def test_undo_takes_back_a_players_last_move_and_what_followed(table: Table) -> None:
    """O moved between X's moves, so X's second move goes with it."""
    match = Match(table)
    for cell in (4, 0, 8):
        match.play(cell)
    assert repr(match) == "<Match on 3x3k3: O...X...X, 4 0 8>"
    assert match.undo("O")
    assert match.moves == [4]
    assert (match.now.board, match.now.mover) == ("....X....", "O")


def test_undo_does_nothing_for_a_player_who_has_not_moved(table: Table) -> None:
    """O is still to make its first move."""
    match = Match(table)
    match.play(4)
    assert not match.undo("O")
    assert match.moves == [4]
    assert match.undo("X")
    assert (match.moves, match.now.board) == ([], ".........")


@pytest.fixture
def falling(table_of: TableOf) -> Table:
    return table_of(Game(gravity=True))


def test_a_column_stands_for_its_lowest_free_cell(falling: Table) -> None:
    """In a table as in a match."""
    board = falling.push(falling.push(".........", column=1), column=1)
    assert board == "....O..X."
    match = Match(falling)
    for _ in range(3):
        match.play(column=1)
    assert match.moves == [7, 4, 1]


def test_without_gravity_there_are_no_columns(table: Table) -> None:
    """None can be played."""
    with pytest.raises(ArgumentError, match="there is no gravity in 3x3k3"):
        table.push(".........", column=1)


@pytest.mark.parametrize(
    ("cell", "column", "message"),
    [
        (
            2,
            None,
            "cell 2 cannot be played yet; for the column, say column=2",
        ),
        (None, 3, "there is no column 3: they are numbered 0 to 2"),
        (1, 1, "give a cell or a column, not both"),
    ],
)
def test_an_impossible_drop_is_refused(
    falling: Table, cell: int | None, column: int | None, message: str
) -> None:
    """With the reason, and where a number may be meant as a column, what to say."""
    with pytest.raises((MoveError, ArgumentError), match=re.escape(message)):
        falling.push("....O..X.", cell, column=column)


def test_a_match_says_how_to_play_a_column(falling: Table) -> None:
    """Of a cell in the air, and of a column that is full."""
    match = Match(falling)
    with pytest.raises(BoardError, match="played yet; for the column, say column=1"):
        match.play(1)
    for _ in range(3):
        match.play(column=1)
    with pytest.raises(BoardError, match="column 1 is full"):
        match.play(column=1)


@pytest.mark.parametrize("moves", [None, 4, np.array(4), {4: 0}, {4}])
def test_moves_without_an_order_are_refused(table: Table, moves: Any) -> None:
    with pytest.raises(ArgumentError, match="the moves of a game are a list, not"):
        review(table, moves)


def test_only_a_player_can_undo(table: Table) -> None:
    with pytest.raises(ArgumentError, match="player is 'x', but it must be"):
        Match(table).undo("x")  # type: ignore[arg-type]
