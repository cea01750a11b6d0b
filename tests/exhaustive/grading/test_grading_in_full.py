"""In full: known players, a second grader by brute force, and what is true of any player."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
import test_batches
import test_grading
import test_players
from exhaustive import in_full
from support.brute import Brute
from support.games import TableOf
from support.known import KNOWN, players
from support.slow import Slow
from test_grading import figures_of, graded

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.grading import grade
from ttt_table.rules.game import symmetries

GAMES = [
    Game(),
    Game(2, 3, 2),
    Game(2, 3, 3),
    Game(2, 3, 2, misere=True),
    Game(2, 3, 7),
]
SLOW = {game: Slow(game.rows, game.cols, game.k, game.misere) for game in GAMES}


def test_first_free_meets_16083_boards_of_4x4(tmp_path: Any) -> None:
    """As X; finished boards are among them."""
    table = open_table(build_table(Game(4, 4, 4), tmp_path / "4x4", quiet=True))
    found = grade(players()["first free"], table=table, side="X")
    assert (found.boards, found.decisions) == (16_083, 7_314)


def test_exploitability_of_both_sides_is_openspiels(table_of: TableOf) -> None:
    """The mean over the sides of what a best response wins, which is half of NashConv."""
    found = graded("random").exploitability
    assert found == (Fraction(874, 945) + Fraction(191, 192)) / 2
    assert float(found) == pytest.approx(
        0.9598296957671957, rel=1e-15
    )  # theirs, which take long
    spiel = pytest.importorskip("pyspiel")
    for game in (Game(2, 3, 2), Game(2, 3, 3), Game(2, 4, 3)):
        own = grade(players()["random"], table=table_of(game)).exploitability
        named = spiel.load_game(f"mnk(m={game.cols},n={game.rows},k={game.k})")
        theirs = spiel.exploitability(named, spiel.UniformRandomPolicy(named))
        assert theirs == pytest.approx(float(own), rel=1e-15)  # it adds up floats


def test_a_mistake_of_many_moves_shows_the_worst_and_has_them_all() -> None:
    """One entry a board, each of its wrong moves with its probability."""
    found = graded("random").sides["O"]
    one = next(each for each in found.blunders if each.board == "....X....")
    assert one.moves == dict.fromkeys((1, 3, 5, 7), Fraction(1, 8))
    assert one.move == 1


def random_player(
    slow: Slow,
    seed: int,
    most: int = 3,
    *,
    illegal: bool = False,
    missing: bool = False,
) -> Callable[[str], Any]:
    """One that plays up to so many cells of each board, with weights, always the same ones."""

    def player(board: str) -> dict[int, Fraction] | None:
        lots = random.Random(f"{seed} {board}")
        cells = (
            range(len(board))
            if illegal and lots.random() < 0.3
            else list(slow.moves(board))
        )
        if missing and lots.random() < 0.3:
            return None
        some = lots.sample(cells, lots.randint(1, min(most, len(cells))))
        weights = {cell: lots.randint(1, 5) for cell in some}
        return {
            cell: Fraction(one, sum(weights.values())) for cell, one in weights.items()
        }

    return player


def check_against_brute_force(
    table: Table, slow: Slow, seed: int, side: str, most: int, illegal: bool
) -> None:
    player = random_player(slow, seed, most, illegal=illegal)
    brute = Brute(slow, player, side)
    sums = brute.sums(slow.start)
    found = grade(player, table=table, side=side)
    assert found.decisions == len(brute.asked)
    assert found.lines == sums.lines
    assert found.chances[:3] == (sums.random, sums.perfect, sums.worst)
    assert {one.board for one in found.blunders} == brute.blunders
    assert {one.board for one in found.slips} == brute.slips
    assert found.shortest_loss == (sums.losses[0] if sums.losses else None)
    assert {one.board: one.share for one in found.forfeits} == brute.forfeits
    won, _, lost = found.vs_random
    if illegal:
        return
    assert won - lost == found.value - brute.given[True] + brute.given[False]
    won, _, lost = found.vs_perfect
    assert found.worst <= won - lost <= found.value


@pytest.mark.parametrize("illegal", [False, True])
@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_line_and_chance_is_counted(
    game: Game, side: str, illegal: bool, table_of: TableOf
) -> None:
    """Players come to the same by brute force, and obey the laws of expected value."""
    # On the whole of tic-tac-toe few games are played through: for one move or two a board.
    for seed in range(2 if game == Game() else 6):
        most = 1 + seed % 2 if game == Game() else 6
        check_against_brute_force(table_of(game), SLOW[game], seed, side, most, illegal)


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("game", [Game(2, 3, 2), Game(2, 3, 3)], ids=str)
def test_what_is_unanswered_has_bounds(
    game: Game, side: str, table_of: TableOf
) -> None:
    """None for nearly a third of the boards, and every figure is what brute force proves of it."""
    slow = SLOW[game]
    for seed in range(6):
        player = random_player(slow, seed, 3, illegal=True, missing=True)
        found = grade(player, table=table_of(game), side=side)
        worst, best = (
            Brute(slow, player, side, at_best).sums(slow.start)
            for at_best in (False, True)
        )
        assert found.lines == worst.lines
        assert found.chances[:3] == (worst.random, worst.perfect, worst.worst)
        assert found.best_case in (None, (best.random, best.perfect, best.worst, None))
        assert bool(found.best_case) == bool(found.unanswered)
        assert found.shortest_loss == (worst.losses[0] if worst.losses else None)


@pytest.mark.parametrize("side", ["X", "O"])
def test_against_an_opponent_every_game_is_played_out(
    side: str, table_of: TableOf
) -> None:
    """The chances are those of two players who draw lots; what the opponent forfeits is won."""
    game = Game(2, 3, 2)
    slow = SLOW[game]

    def played_out(board: str, players: Mapping[str, Any]) -> tuple[Fraction, ...]:
        if slow.is_over(board):
            value, mover = slow.outcome(board)[0], slow.mover(board)
            result = value if mover == side else -value
            return tuple(Fraction(result == kind) for kind in (1, 0, -1))
        after = slow.moves(board)
        mover = slow.mover(board)
        total = [Fraction(0)] * 3
        for cell, chance in players[mover](board).items():
            lost = (Fraction(mover != side), Fraction(0), Fraction(mover == side))
            parts = played_out(after[cell], players) if cell in after else lost
            total = [
                one + chance * part for one, part in zip(total, parts, strict=True)
            ]
        return tuple(total)

    for seed in range(10):
        own, other = (
            random_player(slow, seed + more, 3, illegal=True) for more in (0, 100)
        )
        found = grade(own, table=table_of(game), side=side, against=other)
        players = {side: own, "XO"[side == "X"]: other}
        assert found.against == played_out(slow.start, players)


def test_a_symmetry_of_the_board_changes_no_number() -> None:
    """A player that sees the board turned, and turns its answer back, is as good as before."""
    player = random_player(SLOW[Game()], seed=1, most=2)
    one = grade(player)
    for turn in symmetries(Game())[1:]:

        def turned(board: str, turn: Any = turn) -> dict[int, Fraction]:
            seen = ["."] * 9
            for cell, goal in enumerate(turn):
                seen[goal] = board[cell]
            return {
                turn.index(cell): chance
                for cell, chance in player("".join(seen)).items()
            }

        two = grade(turned)
        for side in ("X", "O"):
            assert figures_of(one.sides[side]) == figures_of(two.sides[side])
            assert one.sides[side].boards == two.sides[side].boards


in_full(test_grading.test_known_players_get_their_known_figures, name=KNOWN)
in_full(
    test_players.test_floats_are_within_their_bound_of_the_fractions_that_they_are,
    seed=range(9),
)
in_full(
    test_batches.test_batches_come_to_what_single_boards_come_to,
    game=[
        (Game(), "X"),
        (Game(), "O"),
        (Game(2, 3, 2, misere=True), "X"),
        (Game(3, 3, 3, gravity=True), "X"),
    ],
)
