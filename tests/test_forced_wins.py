"""First moves that a search and an argument find are those of the tables."""

import boards
import forced_wins
import pytest
from listed import listed_games
from support.cases import exhaustive

from ttt_table import Game
from ttt_table.rules.game import lines_of_x

RECORDS = boards.known_records()
PLAIN = {
    str(game): game
    for game in listed_games()
    if forced_wins.is_plain(game) and str(game) in RECORDS
}
WON_BY_X = [
    name
    for name, game in PLAIN.items()
    if RECORDS[name]["value"] == 1 and game.cells <= 16
]
WON_SOON = ["1x5k2", "3x4k3", "4x4k3", "3x3-affine-3", "3x3-tippy", "4x4-tic"]


@pytest.mark.parametrize("name", [*WON_SOON, *exhaustive(WON_BY_X)])
def test_forced_wins_are_those_of_the_table(name: str) -> None:
    """Their winner and plies; a move from which nobody wins soon is not found."""
    search = forced_wins.ForcedWins(lines_of_x(PLAIN[name]), PLAIN[name].cells)
    for cell, *outcome in RECORDS[name]["first_moves"]:
        forced_outcome = search.outcome_of_first_move(cell)
        if forced_outcome is None:
            assert outcome[0] == 0 or outcome[1] > forced_wins.MAX_PLIES
        else:
            assert [*forced_outcome] == outcome


def test_every_first_move_of_a_drawn_plain_game_draws() -> None:
    """A stone more is no loss, so O has no more from it than the first player has."""
    compared = 0
    for name in PLAIN:
        record = RECORDS[name]
        if record["value"] == 0:
            assert {value for _, value, _ in record["first_moves"]} == {0}, name
            compared += 1
    assert compared > 200


@pytest.mark.parametrize("name", ["5x5k3", "5x5k4", "5x5k5", "9x3-3x3x3-k3"])
def test_the_first_moves_of_large_games_are_found_without_a_table(name: str) -> None:
    """As they are listed."""
    record = RECORDS[name]
    first_moves = forced_wins.find_first_moves(PLAIN[name], record["value"])
    assert first_moves == record["first_moves"]


@pytest.mark.parametrize(
    ("game", "is_plain"),
    [
        (Game(), True),
        (Game(misere=True), False),
        (Game(gravity=True), False),
        (Game(breaker=True), False),
        (Game(2, 2, lines=[[0, 1]], o_lines=[[2]]), False),
    ],
    ids=str,
)
def test_a_plain_game_has_no_further_rules(game: Game, is_plain: bool) -> None:
    """Both players make the same lines anywhere, and who makes one wins."""
    assert forced_wins.is_plain(game) is is_plain
