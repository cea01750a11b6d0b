#!/usr/bin/env python3
"""Try the installed commands in an empty folder: what every system has to show.

Usage: python scripts/smoke.py [--large] [COMMAND ...], without a COMMAND that of this Python's
ttt_table. ``--large`` builds and audits a game whose tiers are kept in files, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

PAGE = Path(__file__).parents[1] / "docs" / "play.html"
SHIPPED = "d95237df55f7527ddb53212868d5959a8f5e24e91bfd910a0cd1bc3c6775209a"
FOUR = "c2d1fed8f903c3ce685a7129365a9a30ab201924c3967dfa8981d228503d0988"
LARGE = "--rows 6 --cols 4 --k 4 --gravity"
PROGRAM = f'"{sys.executable}" "{os.path.join(os.curdir, "program.py")}"'
STRANGE = "\u2603.msgpack"  # code pages of Windows cannot show it
FILES = {
    "bot.py": "def move(board):\n    return board.index('.')\n",
    "hangs.py": "import time\n\n\ndef move(board):\n"
    "    return time.sleep(60) if board == 'X...O....' else board.index('.')\n",
    "program.py": "while True:\n    print(input().index('.'), flush=True)\n",
}


class Step(NamedTuple):
    """A command's arguments, a part of what it shows, its status, and what is typed."""

    words: str
    shows: str
    status: int = 0
    typed: str = ""


QUICK = [
    Step("lookup XX.OO....", "X wins in 1 ply; best: 2"),
    Step("lookup -", "best: 4", typed="X........\r\n"),
    Step(f"build -o {STRANGE}", SHIPPED),
    Step(f"audit {STRANGE}", "all 1,372 slots are right"),
    Step("play --seed 1", "Good-bye.", typed="4\n0\nquit\n"),
    Step("grade --program PROGRAM", "blunders on 92 boards", 1),
]
LONG = [
    Step(f"build -o {STRANGE}", SHIPPED),  # in the place of the same
    Step(f"info {STRANGE}", SHIPPED),
    Step(f"build -o {os.devnull}", "not a regular file", 3),
    Step("page -o play.html", "3x3k3"),
    Step("why XX.OO....", "2"),
    Step("export --to csv -o rows.csv", "4,520 rows"),
    Step("grade bot.py:move", "blunders on 92 boards", 1),
    Step("grade hangs.py:move --limit 1", "1 board unanswered within 1 s", 1),
    *(
        Step(f"build --rows 4 --cols 4 --k 4 --jobs {jobs} -o 4x4-{jobs}", FOUR)
        for jobs in (1, 2)
    ),
    Step("audit 4x4-2 --jobs 2", "all 1,377,557 slots are right"),
    *[Step("export --to npz -o arrays.npz", "4,520 rows")]
    * 2,  # once in the place of the other
    Step("picture map -o map.svg", "map.svg"),
]
LARGE_STEPS = [
    Step(f"build {LARGE} --jobs 2 -o large", "11,246,812, checksums hold"),
    Step("audit large --jobs 2", "all 25,148,887 slots are right"),
    Step(f"lookup --table large {'.' * 24}", "plies"),
]


def try_all(
    steps: list[Step], command: list[str], folder: Path, timeout: float = 600
) -> None:
    """Run them in this folder. Raises `SystemExit` for the first that does something else."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for step in steps:
        done = subprocess.run(
            [
                *command,
                *(PROGRAM if one == "PROGRAM" else one for one in step.words.split()),
            ],
            cwd=folder,
            input=step.typed.encode(),
            capture_output=True,
            timeout=timeout,
            check=False,
        )
        said = (done.stdout + done.stderr).decode(errors="replace")
        if (
            done.returncode != step.status
            or step.shows not in said
            or "Traceback" in said
        ):
            raise SystemExit(
                f"FAILED: {step!a}\nstatus {done.returncode}\n{said[-2000:]!a}"
            )
        print(f"ok: {step.words!a}")
    for made in folder.glob("play.html"):
        if made.read_bytes() != PAGE.read_bytes():
            raise SystemExit(f"FAILED: another page than {PAGE}")
    if left := [*folder.glob(".*")]:
        raise SystemExit(f"FAILED: {left} left behind")


def main(words: list[str]) -> None:
    """Try them with a command, or this Python's."""
    large = words[:1] == ["--large"]
    command = words[large:] or [sys.executable, "-m", "ttt_table"]
    steps = QUICK + LONG + LARGE_STEPS * large
    with TemporaryDirectory() as folder:
        try_all(steps, command, Path(folder).resolve())
    print(f"{len(steps)} commands did as they should")


if __name__ == "__main__":
    main(sys.argv[1:])
