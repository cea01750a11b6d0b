"""Other packages' boards and moves: shown, read back, and refused if invalid."""

from typing import Any

import numpy as np
import pytest

from ttt_table import Game, Table
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.export.encodings import Encoding, openspiel, pettingzoo, planes

SPIEL = openspiel(Game())
ZOO = pettingzoo()
FALLING = openspiel(Game(2, 3, 2, gravity=True))
SHOWN = {
    # The first three as the environments of OpenSpiel and PettingZoo show them.
    "openspiel": (SPIEL, "X...OX...", "011100111 000010000 100001000", "012345678"),
    "falling": (FALLING, "..XX.O", "100001 001000 010110", "012012"),
    "pettingzoo": (ZOO, "X...OX...", "010000001000000100", "036147258"),
    "planes": (planes(Game(2, 2, 2)), "XO.X", "0100 1001", "0123"),
    "planes with the empty": (
        planes(Game(2, 2, 2), empty=True),
        "XO..",
        "1000 0100 0011",
        "0123",
    ),
}
"""An encoding, a board, the digits of its observation, and each cell's action."""


@pytest.mark.parametrize(
    ("encoding", "board", "digits", "actions"), SHOWN.values(), ids=SHOWN
)
def test_boards_and_moves_go_there_and_back(
    encoding: Encoding, board: str, digits: str, actions: str
) -> None:
    """One or many, flat or not."""
    flat = [int(digit) for digit in digits.replace(" ", "")]
    shown = encoding.observations(board)
    assert shown.ravel().tolist() == flat
    assert encoding.boards(shown) == encoding.boards(flat) == board
    assert (encoding.observations(encoding.boards([flat])) == [shown]).all()
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    assert encoding.actions(free).tolist() == [int(actions[cell]) for cell in free]
    assert encoding.cells(encoding.actions(free[-1]), board) == free[-1]
    ends = [free[0], free[-1]]
    assert encoding.cells(encoding.actions(ends), [board, board]).tolist() == ends


@pytest.mark.exhaustive
def test_boards_from_the_movers_point_of_view_are_shown_as_they_are(
    table: Table, some_boards: list[str]
) -> None:
    """A batch player receives arrays with 1 for its own stones; text stays X and O."""
    relative = planes(Game(), relative_boards=True)
    marks = table.batch(some_boards).boards
    from_mover = marks * table.batch(some_boards).movers[:, None]
    expected = planes(Game()).observations(marks)
    assert (relative.observations(from_mover) == expected).all()
    assert (relative.observations(some_boards) == expected).all()
    assert (relative.boards(expected) == from_mover).all()
    assert relative.boards(expected[3]) == some_boards[3]


@pytest.mark.parametrize("viewer", [None, "X", "O"])
@pytest.mark.parametrize(
    "encoding", [SPIEL, ZOO, planes(Game()), planes(Game(), empty=True)]
)
def test_every_board_is_told_from_what_is_seen_of_it(
    encoding: Encoding, viewer: str | None, table: Table, some_boards: list[str]
) -> None:
    """By the mover, and by either player."""
    marks = table.batch(some_boards).boards
    observations = encoding.observations(marks, viewer)
    assert (encoding.boards(observations, viewer) == marks).all()


@pytest.mark.parametrize(
    ("call", "arguments", "error", "message"),
    [
        (SPIEL.observations, ["XX......."], BoardError, "take turns"),
        (SPIEL.boards, [np.full((2, 27), 0.5)], BoardError, "board 0: each cell"),
        (SPIEL.boards, [{"observation": 1}], BoardError, "an array"),
        (SPIEL.boards, [[[1], [1, 2]]], BoardError, "numpy cannot read"),
        (SPIEL.boards, [np.ma.zeros((1, 27))], BoardError, "masked"),
        (ZOO.boards, [np.ones((3, 3, 2))], BoardError, "board 0: each cell"),
        (ZOO.boards, [ZOO.observations("X........", "X")], BoardError, "take turns"),
        (ZOO.observations, ["X........", "player_1"], ArgumentError, "viewer is"),
        (ZOO.actions, [9], ArgumentError, "from 0 to 8"),
        (ZOO.cells, [[-1]], ArgumentError, "from 0 to 8"),
        (ZOO.cells, [1.0], ArgumentError, "integers"),
        (ZOO.cells, [0, "X........"], ArgumentError, "no cell is free"),
        (FALLING.cells, [0], ArgumentError, "needs its board"),
        (
            FALLING.cells,
            [[0, 1], ["......"] * 3],
            ArgumentError,
            "3 boards for 2 actions",
        ),
        (planes, ["3x3"], ArgumentError, "a game is"),
    ],
)
def test_what_is_invalid_is_refused(
    call: Any, arguments: list[Any], error: type[Exception], message: str
) -> None:
    """With an error that says what is needed."""
    with pytest.raises(error, match=message):
        call(*arguments)
