"""The examples that use packages of others: inspect_ai and PyTorch."""

import doctest
from pathlib import Path

import pytest
from support.examples import EXAMPLES, example


@pytest.mark.usefixtures("no_litter")
@pytest.mark.filterwarnings("ignore")  # its own
def test_inspect_scores_a_models_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mock model gives a good move, a bad one and none; each is explained."""
    monkeypatch.chdir(tmp_path)
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def output_with(text: str) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    words = ["I take the win.\nANSWER: 2", "5", "I resign"]
    model = get_model(
        "mockllm/model", custom_outputs=[output_with(text) for text in words]
    )
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
    files = [file.name for file in tmp_path.iterdir()]
    assert files == ["elsewhere"]  # no `logs` where it runs
    if "ConnectionError" in str(log.error):
        pytest.skip("inspect-ai fetches a list of tokens")
    assert log.status == "success", log.error
    scores = [next(iter(sample.scores.values())) for sample in log.samples]
    assert [score.value for score in scores] == [1, 0, 0]
    explanations = [score.explanation for score in scores]
    assert explanations == ["best", "missed win", "illegal"]


def test_a_network_of_torch_is_graded_as_it_learns() -> None:
    """The loop of the page, after its loader: fewer and fewer blunders."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    torch.set_num_threads(1)  # more would wait for each other
    page = (EXAMPLES.parent / "docs" / "training.md").read_text(encoding="utf-8")
    loader, _, loop = page.partition("```py\nimport torch")
    examples = doctest.DocTestParser().get_examples(loader)
    code = [example.source for example in examples[:-1]]
    code.append(
        f"import torch{loop.partition('```')[0]}".replace(
            "print(epoch, ", "summaries.append("
        )
    )
    summaries: list[dict[str, float]] = []
    exec("".join(code), {"summaries": summaries})
    blunders = [summary["blunders"] for summary in summaries]
    assert len(blunders) == 20
    assert 2 * blunders[-1] < blunders[0]
