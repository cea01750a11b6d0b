"""How a command ends: in a documented status, with one line of complaint at most."""

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.commands import HANGS, Run

from ttt_table.cli import main

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

ROOT = Path(__file__).parents[2]
BUFFERED = {
    name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"
}
INSTALLED = Path(sys.executable).with_name("ttt-table")
buffered_or_not = pytest.mark.parametrize(
    "around", [{}, *exhaustive([{"PYTHONUNBUFFERED": "1"}])], ids=str
)
"""Python buffers its output, or not, whatever is set around these tests."""


def shell(
    command: str, around: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, where TTT stands for the command line."""
    script = command.replace("TTT", f"{sys.executable} -m ttt_table")
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",  # npz is no text
        env={**BUFFERED, **(around or {})},
        timeout=HANGS,
        check=False,
    )


COMMANDS = [
    "info",
    "lookup X...O....",
    "build",
    "--help",
    "export --to csv",
    "export --to npz -o -",
    "page -o -",
]
"""One or two for each way in which commands print."""
MISUSES = ["", "nothing", "lookup XX", "build three"]
SINKS = {
    ">/dev/full": (
        3,
        "ttt-table: error: cannot read or write standard output: "
        "No space left on device\n",
    ),
    "2>/dev/full": (0, ""),
    "&>/dev/full": (3, ""),
    ">&-": (
        3,
        "ttt-table: error: cannot read or write standard output: Bad file descriptor\n",
    ),
    "| true": (141, ""),
}
"""Where output is lost: the status of a command that is fine, and what it complains."""


@buffered_or_not
@pytest.mark.parametrize(
    ("command", "sink"),
    [
        ("info", ">/dev/full"),
        ("info", "| true"),
        ("info", ">&-"),
        *exhaustive_rows(product(COMMANDS, SINKS)),
    ],
)
def test_lost_output_has_a_status_of_its_own(
    command: str, sink: str, around: dict[str, str]
) -> None:
    """The command is fine, and its answer reaches nobody."""
    done = shell(with_sink(f"TTT {command}", sink), around)
    assert (done.returncode, done.stderr) == SINKS[sink]


@buffered_or_not
@pytest.mark.parametrize(
    ("command", "sink"),
    [
        ("", "&>/dev/full"),
        ("lookup - XX", ">&-"),
        *exhaustive_rows(product(MISUSES, SINKS)),
    ],
)
def test_a_misuse_stays_one_if_output_is_lost(
    command: str, sink: str, around: dict[str, str]
) -> None:
    """The complaint is printed if it can be."""
    done = shell(with_sink(f"TTT {command}", sink), around)
    complaint_is_lost = sink in ("2>/dev/full", "&>/dev/full")
    assert done.returncode == 2
    assert (done.stderr == "") == complaint_is_lost
    assert "Traceback" not in done.stderr


@buffered_or_not
@pytest.mark.parametrize(
    ("options", "sink"),
    [
        ("", "| true"),
        ("--json", ">&-"),
        *exhaustive_rows(product(["", "--json"], ["| true", ">/dev/full", ">&-"])),
    ],
)
def test_a_wrong_table_stays_wrong_if_output_is_lost(
    options: str, sink: str, around: dict[str, str], wrong: Path
) -> None:
    """With one line of complaint at most."""
    done = shell(with_sink(f"TTT audit {options} {wrong}", sink), around)
    assert done.returncode == 1
    assert done.stderr.count("\n") <= 1
    assert "Exception" not in done.stderr


def with_sink(command: str, sink: str) -> str:
    """Return a line of bash that sends a command's output to a sink."""
    if sink == "| true":
        # The reader has closed the pipe before the command starts, and then says so.
        return f"mkfifo closed; (read < closed; {command}) | (exec <&-; echo > closed)"
    return f"({command}) {sink}"


@buffered_or_not
@pytest.mark.parametrize(
    ("first", "complaint"),
    [
        ("bad", r"ttt-table: error: [12] of \d+ boards failed\n2\n"),
        *exhaustive_rows([(".........", r"141\n")]),
    ],
)
def test_a_board_stays_bad_if_nobody_reads(
    first: str, complaint: str, around: dict[str, str]
) -> None:
    """Status 2 if a bad one was found before the pipe closed, else 141."""
    boards = f"(echo {first}; yes ......... | head -n 5000)"
    done = shell(f'{boards} | {{ TTT lookup -; echo "$?" >&2; }} | head -n 1', around)
    assert re.fullmatch(complaint, done.stderr)


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
    """Run a lookup in which something happens when a module is about to be loaded."""
    Path("hooks").mkdir(exist_ok=True)
    Path("hooks/sitecustomize.py").write_text(HOOK.format(module=module, act=act))
    return shell("TTT lookup --json X...O....", {"PYTHONPATH": "hooks"})


@pytest.mark.exhaustive
def test_an_interrupt_during_any_import_ends_quietly() -> None:
    """One line, status 130, no traceback, whichever module is being loaded."""
    hooked(None, "pass")
    # The entry point cannot guard its own import, and is quiet before `main`.
    unguarded = ("ttt_table.__main__", "ttt_table.cli", "gc")
    loaded = [name for name in Path("log").read_text().split() if name not in unguarded]
    assert loaded[0] == "ttt_table.cli.running"
    for name in {*loaded, "argparse"}:
        done = hooked(name, "os.kill(os.getpid(), signal.SIGINT)")
        assert (done.returncode, done.stderr) == (
            130,
            "ttt-table: error: interrupted\n",
        ), name


def test_memory_that_runs_out_in_a_build_is_status_3(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a thread: no executor is to blame."""
    monkeypatch.setattr(
        "ttt_table.build.tierwise.solve_blocks", Mock(side_effect=MemoryError("a lot"))
    )
    printed = run(["build", "3x3k3", "--method", "tiers", "-o", "it.msgpack"], 3)
    assert printed.err == (
        "ttt-table: error: memory ran out (for a build or an audit, use fewer --jobs)\n"
    )


@pytest.mark.parametrize("module", ["argparse", "ttt_table.table.contents"])
@pytest.mark.exhaustive
def test_memory_that_runs_out_is_status_3(module: str) -> None:
    """It is not reported as a wrong slot."""
    done = hooked(module, "raise MemoryError")
    assert done.returncode == 3
    assert done.stderr.startswith("ttt-table: error: memory ran out")
    assert done.stderr.count("\n") == 1


def test_numpy_that_does_not_load_is_reported_as_that(tmp_path: Path) -> None:
    """With the first cause, in one line; numpy is not reported as missing."""
    (tmp_path / "hooks" / "numpy").mkdir(parents=True)
    (tmp_path / "hooks" / "numpy" / "__init__.py").write_text(
        "try:\n    raise ImportError('libquad: cannot map')\n"
        "except ImportError as cause:\n"
        "    raise ImportError('IMPORTANT\\n' * 50) from cause\n"
    )
    done = shell("TTT build 4x4k3", {"PYTHONPATH": str(tmp_path / "hooks")})
    assert done.returncode == 2
    assert done.stderr == (
        "ttt-table: error: solving 4x4k3 needs numpy, "
        "which is installed but cannot be imported: libquad: cannot map\n"
    )


ZIPPED = """
import sys
sys.path.insert(0, "it.zip")
from ttt_table.cli import main
sys.exit(main())
"""


@pytest.mark.exhaustive
def test_a_player_is_refused_where_the_package_is_in_a_zip_archive() -> None:
    """Its process would have to load the package from there."""
    shutil.make_archive("it", "zip", ROOT, "ttt_table")
    Path("bot.py").write_text("def move(board): return board.index('.')\n")
    assert main(["build", "-q", "-o", "t.msgpack"]) == 0
    line = "grade bot.py:move --table t.msgpack"
    done = subprocess.run(
        [sys.executable, "-I", "-c", ZIPPED, *line.split()],
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 2
    assert "bot.py: cannot be started: its process would load" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_mistake_of_our_own_is_status_4(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with the place in the code."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("slip")

    monkeypatch.setattr("ttt_table.audit.checks.check_table", broken)
    assert re.fullmatch(
        r"ttt-table: error: internal error; please report it: "
        r"KeyError: 'slip' \(test_endings.py, line \d+\)\n",
        run(["audit"], 4).err,
    )


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
            assert answer["board"] == board
            assert key in answer
        talker.stdin.close()
        assert talker.wait(HANGS) == 2


def test_info_verifies_the_body_of_a_large_file(
    run: Run, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of one that a lookup would read only in parts."""
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", 0)
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


def test_without_arguments_one_line_says_what_to_type(run: Run) -> None:
    assert run([], 2) == (
        "",
        "ttt-table: error: name a command. For a start: ttt-table lookup X...O...."
        " (try: ttt-table --help)\n",
    )


@pytest.mark.parametrize("status", [0, 1, 2, 3, 4, 5, 129, 130, 141, 143])
def test_every_status_is_in_the_help_and_in_the_documents(
    run: Run, status: int
) -> None:
    """The lists agree."""
    assert re.search(rf"^  {status}\b", run(["--help"]).out, re.MULTILINE)
    page = (Path(__file__).parents[2] / "docs" / "interfaces.md").read_text()
    _, _, rest = page.partition("## Exit statuses")
    listed, _, _ = rest.partition("## Errors")
    assert re.search(rf"\b{status}\b", listed)


@pytest.mark.parametrize(
    "command",
    [
        "lookup X...O....",
        *exhaustive([*COMMANDS, *MISUSES, "info &>/dev/full", "&>/dev/full"]),
    ],
)
@pytest.mark.exhaustive
def test_the_installed_program_ends_as_the_module_does(command: str) -> None:
    """It leaves without taking the interpreter apart, and loses no output by that."""
    module = shell(f"TTT {command}")
    program = shell(f"{INSTALLED} {command}")
    assert program.returncode == module.returncode
    assert program.stdout == module.stdout
    assert program.stderr == module.stderr
