"""What is said to be true of the parts is what the table says."""

from __future__ import annotations

import pytest

from ttt_table import Look, Table
from ttt_table.homework.spec import (
    CHECKED_PARTS,
    Part,
    boards_about,
    place,
    reachable_boards,
    true_answer,
    winner,
)

OTHER = {"X": "O", "O": "X"}


def test_play_reaches_every_board_once(boards: list[str]) -> None:
    assert sorted(reachable_boards()) == boards


def is_over(look: Look) -> bool:
    return look.outcome.plies == 0


def test_the_game_is_over_where_the_table_says_so(
    table: Table, some_boards: list[str]
) -> None:
    for board in some_boards:
        assert true_answer(Part.TERMINAL, board) == is_over(table.look(board))


def test_the_winner_is_who_the_table_says(table: Table, some_boards: list[str]) -> None:
    for board in some_boards:
        look = table.look(board)
        lost = is_over(look) and look.outcome.value == -1
        assert winner(board) == (OTHER[look.mover] if lost else None)


def test_moves_and_their_results_are_those_of_the_table(
    table: Table, some_boards: list[str]
) -> None:
    for board in some_boards:
        look = table.look(board)
        if not is_over(look):
            moves = table.legal_moves(board)
            after = [table.push(board, move) for move in moves]
            assert true_answer(Part.ACTIONS, board) == moves
            assert true_answer(Part.PLAYER, board) == look.mover
            assert true_answer(Part.RESULT, board) == after


@pytest.mark.parametrize(
    ("part", "count"),
    [
        (Part.INITIAL_STATE, 1),
        (Part.PLAYER, 4520),
        (Part.ACTIONS, 4520),
        (Part.RESULT, 4520),
        (Part.WINNER, 5478),
        (Part.TERMINAL, 5478),
        (Part.UTILITY, 958),
    ],
)
def test_a_part_is_asked_about_the_boards_that_courses_give_it(
    part: Part, count: int
) -> None:
    assert len(boards_about(part)) == count


def test_every_part_but_minimax_has_a_right_answer() -> None:
    for part in CHECKED_PARTS:
        true_answer(part, "." * 9)
    with pytest.raises(ValueError, match="minimax"):
        true_answer(Part.MINIMAX, "." * 9)


def test_without_a_line_its_boards_are_not_won() -> None:
    board = place("XX.OO....", 2, "X")
    assert winner(board) == "X"
    assert winner(board, ((3, 4, 5),)) is None
