"""The example programs."""

import runpy
from pathlib import Path
from types import SimpleNamespace

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> SimpleNamespace:
    """Run an example as a module, and return what it defines."""
    return SimpleNamespace(**runpy.run_path(f"{EXAMPLES}/{name}.py", run_name=name))
