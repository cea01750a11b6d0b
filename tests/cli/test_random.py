"""Random arguments and files: a documented status, and never a foreign exception."""

import io
import os
import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack
import pytest
from crafted import Parts
from support.cases import exhaustive

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli import main

Captured = pytest.CaptureFixture[str]

STATUSES = {0, 1, 2, 3}
"""Without 4, a mistake of our own; only an audit may end with 1."""
BOARDS = [
    *("X...O....", ".........", "XX.OO....", "XXXOO....", "XXXXXXXXX"),
    *("", "-", "--", "-X--O----", "."),
]
NUMBERS = [
    *("1", "2", "3", "0", "-1", "99", "3.0", "x", "", "\u0663", "0_1"),
    *("9" * 4000, "9" * 18),
]
FILES = [
    *("good", "text", "empty", "folder", "pipe", "loop", "nowhere", "no/file"),
    *("/dev/null", ""),
]
WORDS = [
    *(*BOARDS, *NUMBERS, *FILES),
    *("--json", "-q", "--", "-h", "--help", "--version", "\x1b[31m"),
]


@pytest.fixture(autouse=True)
def in_a_folder_of_traps(
    tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of many kinds to name, and an output folder that may be written to."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "ttt_table.export.rows.FEW_ROWS", 0
    )  # and rows come sooner by way of arrays
    Path("good").write_bytes(shipped)
    Path("text").write_text("hello")
    Path("empty").write_bytes(b"")
    Path("folder").mkdir()
    os.mkfifo("pipe")
    Path("loop").symlink_to("loop")
    Path("nowhere").symlink_to("missing/file")


def check(arguments: list[str], capsys: Captured) -> int:
    """Run one command, assert that it ends as documented, and return its status."""
    status = main(arguments)
    printed = capsys.readouterr()
    text = printed.out + printed.err
    case = f"{arguments!r:.200} ended with {status}: {printed.err}"
    assert status in STATUSES, case
    assert status != 1 or "audit" in arguments, case
    assert "Traceback" not in text, case
    assert len(printed.err) < 4000, case
    assert (status in (2, 3)) == ("error: " in printed.err), case

    # Pages have non-breaking blanks.
    strange = [
        character
        for character in text
        if not character.isprintable() and character not in "\n\xa0"
    ]
    assert strange == [], case
    return status


def draw_options(
    rng: random.Random, options: dict[str, list[str]], flags: list[str]
) -> list[str]:
    """Draw some of these flags, and some options with one of their values each."""
    drawn = [flag for flag in flags if rng.random() < 0.2]
    for option, values in options.items():
        if rng.random() < 0.3:
            drawn.append(f"{option}={rng.choice(values)}")
    return drawn


@dataclass(frozen=True)
class Line:
    """A command, and what may follow it."""

    command: str
    options: dict[str, list[str]]
    flags: str
    arguments: Sequence[str] = ()


GAMES = ["3x3k3", "2x3k2-misere", "2x2-XX-gravity", "3x3", "4 4", "2x2-hex", "\x1b"]
BUILT = {
    "-o": [*FILES[3:], "t.msgpack", "-", "x/", "./t.msgpack", "\x1b"],
    "--method": ["auto", "search", "x"],
    "--jobs": NUMBERS,
}
LOOKED_UP = {"--table": FILES, "--first": ["X", "O", "x", ""]}
WRITTEN = {
    "-o": [*FILES, "t.csv", "t.h", "t.html", "t.svg", "-", "x/", "./good", "\x1b"]
}
LINES = [
    Line("build", BUILT, "--force -q --json", GAMES),
    Line("lookup", LOOKED_UP, "--json", BOARDS),
    Line("lookup", LOOKED_UP, "--json", BOARDS),  # twice as often as the others
    Line("export --to csv", WRITTEN, "--json", FILES),
    Line("export --to c", WRITTEN, "--json", FILES),
    Line("page", WRITTEN, "--json", FILES),
    Line("picture proof", WRITTEN, "--json", FILES),
    Line("audit", {}, "--json -q -h", FILES),
    Line("info", {}, "--json -q -h", FILES),
]


