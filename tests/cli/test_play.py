"""``ttt-table play``: games played through a pipe."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.commands import Run

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.rules.outcome import Side

Talk = Callable[..., str]


@pytest.fixture
def talk(run: Run) -> Talk:
    """Play with these lines of input, and return what was printed."""

    def play(lines: list[str], *arguments: str) -> str:
        text = "".join(f"{line}\n" for line in lines).encode()
        return run(["play", *arguments], given=text).out

    return play


def boards_in(printed: str) -> list[str]:
    """Return each board that was drawn: a row has two bars, a free cell its number."""
    marks = []
    for line in printed.splitlines():
        if "|" in line:
            row = line.split("> ")[-1]  # after the prompt
            marks += [cell.strip() for cell in row.split("|")]
    text = "".join("." if mark.isdigit() else mark for mark in marks)
    return [text[start : start + 9] for start in range(0, len(text), 9)]


def play_whole_game(
    talk: Talk, *arguments: str, choose: Callable[[str], int]
) -> tuple[list[str], str]:
    """Play a game, each move chosen for the board that was drawn last.

    Returns:
        The moves, and what was printed.
    """
    moves: list[str] = []
    while True:
        printed = talk(moves, *arguments)
        if "new or quit> " in printed:
            return moves, printed
        moves.append(str(choose(boards_in(printed)[-1])))


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("first", ["X", "O"])
def test_a_perfect_person_draws_with_the_perfect_table(
    talk: Talk, side: str, first: Side
) -> None:
    """On either side, with either player first."""
    best = open_table(first=first).best_move
    arguments = ("--as", side, "--first", first, "--seed", "1")
    _, printed = play_whole_game(
        talk, *arguments, choose=lambda board: int(best(board) or 0)
    )
    assert "." not in boards_in(printed)[-1]
    assert printed.endswith("A draw: the board is full.\nnew or quit> \nGood-bye.\n")


def test_a_blunder_is_reported_at_once_and_at_the_end(talk: Talk) -> None:
    """With what it threw away, and what would have kept that."""
    chosen = ("--as", "O", "--seed", "5")
    moves, printed = play_whole_game(
        talk, *chosen, choose=lambda board: board.rindex(".")
    )
    assert re.search("O> .* threw a draw away; .* would have kept it[.]", printed)
    assert "\nX has won. O lost it with move" in printed
    assert "The game is finished" in talk([*moves, "hint", "3"], *chosen)


def test_the_board_shows_its_numbers_or_hints(talk: Talk) -> None:
    """In the drawing of lookup."""
    assert " 0 | 1 | 2\n---+---+---\n 3 | 4 | 5\n" in talk(["quit"])
    assert "0 draw*" in talk(["quit"], "--hints")
    assert "0 draw*" in talk(["hint"])


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("9", "There is no cell 9"),
        ("99999999999", "There is no cell 99999999999"),
        ("1 2", "'1 2' is not a cell"),
        ("castle", "'castle' is not a cell"),
        ("-1", "There is no cell -1"),
        ("\x1b[31m", "'\\x1b[31m' is not a cell"),
        ("undo", "You have not moved yet"),
        ("¹", "is not a cell"),
        ("1" + " " * 1000 + "2", "is not a cell"),  # its tail is read away
        ("x" * 3003 + "5", "is not a cell"),
    ],
)
def test_bad_input_gets_the_reason_and_another_try(
    talk: Talk, word: str, reason: str
) -> None:
    """The game goes on."""
    printed = talk([word, "4", "4"], "--seed", "1")
    assert reason in printed
    assert "\x1b" not in printed
    assert printed.count("Cell 4 is taken.") == printed.count(reason) == 1


def test_a_byte_order_mark_is_ignored_at_the_start_only(talk: Talk) -> None:
    """Some systems put one before whatever they pipe."""
    printed = talk(["\ufeff4", "\ufeff0"], "--seed", "1")
    assert boards_in(printed)[-1][4] == "X"
    assert printed.count("is not a cell") == 1


def test_undo_takes_the_last_move_back_with_its_answer(talk: Talk) -> None:
    """And new begins again, with an empty board."""
    boards = boards_in(talk(["4", "undo", "0", "new"]))
    assert boards[0] == boards[2] == boards[4] == "........."
    assert boards[1].count("O") == boards[3].count("O") == 1


def test_the_end_of_input_is_a_good_bye(talk: Talk) -> None:
    """Status 0, and the prompt's line is ended."""
    assert talk([]).endswith("> \nGood-bye.\n")


