"""Whatever the arguments and the files: a documented status, and never a foreign exception."""

import io
import os
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgpack
import pytest
from crafted import Parts

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli import main

Captured = pytest.CaptureFixture[str]

STATUSES = {0, 1, 2, 3}
"""Neither 4, which stands for a mistake of our own, nor 1 for anything but an audit."""
BOARDS = ["X...O....", ".........", "XX.OO....", "XXXOO....", "X" * 9]
BOARDS += ["", "-", "--", "-X--O----", "."]
NUMBERS = [
    "1",
    "2",
    "3",
    "0",
    "-1",
    "99",
    "9" * 4000,
    "9" * 18,
    "3.0",
    "x",
    "",
    "\u0663",
    "0_1",
]
FILES = [
    "good",
    "text",
    "empty",
    "folder",
    "pipe",
    "loop",
    "nowhere",
    "no/file",
    "/dev/null",
    "",
]
WORDS = [
    *BOARDS,
    *NUMBERS,
    *FILES,
    "--json",
    "-q",
    "--",
    "-h",
    "--help",
    "--version",
    "\x1b[31m",
]


@pytest.fixture(autouse=True)
def in_a_folder_of_traps(
    tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of many kinds to name, and an output folder that may be written to."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "ttt_table.export.rows.FEW", 0
    )  # and rows come sooner by way of arrays
    Path("good").write_bytes(shipped)
    Path("text").write_text("hello")
    Path("empty").write_bytes(b"")
    Path("folder").mkdir()
    os.mkfifo("pipe")
    Path("loop").symlink_to("loop")
    Path("nowhere").symlink_to("missing/file")


def check(arguments: list[str], capsys: Captured) -> int:
    """Run one command, and see that it ends as it should."""
    status = main(arguments)
    printed = capsys.readouterr()
    told = f"{arguments!r:.200} ended with {status}: {printed.err}"
    assert status in STATUSES, told
    assert status != 1 or "audit" in arguments, told
    assert "Traceback" not in printed.out + printed.err, told
    # Pages have blanks at which no line is broken.
    assert not [
        c
        for c in printed.err + printed.out
        if not c.isprintable() and c not in "\n\xa0"
    ]
    assert len(printed.err) < 4000, told
    assert (status in (2, 3)) == ("error: " in printed.err), told
    return status


def some(
    draw: random.Random, options: dict[str, list[str]], flags: list[str]
) -> list[str]:
    """Some of these options, with some of their values."""
    found = [flag for flag in flags if draw.random() < 0.2]
    for option, values in options.items():
        if draw.random() < 0.3:
            found.append(f"{option}={draw.choice(values)}")
    return found


SIZES = dict.fromkeys(("--rows", "--cols", "--k", "--jobs"), NUMBERS)
BUILT = {
    "-o": [*FILES[3:], "t", "-", "x/", "./t", "\x1b"],
    "--method": ["auto", "search", "x"],
}
ASKED = {"--table": FILES, "--first": ["X", "O", "x", ""]}
WRITTEN = {"-o": [*FILES, "t", "-", "x/", "./good", "\x1b"]}
LINES: list[tuple[str, dict[str, list[str]], str, list[str]]] = [
    ("build", SIZES | BUILT, "--misere --gravity -q --json", []),
    *[("lookup", ASKED, "--json", BOARDS)] * 2,
    ("export --to csv", WRITTEN, "--json", FILES),
    ("export --to c", WRITTEN, "--json", FILES),
    ("page", WRITTEN, "--json", FILES),
    ("picture proof", WRITTEN, "--json", FILES),
    ("audit", {}, "--json -q -h", FILES),
    ("info", {}, "--json -q -h", FILES),
]
"""Commands, each with its options and their values, its flags, and what else it takes."""


