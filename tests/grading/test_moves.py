"""What is a move: of what players return, and on a board."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from ttt_table import Game
from ttt_table.grading.answers import OFF_BOARD, cell_of
from ttt_table.grading.child import Distribution, ForfeitError, Place, read_move


class Four:
    """A number of a class of its own."""

    def __index__(self) -> int:
        return 4


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (4, {4: "1"}),
        (-1, {-1: "1"}),
        (Four(), {4: "1"}),
        ((1, 2), {(1, 2): "1"}),
        ([1, 2], {(1, 2): "1"}),
        ([Four(), 0], {(4, 0): "1"}),
        ({4: 1}, {4: "1"}),
        ({4: 0.5, (0, 1): 0.5}, {4: "0.5", (0, 1): "0.5"}),
        ({0: Fraction(1, 3)}, {0: "1/3"}),
        ({}, {}),
    ],
)
def test_a_move_is_read_as_places_with_weights(
    answer: object, expected: Distribution
) -> None:
    assert read_move(answer) == expected


def test_numbers_and_pairs_of_numpy_are_moves() -> None:
    numpy = pytest.importorskip("numpy")
    assert read_move(numpy.int64(4)) == {4: "1"}
    assert read_move(numpy.array([1, 2])) == {(1, 2): "1"}
    assert read_move({numpy.int8(4): numpy.float32(0.5)}) == {4: "0.5"}


@pytest.mark.parametrize(
    "answer",
    [
        True,
        4.0,
        "4",
        "11",
        b"11",
        {1, 2},
        (1, 2, 3),
        (1, True),
        ((1, 2), 3),
        [],
        object(),
        {"4": 1},
        {4: "1"},
        {4: True},
        {4: None},
        None,
    ],
)
def test_nothing_else_is_a_move(answer: object) -> None:
    with pytest.raises(ForfeitError) as caught:
        read_move(answer)
    assert caught.value.kind == "type"


def yields() -> Iterator[int]:
    yield 4


async def waits() -> int:
    return 4


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (None, "return the cell instead of printing it"),
        ("2", "return an int, not '2'"),
        (4.0, "return an int, not 4.0"),
        (yields(), "write return in place of yield"),
        (waits(), "remove async from its definition"),
        ({"move": 4}, ""),
    ],
)
def test_what_to_change_is_said_where_it_is_known(answer: object, hint: str) -> None:
    with pytest.raises(ForfeitError) as caught:
        read_move(answer)
    assert caught.value.hint == hint


def test_a_dictionary_of_very_many_moves_is_none() -> None:
    with pytest.raises(ForfeitError, match="1,000,000 moves"):
        read_move(dict.fromkeys(range(10**6), 1))


def test_a_number_of_thousands_of_digits_is_off_the_board() -> None:
    ((place, _),) = read_move(10**9999).items()
    assert cell_of(place, range(9), Game()) not in range(9)


@pytest.mark.parametrize(
    ("place", "cell"),
    [(4, 4), (99, OFF_BOARD), ((1, 2), 5), ((0, 3), OFF_BOARD), ((-1, 0), OFF_BOARD)],
)
def test_a_place_is_a_cell_or_a_row_and_a_column(place: Place, cell: int) -> None:
    assert cell_of(place, range(9), Game()) == cell


@pytest.mark.parametrize(
    ("place", "cell"),
    [
        (0, 6),
        (2, 5),
        (1, 1),
        (3, OFF_BOARD),
        (8, OFF_BOARD),
        ((2, 0), 6),
        ((1, 0), 3),
    ],
)
def test_with_gravity_a_number_is_a_column(place: Place, cell: int) -> None:
    legal = [6, 5]  # column 1 is full: its top cell is meant
    assert cell_of(place, legal, Game(gravity=True)) == cell
