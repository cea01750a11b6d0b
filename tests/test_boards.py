"""docs/boards.md is what real builds say, and agrees with what is published."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from samples import sampled

from ttt_table import Game
from ttt_table.audit.published import published

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

import boards  # noqa: E402  # the script that makes the page

RECORDS = boards.known_records()
REBUILT = [record for record in RECORDS.values() if record["rows"] * record["cols"] <= 16]


def test_the_page_is_made_from_the_records() -> None:
    """Nothing is typed in by hand."""
    assert boards.PAGE.read_text() == boards.page_of(boards.ordered(RECORDS))


def test_every_board_up_to_20_cells_is_listed() -> None:
    """Every k from 3 that fits, normal and misère; and some larger ones."""
    listed = [*boards.plain_games(20), *boards.LARGE_GAMES, *boards.falling_games()]
    assert set(RECORDS) == {str(game) for game in listed}


def is_quick(record: boards.Record) -> bool:
    """Whether it is built in a moment; 4x4 with four in a row stands for the others."""
    return bool(record["rows"] * record["cols"] < 10 or record["game"] == "4x4k4")


@pytest.mark.parametrize("record", sampled(REBUILT, is_quick), ids=lambda record: record["game"])
def test_a_build_gives_the_digest_that_is_listed(record: boards.Record) -> None:
    """And so every other figure of the line."""
    game = Game(record["rows"], record["cols"], record["k"], record["misere"], record["gravity"])
    assert boards.built_record(game) == record


def test_the_values_are_those_of_the_literature() -> None:
    """Of all the m,n,k games that are listed and whose value is published."""
    compared = 0
    for record in RECORDS.values():
        game = Game(
            record["rows"], record["cols"], record["k"], record["misere"], record["gravity"]
        )
        known = published(game)
        if "value" in known:
            value = {1: "X wins", 0: "draw", -1: "O wins"}[record["value"]]
            assert value == known["value"].value, game
            compared += 1
        if "positions" in known:
            assert record["positions"] == known["positions"].value, game
    assert compared >= 16
