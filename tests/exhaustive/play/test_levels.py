"""Graded levels, all that a program can do wrong, and the tags of moves."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from levels import PAGE, row
from support.bots import program
from support.games import TableOf
from support.reference_game import reference_tic_tac_toe

from ttt_table import Game, open_table
from ttt_table.grading import grade
from ttt_table.play import Level, traps

TABLE = open_table()


def test_levels_6_to_9_and_without_limit_are_the_same_on_3x3() -> None:
    """Nothing that matters lies further away."""
    for board in TABLE:
        answer = Level(6, table=TABLE)(board)
        assert answer == Level(9, table=TABLE)(board) == Level(None, table=TABLE)(board)
        assert list(answer) == TABLE.best_moves(board)


def test_a_tricky_level_that_sees_all_sets_the_best_traps() -> None:
    """And one with a limit only those that it sees."""
    tricky = Level(None, tricky=True)
    for board in ("X...O....", "XX.OO....", "........."):
        share_of = {trap.cell: trap.share for trap in traps(TABLE, board)}
        shares = {cell: share_of[cell] for cell in TABLE.best_moves(board)}
        hardest = [cell for cell in shares if shares[cell] == max(shares.values())]
        assert list(tricky(board)) == hardest
    assert Level(0, tricky=True)("X...O....") == Level(0)("X...O....")
    assert Level(2, tricky=True)("X...O....") == Level(2)("X...O....")
    better = grade(Level(4, tricky=True), side="X").vs_random.won
    assert better > grade(Level(4), side="X").vs_random.won


def test_levels_play_any_game(table_of: TableOf) -> None:
    """In misère a sighted level is perfect, and sight never hurts the worst case."""
    table = table_of(Game(misere=True))
    worst = [
        grade(Level(n, table=table), table=table, side="X").worst for n in (0, 3, 9)
    ]
    assert worst == sorted(worst)
    assert worst[-1] == 0


@pytest.mark.parametrize(
    ("side", "best_chance"), [(0, Fraction(191, 192)), (1, Fraction(887, 945))]
)
def test_nobody_wins_more_than_this_against_random_play(
    side: int, best_chance: Fraction
) -> None:
    """By brute force over all players, and the table's own X reaches it."""
    reference = reference_tic_tac_toe(misere=False)

    @cache
    def chance(board: str) -> Fraction:
        stones = 9 - board.count(".")
        if reference.is_over(board):
            own = stones % 2 == side
            return Fraction(reference.outcome(board)[0] == (1 if own else -1))
        replies = [chance(after) for after in reference.moves(board).values()]
        return (
            max(replies)
            if stones % 2 == side
            else sum(replies, Fraction(0)) / len(replies)
        )

    assert chance(".........") == best_chance
    if side == 0:
        assert grade(TABLE.best_move, side="X").vs_random.won == best_chance


@pytest.mark.parametrize("level", [(2, False), (4, True), (None, False)])
def test_the_page_says_what_grade_says(level: tuple[int | None, bool]) -> None:
    """Lines of the table, made anew; the whole is written by `scripts/levels.py`."""
    assert row(level) in PAGE.read_text(encoding="utf-8").splitlines()


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    """One that answers twenty boards and exits forfeits none that it answers."""
    text = "for _ in range(20): print(input().index('.'), flush=True)"
    with program(tmp_path, text) as player:
        # Asked twice, it would end on other boards.
        result = grade(player, side="X", samples=1)
    assert (
        result.forfeits[0].reason
        == "it ended with status 0, but should read the next line"
    )
    assert result.decisions > len(result.forfeits) > 0
