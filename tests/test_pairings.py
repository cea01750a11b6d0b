"""docs/pairings.csv proves draws without a search, and agrees with what was built."""

import csv

import boards
import check_pairings
import pairings
import pytest

from ttt_table.rules.game import lines_of_x
from ttt_table.runtime import cells_in

with pairings.LIST.open(encoding="utf-8") as file:
    ROWS = list(csv.DictReader(file))


def pairs_of(row: dict[str, str]) -> list[list[int]]:
    return check_pairings.parse_pairs(row["pairs"])


def test_each_pairing_of_a_listed_game_meets_all_of_its_lines() -> None:
    """Whatever its lines are."""
    for row in ROWS:
        if row["listed"] == "1":
            masks = lines_of_x(boards.LISTED[row["game"]])
            game_lines = [{*cells_in(mask)} for mask in masks]
            assert check_pairings.is_pairing(game_lines, pairs_of(row)), row["game"]


def test_what_a_pairing_proves_is_what_was_built() -> None:
    """A draw, or with a Breaker that O wins; a few games are still to be built."""
    records = boards.known_records()
    for row in ROWS:
        if row["game"] in records:
            value = {"draw": 0, "O wins": -1}[row["proves"]]
            assert records[row["game"]]["value"] == value, row["game"]


def test_pairs_that_miss_a_line_or_share_a_cell_are_no_pairing() -> None:
    """On the three rows of a board of 3x3."""
    rows = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
    assert check_pairings.is_pairing(rows, [[0, 1], [3, 4], [6, 7]])
    assert not check_pairings.is_pairing(rows, [[0, 1], [3, 4]])
    assert not check_pairings.is_pairing(rows, [[0, 1], [1, 2], [3, 4], [6, 7]])


def test_the_page_of_claims_has_the_number_of_games_that_are_settled() -> None:
    """Written by the script."""
    claims = pairings.CLAIMS.read_text(encoding="utf-8")
    text = pairings.LIST.read_text(encoding="utf-8")
    assert pairings.COUNTED_GAMES.search(claims)
    assert pairings.with_number_settled(claims, text) == claims


@pytest.mark.exhaustive
def test_the_list_of_pairings_is_made_by_the_script() -> None:
    """Byte by byte."""
    assert pairings.LIST.read_text(encoding="utf-8") == pairings.list_of_pairings()
