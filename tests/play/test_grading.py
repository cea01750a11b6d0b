"""Grades: known players, a second grader by brute force, and what must be true of any player."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from brute import Brute
from known import KNOWN, Figures, players
from samples import sampled, slow
from slow import Slow

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.errors import SizeError
from ttt_table.play import Grade, grade, visit
from ttt_table.rules.game import symmetries

TableOf = Callable[[Game], Table]
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
        one.worst,
        len(one.blunders),
        len(one.slips),
    )


@pytest.mark.parametrize(
    ("name", "side"), [case if case[0].startswith("first") else slow(case) for case in KNOWN]
)
def test_known_players_get_their_known_figures(name: str, side: str) -> None:
    """Exactly, on each side."""
    found = graded(name).sides[side]
    assert figures_of(found) == KNOWN[name, side]
    assert found.exact


@pytest.mark.slow
def test_first_free_meets_16083_boards_of_4x4(tmp_path: Any) -> None:
    """As X; finished boards are among them."""
    table = open_table(build_table(Game(4, 4, 4), tmp_path / "4x4", quiet=True))
    found = grade(players()["first free"], table=table, side="X")
    assert (found.boards, found.decisions) == (16_083, 7_314)


def test_both_sides_are_their_sums_and_means() -> None:
    """Counts are summed, chances meant, verdicts true where both are, the shorter loss shown."""
    found = grade(players()["first free"])
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


@pytest.mark.slow
def test_exploitability_of_both_sides_is_openspiels() -> None:
    """The mean over the sides of what a best response wins, which is half of NashConv."""
    found = graded("random")
    assert found.exploitability == (Fraction(874, 945) + Fraction(191, 192)) / 2


@pytest.mark.parametrize(
    "game",
    sampled([Game(), Game(misere=True), Game(3, 4, 3), Game(2, 4, 2)], lambda game: game == Game()),
    ids=str,
)
def test_the_tables_own_players_are_perfect(game: Game, table_of: TableOf) -> None:
    """On both sides, on games that are drawn and on games that are lost for one side."""
    table = table_of(game)
    found = grade(table.best_move, table=table)
    assert found.perfect
    assert found.sides["X"].worst == found.sides["X"].value == table["." * game.cells].value
    assert found.exploitability == 0


def test_an_unbeatable_player_may_throw_wins_away() -> None:
    """It keeps every draw and shuns its wins: no line is lost, yet it is not sound."""

    def shy(board: str) -> int:
        kept = [move.cell for move in TABLE.moves(board) if move.outcome.value >= 0]
        return (kept or [move.cell for move in TABLE.moves(board)])[-1]

    found = grade(shy)
    assert found.unbeatable
    assert found.blunders
    assert not found.sound


def test_a_sound_player_may_be_slow() -> None:
    """It keeps every value and may win late: sound, unbeatable, with slips, not perfect."""

    def slow_winner(board: str) -> int:
        value = TABLE[board].value
        return [move.cell for move in TABLE.moves(board) if move.outcome.value == value][-1]

    found = grade(slow_winner)
    assert found.sound
    assert found.unbeatable
    assert found.slips
    assert not found.perfect


@pytest.mark.slow
def test_only_soundness_makes_sense_where_the_game_is_lost(table_of: TableOf) -> None:
    """O loses 3x4 to perfect play, and plays it soundly all the same."""
    table = table_of(Game(3, 4, 3))
    found = grade(table.best_move, table=table, side="O")
    assert found.sound
    assert not found.unbeatable
    assert found.value == found.worst == -1
    assert found.exploitability == 0


def test_a_mistake_says_what_was_right_and_what_punishes_it() -> None:
    """Its line begins with the move, is best play of both, and ends the game as it says."""
    wrongs = grade(players()["first free"])
    for one in [*wrongs.blunders, *wrongs.slips]:
        outcomes = {move.cell: move.outcome for move in TABLE.moves(one.board)}
        assert one.was == TABLE[one.board] > outcomes[one.move] == one.became
        assert one.right == TABLE.best_moves(one.board)
        assert one.moves == {one.move: 1}
        assert one.line[0] == one.move
        assert len(one.line) == one.became.plies
    assert {one.was.value == one.became.value for one in wrongs.blunders} == {False}
    assert {one.was.value == one.became.value for one in wrongs.slips} == {True}


@pytest.mark.slow
def test_a_mistake_of_many_moves_shows_the_worst_and_has_them_all() -> None:
    """One entry a board, each of its wrong moves with its probability."""
    found = graded("random").sides["O"]
    one = next(each for each in found.blunders if each.board == "....X....")
    assert one.moves == dict.fromkeys((1, 3, 5, 7), Fraction(1, 8))
    assert one.move == 1


def test_boards_with_o_first_are_graded_as_the_same_game() -> None:
    """With the colours exchanged, X is second."""
    table = open_table(first="O")
    found = grade(players(table)["first free"], table=table)
    assert figures_of(found.sides["O"]) == KNOWN["first free", "X"]
    assert figures_of(found.sides["X"]) == KNOWN["first free", "O"]


@pytest.mark.slow
def test_more_boards_than_were_agreed_are_refused_unless_forced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The random X meets 5,478."""
    monkeypatch.setattr("ttt_table.play.grading.MOST_BOARDS", 3_000)
    with pytest.raises(SizeError, match="boards on one side"):
        grade(players()["random"], side="X")
    assert grade(players()["random"], side="X", force=True).boards == 5_478
    assert visit.MOST_BOARDS == 3_000_000


