"""Small programs as people write them: what is said of each is true."""

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


def marked(entry: str, mark: str) -> list[str]:
    """The lines of an entry that begin with a mark, without it."""
    lines = re.findall(rf"^{re.escape(mark)} (.*)$", entry, re.MULTILINE)
    return [line.encode().decode("unicode_escape") for line in lines]


def program(entry: str) -> str:
    """An entry's own program, or the first one's with texts replaced."""
    own = "\n".join(
        line for line in entry.splitlines() if not re.match(r"[$>!+-] ", line)
    ).strip()
    if own:
        return own + "\n"
    text = program(ENTRIES["right"])
    for old, new in zip(marked(entry, "-"), marked(entry, "+"), strict=True):
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("name", ENTRIES)
def test_what_is_said_is_true_and_names_the_cause(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Right and wrong programs, random and slow ones, and those that play a game."""
    monkeypatch.chdir(tmp_path)
    entry = ENTRIES[name]
    Path("program.py").write_text(program(entry))
    (command,) = marked(entry, "$")
    words = shlex.split(command.replace("FILE", "program.py"))
    main([*words, *([] if "FILE" in command else ["program.py"]), "--quiet"])
    printed = "\n".join(capsys.readouterr())
    for sentence in marked(entry, ">"):
        assert sentence in printed
    for sentence in marked(entry, "!"):
        assert sentence not in printed


def test_there_are_enough_of_them() -> None:
    """All of them run."""
    assert len(ENTRIES) >= 40
