"""The examples that use packages of others: inspect_ai and PyTorch."""

import doctest
from pathlib import Path

import pytest
from support.examples import EXAMPLES, example


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
