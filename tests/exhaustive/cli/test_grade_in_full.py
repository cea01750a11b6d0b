"""In full: ``ttt-table grade`` and ``why``: what they print, and their exit status."""

from __future__ import annotations

import json

from test_grade import (
    Captured,
    in_a_folder_with_a_bot,  # noqa: F401  # fixtures
)

from ttt_table.cli import main


def test_a_fraction_of_any_length_is_printed(capsys: Captured) -> None:
    """Weights of many digits make chances of thousands."""
    assert main(["grade", "bot.py:wild", "--as", "O", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    chance = found["sides"]["O"]["vs_random"]["won"]
    assert len(chance) > 4300