@pytest.mark.parametrize("word", ["h", "?"])
def test_help_has_short_names(talk: Talk, word: str) -> None:
    """They print the same."""
    assert talk([word, "quit"]) == talk(["help", "quit"])


def test_an_interrupt_is_a_good_bye(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """With the status of an interrupt, and no complaint."""
    monkeypatch.setattr("sys.stdin", Mock(readline=Mock(side_effect=KeyboardInterrupt)))
    printed = run(["play"], 130)
    assert printed.out.endswith("\nGood-bye.\n")
    assert printed.err == ""


def test_with_gravity_a_number_is_a_column(talk: Talk, tmp_path: Path) -> None:
    """Never a cell."""
    game = Game(3, 3, 3, misere=True, gravity=True)
    path = build_table(game, tmp_path / "it.msgpack")
    printed = talk(["0", "8", "0", "0", "0"], "--table", path, "--seed", "1")
    assert "\n 0 | 1 | 2\n" in printed
    assert re.search(r"O plays \d \(column \d\)", printed)
    assert "There is no column 8: they are numbered 0 to 2." in printed
    assert "Column 0 is full." in printed


def test_with_gravity_why_explains_a_column(run: Run, tmp_path: Path) -> None:
    """Column 1 leads to cell 7."""
    path = build_table(Game(gravity=True), tmp_path / "it.msgpack")
    printed = run(["why", "--table", path, "--json", ".........", "1"]).out
    assert [move["cell"] for move in json.loads(printed)["moves"]] == [7]


# review

GAMES = b"4 0, 2 6\n0 1\n4 4\nx\n" + b"0 " * 40000
"""Two games, then a taken cell, a word, and a line that is too long."""


def test_many_games_are_reviewed_in_a_line_each(run: Run) -> None:
    """With status 2 if one of them is bad."""
    printed, errors = run(["review", "-"], 2, given=GAMES)
    assert errors == "ttt-table: error: 3 of 5 games failed\n"
    assert printed.startswith(
        "4 0, 2 6  X to move: draw in 5 plies\n0 1  X to move: X wins"
    )
    assert "4 4  move 2: cell 4 is taken\n" in printed
    assert len(printed.splitlines()) == 5


def test_many_games_are_reviewed_in_json(run: Run) -> None:
    """A bad game is repeated beside its error."""
    printed, errors = run(["review", "-", "--json"], 2, given=GAMES)
    assert errors == "ttt-table: error: 3 of 5 games failed\n"
    draw, lost, taken, word, _ = [json.loads(line) for line in printed.splitlines()]
    assert draw["decisive"] is None
    assert lost["decisive"]["number"] == 2
    assert (taken["game"], word["game"]) == ("4 4", "x")
    assert taken["moves"][0]["cell"] == 4


def test_with_gravity_columns_are_reviewed(run: Run, tmp_path: Path) -> None:
    """Never cells."""
    path = build_table(Game(gravity=True), tmp_path / "falling")
    printed = run(["review", "--json", "--table", path, "1 1 1 0"]).out
    assert [move["cell"] for move in json.loads(printed)["moves"]] == [7, 4, 1, 6]
    errors = run(["review", "--table", path, "1 1 1 1"], 2).err
    assert "move 4: column 1 is full" in errors


@pytest.mark.parametrize("level", ["easy", "1"])
def test_a_level_has_a_name_or_a_number_of_plies(talk: Talk, level: str) -> None:
    """Easy sees one ply, so it completes its lines."""
    talked = talk(["0", "1", "2"], "--level", level, "--seed", "1", "--as", "x")
    assert talked == talk(["0", "1", "2"], "--level", "1", "--seed", "1")
