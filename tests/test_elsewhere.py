"""What runs on Linux runs where half of its names are missing; files in use stay."""

import os
from errno import EINVAL
from pathlib import Path
from unittest.mock import DEFAULT, Mock

import pytest

from ttt_table.cli import streams
from ttt_table.cli.commands import grade
from ttt_table.cli.running import CUT_OFF, status_and_message
from ttt_table.errors import TableAccessError
from ttt_table.results import UNUSABLE
from ttt_table.table import files


def test_what_windows_does_in_its_own_way_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Backslashes in commands, and the error of a pipe that nobody reads."""
    for module in (grade, streams):
        monkeypatch.setattr(module, "WINDOWS", True)
    words = [r"C:\Program Files\Python\python.exe", r"C:\bots\o'brien.py"]
    assert grade._shell_words(f'"{words[0]}" {words[1]}') == words
    assert status_and_message(OSError(EINVAL, "Invalid argument")) == (
        CUT_OFF,
        None,
    )
    assert status_and_message(OSError(EINVAL, "Invalid argument", "a?b"))[0] == UNUSABLE


def test_a_file_is_replaced_with_patience_and_a_read_only_one_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a virus scanner looks at what is new, and nothing is left behind."""
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.setattr(files, "RETRY_PAUSES", (0, 0))
    path = tmp_path / "t"
    scanned_twice = [PermissionError, PermissionError, DEFAULT]
    replace = Mock(wraps=os.replace, side_effect=scanned_twice)
    monkeypatch.setattr(os, "replace", replace)
    files.write_atomically(path, [b"whole"])
    path.chmod(0o444)
    with pytest.raises(TableAccessError, match="this file is read-only"):
        files.write_atomically(path, [b"other"])
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"whole"
