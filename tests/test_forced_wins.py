"""The first moves that a search for forced wins finds are those of the tables."""

import boards
import pytest
from listed import FAMILY_CELLS
from support.cases import exhaustive
from support.forced_wins import MAX_PLIES, ForcedWins
from support.records import BUILT as RECORDS

from ttt_table.rules.game import lines_of_o, lines_of_x

WON_BY_X = [
    name
    for name, game in boards.LISTED.items()
    if not (game.misere or game.gravity or game.name == "hex")
    and not (game.breaker and game.cells > FAMILY_CELLS)
    and name in RECORDS
    and RECORDS[name]["value"] == 1
]
"""A search of 5x5 with a Breaker takes a minute."""
WON_SOON = ["1x5k2", "3x4k3", "4x4k3", "3x3-affine-3", "3x3-tippy", "4x4-tic"]
LARGE = ["3x8k3", "4x6k3", "5x5k3", "9x3-3x3x3-k3"]


@pytest.mark.parametrize("name", [*WON_SOON, *LARGE, *exhaustive(WON_BY_X[::3])])
def test_forced_wins_are_those_of_the_table(name: str) -> None:
    """Their winner and plies; a move from which nobody wins soon is not found.

    Nor is one after which a Breaker wins: he only holds out until the board is full.
    """
    game = boards.LISTED[name]
    search = ForcedWins(lines_of_x(game), lines_of_o(game), game.cells)
    for cell, *outcome in RECORDS[name]["first_moves"]:
        forced_outcome = search.outcome_of_first_move(cell)
        if forced_outcome is None:
            is_held = game.breaker and outcome == [-1, game.cells]
            assert outcome[0] == 0 or outcome[1] > MAX_PLIES or is_held
        else:
            assert [*forced_outcome] == outcome


@pytest.mark.exhaustive
@pytest.mark.parametrize("cell", [6, 12])
def test_against_a_breaker_four_in_a_row_on_5x5_is_forced(cell: int) -> None:
    """From the middle, and from the cells that touch it by a corner."""
    game = boards.LISTED["5x5k4-breaker"]
    search = ForcedWins(lines_of_x(game), [], game.cells)
    assert search.outcome_of_first_move(cell) == (1, 9)
