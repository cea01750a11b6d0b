"""What ``ttt-table grade`` prints of players that are not understood."""

import csv
import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from support.commands import Run
from support.strangers import SEARCH

ROWS = f"""{SEARCH}
def move(board, turn):
    return divmod(best(plain(flat(board), "X", "O", " "), turn), 3)
"""
GAMES = "def move(game):\n    return game.free()[0]\n"
OPTIONS = ["--board", "rows", "--empty", " ", "--args", "board,mark"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def player() -> str:
    """A flawless player that wants rows of spaces and a mark."""
    Path("rows.py").write_text(ROWS)
    return "rows.py:move"


def proposed(printed: str) -> list[str]:
    """The words of the command that is proposed."""
    (command,) = re.findall(r"^try: (.*)$", printed, re.MULTILINE)
    return shlex.split(command)


@pytest.mark.exhaustive
def test_the_command_is_proposed_that_grades_it(run: Run, player: str) -> None:
    command = proposed(run(["grade", player], 2).err)
    assert command == ["ttt-table", "grade", player, *OPTIONS]


@pytest.mark.exhaustive
def test_the_proposed_command_gives_a_grade(run: Run, player: str) -> None:
    command = proposed(run(["grade", player], 2).err)
    assert "perfect" in run(command[1:]).out


@pytest.mark.exhaustive
def test_it_is_said_what_the_player_did_first(run: Run, player: str) -> None:
    first, second, *_ = run(["grade", player], 2).err.splitlines()
    assert first.startswith(f"ttt-table: error: {player} is not graded")
    assert "it raises TypeError: move takes board, turn; --args gives it board" in first
    assert second.endswith("turn gets the mark of the player to move.")


@pytest.mark.exhaustive
def test_other_options_are_kept(run: Run, player: str) -> None:
    options = ["--as", "O", "--first", "O", "--limit", "5", "--show", "0", "--quiet"]
    command = proposed(run(["grade", *options, player], 2).err)
    assert command == ["ttt-table", "grade", player, *options, *OPTIONS]


@pytest.mark.exhaustive
def test_options_that_were_wrong_are_not_kept(run: Run, player: str) -> None:
    command = proposed(run(["grade", player, "--board", "list", "--from", "1"], 2).err)
    assert command == ["ttt-table", "grade", player, *OPTIONS]


@pytest.mark.exhaustive
def test_a_file_s_name_is_quoted(run: Run) -> None:
    Path("my bot.py").write_text(ROWS)
    printed = run(["grade", "my bot.py:move"], 2).err
    assert "try: ttt-table grade 'my bot.py:move' --board rows" in printed


def test_it_is_graded_as_declared(run: Run, player: str) -> None:
    assert "not played" in run(["grade", player, "--as-declared"], 1).out


@pytest.mark.exhaustive
def test_a_wrapper_is_printed_if_no_way_of_calling_fits(run: Run) -> None:
    Path("games.py").write_text(GAMES)
    printed = run(["grade", "games.py:move", "--as", "X"], 2).err
    assert "Save this as wrapped.py, and complete it:" in printed
    assert "import games as bot_file" in printed
    assert "then: ttt-table grade wrapped.py:move --as X" in printed


def test_a_wrapper_is_printed_for_a_class_that_needs_arguments(run: Run) -> None:
    text = "class Bot:\n    def __init__(self, mark): pass\n"
    text += "    def reply(self, board): return 0\n"
    Path("classes.py").write_text(text)
    printed = run(["grade", "classes.py:Bot.reply"], 2).err
    assert "classes.py:Bot.reply is not graded: Bot() raises TypeError: " in printed
    assert "    bot = bot_file.Bot(mark)\n" in printed
    assert "--as-declared" not in printed


@pytest.mark.exhaustive
def test_each_of_several_players_has_its_own_line(run: Run, player: str) -> None:
    Path("games.py").write_text(GAMES)
    Path("fine.py").write_text("def move(board): return board.index('.')\n")
    names = [player, "games.py:move", "fine.py:move"]
    table = csv.DictReader(run(["grade", "--csv", *names], 1).out.splitlines())
    rows, games, fine = table
    assert rows["sound"] == games["sound"] == ""
    assert "try: ttt-table grade rows.py:move --csv --board rows" in rows["error"]
    assert games["error"].endswith("; write a function that calls it")
    assert fine["sound"] == "no"


@pytest.mark.exhaustive
def test_json_has_the_proposal_as_its_error(run: Run, player: str) -> None:
    (line,) = run(
        ["grade", "--json", player.replace("rows", "row*")], 2
    ).out.splitlines()
    assert "try: ttt-table grade rows.py:move --json" in json.loads(line)["error"]


def test_what_is_foreign_is_printed_without_control_characters(run: Run) -> None:
    Path("red.py").write_text("def move(board):\n    raise ValueError('\\x1b[31m')\n")
    assert "\x1b" not in run(["grade", "red.py:move"], 2).err


def test_a_program_is_proposed_with_the_form_of_its_answers(run: Run) -> None:
    text = "import sys\nfor line in sys.stdin:\n"
    text += "    print(line.index('.') + 1, flush=True)\n"
    Path("from1.py").write_text(text)
    command = ["grade", "--program", f"{sys.executable} from1.py"]
    assert proposed(run(command, 2).err) == ["ttt-table", *command, "--from", "1"]
