"""In full: boards: every understood spelling, and every reason for refusing one."""

import numpy
import test_board
import test_families
from exhaustive import in_full
from games import LINES
from hypothesis import given
from hypothesis import strategies as st
from test_board import GAME

from ttt_table import BoardError, Game
from ttt_table.rules.board import board_text


class Hostile:
    """Fails at everything that a message could ask of it."""

    def __repr__(self) -> str:
        raise RuntimeError

    def tolist(self) -> object:
        raise RuntimeError


STRANGE = [
    10**5000,
    Hostile(),
    numpy.ndarray,
    numpy.int8(1),
    numpy.str_("X"),
    numpy.zeros((3, 3)),
    numpy.array("X"),
    {},
]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["X", "O", ".", "", b"X", "9" * 5000]),
    st.integers(0, len(STRANGE) - 1).map(lambda at: STRANGE[at]),  # some cannot be printed
)
LISTS = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=10) | st.tuples(inner, inner))


@given(LISTS | st.lists(LEAVES, min_size=9, max_size=9))
def test_no_object_raises_anything_but_a_board_error(board: object) -> None:
    """Whatever it holds, however deep."""
    for game in (GAME, Game(1, 1), Game(2, 1)):
        try:
            text = board_text(board, game)  # type: ignore[arg-type]
        except BoardError as error:
            assert len(str(error)) < 400
        else:
            assert len(text) == game.cells


in_full(test_families.test_the_symmetries_are_all_that_keep_lines_and_columns, game=LINES)
in_full(
    test_board.test_reachability_can_be_read_off_a_position,
    game=[
        *(Game(), Game(2, 3, 2), Game(1, 5, 2), Game(2, 4, 1), Game(3, 3, 2)),
        *(game for game in LINES if not game.gravity and game.cells < 9),
    ],
)
