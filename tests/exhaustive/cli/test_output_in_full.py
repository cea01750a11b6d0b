"""In full: a command's file is written whole or not at all."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
import test_cli
import test_output
from exhaustive import in_full
from test_output import (
    STOPPED,
    WRITERS,
    beside_a_table,  # noqa: F401  # fixtures
    small,  # noqa: F401
)

from ttt_table.cli import main


def names_here() -> list[str]:
    return sorted(one.name for one in Path().iterdir())


def test_a_signal_that_is_ignored_stays_so() -> None:
    """As nohup has it: the file is written."""
    code = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN){STOPPED}"
    command = [sys.executable, "-c", code, str(int(signal.SIGHUP)), "page", "-o", "it"]
    assert (
        subprocess.run(command, capture_output=True, timeout=60, check=True).stderr
        == b""
    )
    assert names_here() == ["it", "t"]


@pytest.mark.parametrize("to", ["csv", "npz"])
def test_what_a_killed_export_leaves_is_one_file(to: str) -> None:
    """Beside its place, and the next export takes nothing away that is not its own."""
    command = ["export", "--to", to, "t", "-o", "it"]
    killed = [sys.executable, "-c", STOPPED, str(int(signal.SIGKILL)), *command]
    assert subprocess.run(killed, timeout=60, check=False).returncode == -signal.SIGKILL
    (left,) = set(names_here()) - {"t"}
    assert left.startswith(".ttt.") and left.endswith(".tmp")
    assert main(command) == 0
    assert names_here() == sorted([left, "it", "t"])


in_full(
    test_output.test_a_stopped_command_leaves_nothing_behind,
    command=[f"{writer} -o it" for writer in WRITERS] + ["build -o it"],
    name=[("SIGHUP", 129)],
)
in_full(test_cli.test_the_keys_of_json_stay, line=test_cli.KEYS)
