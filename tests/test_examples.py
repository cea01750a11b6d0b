"""The examples run, and show what they say."""

import re
import sys
from itertools import chain, cycle
from pathlib import Path

import pytest
from support.cases import exhaustive
from support.examples import example

from ttt_table import Game
from ttt_table.build import build_table


@pytest.mark.parametrize(
    "game",
    [Game(), Game(gravity=True), *exhaustive([Game(4, 5, 4, gravity=True)])],
    ids=str,
)
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
