"""In full: the machine of MENACE's page learns and is graded as Python's is."""

import json
import subprocess
from pathlib import Path

from pytest import approx
from test_examples import example
from test_javascript import needs_node

from ttt_table import open_table
from ttt_table.grading import grade

ROOT = Path(__file__).parents[3]


@needs_node
def test_the_machine_of_the_page_is_the_one_of_the_example() -> None:
    """The same games leave the same beads, the grade is the same, and the lesson tells it."""
    lesson = (ROOT / "docs" / "lesson" / "45-minutes.md").read_text()
    script = ROOT / "tests" / "exhaustive" / "page" / "menace.mjs"
    schools = json.loads(subprocess.check_output(["node", script, "1000"]))
    assert list(schools) == ["random", "perfect", "twin"]
    for against, found in schools.items():
        machine = example("menace").Menace(open_table())
        for drawn, result in found["games"]:
            machine.learn(drawn, result)
        boxes = [
            [box, [*map(list, beads.items())]] for box, beads in machine.boxes.items()
        ]
        assert boxes == found["boxes"]
        side, theirs = grade(machine, side="X"), found["grade"]
        random, perfect = (
            {name: float(chance) for name, chance in chances._asdict().items()}
            for chances in (side.chances.vs_random, side.chances.vs_perfect)
        )
        assert side.counts.games._asdict() == theirs["lines"]
        assert (theirs["random"], theirs["perfect"]) == (
            approx(random),
            approx(perfect, abs=1e-12),
        )
        assert found["curve"] == 11
        row = f"{against}&games=1000) | {random['won']:.1%} | {perfect['drawn']:.1%} |"
        assert row.replace("%", " %") in lesson
