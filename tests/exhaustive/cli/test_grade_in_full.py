"""In full: ``ttt-table grade`` and ``why``: what they print, and their exit status."""

from __future__ import annotations

import json

from test_grade import (
    Captured,
    in_a_folder_with_a_bot,  # noqa: F401  # fixtures
)

from ttt_table.cli import main


def test_rows_are_a_view_of_functions(capsys: Captured) -> None:
    """The same player, the same grade."""
    assert main(["grade", "bot.py:rows", "--view", "rows", "--json"]) == 1
    by_rows = json.loads(capsys.readouterr().out)
    assert main(["grade", "bot.py:first_free", "--json"]) == 1
    by_text = json.loads(capsys.readouterr().out)
    for one in (by_rows, by_text):
        for side in one["sides"].values():
            del side["slowest"]
    assert by_rows["sides"] == by_text["sides"]


def test_a_fraction_of_any_length_is_printed(capsys: Captured) -> None:
    """Weights of many digits make chances of thousands."""
    assert main(["grade", "bot.py:wild", "--as", "O", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    chance = found["sides"]["O"]["vs_random"]["won"]
    assert len(chance) > 4300
