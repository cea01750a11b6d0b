"""data/pairings.csv proves draws without a search, and agrees with what was built."""

import csv
import re
from itertools import groupby
from operator import itemgetter

import boards
import check_pairings
import pairings
import pytest
from support.cases import exhaustive
from support.records import BUILT

from ttt_table.rules.game import lines_of_x
from ttt_table.runtime import cells_in

with pairings.LIST.open(encoding="utf-8") as file:
    ROWS = list(csv.DictReader(file))


ROWS_OF = {name: list(rows) for name, rows in groupby(ROWS, key=itemgetter("game"))}
ANSWERED = [name for name, rows in ROWS_OF.items() if rows[0]["first"]]
"""The games in which O replies to X's first stone before there are pairs."""


def test_each_listed_game_is_held_by_its_pairs() -> None:
    """Whatever its lines are."""
    for name, rows in ROWS_OF.items():
        if rows[0]["listed"] == "1":
            game = boards.LISTED[name]
            game_lines = [{*cells_in(mask)} for mask in lines_of_x(game)]
            held = check_pairings.is_held(game_lines, game.rows, game.cols, rows)
            assert held, name


@pytest.mark.parametrize("name", ["4x4k4", *exhaustive(ANSWERED)])
@pytest.mark.parametrize("column", ["first", "reply", "pairs"])
def test_an_answer_that_is_spoilt_is_refused(name: str, column: str) -> None:
    """Without it, on X's own stone, or with a pair less."""
    rows = [dict(row) for row in ROWS_OF[name]]
    if column == "first":
        rows = rows[1:]
    elif column == "reply":
        rows[0]["reply"] = rows[0]["first"]
    else:
        rows[0]["pairs"] = rows[0]["pairs"].partition(" ")[2]
    game = boards.LISTED.get(name)
    if game is None:
        rows_of_board, cols, k = map(int, re.findall(r"\d+", name))
        game_lines = list(check_pairings.lines_in_a_row(rows_of_board, cols, k))
    else:
        rows_of_board, cols = game.rows, game.cols
        game_lines = [{*cells_in(mask)} for mask in lines_of_x(game)]
    assert not check_pairings.is_held(game_lines, rows_of_board, cols, rows)


def test_four_in_a_row_on_4x4_is_a_draw_by_a_reply_and_pairs() -> None:
    """No pairing is enough, since ten lines would need twenty cells."""
    assert len(ROWS_OF["4x4k4"]) == 3
    assert BUILT["4x4k4"]["value"] == 0


def test_what_a_pairing_proves_is_what_was_built() -> None:
    """A draw, or with a Breaker that O wins; a few games are still to be built."""
    for row in ROWS:
        if row["game"] in BUILT:
            value = {"draw": 0, "O wins": -1}[row["proves"]]
            assert BUILT[row["game"]]["value"] == value, row["game"]


def test_pairs_that_miss_a_line_or_share_a_cell_are_no_pairing() -> None:
    """On the three rows of a board of 3x3."""
    rows = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
    assert check_pairings.is_pairing(rows, [[0, 1], [3, 4], [6, 7]])
    assert not check_pairings.is_pairing(rows, [[0, 1], [3, 4]])
    assert not check_pairings.is_pairing(rows, [[0, 1], [1, 2], [3, 4], [6, 7]])


def test_the_page_of_results_has_the_number_of_games_that_are_settled() -> None:
    """Written by the script."""
    page = pairings.PAGE.read_text(encoding="utf-8")
    text = pairings.LIST.read_text(encoding="utf-8")
    assert pairings.COUNTED_GAMES.search(page)
    assert pairings.with_number_settled(page, text) == page


@pytest.mark.exhaustive
def test_the_list_of_pairings_is_made_by_the_script() -> None:
    """Byte by byte."""
    assert pairings.LIST.read_text(encoding="utf-8") == pairings.list_of_pairings()
