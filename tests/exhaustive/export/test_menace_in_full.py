"""In full: the machine of MENACE's page learns and is graded as Python's is."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from test_examples import example
from test_javascript import needs_node

from ttt_table import open_table
from ttt_table.play import grade

ROOT = Path(__file__).parents[3]
GAMES = 1000
pytestmark = needs_node


@pytest.fixture(scope="module")
def schooled() -> Any:
    """By its opponent, what the page's machine did, has learned and is worth."""
    script = ROOT / "tests" / "exhaustive" / "page" / "menace.mjs"
    return json.loads(subprocess.check_output(["node", script, str(GAMES)]))


@pytest.mark.parametrize("against", ["random", "perfect", "twin"])
def test_the_machine_of_the_page_is_the_one_of_the_example(schooled: Any, against: str) -> None:
    """The same games leave the same beads in the same boxes, and these get the same grade."""
    found = schooled[against]
    machine = example("menace").Menace(open_table())
    for drawn, result in found["games"]:
        machine.learn(drawn, result)
    assert [[box, [*map(list, beads.items())]] for box, beads in machine.boxes.items()] == (
        found["boxes"]
    )
    side = grade(machine, side="X")
    assert side.lines._asdict() == found["grade"]["lines"]
    for ours, theirs in ((side.vs_random, "random"), (side.vs_perfect, "perfect")):
        assert pytest.approx(found["grade"][theirs], abs=1e-12) == {
            name: float(chance) for name, chance in ours._asdict().items()
        }
    assert found["grade"]["worst"] == pytest.approx(float(side.worst), abs=1e-12)
    assert (len(found["games"]), found["curve"]) == (GAMES, 1 + GAMES // 100)


def test_the_lesson_has_the_figures_of_the_page(schooled: Any) -> None:
    """Of each teacher, after as many games: in per cent, with one digit."""
    lesson = (ROOT / "docs" / "lesson" / "45-minutes.md").read_text()
    for against, found in schooled.items():
        won, drawn = found["grade"]["random"]["won"], found["grade"]["perfect"]["drawn"]
        row = f"menace.html#against={against}&games={GAMES}) | {won:.1%} | {drawn:.1%} |"
        assert row.replace("%", " %") in lesson
