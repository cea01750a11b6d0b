"""How a command ends: in a documented status, with one line of complaint at most."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple, TextIO
from unittest.mock import Mock

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.commands import HANGS, Run, names_in

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


FINE = [
    "info",
    "lookup X...O....",
    "build",
    "--help",
    "export --to csv",
    "export --to npz -o -",
    "page -o -",
]
"""One or two commands for each way in which they print."""
MISUSES = ["", "nothing", "lookup XX", "build three"]
FAILING = {
    "answers wrong.csv": 1,
    "audit wrong": 1,
    "audit wrong --json": 1,
    "lookup - XX": 2,
}
"""Commands that print results of which one is not fine, and their status."""
LOST = "ttt-table: error: cannot read or write standard output: "


def full() -> TextIO:
    return os.fdopen(os.open("/dev/full", os.O_WRONLY), "w")


def unread() -> TextIO:
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w")


def closed() -> None:
    """As Python has it: there is no stream."""


class Sink(NamedTuple):
    """Where output is lost."""

    status: int
    """That of a command that is fine."""
    complaint: str
    """That of such a command."""
    stdout: Callable[[], TextIO | None]
    """Opens standard output."""
    stderr: Callable[[], TextIO]
    """Opens standard error."""


SINKS = {
    ">/dev/full": Sink(3, f"{LOST}No space left on device\n", full, io.StringIO),
    "2>/dev/full": Sink(0, "", io.StringIO, full),
    "&>/dev/full": Sink(3, "", full, full),
    ">&-": Sink(3, f"{LOST}Bad file descriptor\n", closed, io.StringIO),
    "| true": Sink(141, "", unread, io.StringIO),
}
"""By what bash calls it."""


@pytest.fixture
def wrong_files(wrong: Path) -> None:
    """A wrong table, and answers of which none is a move."""
    wrong.with_suffix(".csv").write_text("board,answer\nX........,none\n")


def assert_ends(command: str, sink: Sink, status: int, complaint: str) -> None:
    """The status is the worse of that of the command and that of its lost output.

    A closed pipe counts only if the command is fine.
    """
    assert "Exception" not in complaint
    assert "Traceback" not in complaint
    if command in FINE or (command in FAILING and sink.status == 3):
        assert (status, complaint) == (sink.status, sink.complaint)
    elif command in FAILING:
        assert status == FAILING[command]
        assert complaint.count("\n") <= 1
    else:
        assert status == 2
        assert (complaint == "") == (sink.stderr == full)


@pytest.mark.parametrize("sink", SINKS)
@pytest.mark.parametrize(
    "command", ["info", "page -o -", "nothing", "lookup XX", "answers wrong.csv"]
)
@pytest.mark.usefixtures("wrong_files")
def test_lost_output_has_a_status_of_its_own_and_a_misuse_stays_one(
    command: str, sink: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer reaches nobody; a complaint is printed if it can be."""
    stderr = SINKS[sink].stderr()
    monkeypatch.setattr(sys, "stdout", SINKS[sink].stdout())
    monkeypatch.setattr(sys, "stderr", stderr)
    status = main(command.split())
    complaint = stderr.getvalue() if isinstance(stderr, io.StringIO) else ""
    for stream in (sys.stdout, sys.stderr):
        stream.close()
    assert_ends(command, SINKS[sink], status, complaint)


@buffered_or_not
@pytest.mark.parametrize(
    ("command", "sink"),
    [
        ("info", ">/dev/full"),
        ("info", "| true"),
        ("lookup - XX", ">&-"),
        *exhaustive_rows(product([*FINE, *MISUSES, *FAILING], SINKS)),
    ],
)
@pytest.mark.usefixtures("wrong_files")
def test_a_process_ends_as_a_call_does(
    command: str, sink: str, around: dict[str, str]
) -> None:
    """Also where Python writes what it has buffered at the end."""
    done = shell(with_sink(f"TTT {command}", sink), around)
    assert_ends(command, SINKS[sink], done.returncode, done.stderr)


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


@pytest.mark.exhaustive
def test_a_slow_player_has_status_5_and_is_told_how_to_get_more_time(run: Run) -> None:
    Path("slow.py").write_text("def move(board):\n    while True: pass\n")
    result = run(["grade", "slow.py:move", "--timeout", "0.2"], 5)
    assert "too slow to be judged: it is late on its first board" in result.err
    assert "--timeout SECONDS" in result.err


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


def test_the_statuses_are_in_the_help_and_in_the_documents(run: Run) -> None:
    """The lists agree."""
    in_help = re.findall(r"^  (\d+)\b", run(["--help"]).out, re.MULTILINE)
    assert in_help == ["0", "1", "2", "3", "4", "5", "129", "130", "141", "143"]
    page = (ROOT / "docs" / "interfaces.md").read_text()
    _, _, rest = page.partition("## Exit statuses")
    listed, _, _ = rest.partition("## Errors")
    assert {*in_help} <= {*re.findall(r"\b\d+\b", listed)}


@pytest.mark.parametrize(
    "command",
    [
        "lookup X...O....",
        *exhaustive([*FINE, *MISUSES, "info &>/dev/full", "&>/dev/full"]),
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


# Signals


@pytest.fixture
def table_here(shipped: bytes, tmp_path: Path) -> None:
    """A table that is called ``t``."""
    (tmp_path / "t").write_bytes(shipped)


def test_an_interrupt_of_a_game_is_a_good_bye(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """With the status of an interrupt, and no complaint."""
    monkeypatch.setattr("sys.stdin", Mock(readline=Mock(side_effect=KeyboardInterrupt)))
    printed = run(["play"], 130)
    assert printed.out.endswith("\nGood-bye.\n")
    assert printed.err == ""


def test_a_pattern_that_never_ends_can_be_interrupted(run: Run) -> None:
    """As the help says; the interrupt comes after half a second of processor time."""
    Path("long.csv").write_text(f"board,answer\n.........,{'a' * 100}b\n")
    before = signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.5)
    try:
        printed = run(["answers", "long.csv", "--pattern", "((?:a+)+)$"], 130)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert printed.err == "ttt-table: error: interrupted\n"
    assert "((?:a+)+)$, may take years" in run(["answers", "--help"]).out


PAGE = "page -o it.html"
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
        PAGE,
        *exhaustive(
            [
                *("export t -o it.csv", "export t -o it.npz", "export t -o it.h"),
                *("page t -o it.html", "picture classes --table t -o it.svg"),
                "build -o it.msgpack",
            ]
        ),
    ],
)
@pytest.mark.parametrize(
    ("name", "status"),
    [("SIGTERM", 143), *exhaustive_rows([("SIGHUP", 129)])],
)
@pytest.mark.usefixtures("table_here")
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
@pytest.mark.usefixtures("table_here")
def test_a_signal_that_is_ignored_stays_so() -> None:
    """As nohup has it: the file is written."""
    code = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN){STOPPED}"
    command = [sys.executable, "-c", code, str(int(signal.SIGHUP)), *PAGE.split()]
    done = subprocess.run(command, capture_output=True, timeout=HANGS, check=True)
    assert done.stderr == b""
    assert names_in() == ["it.html", "t"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("to", ["csv", "npz"])
@pytest.mark.usefixtures("table_here")
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
