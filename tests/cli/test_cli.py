"""The command line: what it prints, and its exit status."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.cases import exhaustive
from support.commands import Run

from ttt_table import Game, __version__
from ttt_table.build import build_table
from ttt_table.cli import COMMANDS, main

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

KEYS = Path(__file__).with_name("keys.txt").read_text().splitlines()
"""What each command prints with --json, at any depth; no key is renamed or removed."""


@pytest.mark.parametrize(
    "line",
    [*KEYS[:4], *exhaustive(KEYS[4:])],
)
def test_the_keys_of_json_stay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """There may be others beside them."""
    command, _, keys = line.partition(": ")
    Path("bot.py").write_text("def move(board):\n    return board.index('.')\n")
    for name in ("answers.csv", "other.csv"):
        Path(name).write_text("board,answer\nX........,4\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    main([*command.split(), "--json"])
    assert {*keys.split()} <= {*re.findall(r'"(\w+)": ', capsys.readouterr().out)}


@pytest.mark.parametrize(
    "part",
    ["3x3k3.msgpack", "5,478", "992", "draw in 9 plies", "sha256"],
)
def test_build_describes_the_table(run: Run, part: str) -> None:
    """Its file, its positions, its size, the result of the game, its digest."""
    assert part in run(["build"]).out


def test_build_makes_the_shipped_table(run: Run, shipped: bytes) -> None:
    """Byte by byte."""
    run(["build"])
    assert Path("3x3k3.msgpack").read_bytes() == shipped


def test_info_prints_the_same_as_build(run: Run) -> None:
    """Of any game, in any file."""
    options = "2x4k2-misere"
    built = run(["build", *options.split(), "-o", "it.msgpack"]).out
    assert run(["info", "it.msgpack"]).out == built
    assert "2x4k2-misere: 2 rows, 4 columns, 2 in a row loses" in built


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        ("XXXOO....", "X has won"),
        ("OOOXX.X..", "O has won"),
        ("XOXXOOOXX", "a draw: the board is full"),
        ("X..O.....", "X to move: X wins in 5 plies; best:"),
        ("XX.O.....", "O to move: X wins in 4 plies; best: 2"),
        ("--first O OO.XX....", "O to move: O wins in 1 ply; best: 2"),
        ("--table misere XXO.", "O has won"),
    ],
)
def test_lookup_says_who_wins(run: Run, arguments: str, verdict: str) -> None:
    """By name, for any mover and either first player, also in misère."""
    build_table(Game(2, 2, 2, misere=True), "misere")
    assert verdict in run(["lookup", *arguments.split()]).out


@pytest.mark.parametrize(
    "line",
    [
        "lookup -X--O---- --json",
        "lookup XX.OO.... --json ---------",
        "why -x-/-o-/--- --json",
        "why XX.OO.... --json 2",
        "picture proof -o - -XX-O-O--",
    ],
)
def test_a_board_may_start_with_a_dash_and_options_follow(run: Run, line: str) -> None:
    """It is not taken for an option, and options may follow it."""
    assert run(line.split()).err == ""


@pytest.mark.parametrize("command", ["lookup", "why"])
def test_a_finished_board_has_no_moves_in_json(run: Run, command: str) -> None:
    """The docs show the shape of others, and a test runs what they show."""
    record = json.loads(run([command, "--json", "xxxoo----"]).out)
    assert record["board"] == "XXXOO...."
    assert (record["value"], record["plies"]) == (-1, 0)
    assert record["moves"] == []
    assert record.get("best", []) == []


def test_with_gravity_columns_are_numbered_and_only_drops_have_a_value(
    run: Run,
) -> None:
    """A free cell in the air stays empty."""
    build_table(Game(gravity=True), "falling")
    assert run(["lookup", "--table", "falling", "...O..XXO"]).out == (
        "...O..XXO  X to move: X wins in 5 plies; best: 4 (column 1)\n\n"
        "    0          1          2\n"
        " 0 loss 4 |          |\n"
        "----------+----------+----------\n"
        "    O     | 4 win 5* |  5 draw\n"
        "----------+----------+----------\n"
        "    X     |    X     |    O\n\n"
    )


def test_with_gravity_a_stone_in_the_air_is_refused(run: Run) -> None:
    """No play leads to such a board."""
    build_table(Game(gravity=True), "falling")
    errors = run(["lookup", "--table", "falling", "X........"], 2).err
    assert "cell 0 holds a stone with nothing below" in errors


def test_a_dash_reads_boards_from_standard_input(run: Run) -> None:
    """One per line; empty lines and a byte-order mark are ignored."""
    boards = b"\xef\xbb\xbfX...O....\n\n XX./OO./...\n"
    lines = run(["lookup", "--json", "-", "........."], given=boards).out.splitlines()
    answered = [json.loads(line)["board"] for line in lines]
    assert answered == ["X...O....", "XX.OO....", "........."]


def test_audit_passes_the_shipped_table(run: Run) -> None:
    """With the published counts beside its own."""
    printed = run(["audit"]).out
    assert "all 1,372 slots are right" in printed
    for number in ("5,478", "255,168", "549,946", "127,872"):
        assert printed.count(number) >= 2
    assert "DIFFERS" not in printed
    assert "https://oeis.org/A008907" in printed


def test_audit_says_if_no_numbers_are_published(run: Run) -> None:
    """Then the table is compared with itself alone."""
    printed = run(["audit", build_table(Game(2, 3, 2), "small")]).out
    assert "no published numbers are known for this game" in printed


def test_audit_draws_the_first_wrong_positions(run: Run, wrong: Path) -> None:
    """With the stored outcome and the expected one; the status is 1."""
    printed = run(["audit", str(wrong)], 1).out
    assert "slots are WRONG" in printed
    assert "XXOOXXXOO  stored: win 0, should be: draw" in printed
    assert "DIFFERS" in printed


def test_audit_lists_the_first_wrong_positions_in_json(run: Run, wrong: Path) -> None:
    """With the same outcomes."""
    record = json.loads(run(["audit", "--json", str(wrong)], 1).out)
    assert record["passed"] is False
    assert record["wrong"][0]["stored"] == {"value": 1, "plies": 0}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_ends_in_examples_and_fits_a_terminal(run: Run, command: str) -> None:
    """That of the whole program ends in the exit statuses; all have 80 columns."""
    printed = run([*command.split(), "--help"]).out
    ending = "examples:" if command else "exit status"
    assert "usage: ttt-table" in printed
    assert ending in printed
    assert max(map(len, printed.splitlines())) <= 80


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_printed(option: str, run: Run) -> None:
    """It is the package's."""
    assert run([option]).out == f"ttt-table {__version__}\n"


