"""What ``ttt-table check`` writes for Gradescope and for CI systems."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.commands import Run
from support.course import WITH_LOOPS

PAGE = Path(__file__).parents[2] / "docs" / "check.md"
PARTS = [
    "initial_state",
    "player",
    "actions",
    "result",
    "winner",
    "terminal",
    "utility",
]
RULES = [
    "result raises an exception for a taken cell",
    "result raises an exception for a cell off the board",
    "minimax returns None where the game is over",
    "minimax returns one of the actions",
    "no part changes the board that it is given",
]
# Its `winner` does not see 2 4 6, and `terminal` and `utility` do not either, through
# it.
WITHOUT_A_DIAGONAL = WITH_LOOPS.replace("board[0][2] == board[1][1]", "False")

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def gradescope(run: Run, source: str, *options: str) -> dict[str, Any]:
    Path("game.py").write_text(source)
    printed = run(["check", "game.py", "-q", "--format", "gradescope", *options])
    results: dict[str, Any] = json.loads(printed.out)
    return results


def scores(results: dict[str, Any]) -> dict[str, int]:
    return {test["name"]: test["score"] for test in results["tests"]}


def junit(run: Run, status: int, *files: str) -> ElementTree.Element:
    words = ["check", *files, "-q", "--board", "rows", "--format", "junit"]
    return ElementTree.fromstring(run(words, status).out)


@pytest.mark.exhaustive
def test_each_part_and_rule_is_a_test_of_one_point(run: Run) -> None:
    results = gradescope(run, WITH_LOOPS)
    assert [test["name"] for test in results["tests"]] == [*PARTS, "minimax", *RULES]
    assert {test["max_score"] for test in results["tests"]} == {1}
    assert [name for name, score in scores(results).items() if not score] == [
        "minimax",
        "minimax returns None where the game is over",
        "minimax returns one of the actions",
    ]


@pytest.mark.exhaustive
def test_a_wrong_part_loses_its_point_and_what_is_wrong_through_it_does_not(
    run: Run,
) -> None:
    results = gradescope(run, WITHOUT_A_DIAGONAL, "--parts", "winner,terminal,utility")
    assert scores(results) == {
        "winner": 0,
        "terminal": 1,
        "utility": 1,
        "no part changes the board that it is given": 1,
    }
    assert results["tests"][0]["status"] == "failed"
    assert "`winner` never sees 2 4 6" in results["tests"][0]["output"]
    assert "through other parts" in results["tests"][1]["output"]
    assert results["output"] == "wrong: winner, and through that terminal, utility"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            "raise ValueError('no')\n",
            "game.py does not load: it ends in ValueError: no",
        ),
        ("def player(board):\n    return 3\n", "most answers are unusable on boards"),
    ],
)
@pytest.mark.exhaustive
def test_a_file_that_cannot_be_checked_gets_no_point_and_the_reason(
    run: Run, source: str, reason: str
) -> None:
    results = gradescope(run, source)
    assert set(scores(results).values()) == {0}
    assert len(results["tests"]) == 13
    assert reason in results["output"]


def test_a_missing_file_is_a_result_too(run: Run) -> None:
    printed = run(["check", "none.py", "--format", "gradescope"])
    assert "there is no such file" in json.loads(printed.out)["output"]


@pytest.mark.exhaustive
def test_results_are_written_to_a_file(run: Run) -> None:
    Path("game.py").write_text("def player(board):\n    return 'X'\n")
    words = ["check", "game.py", "-q", "--board", "rows", "--parts", "player"]
    assert not run([*words, "--format", "gradescope", "-o", "results.json"]).out
    results = json.loads(Path("results.json").read_text())
    assert scores(results)["player"] == 0


def test_gradescope_gets_one_file_a_run(run: Run) -> None:
    Path("a.py").touch()
    Path("b.py").touch()
    printed = run(["check", "*.py", "--format", "gradescope"], 2)
    assert "Gradescope runs it for each" in printed.err


@pytest.mark.exhaustive
def test_a_suite_has_the_same_tests_with_their_failures(run: Run) -> None:
    Path("game.py").write_text("def player(board):\n    return 'X'\n")
    (suite,) = junit(run, 1, "game.py")
    assert suite.attrib == {
        "name": "game.py",
        "tests": "13",
        "failures": "1",
        "skipped": "11",
        "errors": "0",
    }
    (failure,) = suite.iter("failure")
    assert "`player` always gives X" in failure.attrib["message"]
    assert [case.attrib["name"] for case in suite] == [*PARTS, "minimax", *RULES]


@pytest.mark.exhaustive
def test_every_file_has_a_suite_and_one_that_does_not_load_an_error(run: Run) -> None:
    Path("a.py").write_text("raise ValueError('<&>')\n")
    Path("b.py").write_text(
        "def player(board):\n    return 'XO'[sum(map(bool, sum(board, []))) % 2]\n"
    )
    broken, right = junit(run, 1, "a.py", "b.py")
    (error,) = broken.iter("error")
    assert "ValueError: <&>" in error.attrib["message"]
    assert right.attrib["failures"] == "0"


@pytest.mark.exhaustive
def test_a_part_that_is_too_slow_has_failed_and_is_not_called_wrong(run: Run) -> None:
    Path("game.py").write_text("def player(board):\n    while True: pass\n")
    words = ["check", "game.py", "-q", "--board", "rows", "--limit", "0.2"]
    printed = run([*words, "--format", "junit"], 5)
    (failure,) = ElementTree.fromstring(printed.out).iter("failure")
    assert "is too slow to be checked" in failure.attrib["message"]


def run_autograder_script() -> str:
    """The script of the page that checks a submission; never the one that installs."""
    pattern = r"^```bash\n(.*?)^```$"
    blocks: list[str] = re.findall(pattern, PAGE.read_text(), re.M | re.S)
    (script,) = [block for block in blocks if "/autograder/submission" in block]
    assert script.count("#!") == 1
    assert not re.search(r"apt|pip|useradd|venv -|-m venv", script)
    return script


@pytest.mark.exhaustive
@pytest.mark.skipif(os.name != "posix", reason="the script is for a shell")
@pytest.mark.parametrize(("source", "points"), [(WITHOUT_A_DIAGONAL, 8), (None, 0)])
def test_the_script_for_gradescope_writes_the_results(
    tmp_path: Path, source: str | None, points: int
) -> None:
    """As docs/check.md has it, in a folder in place of /autograder."""
    script = run_autograder_script()
    for name in ("submission", "results", "venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    command = tmp_path / "venv/bin/ttt-table"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ttt_table "$@"\n')
    command.chmod(0o755)
    if source is not None:
        (tmp_path / "submission/tictactoe.py").write_text(source)

    own_account = "runuser -u student -- "
    assert own_account in script
    script = script.replace(own_account, "").replace("/autograder", str(tmp_path))
    subprocess.run(["bash", "-c", script], check=True, cwd=tmp_path)
    results = json.loads((tmp_path / "results/results.json").read_text())
    assert sum(scores(results).values()) == points
    assert sum(test["max_score"] for test in results["tests"]) == 12
