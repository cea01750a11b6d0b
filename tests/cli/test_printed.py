"""What commands print, whole: the folder ``shown`` has it as a console shows it."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.commands import Run
from support.console import examples_in
from support.html import Elements, digest

from ttt_table import Game, __version__, cli, open_table
from ttt_table.cli import COMMANDS, main
from ttt_table.table.files import shipped_path

FOLDER = Path(__file__).with_name("shown")
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
WRITTEN = sorted(path for path in FOLDER.iterdir() if path.suffix != ".txt")
"""What commands of these consoles write."""

pytestmark = pytest.mark.usefixtures("in_an_empty_folder", "files_played_here")


def without_times(text: str) -> str:
    """What was printed, without slow answers, as there are on a busy machine."""
    text = re.sub(r"\n\nslowest answer: .*", "", text)
    return re.sub(r'(?<="slowest": )\{[^}]*\}', "null", text)


@pytest.mark.usefixtures("wrong")
@pytest.mark.parametrize("name", NAMES)
def test_commands_print_what_is_shown(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command of a console; ``cat`` shows the files that the others read."""
    monkeypatch.setattr("ttt_table.cli.commands.grade.perf_counter", lambda: 0)
    for example in examples_in((FOLDER / f"{name}.txt").read_text()):
        if example.given is not None:
            given = io.StringIO(Path(example.given).read_text())
            monkeypatch.setattr("sys.stdin", given)
        status = main(example.arguments)
        printed = capsys.readouterr()
        assert without_times(printed.out + printed.err) == example.shown
        assert example.status in (None, status), example.arguments
    for file in WRITTEN:
        if Path(file.name).exists():
            assert Path(file.name).read_bytes() == file.read_bytes()


def test_lines_are_aligned_whatever_tables_are_called(run: Run) -> None:
    """Also if a later one has the longest name, or the first is missing."""
    names = ["short", f"{'long' * 10}.msgpack"]
    for name in names:
        shutil.copy(shipped_path(), name)
    head, _, *lines = run(["info", "none", *names], 3).out.splitlines()
    assert {line.index("3x3k3") for line in lines} == {head.index("game")}
    assert {line.index(" 9 ") for line in lines} == {head.index("plies") + 3}


KEYS = Path(__file__).with_name("keys.txt").read_text().splitlines()
"""What each command prints with --json, at any depth; no key is renamed or removed."""


