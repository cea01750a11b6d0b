"""The command line, for which small boards are large, and which pauses under way.

It prints when a tier is finished, or ``checked`` once some slots of an audit are. Then
it waits for a line before it goes on.
"""

import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import ttt_table.audit
import ttt_table.audit.checks
from ttt_table.build import plan, tierwise
from ttt_table.build.workfolder import WorkFolder
from ttt_table.cli import main

keep = WorkFolder.keep
has_paused_in_audit = False


def pause(event: str) -> None:
    """Print what has happened, and wait for a line."""
    print(event, flush=True)
    if not sys.stdin.readline():
        time.sleep(60)  # the program that started this one has ended


def keep_and_pause(work: WorkFolder, name: str, *arguments: Any) -> Any:
    """Keep a part of a build in its work folder, and pause."""
    part = keep(work, name, *arguments)
    pause(name)
    return part


def pause_once(_: int) -> None:
    """Pause when the first slots of an audit are checked."""
    global has_paused_in_audit
    if not has_paused_in_audit:
        has_paused_in_audit = True
        pause("checked")


def bar_that_pauses(*_: Any, **__: Any) -> AbstractContextManager[Callable[..., Any]]:
    """Return what takes the place of a progress bar."""
    return nullcontext(pause_once)


def program() -> None:
    """Run a command."""
    os.fsync = lambda fd: None  # noqa: ARG005  # no power cut is tried
    plan.KEPT_FROM = 0
    tierwise.POOLED_FROM = 10_000
    tierwise.MIN_SLOTS_PER_CHUNK = 2_500
    WorkFolder.keep = keep_and_pause  # type: ignore[assignment, method-assign]
    ttt_table.audit.DIVIDED_FROM = 0
    ttt_table.audit.checks.MIN_SLOTS_PER_CHECK = 10_000
    if "audit" in sys.argv:
        vars(ttt_table.audit)["show_bar"] = bar_that_pauses
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    program()