def draw_command_line(rng: random.Random) -> list[str]:
    """Draw a command with some of its options, or any words in any order."""
    if rng.random() < 0.2:
        words = [*WORDS, "lookup", "info", "audit", draw_board(rng)]
        return rng.choices(words, k=rng.randrange(6))

    line = rng.choice(LINES)
    words = draw_options(rng, line.options, line.flags.split())
    if line.arguments:
        for _ in range(rng.randrange(4)):
            if line.arguments is BOARDS:
                words.append(draw_board(rng))
            else:
                words.append(rng.choice(line.arguments))
    rng.shuffle(words)
    return [*line.command.split(), *words]


def draw_board(rng: random.Random) -> str:
    """Draw a known board, or a text of random characters."""
    if rng.random() < 0.3:
        return rng.choice(BOARDS)
    alphabet = rng.choice(
        ["XO.", "XO.-_ xo/|\n", "XO.\x00\x1b\u202e\udcff\U0001f600019"]
    )
    return "".join(
        rng.choices(alphabet, k=rng.choice([9, 9, 9, 12, rng.randrange(40)]))
    )


@pytest.mark.parametrize(
    "seed",
    [-1, *exhaustive(range(6))],
)
def test_random_command_lines_end_as_documented(
    seed: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they make sense or not."""
    rng = random.Random(seed)
    tries = 100 if seed >= 0 else 20
    for _ in range(tries):
        lines = "\n".join(draw_board(rng) for _ in range(3)).encode(
            errors="surrogatepass"
        )
        monkeypatch.setattr(
            "sys.stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8")
        )
        words = draw_command_line(rng)
        check([word.replace("\0", "") for word in words], capsys)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Return the bytes of small tables; the last is audited in arrays."""
    folder = tmp_path_factory.mktemp("tables")
    games = map(Game.named, ["3x3k3", "2x3k2-misere", "3x3k3-gravity", "3x4k4"])
    return [Path(build_table(game, folder / str(game))).read_bytes() for game in games]


NUMBERS_IN_FILES = [0, -1, 1, 3, 12, 255, 2**31, 2**63, -(2**63), 1.5, float("nan")]
NESTED = [[], [None], [[1, [0]]], {}, {1: 2}, [[[[[]]]]]]
VALUES: list[object] = [
    *(None, True, False, "", "X", b"", b"\xff" * 9),
    *NUMBERS_IN_FILES,
    *NESTED,
]


def change(part: Any, rng: random.Random) -> None:
    """Change one value of a table's map, or of what is nested in it."""
    places = list(part) if isinstance(part, dict) else list(range(len(part)))
    place = rng.choice(places)
    value = part[place]
    if value and isinstance(value, list | dict) and rng.random() < 0.8:
        change(value, rng)
    elif value and isinstance(value, bytes):
        part[place] = flip_bit(value, rng)
    else:
        part[place] = deepcopy(rng.choice([*VALUES, *range(-14, 14)]))


def flip_bit(data: bytes, rng: random.Random) -> bytes:
    """Return bytes with one bit changed."""
    array = bytearray(data)
    array[rng.randrange(len(array))] ^= 1 << rng.randrange(8)
    return bytes(array)


def damage(data: bytes, rng: random.Random) -> bytes:
    """Return a table with something wrong in it, and as a rule with true checksums."""
    if rng.random() < 0.1:
        return flip_bit(data, rng)
    document = msgpack.unpackb(data)
    for _ in range(rng.randrange(1, 3)):
        change(document, rng)
    head = {key: value for key, value in document.items() if "crc32" not in key}
    body = []
    for key in ("masks", "slots"):
        body += [key, head.pop(key)]
    return Parts(head, b"".join(map(msgpack.packb, body))).file()


@pytest.mark.parametrize(
    "seed",
    [-1, *exhaustive(range(6))],
)
def test_random_damage_to_a_file_ends_as_documented(
    seed: int, capsys: Captured, tables: list[bytes]
) -> None:
    """Also with true checksums; an audit passes only an undamaged table."""
    rng = random.Random(seed)
    tries = 100 if seed >= 0 else 10
    for _ in range(tries):
        which = rng.choices(range(4), weights=(4, 4, 4, 1))[0]
        data = damage(tables[which], rng)
        Path("file").write_bytes(data)
        board = "." * (9, 6, 9, 12)[which]
        check(["info", "file", *draw_options(rng, {}, ["--json"])], capsys)
        check(["lookup", "--table", "file", board], capsys)
        if check(["audit", "file", *draw_options(rng, {}, ["--json"])], capsys) == 0:
            assert Path("file").read_bytes() == tables[which]
