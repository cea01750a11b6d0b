"""Boards: every understood spelling, and every reason for refusing one."""

import pickle
from collections.abc import Iterable
from itertools import product

import numpy
import pytest
from support.slow import Slow

from ttt_table import BoardError, Game
from ttt_table.rules.board import board_text, explain_unreachable, position_of, text_of
from ttt_table.rules.game import Position, lines_allow, lines_by_side

GAME, FALLING = Game(), Game(gravity=True)
ALL_TEXTS = ["".join(marks) for marks in product("XO.", repeat=9)]


@pytest.mark.parametrize(
    "game", [Game(2, 3, 2), Game(1, 5, 2), Game(2, 3, 2, breaker=True)], ids=str
)
def test_reachability_can_be_read_off_a_position(game: Game) -> None:
    """Counting stones and winners is not enough where a line can be made twice."""
    reached = Slow(*game).boards()
    for text in map("".join, product("XO.", repeat=game.cells)):
        try:
            position = position_of(text, game)
        except BoardError:
            assert text not in reached
        else:
            assert lines_allow(
                *position.sides, lines_by_side(game, position.stones)
            ) == (text in reached), text


def test_text_and_position_are_inverse() -> None:
    """A position's text reads back as the position; whoever moved first has its first stones."""
    assert (
        position_of("O...X....", GAME, "O")
        == position_of("X...O....", GAME)
        == Position(1, 16)
    )
    for text in ALL_TEXTS[::7]:
        if 0 <= text.count("X") - text.count("O") <= 1:
            assert text_of(position_of(text, GAME), GAME) == text
        if 0 <= text.count("O") - text.count("X") <= 1:
            assert text_of(position_of(text, GAME, "O"), GAME, "O") == text


