"""The examples run, and show what they say."""

import ast
import json
import re
import shutil
import subprocess
import sys
from itertools import chain, cycle
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive
from support.commands import Run
from support.examples import example
from support.readers import JS_FOLDER, compiled, needs_node

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.export.prompts import prompts
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


@pytest.mark.parametrize("path", ["nosuch", "."])
def test_a_table_that_the_terminal_cannot_open_is_one_complaint(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["terminal.py", path])
    with pytest.raises(SystemExit, match=rf"^{re.escape(path)}: th.*$"):
        example("terminal")


@pytest.fixture
def rows_of_two_models(in_an_empty_folder: None, run: Run) -> str:  # noqa: ARG001
    """What the command read in a file with odd lines; one model makes no mistake."""
    lines = ["\ufeff"]
    for prompt in prompts(open_table()):
        cells = {"sound": open_table().best_move(prompt.board), "silent": ""}
        for model, cell in cells.items():
            answer = f"First\u2028line\nANSWER: {cell}"
            row = {"model": model, "board": prompt.board, "answer": answer}
            lines += [json.dumps(row, ensure_ascii=False), ""]
    Path("answers.jsonl").write_text("\n".join(lines), encoding="utf-8")
    run(["answers", "answers.jsonl", "--rows", "rows.csv"], 1)  # one is silent
    return "rows.csv"


@pytest.mark.parametrize(
    ("model", "is_sound", "forfeits"), [("sound", True, False), ("silent", False, True)]
)
def test_a_model_is_graded_as_the_command_reads_its_answers(
    model: str,
    is_sound: bool,
    forfeits: bool,
    rows_of_two_models: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    example("play_answers").main([rows_of_two_models, model])
    summary = ast.literal_eval(capsys.readouterr().out)
    assert summary["sound"] is is_sound
    assert bool(summary["forfeits"]) is forfeits


OF_OTHER_GAME = "model,board,cell\nm,X...,1\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["rows.csv"], "name one of the models in rows.csv: 'sound', 'silent'"),
        (["rows.csv", "x"], "name one of the models in rows.csv: 'sound', 'silent'"),
        (["answers.jsonl"], "ttt-table answers --rows has not written answers.jsonl"),
        (["nosuch"], "[Errno 2] No such file or directory: 'nosuch'"),
        (["other.csv"], "other.csv has boards of another game than 3x3k3"),
    ],
)
@pytest.mark.usefixtures("rows_of_two_models")
def test_answers_that_cannot_be_played_are_one_complaint(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("other.csv").write_text(OF_OTHER_GAME)
    with pytest.raises(SystemExit):
        example("play_answers").main(arguments)
    assert capsys.readouterr().err.splitlines()[-1].endswith(f"error: {complaint}")


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
