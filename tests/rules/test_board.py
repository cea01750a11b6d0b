"""Boards: every understood notation, and every reason for refusing one."""

import pickle
import re
from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

import numpy
import pytest
from support.cases import exhaustive
from support.games import LINES
from support.reference_game import ReferenceGame

from ttt_table import BoardError, Game
from ttt_table.rules.board import board_text, position_of, text_of
from ttt_table.rules.game import Position, lines_allow, lines_of_mover_and_opponent
from ttt_table.rules.outcome import other
from ttt_table.runtime import FileRules, explain_unreachable

GAME = Game()
FALLING = Game(gravity=True)
ALL_TEXTS = ["".join(marks) for marks in product("XO.", repeat=9)]


@pytest.mark.parametrize(
    "game",
    [
        Game(2, 3, 2),
        Game(1, 5, 2),
        Game(2, 3, 2, breaker=True),
        *exhaustive([Game(), Game(2, 4, 1), Game(3, 3, 2)]),
        *exhaustive(game for game in LINES if not game.gravity and game.cells < 9),
    ],
    ids=str,
)
def test_reachability_can_be_read_off_a_position(game: Game) -> None:
    """Counting stones and winners is not enough if a line can be made twice."""
    reached = ReferenceGame(*game).boards()
    for text in map("".join, product("XO.", repeat=game.cells)):
        assert is_reachable(text, game) == (text in reached), text


def is_reachable(text: str, game: Game) -> bool:
    """Tell what the position alone shows."""
    try:
        position = position_of(text, game)
    except BoardError:
        return False
    counting = lines_of_mover_and_opponent(game, position.stones)
    mover, opponent = position
    if position.stones % 2:
        opponent, mover = position
    return lines_allow(mover, opponent, counting)


@pytest.mark.parametrize("first", ["X", "O"])
def test_text_and_position_are_inverse(first: str) -> None:
    """Whoever moves first."""
    for text in ALL_TEXTS[::7]:
        excess = text.count(first) - text.count(other(first))
        if 0 <= excess <= 1:
            assert text_of(position_of(text, GAME, first), GAME, first) == text


@pytest.mark.parametrize(("text", "first"), [("X...O....", "X"), ("O...X....", "O")])
def test_in_a_position_x_is_the_player_who_moved_first(text: str, first: str) -> None:
    """Bit i stands for cell i."""
    assert position_of(text, GAME, first) == Position(0b1, 0b10000)


@pytest.mark.parametrize(
    "notation",
    [
        " X | O | -\n - | - | -\n X | - | O ",
        "x\to\t_\n_\t_\t_\nx\t_\to",
        ["X", "O", 2, 3, 4, 5, "X", 7, "O"],
        ["x", "o", "", "", "", "", "x", "", "o"],
        ["X", "O", None, None, None, None, "X", None, "O"],
        ("X", "O", 3, 4, 5, 6, "X", 8, "O"),
        ["X", "O", "3", "4", "5", "6", "X", "8", "O"],
        ["X", "O", " ", ".", "-", "_", "X", " ", "O"],
        [["X", "O", None], [None, None, None], ["X", None, "O"]],
        [("x", "o", 2), (3, 4, 5), ("x", 7, "o")],
        ["XO.", "...", "X.O"],
        ("xo-", "- - _", "X|.|O"),
        ["XO2", "345", "X7O"],
        numpy.array(list("XO....X.O")),
        numpy.array(["XO.", "...", "X.O"]),
        numpy.array([["X", "O", "."], ["", "", ""], ["x", " ", "o"]]),
        numpy.array([["X", "O", 2], [3, 4, 5], ["X", 7, "O"]], dtype=object),
        "XO    X O",
        ["XO ", "   ", "X O"],
        ["XO ", "...", "X|.|O"],
        "XO \n   \nX O\n",
        [
            numpy.array(list("XO.")),
            numpy.array(["", "", ""]),
            ["X", None, numpy.str_("O")],
        ],
        ["X", "O", *numpy.arange(2, 6), "X", numpy.int64(7), "O"],
        numpy.str_("XO....X.O"),
        numpy.array("XO....X.O"),
    ],
)
def test_drawn_and_listed_boards_are_understood(notation: object) -> None:
    """Text, lists of cells and lists of rows; more drawings are in readers/vectors."""
    assert board_text(notation, GAME) == "XO....X.O"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("drawn", "game"),
    [
        ("X...O..../", Game()),
        ("X|O|X O|X|O X|O|.", Game()),
        ("XO./OX./.../...", Game(4, 3)),
        ("\n".join("XO......."), Game(9, 1)),
    ],
)
def test_separators_may_stand_where_rows_or_cells_end(drawn: str, game: Game) -> None:
    """Elsewhere they are refused: other rows than the game's mean other cells."""
    without_separators = drawn.translate(dict.fromkeys(map(ord, " |/\n")))
    assert board_text(drawn, game) == without_separators


