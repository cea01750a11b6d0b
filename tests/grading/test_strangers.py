"""Programs in the many ways in which people write them, each with an adapter."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.bots import function
from support.cases import exhaustive
from support.strangers import FLAWLESS, SEARCH

from ttt_table.errors import PlayerError
from ttt_table.grading import grade

NAMES = list(FLAWLESS)


@pytest.mark.parametrize("name", [*NAMES[:2], *exhaustive(NAMES[2:])])
def test_a_flawless_player_is_flawless_through_its_adapter(
    tmp_path: Path, name: str
) -> None:
    program, adapter = FLAWLESS[name]
    name_in_file = "" if "player.move" in adapter else "move"
    text = SEARCH + program
    with function(tmp_path, text, name_in_file, adapter=adapter) as player:
        result = grade(player)
    assert result.perfect
    assert result.notes == []


@pytest.mark.parametrize("name", [*NAMES[:2], *exhaustive(NAMES[2:])])
def test_without_its_adapter_it_is_not_accused(tmp_path: Path, name: str) -> None:
    """It is refused, or graded with a note."""
    program, _ = FLAWLESS[name]
    with function(tmp_path, SEARCH + program) as player:
        try:
            result = grade(player)
        except PlayerError as error:
            assert "is not graded" in error.reason
            assert error.advice
        else:
            assert result.perfect or result.notes
