#!/usr/bin/env python3
"""Try the installed commands in an empty folder, as CI does on every system.

    python scripts/smoke.py [--large] [COMMAND ...]

Without COMMAND it runs this Python's ttt_table. ``--large`` also builds and
audits a game whose tiers are kept in files.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

PAGE = Path(__file__).parents[1] / "docs" / "class.html"
DIGEST_3X3 = "d95237df55f7527ddb53212868d5959a8f5e24e91bfd910a0cd1bc3c6775209a"
DIGEST_4X4 = "c2d1fed8f903c3ce685a7129365a9a30ab201924c3967dfa8981d228503d0988"
LARGE_GAME = "6x4k4-gravity"
PROGRAM = f'"{sys.executable}" ".{os.sep}program.py"'
STRANGE = "\u2603.msgpack"  # code pages of Windows cannot show it
FILES = {
    "bot.py": "def move(board):\n    return board.index('.')\n",
    "hangs.py": """\
import time

def move(board):
    if board == 'X...O....':
        time.sleep(60)
    return board.index('.')
""",
    "program.py": "while True:\n    print(input().index('.'), flush=True)\n",
}
"""The files that the commands find in the folder."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command, and what it should print."""

    words: str
    """Its arguments; PROGRAM stands for the command of a player."""
    shows: str
    """A part of what it prints."""
    status: int = 0
    """Its exit status."""
    typed: str = ""
    """Its standard input."""


QUICK = [
    Step("lookup XX.OO....", "X wins in 1 ply; best: 2"),
    Step("lookup -", "best: 4", typed="X........\r\n"),
    Step(f"build -o {STRANGE}", DIGEST_3X3),
    Step(f"audit {STRANGE}", "all 1,372 slots are right"),
    Step("play --seed 1", "Good-bye.", typed="4\n0\nquit\n"),
    Step("grade --program PROGRAM", "blunders on 92 boards", 1),
]
LONG = [
    Step(f"build -o {STRANGE}", DIGEST_3X3),  # replaces the same
    Step(f"info {STRANGE}", DIGEST_3X3),
    Step(f"build -o {os.devnull}", "must end in .msgpack", 2),
    Step("page --class -o class.html", "3x3k3"),
    Step("why XX.OO....", "2"),
    Step("export --to csv -o rows.csv", "4,520 rows"),
    Step("grade bot.py:move", "blunders on 92 boards", 1),
    Step("grade hangs.py:move --timeout 1", "no answer within 1 s", 1),
    Step("build 4x4k4 --jobs 1 -o 4x4-1.msgpack", DIGEST_4X4),
    Step("build 4x4k4 --jobs 2 -o 4x4-2.msgpack", DIGEST_4X4),
    Step("audit 4x4-2.msgpack --jobs 2", "all 1,377,557 slots are right"),
    Step("export --to npz -o arrays.npz", "4,520 rows"),
    Step("export --to npz -o arrays.npz", "4,520 rows"),  # replaces the other
    Step("picture map -o map.svg", "map.svg"),
]
LARGE_STEPS = [
    Step(f"build {LARGE_GAME} --jobs 2 -o large.msgpack", "11,246,828, checksums hold"),
    Step("audit large.msgpack --jobs 2", "all 25,148,887 slots are right"),
    Step(f"lookup --table large.msgpack {'.' * 24}", "plies"),
]


def try_all(steps: list[Step], command: list[str], folder: Path) -> None:
    """Run commands in a folder; raise `SystemExit` for the first that fails."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for step in steps:
        try_step(step, command, folder)
        print(f"ok: {step.words!a}")

    page = folder / "class.html"
    if page.exists() and page.read_bytes() != PAGE.read_bytes():
        raise SystemExit(f"FAILED: the page differs from {PAGE}")
    left = list(folder.glob(".*"))
    if left:
        raise SystemExit(f"FAILED: {left} left behind")


def try_step(step: Step, command: list[str], folder: Path) -> None:
    """Run one command; raise `SystemExit` if its output or its status is wrong."""
    arguments = [PROGRAM if word == "PROGRAM" else word for word in step.words.split()]
    done = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        input=step.typed.encode(),
        capture_output=True,
        timeout=600,
        check=False,
    )
    printed = (done.stdout + done.stderr).decode(errors="replace")
    is_right = done.returncode == step.status and step.shows in printed
    if not is_right or "Traceback" in printed:
        raise SystemExit(
            f"FAILED: {step!a}\nstatus {done.returncode}\n{printed[-2000:]!a}"
        )


def main(arguments: list[str]) -> None:
    """Try all commands."""
    steps = QUICK + LONG
    if arguments[:1] == ["--large"]:
        steps += LARGE_STEPS
        arguments = arguments[1:]
    command = arguments or [sys.executable, "-m", "ttt_table"]
    with TemporaryDirectory() as folder:
        try_all(steps, command, Path(folder).resolve())
    print(f"{len(steps)} commands passed")


if __name__ == "__main__":
    main(sys.argv[1:])