STRANGE = {
    "0": r"'0' \(U\+0030\).*Write X, O and",
    "\u0425": r"\(U\+0425\).*Write X, O",
    "\ufeff": r"\(U\+FEFF\)",
    "7": r"\(U\+0037\).*for an empty cell",
    "\x1b": r"'\\x1b' \(U\+001B\)",
    "\udc80": r"\(U\+DC80\)",
    "*": r"'\*' \(U\+002A\).*\. for an empty cell",
}
"""Characters that are not marks, and what the message says of each.

It has their code points, since many look alike and some cannot be seen.
"""
STRANGE_IN_LISTS = [mark for mark in STRANGE if mark not in "07"]
"""In a list, 0 and 7 may be numbers of cells."""


@pytest.mark.parametrize("mark", STRANGE)
def test_a_strange_character_in_text_is_named_with_its_code_point(mark: str) -> None:
    """And with its cell."""
    with pytest.raises(BoardError, match=STRANGE[mark]) as caught:
        board_text(f"{mark}........", GAME)
    assert (caught.value.code, caught.value.cells) == ("strange-character", (0,))


@pytest.mark.parametrize("mark", STRANGE_IN_LISTS)
def test_a_strange_character_in_a_list_is_named_with_its_code_point(mark: str) -> None:
    """And with its cell."""
    with pytest.raises(BoardError, match=rf"\(U\+{ord(mark):04X}\)") as caught:
        board_text([mark, *"........"], GAME)
    assert (caught.value.code, caught.value.cells) == ("strange-character", (0,))


class Refused(NamedTuple):
    """A board that is refused, and why."""

    board: object
    game: Game
    code: str
    reason: str
    """A part of the message, as a regular expression."""
    cells: Iterable[int] = ()
    """The cells that are wrong."""


WIDE = Game(3, 4)
RULED = "X|O|X\n-+-+-\nO|X|O\n-+-+-\nX|O|X"
REFUSED = [
    Refused("X..", GAME, "wrong-length", "3 cells, .* 9. .* for an empty cell.$"),
    Refused("X  O", GAME, "wrong-length", "; blank cells are not understood"),
    Refused(
        "X|.|.\n-----\n.|O|.\n-----\n.|.|.",
        GAME,
        "wrong-length",
        "; grid lines and blank",
    ),
    Refused("X│.│.", GAME, "strange-character", "; grid lines are not", [1, 3]),
    Refused("X", GAME, "wrong-length", "1 cell, but a 3x3 board has 9"),
    Refused([], GAME, "wrong-length", "0 cells"),
    Refused(
        "X |   | O", GAME, "wrong-length", "2 cells.*blank cells are not understood"
    ),
    Refused("\n".join("XO......."), GAME, "wrong-rows", "drawn as rows of 1, 1, 1"),
    Refused("X..#.....", GAME, "strange-character", "strange character '#'", [3]),
    Refused(
        RULED, GAME, "strange-character", r"cell 4 .*'\+'.*grid lines", [4, 6, 12, 14]
    ),
    Refused(
        ["X", "O", "#", *"......"], GAME, "strange-character", "cell 2 holds '#'", [2]
    ),
    Refused(
        ["X", "9" * 5000, *"......."],
        GAME,
        "strange-character",
        "cell 1 holds '99",
        [1],
    ),
    Refused(["XO", *[""] * 8], GAME, "strange-character", "cell 0 holds 'XO'", [0]),
    Refused(
        ["X", True, *[""] * 7], GAME, "strange-character", "cell 1 holds True", [1]
    ),
    Refused(
        ["X..", ".O.", "...", "..."], WIDE, "strange-character", "cell 0 holds 'X", [0]
    ),
    Refused(["X", *[0] * 8], GAME, "wrong-number", "not the cell's own", range(1, 9)),
    Refused(["X", 1, 3, *[""] * 6], GAME, "wrong-number", "not the cell's own", [1, 2]),
    Refused(
        ["X", 10**5000, *"......."], GAME, "wrong-number", "not the cell's own", [1]
    ),
    Refused([1, *[""] * 8], GAME, "wrong-number", "other empty cells have none", [0]),
    Refused([1, 2, *[None] * 7], GAME, "wrong-number", "cells have none", [0, 1]),
    Refused(["X", ["O"], *[""] * 7], GAME, "wrong-rows", "3 rows with 3 cells"),
    Refused(
        [["X", "O"], ["", ""], ["", ""]], GAME, "wrong-rows", "3 rows with 3 cells"
    ),
    Refused(["X..", ["O", None, ""], 5], GAME, "wrong-rows", "3 rows with 3 cells"),
    Refused([["X", "", ""]] * 4, WIDE, "turned", "3 rows with 4 cells"),
    Refused("X..\n.O.\n...\n...", WIDE, "turned", "drawn as rows of 3, 3, 3, 3 cells"),
    Refused(
        "XXX.O....",
        GAME,
        "uneven-counts",
        "too many X: 3 X and 1 O, but X moves",
        [0, 1, 2],
    ),
    Refused("O........", GAME, "uneven-counts", "too many O: 0 X and 1 O", [0]),
    Refused(
        "XXXOOO...",
        GAME,
        "both-have-lines",
        "both have won: X has 3 in a row at cells 0 1 2, O.* at cells 3 4 5",
        range(6),
    ),
    Refused(
        "XXXOOO...", Game(misere=True), "both-have-lines", "both have lost", range(6)
    ),
    Refused(
        "XXXOO...O",
        GAME,
        "moved-after-end",
        "play continued after a win: X .* cells 0 1 2, yet O has moved",
        [0, 1, 2],
    ),
    Refused(
        "XXXOO...O", Game(misere=True), "moved-after-end", "after a loss", [0, 1, 2]
    ),
    Refused(
        "XXO.OXXO..",
        Game(1, 10, 2),
        "lines-apart",
        "cells 0 1 and at cells 5 6, and no single move",
        [0, 1, 5, 6],
    ),
    Refused(
        "....X....", FALLING, "floating", "cell 4 holds a stone with nothing below", [4]
    ),
    Refused("...X..O..", FALLING, "no-order", "no order of moves"),
    Refused(
        "O..OO.XXX", FALLING, "moved-after-end", "play continued after a win", [6, 7, 8]
    ),
    Refused(5, GAME, "not-a-board", "not int"),
    Refused(None, GAME, "not-a-board", "not NoneType"),
    Refused(b"X........", GAME, "not-a-board", "not bytes: decode it"),
    Refused(iter("X........"), GAME, "not-a-board", "not str_"),
    Refused(numpy.ndarray, GAME, "not-a-board", "not type"),
]


