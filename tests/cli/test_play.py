"""``ttt-table play``: games played through a pipe."""

import re
from collections.abc import Callable

import pytest
from support.commands import Run

from ttt_table import open_table
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


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("first", ["X", "O"])
def test_a_perfect_person_draws_with_the_perfect_table(
    talk: Talk, side: str, first: Side
) -> None:
    """On either side, with either player first."""
    table = open_table(first=first)
    moves: list[str] = []
    printed = ""
    while "new or quit> " not in printed:
        printed = talk(moves, "--as", side, "--first", first, "--seed", "1")
        moves.append(str(table.best_move(boards_in(printed)[-1])))
    assert "." not in boards_in(printed)[-1]
    assert printed.endswith("A draw: the board is full.\nnew or quit> \nGood-bye.\n")


BAD_INPUT = {
    "9": "There is no cell 9",
    "99999999999": "There is no cell 99999999999",
    "1 2": "'1 2' is not a cell",
    "castle": "'castle' is not a cell",
    "-1": "There is no cell -1",
    "\x1b[31m": "'\\x1b[31m' is not a cell",
    "undo": "You have not moved yet",
    "¹": "is not a cell",
    "1" + " " * 1000 + "2": "is not a cell",  # its tail is read away
    "x" * 3003 + "5": "is not a cell",
}


def test_bad_input_gets_the_reason_and_another_try(talk: Talk) -> None:
    """The game goes on."""
    printed = talk([*BAD_INPUT, "4", "4"], "--seed", "1")
    replies = re.findall("^X> (.*)", printed, re.MULTILINE)
    *refusals, _, taken, _ = replies
    for reason, refusal in zip(BAD_INPUT.values(), refusals, strict=True):
        assert reason in refusal
    assert taken == "Cell 4 is taken."
    assert "\x1b" not in printed


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


@pytest.mark.parametrize("level", ["easy", "1"])
def test_a_level_has_a_name_or_a_number_of_plies(talk: Talk, level: str) -> None:
    """Easy sees one ply, so it completes its lines."""
    talked = talk(["0", "1", "2"], "--level", level, "--seed", "1", "--as", "x")
    assert talked == talk(["0", "1", "2"], "--level", "1", "--seed", "1")
