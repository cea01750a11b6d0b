"""Where a command's file goes: whole or not at all, and never over its input."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from crafted import Parts
from support.cases import exhaustive, exhaustive_rows
from support.commands import HANGS, Run, names_in

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
    "{table} | export {input} --to prompts -o p.jsonl --card {output}": [".md"],
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


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize(
    ("attempt", "ending"),
    [(attempt, ending) for attempt, endings in ATTEMPTS.items() for ending in endings],
)
def test_no_input_is_lost(
    attempt: str,
    ending: str,
    spelling: Callable[[str], str],
    small: bytes,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """However it is called: the command is refused, or leaves it as it is."""
    kind, _, line = attempt.partition(" | ")
    contents = {
        "{table}": small,
        "{answers}": b"board,answer\nX........,4\n",
        "{lines}": b"0 1\n",
        "{bot}": b"def move(board):\n    return board.index('.')\n",
    }
    if ending == ".jsonl":
        contents["{answers}"] = b'{"board": "X........", "answer": 4}\n'
    content = contents[kind]
    Path("folder").mkdir()
    Path("bot.py").write_bytes(contents["{bot}"])
    Path("a.csv").write_bytes(b"board,answer\n......,4\n")
    Path("l").write_bytes(b"0 2\n")
    name = f"input{ending}"
    Path(name).write_bytes(content)
    output = spelling(name)
    main(shlex.split(line.format(input=name, output=output)))
    assert Path(name).read_bytes() == content
    # Only a hard link can be replaced without harm.
    harmless = 0 if output.startswith("link") and not Path(output).is_symlink() else 1
    assert ("error: " in capsys.readouterr().err) >= harmless


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
    "info {}",
    "audit {}",
    "export {} --to csv",
    "page {} -o -",
    "lookup --table {} ......",
    "grade {}:move",
    "answers {}",
]


@pytest.mark.parametrize("line", INPUTS)
def test_standard_output_is_no_input(
    line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after ``>>``."""
    Path("input").write_text("input")
    with Path("input").open("a") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        printed = run(line.format("input").split(), 2)
    assert "input is an input; let standard output go to another file" in printed.err
    assert Path("input").read_text() == "input"


