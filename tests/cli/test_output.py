"""Where a command's file goes: never over its input, whole or not at all, or to standard output."""

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
from support.commands import Run

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
"""What writes a file, and what it says of it in JSON."""


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
        ("export --to csv folder/../t -o {}", "t"),
        ("build --lines ./input -o {}", "input"),
        ("build --rows 2 --lines 2x3-x.msgpack --name x", "2x3-x.msgpack"),
        ("grade input:move --report {}", "input"),
        ("grade --program 'python3 input' --report {}", "input"),
        ("grade --program 'sh -c \"exec ./input\"' --report {}", "input"),
        ("grade --program cat --against input:move --report {}", "input"),
        ("grade --program cat --table input --report {}", "input"),
        ("picture map --table input -o {}", "input"),
        ("page t input -o {}", "input"),
        ("page ./2x3k2.html", "2x3k2.html"),
    ],
)
@pytest.mark.parametrize("put", [os.rename, os.symlink, os.link])
def test_no_output_is_a_file_that_is_named_to_be_read(
    line: str, output: str, put: Callable[[str, str], None], small: bytes, run: Run
) -> None:
    """As a list, a table, a program or a part of its command; by whatever name it is told."""
    held = b"0 1\n" if "--lines" in line else small
    os.mkdir("folder")
    if output != "t":
        Path("held").write_bytes(held)
        put("held", output)
    name = output if put is os.rename else "link"
    if name == "link":
        put(output, name)
    printed = run(shlex.split(line.format(name)), 2).err
    assert printed.endswith(" is a file to read: name another output\n")
    assert name in printed or "{}" not in line
    assert Path(output).read_bytes() == held


def test_the_default_name_replaces_no_other_game(run: Run) -> None:
    """Nor any other file; the same game is built again, and so is one whose file is damaged."""
    lines = "build --rows 2 --shape XX --name x"
    for line, status in ((lines, 0), (lines, 0), (lines.replace("XX", "X"), 2)):
        printed = run(line.split(), status)
    assert "2x3-x.msgpack exists and is not a table of this game" in printed.err
    good = Path("2x3-x.msgpack").read_bytes()
    for held, status in ((b"my notes", 2), (good[:-1], 0)):
        Path("2x3-x.msgpack").write_bytes(held)
        run(lines.split(), status)
    run([*lines.split(), "--misere"])
    assert Path("2x3-x.msgpack").read_bytes() == good
    with pytest.raises(ArgumentError, match="not a table of this game"):
        build_table(Game(2, 3, lines=[[0]], name="x"))


def test_the_shipped_table_is_an_input_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of commands that are given no other."""
    monkeypatch.setattr("ttt_table.cli.output.files.shipped_path", lambda: "t")
    for writer in ("export --to csv", "page", "picture map"):
        assert "is a file to read" in run([*writer.split(), "-o", "t"], 2).err


@pytest.mark.parametrize("writer", WRITERS)
def test_a_dash_is_standard_output(
    writer: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The bytes of the file, and nothing else; with --json it needs one, and says what it holds."""
    assert main([*writer.split(), "-o", "it", "--json"]) == 0
    record = json.loads(capsysbinary.readouterr().out)
    size = record.pop("bytes") if "rows" not in record else None
    assert record == {"file": "it", **WRITERS[writer]}
    assert size in (None, os.path.getsize("it"))
    assert main([*writer.split(), "-o", "-"]) == 0
    assert capsysbinary.readouterr().out == Path("it").read_bytes()
    assert main([*writer.split(), "-o", "-", "--json"]) == 2
    assert sorted(os.listdir()) == ["it", "t"]


def test_npz_is_not_for_what_shows_text(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal, or a stream of text that a caller in Python has put in place; rows are."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["export", "--to", "npz", "t", "-o", "-"]) == 2
    printed = io.StringIO()
    monkeypatch.setattr("sys.stdout", printed)
    assert (
        run(["export", "--to", "npz", "t", "-o", "-"], 2).err.count("npz is not text")
        == 2
    )
    assert main(["export", "--to", "csv", "t"]) == 0
    assert printed.getvalue().startswith("board,mover,")


@pytest.mark.parametrize("writer", [*WRITERS, "build", "build --method tiers"])
@pytest.mark.parametrize(
    ("path", "status"),
    [("", 2), ("x/", 2), ("/", 2), ("no/it", 3), (".", 3), ("/dev/null", 3)],
)
def test_an_output_that_is_no_file_is_refused_with_a_reason(
    writer: str, path: str, status: int, run: Run
) -> None:
    """By each command in the same status, and nothing is written."""
    printed = run([*writer.split(), "-o", path], status)
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert os.listdir() == ["t"]


@pytest.mark.parametrize("writer", [*WRITERS, "build", "info", "audit"])
def test_names_of_files_are_shown_escaped(writer: str, run: Run) -> None:
    """Whatever a file is called, no terminal obeys it."""
    name = "\x1b[31m"
    if writer in ("info", "audit"):
        os.rename("t", name)
        printed = run([writer, name]).out
    else:
        printed = run([*writer.split(), "-o", name]).out
    assert "\x1b" not in printed
    assert "\\x1b[31m" in printed


STOPPED = """
import os, sys
from ttt_table.cli import main
os.fsync = lambda _: os.kill(os.getpid(), int(sys.argv[1]))
sys.exit(main(sys.argv[2:]))
"""
"""The command line, which gets a signal when a file is written and not yet in its place."""


@pytest.mark.parametrize("command", ["page -o it"])
@pytest.mark.parametrize(("sent", "status"), [("SIGTERM", 143)])
def test_a_stopped_command_leaves_nothing_behind(
    command: str, sent: str, status: int
) -> None:
    """No unfinished file, no temporary folder, one line, and the status that shells expect."""
    Path("temporary").mkdir()
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            STOPPED,
            str(int(getattr(signal, sent))),
            *command.split(),
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": "temporary"},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        status,
        f"ttt-table: error: stopped by {sent}\n",
    )
    assert sorted(os.listdir()) == ["t", "temporary"]
    assert os.listdir("temporary") == []
