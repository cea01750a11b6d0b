"""What runs on Linux runs where half of its names are missing, and files in use stay."""

import os
import sys
from errno import EINVAL
from pathlib import Path
from unittest.mock import DEFAULT, Mock

import pytest
import smoke

from ttt_table.cli import grade, terminal
from ttt_table.cli.running import status_and_message
from ttt_table.errors import TableAccessError
from ttt_table.table import files

TESTS = Path(__file__).parent


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="it is real elsewhere")
@pytest.mark.parametrize("steps", [smoke.QUICK[2:4]], ids=["quick"])
def test_the_main_commands_work_where_other_names_are_missing(
    steps: list[smoke.Step], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does any text that a terminal cannot show end in an error."""
    (tmp_path / "sitecustomize.py").write_text("import elsewhere\n\nelsewhere.move_there()\n")
    folders = [str(tmp_path), str(TESTS), str(TESTS.parent)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    (tmp_path / "empty").mkdir()
    smoke.try_all(steps, [sys.executable, "-m", "ttt_table"], tmp_path / "empty")


def test_what_windows_does_in_its_own_way_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backslashes in commands, and how a pipe that nobody reads is told."""
    for room in (grade, terminal):
        monkeypatch.setattr(room, "WINDOWS", True)
    words = [r"C:\Program Files\Python\python.exe", r"C:\bots\o'brien.py"]
    assert grade._words(f'"{words[0]}" {words[1]}') == words
    assert status_and_message(OSError(EINVAL, "Invalid argument")) == (terminal.CUT_OFF, None)
    assert status_and_message(OSError(EINVAL, "Invalid argument", "a?b"))[0] == terminal.UNUSABLE


def test_a_file_is_replaced_with_patience_and_a_read_only_one_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a virus scanner looks at what is new, and nothing is left behind."""
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.setattr(files, "BUSY_FOR", (0, 0))
    path, scanned = tmp_path / "t", [PermissionError, PermissionError, DEFAULT]
    monkeypatch.setattr(os, "replace", Mock(wraps=os.replace, side_effect=scanned))
    files.write_atomically(path, [b"whole"])
    path.chmod(0o444)
    with pytest.raises(TableAccessError, match="this file is read-only"):
        files.write_atomically(path, [b"other"])
    assert (os.listdir(tmp_path), path.read_bytes()) == (["t"], b"whole")
