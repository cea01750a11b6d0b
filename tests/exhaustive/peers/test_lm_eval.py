"""The example of a task for lm-evaluation-harness, as its user runs it."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from ttt_table import open_table
from ttt_table.export.prompts import prompt_line, prompts

TASK = Path(__file__).parents[3] / "examples" / "lm_eval"
TABLE = open_table()
WRITTEN = ["So.\n\nANSWER: {}", "ANSWER: 99", "I play {}.", ""]
REPEATS = 3


@pytest.mark.filterwarnings("ignore")  # its own
def test_the_task_scores_all_replies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a model that knows the best moves; of its three replies each counts."""
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    best_of: dict[str, int] = {}
    # The folder of the example has the package's name, but not this module.
    pytest.importorskip("lm_eval.api.model", reason="lm-eval is not installed")
    lm_eval = pytest.importorskip("lm_eval")
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    with Path("prompts.jsonl").open("w") as file:
        for prompt in prompts(TABLE):
            file.write(f"{prompt_line(prompt)}\n")
            best_of[prompt.prompt] = prompt.best[0]

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
        task_manager=TaskManager(include_path=str(TASK)),
        bootstrap_iters=0,
    )
    results = evaluated["results"]["ttt_table"]
    replies = REPEATS * 431
    right = (replies + 3) // 4
    assert results["right,all"] == pytest.approx(right / replies)
