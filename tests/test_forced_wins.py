"""First moves that a search and an argument find are those of the tables."""

import boards
import pytest
from listed import listed_games
from support.cases import exhaustive
from support.forced_wins import MAX_PLIES, ForcedWins

from ttt_table.rules.game import lines_of_x

RECORDS = boards.known_records()
PLAIN = {
    str(game): game
    for game in listed_games()
    if not (game.misere or game.gravity or game.breaker or game.o_lines)
    and str(game) in RECORDS
}
"""The games in which both players make the same lines anywhere, and win with one."""
WON_BY_X = [name for name in PLAIN if RECORDS[name]["value"] == 1]
WON_SOON = ["1x5k2", "3x4k3", "4x4k3", "3x3-affine-3", "3x3-tippy", "4x4-tic"]
LARGE = ["3x8k3", "4x6k3", "5x5k3", "9x3-3x3x3-k3"]


@pytest.mark.parametrize("name", [*WON_SOON, *LARGE, *exhaustive(WON_BY_X)])
def test_forced_wins_are_those_of_the_table(name: str) -> None:
    """Their winner and plies; a move from which nobody wins soon is not found."""
    search = ForcedWins(lines_of_x(PLAIN[name]), PLAIN[name].cells)
    for cell, *outcome in RECORDS[name]["first_moves"]:
        forced_outcome = search.outcome_of_first_move(cell)
        if forced_outcome is None:
            assert outcome[0] == 0 or outcome[1] > MAX_PLIES
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
