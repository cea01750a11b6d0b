"""Missing answers: what is certain all the same, and the bounds of each chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

import pytest
from support.brute import Brute, Sums
from support.cases import exhaustive_rows
from support.games import TableOf
from support.reference_game import ReferenceGame

from ttt_table import Game, open_table
from ttt_table.cli.output.grade_text import result_rows, verdict_text
from ttt_table.grading import Chances, grade
from ttt_table.rules.outcome import Sides

TABLE = open_table()
SMALL = Game(2, 3, 2)
Answer = Mapping[int, Fraction]


def any_cell(board: str) -> dict[int, Fraction]:
    """Play each free cell equally often."""
    cells = free_cells(board)
    return {cell: Fraction(1, len(cells)) for cell in cells}


def first_free(board: str) -> dict[int, Fraction]:
    return {board.index("."): Fraction(1)}


def silent_at(
    boards: tuple[str, ...], player: Callable[[str], Answer]
) -> Callable[[str], Answer | None]:
    """Return the player, but for these boards, which it does not answer."""
    return lambda board: None if board in boards else player(board)


def filled_in(
    answers: Mapping[str, int], player: Callable[[str], Answer]
) -> Callable[[str], Answer]:
    """Return the player with these cells at these boards."""

    def filled_in_player(board: str) -> Answer:
        if board in answers:
            return {answers[board]: Fraction(1)}
        return player(board)

    return filled_in_player


def numbers_of(chances: Chances) -> list[Fraction]:
    numbers = [*chances.vs_random, *chances.vs_perfect, chances.worst]
    return [Fraction(number) for number in numbers]


def numbers_of_sums(sums: Sums) -> list[Fraction]:
    return [*sums.random, *sums.perfect, sums.worst]


@pytest.mark.parametrize(
    ("player", "boards", "side"),
    [
        (any_cell, (".X....", "XO...."), "O"),
        *exhaustive_rows(
            [
                (any_cell, ("......", "X....."), "X"),
                (any_cell, ("......", "X....."), "O"),
                (any_cell, (".X....", "XO...."), "X"),
                (first_free, ("X.....", ".X....", "XO....", ".XO..."), "O"),
                (first_free, ("XO....", "X.O...", "X..O..", ".X...."), "X"),
                (first_free, ("XO....", "X.O...", "X..O..", ".X...."), "O"),
                (first_free, ("X.....", ".X....", "XO....", ".XO..."), "X"),
            ]
        ),
    ],
)
def test_each_bound_is_reached_by_some_completion_and_passed_by_none(
    player: Callable[[str], Answer],
    boards: tuple[str, ...],
    side: Sides,
    table_of: TableOf,
) -> None:
    """Every way of filling in the missing answers is played through."""
    reference = ReferenceGame(2, 3, 2, False)
    result = grade(silent_at(boards, player), table=table_of(SMALL), side=side)

    moves = [list(reference.moves(board)) for board in boards]
    completions: list[list[Fraction]] = []
    for cells in product(*moves):
        answers = dict(zip(boards, cells, strict=True))
        brute = Brute(reference, filled_in(answers, player), side)
        completions.append(numbers_of_sums(brute.sums(reference.start)))
    by_number = list(zip(*completions, strict=True))
    assert numbers_of(result.bounds.lower) == [min(each) for each in by_number]
    assert numbers_of(result.bounds.upper) == [max(each) for each in by_number]


def free_cells(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark == "."]


def test_without_missing_answers_all_bounds_are_the_chances() -> None:
    result = grade(first_free, side="X")
    assert result.bounds.lower == result.bounds.upper == result.chances


def test_chances_are_the_least_to_win_and_the_most_to_lose() -> None:
    """The rest, at least 0, counts as drawn."""
    result = grade(silent_at(("X...O....", "X.......O"), first_free), side="X")
    lower = result.bounds.lower.vs_random
    upper = result.bounds.upper.vs_random
    won, drawn, lost = result.chances.vs_random
    assert (won, lost) == (lower.won, upper.lost)
    assert drawn == 1 - won - lost
    assert result.chances.worst == result.bounds.lower.worst


def test_printed_ranges_go_from_the_lower_to_the_upper_bound() -> None:
    """Those of a player that is perfect, but silent at first."""
    result = grade(
        lambda board: None if board == "........." else TABLE.best_move(board), side="X"
    )
    rows = [tuple(row) for row in result_rows(result)]
    assert rows[6:9] == [
        ("against random play: won", "91.93 % to 99.48 %"),
        ("  drawn", "0.52 % to 8.07 %"),
        ("  lost", "0 %"),
    ]


def test_a_single_missing_answer_leaves_a_verdict_open() -> None:
    result = grade(
        lambda board: None if board == "X...O...." else TABLE.best_move(board), side="X"
    )
    assert result.sound is None


def worst_move(board: str) -> int:
    """Play the worst move of all."""
    return TABLE.moves(board)[-1].cell


def silent_after_first_move(board: str) -> int | None:
    """Leave all boards with one stone open, and play the worst moves elsewhere."""
    return None if board.count(".") == 8 else worst_move(board)


def test_a_player_that_no_missing_answer_can_save_is_not_sound() -> None:
    """Every blunder is doubtful, and yet the value is out of reach."""
    result = grade(silent_after_first_move, side="O")
    blunders = {blunder.board for blunder in result.mistakes.blunders}
    assert blunders <= set(result.bounds.doubtful)
    assert result.bounds.upper.worst < result.value
    assert (result.sound, result.perfect, result.unbeatable) == (False, False, False)
    assert verdict_text(result, []).startswith("not sound: it blunders on ")
    assert ", whatever the missing answers are, can be beaten; " in verdict_text(
        result, []
    )


def test_a_fault_after_a_missing_answer_is_doubtful() -> None:
    """It leaves the verdict open: another answer may lead elsewhere."""

    def errs_after_silence(board: str) -> int | None:
        if board == "X...O....":
            return None
        if board == "XX..O....":
            return 8
        return TABLE.best_move(board)

    result = grade(errs_after_silence, side="X")
    assert {blunder.board for blunder in result.mistakes.blunders} <= set(
        result.bounds.doubtful
    )
    assert result.sound is None