@pytest.mark.parametrize("line", [*KEYS[:4], *exhaustive(KEYS[4:])])
def test_the_keys_of_json_stay_and_csv_has_the_same_names(
    capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """There may be others beside them."""
    command, _, keys = line.partition(": ")
    Path("bot.py").write_text("def move(board):\n    return board.index('.')\n")
    for name in ("answers.csv", "other.csv"):
        Path(name).write_text("board,answer\nX........,4\n")
    main([*command.split(), "--json"])
    printed = capsys.readouterr().out
    assert {*keys.split()} <= {*re.findall(r'"(\w+)": ', printed)}
    main([*command.split(), "--csv"])
    head, row, *_ = csv.reader(capsys.readouterr().out.splitlines())
    assert head[-2:] == ["error", "code"]
    known = {name for name, cell in zip(head, row, strict=True) if cell}
    assert known <= {*json.loads(printed.splitlines()[0])}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_ends_in_examples_and_fits_a_terminal(run: Run, command: str) -> None:
    """That of the whole program ends in the exit statuses; all have 80 columns."""
    printed = run([*command.split(), "--help"]).out
    ending = "examples:" if command else "exit status"
    assert "usage: ttt-table" in printed
    assert ending in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert printed == run(["help", *command.split()]).out


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_printed(option: str, run: Run) -> None:
    """It is the package's."""
    assert run([option]).out == f"ttt-table {__version__}\n"


@pytest.mark.parametrize(
    "line",
    [
        "lookup XX.OO.... --json ---------",
        "why XX.OO.... --json 2",
        "picture proof -o - -XX-O-O--",
    ],
)
def test_a_board_may_start_with_a_dash_and_options_follow(run: Run, line: str) -> None:
    """It is not taken for an option, and options may follow it."""
    assert run(line.split()).err == ""


def test_a_dash_reads_boards_from_standard_input(run: Run) -> None:
    """One per line; empty lines and a byte-order mark are ignored."""
    boards = b"\xef\xbb\xbfX...O....\n\n XX./OO./...\n"
    lines = run(["lookup", "--json", "-", "........."], given=boards).out.splitlines()
    answered = [json.loads(line)["board"] for line in lines]
    assert answered == ["X...O....", "XX.OO....", "........."]


@pytest.mark.parametrize(
    ("arguments", "game"),
    [
        (
            "2x2-misere-gravity --lines file --name x",
            Game(2, 2, lines=[[0, 3], [1, 2]], misere=True, gravity=True),
        ),
        (
            "2x2 --lines file --o-lines own",
            Game(2, 2, lines=[[0, 3], [1, 2]], o_lines=[[1, 3]]),
        ),
    ],
)
def test_build_takes_a_board_with_lines_from_files(
    arguments: str, game: Game, run: Run
) -> None:
    """A form feed and other strange blanks end no line of a file."""
    Path("file").write_bytes("\ufeff# all\x0c0 9\u2028\r\n3 0\r\n\r\n\t1,2".encode())
    Path("own").write_text("1 3\n")
    run(["build", *arguments.split(), "-o", "it.msgpack"])
    assert open_table("it.msgpack", game=game).game.lines == game.lines


def test_main_stays_a_function_after_it_was_called(run: Run) -> None:
    """No module of its name takes its place in the package."""
    run(["--version"])
    assert cli.main is main


def test_a_module_of_the_current_folder_hides_none_of_python(tmp_path: Path) -> None:
    """Which ``python -m`` would otherwise import first."""
    Path("json.py").write_text("raise SystemExit('not this one')")
    done = subprocess.run(
        [sys.executable, "-m", "ttt_table", "lookup", "--json", "........."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


# Grades

PLAYERS = """\
import sys

def first_free(board):
    return board.index(".")

def rows(board):
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] is None)

def uneven(board):
    return {cell: 1.1**cell for cell, mark in enumerate(board) if mark == "."}

def strange(board):
    raise ValueError("\\x1b[31m" + "long " * 100)

if __name__ == "__main__":
    for line in sys.stdin:
        print(first_free(line), flush=True)
"""
ADAPTER = """\
def ask(player, board):
    cells = [None if mark == "." else mark for mark in board]
    return player([cells[:3], cells[3:6], cells[6:]])
"""


@pytest.fixture
def players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of players beside the command, and a small table."""
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(PLAYERS)
    Path("call.py").write_text(ADAPTER)
    assert main(["build", "-q", "1x5k2", "-o", "row.msgpack"]) == 0
    capsys.readouterr()


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("player", "sides"),
    [
        (["bots.py:first_free"], ["X", "O"]),
        (["--program", f"'{sys.executable}' bots.py", "--as", "X"], ["X"]),
        *exhaustive_rows(
            [(["bots.py:rows", "--adapter", "call.py:ask", "--as", "X"], ["X"])]
        ),
    ],
)
def test_a_function_one_with_an_adapter_and_a_program_are_graded_alike(
    run: Run, player: list[str], sides: list[str]
) -> None:
    """On both sides, or on one alone."""
    record = json.loads(run(["grade", *player, "--json"], 1).out)
    assert record["player"] in player
    records = record["sides"] or {record["side"]: record}
    assert list(records) == sides
    assert records["X"]["games"] == {"won": 83, "drawn": 16, "lost": 58}
    mistakes = [
        (len(records[side]["blunders"]), len(records[side]["slips"])) for side in sides
    ]
    assert mistakes == [(27, 5), (65, 12)][: len(sides)]


@pytest.mark.usefixtures("players")
def test_floats_are_numbers_in_json_with_their_bound(run: Run) -> None:
    printed = run(["grade", "bots.py:uneven", "--table", "row.msgpack", "--json"], 1)
    side = json.loads(printed.out)["sides"]["O"]
    assert 0 < side["rounding_error"] < 1e-13
    assert abs(sum(side["vs_random"].values()) - 1) <= 2 * side["rounding_error"]


REPORT = "--table row.msgpack --as-is --report it.html"


@pytest.mark.usefixtures("players")
def test_a_report_draws_each_mistake_in_one_page_that_loads_nothing(run: Run) -> None:
    """Its policy allows its own style alone, and it is the same each time."""
    run(["grade", "bots.py:first_free", *REPORT.split()], 1)
    text = Path("it.html").read_text()
    page = Elements(text)
    assert page.texts("h1") == ["bots.py:first_free on 1x5k2"]
    assert page.texts("p")[0].startswith("not sound: it blunders on 2 boards (1 of")
    assert page.texts("h2")[:3] == [
        "As X: lost wins (1 board, 1 up to symmetry)",
        "As O: the shortest game it loses",
        "As O: missed blocks (1 board, 1 up to symmetry)",
    ]
    assert len(page.texts("figure")) == 1 + 2
    assert not {"script", "link", "img"}.intersection(name for name, _, _ in page.found)
    assert f"style-src {digest(page.texts('style')[0])}" in text
    run(["grade", "bots.py:first_free", *REPORT.split()], 1)
    assert Path("it.html").read_text() == text


@pytest.mark.usefixtures("players")
def test_what_a_player_raises_is_shortened_in_a_report(run: Run) -> None:
    run(["grade", "bots.py:strange", "--as", "X", *REPORT.split()], 1)
    captions = " ".join(Elements(Path("it.html").read_text()).texts("figcaption"))
    assert "exception: ValueError: \\x1b[31mlong long" in captions
    assert len(captions) < 500


# Answers

PAGE = Path(__file__).parents[2] / "docs" / "answers.md"
OUTPUTS: dict[str, list[dict[str, Any]]] = {
    "output.jsonl": [
        {"custom_id": "XX.OO....", "response": {"body": {"choices": [{}]}}},
        {"custom_id": "X...O....", "response": None, "error": {"code": "expired"}},
    ],
    "results.jsonl": [
        {"custom_id": "XX.OO....", "result": {"type": "succeeded", "message": {}}},
        {"custom_id": "X...O....", "result": {"type": "errored", "error": {}}},
    ],
    "samples_ttt_table.jsonl": [
        {"doc": {"board": "XX.OO...."}, "resps": [["ANSWER: 2", "(0, 2)"]]},
        {"doc": {"board": "X...O...."}, "resps": [["", ""]]},
    ],
}
"""The outputs of two batch services, with and without a reply, and of a harness."""


def save(name: str, records: Sequence[dict[str, Any]]) -> None:
    Path(name).write_text("".join(f"{json.dumps(record)}\n" for record in records))


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_lines_of_the_page_make_rows_of_the_outputs_of_batches(run: Run) -> None:
    text = "So.\n\nANSWER: 2"
    openai, anthropic, _ = OUTPUTS.values()
    openai[0]["response"]["body"]["choices"] = [{"message": {"content": text}}]
    thinking = {"type": "thinking", "thinking": "ANSWER: 5"}
    content = [thinking, {"type": "text", "text": text}]
    anthropic[0]["result"]["message"]["content"] = content
    lines = re.findall(r"^jq .*", PAGE.read_text(), re.MULTILINE)
    for line, (name, records) in zip(lines, OUTPUTS.items(), strict=True):
        save(name, records)
        subprocess.run(line, shell=True, check=True)
        score = json.loads(run(["answers", "answers.jsonl", "--json"]).out)
        assert (score["right"], score["no_answer"]) == (0.5, 0.5)
