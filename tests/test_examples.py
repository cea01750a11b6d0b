"""The examples run, and show what they say."""

import re
import shutil
import subprocess
import sys
from itertools import chain, cycle
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive
from support.examples import example
from support.readers import JS_FOLDER, compiled, needs_node

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.play import Level

ROOT = Path(__file__).parents[1]


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


OPPONENT = (ROOT / "docs" / "opponent.md").read_text(encoding="utf-8")


def test_the_opponent_without_the_package_is_a_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On every board each of its cells is one of the level's."""
    shutil.copy(ROOT / "ttt_table" / "runtime.py", tmp_path)
    shutil.copy(ROOT / "data" / "tictactoe.msgpack", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    _, code = re.findall(r"^```py\n(.*?)^```", OPPONENT, re.MULTILINE | re.DOTALL)
    choose = exec_names(code)["choose"]
    table = open_table()
    for limit in (1, 2, 4):
        level = Level(limit, table=table)
        for board in list(table)[::50]:
            if not table.is_over(board):
                assert choose(board, limit) in level(board)


def test_the_loop_in_python_plays_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against who always takes the first free cell."""
    code, _ = re.findall(r"^```py\n(.*?)^```", OPPONENT, re.MULTILINE | re.DOTALL)
    monkeypatch.setattr("builtins.input", lambda text: text.index("."))
    exec_names(code)
    assert re.fullmatch(r"[XO.]{9} (X|O|nobody) wins\n", capsys.readouterr().out)


def exec_names(code: str) -> dict[str, Any]:
    """Run code, and return what it has defined."""
    names: dict[str, Any] = {}
    exec(code, names)
    return names


@needs_node
def test_the_opponent_in_a_browser_plays_to_the_end(tmp_path: Path) -> None:
    """As the page for authors shows it, beside copies of three files."""
    for name in ("ttt-table.js", "kit.js", "tictactoe.js"):
        shutil.copy(JS_FOLDER / name, tmp_path)
    (code,) = re.findall(r"^```js\n(.*?)^```", OPPONENT, re.MULTILINE | re.DOTALL)
    program = tmp_path / "game.mjs"
    program.write_text(code, encoding="utf-8")
    printed = printed_by("node", program)
    assert re.fullmatch(r"[XO.]{9} (X|O|null)\n", printed)


def test_the_opponent_in_c_prints_what_the_page_says(tmp_path: Path) -> None:
    """The cell in which X wins."""
    (code,) = re.findall(r"^```c\n(.*?)^```", OPPONENT, re.MULTILINE | re.DOTALL)
    source = tmp_path / "game.c"
    source.write_text(code, encoding="utf-8")
    cell = printed_by(compiled(source, tmp_path)).strip()
    assert f"It prints {cell}. " in OPPONENT


def printed_by(*command: str | Path) -> str:
    """Return what a program prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout
