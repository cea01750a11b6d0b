"""Grades: known players, a second grader by brute force, and what must be true of any player."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest
from support.games import TableOf
from support.known import KNOWN, Figures, players

from ttt_table import Game, open_table
from ttt_table.grading import Grade, grade

TABLE = open_table()


@cache
def graded(name: str) -> Grade:
    """A known player's grade on both sides, made once."""
    return grade(players()[name])


def figures_of(one: Grade) -> Figures:
    return Figures(
        one.decisions,
        (int(one.lines.won), int(one.lines.drawn), int(one.lines.lost)),
        (Fraction(one.vs_random.won), Fraction(one.vs_random.lost)),
        Fraction(one.vs_perfect.lost),
        Fraction(one.worst),
        len(one.blunders),
        len(one.slips),
    )


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("first best", "X"),
        ("first best", "O"),
        ("first free", "X"),
        ("first free", "O"),
    ],
)
def test_known_players_get_their_known_figures(name: str, side: str) -> None:
    """Exactly, on each side."""
    found = graded(name).sides[side]
    assert figures_of(found) == KNOWN[name, side]
    assert found.exact


def test_both_sides_are_their_sums_and_means() -> None:
    """Counts are summed, chances meant, verdicts true where both are, the shorter loss shown."""
    found = graded("first free")
    x, o = found.sides["X"], found.sides["O"]
    assert found.decisions == x.decisions + o.decisions == 74 + 158
    assert found.lines == (283, 52, 487)
    assert found.vs_random.won == (Fraction(25, 32) + Fraction(416, 945)) / 2
    assert found.worst == -1
    assert found.exploitability == 1
    assert [len(found.blunders), len(found.slips)] == [92, 17]
    assert found.shortest_loss == o.shortest_loss == (0, 1, 3, 2, 6)
    assert x.shortest_loss == (0, 1, 2, 4, 3, 7)
    assert not (found.sound or found.unbeatable or found.perfect)


def test_unbeatable_sound_and_perfect_are_three_things() -> None:
    """Who shuns wins and keeps draws is not sound; who wins late is sound, and not perfect."""

    def last_of(board: str, kept: Callable[[int], bool]) -> int:
        moves = TABLE.moves(board)
        return [one.cell for one in moves if kept(one.outcome.value)][-1]

    shy = grade(
        lambda board: last_of(board, lambda value: value >= min(0, TABLE[board].value))
    )
    slow = grade(
        lambda board: last_of(board, lambda value: value == TABLE[board].value)
    )
    assert (shy.unbeatable, shy.sound, shy.perfect) == (True, False, False)
    assert (slow.unbeatable, slow.sound, slow.perfect) == (True, True, False)
    assert shy.blunders
    assert slow.slips


def test_a_mistake_says_what_was_right_and_what_punishes_it() -> None:
    """Its line begins with the move, is best play of both, and ends the game as it says."""
    wrongs = graded("first free")
    for one in [*wrongs.blunders, *wrongs.slips]:
        outcomes = {move.cell: move.outcome for move in TABLE.moves(one.board)}
        assert one.was == TABLE[one.board] > outcomes[one.move] == one.became
        assert one.right == TABLE.best_moves(one.board)
        assert one.moves == {one.move: 1}
        assert one.line[0] == one.move
        assert len(one.line) == one.became.plies
    assert {one.was.value == one.became.value for one in wrongs.blunders} == {False}
    assert {one.was.value == one.became.value for one in wrongs.slips} == {True}


def test_boards_with_o_first_are_graded_as_the_same_game() -> None:
    """With the colours exchanged, X is second."""
    table = open_table(first="O")
    found = grade(players(table)["first free"], table=table)
    assert figures_of(found.sides["O"]) == KNOWN["first free", "X"]
    assert figures_of(found.sides["X"]) == KNOWN["first free", "O"]


@pytest.mark.parametrize("misere", [False, True])
def test_games_with_gravity_are_graded_by_their_own_moves(
    misere: bool, table_of: TableOf
) -> None:
    """Only the lowest free cell of a column can be played; another one is a forfeit."""
    table = table_of(Game(3, 3, 3, misere, gravity=True))
    assert grade(table.best_move, table=table).perfect
    found = grade(players()["first free"], table=table, side="X")
    assert found.forfeits[0].kind == "illegal"
    assert "cannot be played yet" in found.forfeits[0].reason
    moves = grade(lambda board: dict.fromkeys(table.scores(board), 1), table=table)
    assert not moves.forfeits
    assert sum(moves.sides["X"].vs_random) == 1
