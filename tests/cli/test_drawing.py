"""Boards as a terminal shows them, where they are no flat squares."""

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


def test_layers_of_a_box_stand_side_by_side() -> None:
    """The first one at the left, each drawn as a board of its own."""
    for gravity, row in ((False, "  XXX XXX   OOO OOO"), (True, "  XXXXXX   OOOOOO")):
        box = boxed(2, 2, 3, 2, gravity=gravity)
        assert grid(box, "01234X6789aO") == LAYERS
        assert film(box, ["X" * 12, "O" * 12]) == f"{row}\n{row}"
