"""In full: files: refused with a reason, and never left half-written."""

from __future__ import annotations

import os
from pathlib import Path

from test_files import run_python

from ttt_table import Game


def test_two_builds_at_once_leave_one_whole_table(tmp_path: Path, shipped: bytes) -> None:
    """Each writes beside the other, and the last rename wins."""
    code = (
        "from ttt_table.build import build_table; from ttt_table import Game; build_table(Game())"
    )
    processes = [run_python(code, tmp_path) for _ in range(4)]
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
    assert os.listdir(tmp_path) == [f"{Game()}.msgpack"]
    assert (tmp_path / "3x3k3.msgpack").read_bytes() == shipped
