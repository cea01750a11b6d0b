"""The examples run, and show what they say."""

import re
import runpy
import sys
from itertools import chain, cycle
from pathlib import Path
from types import SimpleNamespace

import pytest

from ttt_table import Game
from ttt_table.build import build_table

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(f"{EXAMPLES}/{name}.py", run_name=name))


@pytest.mark.parametrize("game", [Game(), Game(gravity=True)], ids=str)
def test_a_game_in_the_terminal_comes_to_its_end(
    game: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever is typed; numbers are cells, or with gravity columns."""
    monkeypatch.setattr(
        sys, "argv", ["terminal.py", str(build_table(game, tmp_path / "t"))]
    )
    typed = chain(["x", "99"], map(str, cycle(range(game.cells))))
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    example("terminal")
    printed = capsys.readouterr().out
    complaint = "column 99" if game.gravity else "no cell 99"
    last_line = printed.splitlines()[-1]
    assert complaint in printed
    assert re.fullmatch(rf"[XO.]{{{game.cells}}}: (X|O|nobody) wins", last_line)
