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
    "export --to csv t": {"format": "csv", "rows": 57},
    "export --to npz t": {"format": "npz", "rows": 57},
    "export --to c t": {"format": "c", "name": "ttt_2x3k2"},
    "page t": {"games": ["2x3k2"]},
    "picture classes --table t": {"picture": "classes", "game": "2x3k2", "boards": 38},
}
"""Commands that write a file, and what they print of it in JSON."""


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
    ("line", "output"),
    [
        *((f"{writer} -o {{}}", "t") for writer in WRITERS),
        ("build 2x3 --lines 2x3-x.msgpack --name x", "2x3-x.msgpack"),
        ("grade --program 'sh -c \"exec ./input\"' --report {}", "input"),
        ("page ./2x3k2.html", "2x3k2.html"),
    ],
)
@pytest.mark.parametrize("put", [os.rename, os.symlink, os.link])
def test_no_output_is_a_file_that_is_named_to_be_read(
    line: str, output: str, put: Callable[[str, str], None], small: bytes, run: Run
) -> None:
    """A list, a table, a program or a part of its command, also by another name."""
    content = small
    if "--lines" in line:
        content = b"0 1\n"
    Path("folder").mkdir()
    if output != "t":
        Path("original").write_bytes(content)
        put("original", output)
    name = output
    if put is not os.rename:
        name = "link"
        put(output, name)

    printed = run(shlex.split(line.format(name)), 2).err
    assert printed.endswith(" is an input; choose another output\n")
    if "{}" in line:
        assert name in printed
    assert Path(output).read_bytes() == content


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


@pytest.mark.parametrize("writer", ["export --to csv", "page", "picture map"])
def test_the_shipped_table_is_an_input_too(
    writer: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a command is given no other table."""
    monkeypatch.setattr("ttt_table.cli.output.files.shipped_path", lambda: "t")
    assert "is an input" in run([*writer.split(), "-o", "t"], 2).err


@pytest.mark.parametrize("writer", WRITERS)
def test_json_says_what_a_file_holds(writer: str, run: Run) -> None:
    """Rows are counted, other files have their size."""
    record = json.loads(run([*writer.split(), "-o", "it", "--json"]).out)
    expected = {"file": "it", **WRITERS[writer]}
    if "rows" not in expected:
        expected["bytes"] = Path("it").stat().st_size
    assert record == expected


@pytest.mark.parametrize("writer", WRITERS)
def test_a_dash_is_standard_output(
    writer: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """It gets the bytes of the file, and nothing else."""
    assert main([*writer.split(), "-o", "it"]) == 0
    capsysbinary.readouterr()
    assert main([*writer.split(), "-o", "-"]) == 0
    assert capsysbinary.readouterr().out == Path("it").read_bytes()
    assert names_in() == ["it", "t"]


@pytest.mark.parametrize("writer", WRITERS)
def test_json_needs_a_file(writer: str, run: Run) -> None:
    """Standard output has room for one of them only."""
    printed = run([*writer.split(), "-o", "-", "--json"], 2)
    assert "--json needs a file" in printed.err


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
    printed = run(["export", "--to", "npz", "t", "-o", "it"], 2)
    assert "an npz file needs numpy: pip install 'ttt-table[boards]'" in printed.err


@pytest.mark.parametrize("writer", [*WRITERS, "build", "build --method tiers"])
@pytest.mark.parametrize(
    ("path", "status"),
    [("", 2), ("x/", 2), ("/", 2), ("no/it", 3), (".", 3), ("/dev/null", 3)],
)
def test_an_output_that_cannot_be_a_file_is_refused(
    writer: str, path: str, status: int, run: Run
) -> None:
    """By each command with the same status, and nothing is written."""
    printed = run([*writer.split(), "-o", path], status)
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert names_in() == ["t"]


STOPPED = """
import os, sys
from ttt_table.cli import main
os.fsync = lambda _: os.kill(os.getpid(), int(sys.argv[1]))
sys.exit(main(sys.argv[2:]))
"""
"""A command that gets a signal once its file is written, but not yet in its place."""


@pytest.mark.parametrize(
    "command",
    [
        "page -o it",
        *exhaustive([f"{writer} -o it" for writer in WRITERS] + ["build -o it"]),
    ],
)
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
    command = [sys.executable, "-c", code, str(int(signal.SIGHUP)), "page", "-o", "it"]
    assert (
        subprocess.run(command, capture_output=True, timeout=HANGS, check=True).stderr
        == b""
    )
    assert names_in() == ["it", "t"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("to", ["csv", "npz"])
def test_what_a_killed_export_leaves_is_one_file(to: str) -> None:
    """Beside its place, and the next export takes nothing away that is not its own."""
    command = ["export", "--to", to, "t", "-o", "it"]
    killed = [sys.executable, "-c", STOPPED, str(int(signal.SIGKILL)), *command]
    assert (
        subprocess.run(killed, timeout=HANGS, check=False).returncode == -signal.SIGKILL
    )
    (left,) = set(names_in()) - {"t"}
    assert left.startswith(".ttt.") and left.endswith(".tmp")
    assert main(command) == 0
    assert names_in() == sorted([left, "it", "t"])
