"""Whatever the arguments and the files: a documented status, and never a foreign exception."""

from __future__ import annotations

import io
import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgpack
import pytest
from repacked import sealed

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli import main

Captured = pytest.CaptureFixture[str]

STATUSES = {0, 1, 2, 3}
"""Neither 4, which stands for a mistake of our own, nor 1 for anything but an audit."""
BOARDS = ["X...O....", ".........", "XX.OO....", "XXXOO....", "X" * 9]
BOARDS += ["", "-", "--", "-X--O----", "."]
NUMBERS = ["1", "2", "3", "0", "-1", "99", "9" * 4000, "9" * 18, "3.0", "x", "", "\u0663", "1_0"]
FILES = ["good", "text", "empty", "folder", "pipe", "loop", "nowhere", "no/file", "/dev/null", ""]
WORDS = [*BOARDS, *NUMBERS, *FILES, "--json", "-q", "--", "-h", "--help", "--version", "\x1b[31m"]


@pytest.fixture(autouse=True)
def in_a_folder_of_traps(tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of many kinds to name, and an output folder that may be written to."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _: None)  # thousands of builds would wait for the disk
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
    assert not [one for one in printed.err + printed.out if not one.isprintable() and one != "\n"]
    assert len(printed.err) < 4000, told
    assert (status in (2, 3)) == ("error: " in printed.err), told
    return status


def some(draw: random.Random, options: dict[str, list[str]], flags: list[str]) -> list[str]:
    """Some of these options, with some of their values."""
    found = [flag for flag in flags if draw.random() < 0.2]
    for option, values in options.items():
        if draw.random() < 0.3:
            found += draw.choice(
                [[option, draw.choice(values)], [f"{option}={draw.choice(values)}"]]
            )
    draw.shuffle(found)
    return found


def build_line(draw: random.Random) -> list[str]:
    """A build of a small game, or of none."""
    sizes = dict.fromkeys(("--rows", "--cols", "--k", "--jobs"), NUMBERS)
    outputs = {
        "-o": [*FILES[3:], "t", "-", "x/", "./t", "\x1b"],
        "--method": ["auto", "search", "x"],
    }
    return ["build", *some(draw, {**sizes, **outputs}, ["--misere", "--gravity", "-q", "--json"])]


def lookup_line(draw: random.Random) -> list[str]:
    """A lookup of some boards, in some file."""
    boards = [board_text(draw) for _ in range(draw.randrange(4))]
    options = some(draw, {"--table": FILES, "--first": ["X", "O", "x", ""]}, ["--json"])
    line = [*boards, *options]
    draw.shuffle(line)
    return ["lookup", *line]


def write_line(draw: random.Random) -> list[str]:
    """A file from a table, to many a place; maybe the table's own."""
    commands = [["export", "--to", "csv"], ["export", "--to", "c"], ["page"], ["picture", "board"]]
    options = some(draw, {"-o": [*FILES, "t", "-", "x/", "./good", "\x1b"]}, ["--json"])
    return [*draw.choice(commands), *options, *draw.choices(FILES, k=draw.randrange(2))]


def file_line(draw: random.Random) -> list[str]:
    """An audit, or what a file is."""
    files = draw.choices(FILES, k=draw.randrange(3))
    return [draw.choice(["audit", "info"]), *files, *some(draw, {}, ["--json", "-q", "-h"])]


def any_line(draw: random.Random) -> list[str]:
    """Words in any order."""
    words = [*WORDS, "lookup", "info", "audit", board_text(draw)]
    return draw.choices(words, k=draw.randrange(6))


def board_text(draw: random.Random) -> str:
    """A board, a known one or one of random characters."""
    if draw.random() < 0.3:
        return draw.choice(BOARDS)
    alphabet = draw.choice(["XO.", "XO.-_ xo/|\n", "XO.\x00\x1b\u202e\udcff\U0001f600019"])
    return "".join(draw.choices(alphabet, k=draw.choice([9, 9, 9, 12, draw.randrange(40)])))


@pytest.mark.parametrize("seed", [-1])
def test_random_command_lines_end_as_documented(
    seed: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they mean something or not."""
    draw = random.Random(seed)
    for _ in range(100 if seed >= 0 else 20):
        lines = "\n".join(board_text(draw) for _ in range(3)).encode(errors="surrogatepass")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
        make = draw.choice([build_line, lookup_line, lookup_line, write_line, file_line, any_line])
        check([one.replace("\0", "") for one in make(draw)], capsys)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The bytes of some small tables; the last takes the audit that works in arrays."""
    pytest.importorskip("numpy")
    folder = tmp_path_factory.mktemp("tables")
    games = [Game(), Game(2, 3, 2, misere=True), Game(3, 3, 3, gravity=True), Game(3, 4, 4)]
    return [Path(build_table(game, folder / str(game))).read_bytes() for game in games]


VALUES: list[object] = [
    *(None, True, False, 0, -1, 1, 3, 12, 255, 2**31, 2**63, -(2**63), 1.5, float("nan")),
    *("", "X", b"", b"\xff" * 9, [], [None], [[1, [0]]], {}, {1: 2}, [[[[[]]]]]),
]


def changed(document: dict[str, Any], draw: random.Random) -> None:
    """Put something else in one place of a table's map."""
    kind = draw.randrange(5)
    if kind == 0:
        document[draw.choice([*document])] = draw.choice(VALUES)
    elif kind == 1:
        tier = draw.choice(document["tiers"])
        tier[draw.randrange(2)] = draw.choice(VALUES)
    elif kind == 2:
        palette = draw.choice(document["tiers"])[1]
        palette[draw.randrange(len(palette))] = draw.choice([*VALUES, *range(-14, 14)])
    elif kind == 3:
        tier = draw.randrange(len(document["slots"]))
        document["slots"][tier] = flipped(document["slots"][tier], draw)
    else:
        document["masks"] = flipped(document["masks"], draw)


def flipped(data: bytes, draw: random.Random) -> bytes:
    """One bit changed."""
    array = bytearray(data)
    array[draw.randrange(len(array))] ^= 1 << draw.randrange(8)
    return bytes(array)


def damaged(data: bytes, draw: random.Random) -> bytes:
    """A table with something wrong in it."""
    kinds: list[Callable[[], bytes]] = [
        lambda: flipped(data, draw),
        lambda: data[: draw.randrange(len(data))],
        lambda: data + draw.randbytes(1),
        lambda: draw.randbytes(draw.randrange(200)),
        lambda: data[: draw.randrange(300)] + draw.randbytes(draw.randrange(300)),
    ]
    if draw.random() < 0.4:
        return draw.choice(kinds)()
    document = msgpack.unpackb(data)
    for _ in range(draw.randrange(1, 3)):
        # An earlier change may have left no such place.
        with suppress(TypeError, IndexError, ValueError, KeyError, AttributeError):
            changed(document, draw)
    return sealed([(key, value) for key, value in document.items() if "crc32" not in key])


@pytest.mark.parametrize("seed", [-1])
def test_random_damage_to_a_file_ends_as_documented(
    seed: int, capsys: Captured, tables: list[bytes]
) -> None:
    """With true checksums too; what an audit passes is then the table as it was."""
    draw = random.Random(seed)
    for _ in range(100 if seed >= 0 else 20):
        which = draw.choices(range(4), weights=(4, 4, 4, 1))[0]
        data = damaged(tables[which], draw)
        Path("file").write_bytes(data)
        board = "." * len(("x" * 9, "x" * 6, "x" * 9, "x" * 12)[which])
        check(["info", "file", *some(draw, {}, ["--json"])], capsys)
        check(["lookup", "--table", "file", board], capsys)
        if check(["audit", "file", *some(draw, {}, ["--json"])], capsys) == 0:
            assert Path("file").read_bytes() == tables[which]
