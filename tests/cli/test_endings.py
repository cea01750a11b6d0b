"""How a command ends: in a documented status, with one line at most, whatever becomes of it."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest
from repacked import packed, written
from samples import sampled

from ttt_table.cli import EXIT_STATUS, main
from ttt_table.table.codec import decode

Captured = pytest.CaptureFixture[str]
Case = tuple[str, dict[str, str]]

ENVIRONMENTS: list[dict[str, str]] = [
    {},
    {"PYTHONUNBUFFERED": "1"},
    {"PYTHONDONTWRITEBYTECODE": "1"},
]
"""Python buffers its output, or not; tests hold both ways, whatever is set around them."""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command writes stays out of the checkout."""
    monkeypatch.chdir(tmp_path)


def shell(
    command: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, where TTT stands for the command line."""
    around = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")
    }
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.replace("TTT", f"{sys.executable} -m ttt_table")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**around, **(environment or {})},
        timeout=60,
        check=False,
    )


def in_all_environments(commands: Sequence[str]) -> pytest.MarkDecorator:
    """Try each command in each environment: some by default, the others where slow tests run."""
    cases = [(command, around) for command in commands for around in ENVIRONMENTS]
    return pytest.mark.parametrize(
        "case", sampled(cases, lambda case: case[0] in FEW and not case[1]), ids=str
    )


@pytest.fixture
def wrong(shipped: bytes) -> Path:
    """A table with wrong slots, whose checksums hold."""
    contents = decode(shipped)
    tiers = packed(contents)
    tiers[9] = tiers[9]._replace(palette=[-10, 10, None])
    return written(Path("wrong"), contents, tiers)


COMMANDS = [
    "info",
    "info --json",
    "build",
    "lookup X...O....",
    "lookup --json X...O.... .........",
    "audit",
    "--version",
    "--help",
    "build --help",
    "lookup -h",
]
FEW = ("info", "")
"""Commands tried by default; the others are slow, and so are the other environments."""
SINKS = ["| true", "| head -1", "| head -c 3", ">/dev/full", ">&-", "2>&-"]
MISUSES = ["", "nothing", "lookup", "build --rows three", "lookup XX", "lookup --first Z .", "-x"]


@in_all_environments(COMMANDS)
def test_a_full_output_device_is_status_3(case: Case) -> None:
    """With one line that says so, and nothing from Python behind it."""
    command, environment = case
    done = shell(f"TTT {command} >/dev/full", environment)
    assert done.returncode == 3
    assert done.stderr == "ttt-table: error: cannot read or write: No space left on device\n"


@in_all_environments(COMMANDS + MISUSES)
def test_a_full_error_device_changes_no_status(case: Case) -> None:
    """Nobody can be told, but the status still tells."""
    command, environment = case
    done = shell(f"TTT {command} 2>/dev/full", environment)
    assert done.returncode == (2 if command in MISUSES else 0)
    assert done.stderr == ""
    both = shell(f"TTT {command} >/dev/full 2>/dev/full", environment)
    assert both.returncode == (2 if command in MISUSES else 3)


@in_all_environments(COMMANDS)
def test_output_that_nobody_reads_is_status_141(case: Case) -> None:
    """As from a tool that SIGPIPE ends, and as quiet."""
    command, environment = case
    done = shell(f"(sleep 0.3; TTT {command}) | true", environment)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("environment", sampled(ENVIRONMENTS, lambda one: not one), ids=str)
@pytest.mark.parametrize("options", sampled(["wrong", "--json wrong"], lambda one: one == "wrong"))
@pytest.mark.parametrize("sink", sampled(SINKS, lambda sink: sink == "| head -1"))
def test_a_failed_audit_fails_whoever_reads_it(
    wrong: Path, sink: str, options: str, environment: dict[str, str]
) -> None:
    """The wrong slots count more than the lost output."""
    assert wrong.exists()
    done = shell(f"(sleep 0.2; TTT audit {options}) {sink}", environment)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.parametrize("environment", sampled(ENVIRONMENTS, lambda one: not one), ids=str)
def test_a_bad_board_stays_one_when_nobody_reads(environment: dict[str, str]) -> None:
    """Status 2 if one was found before the pipe closed, else 141."""
    boards = "yes ......... | head -n 5000"
    ending = '{ TTT lookup -; echo "$?" >&2; } | head -n 1'
    assert shell(f"{boards} | {ending}", environment).stderr == "141\n"
    done = shell(f"(echo bad; {boards}) | {ending}", environment)
    assert done.stderr == "ttt-table: error: 2 of 2 boards could not be looked up\n2\n" or (
        re.fullmatch(r"ttt-table: error: 1 of \d+ boards could not be looked up\n2\n", done.stderr)
    )


def hooked(tmp_path: Path, code: str) -> dict[str, str]:
    """An environment in which Python runs this code as it starts."""
    (tmp_path / "hooks").mkdir(exist_ok=True)
    (tmp_path / "hooks" / "sitecustomize.py").write_text(textwrap.dedent(code))
    return {"PYTHONPATH": str(tmp_path / "hooks")}


INTERRUPT = """
    import os, signal, sys
    class Interrupt:
        seen = 0
        def find_spec(self, name, path=None, target=None):
            if "ttt_table" in sys.modules or name == "ttt_table.cli":
                with open({log!r}, "a") as log:
                    log.write(name + "\\n")
                if name == {wanted!r}:
                    os.kill(os.getpid(), signal.SIGINT)
    sys.meta_path.insert(0, Interrupt())
"""


@pytest.mark.parametrize("share", sampled([1, 100], lambda share: share > 1))
def test_an_interrupt_during_any_import_ends_quietly(tmp_path: Path, share: int) -> None:
    """Whichever module is being loaded when it comes: one line, status 130, no traceback."""
    log = str(tmp_path / "log")
    command = "TTT lookup --json X...O...."
    shell(command, hooked(tmp_path, INTERRUPT.format(log=log, wanted=None)))
    # The package and the door itself cannot be guarded by what stands behind the door.
    loaded = [name for name in Path(log).read_text().split() if name not in UNGUARDED]
    assert loaded[0] == "ttt_table.cli.running"
    for name in {*loaded[::share], "argparse"}:
        done = shell(command, hooked(tmp_path, INTERRUPT.format(log=log, wanted=name)))
        assert (done.returncode, done.stderr) == (130, "ttt-table: error: interrupted\n"), name


UNGUARDED = ("ttt_table.__main__", "ttt_table.cli")


OUT_OF_MEMORY = """
    import sys
    class Short:
        def find_spec(self, name, path=None, target=None):
            if name == {wanted!r}:
                raise MemoryError
    sys.meta_path.insert(0, Short())
"""


@pytest.mark.parametrize(
    "module",
    sampled(
        ["argparse", "ttt_table.table.codec", "ttt_table.table.reader", "json"],
        lambda module: module == "ttt_table.table.codec",
    ),
)
def test_memory_that_runs_out_is_status_3(tmp_path: Path, module: str) -> None:
    """It never passes for a wrong slot."""
    done = shell(
        "TTT lookup --json X...O....", hooked(tmp_path, OUT_OF_MEMORY.format(wanted=module))
    )
    assert done.returncode == 3
    assert done.stderr.startswith("ttt-table: error: memory ran out")
    assert done.stderr.count("\n") == 1


def test_memory_that_runs_out_in_a_search_or_an_audit_is_status_3(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it happens."""

    def short(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("ttt_table.build.carry_out", short)
    monkeypatch.setattr("ttt_table.audit.check_table", short)
    for command in ("build", "audit"):
        assert main([command]) == 3
        assert "memory ran out" in capsys.readouterr().err


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
        "ttt-table: error: solving 4x4k3 takes numpy, "
        "which is installed but cannot be imported: libquad: cannot map\n"
    )


def test_a_mistake_of_our_own_is_status_4(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with its place, and never in the status of a wrong slot."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("slip")

    monkeypatch.setattr("ttt_table.audit.check_table", broken)
    assert main(["audit"]) == 4
    said = capsys.readouterr().err
    assert re.fullmatch(
        r"ttt-table: error: a mistake in ttt-table, please report it: "
        r"KeyError: 'slip' \(test_endings.py, line \d+\)\n",
        said,
    )


@pytest.mark.parametrize("option", ["--rows", "--cols", "--k", "--jobs"])
@pytest.mark.parametrize("number", ["9" * 4000, "9" * 5000, "-" + "9" * 4000, "9" * 18, "1e9", ""])
def test_a_number_that_no_board_has_is_bad_usage(
    capsys: Captured, option: str, number: str
) -> None:
    """However many digits it has, it is shown in short."""
    assert main(["build", f"{option}={number}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("ttt-table")
    assert said.count("\n") == 1
    assert len(said) < 300
    assert not list(Path().iterdir())


HOSTILE = "\x1b[31m\x07\x9b\u202e\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["lookup", HOSTILE],
        ["lookup", HOSTILE, "."],
        ["lookup", "--json", HOSTILE],
        ["lookup", "--table", HOSTILE, "."],
        ["lookup", "." * 3_000_000],
        ["lookup", "." * 3_000_000, "XO"],
        ["lookup", "--json", "." * 3_000_000],
        ["lookup", "--first", HOSTILE * 1000, "."],
        ["info", HOSTILE],
        ["info", "x" * 100_000],
        ["audit", HOSTILE],
        ["build", "-o", f"{HOSTILE}/t"],
        ["build", "--rows", HOSTILE * 1000],
        ["build", f"--{HOSTILE}"],
        [HOSTILE],
        [HOSTILE * 1000],
        ["lookup", "--table", "x\udcff\ud800", "."],
    ],
    ids=lambda arguments: repr(arguments)[:40],
)
def test_what_comes_from_outside_is_shown_escaped_and_shortened(
    capsys: Captured, arguments: list[str]
) -> None:
    """No control character reaches the terminal, and no text fills it."""
    assert main(arguments) in (2, 3)
    printed = capsys.readouterr()
    for text in (printed.out, printed.err):
        assert not [one for one in text if not one.isprintable() and one != "\n"]
        assert len(text) < 2000
    assert printed.err.count("\n") == 1


def test_lines_of_standard_input_are_escaped_and_shortened() -> None:
    """Also one of three megabytes, and one that is no text."""
    code = r"""import sys; sys.stdout.write("\x1b[31m\n" + "x" * 3_000_000 + "\n" + "." * 9)"""
    done = shell(f"{sys.executable} -c {shlex.quote(code)} | TTT lookup -")
    assert done.returncode == 2
    assert len(done.stdout) < 2000
    assert done.stdout.startswith("\\x1b[31m  cell 0 holds")
    assert "2 of 3 boards" in done.stderr
    assert "X to move: draw in 9 plies" in done.stdout


@pytest.mark.parametrize("environment", sampled(ENVIRONMENTS, lambda one: not one), ids=str)
def test_a_program_can_talk_to_lookup(environment: dict[str, str]) -> None:
    """Each line is answered before the next one is written."""
    around = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [sys.executable, "-m", "ttt_table", "lookup", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**around, **environment},
    ) as talker:
        assert talker.stdin
        assert talker.stdout
        for board, key in (("X...O....", "best"), ("XX", "error"), (".........", "best")):
            talker.stdin.write(board + "\n")
            talker.stdin.flush()
            answer = json.loads(talker.stdout.readline())
            assert (answer["board"], key in answer) == (board, True)
        talker.stdin.close()
        assert talker.wait(30) == 2


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["biuld"], "Did you mean: ttt-table build?"),
        (["LOOKUP", "."], "Did you mean: ttt-table lookup?"),
        (["X...O...."], "Did you mean: ttt-table lookup 'X...O....'?"),
        (["zzz"], "There are: build, lookup"),
        ([""], "There are: build, lookup"),
        (["-"], "There are: build, lookup"),
        (["--", "build"], "There are: build, lookup"),
        (["--json", "build"], "the command comes first, before its options"),
    ],
)
def test_an_unknown_command_gets_a_suggestion(
    capsys: Captured, arguments: list[str], hint: str
) -> None:
    """The one that may be meant, or all."""
    assert main(arguments) == 2
    assert hint in capsys.readouterr().err


