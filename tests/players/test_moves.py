"""What is a move, and how it crosses the pipe."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from ttt_table import Game
from ttt_table.players.moves import (
    OFF_BOARD,
    Move,
    Place,
    cell_of,
    move_as_json,
    move_in,
    read_move,
)
from ttt_table.players.records import FaultError, Record, decode, encode


class Four:
    """A number of a class of its own."""

    def __index__(self) -> int:
        return 4


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        (4, 4),
        (-1, -1),
        (Four(), 4),
        ((1, 2), (1, 2)),
        ([1, 2], (1, 2)),
        ([Four(), 0], (4, 0)),
        (None, None),
        ({4: 1}, {4: "1"}),
        ({4: 0.5, (0, 1): 0.5}, {4: "0.5", (0, 1): "0.5"}),
        ({0: Fraction(1, 3)}, {0: "1/3"}),
        ({}, {}),
    ],
)
def test_a_move_is_the_same_on_the_other_side(answer: object, move: Move) -> None:
    read = read_move(answer)
    assert read == move
    assert move_in(decode(encode({"move": move_as_json(read)}))) == move


def test_numbers_and_pairs_of_numpy_are_moves() -> None:
    numpy = pytest.importorskip("numpy")
    assert read_move(numpy.int64(4)) == 4
    assert read_move(numpy.array([1, 2])) == (1, 2)
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
    ],
)
def test_nothing_else_is_a_move(answer: object) -> None:
    with pytest.raises(FaultError) as caught:
        read_move(answer)
    assert caught.value.kind == "type"


def test_a_function_that_yields_is_told_to_return() -> None:
    def move() -> Iterator[int]:
        yield 4

    with pytest.raises(FaultError) as caught:
        read_move(move())
    assert (
        caught.value.reason == "it returns a generator: write return in place of yield"
    )


def test_a_function_that_is_async_is_told_so() -> None:
    async def move() -> int:
        return 4

    with pytest.raises(FaultError) as caught:
        read_move(move())
    assert "remove async from its definition" in caught.value.reason


def test_a_number_of_thousands_of_digits_is_off_the_board() -> None:
    move: Any = read_move(10**9999)
    assert isinstance(move, int)
    assert cell_of(move, range(9), Game()) not in range(9)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"move": True},
        {"move": 4.0},
        {"move": "4"},
        {"move": [1]},
        {"move": [1, "2"]},
        {"move": {"weights": 4}},
        {"move": {"weights": [4]}},
        {"move": {"weights": [[4]]}},
        {"move": {"weights": [[4, 1]]}},
        {"move": {"weights": [[True, "1"]]}},
    ],
)
def test_a_record_that_is_no_answer_is_a_fault_that_shows_it(record: Record) -> None:
    """The player's own code has written it to the pipe of the answers."""
    with pytest.raises(FaultError, match="to the stream of its answers"):
        move_in(record)


@pytest.mark.parametrize(
    ("place", "cell"),
    [(4, 4), (99, 99), ((1, 2), 5), ((0, 3), OFF_BOARD), ((-1, 0), OFF_BOARD)],
)
def test_a_place_is_a_cell_or_a_row_and_a_column(place: Place, cell: int) -> None:
    assert cell_of(place, range(9), Game()) == cell


@pytest.mark.parametrize(
    ("place", "cell"),
    [(0, 6), (2, 5), (1, 1), (3, OFF_BOARD), (8, OFF_BOARD), ((2, 0), 6), ((1, 0), 3)],
)
def test_with_gravity_a_number_is_a_column(place: Place, cell: int) -> None:
    legal = [6, 5]  # column 1 is full
    assert cell_of(place, legal, Game(gravity=True)) == cell
