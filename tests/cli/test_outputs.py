"""Where a command's file goes: whole or not at all, and never over its input."""

import io
import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from crafted import Parts
from support.commands import Run, names_in

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.errors import ArgumentError

WRITERS: dict[str, dict[str, object]] = {
    "export t -o it.csv": {"format": "csv", "rows": 57},
    "export t -o it.npz": {"format": "npz", "rows": 57},
    "export t -o it.h": {"format": "c", "name": "ttt_2x3k2"},
    "page t -o it.html": {"games": ["2x3k2"]},
    "picture classes --table t -o it.svg": {
        "picture": "classes",
        "game": "2x3k2",
        "boards": 38,
    },
}
"""Commands that write a file, and what they print of it in JSON."""
BUILDS = ["build -o it.msgpack", "build --method tiers -o it.msgpack"]

SPELLINGS: dict[str, Callable[[str], str]] = {
    "its own name": lambda name: name,
    "its path": os.path.abspath,
    "a dot before it": lambda name: f"./{name}",
    "a detour by a folder": lambda name: f"folder/../{name}",
    "a symbolic link": lambda name: linked(name, os.symlink),
    "a hard link": lambda name: linked(name, os.link),
}
"""Other names of a file."""

ATTEMPTS = {
    "{table} | export {input} -o {output}": [".csv", ".jsonl", ".npz", ".h"],
    "{table} | export {input} --to prompts -o {output}": [".jsonl"],
    "{table} | page {input} -o {output}": [".html"],
    "{table} | page t {input} -o {output}": [".html"],
    "{table} | picture map --table {input} -o {output}": [".svg"],
    "{table} | grade bot.py:move --table {input} --report {output}": [".html"],
    "{table} | answers a.csv --table {input} --rows {output}": [".csv"],
    "{table} | answers a.csv --table {input} --picture {output}": [".svg"],
    "{table} | build 2x2k2 -o {output}": [".msgpack"],
    "{answers} | answers {input} --rows {output}": [".csv"],
    "{answers} | answers a.csv --prompts {input} --rows {output}": [".csv"],
    "{answers} | export t -o {output}": [".csv", ".jsonl"],
    "{answers} | export t --to prompts -o {output}": [".jsonl"],
    "{lines} | build 2x3 --lines {input} -o {output}": [".msgpack", ".txt"],
    "{lines} | build 2x3 --lines l --o-lines {input} -o {output}": [".msgpack"],
    "{bot} | grade {input}:move --report {output}": [".py"],
    "{bot} | grade bot.py:move --adapter {input} --report {output}": [".py"],
    "{bot} | grade --program 'python3 {input} -q' --report {output}": [".py"],
    "{bot} | grade bot.py:move --against {input}:move --report {output}": [".py"],
    "{bot} | build -o {output}": [".py"],
    "{bot} | page -o {output}": [".py"],
}
"""Outputs over inputs, or over what cannot be made again, by the kind of the file."""


def linked(name: str, link: Callable[[str, str], None]) -> str:
    new_name = f"link{Path(name).suffix}"
    link(name, new_name)
    return new_name


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A table of 2x3."""
    return Path(
        build_table(Game(2, 3, 2), tmp_path_factory.mktemp("small") / "t")
    ).read_bytes()


@pytest.fixture(autouse=True)
def beside_a_table(
    small: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that holds a small table and nothing else."""
    monkeypatch.chdir(tmp_path)
    Path("t").write_bytes(small)