def command_line(draw: random.Random) -> list[str]:
    """One of these with some of its options, or any words in any order."""
    if draw.random() < 0.2:
        words = [*WORDS, "lookup", "info", "audit", board_text(draw)]
        return draw.choices(words, k=draw.randrange(6))
    command, options, flags, others = draw.choice(LINES)
    line = some(draw, options, flags.split())
    for _ in range(draw.randrange(4) if others else 0):
        line.append(board_text(draw) if others is BOARDS else draw.choice(others))
    draw.shuffle(line)
    return [*command.split(), *line]


def board_text(draw: random.Random) -> str:
    """A board, a known one or one of random characters."""
    if draw.random() < 0.3:
        return draw.choice(BOARDS)
    alphabet = draw.choice(
        ["XO.", "XO.-_ xo/|\n", "XO.\x00\x1b\u202e\udcff\U0001f600019"]
    )
    return "".join(
        draw.choices(alphabet, k=draw.choice([9, 9, 9, 12, draw.randrange(40)]))
    )


@pytest.mark.parametrize("seed", [-1])
def test_random_command_lines_end_as_documented(
    seed: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they mean something or not."""
    draw = random.Random(seed)
    for _ in range(100 if seed >= 0 else 20):
        lines = "\n".join(board_text(draw) for _ in range(3)).encode(
            errors="surrogatepass"
        )
        monkeypatch.setattr(
            "sys.stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8")
        )
        check([one.replace("\0", "") for one in command_line(draw)], capsys)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The bytes of some small tables; the last takes the audit that works in arrays."""
    folder = tmp_path_factory.mktemp("tables")
    games = [
        Game(),
        Game(2, 3, 2, misere=True),
        Game(3, 3, 3, gravity=True),
        Game(3, 4, 4),
    ]
    return [Path(build_table(game, folder / str(game))).read_bytes() for game in games]


VALUES: list[object] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        3,
        12,
        255,
        2**31,
        2**63,
        -(2**63),
        1.5,
        float("nan"),
    ),
    *("", "X", b"", b"\xff" * 9, [], [None], [[1, [0]]], {}, {1: 2}, [[[[[]]]]]),
]


def change(part: Any, draw: random.Random) -> None:
    """Put something else in one place of a table's map, or of what is nested in it."""
    place = draw.choice([*part] if isinstance(part, dict) else range(len(part)))
    held = part[place]
    if held and isinstance(held, list | dict) and draw.random() < 0.8:
        change(held, draw)
    elif held and isinstance(held, bytes):
        part[place] = flipped(held, draw)
    else:
        part[place] = deepcopy(draw.choice([*VALUES, *range(-14, 14)]))


def flipped(data: bytes, draw: random.Random) -> bytes:
    """One bit changed."""
    array = bytearray(data)
    array[draw.randrange(len(array))] ^= 1 << draw.randrange(8)
    return bytes(array)


def damaged(data: bytes, draw: random.Random) -> bytes:
    """A table with something wrong in it; its checksums are true, as a rule."""
    if draw.random() < 0.1:
        return flipped(data, draw)
    document = msgpack.unpackb(data)
    for _ in range(draw.randrange(1, 3)):
        change(document, draw)
    head = {key: value for key, value in document.items() if "crc32" not in key}
    body = [part for key in ("masks", "slots") for part in (key, head.pop(key))]
    return Parts(head, b"".join(map(msgpack.packb, body))).file()


@pytest.mark.parametrize("seed", [-1])
def test_random_damage_to_a_file_ends_as_documented(
    seed: int, capsys: Captured, tables: list[bytes]
) -> None:
    """With true checksums too; what an audit passes is then the table as it was."""
    draw = random.Random(seed)
    for _ in range(100 if seed >= 0 else 10):
        which = draw.choices(range(4), weights=(4, 4, 4, 1))[0]
        data = damaged(tables[which], draw)
        Path("file").write_bytes(data)
        board = "." * (9, 6, 9, 12)[which]
        check(["info", "file", *some(draw, {}, ["--json"])], capsys)
        check(["lookup", "--table", "file", board], capsys)
        if check(["audit", "file", *some(draw, {}, ["--json"])], capsys) == 0:
            assert Path("file").read_bytes() == tables[which]
