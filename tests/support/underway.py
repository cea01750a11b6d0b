"""Command lines under way, which are stopped, killed or told to go on in the middle."""

import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
SMALL_BOARD = ["--rows", "4", "--cols", "4", "--k", "4"]
LONG = """\
import os
import sys
import time
import ttt_table.audit
import ttt_table.audit.checks
from ttt_table.build import plan, tierwise
from ttt_table.build.workfolder import WorkFolder
from ttt_table.cli import main
def pause(where):
    print(where, flush=True)
    if not sys.stdin.readline():
        time.sleep(60)  # whoever started this has ended
class Told:
    def __enter__(self):
        return self.advance
    def __exit__(self, *_):
        pass
    def advance(self, slots):
        if not hasattr(self, "paused"):
            self.paused = pause("some")
keep = WorkFolder.keep
def keep_and_pause(work, name, *rest):
    part = keep(work, name, *rest)
    pause(name)
    return part
if __name__ == "__main__":
    os.fsync = lambda _: None
    plan.KEPT_FROM = 0
    tierwise.POOLED_FROM = 10_000
    WorkFolder.keep = keep_and_pause
    ttt_table.audit.DIVIDED_FROM = 0
    ttt_table.audit.checks.LEAST_SLOTS_PER_CHUNK = 10_000
    if "audit" in sys.argv:
        ttt_table.audit.show_bar = lambda *_, **__: Told()
    if "--dask" in sys.argv:
        from ttt_table.cli.options import clusters
        clusters.LOST_AFTER = 6
        clusters.CHECKED_EVERY = 1
    sys.exit(main(sys.argv[1:]))
"""
"""This is the command line, for which small boards are large.

It says when a tier is finished, or some slots are checked. Then it waits for a line
before it goes on.
"""
GOING = "\n" * 99
"""Lines enough for it never to wait."""


def long(*arguments: object) -> list[str]:
    return [sys.executable, "-c", LONG, *map(str, arguments)]


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