def test_help_is_a_command_too(run: Run) -> None:
    """As in other programs."""
    assert run(["help"]) == run(["--help"])
    assert run(["help", "info"]) == run(["info", "--help"])


def test_a_module_of_the_current_folder_hides_none_of_python(tmp_path: Path) -> None:
    """Which ``python -m`` would otherwise import first."""
    (tmp_path / "json.py").write_text("raise SystemExit('not this one')")
    done = subprocess.run(
        [sys.executable, "-m", "ttt_table", "lookup", "--json", "........."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["lookup XX.OO....", "why XX.OO....", "info"])
def test_csv_has_a_line_for_each_result(command: str, run: Run) -> None:
    """With the same names for its columns as JSON has for its keys."""
    record = json.loads(run([*command.split(), "--json"]).out)
    head, row = csv.reader(run([*command.split(), "--csv"]).out.splitlines())
    *names, error, code = head
    assert (error, code) == ("error", "code")
    assert names == [name for name in record if name in names]
    assert len(row) == len(head)


def test_several_tables_are_a_line_each(run: Run) -> None:
    """Also one that cannot be read; the worst decides on the status."""
    run(["build", "2x2k2"])
    printed = run(["info", "2x2k2", "none", "3x3k3"], 3)
    head, small, none, shipped = printed.out.splitlines()
    assert head.split()[:2] == ["file", "game"]
    assert small.split()[:2] == ["2x2k2.msgpack", "2x2k2"]
    assert none.split("  ", 1)[1].strip() == "none: there is no such file"
    assert shipped.split()[1] == "3x3k3"
    assert printed.err == "ttt-table: error: 1 of 3 files failed\n"


@pytest.mark.parametrize("name", ["2x3k2", "2x3k2.msgpack", "2X3k2"])
def test_a_table_is_named_by_its_file_or_its_game(name: str, run: Run) -> None:
    """The file has the name that a build gives it."""
    run(["build", "2x3k2"])
    if name == "2X3k2":
        assert "Did you mean 2x3k2?" in run(["info", name], 3).err
    else:
        assert "2x3k2.msgpack" in run(["info", name]).out
        assert "X wins" in run(["lookup", "--table", name, "......"]).out


def test_play_answers_programs_too(run: Run) -> None:
    """A line of JSON for each reply, without prompts."""
    printed = run(["play", "--json", "--seed", "1"], given=b"4\nquit\n").out
    replies = [json.loads(line) for line in printed.splitlines()]
    assert [reply["said"] for reply in replies][-1] == "Good-bye."
    assert replies[-1]["board"].count("O") == 1


def test_main_stays_a_function_after_it_was_called() -> None:
    """No module of its name takes its place in the package."""
    code = (
        "from ttt_table.cli import main; main(['--version']); "
        "from ttt_table.cli import main; main(['--version'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout.count("\n")) == (0, 2)