@pytest.mark.parametrize(
    "spelling",
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
        numpy.array([["X", "O", None], [3, 4, 5], ["X", None, "O"]], dtype=object),
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
def test_drawn_and_listed_boards_are_understood(spelling: object) -> None:
    """Drawn, or lists of cells and lists of rows; more drawings are in readers/vectors."""
    assert board_text(spelling, GAME) == "XO....X.O"  # type: ignore[arg-type]


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
    """Others are refused: whoever draws other rows than the game has means other cells."""
    assert board_text(drawn, game) == drawn.translate(dict.fromkeys(map(ord, " |/\n")))


STRANGE = {
    "0": r"'0' \(U\+0030\).*Write X, O and",
    "\u0425": r"\(U\+0425\).*Write X, O",
    "\ufeff": r"\(U\+FEFF\)",
    "7": r"\(U\+0037\).*for an empty cell",
    "\x1b": r"'\\x1b' \(U\+001B\)",
    "\udc80": r"\(U\+DC80\)",
    "*": r"'\*' \(U\+002A\).*\. for an empty cell",
}
"""Told with their code points, since many look alike and some cannot be seen."""
REFUSED: list[tuple[object, Game, str, str, Iterable[int]]] = [
    *(
        (f"{sign}........", GAME, "strange-character", hint, (0,))
        for sign, hint in STRANGE.items()
    ),
    *(
        (
            [sign, *"........"],
            GAME,
            "strange-character",
            rf"\(U\+{ord(sign):04X}\)",
            (0,),
        )
        for sign in STRANGE
        if sign not in "07"
    ),
    ("X..", GAME, "wrong-length", "3 cells, but a 3x3 board has 9", ()),
    ("X", GAME, "wrong-length", "1 cell, but a 3x3 board has 9", ()),
    ([], GAME, "wrong-length", "0 cells", ()),
    ("\n".join("XO......."), GAME, "wrong-rows", "drawn as rows of 1, 1, 1", ()),
    ("X |   | O", GAME, "wrong-length", "2 cells.*blank cells are not understood", ()),
    (
        "X..#.....",
        GAME,
        "strange-character",
        "cell 3 holds the strange character '#'",
        (3,),
    ),
    (
        *("X|O|X\n-+-+-\nO|X|O\n-+-+-\nX|O|X", GAME, "strange-character"),
        *(r"cell 4 .*'\+'.*ruled lines", (4, 6, 12, 14)),
    ),
    (["X", "O", "#", *"......"], GAME, "strange-character", "cell 2 holds '#'", (2,)),
    (
        ["X", "9" * 5000, *"......."],
        GAME,
        "strange-character",
        "cell 1 holds '99",
        (1,),
    ),
    (["XO", *[""] * 8], GAME, "strange-character", "cell 0 holds 'XO'", (0,)),
    (["X", True, *[""] * 7], GAME, "strange-character", "cell 1 holds True", (1,)),
    (
        ["X..", ".O.", "...", "..."],
        Game(3, 4),
        "strange-character",
        "cell 0 holds 'X",
        (0,),
    ),
    (["X", *[0] * 8], GAME, "wrong-number", "not the cell's own", range(1, 9)),
    (["X", 1, 3, *[""] * 6], GAME, "wrong-number", "not the cell's own", (1, 2)),
    (["X", 10**5000, *"......."], GAME, "wrong-number", "not the cell's own", (1,)),
    (["X", ["O"], *[""] * 7], GAME, "wrong-rows", "3 rows with 3 cells", ()),
    ([["X", "O"], ["", ""], ["", ""]], GAME, "wrong-rows", "3 rows with 3 cells", ()),
    (["X..", ["O", None, ""], 5], GAME, "wrong-rows", "3 rows with 3 cells", ()),
    ([["X", "", ""]] * 4, Game(3, 4), "turned", "3 rows with 4 cells", ()),
    (
        "X..\n.O.\n...\n...",
        Game(3, 4),
        "turned",
        "drawn as rows of 3, 3, 3, 3 cells",
        (),
    ),
    (
        "XXX.O....",
        GAME,
        "uneven-counts",
        "too many X: 3 X and 1 O, but X moves",
        (0, 1, 2),
    ),
    ("O........", GAME, "uneven-counts", "too many O: 0 X and 1 O", (0,)),
    (
        *("XXXOOO...", GAME, "both-have-lines"),
        *(
            "both have won: X has 3 in a row at cells 0 1 2, O.* at cells 3 4 5",
            range(6),
        ),
    ),
    ("XXXOOO...", Game(misere=True), "both-have-lines", "both have lost", range(6)),
    (
        *("XXXOO...O", GAME, "moved-after-end"),
        *("play went on after a win: X .* cells 0 1 2, yet O has moved", (0, 1, 2)),
    ),
    ("XXXOO...O", Game(misere=True), "moved-after-end", "after a loss", (0, 1, 2)),
    (
        *("XXO.OXXO..", Game(1, 10, 2), "lines-apart"),
        *("cells 0 1 and at cells 5 6, and no single move", (0, 1, 5, 6)),
    ),
    ("....X....", FALLING, "floating", "cell 4 holds a stone with nothing below", (4,)),
    ("...X..O..", FALLING, "no-order", "no order of play", ()),
    ("O..OO.XXX", FALLING, "moved-after-end", "play went on after a win", (6, 7, 8)),
    (5, GAME, "not-a-board", "not int", ()),
    (None, GAME, "not-a-board", "not NoneType", ()),
    (b"X........", GAME, "not-a-board", "not bytes: decode it", ()),
    (iter("X........"), GAME, "not-a-board", "not str_", ()),
    (numpy.ndarray, GAME, "not-a-board", "not type", ()),
]


@pytest.mark.parametrize(("board", "game", "code", "reason", "cells"), REFUSED)
def test_a_bad_board_says_its_reason_its_code_and_its_cells(
    board: object, game: Game, code: str, reason: str, cells: Iterable[int]
) -> None:
    """A `BoardError` is a `ValueError` and a `KeyError`, its text free of quotes; it pickles."""
    with pytest.raises(BoardError, match=f"(?s){reason}") as caught:
        raise explain_unreachable(position_of(board, game), game)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, KeyError)
    assert (caught.value.code, caught.value.cells) == (code, tuple(cells))
    assert not str(caught.value).startswith("'")
    assert pickle.loads(pickle.dumps(caught.value)).__dict__ == caught.value.__dict__


def test_numbers_that_stand_for_players_get_the_call_that_names_them() -> None:
    """The call in the message makes a board of them."""
    for cells in ([1, 0, 0, 0, 2, 0, 0, 0, 0], [1, 0, 0, 0, -1, 0, 0, 0, 0]):
        for board in (cells, numpy.array(cells), numpy.array(cells).reshape(3, 3)):
            with pytest.raises(BoardError, match="not the cell's own") as caught:
                board_text(board, GAME)
            call = str(caught.value).partition("-1 is O: ")[2]
            assert eval(call, {"cells": cells}) == "X...O...."
    with pytest.raises(BoardError, match="astype"):
        board_text(numpy.array(list("X...O....")).astype("S"), GAME)


def test_a_list_within_itself_is_no_board() -> None:
    """Nor is a text of millions of characters repeated in the message."""
    endless: list[object] = []
    endless.append(endless)
    for game in (GAME, Game(1, 1)):
        with pytest.raises(BoardError):
            board_text(endless, game)  # type: ignore[arg-type]
    with pytest.raises(BoardError) as caught:
        board_text(["?" * 3_000_000], Game(1, 1))
    assert len(str(caught.value)) < 400
