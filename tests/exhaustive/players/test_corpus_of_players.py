"""Small programs as people write them: their grades, and what is proposed for them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from ttt_table.cli import main

TEXT = (Path(__file__).parent / "corpus" / "programs.txt").read_text()
ENTRIES = dict(
    re.findall(r"^=== (\w+)\n(.*?)(?=^===|\Z)", TEXT, re.MULTILINE | re.DOTALL)
)
MARKS = r"[$>!?|+-] "


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


class Expected(NamedTuple):
    """What is proposed for a program that is graded without options."""

    player: str
    options: list[str] | None  # None for a wrapper


def expected_proposal(entry: str) -> Expected | None:
    """What an entry says of a proposal, if anything."""
    if not marked(entry, "?"):
        return None
    (line,) = marked(entry, "?")
    (command,) = marked(entry, "$")
    player, _, proposed = line.partition(" ")
    if proposed == "wrapper":
        return Expected(player, None)
    if proposed == "same":
        _, _, proposed = command.partition(f"{player} ")
    return Expected(player, shlex.split(proposed))


WITH_PROPOSAL = [name for name in ENTRIES if expected_proposal(ENTRIES[name])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_program(entry: str) -> None:
    Path("program.py").write_text(program(entry))
    if marked(entry, "|"):
        # A wrapper's lines are its own, and not escaped.
        wrapper = re.findall(r"^\| ?(.*)$", entry, re.MULTILINE)
        Path("wrapped.py").write_text("\n".join(wrapper) + "\n")


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
@pytest.mark.parametrize("name", WITH_PROPOSAL)
def test_what_is_proposed_for_a_program_is_right(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = ENTRIES[name]
    expected = expected_proposal(entry)
    assert expected is not None
    write_program(entry)
    player = expected.player.replace("FILE", "program.py")
    assert main(["grade", player]) == 2
    printed = capsys.readouterr().err
    commands = re.findall(r"^try: (.*)$", printed, re.MULTILINE)
    if expected.options is None:
        assert not commands
        assert "wrapped.py" in printed
    else:
        assert [sorted(shlex.split(command)) for command in commands] == [
            sorted(["ttt-table", "grade", player, *expected.options])
        ]


def test_there_are_enough_of_them() -> None:
    assert len(ENTRIES) >= 35
