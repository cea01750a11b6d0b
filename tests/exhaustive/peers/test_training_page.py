"""The environments of docs/training.md, run as they are written there."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ttt_table import Game
from ttt_table.build import build_table

PAGE = Path(__file__).parents[3] / "docs" / "training.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("## Environments")[2]
ENVIRONMENTS, CALLBACK = (
    block.partition("```")[0] for block in SECTION.split("```py\n")[1:]
)


def test_both_environments_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the table that the page names."""
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    build_table(Game(4, 4, 4), tmp_path / "4x4k4.msgpack", quiet=True)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(ENVIRONMENTS, names)
    assert names["against_hard"].reset(seed=1)[0].shape == (9,)
    assert names["two_agents"].observe("player_1")["observation"].shape == (16,)


class FirstLegalAction:
    """A model that predicts the first legal action."""

    def predict(
        self, boards: Any, deterministic: bool, action_masks: Any
    ) -> tuple[Any, None]:
        assert deterministic
        assert len(boards) == len(action_masks)
        return action_masks.argmax(axis=1), None


class Recorder:
    """A logger that keeps what it gets."""

    def __init__(self) -> None:
        self.records: dict[str, float] = {}

    def record(self, name: str, number: float) -> None:
        self.records[name] = number


def test_the_callback_records_an_exact_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a class in the place of Stable-Baselines3's where that is not installed."""
    try:
        import_module("stable_baselines3.common.callbacks")
    except ImportError:
        callbacks = ModuleType("stable_baselines3.common.callbacks")
        callbacks.BaseCallback = object  # type: ignore[attr-defined]
        for name in ("stable_baselines3", "stable_baselines3.common"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        monkeypatch.setitem(sys.modules, callbacks.__name__, callbacks)
    names: dict[str, Any] = {}
    exec(CALLBACK, names)
    recorder = Recorder()
    callback = SimpleNamespace(model=FirstLegalAction(), logger=recorder)
    names["ExactGrade"]._on_rollout_end(callback)
    assert recorder.records["exact/blunders"] > 0
    assert 0 <= recorder.records["exact/against_won"] <= 1
    assert np.isfinite(recorder.records["exact/exploitability"])
