"""Boards as a terminal shows them, if their cells are not in rows of squares."""

import pytest
from support.games import boxed, hex_board

from ttt_table import Game
from ttt_table.results.boards import film, grid, rule_text

SLANTED = """\
 X O .
  . X .
   O . ."""
LAYERS = """\
 0 | 1 | 2      6 | 7 | 8
---+---+---    ---+---+---
 3 | 4 | X      9 | a | O"""


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (Game(), "3 in a row wins"),
        (Game(misere=True, gravity=True), "3 in a row loses, stones fall"),
        (Game(breaker=True), "X wins with 3 in a row; on a full board without, O wins"),
        (
            Game(breaker=True, misere=True),
            "X loses with 3 in a row; on a full board without, X wins",
        ),
        (Game(2, 2, lines=[]), "no lines, so always a draw"),
        (Game(1, 3, lines=[[0, 1]]), "the player who fills the line first wins"),
        (
            Game(1, 3, lines=[], o_lines=[[0, 1]]),
            "O wins with the line of O; X has no lines",
        ),
    ],
)
def test_the_rule_says_who_wins_or_loses_with_which_lines(
    game: Game, rule: str
) -> None:
    assert rule_text(game) == rule


def test_boards_of_a_film_stand_three_blanks_apart() -> None:
    """As many beside each other as a line of the terminal has room for."""
    first_line, *_ = film(Game(2, 2, 2), ["X...", "XO..", "XOX."] * 8).splitlines()
    assert first_line == "  " + "   ".join(["X.", "XO", "XO"] * 5)


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