# Properties, on players drawn at random, against a grader that plays every game through

GAMES = [Game(), Game(2, 3, 2), Game(2, 3, 3), Game(2, 3, 2, misere=True), Game(2, 3, 7)]
SLOW = {game: Slow(game.rows, game.cols, game.k, game.misere) for game in GAMES}


def random_player(slow: Slow, seed: int, most: int = 3) -> Callable[[str], dict[int, Fraction]]:
    """One that plays up to so many cells of each board, with weights, always the same ones."""

    def player(board: str) -> dict[int, Fraction]:
        lots = random.Random(f"{seed} {board}")
        cells = list(slow.moves(board))
        some = lots.sample(cells, lots.randint(1, min(most, len(cells))))
        weights = {cell: lots.randint(1, 5) for cell in some}
        return {cell: Fraction(one, sum(weights.values())) for cell, one in weights.items()}

    return player


def check_against_brute_force(table: Table, slow: Slow, seed: int, side: str, most: int) -> None:
    player = random_player(slow, seed, most)
    brute = Brute(slow, player, side)
    sums = brute.sums()
    found = grade(player, table=table, side=side)
    assert found.decisions == len(brute.asked)
    assert found.lines == sums.lines
    assert found.vs_random == sums.random
    assert found.vs_perfect == sums.perfect
    assert found.worst == sums.worst
    assert {one.board for one in found.blunders} == brute.blunders
    assert {one.board for one in found.slips} == brute.slips
    assert found.shortest_loss == (sums.losses[0] if sums.losses else None)
    won, _, lost = found.vs_random
    assert won - lost == found.value - brute.given + brute.won_back
    won, _, lost = found.vs_perfect
    assert found.worst <= won - lost <= found.value


@pytest.mark.slow
@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_line_and_chance_is_counted(game: Game, side: str, table_of: TableOf) -> None:
    """Players come to the same by brute force, and obey the laws of expected value."""
    for seed in range(12):
        # On the whole of tic-tac-toe every game is played through only for one move or two a board.
        most = 1 + seed % 2 if game == Game() else 6
        check_against_brute_force(table_of(game), SLOW[game], seed, side, most)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 8))
def test_a_symmetry_of_the_board_changes_no_number(number: int) -> None:
    """A player that sees the board turned, and turns its answer back, is as good as before."""
    turn = symmetries(Game())[number]
    player = random_player(SLOW[Game()], seed=number, most=2)

    def turned(board: str) -> dict[int, Fraction]:
        seen = ["."] * 9
        for cell, goal in enumerate(turn):
            seen[goal] = board[cell]
        return {turn.index(cell): chance for cell, chance in player("".join(seen)).items()}

    one, two = grade(player), grade(turned)
    for side in ("X", "O"):
        assert figures_of(one.sides[side]) == figures_of(two.sides[side])
        assert one.sides[side].boards == two.sides[side].boards


@pytest.mark.parametrize("misere", [False, True])
def test_games_with_gravity_are_graded_by_their_own_moves(misere: bool, table_of: TableOf) -> None:
    """Only the lowest free cell of a column can be played; another one is a forfeit."""
    table = table_of(Game(3, 3, 3, misere, gravity=True))
    assert grade(table.best_move, table=table).perfect
    found = grade(players()["first free"], table=table, side="X")
    assert found.forfeits[0].kind == "illegal"
    assert "cannot be played yet" in found.forfeits[0].reason
    moves = grade(lambda board: dict.fromkeys(table.scores(board), 1), table=table)
    assert not moves.forfeits
    assert sum(moves.sides["X"].vs_random) == 1
