"""The example that makes results for Gradescope and CI systems of a check's JSON."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.course import WITH_LOOPS
from support.examples import example

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "gradescope.py"
PAGE = ROOT / "docs" / "check.md"
# Its `winner` does not see 2 4 6, and `terminal` and `utility` do not either, through
# it.
WITHOUT_A_DIAGONAL = WITH_LOOPS.replace("board[0][2] == board[1][1]", "False")

WRONG = {
    "name": "winner",
    "part": "winner",
    "state": "wrong",
    "tested": 5478,
    "wrong": 133,
    "reason": "",
    "fact": "never sees 2 4 6",
    "examples": [{"board": "OOX.X.X..", "given": "\x1b[2J", "right": "X"}],
    "is_rule": False,
}
OTHERS = WRONG | {"name": "terminal", "part": "terminal", "state": "others"}
CHECK = {"file": "game.py", "error": "", "findings": [WRONG, OTHERS]}
REFUSED = {"file": "bad.py", "error": "it does not load", "findings": []}

Convert = Callable[..., str]


@pytest.fixture
def convert(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Convert:
    """Run the example on lines of JSON."""

    def converted(*checks: dict[str, Any], options: tuple[str, ...] = ()) -> str:
        lines = "\n".join(map(json.dumps, checks))
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        monkeypatch.setattr(sys, "argv", ["gradescope.py", *options])
        example("gradescope").main()
        return capsys.readouterr().out

    return converted


def test_what_is_wrong_only_through_others_has_its_point(convert: Convert) -> None:
    tests = json.loads(convert(CHECK))["tests"]
    scores = {test["name"]: test["score"] for test in tests}
    assert (scores["winner"], scores["terminal"], scores["player"]) == (0, 1, 0)
    assert scores["winner leaves the board as it is"] == 1
    assert scores["result raises an exception for a taken cell"] == 0
    outputs = {test["name"]: test["output"] for test in tests}
    assert outputs["winner"].startswith(
        "wrong: wrong on 133 of 5478 boards\nnever sees 2 4 6\nOOX.X.X..: "
    )
    assert outputs["player"] == "there is no function player of a board"


def test_a_part_that_is_not_checked_has_no_point_for_its_rules_either(
    convert: Convert,
) -> None:
    """Nothing is known of them."""
    slow = WRONG | {"state": "unchecked", "wrong": 0, "reason": "it was too slow"}
    tests = json.loads(convert(CHECK | {"findings": [slow]}))["tests"]
    of_winner = [test for test in tests if test["name"].startswith("winner")]
    assert [test["score"] for test in of_winner] == [0, 0]
    assert all("it was too slow" in test["output"] for test in of_winner)


def test_a_file_that_cannot_be_checked_has_no_point_and_the_reason(
    convert: Convert,
) -> None:
    tests = json.loads(convert(REFUSED))["tests"]
    assert {(test["score"], test["output"]) for test in tests} == {
        (0, "it does not load")
    }


def test_junit_has_a_suite_for_each_file_and_nothing_that_xml_cannot_hold(
    convert: Convert,
) -> None:
    game, bad = ElementTree.fromstring(convert(CHECK, REFUSED, options=("--junit",)))
    failures = [case.get("name") for case in game if case.find("failure") is not None]
    skipped = [case.get("name") for case in game if case.find("skipped") is not None]
    assert failures == ["winner"]
    assert "player" in skipped
    assert "terminal" not in skipped
    assert len(list(bad.iter("failure"))) == len(bad) == len(game)


def run_autograder_script() -> str:
    """The script of the page that checks a submission; never the one that installs."""
    blocks: list[str] = re.findall(
        r"^```bash\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    (script,) = [block for block in blocks if "/autograder/submission" in block]
    assert script.count("#!") == 1
    assert not re.search(r"apt|pip|useradd|venv -|-m venv", script)
    return script


@pytest.mark.exhaustive
@pytest.mark.skipif(os.name != "posix", reason="the script is for a shell")
@pytest.mark.parametrize(("source", "points"), [(WITHOUT_A_DIAGONAL, 15), (None, 0)])
def test_the_script_for_gradescope_writes_the_results(
    tmp_path: Path, source: str | None, points: int
) -> None:
    """As docs/check.md has it, in a folder in place of /autograder."""
    script = run_autograder_script()
    for name in ("submission", "results", "source", "venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    for name, module in (("ttt-table", "-m ttt_table"), ("python", "")):
        command = tmp_path / "venv/bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        command.chmod(0o755)
    (tmp_path / "source/gradescope.py").write_text(EXAMPLE.read_text())
    if source is not None:
        (tmp_path / "submission/tictactoe.py").write_text(source)

    own_account = "runuser -u student -- "
    assert own_account in script
    script = script.replace(own_account, "").replace("/autograder", str(tmp_path))
    subprocess.run(["bash", "-c", script], check=True, cwd=tmp_path)
    results = json.loads((tmp_path / "results/results.json").read_text())
    assert sum(test["score"] for test in results["tests"]) == points
