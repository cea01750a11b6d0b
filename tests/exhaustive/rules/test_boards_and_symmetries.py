"""Boards of any kind, and symmetries of more games of lines."""

from itertools import permutations

import numpy
from hypothesis import given
from hypothesis import strategies as st

from ttt_table import BoardError, Game
from ttt_table.rules.board import board_text
from ttt_table.rules.game import symmetries

TRIPLES = (
    "abiacmadfaekagpahsajqalranobcjbdpbefbgqbhnbkrblobmscdscegcfochpcikclqcnrdeid"
    "grdhjdkmdlndoqehlejoemnepreqsfgifhkfjmflpfnqfrsghmgjlgkognshiqhorijrilminpio"
    "sjknjpsklskpqmopmqr"
)
"""57 triples of 19 points, put together at random: any two points are in one."""


def triples() -> list[list[int]]:
    points = [ord(letter) - ord("a") for letter in TRIPLES]
    return [points[start : start + 3] for start in range(0, len(points), 3)]


def test_any_two_points_are_in_one_of_the_triples() -> None:
    """So that they have no symmetry that a search would see at once."""
    pairs = [pair for triple in triples() for pair in permutations(triple, 2)]
    assert len({*pairs}) == len(pairs) == 19 * 18


def test_cells_in_no_line_do_not_multiply_the_search_for_symmetries() -> None:
    """Only the last six can be exchanged; tried before the others they take hours."""
    group = symmetries(Game(5, 5, lines=triples()))
    assert {symmetry[:19] for symmetry in group} == {tuple(range(19))}
    assert len(group) == 720


class Hostile:
    """Fails at everything that a message could need of it."""

    def __repr__(self) -> str:
        raise RuntimeError

    def tolist(self) -> object:
        raise RuntimeError


STRANGE = [
    10**5000,
    Hostile(),
    {},
    numpy.ndarray,
    numpy.int8(1),
    numpy.str_("X"),
    numpy.array("X"),
    numpy.zeros((3, 3)),
]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["X", "O", ".", "", b"X", "9" * 5000]),
    # By their numbers and a lambda, as hypothesis cannot print some of them.
    st.integers(0, len(STRANGE) - 1).map(lambda number: STRANGE[number]),
)
LISTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=10) | st.tuples(inner, inner)
)


@given(LISTS | st.lists(LEAVES, min_size=9, max_size=9))
def test_no_object_raises_anything_but_a_board_error(board: object) -> None:
    """Whatever it holds, however deep."""
    for game in (Game(), Game(1, 1), Game(2, 1)):
        try:
            text = board_text(board, game)  # type: ignore[arg-type]
        except BoardError as error:
            assert len(str(error)) < 400
        else:
            assert len(text) == game.cells
