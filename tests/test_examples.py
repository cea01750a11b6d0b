"""The examples run, and show what they say."""

import importlib.util
import re
import sys
from itertools import chain, cycle
from pathlib import Path
from types import ModuleType

import pytest

from ttt_table import Game
from ttt_table.build import build_table

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", [Game(), Game(gravity=True)], ids=str)
def test_a_game_in_the_terminal_comes_to_its_end(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is typed; numbers are cells or, where stones fall, columns."""
    monkeypatch.setattr(sys, "argv", ["terminal.py", str(build_table(game, tmp_path / "t"))])
    typed = chain(["x", "99"], map(str, cycle(range(game.cells))))
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    example("terminal")
    said = capsys.readouterr().out.splitlines()
    assert any("column 99" in line if game.gravity else "no cell 99" in line for line in said)
    assert re.fullmatch(rf"[XO.]{{{game.cells}}}: (X|O|nobody) wins", said[-1])