def rules_of(game: Game) -> FileRules:
    """Return the rules of a game in a row as a file has them."""
    version = 2 if game.gravity or game.breaker else 1
    return FileRules({**game._asdict(), "version": version, "rules": game._asdict()})


def error_of(refused: Refused) -> BoardError:
    """Return the error for a board, also for one that only play cannot reach."""
    with pytest.raises(BoardError) as caught:
        position = position_of(refused.board, refused.game)  # type: ignore[arg-type]
        raise explain_unreachable(rules_of(refused.game), position.mask, position.x)
    return caught.value


@pytest.mark.parametrize("refused", REFUSED)
def test_a_refused_board_has_a_reason_a_code_and_its_cells(refused: Refused) -> None:
    """The message says all that the code does, and more."""
    error = error_of(refused)
    assert re.search(refused.reason, str(error), re.DOTALL)
    assert (error.code, error.cells) == (refused.code, tuple(refused.cells))


@pytest.mark.parametrize("refused", REFUSED)
def test_a_board_error_is_a_value_error_and_a_key_error(refused: Refused) -> None:
    """But its message is not in quotes, as that of a `KeyError` is."""
    error = error_of(refused)
    assert isinstance(error, ValueError)
    assert isinstance(error, KeyError)
    assert not str(error).startswith("'")


@pytest.mark.parametrize("refused", REFUSED)
def test_a_board_error_can_be_pickled(refused: Refused) -> None:
    """With all its fields."""
    error = error_of(refused)
    assert pickle.loads(pickle.dumps(error)).__dict__ == error.__dict__


NUMBERED = [[1, 0, 0, 0, 2, 0, 0, 0, 0], [1, 0, 0, 0, -1, 0, 0, 0, 0]]
"""Boards with 1 for X, and 2 or -1 for O."""


@pytest.mark.parametrize(
    ("make", "cells"),
    [
        *((list, cells) for cells in NUMBERED),
        (numpy.array, NUMBERED[0]),
        (lambda cells: numpy.reshape(cells, (3, 3)), NUMBERED[0]),
    ],
)
def test_for_numbers_of_players_the_message_has_a_call_that_makes_text(
    cells: list[int], make: Callable[[list[int]], object]
) -> None:
    """The call works as it stands there."""
    with pytest.raises(BoardError, match="not the cell's own") as caught:
        board_text(make(cells), GAME)  # type: ignore[arg-type]
    _, _, call = str(caught.value).partition("-1 is O: ")
    assert eval(call, {"cells": cells}) == "X...O...."


@pytest.mark.parametrize("shape", [(9,), (3, 3)])
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "int64"])
def test_an_array_may_have_1_for_x_and_minus_1_for_o(
    shape: tuple[int, ...], dtype: str
) -> None:
    """As arrays of many boards have them."""
    array = numpy.reshape(NUMBERED[1], shape).astype(dtype)
    assert board_text(array, GAME) == "X...O...."


def test_an_array_may_still_have_the_numbers_of_its_cells() -> None:
    assert board_text(numpy.arange(9), GAME) == "........."


def test_for_an_array_of_bytes_the_message_names_the_conversion() -> None:
    """Numpy makes such arrays of text in files."""
    with pytest.raises(BoardError, match="astype"):
        board_text(numpy.array(list("X...O....")).astype("S"), GAME)


@pytest.mark.parametrize("game", [GAME, Game(1, 1)], ids=str)
def test_a_list_that_contains_itself_is_refused(game: Game) -> None:
    """It does not end the recursion of Python."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(BoardError):
        board_text(endless, game)  # type: ignore[arg-type]


def test_a_message_does_not_repeat_millions_of_characters() -> None:
    """It shows the first ones."""
    with pytest.raises(BoardError) as caught:
        board_text(["?" * 3_000_000], Game(1, 1))
    assert len(str(caught.value)) < 400
