"""Boards: every understood spelling, and every reason for refusing one."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import sampled
from slow import Slow

from ttt_table import BoardError, Game
from ttt_table.errors import ArgumentError
from ttt_table.rules.board import board_text, check_first, explain_unreachable, position_of, text_of
from ttt_table.rules.game import Position, is_reachable

GAME = Game()
ALL_TEXTS = ["".join(marks) for marks in product("XO.", repeat=9)]


def refusal(board: object, game: Game = GAME, first: str = "X") -> str:
    """Why the board is refused, by its own looks or because play cannot reach it."""
    with pytest.raises(BoardError) as caught:
        position = position_of(board, game, first)  # type: ignore[arg-type]
        raise explain_unreachable(position, game, first)
    return str(caught.value)


def test_exactly_the_reachable_ones_of_all_texts_are_accepted(boards: list[str]) -> None:
    """Of the 19,683 texts of nine cells, the rules leave the 5,478 that play reaches."""
    accepted = []
    for text in ALL_TEXTS:
        if 0 <= text.count("X") - text.count("O") <= 1:
            position = position_of(text, GAME)
            if is_reachable(position, GAME):
                accepted.append(text)
        else:
            assert refusal(text).startswith("too many")
    assert len(ALL_TEXTS) == 19_683
    assert sorted(accepted) == boards


@pytest.mark.parametrize(
    "game",
    sampled(
        [
            *(Game(2, 3, 2), Game(1, 5, 2), Game(2, 4, 1), Game(3, 3, 2)),
            *(Game(rows, cols, 2, gravity=True) for rows, cols in ((2, 4), (4, 2), (1, 5))),
            *(Game(3, 3, k, gravity=True) for k in (1, 2, 3, 4)),
        ],
        lambda game: game.cells < 8,
    ),
    ids=str,
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
            assert is_reachable(position, game) == (text in reached), text


def test_text_and_position_are_inverse() -> None:
    """A position's text reads back as the position, whoever moved first."""
    for text in ALL_TEXTS[::7]:
        if 0 <= text.count("X") - text.count("O") <= 1:
            assert text_of(position_of(text, GAME), GAME) == text
        if 0 <= text.count("O") - text.count("X") <= 1:
            assert text_of(position_of(text, GAME, "O"), GAME, "O") == text


def test_with_o_first_the_colours_are_exchanged() -> None:
    """The stones of whoever moved first come first."""
    assert position_of("O...X....", GAME, "O") == position_of("X...O....", GAME) == Position(1, 16)


@pytest.mark.parametrize(
    "spelling",
    [
        "xo.-_.X.o",
        "XO.\n...\nX.O",
        "XO.\r\n...\r\nX.O\n",
        "XO./.../X.O",
        "X O . | . . . | X . O",
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
    ],
)
def test_drawn_and_listed_boards_are_understood(spelling: object) -> None:
    """Case, empty cells, separators, lists of cells and lists of rows."""
    assert board_text(spelling, GAME) == "XO....X.O"  # type: ignore[arg-type]


SEPARATED = st.lists(
    st.tuples(st.sampled_from("XxOo.-_"), st.text(" \t\r\n/|", max_size=3)), min_size=9, max_size=9
)


@given(SEPARATED)
def test_separators_between_cells_never_matter(cells: list[tuple[str, str]]) -> None:
    """Any of them may stand between any two cells of a square board."""
    plain = "".join(mark.upper().translate({45: ".", 95: "."}) for mark, _ in cells)
    assert board_text("".join(mark + space for mark, space in cells), GAME) == plain


@pytest.mark.parametrize(
    ("board", "reason", "cells"),
    [
        ("X..", "3 cells, but a 3x3 board has 9", ()),
        ("X" * 10, "10 cells", ()),
        ("", "0 cells", ()),
        ("X..#.....", "cell 3 holds the strange character '#'", (3,)),
        ("X0.......", "cell 1 holds the strange character '0'", (1,)),
        ("X|O|X\n-+-+-\nO|X|O\n-+-+-\nX|O|X", r"cell 4 .*'\+'.*ruled lines", (4, 6, 12, 14)),
        ("X |   | O", "2 cells.*blank cells are not understood", ()),
        ("XXX.O....", "too many X: 3 X and 1 O, but X moves first", (0, 1, 2)),
        ("O........", "too many O: 0 X and 1 O", (0,)),
        (
            "XXXOOO...",
            "both have won: X has 3 in a row at cells 0 1 2, O.* at cells 3 4 5",
            range(6),
        ),
        ("XXXOO...O", "play went on after a win: X .* cells 0 1 2, yet O has moved", (0, 1, 2)),
        (["X"] * 3, "3 cells", ()),
        (["X", 0, 0, 0, 0, 0, 0, 0, 0], "not the cell's own", range(1, 9)),
        (["X", 1, 3, "", "", "", "", "", ""], "not the cell's own", (1, 2)),
        (["XO", "", "", "", "", "", "", "", ""], "cell 0 holds 'XO'", (0,)),
        (["X", True, "", "", "", "", "", "", ""], "cell 1 holds True", (1,)),
        (["X", 1.5, "", "", "", "", "", "", ""], "cell 1 holds 1.5", (1,)),
        (["X", ["O"], "", "", "", "", "", "", ""], "3 rows with 3 cells", ()),
        ([["X", "O"], ["", ""], ["", ""]], "3 rows with 3 cells", ()),
        (5, "not int", ()),
        (None, "not NoneType", ()),
        (b"X........", "not bytes", ()),
    ],
)
def test_a_bad_board_says_its_reason_and_its_cells(
    board: object, reason: str, cells: object
) -> None:
    """A `BoardError` is a `ValueError` and a `KeyError`, and its text is free of quotes."""
    with pytest.raises(BoardError, match=f"(?s){reason}") as caught:
        raise explain_unreachable(position_of(board, GAME), GAME)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, KeyError)
    assert caught.value.cells == tuple(cells)  # type: ignore[arg-type]
    assert not str(caught.value).startswith("'")


def test_two_lines_that_share_no_stone_mean_play_went_on() -> None:
    """One move can complete two lines only where they meet."""
    game = Game(1, 10, 2)
    assert "cells 0 1 and at cells 5 6, and no single move" in refusal("XXO.OXXO..", game)
    assert is_reachable(Position(0b1000001, 0b0110), game)


def test_in_misere_a_line_is_a_loss() -> None:
    """The message does not call the player who made a line the winner."""
    assert "after a loss" in refusal("XXXOO...O", Game(misere=True))
    assert "both have lost" in refusal("XXXOOO...", Game(misere=True))


def test_a_board_drawn_the_other_way_round_is_refused() -> None:
    """Four rows of three are not a board of three rows of four, though both have twelve cells."""
    game = Game(3, 4, 3)
    assert board_text("X...\n.O..\n....", game) == "X....O......"
    assert "drawn as 4 rows of 3 cells" in refusal("X..\n.O.\n...\n...", game)
    assert "3 rows with 4 cells" in refusal([["X", "", ""]] * 4, game)


def test_only_a_player_can_move_first() -> None:
    """An `ArgumentError` is a `ValueError`."""
    check_first("O")
    with pytest.raises(ArgumentError, match="'Z'"):
        check_first("Z")
