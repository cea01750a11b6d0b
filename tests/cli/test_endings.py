"""How a command ends: in a documented status, with one line at most, whatever becomes of it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.commands import Run

from ttt_table.cli import main

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

BUFFERED = {
    name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"
}
INSTALLED = Path(sys.executable).with_name("ttt-table")
BOTH_WAYS: list[dict[str, str]] = [{}, {"PYTHONUNBUFFERED": "1"}]
"""Python buffers its output, or not; tests hold both ways, whatever is set around them."""


def shell(
    command: str, around: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, where TTT stands for the command line."""
    return subprocess.run(
        [
            "bash",
            "-o",
            "pipefail",
            "-c",
            command.replace("TTT", f"{sys.executable} -m ttt_table"),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",  # npz is no text
        env={**BUFFERED, **(around or {})},
        timeout=60,
        check=False,
    )


COMMANDS = ["info", "lookup X...O....", "build", "--help"]
COMMANDS += ["export --to csv", "export --to npz -o -", "page -o -"]
"""One or two for each way in which commands print."""
MISUSES = ["", "nothing", "lookup XX", "build --rows three"]
SINKS = {
    ">/dev/full": (
        3,
        "ttt-table: error: cannot read or write: No space left on device\n",
    ),
    "2>/dev/full": (0, ""),
    "&>/dev/full": (3, ""),
    "| true": (141, ""),
}
"""Where output is lost, with the status of what would be fine, and what is said."""


@pytest.mark.parametrize("around", BOTH_WAYS[:1], ids=str)
@pytest.mark.parametrize(
    ("command", "sink"),
    [
        ("info", ">/dev/full"),
        ("", "&>/dev/full"),
        ("info", "| true"),
        ("audit WRONG", "| true"),
        ("lookup - XX", ">&-"),
    ],
)
def test_lost_output_has_a_status_of_its_own(
    command: str, sink: str, around: dict[str, str], wrong: Path
) -> None:
    """And one line at most; a misuse or a wrong table stays one, whoever can be told."""
    wait = "sleep 0.3; " if sink[0] == "|" else ""
    done = shell(f"({wait}TTT {command.replace('WRONG', str(wrong))}) {sink}", around)
    if command in (*MISUSES, "lookup - XX"):
        assert (done.returncode, done.stderr == "") == (
            2,
            sink in ("2>/dev/full", "&>/dev/full"),
        )
        assert "Traceback" not in done.stderr
    elif "WRONG" in command:
        assert done.returncode == 1
        assert done.stderr.count("\n") <= 1
        assert "Exception" not in done.stderr
    else:
        assert (done.returncode, done.stderr) == SINKS[sink]


@pytest.mark.parametrize("around", BOTH_WAYS[:1], ids=str)
@pytest.mark.parametrize(
    ("first", "said"),
    [("bad", r"ttt-table: error: [12] of \d+ boards could not be looked up\n2\n")],
)
def test_a_board_stays_bad_if_nobody_reads(
    first: str, said: str, around: dict[str, str]
) -> None:
    """Status 2 if one was found before the pipe closed, else 141."""
    boards = f"(echo {first}; yes ......... | head -n 5000)"
    done = shell(f'{boards} | {{ TTT lookup -; echo "$?" >&2; }} | head -n 1', around)
    assert re.fullmatch(said, done.stderr)


HOOK = """
import os, signal, sys
class Hook:
    def find_spec(self, name, path=None, target=None):
        if "ttt_table" in sys.modules or name == "ttt_table.cli":
            with open("log", "a") as log:
                log.write(name + "\\n")
            if name == {module!r}:
                {act}
sys.meta_path.insert(0, Hook())
"""


def hooked(module: str | None, act: str) -> subprocess.CompletedProcess[str]:
    """A lookup in which something happens as a module is about to be loaded."""
    Path("hooks").mkdir(exist_ok=True)
    Path("hooks/sitecustomize.py").write_text(HOOK.format(module=module, act=act))
    return shell("TTT lookup --json X...O....", {"PYTHONPATH": "hooks"})


@pytest.mark.parametrize("share", [100])
def test_an_interrupt_during_any_import_ends_quietly(share: int) -> None:
    """Whichever module is being loaded when it comes: one line, status 130, no traceback."""
    hooked(None, "pass")
    # The package and the door itself cannot be guarded by what stands behind the door.
    unguarded = ("ttt_table.__main__", "ttt_table.cli")
    loaded = [name for name in Path("log").read_text().split() if name not in unguarded]
    assert loaded[0] == "ttt_table.cli.running"
    for name in {*loaded[::share], "argparse"}:
        done = hooked(name, "os.kill(os.getpid(), signal.SIGINT)")
        assert (done.returncode, done.stderr) == (
            130,
            "ttt-table: error: interrupted\n",
        ), name


@pytest.mark.parametrize("module", ["ttt_table.table.codec"])
def test_memory_that_runs_out_is_status_3(module: str) -> None:
    """It never passes for a wrong slot."""
    done = hooked(module, "raise MemoryError")
    assert done.returncode == 3
    assert done.stderr.startswith("ttt-table: error: memory ran out")
    assert done.stderr.count("\n") == 1


def test_numpy_that_does_not_load_is_reported_as_that(tmp_path: Path) -> None:
    """With the first cause, in one line; it is not said to be missing."""
    (tmp_path / "hooks" / "numpy").mkdir(parents=True)
    (tmp_path / "hooks" / "numpy" / "__init__.py").write_text(
        "try:\n    raise ImportError('libquad: cannot map')\n"
        "except ImportError as cause:\n    raise ImportError('IMPORTANT\\n' * 50) from cause\n"
    )
    done = shell("TTT build --rows 4 --cols 4", {"PYTHONPATH": str(tmp_path / "hooks")})
    assert done.returncode == 2
    assert done.stderr == (
        "ttt-table: error: solving 4x4k3 needs numpy, "
        "which is installed but cannot be imported: libquad: cannot map\n"
    )


def test_a_mistake_of_our_own_is_status_4(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with its place, and never in that of a wrong slot."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("slip")

    monkeypatch.setattr("ttt_table.audit.checks.check_table", broken)
    assert re.fullmatch(
        r"ttt-table: error: a mistake in ttt-table, please report it: "
        r"KeyError: 'slip' \(test_endings.py, line \d+\)\n",
        run(["audit"], 4).err,
    )


HOSTILE = "\x1b[31m\x07\x9b\u202e\n"
OUTSIDE = """lookup H; lookup H .; lookup --json H; lookup --table H .; lookup --first MANY .
lookup LONG; lookup LONG XO; lookup --json LONG; info H; build -o H/t; build --rows MANY; build --H
build --rows=NINES; build --cols=NINES; build --k=-NINES; build --jobs=999999999999999999
build --jobs=; H; MANY; lookup --table x\udcff\ud800 ."""
"""Command lines, parted by ; and lines, with short names for what is hostile or long."""
NAMED = {
    "MANY": HOSTILE * 1000,
    "LONG": "." * 3_000_000,
    "NINES": "9" * 4000,
    "H": HOSTILE,
}


@pytest.mark.parametrize("line", OUTSIDE.replace("\n", "; ").split("; "))
def test_what_comes_from_outside_is_shown_escaped_and_shortened(
    capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """No control character reaches the terminal, and no text fills it."""
    arguments = line.split()
    for name, text in NAMED.items():
        arguments = [one.replace(name, text) for one in arguments]
    assert main(arguments) in (2, 3)
    printed = capsys.readouterr()
    for text in (printed.out, printed.err):
        assert not [one for one in text if not one.isprintable() and one != "\n"]
        assert len(text) < 2000
    assert printed.err.count("\n") == 1
    assert not list(Path().iterdir())


def test_lines_of_standard_input_are_escaped_and_shortened(run: Run) -> None:
    """Also one of three megabytes, and one of bytes that are no text."""
    lines = b"\x1b[31m\n" + b"x" * 3_000_000 + b"\n\xff\xfe\n" + b"." * 9
    printed = run(["lookup", "-"], 2, given=lines)
    assert len(printed.out) < 2000
    assert printed.out.startswith("\\x1b[31m  cell 0 holds")
    assert "strange character" in printed.out
    assert "3 of 4 boards" in printed.err
    assert "X to move: draw in 9 plies" in printed.out


def test_a_program_can_talk_to_lookup() -> None:
    """Each line is answered before the next one is written."""
    with subprocess.Popen(
        [sys.executable, "-m", "ttt_table", "lookup", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=BUFFERED,
    ) as talker:
        assert talker.stdin
        assert talker.stdout
        for board, key in (
            ("X...O....", "best"),
            ("XX", "error"),
            (".........", "best"),
        ):
            talker.stdin.write(board + "\n")
            talker.stdin.flush()
            answer = json.loads(talker.stdout.readline())
            assert (answer["board"], key in answer) == (board, True)
        talker.stdin.close()
        assert talker.wait(30) == 2


def test_info_verifies_the_body_of_a_large_file(
    run: Run, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of one that a lookup would read only in parts."""
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 0)
    Path("good").write_bytes(shipped)
    assert "checksums hold" in run(["info", "good"]).out
    Path("bad").write_bytes(shipped[:-1] + bytes([shipped[-1] ^ 1]))
    assert "checksum does not match" in run(["info", "bad"], 3).err


def test_what_cannot_be_announced_is_built(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard error may be full; the table is what counts."""
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("sys.stderr.write", full)
    assert "5,478" in run(["build"]).out
    assert full.called


def test_every_status_is_in_the_help_and_in_the_documents(run: Run) -> None:
    """The lists agree. Without arguments the help is an error, with a first thing to try."""
    said, printed = run([], 2)
    assert (said, "ttt-table lookup X...O...." in printed) == ("", True)
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text()
    listed = page[page.index("## Exit status") :]
    for status in (0, 1, 2, 3, 4, 129, 130, 141, 143):
        assert re.search(rf"^  {status}\b", printed, re.MULTILINE)
        assert re.search(rf"\b{status}\b", listed)


@pytest.mark.parametrize("command", ["lookup X...O...."])
def test_the_installed_program_ends_as_the_module_does(command: str) -> None:
    """It leaves without taking the interpreter apart, and loses no output by that."""
    module, program = (shell(f"{one} {command}") for one in ("TTT", INSTALLED))
    assert (program.returncode, program.stdout) == (module.returncode, module.stdout)
    assert program.stderr == module.stderr
