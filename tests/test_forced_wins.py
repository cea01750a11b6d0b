"""The first moves that a search for forced wins finds are those of the tables."""

import boards
import pytest
from support.cases import exhaustive
from support.forced_wins import MAX_PLIES, ForcedWins

from ttt_table.rules.game import lines_of_x

RECORDS = boards.known_records()
WON_BY_X = [
    name
    for name, game in boards.LISTED.items()
    if not (game.misere or game.gravity or game.breaker or game.o_lines)
    and name in RECORDS
    and RECORDS[name]["value"] == 1
]
"""Games in which both players make the same lines anywhere, and win with one."""
WON_SOON = ["1x5k2", "3x4k3", "4x4k3", "3x3-affine-3", "3x3-tippy", "4x4-tic"]
LARGE = ["3x8k3", "4x6k3", "5x5k3", "9x3-3x3x3-k3"]


@pytest.mark.parametrize("name", [*WON_SOON, *LARGE, *exhaustive(WON_BY_X)])
def test_forced_wins_are_those_of_the_table(name: str) -> None:
    """Their winner and plies; a move from which nobody wins soon is not found."""
    game = boards.LISTED[name]
    search = ForcedWins(lines_of_x(game), game.cells)
    for cell, *outcome in RECORDS[name]["first_moves"]:
        forced_outcome = search.outcome_of_first_move(cell)
        if forced_outcome is None:
            assert outcome[0] == 0 or outcome[1] > MAX_PLIES
        else:
            assert [*forced_outcome] == outcome
