"""In full: ``ttt-table grade`` and ``why``: what they print, and their exit status."""

from __future__ import annotations

import json

import course
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


def test_a_slow_minimax_is_sound_wherever_it_answers(capsys: Captured) -> None:
    """It takes seconds for the empty board, and loses no game to that."""
    command = ["grade", f"{course.__file__}:minimax", "--view", "rows", "--limit", "1"]
    assert main([*command, "--json"]) == 1
    for one in json.loads(capsys.readouterr().out)["sides"].values():
        assert one["unbeatable"] is not False
        assert one["sound"] is (None if one["unanswered"] else True)
        assert not one["forfeits"] + one["blunders"]
    assert main([*command, "--as", "X"]) == 1
    told = capsys.readouterr().out
    assert "sound wherever it answered: it gives nothing away, but wins later than it must" in told
    assert "unanswered within 1 s: give it more with --limit 6" in told
    assert "beaten" not in told