@pytest.mark.parametrize("line", ["lookup -", "review - --json", "play"])
def test_standard_output_is_not_standard_input(
    line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else each answer would be read as a question."""
    Path("input").write_text("input\n")
    with Path("input").open() as stdin, Path("input").open("a") as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        printed = run(line.split(), 2)
    assert "standard input and standard output are one file" in printed.err


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


@pytest.fixture
def lines() -> None:
    """A file of lines."""
    Path("lines").write_text("0 1\n3 4 5\n")


@pytest.mark.usefixtures("lines")
def test_by_default_the_same_game_is_built_again(run: Run) -> None:
    """Its file is replaced, even a damaged one."""
    run(BUILD_X)
    good = Path(DEFAULT_NAME).read_bytes()
    run(BUILD_X)
    Path(DEFAULT_NAME).write_bytes(good[:-1])
    run(BUILD_X)
    assert Path(DEFAULT_NAME).read_bytes() == good


@pytest.mark.usefixtures("lines")
def test_the_default_name_replaces_no_other_game(run: Run) -> None:
    """Two games of lines may have the same name; the other rule has another one."""
    run(BUILD_X)
    good = Path(DEFAULT_NAME).read_bytes()
    Path("lines").write_text("0 1\n")
    printed = run(BUILD_X, 2)
    assert "2x3-x.msgpack exists and is not a table of this game" in printed.err
    run(["build", "2x3-misere", *BUILD_X[2:]])
    assert Path(DEFAULT_NAME).read_bytes() == good


@pytest.mark.usefixtures("lines")
def test_a_table_of_another_version_is_built_again_by_the_default_name(
    run: Run,
) -> None:
    """Whatever it holds: this program reads its version and replaces it."""
    run(BUILD_X)
    good = Path(DEFAULT_NAME).read_bytes()
    Path(DEFAULT_NAME).write_bytes(Parts.of(good).file(version=3))
    assert "its version is 3" in run(["info", DEFAULT_NAME], 3).err
    run(BUILD_X)
    assert Path(DEFAULT_NAME).read_bytes() == good


@pytest.mark.usefixtures("lines")
def test_the_default_name_replaces_no_other_file(run: Run) -> None:
    """It may be somebody's notes."""
    Path(DEFAULT_NAME).write_bytes(b"my notes")
    run(BUILD_X, 2)
    assert Path(DEFAULT_NAME).read_bytes() == b"my notes"


@pytest.mark.usefixtures("lines")
def test_in_python_the_default_name_replaces_no_other_game(run: Run) -> None:
    """It is the same call."""
    run(BUILD_X)
    with pytest.raises(ArgumentError, match="not a table of this game"):
        build_table(Game(2, 3, lines=[[0]], name="x"))


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


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("line", ["export --to csv", "page -o -", "picture map -o -"])
def test_what_is_printed_of_an_output_needs_a_file(
    line: str, form: str, run: Run
) -> None:
    """Standard output has room for one of them only."""
    printed = run([*line.split(), f"--{form}"], 2)
    assert f"--{form} needs a file" in printed.err


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


def test_without_numpy_npz_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names what was asked for."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    printed = run(["export", "t", "-o", "it.npz"], 2)
    assert "an npz file needs numpy: pip install 'ttt-table[boards]'" in printed.err


@pytest.mark.parametrize("writer", [*WRITERS, *BUILDS])
@pytest.mark.parametrize(
    ("path", "status"),
    [
        *(("", 2), ("x/", 2), ("/", 2), (".", 2), ("/dev/null", 2), ("it.txt", 2)),
        *(("no/it{}", 3), ("folder{}", 3)),
    ],
)
def test_an_output_that_cannot_be_a_file_is_refused(
    writer: str, path: str, status: int, run: Run
) -> None:
    """By each command with the same status, before any work, and nothing is written."""
    *line, output = writer.split()
    ending = Path(output).suffix
    Path(f"folder{ending}").mkdir()
    printed = run([*line, path.format(ending)], status)
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert names_in() == [f"folder{ending}", "t"]


PAGE = "page -o it.html"
STOPPED = """
import os, sys
from ttt_table.cli import main
os.fsync = lambda _: os.kill(os.getpid(), int(sys.argv[1]))
sys.exit(main(sys.argv[2:]))
"""
"""A command that gets a signal once its file is written, but not yet in its place."""


@pytest.mark.parametrize("command", [PAGE, *exhaustive([*WRITERS, *BUILDS[:1]])])
@pytest.mark.parametrize(
    ("name", "status"),
    [("SIGTERM", 143), *exhaustive_rows([("SIGHUP", 129)])],
)
def test_a_stopped_command_leaves_nothing_behind(
    command: str, name: str, status: int
) -> None:
    """It ends with one line and the status that shells expect."""
    Path("temporary").mkdir()
    number = str(int(getattr(signal, name)))
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, number, *command.split()],
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": "temporary"},
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == status
    assert done.stderr == f"ttt-table: error: stopped by {name}\n"
    assert names_in() == ["t", "temporary"]
    assert names_in("temporary") == []


@pytest.mark.exhaustive
def test_a_signal_that_is_ignored_stays_so() -> None:
    """As nohup has it: the file is written."""
    code = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN){STOPPED}"
    command = [sys.executable, "-c", code, str(int(signal.SIGHUP)), *PAGE.split()]
    done = subprocess.run(command, capture_output=True, timeout=HANGS, check=True)
    assert done.stderr == b""
    assert names_in() == ["it.html", "t"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("to", ["csv", "npz"])
def test_what_a_killed_export_leaves_is_one_file(to: str) -> None:
    """Beside its place, and the next export takes nothing away that is not its own."""
    command = ["export", "t", "-o", f"it.{to}"]
    killed = [sys.executable, "-c", STOPPED, str(int(signal.SIGKILL)), *command]
    assert (
        subprocess.run(killed, timeout=HANGS, check=False).returncode == -signal.SIGKILL
    )
    (left,) = set(names_in()) - {"t"}
    assert left.startswith(".ttt.") and left.endswith(".tmp")
    assert main(command) == 0
    assert names_in() == sorted([left, f"it.{to}", "t"])
