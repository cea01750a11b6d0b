"""Small programs as people write them, and their grades."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ttt_table.cli import main

TEXT = (Path(__file__).parent / "corpus" / "programs.txt").read_text()
ENTRIES = dict(
    re.findall(r"^=== (\w+)\n(.*?)(?=^===|\Z)", TEXT, re.MULTILINE | re.DOTALL)
)
WITH_ADAPTER = [name for name in ENTRIES if "--adapter" in ENTRIES[name]]
MARKS = r"[$>!|+-]( |$)"


def marked(entry: str, mark: str) -> list[str]:
    """The lines of an entry that begin with a mark, without it."""
    lines = re.findall(rf"^{re.escape(mark)} (.*)$", entry, re.MULTILINE)
    return [line.encode().decode("unicode_escape") for line in lines]


def program(entry: str) -> str:
    """An entry's own program, or the first one's with texts replaced."""
    own = "\n".join(
        line for line in entry.splitlines() if not re.match(MARKS, line)
    ).strip()
    if own:
        return own + "\n"
    text = program(ENTRIES["right"])
    for old, new in zip(marked(entry, "-"), marked(entry, "+"), strict=True):
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_program(entry: str) -> None:
    Path("program.py").write_text(program(entry))
    # An adapter's lines are its own, and not escaped.
    adapter = re.findall(r"^\| ?(.*)$", entry, re.MULTILINE)
    Path("call.py").write_text("\n".join(adapter) + "\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ENTRIES)
def test_what_is_said_of_a_program_is_true(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = ENTRIES[name]
    write_program(entry)
    (command,) = marked(entry, "$")
    main([*shlex.split(command.replace("FILE", "program.py")), "--quiet"])
    printed = "\n".join(capsys.readouterr())
    for words in marked(entry, ">"):
        assert words in printed
    for words in marked(entry, "!"):
        assert words not in printed


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", WITH_ADAPTER)
def test_a_program_is_not_accused_without_its_adapter(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused, graded with a note, or called rightly after all."""
    entry = ENTRIES[name]
    write_program(entry)
    (command,) = marked(entry, "$")
    command = command.replace("FILE", "program.py").replace(" --adapter call.py", "")
    if ":" not in command:
        return  # no function is named
    main([*shlex.split(command), "--quiet"])
    printed = capsys.readouterr()
    is_refused = "is not graded" in printed.err
    is_graded_as_with_it = all(words in printed.out for words in marked(entry, ">"))
    assert is_refused or is_graded_as_with_it or "note: " in printed.out


def test_there_are_enough_of_them() -> None:
    assert len(ENTRIES) >= 35
