"""Known players, and a second grader by brute force."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from support.brute import Brute
from support.games import TableOf
from support.known import figures_of, graded, players
from support.reference_game import ReferenceGame

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.grading import Grade, grade
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import Sides

GAMES = [
    Game(),
    Game(2, 3, 2),
    Game(2, 3, 3),
    Game(2, 3, 2, misere=True),
    Game(2, 3, 7),
]
REFERENCES = {
    game: ReferenceGame(game.rows, game.cols, game.k, game.misere) for game in GAMES
}


def test_first_free_meets_16083_boards_of_4x4(tmp_path: Any) -> None:
    """As X; finished boards are among them."""
    table = open_table(build_table(Game(4, 4, 4), tmp_path / "4x4", quiet=True))
    result = grade(players()["first free"], table=table, side="X")
    assert (result.boards, result.decisions) == (16_083, 7_314)


def test_exploitability_of_random_play_is_openspiels() -> None:
    """It is the mean over the sides of what a best response wins: half of NashConv."""
    exploitability = graded("random").exploitability
    assert exploitability == (Fraction(874, 945) + Fraction(191, 192)) / 2
    theirs_of_3x3 = 0.9598296957671957
    assert float(exploitability) == pytest.approx(theirs_of_3x3, rel=1e-15)


def test_a_mistake_of_many_moves_shows_the_worst_and_has_them_all() -> None:
    """One entry a board, each of its wrong moves with its probability."""
    blunders = graded("random").sides["O"].blunders
    blunder = next(mistake for mistake in blunders if mistake.board == "....X....")
    assert blunder.moves == dict.fromkeys((1, 3, 5, 7), Fraction(1, 8))
    assert blunder.cell == 1


@dataclass(frozen=True)
class RandomPlayer:
    """A player with random weights on some cells of each board, always the same ones.

    Attributes:
        reference: The game.
        seed: What its weights depend on, beside the board.
        max_cells: On how many cells there are weights, at most.
        illegal: Whether it sometimes plays any cell at all.
    """

    reference: ReferenceGame
    seed: int
    max_cells: int = 3
    illegal: bool = False

    def __call__(self, board: str) -> dict[int, Fraction]:
        rng = random.Random(f"{self.seed} {board}")
        cells = list(self.reference.moves(board))
        if self.illegal and rng.random() < 0.3:
            cells = list(range(len(board)))
        count = rng.randint(1, min(self.max_cells, len(cells)))
        weights = {cell: rng.randint(1, 5) for cell in rng.sample(cells, count)}
        total = sum(weights.values())
        return {cell: Fraction(weight, total) for cell, weight in weights.items()}


def check_against_brute_force(table: Table, player: RandomPlayer, side: Sides) -> None:
    reference = player.reference
    brute = Brute(reference, player, side)
    sums = brute.sums(reference.start)
    result = grade(player, table=table, side=side, as_is=True)
    assert result.decisions == len(brute.asked)
    assert result.games == sums.games
    assert (result.vs_random, result.vs_perfect, result.worst) == (
        sums.random,
        sums.perfect,
        sums.worst,
    )
    assert {blunder.board for blunder in result.blunders} == brute.blunders
    assert {slip.board for slip in result.slips} == brute.slips
    assert result.shortest_loss == (sums.losses[0] if sums.losses else None)
    shares = {forfeit.board: forfeit.share for forfeit in result.forfeits}
    assert shares == brute.forfeits
    if not player.illegal:
        check_expected_values(result, brute)


def check_expected_values(result: Grade, brute: Brute) -> None:
    """The expected result is the value, plus what one gets, less what one gives."""
    won, _, lost = result.vs_random
    gain = brute.given_by_opponent - brute.given_by_player
    assert won - lost == result.value + gain
    won, _, lost = result.vs_perfect
    assert result.worst <= won - lost <= result.value


@pytest.mark.parametrize("illegal", [False, True])
@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_game_and_chance_is_counted(
    game: Game, side: Sides, illegal: bool, table_of: TableOf
) -> None:
    """Players come to the same by brute force, and obey the laws of expected value."""
    # On the whole of tic-tac-toe few games are played through: those of one or two
    # moves.
    for seed in range(2 if game == Game() else 6):
        max_cells = 1 + seed % 2 if game == Game() else 6
        player = RandomPlayer(REFERENCES[game], seed, max_cells, illegal=illegal)
        check_against_brute_force(table_of(game), player, side)


def played_out(
    reference: ReferenceGame,
    board: str,
    players: Mapping[str, RandomPlayer],
    side: Sides,
) -> tuple[Fraction, ...]:
    """Return the chances of two players' games, for the player of a side."""
    mover = reference.mover(board)
    if reference.is_over(board):
        value = reference.outcome(board)[0]
        result = value if mover == side else -value
        return tuple(Fraction(result == kind) for kind in (1, 0, -1))
    after = reference.moves(board)
    totals = [Fraction(0)] * 3
    for cell, chance in players[mover](board).items():
        if cell in after:
            results = played_out(reference, after[cell], players, side)
            for kind, result_chance in enumerate(results):
                totals[kind] += chance * result_chance
        elif mover == side:
            totals[2] += chance
        else:
            totals[0] += chance
    return tuple(totals)


@pytest.mark.parametrize("side", ["X", "O"])
def test_against_an_opponent_every_game_is_played_out(
    side: Sides, table_of: TableOf
) -> None:
    """Both players are random, and what the opponent forfeits is won."""
    game = Game(2, 3, 2)
    reference = REFERENCES[game]
    for seed in range(10):
        player = RandomPlayer(reference, seed, illegal=True)
        opponent = RandomPlayer(reference, seed + 100, illegal=True)
        result = grade(
            player, table=table_of(game), side=side, against=opponent, as_is=True
        )
        players = {"X": opponent, "O": opponent, side: player}
        expected = played_out(reference, reference.start, players, side)
        assert result.against == expected


@pytest.mark.parametrize("order", symmetries(Game())[1:])
def test_a_symmetry_of_the_board_changes_no_number(order: tuple[int, ...]) -> None:
    """A player that sees the board turned, and turns its answer back, is as good."""
    player = RandomPlayer(REFERENCES[Game()], seed=1, max_cells=2)

    def turned_player(board: str) -> dict[int, Fraction]:
        turned = ["."] * 9
        for cell, image in enumerate(order):
            turned[image] = board[cell]
        answer = player("".join(turned))
        return {order.index(cell): chance for cell, chance in answer.items()}

    plain = grade(player, as_is=True)
    turned = grade(turned_player, as_is=True)
    for side in ("X", "O"):
        assert figures_of(plain.sides[side]) == figures_of(turned.sides[side])
        assert plain.sides[side].boards == turned.sides[side].boards
