"""No command writes over what it reads, or over what it has just written.

`COMMANDS_OPTIONS` lists every option of every command: one that is new, renamed or gone
has to be listed here, as an input, an output or neither. The tests take the inputs and
the outputs from there.
"""

import os
import re
import shlex
import sys
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import pytest
from support.commands import Run, names_in

from ttt_table.cli import COMMANDS
from ttt_table.cli.parser import command_parser


class Options(NamedTuple):
    """The options of a command, by their names in the parsed options."""

    line: str
    """The command, with what it needs besides files."""
    inputs: dict[str, str]
    """Those that name files to read, each with how it is given; {} is the file."""
    outputs: dict[str, str]
    """Those that name files to write, each with how it is given."""
    others: str
    """All others."""


COMMANDS_OPTIONS = {
    "build": Options(
        "build 3x3",
        {"lines": "--lines {}", "o_lines": "--o-lines {}"},
        {"output": "-o {}"},
        "game name method jobs dask force quiet json",
    ),
    "lookup": Options(
        "lookup X...O....", {"table": "--table {}"}, {}, "boards first json"
    ),
    "audit": Options(
        "audit",
        {"file": "{}", "table": "--table {}"},
        {},
        "jobs dask quiet json",
    ),
    "grade": Options(
        "grade",
        {
            "players": "{}:move",
            "adapter": "--adapter {}",
            "program": "--program 'python3 {} --quick'",
            "against": "--against {}:move",
            "table": "--table {}",
        },
        {"report": "--report {}"},
        "side first limit as_is force quiet csv show json",
    ),
    "answers": Options(
        "answers other",
        {"files": "{}", "prompts": "--prompts {}", "table": "--table {}"},
        {"rows": "--rows {}", "picture": "--picture {}"},
        "first pattern one_based csv quiet json",
    ),
    "export": Options(
        "export --to prompts",
        {"file": "{}", "table": "--table {}"},
        {"card": "--card {}", "output": "-o {}"},
        "to notation all classes matters every force quiet json",
    ),
    "play": Options(
        "play", {"table": "--table {}"}, {}, "side level noise tricky hints first seed"
    ),
    "why": Options(
        "why X...O....", {"table": "--table {}"}, {}, "board cell first json"
    ),
    "review": Options("review 0", {"table": "--table {}"}, {}, "moves first json"),
    "info": Options("info", {"file": "{}", "table": "--table {}"}, {}, "json"),
    "page": Options("page", {"tables": "other {}"}, {"output": "-o {}"}, "lang json"),
    "picture": Options(
        "picture map",
        {"table": "--table {}"},
        {"output": "-o {}"},
        "kind board first json",
    ),
}

SPELLINGS: dict[str, Callable[[str], str]] = {
    "its own name": lambda name: name,
    "its path": os.path.abspath,
    "a dot before it": lambda name: f"./{name}",
    "a detour by a folder": lambda name: f"folder/../{name}",
    "a detour by a folder that is not there": lambda name: f"missing/../{name}",
    "a symbolic link": lambda name: linked(name, os.symlink),
    "a hard link": lambda name: linked(name, os.link),
}
"""Other names of a file."""

INPUT = "input.py"


def linked(name: str, link: Callable[[str, str], None]) -> str:
    link(name, "link")
    return "link"


