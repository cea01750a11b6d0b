"""Grades of known players, and what verdicts, sides and mistakes say."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.games import TableOf
from support.known import KNOWN, figures_of, graded, players

from ttt_table import Game, open_table
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.grading import cause_of, grade
from ttt_table.play import Level, Verdict, judge
from ttt_table.play.judging import continuation_of

TABLE = open_table()


def last_cell(board: str, accepts: Callable[[int], bool]) -> int:
    """Return the worst move whose value is accepted."""
    cells = [move.cell for move in TABLE.moves(board) if accepts(move.outcome.value)]
    return cells[-1]


def keeps_draws(board: str) -> int:
    """Play the worst move that does not lose a draw or a win."""
    least = min(0, TABLE[board].value)
    return last_cell(board, lambda value: value >= least)


def wins_late(board: str) -> int:
    """Play the worst move that keeps the value."""
    best = TABLE[board].value
    return last_cell(board, lambda value: value == best)


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("first best", "X"),
        ("first best", "O"),
        ("first free", "X"),
        ("first free", "O"),
        *exhaustive_rows(KNOWN),
    ],
)
def test_known_players_get_their_known_figures(name: str, side: str) -> None:
    """The figures were computed by two programs that share no code."""
    result = graded(name).sides[side]
    assert figures_of(result) == KNOWN[name, side]
    assert result.exact


def test_counts_of_both_sides_are_added() -> None:
    """Boards, games and mistakes of either side count."""
    result = graded("first free")
    assert result.decisions == 74 + 158
    assert result.games == (283, 52, 487)
    assert (len(result.blunders), len(result.slips)) == (92, 17)


def test_chances_of_both_sides_are_averaged() -> None:
    """The exploitability is that of the means, as in OpenSpiel."""
    result = graded("first free")
    won = (Fraction(25, 32) + Fraction(416, 945)) / 2
    assert result.vs_random.won == won
    assert result.worst == -1
    assert result.exploitability == 1


def test_mistakes_of_both_sides_are_joined() -> None:
    """Those as X come first, and the shorter loss is shown."""
    result = graded("first free")
    as_x = result.sides["X"]
    as_o = result.sides["O"]
    assert result.blunders == [*as_x.blunders, *as_o.blunders]
    assert as_x.shortest_loss == (0, 1, 2, 4, 3, 7)
    assert as_o.shortest_loss == (0, 1, 3, 2, 6)
    assert result.shortest_loss == as_o.shortest_loss


def test_a_verdict_on_both_sides_is_that_of_the_worse() -> None:
    """One side without a fault does not help."""
    result = grade(lambda board: 1 if board == "X.......O" else TABLE.best_move(board))
    assert (result.sides["X"].sound, result.sides["O"].sound) == (False, True)
    assert result.sound is False


@pytest.mark.parametrize(
    ("player", "unbeatable", "sound", "perfect"),
    [
        (players()["first free"], False, False, False),
        (keeps_draws, True, False, False),
        (wins_late, True, True, False),
        (TABLE.best_move, True, True, True),
    ],
)
def test_unbeatable_sound_and_perfect_are_three_things(
    player: Callable[[str], int], unbeatable: bool, sound: bool, perfect: bool
) -> None:
    """A player may shun wins and keep draws, or win late."""
    result = grade(player)
    verdicts = (result.unbeatable, result.sound, result.perfect)
    assert verdicts == (unbeatable, sound, perfect)


@pytest.mark.parametrize(
    ("kind", "keeps_value"), [("blunders", False), ("slips", True)]
)
def test_a_mistake_says_what_was_right_and_what_punishes_it(
    kind: str, keeps_value: bool
) -> None:
    """Its line begins with the move, and is as long as the outcome says."""
    mistakes: list[Verdict] = getattr(graded("first free"), kind)
    assert mistakes
    for mistake in mistakes:
        outcomes = {move.cell: move.outcome for move in TABLE.moves(mistake.board)}
        assert mistake.before == TABLE[mistake.board]
        assert mistake.after == outcomes[mistake.cell]
        assert mistake.after < mistake.before
        assert mistake.best == TABLE.best_moves(mistake.board)
        assert mistake.moves == {mistake.cell: 1}
        continuation = continuation_of(TABLE, mistake.board, mistake.cell)
        assert continuation[0] == mistake.cell
        assert len(continuation) == mistake.after.plies
        assert (mistake.before.value == mistake.after.value) == keeps_value


def test_a_summary_is_flat() -> None:
    """It has chances as floats, totals and verdicts, for loggers."""
    summary = graded("first free").summary()
    assert summary["vs_perfect_lost"] == 1.0
    assert summary["exploitability"] == 1.0
    assert summary["blunders"] == 92
    assert summary["sound"] is False
    assert "against_won" not in summary


def test_a_grade_shows_its_totals() -> None:
    assert repr(graded("first free")) == (
        "<Grade of first_free on 3x3k3 as both: 92 blunders, 17 slips, 0 forfeits>"
    )


def test_boards_with_o_first_are_graded_as_the_same_game() -> None:
    """With the colours exchanged, X is second."""
    table = open_table(first="O")
    result = grade(players(table)["first free"], table=table)
    assert figures_of(result.sides["O"]) == KNOWN["first free", "X"]
    assert figures_of(result.sides["X"]) == KNOWN["first free", "O"]


@pytest.mark.parametrize("misere", [False, True])
def test_with_gravity_a_move_above_a_free_cell_is_a_forfeit(
    misere: bool, table_of: TableOf
) -> None:
    """Only the lowest free cell of a column can be played."""
    table = table_of(Game(3, 3, 3, misere, gravity=True))

    def first_free(board: str) -> tuple[int, int]:
        return divmod(board.index("."), 3)

    result = grade(first_free, table=table, side="X", as_is=True)
    assert result.forfeits[0].kind == "illegal"
    assert "cannot be played yet" in result.forfeits[0].reason


@pytest.mark.parametrize("misere", [False, True])
def test_with_gravity_the_tables_moves_are_perfect(
    misere: bool, table_of: TableOf
) -> None:
    table = table_of(Game(3, 3, 3, misere, gravity=True))
    assert grade(
        lambda board: divmod(table.best_moves(board)[0], 3), table=table
    ).perfect


@pytest.mark.parametrize("misere", [False, True])
def test_with_gravity_a_player_of_cells_is_refused(
    misere: bool, table_of: TableOf
) -> None:
    """Its numbers are columns, and the message says what to return."""
    table = table_of(Game(3, 3, 3, misere, gravity=True))
    with pytest.raises(PlayerError, match=r"return divmod\(cell, 3\)"):
        grade(table.best_move, table=table)


def test_with_gravity_a_level_plays_and_is_an_opponent(table_of: TableOf) -> None:
    table = table_of(Game(3, 3, 3, gravity=True))
    result = grade(Level.named("perfect", table), table=table, against="perfect")
    assert result.sound
    assert result.against is not None
    assert not result.forfeits


@pytest.mark.parametrize("misere", [False, *exhaustive([True])])
@pytest.mark.exhaustive
def test_with_gravity_every_legal_move_is_accepted(
    misere: bool, table_of: TableOf
) -> None:
    """The chances of a player of all of them add up to 1."""
    table = table_of(Game(3, 3, 3, misere, gravity=True))

    def any_move(board: str) -> dict[tuple[int, int], int]:
        return {divmod(cell, 3): 1 for cell in table.scores(board)}

    result = grade(any_move, table=table)
    assert not result.forfeits
    assert sum(result.sides["X"].vs_random) == 1


def test_only_a_blunder_has_a_cause() -> None:
    """A slip or a best move gives nothing away."""
    blunder = judge(TABLE, "XX..O....", 5)
    assert cause_of(TABLE, blunder) == "missed block"
    with pytest.raises(ArgumentError, match="this move is best"):
        cause_of(TABLE, judge(TABLE, "XX..O....", 2))
