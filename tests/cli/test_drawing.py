"""Boards as a terminal shows them, if their cells are not in rows of squares."""

import pytest
from support.games import boxed, hex_board

from ttt_table.cli.output.drawing import film, grid

SLANTED = """\
 X O .
  . X .
   O . ."""
LAYERS = """\
 0 | 1 | 2      6 | 7 | 8
---+---+---    ---+---+---
 3 | 4 | X      9 | a | O"""


def test_hex_stands_slanted() -> None:
    """A cell touches the two below it, half a cell to its left and right."""
    assert grid(hex_board(3, 3), "XO  X O  ") == SLANTED
    assert film(hex_board(2, 2), ["X...", "X..O"]) == "   X .     X .\n    . .     . O"


@pytest.mark.parametrize(
    ("gravity", "row"), [(False, "  XXX XXX   OOO OOO"), (True, "  XXXXXX   OOOOOO")]
)
def test_layers_of_a_box_are_side_by_side(gravity: bool, row: str) -> None:
    """The first one at the left; a film has rows of layers, with gravity layers."""
    box = boxed(2, 2, 3, 2, gravity=gravity)
    assert grid(box, "01234X6789aO") == LAYERS
    assert film(box, ["X" * 12, "O" * 12]) == f"{row}\n{row}"
