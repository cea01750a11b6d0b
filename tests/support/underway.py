"""Command lines under way, which are stopped, killed or told to go on in the middle."""

import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
SMALL_BOARD = ["4x4k4"]
# With -P no module beside the script hides one of the standard library.
PAUSING = [sys.executable, "-P", str(Path(__file__).with_name("pausing.py"))]
GOING = "\n" * 99
"""Lines enough for it never to wait."""


def long(*arguments: object) -> list[str]:
    """Return a command that pauses after each of its steps, see `pausing`."""
    return [*PAUSING, *map(str, arguments)]


def start(*program: object) -> subprocess.Popen[str]:
    """A program under way; a group of its own, as on a terminal."""
    return subprocess.Popen(
        [*map(str, program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(event: str, program: subprocess.Popen[str]) -> None:
    """Let a long command go on until it prints that something has happened."""
    assert program.stdin
    assert program.stdout
    for line in program.stdout:
        if line == f"{event}\n":
            return
        program.stdin.write("\n")
        program.stdin.flush()
    errors = program.communicate()[1]
    raise AssertionError(f"it has not printed {event!r}: {errors}")
