"""The examples run, and show what they say."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from ttt_table.play import grade

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_tutorials_bug_is_found_by_its_grade() -> None:
    """It never loses to perfect play as X, yet blunders."""
    tutorial = example("tutorial")
    found = grade(tutorial.minimax, view="rows")
    assert (len(found.sides["X"].blunders), len(found.sides["O"].blunders)) == (9, 28)
    assert found.sides["X"].vs_perfect == (0, 1, 0)