@pytest.fixture(autouse=True)
def beside_an_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with a file, which need not be what a command could read."""
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path(INPUT).write_text("input")


EACH_OUTPUT = [
    f"{options.line} {output}"
    for options in COMMANDS_OPTIONS.values()
    for output in options.outputs.values()
]
EACH_INPUT_WITH_EACH_OUTPUT = [
    f"{options.line} {given.format(INPUT)} {output}"
    for options in COMMANDS_OPTIONS.values()
    for given, output in product(options.inputs.values(), options.outputs.values())
]
EACH_INPUT = [
    f"{options.line} {given.format(INPUT)} {'-o -' * ('output' in options.outputs)}"
    for options in COMMANDS_OPTIONS.values()
    for given in options.inputs.values()
]
EACH_TWO_OUTPUTS = [
    f"{options.line} {output} {other.format('new')}"
    for options in COMMANDS_OPTIONS.values()
    for output, other in combinations(options.outputs.values(), 2)
]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_option_is_an_input_an_output_or_neither(command: str) -> None:
    """As its command declares it."""
    parser = command_parser(command, COMMANDS[command])
    names = {action.dest for action in parser._actions} - {"help"}
    inputs = set(parser.get_default("inputs"))
    outputs = set(parser.get_default("outputs"))
    listed = COMMANDS_OPTIONS[command]
    assert inputs == set(listed.inputs)
    assert outputs == set(listed.outputs)
    assert names - inputs - outputs == set(listed.others.split())


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize("line", EACH_INPUT_WITH_EACH_OUTPUT)
def test_no_output_is_an_input(
    line: str, spelling: Callable[[str], str], run: Run
) -> None:
    """However the file is called."""
    name = spelling(INPUT)
    printed = run(shlex.split(line.format(name)), 2)
    message = f"ttt-table: error: {name} is an input; choose another output\n"
    assert printed == ("", message)
    assert Path(INPUT).read_text() == "input"


@pytest.mark.parametrize("named", ["folder", "folder/*.py", "*/a.*"])
def test_no_output_is_a_file_of_a_folder_or_a_pattern(named: str, run: Run) -> None:
    Path("folder/a.py").write_text("input")
    printed = run(["grade", f"{named}:move", "--report", "folder/a.py"], 2)
    assert "folder/a.py is an input" in printed.err


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize("line", EACH_TWO_OUTPUTS)
def test_no_two_outputs_are_one_file(
    line: str, spelling: Callable[[str], str], run: Run
) -> None:
    """However it is called."""
    Path("new").write_text("old")
    name = spelling("new")
    printed = run(shlex.split(line.format(name)), 2)
    assert printed == ("", f"ttt-table: error: {name} is named for two outputs\n")


@pytest.mark.parametrize("name", ["./new", "folder/../new"])
@pytest.mark.parametrize("line", EACH_TWO_OUTPUTS)
def test_no_two_outputs_are_one_new_file(line: str, name: str, run: Run) -> None:
    """That is not there yet."""
    printed = run(shlex.split(line.format(name)), 2)
    assert f"{name} is named for two outputs" in printed.err


@pytest.mark.parametrize("line", EACH_OUTPUT)
def test_no_output_is_where_standard_output_goes(
    line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would take the place of the other."""
    with Path("new").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        printed = run(shlex.split(line.format("./new")), 2)
    # The other output of an export is standard output already.
    assert re.search(
        r"\./new is (where standard output goes|named for two outputs)", printed.err
    )


@pytest.mark.parametrize("mode", ["w", "a"])
@pytest.mark.parametrize("line", EACH_INPUT)
def test_standard_output_is_no_input(
    line: str, mode: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after ``>``, which has emptied it, or ``>>``."""
    with Path(INPUT).open(mode) as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        printed = run(shlex.split(line), 2)
    message = f"{INPUT} is an input; let standard output go to another file"
    assert printed.err == f"ttt-table: error: {message}\n"
    assert Path(INPUT).read_text() == ("input" if mode == "a" else "")


@pytest.mark.parametrize("line", ["lookup -", "review - --json", "play"])
def test_standard_output_is_not_standard_input(
    line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else each answer would be read as a question."""
    with Path(INPUT).open() as stdin, Path(INPUT).open("a") as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        printed = run(line.split(), 2)
    assert "standard input and standard output are one file" in printed.err
    assert Path(INPUT).read_text() == "input"


def test_standard_output_may_be_another_file(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is what most people want."""
    with Path("moves.txt").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        run(["lookup", "X...O...."])
    assert "X to move" in Path("moves.txt").read_text()


@pytest.mark.parametrize("line", EACH_OUTPUT)
def test_an_output_is_checked_before_the_work(line: str, run: Run) -> None:
    """Even before it is known whether the inputs are good."""
    printed = run(shlex.split(line.format("missing/new")), 3)
    message = "missing/new: cannot be written: there is no such folder"
    assert printed == ("", f"ttt-table: error: {message}\n")
    assert names_in() == ["folder", INPUT]