@pytest.mark.parametrize(
    ("attempt", "ending"),
    [(attempt, ending) for attempt, endings in ATTEMPTS.items() for ending in endings],
)
def test_no_input_is_lost(
    attempt: str,
    ending: str,
    small: bytes,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However it is called: the command is refused, or leaves it as it is."""
    kind, _, line = attempt.partition(" | ")
    files = {
        "t": small,
        "bot.py": b"def move(board):\n    return board.index('.')\n",
        "a.csv": b"board,answer\n......,4\n",
        "l": b"0 2\n",
    }
    content = {
        "{table}": small,
        "{answers}": b"board,answer\nX........,4\n",
        "{lines}": b"0 1\n",
        "{bot}": files["bot.py"],
    }[kind]
    if kind == "{answers}" and ending == ".jsonl":
        content = b'{"board": "X........", "answer": 4}\n'
    name = f"input{ending}"
    for spelling, spelt in SPELLINGS.items():
        folder = tmp_path / spelling
        (folder / "folder").mkdir(parents=True)
        monkeypatch.chdir(folder)
        for file, data in {**files, name: content}.items():
            Path(file).write_bytes(data)
        output = spelt(name)
        main(shlex.split(line.format(input=name, output=output)))
        assert Path(name).read_bytes() == content, spelling
        # Only a hard link can be replaced without harm.
        is_refused = "error: " in capsys.readouterr().err
        assert is_refused or spelling == "a hard link", spelling


def test_an_ending_may_be_in_capitals(run: Run) -> None:
    run(["picture", "map", "--table", "t", "-o", "map.SVG"])
    assert Path("map.SVG").read_text().startswith("<svg")


def test_a_link_leads_to_no_file_of_another_ending(run: Run) -> None:
    """The file that is written is the one to which it leads."""
    Path("bot.py").write_text("a bot")
    Path("page.html").symlink_to("bot.py")
    assert (
        "'page.html' is a link to a file that does not end in .html"
        in run(["page", "-o", "page.html"], 2).err
    )
    assert Path("bot.py").read_text() == "a bot"


@pytest.mark.parametrize("name", ["answers.csv", "answers.jsonl"])
def test_recorded_answers_are_replaced_by_force_alone(name: str, run: Run) -> None:
    """They cannot be made again."""
    line = {"answers.csv": "board,answer\n", "answers.jsonl": '{"answer": 4}\n'}[name]
    Path(name).write_text(line)
    printed = run(["export", "t", "-o", name], 2)
    assert f"{name} has recorded answers; --force replaces them" in printed.err
    run(["export", "t", "-o", name, "--force"])
    assert Path(name).read_text() != line


INPUTS = [
    *("info input", "audit input", "export input --to csv", "page input -o -"),
    *("lookup --table input ......", "grade input:move", "answers input"),
]


@pytest.mark.parametrize("line", [*INPUTS, "lookup - --csv", "review - --json", "play"])
def test_standard_output_is_no_input(
    line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after ``>>``: each answer would be read, or read as a question."""
    Path("input").write_text("input\n")
    with Path("input").open() as stdin, Path("input").open("a") as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        printed = run(line.split(), 2)
    complaint = "standard input and standard output are one file"
    if line in INPUTS:
        complaint = "input is an input; let standard output go to another file"
    assert complaint in printed.err
    assert Path("input").read_text() == "input\n"


def test_standard_output_may_be_another_file(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is what most people want."""
    with Path("moves.txt").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        run(["lookup", "X...O...."])
    assert "X to move" in Path("moves.txt").read_text()


BUILD_X = ["build", "2x3", "--lines", "lines", "--name", "x"]
DEFAULT_NAME = "2x3-x.msgpack"
REPLACED: dict[str, Callable[[bytes], bytes]] = {
    "the same table": lambda good: good,
    "a damaged one": lambda good: good[:-1],
    "one of another version": lambda good: Parts.of(good).file(version=3),
}
"""What a build replaces by default, made of the table of the same game."""


@pytest.fixture
def good(run: Run) -> bytes:
    """A table under the name that its build gives it, beside the file of its lines."""
    Path("lines").write_text("0 1\n3 4 5\n")
    run(BUILD_X)
    return Path(DEFAULT_NAME).read_bytes()


@pytest.mark.parametrize("old", REPLACED.values(), ids=REPLACED)
def test_by_default_the_same_game_is_built_again(
    old: Callable[[bytes], bytes], good: bytes, run: Run
) -> None:
    Path(DEFAULT_NAME).write_bytes(old(good))
    run(BUILD_X)
    assert Path(DEFAULT_NAME).read_bytes() == good


def test_the_default_name_replaces_no_other_game(good: bytes, run: Run) -> None:
    """Two games of lines may have the same name; the other rule has another one."""
    Path("lines").write_text("0 1\n")
    printed = run(BUILD_X, 2)
    assert "2x3-x.msgpack exists and is not a table of this game" in printed.err
    with pytest.raises(ArgumentError, match="not a table of this game"):
        build_table(Game(2, 3, lines=[[0, 1]], name="x"))
    run(["build", "2x3-misere", *BUILD_X[2:]])
    assert Path(DEFAULT_NAME).read_bytes() == good


@pytest.mark.usefixtures("good")
def test_a_table_of_own_lines_is_found_by_the_name_that_its_build_gave_it(
    run: Run,
) -> None:
    """Only its builder knows a game of that name."""
    assert "PASSED" in run(["audit", "2x3-x"]).out


def test_a_name_that_is_only_an_ending_says_the_format(run: Run) -> None:
    """Though pathlib finds no suffix in it."""
    run(["export", "-o", ".csv"])
    assert Path(".csv").read_text().startswith("board,")


@pytest.mark.usefixtures("good")
def test_the_default_name_replaces_no_other_file(run: Run) -> None:
    """It may be somebody's notes."""
    Path(DEFAULT_NAME).write_bytes(b"my notes")
    run(BUILD_X, 2)
    assert Path(DEFAULT_NAME).read_bytes() == b"my notes"


@pytest.mark.parametrize("writer", WRITERS)
def test_json_says_what_a_file_holds(writer: str, run: Run) -> None:
    """Rows are counted, other files have their size."""
    record = json.loads(run([*shlex.split(writer), "--json"]).out)
    output = writer.split()[-1]
    expected = {"file": output, **WRITERS[writer]}
    if "rows" not in expected:
        expected["bytes"] = Path(output).stat().st_size
    assert record == expected


@pytest.mark.parametrize("writer", WRITERS)
def test_a_dash_is_standard_output(
    writer: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """It gets the bytes of the file, and nothing else."""
    assert main(writer.split()) == 0
    capsysbinary.readouterr()
    *line, output = writer.split()
    form = {"it.csv": "csv", "it.npz": "npz", "it.h": "c"}.get(output)
    assert main([*line, "-", *(["--to", form] if form else [])]) == 0
    assert capsysbinary.readouterr().out == Path(output).read_bytes()
    assert names_in() == [output, "t"]


EXPORT_NPZ = ["export", "--to", "npz", "t", "-o", "-"]


def test_npz_is_not_printed_on_a_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not text."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "npz is not text" in run(EXPORT_NPZ, 2).err


def test_npz_is_not_printed_on_a_stream_of_text(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A caller in Python may have replaced standard output; rows are printed there."""
    printed = io.StringIO()
    monkeypatch.setattr("sys.stdout", printed)
    assert "npz is not text" in run(EXPORT_NPZ, 2).err
    assert main(["export", "--to", "csv", "t"]) == 0
    assert printed.getvalue().startswith("board,mover,")


IMPOSSIBLE = {
    **dict.fromkeys(["", "x/", "/", ".", "/dev/null", "it.txt"], 2),
    **dict.fromkeys(["no/it{}", "folder{}"], 3),
}
"""Outputs that cannot be a file of an ending, and the status of each."""


@pytest.mark.parametrize("writer", [*WRITERS, *BUILDS])
def test_an_output_that_cannot_be_a_file_is_refused(writer: str, run: Run) -> None:
    """By each command with the same status, before any work, and nothing is written."""
    *line, output = writer.split()
    ending = Path(output).suffix
    Path(f"folder{ending}").mkdir()
    for path, status in IMPOSSIBLE.items():
        printed = run([*line, path.format(ending)], status)
        assert (printed.out, printed.err.count("\n")) == ("", 1), path
        assert names_in() == [f"folder{ending}", "t"]
