"""In full: files: refused with a reason, and never left half-written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ttt_table import Game


def test_two_builds_at_once_leave_one_whole_table(tmp_path: Path, shipped: bytes) -> None:
    """Each writes beside the other, and the last rename wins."""
    code = (
        "from ttt_table.build import build_table; from ttt_table import Game; build_table(Game())"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    processes = [subprocess.Popen(command, cwd=tmp_path) for _ in range(4)]
    assert [process.wait(60) for process in processes] == [0] * 4
    assert os.listdir(tmp_path) == [f"{Game()}.msgpack"]
    assert (tmp_path / "3x3k3.msgpack").read_bytes() == shipped
