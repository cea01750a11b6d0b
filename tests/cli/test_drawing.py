"""Boards as a terminal shows them, where they are no flat squares."""

from games import hex_board

from ttt_table import Game
from ttt_table.cli.drawing import film, grid
from ttt_table.rules.families import box_lines

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
    lines = box_lines(2, 2, 3, 2)
    for box in (
        Game(4, 3, lines=lines, name="2x2x3-k2"),
        Game(2, 6, lines=lines, name="2x2x3-k2", gravity=True),
    ):
        assert grid(box, "01234X6789aO") == LAYERS
        row = "  XXXXXX   OOOOOO" if box.gravity else "  XXX XXX   OOO OOO"
        assert film(box, ["X" * 12, "O" * 12]) == f"{row}\n{row}"
