"""Other packages' boards and moves: shown, read back, and refused where they are none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ttt_table import Game, Table
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.export.encodings import Encoding, openspiel, pettingzoo, planes

SPIEL, ZOO = openspiel(Game()), pettingzoo()
FALLING = openspiel(Game(2, 3, 2, gravity=True))
SHOWN = {
    # The first three as OpenSpiel's and PettingZoo's own environments show and number them.
    "openspiel": (SPIEL, "X...OX...", "011100111 000010000 100001000", "012345678"),
    "falling": (FALLING, "..XX.O", "100001 001000 010110", "012012"),
    "pettingzoo": (ZOO, "X...OX...", "010000001000000100", "036147258"),
    "planes": (planes(Game(2, 2, 2)), "XO.X", "0100 1001", "0123"),
    "planes with the empty": (planes(Game(2, 2, 2), empty=True), "XO..", "1000 0100 0011", "0123"),
}
"""An encoding, a board, its observation with a digit for each number, and each cell's action."""


@pytest.mark.parametrize(("encoding", "board", "digits", "actions"), SHOWN.values(), ids=SHOWN)
def test_boards_and_moves_go_there_and_back(
    encoding: Encoding, board: str, digits: str, actions: str
) -> None:
    """One as well as many, flat as well as not."""
    flat = np.array([int(digit) for digit in digits.replace(" ", "")])
    shown = encoding.observations(board)
    assert shown.ravel().tolist() == flat.tolist()
    assert encoding.boards(shown) == encoding.boards(flat) == board
    (marks,) = encoding.boards([flat])
    assert encoding.observations([marks]).tolist() == [shown.tolist()]
    cells = list(range(encoding.game.cells))
    assert "".join(map(str, encoding.actions(cells))) == actions
    if not encoding.game.gravity:
        assert encoding.cells(encoding.actions(cells)).tolist() == cells
        assert [encoding.cells(encoding.actions(cell)) for cell in cells] == cells


@pytest.mark.parametrize("encoding", [SPIEL, ZOO, planes(Game()), planes(Game(), empty=True)])
def test_every_board_is_told_from_what_is_seen_of_it(encoding: Encoding, table: Table) -> None:
    """By the mover, and by either player."""
    boards = list(table)
    marks = encoding.boards(encoding.observations(boards))
    for own in ("X", "O"):
        seen = encoding.observations(marks, own)
        assert (encoding.boards(seen, own) == marks).all()
    assert ["".join(".XO"[mark] for mark in row) for row in marks] == boards


def test_with_gravity_a_column_is_its_lowest_free_cell() -> None:
    """Of the board that it is played on."""
    assert [FALLING.cells(column, "...X..") for column in range(3)] == [0, 4, 5]
    assert FALLING.cells([1, 0], ["...X..", "...X.."]).tolist() == [4, 0]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: SPIEL.observations("XX......."), BoardError, "take turns"),
        (lambda: SPIEL.observations(["X..", "..."]), BoardError, "board 0"),
        (lambda: SPIEL.boards(np.zeros((2, 27))), BoardError, "board 0: each cell"),
        (lambda: SPIEL.boards(np.full(27, 0.5)), BoardError, "board 0: each cell"),
        (lambda: SPIEL.boards({"observation": 1}), BoardError, "numbers"),
        (lambda: SPIEL.boards([[1], [1, 2]]), BoardError, "numpy cannot read"),
        (lambda: ZOO.boards(np.ones((3, 3, 2))), BoardError, "board 0: each cell"),
        (lambda: ZOO.boards(ZOO.observations("X........", "X")), BoardError, "take turns"),
        (lambda: ZOO.observations("X........", "player_1"), ArgumentError, "own is"),
        (lambda: ZOO.actions(9), ArgumentError, "from 0 to 8"),
        (lambda: ZOO.cells([-1]), ArgumentError, "from 0 to 8"),
        (lambda: planes("3x3"), ArgumentError, "a game is"),  # type: ignore[arg-type]
        (lambda: ZOO.cells(1.0), ArgumentError, "whole numbers"),
        (lambda: ZOO.cells(0, "X........"), ArgumentError, "no cell is free"),
        (lambda: FALLING.cells(0), ArgumentError, "needs its board"),
        (lambda: FALLING.cells([0, 1], ["......"] * 3), ArgumentError, "3 boards for 2 actions"),
    ],
)
def test_what_is_none_is_refused(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    """With an error that says what is needed."""
    with pytest.raises(error, match=message):
        call()
