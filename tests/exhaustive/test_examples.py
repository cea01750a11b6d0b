"""The examples show what they say, menace as it learns."""

import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from support.commands import Run
from support.examples import EXAMPLES, example

from ttt_table import open_table
from ttt_table.grading import grade


def test_the_tutorial_is_graded_from_its_file(run: Run) -> None:
    """By the command that it names."""
    for name, status, verdict in (
        ("minimax", 1, "it blunders on 37 boards"),
        (
            "corrected",
            0,
            "sound: it gives nothing away, but wins later than it must on 43 boards",
        ),
    ):
        command = [
            "grade",
            f"{EXAMPLES}/tutorial.py:{name}",
            "--adapter",
            f"{EXAMPLES}/rows.py",
        ]
        assert verdict in run(command, status).out


def test_a_network_learns_to_play_without_a_blunder(tmp_path: Path) -> None:
    """Its curve is the one in the documents.

    That holds on any processor and with any number of threads.
    """
    done = subprocess.run(
        [sys.executable, EXAMPLES / "network.py", "--svg", tmp_path / "curve.svg"],
        env={
            **os.environ,
            "OPENBLAS_NUM_THREADS": "1",
        },  # more would wait for each other
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1].split()[:3] == ["1024", "0", "0.000"]
    committed = EXAMPLES.parent / "docs" / "pictures" / "network.svg"
    assert (tmp_path / "curve.svg").read_bytes() == committed.read_bytes()


def test_menace_has_its_304_boxes_and_keeps_a_bead_in_each() -> None:
    """1, 12, 108 and 183 for its first four moves, and however often it loses."""
    menace = example("menace")
    machine = menace.Menace(open_table())
    stones = [9 - board.count(".") for board in machine.boxes]
    assert [stones.count(number) for number in (0, 2, 4, 6)] == [1, 12, 108, 183]
    graded = grade(machine, side="X")
    assert graded.exact
    assert not graded.forfeits
    rng = random.Random(2)
    for _ in range(500):
        menace.play(machine, menace.play_at_random, rng)
        machine.learn([("XO.......", 3)], -1)
    assert all(any(beads.values()) for beads in machine.boxes.values())


def test_menace_learns_and_prints_its_curve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its chances against random play grow; as text and as a picture."""
    menace = example("menace")
    menace.main(
        ["--games", "300", "--every", "150", "--svg", str(tmp_path / "curve.svg")]
    )
    _, *rows = map(str.split, capsys.readouterr().out.splitlines())
    assert [row[0] for row in rows] == ["0", "150", "300"]
    assert "60.68%" == rows[0][1] < rows[1][1] < rows[2][1]
    root = ElementTree.fromstring((tmp_path / "curve.svg").read_text(encoding="utf-8"))
    curves = [element for element in root if element.tag.endswith("polyline")]
    assert [len(curve.attrib["points"].split()) for curve in curves] == [3, 3]
