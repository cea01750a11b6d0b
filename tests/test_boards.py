"""docs/boards.md is what real builds say, and agrees with what is published."""

from __future__ import annotations

import boards
import pytest

from ttt_table.audit.published import published

RECORDS = boards.known_records()
LISTED = {
    str(game): game
    for game in (
        *boards.plain_games(20),
        *boards.LARGE_GAMES,
        *boards.falling_games(),
        *boards.games_of_lines(),
        *boards.large_games_of_lines(),
    )
}


def test_the_page_is_made_from_the_records() -> None:
    """Nothing is typed in by hand."""
    assert boards.PAGE.read_text() == boards.page_of(boards.ordered(RECORDS))


def test_every_board_up_to_20_cells_is_listed() -> None:
    """Every k from 3 that fits, normal and misère; some larger ones; and games of lines."""
    assert set(RECORDS) == set(LISTED)


@pytest.mark.parametrize("name", ["2x3k3-misere", "3x3k3", "3x3k3-gravity", "4x4k4", "3x3-tippy"])
def test_a_build_gives_the_digest_that_is_listed(name: str) -> None:
    """And so every other figure of the line."""
    record = RECORDS[name]
    assert boards.built_record(LISTED[name]) == record


def test_the_values_are_those_of_the_literature() -> None:
    """Of all the games that are listed and whose value is published."""
    compared = 0
    for record in RECORDS.values():
        game = LISTED[record["game"]]
        known = published(game)
        if "value" in known:
            value = {1: "X wins", 0: "draw", -1: "O wins"}[record["value"]]
            assert value == known["value"].value, game
            compared += 1
        if "positions" in known:
            assert record["positions"] == known["positions"].value, game
    assert compared >= 30
