"""The page's MENACE learns and is graded as the one in Python is."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.examples import example
from support.readers import needs_node

from ttt_table import open_table
from ttt_table.grading import Grade, grade

ROOT = Path(__file__).parents[3]
TEACHERS = ["random", "perfect", "twin"]

pytestmark = needs_node


@pytest.fixture(scope="module")
def practices() -> dict[str, Any]:
    """By teacher, the page's thousand games, and what was learned from them."""
    script = Path(__file__).parent / "browser" / "menace.mjs"
    practices: dict[str, Any] = json.loads(
        subprocess.check_output(["node", script, "1000"])
    )
    return practices


def test_every_teacher_is_compared(practices: dict[str, Any]) -> None:
    """Those of the page are those of the tests below."""
    assert list(practices) == TEACHERS


@pytest.mark.parametrize("teacher", TEACHERS)
def test_the_same_games_leave_the_same_beads(
    practices: dict[str, Any], teacher: str
) -> None:
    """In every box, in the same order."""
    practice = practices[teacher]
    machine = taught_machine(practice["games"])
    boxes = [[box, [*map(list, beads.items())]] for box, beads in machine.boxes.items()]
    assert boxes == practice["boxes"]


@pytest.mark.parametrize("teacher", TEACHERS)
def test_the_page_grades_the_machine_as_the_package_does(
    practices: dict[str, Any], teacher: str
) -> None:
    """The package computes with integers, the page with floating-point ones."""
    practice = practices[teacher]
    graded = grade_of(practice["games"])
    page_grade = practice["grade"]
    assert graded.games._asdict() == page_grade["lines"]
    assert page_grade["random"] == pytest.approx(as_floats(graded.vs_random))
    assert page_grade["perfect"] == pytest.approx(
        as_floats(graded.vs_perfect), abs=1e-12
    )


@pytest.mark.parametrize("teacher", TEACHERS)
def test_the_curve_has_a_point_for_every_hundred_games(
    practices: dict[str, Any], teacher: str
) -> None:
    """And one before the first."""
    assert practices[teacher]["curve"] == 11


@pytest.mark.parametrize("teacher", TEACHERS)
def test_the_lesson_names_the_results(practices: dict[str, Any], teacher: str) -> None:
    """In its table of what the teachers achieve in a thousand games."""
    lesson = (ROOT / "docs" / "lesson" / "45-minutes.md").read_text(encoding="utf-8")
    results = practices[teacher]["grade"]
    won = f"{100 * results['random']['won']:.1f} %"
    drawn = f"{100 * results['perfect']['drawn']:.1f} %"
    assert f"{teacher}&games=1000) | {won} | {drawn} |" in lesson


def taught_machine(games: list[Any]) -> Any:
    """Python's machine after these games."""
    machine = example("menace").Menace(open_table())
    for drawn, result in games:
        machine.learn(drawn, result)
    return machine


def grade_of(games: list[Any]) -> Grade:
    """The grade of Python's machine after these games."""
    return grade(taught_machine(games), side="X")


def as_floats(probabilities: Any) -> dict[str, float]:
    """Fractions by their names, as floating-point numbers."""
    return {name: float(value) for name, value in probabilities._asdict().items()}
