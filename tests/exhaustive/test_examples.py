"""The examples show what they say, menace as it learns."""

import doctest
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
        command = ["grade", f"{EXAMPLES}/tutorial.py:{name}", "--board", "rows"]
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
    assert not graded.mistakes.forfeits
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
    curves = [one for one in root if one.tag.endswith("polyline")]
    assert [len(one.attrib["points"].split()) for one in curves] == [3, 3]


@pytest.mark.filterwarnings("ignore")  # its own
def test_inspect_scores_a_models_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mock model says a good move, a bad one and none; each is explained."""
    monkeypatch.chdir(tmp_path)
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def said(text: str) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    words = ["I take the win: 2", "5 it is", "I resign"]
    model = get_model("mockllm/model", custom_outputs=[said(text) for text in words])
    samples = [
        Sample(input="Your move?", metadata={"board": "XX.OO...."}) for _ in words
    ]
    task = inspect_ai.Task(
        dataset=samples, scorer=example("inspect_scorer").keeps_the_value()
    )
    logs = str(tmp_path / "elsewhere")
    (log,) = inspect_ai.eval(
        task, model=model, display="none", max_samples=1, log_dir=logs
    )
    assert [one.name for one in tmp_path.iterdir()] == [
        "elsewhere"
    ]  # no `logs` where it runs
    if "ConnectionError" in str(log.error):
        pytest.skip("inspect-ai fetches a list of tokens")
    assert log.status == "success", log.error
    found = [next(iter(one.scores.values())) for one in log.samples]
    assert [one.value for one in found] == [1, 0, 0]
    assert [one.explanation for one in found] == [None, "missed win", "no answer found"]


def test_a_network_of_torch_is_graded_as_it_learns() -> None:
    """The loop of the page, after its loader: fewer and fewer blunders."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    torch.set_num_threads(1)  # more would wait for each other
    page = (EXAMPLES.parent / "docs" / "training.md").read_text(encoding="utf-8")
    loader, _, loop = page.partition("```py\nimport torch")
    code = [one.source for one in doctest.DocTestParser().get_examples(loader)][:-1]
    code.append(
        f"import torch{loop.partition('```')[0]}".replace(
            "print(epoch, ", "seen_as.append("
        )
    )
    seen_as: list[dict[str, float]] = []
    exec("".join(code), {"seen_as": seen_as})
    blunders = [one["blunders"] for one in seen_as]
    assert len(blunders) == 20
    assert 2 * blunders[-1] < blunders[0]
