"""The task for lm-evaluation-harness that the page shows, as its user runs it."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from ttt_table import open_table
from ttt_table.export.prompts import prompt_line, prompts

PAGE = Path(__file__).parents[3] / "docs" / "answers.md"
TABLE = open_table()
WRITTEN = ["So.\n\nANSWER: {}", "ANSWER: 99", "I play {}.", ""]


def save_task(folder: Path) -> None:
    """Write the two files of the page, each by the name in its first line."""
    folder.mkdir()
    for file in re.findall(
        r"^```(?:yaml|py)\n(.*?)^```", PAGE.read_text(), re.M | re.S
    ):
        name = file.splitlines()[0].removeprefix("# ")
        (folder / name).write_text(file)


@pytest.mark.filterwarnings("ignore")  # its own
def test_the_task_of_the_page_counts_what_is_right_legal_and_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a model that knows the best moves, and writes every fourth as it should."""
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    best_of: dict[str, int] = {}
    lm_eval = pytest.importorskip("lm_eval", reason="lm-eval is not installed")
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    with Path("prompts.jsonl").open("w") as file:
        for prompt in prompts(TABLE, classes=True, matters=True):
            file.write(f"{prompt_line(prompt)}\n")
            best_of[prompt.prompt] = prompt.best[0]
    save_task(tmp_path / "task")

    class Model(LM):  # type: ignore[misc]  # without the package, it is of any type
        """The model."""

        def generate_until(self, requests: Any, **_: Any) -> list[str]:
            return [
                written.format(best_of[request.args[0]])
                for request, written in zip(requests, cycle(WRITTEN), strict=False)
            ]

        def loglikelihood(self, requests: Any, **_: Any) -> Any:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: Any, **_: Any) -> Any:
            raise NotImplementedError

    evaluated = lm_eval.simple_evaluate(
        model=Model(),
        tasks=["ttt_table"],
        task_manager=TaskManager(include_path=str(tmp_path / "task")),
        bootstrap_iters=0,
    )
    results = evaluated["results"]["ttt_table"]
    right = (431 + 3) // 4
    assert results["right,none"] == results["legal,none"] == pytest.approx(right / 431)
    readable = right + (431 + 2) // 4
    assert results["readable,none"] == pytest.approx(readable / 431)
