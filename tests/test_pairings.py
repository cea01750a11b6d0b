"""data/pairings.csv proves draws without a search, and agrees with what was built."""

import csv
import re
from itertools import groupby
from operator import itemgetter
from random import Random

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
WITH_SETS = [name for name, rows in ROWS_OF.items() if "/" in rows[0]["groups"]]
"""The games with a larger group than pairs."""


def test_each_listed_game_is_held_by_its_groups() -> None:
    """Whatever its lines are."""
    for name, rows in ROWS_OF.items():
        if rows[0]["listed"] == "1":
            game = boards.LISTED[name]
            game_lines = [{*cells_in(mask)} for mask in lines_of_x(game)]
            held = check_pairings.is_held(game_lines, game.rows, game.cols, rows)
            assert held, name


@pytest.mark.parametrize("name", ["4x4k4", *exhaustive(ANSWERED)])
@pytest.mark.parametrize("column", ["first", "reply", "groups"])
def test_an_answer_that_is_spoilt_is_refused(name: str, column: str) -> None:
    """Without it, on X's own stone, or with a group less."""
    rows = [dict(row) for row in ROWS_OF[name]]
    if column == "first":
        rows = rows[1:]
    elif column == "reply":
        rows[0]["reply"] = rows[0]["first"]
    else:
        rows[0]["groups"] = rows[0]["groups"].partition(" ")[2]
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


ROWS_OF_3X3 = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]


@pytest.mark.parametrize(
    ("groups", "is_proof"),
    [
        ("0-1 3-4 6-7", True),
        ("0-1 3-4", False),  # a line without a set
        ("0-1 1-2 3-4 6-7", False),  # a cell in two groups
        ("0-1 3-4-6 6-7", False),
        ("0-1-3 4-5 6-7", False),  # a set that is not in a line
        ("0-1 3-4 6", False),  # X takes the only cell of a set
        ("0-1/1-2 3-4 6-7", False),  # X takes cell 1, and then 0 or 2
        ("0-1/3-4 6-7", True),
        ("0-1/3-4/6-7-8", True),
    ],
)
def test_only_groups_that_meet_each_line_are_a_proof(
    groups: str, is_proof: bool
) -> None:
    """On the three rows of a board of 3x3."""
    parsed = check_pairings.parse_groups(groups)
    assert check_pairings.is_set_matching(ROWS_OF_3X3, parsed) == is_proof


@pytest.mark.parametrize("name", ["3x3-knobby", *exhaustive(WITH_SETS)])
def test_a_group_with_a_set_less_is_refused(name: str) -> None:
    """The line of this set has no other one."""
    row = dict(ROWS_OF[name][0])
    game = boards.LISTED[name]
    game_lines = [{*cells_in(mask)} for mask in lines_of_x(game)]
    row["groups"] = row["groups"].rpartition("/")[0]
    assert not check_pairings.is_held(game_lines, game.rows, game.cols, [row])


def test_groups_are_held_as_a_search_of_the_whole_game_says() -> None:
    """The search lets both players take any cell, and bounds nothing."""
    choices = Random(1)
    held = 0
    for _ in range(200):
        sets = set()
        for _ in range(choices.randint(0, 6)):
            sets.add(frozenset(choices.sample(range(6), choices.randint(1, 4))))
        is_held = check_pairings.meets_sets(frozenset(sets))
        assert is_held == maker_fails(sets, (), ()), sets
        held += is_held
    assert 50 < held < 150


def maker_fails(
    sets: set[frozenset[int]], maker: tuple[int, ...], breaker: tuple[int, ...]
) -> bool:
    """Return whether Maker, to move on six cells, cannot fill a set."""
    free = {*range(6)}.difference(maker, breaker)
    for stone in free:
        stones = (*maker, stone)
        if any(cells.issubset(stones) for cells in sets):
            return False
        replies = free - {stone}
        answers = (maker_fails(sets, stones, (*breaker, reply)) for reply in replies)
        if replies and not any(answers):
            return False
    return True


@pytest.mark.parametrize(
    "name",
    [
        "3x3k3",
        "4x3-klein-k4",
        "6x3-2x3x3-k3",
        *exhaustive(["4x4-mobius-k4", "5x4-mobius-k4"]),
    ],
)
def test_some_draws_have_no_set_matching(name: str) -> None:
    """X wins them against a Breaker."""
    game_lines = [{*cells_in(mask)} for mask in lines_of_x(boards.LISTED[name])]
    assert boards.known_records()[name]["value"] == 0
    assert name not in ROWS_OF
    assert not check_pairings.meets_sets(frozenset(map(frozenset, game_lines)))


@pytest.mark.parametrize("name", ["3x3-knobby", "4x4-knobby", *exhaustive(WITH_SETS)])
def test_the_script_finds_the_groups_again(name: str) -> None:
    """Set by set."""
    game_lines = [{*cells_in(mask)} for mask in lines_of_x(boards.LISTED[name])]
    [answer] = pairings.answers_by_groups(game_lines)
    assert answer.groups == ROWS_OF[name][0]["groups"]


def test_four_in_a_row_on_4x5_is_a_draw_by_a_pair_and_a_group_of_18_cells() -> None:
    """Pairs alone are not found."""
    [row] = ROWS_OF["4x5k4"]
    groups = check_pairings.parse_groups(row["groups"])
    assert [len(check_pairings.cells_of(group)) for group in groups] == [2, 18]


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
