"""In full: ``ttt-table grade`` and ``why``: what they print, and their exit status."""

from __future__ import annotations

import json

from test_grade import (
    Captured,
    in_a_folder_with_a_bot,  # noqa: F401  # fixtures
)

from ttt_table.cli import main


def test_floats_are_printed_with_their_bound(capsys: Captured) -> None:
    """As numbers that every reader of JSON takes; people read the bound too."""
    assert main(["grade", "bot.py:wild", "--as", "O", "--json"]) == 1
    one = json.loads(capsys.readouterr().out)["sides"]["O"]
    assert one["arithmetic"] == "float64"
    assert 0 < one["error"] < 1e-13
    assert abs(sum(one["vs_random"].values()) - 1) <= 2 * one["error"]
    assert main(["grade", "bot.py:wild", "--as", "O"]) == 1
    assert "counted in float64: each chance is within" in capsys.readouterr().out