def test_without_arguments_the_help_is_shown(capsys: Captured) -> None:
    """As an error, with a first thing to try."""
    assert main([]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "ttt-table lookup X...O...." in printed.err
    assert EXIT_STATUS in printed.err


def test_a_missing_output_folder_is_named(capsys: Captured) -> None:
    """With either engine."""
    pytest.importorskip("numpy")
    for engine in ("search", "tiers"):
        assert main(["build", "--engine", engine, "-o", "no/t"]) == 3
        assert capsys.readouterr().err.startswith("ttt-table: error: no/t: cannot be written")


def test_info_verifies_the_body_of_a_large_file(
    capsys: Captured, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of one that a lookup would read only in parts."""
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 0)
    Path("good").write_bytes(shipped)
    assert main(["info", "good"]) == 0
    assert "checksums hold" in capsys.readouterr().out
    Path("bad").write_bytes(shipped[:-1] + bytes([shipped[-1] ^ 1]))
    assert main(["info", "bad"]) == 3
    assert "checksum does not match" in capsys.readouterr().err


def test_a_long_build_that_cannot_be_announced_is_built(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Standard error may be full; the table is what counts."""
    monkeypatch.setattr("ttt_table.progress.SHOWN_FROM", 0)

    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stderr", Full())
    assert main(["build"]) == 0
    assert "5,478" in capsys.readouterr().out


def test_every_status_is_in_the_help_and_in_the_readme(capsys: Captured) -> None:
    """The lists agree."""
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    listed = readme[readme.index("The exit status of every command") :]
    for status in (0, 1, 2, 3, 4, 129, 130, 141, 143):
        assert re.search(rf"^  {status}\b", printed, re.MULTILINE)
        assert re.search(rf"\b{status}\b", listed)
