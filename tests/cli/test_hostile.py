"""Text from outside reaches no terminal as it is: control characters are escaped."""

from pathlib import Path

import pytest
from support.commands import Printed, Run, names_in

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli import main

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

HOSTILE = "\x1b[31m\x07\x9b\u202e\n"
"""A colour, a bell, a one-byte escape, reversed text and a new line."""
MANY = HOSTILE * 1000
LONG = "." * 3_000_000
DIGITS = "9" * 4000
FILE = "\x1b[31m\x9b\u202e"
"""The name of a table that can be read."""

REFUSED = {
    "lookup a hostile board": ["lookup", HOSTILE],
    "lookup one of two": ["lookup", HOSTILE, "."],
    "lookup as JSON": ["lookup", "--json", HOSTILE],
    "lookup in a missing table": ["lookup", "--table", HOSTILE, "."],
    "lookup with a bad choice": ["lookup", "--first", MANY, "."],
    "lookup a long board": ["lookup", LONG],
    "lookup one of two long boards": ["lookup", LONG, "XO"],
    "lookup a long board as JSON": ["lookup", "--json", LONG],
    "lookup by a name that is no UTF-8": ["lookup", "--table", "x\udcff\ud800", "."],
    "why a hostile board": ["why", HOSTILE],
    "why a hostile cell": ["why", "XX.OO....", HOSTILE],
    "review hostile moves": ["review", HOSTILE],
    "review as JSON": ["review", "--json", "0", HOSTILE],
    "play with hostile noise": ["play", "--noise", HOSTILE],
    "info of a missing table": ["info", HOSTILE],
    "audit of a missing table": ["audit", HOSTILE],
    "export of a missing table": ["export", "--to", "csv", HOSTILE],
    "export in a hostile format": ["export", "--to", HOSTILE],
    "export into a missing folder": ["export", "--to", "csv", "-o", f"{HOSTILE}/t.csv"],
    "page of a missing table": ["page", HOSTILE],
    "page into a missing folder": ["page", "-o", f"{HOSTILE}/t.html"],
    "picture of a hostile kind": ["picture", HOSTILE, "-o", "t.svg"],
    "picture of a hostile board": ["picture", "board", HOSTILE, "-o", "t.svg"],
    "picture into a missing folder": ["picture", "map", "-o", f"{HOSTILE}/t.svg"],
    "build into a missing folder": ["build", "-o", f"{HOSTILE}/t.msgpack"],
    "build of many rows": ["build", f"{DIGITS}x3k3"],
    "build of a large k": ["build", f"3x3k{DIGITS}"],
    "build of a number": ["build", DIGITS],
    "build of a long name": ["build", f"3x3-{MANY}"],
    "build with many jobs": ["build", "--jobs=999999999999999999"],
    "build without a number": ["build", "--jobs="],
    "build by an unknown option": ["build", f"--{HOSTILE}"],
    "build of a hostile game": ["build", HOSTILE],
    "build of hostile lines": ["build", f"3x3-{HOSTILE}"],
    "build of words": ["build", "3x3", HOSTILE],
    "build of a missing file of lines": ["build", "3x3", "--lines", HOSTILE],
    "build of a hostile name": ["build", "--name", HOSTILE],
    "an unknown command": [HOSTILE],
    "a long unknown command": [MANY],
}
"""Command lines that are refused, each with text from outside."""

ACCEPTED = {
    "info": ["info", FILE],
    "info as JSON": ["info", FILE, "--json"],
    "audit": ["audit", FILE],
    "lookup": ["lookup", "--table", FILE, "......"],
    "why": ["why", "--table", FILE, "......"],
    "review": ["review", "--table", FILE, "0", "1"],
    "play": ["play", "--table", FILE],
    "export to CSV": ["export", "--to", "csv", FILE, "-o", f"{FILE}.out.csv"],
    "export to C": ["export", "--to", "c", FILE, "-o", f"{FILE}.out.h"],
    "page": ["page", FILE, "-o", f"{FILE}.out.html"],
    "picture": ["picture", "classes", "--table", FILE, "-o", f"{FILE}.out.svg"],
    "build": ["build", "-q", "-o", f"{FILE}.out.msgpack"],
}
"""Command lines that read or write a file with a hostile name."""


def assert_harmless(printed: Printed) -> None:
    for text in printed:
        strange = [
            character
            for character in text
            if not character.isprintable() and character != "\n"
        ]
        assert strange == []


@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_one_short_line_without_control_characters(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """No file is left behind."""
    assert main(arguments) in (2, 3)
    printed = Printed(*capsys.readouterr())
    assert_harmless(printed)
    assert printed.err.count("\n") == 1
    assert max(len(printed.out), len(printed.err)) < 2000
    assert names_in() == []


@pytest.mark.parametrize("arguments", ACCEPTED.values(), ids=ACCEPTED)
def test_names_of_files_are_printed_without_control_characters(
    arguments: list[str], run: Run
) -> None:
    """Whatever a file is called, no terminal obeys its name."""
    build_table(Game(2, 3, 2), FILE)
    printed = run(arguments, given=b"quit\n")
    assert_harmless(printed)
    if arguments[-1].startswith(f"{FILE}.out") or arguments[0] in ("info", "audit"):
        assert "x1b[31m" in printed.out or "u001b[31m" in printed.out


GIVEN = {
    "lookup -": (
        b"\x1b[31m\n" + b"x" * 3_000_000 + b"\n\xff\xfe\n" + b"." * 9,
        2,
        [
            "\\x1b[31m  cell 0 holds",
            "strange character",
            "X to move: draw in 9 plies",
            "3 of 4 boards",
        ],
    ),
    # Also valid games: some control characters count as blanks between cells.
    "review -": (
        b"4\x0c0\x1c2\n\x1b[31m\n4 \x07\n" + b"0 " * 40000,
        2,
        [
            "4\\x0c0\\x1c2  O to move",
            "a cell is an integer, not '\\x1b[31m'",
            "3 of 4 games failed",
        ],
    ),
    # What is typed is repeated in the reply.
    "play": (b"\x1b[31m\n4\x07\n\xff\nquit\n", 0, ["'\\x1b[31m' is not a cell"]),
    # A file of lines may hold anything.
    "build 3x3 --lines lines": (b"", 2, ["\\x1b[31m"]),
}
"""What commands read, their status, and what they print of it, in this order."""


@pytest.mark.parametrize("line", GIVEN)
def test_what_is_read_is_escaped_and_shortened(line: str, run: Run) -> None:
    """Also a board of three megabytes, and bytes that are not text."""
    Path("lines").write_bytes(b"0 1 \x1b[31m\n")
    given, status, parts = GIVEN[line]
    printed = run(line.split(), status, given=given)
    assert_harmless(printed)
    assert len(printed.err) < 2000
    assert max(map(len, printed.out.split("\n"))) < 2000
    text = printed.out + printed.err
    places = [text.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)
