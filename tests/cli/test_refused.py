"""Command lines that are refused: one line says why, and the status what kind."""

import os
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from support.commands import Run, names_in

WRITTEN = {
    "text": b"hello",
    "bytes": b"\xff\xfe0\x001\x00",
    "lines": b"0 1\n0 9\n",
    "bot.py": b"def best(board): ...\ndef _own(): ...\n",
    "broken.py": b"def move(board:\n",
    "large": b"",
}
"""The files in the folder, by name; ``large`` is made longer by the fixture."""


class Refused(NamedTuple):
    """A command line that is refused."""

    command: str
    """The arguments, as a shell reads them."""
    status: int
    """The exit status: 2 for bad usage, 3 for a bad file."""
    reason: str
    """A part of the message."""


REFUSED = [
    Refused("build 0x3k3", 2, "no cells"),
    Refused("build 3x0x3k3", 2, "no cells"),
    Refused("build --method guess", 2, "invalid choice: 'guess'"),
    Refused("build 9x9k5", 2, "81 cells"),
    Refused("build 3x3k0", 2, "k is 0"),
    Refused("build 3x3-torus-k0", 2, "k is 0"),
    Refused("build 4x4", 2, "write 4x4k3 for three in a row or 4x4k4 for four"),
    Refused("build 4 4 4", 2, "no game is called '4 4 4'. Did you mean 4x4k4?"),
    Refused("build 4x4k4-gravty", 2, "Did you mean 4x4k4-gravity?"),
    Refused("build three", 2, "such as 3x3k3 (tic-tac-toe)"),
    Refused("build 3x3-ball", 2, "lines can be cylinder-k3, mobius-k3"),
    Refused("build 3x3-ball", 2, "; --lines FILE gives any others"),
    Refused("build 3x3-ball big", 2, "; --lines FILE gives any others"),
    Refused("build 3x3k3 3x4k3", 2, "a build has one game: run it once for each"),
    Refused("--quiet lookup", 2, "the command comes first, before its options"),
    Refused("--vers", 2, "the command comes first, before its options"),
    Refused("grade --program node bot.js", 2, "has quotes: --program 'node bot.js'"),
    Refused("grade bot.js", 2, "or --program COMMAND for a program in any language"),
    Refused("build 11x3-torus-k3", 2, "33 cells"),
    Refused("build 1x3-hex", 2, "two rows and two columns"),
    Refused(f"build 1x1x{9**99}k3", 2, "no game is called"),
    Refused("build 3x3x4k3", 2, "36 cells"),
    Refused("build 5x5k4", 2, "10.5 GB on the disk"),
    Refused("build 5x5k4", 2, "while it is built; --force builds it"),
    Refused("build --rows 4 --cols 4", 2, "typed as its name: ttt-table build 4x4k3"),
    Refused("build --box 2x2x2 --k 2 --misere", 2, "build 4x2-2x2x2-k2-misere"),
    Refused("build --shape XX/X. --rows=4", 2, "build 4x3-XX-X"),
    Refused("build --surface torus --gravity", 2, "build 3x3-torus-k3-gravity"),
    Refused("build --hex --breaker", 2, "build 3x3-hex-breaker"),
    Refused("build 4x4k4 -q --misere", 2, "typed as its name: ttt-table build 4x4k4-m"),
    Refused("build '' --misere", 2, "typed as its name: ttt-table build 3x3k3-misere"),
    Refused("build --rows nine", 2, "typed as its name: ttt-table build 4x5k4"),
    Refused("build 3x3 --lines lines --name ../x", 2, "'9' is not a cell"),
    Refused("build 3x4 --lines lines --name ../x", 2, "'../x' cannot name a game"),
    Refused("build 3x4 --lines lines --name X-Gravity", 2, "its end is reserved"),
    Refused("build -o -", 2, "a table cannot go to standard output"),
    Refused("build --name x", 2, "--name names the lines of --lines FILE"),
    Refused("build --lines lines", 2, "--lines needs the board, such as 3x3"),
    Refused("build 3x3k3 --lines lines", 2, "must be a board with its rules alone"),
    Refused("build 3x3 --lines lines", 2, "'9' is not a cell: they are numbered 0"),
    Refused("build 3x3 --lines bytes", 2, "bytes is not a text file"),
    Refused("build 3x3 --lines /dev/zero", 2, "not a regular file"),
    Refused("build 3x3 --lines pipe", 2, "not a regular file"),
    Refused("build 3x3 --lines .", 2, "not a regular file"),
    Refused("build 3x3 --lines large", 2, "large is too large for a list of lines"),
    Refused("build --dask somewhere", 2, "tcp://HOST:8786"),
    Refused("build --dask tcp://1.2.3.4", 2, "tcp://HOST:8786"),
    # Dask's own client hangs in its destructor with these.
    Refused("build --dask foo://here:1", 2, "'foo:"),
    Refused("build --dask inproc://here:1", 2, "'inproc:"),
    Refused("build --dask ucx://here:1", 2, "'ucx:"),
    Refused("build --dask tls://here:1", 2, "'tls:"),
    Refused("build --dask ''", 2, "tcp://HOST:8786"),
    Refused("build --jobs 0", 2, "not 0"),
    Refused("build --jobs -1", 2, "-1 is less than 0"),
    Refused("build --jobs 5000", 2, "not 5000"),
    Refused("audit --dask somewhere", 2, "tcp://HOST:8786"),
    Refused("audit --dask tcp://1.2.3.4", 2, "tcp://HOST:8786"),
    Refused("audit --dask foo://here:1", 2, "'foo:"),
    Refused("audit --dask inproc://here:1", 2, "'inproc:"),
    Refused("audit --dask ucx://here:1", 2, "'ucx:"),
    Refused("audit --dask tls://here:1", 2, "'tls:"),
    Refused("audit --dask ''", 2, "tcp://HOST:8786"),
    Refused("audit --jobs 0", 2, "not 0"),
    Refused("audit --jobs -1", 2, "-1 is less than 0"),
    Refused("audit --jobs 5000", 2, "not 5000"),
    Refused("lookup X.........", 2, "10 cells"),
    Refused("lookup XXXOO...O", 2, "play continued after a win"),
    Refused("lookup", 2, "BOARD"),
    Refused("why", 2, "BOARD"),
    Refused("lookup --first Z .", 2, "invalid choice: 'Z'"),
    Refused(
        "--json lookup X........", 2, "the command comes first, before its options"
    ),
    Refused("X...O....", 2, "Did you mean: ttt-table lookup 'X...O....'?"),
    Refused("X.O", 2, "Did you mean: ttt-table lookup 'X.O'?"),
    Refused("zzz", 2, "There are: build, lookup"),
    Refused("LOOKUP .", 2, "There are: build, lookup"),
    Refused("''", 2, "There are: build, lookup"),
    Refused("-", 2, "There are: build, lookup"),
    Refused("--", 2, "There are: build, lookup"),
    Refused("XO", 2, "There are: build, lookup"),
    Refused("grade", 2, "or one program with --program"),
    Refused("grade bot.py:best --program cat", 2, "or one program with --program"),
    Refused("grade none/*.py:move bot.py:best", 2, "no file matches"),
    Refused("grade bot.py", 2, "which function?"),
    Refused("grade bot.py:", 2, "which function?"),
    Refused("grade none.py:best", 2, "there is no such file"),
    Refused(
        "grade bot.py:best --against esay",
        2,
        "a level is easy, medium, hard, perfect, or a number of plies, or FILE:NAME",
    ),
    Refused("grade bot.py:none", 2, "it has no none; it has best(board)"),
    Refused("grade broken.py:move", 2, "SyntaxError"),
    Refused("grade --program ./none", 2, "cannot be started"),
    Refused('grade --program "a \'b"', 2, "No closing quotation"),
    Refused(
        "grade --program cat --adapter bot.py", 2, "--adapter is only for what is in"
    ),
    Refused("grade bot.py:best --adapter none.py", 2, "there is no such file"),
    Refused("grade bot.py:best --adapter bot.py", 2, "adapter bot.py: it has no call"),
    Refused("grade bot.py --adapter broken.py", 2, "adapter broken.py does not load"),
    Refused(
        "grade bot.py:best bot.py:best --report r.html", 2, "--report needs exactly one"
    ),
    Refused("grade bot.py:best --report -", 2, "--report needs exactly one"),
    Refused("answers", 2, "the following arguments are required: FILE"),
    Refused("answers text ./text", 2, "./text is named twice"),
    Refused("answers text --rows -", 2, "need the name of a file"),
    Refused("answers text --picture -", 2, "need the name of a file"),
    Refused("answers text --rows ./text", 2, "choose another output"),
    Refused("answers text --csv --json", 2, "--csv and --json exclude each other"),
    Refused("answers text --picture text.html", 2, "ends in .html, but what is writ"),
    Refused("answers text --pattern (", 2, "the pattern '(': missing ), unterminated"),
    Refused("answers text --pattern 4", 2, "needs one group for the cell"),
    Refused("answers none", 3, "none: cannot be read: No such file"),
    Refused("grade bot.py:best --report ./bot.py", 2, "choose another output"),
    Refused("grade --program cat --limit 0", 2, "a limit"),
    Refused("grade --program cat --limit nan", 2, "a limit"),
    Refused("grade --program cat --limit 1e300", 2, "a limit"),
    Refused("export", 2, "Name it with --to csv, jsonl, npz, c, prompts, or"),
    Refused("export -o rows", 2, "let -o OUT end in .csv, .jsonl, .npz, .h"),
    Refused("export -o rows.csv --to jsonl", 2, "ends in .csv, but what is written is"),
    Refused("export --to prompts --all", 2, "excludes --all, --classes and --matters"),
    Refused("export --to prompts --classes", 2, "or --every unfinished board"),
    Refused("export --to csv --every", 2, "--every needs --to prompts"),
    Refused("export --to csv --card c.md", 2, "--card needs --to prompts"),
    Refused("export --to csv --notation rows", 2, "--notation needs --to prompts"),
    Refused("export --to prompts --card -", 2, "only one output can go to standard"),
    Refused("export --to prompts --card - -o p", 2, "--card needs the name of a"),
    Refused("picture map -o map.png", 2, "ends in .png, but what is written is SVG"),
    Refused("picture map -o text", 2, "text exists and is not SVG"),
    Refused("page -o bot.svg", 2, "let it end in .html"),
    Refused("build -o bot.py", 2, "bot.py ends in .py, but what is written is a table"),
    Refused("build -o text", 2, "text exists and is not a table; choose another"),
    Refused("export --to csv -o text", 2, "text exists and is not CSV"),
    Refused("info text --table lines", 2, "FILE and --table both name the table"),
    Refused("audit text --table lines", 2, "FILE and --table both name the table"),
    Refused("export text --table lines --to csv", 2, "both name the table"),
    Refused("play --level eas", 2, "a level is easy, medium, hard, perfect, or a"),
    Refused("play --level -1", 2, "there is no level '-1'"),
    Refused("answers text --csv --json", 2, "--csv and --json exclude each other"),
    Refused("grade bot.py:best --show -1", 2, "-1 is less than 0"),
    Refused("build --forc", 2, "unrecognized arguments: --forc"),
    Refused("lokup X...O....", 2, "Did you mean: ttt-table lookup?"),
    Refused("export --to csv --json", 2, "--json needs a file"),
    Refused("export --to npy -o it", 2, "invalid choice: 'npy'"),
    Refused("export --to c --all", 2, "a C header has the whole table"),
    Refused("picture proof XXX...... -o it", 2, "too many X"),
    Refused("why XXX......", 2, "too many X"),
    Refused("picture board X O -o it", 2, "unrecognized arguments: O"),
    Refused("picture proof -o it", 2, "is a draw, so there is no win to prove"),
    Refused("picture map . -o it", 2, "takes no board"),
    Refused("why XX.OO.... 0", 2, "cell 0 is taken"),
    Refused("why XX.OO.... x", 2, "'x' is not an integer of"),
    Refused("why XX.OO.... 99", 2, "there is no cell 99"),
    Refused("play --noise 2", 2, "noise"),
    Refused("play --noise x", 2, "noise"),
    Refused("play --noise 1e999999999", 2, "noise"),
    Refused("play --noise 1e-999999999", 2, "noise"),
    Refused("play --as Z", 2, "invalid choice: 'Z'"),
    Refused("lookup --table none .........", 3, "none: there is no such file"),
    Refused("audit none", 3, "no such file"),
    Refused("info none", 3, "no such file"),
    Refused("info ''", 3, "no such file"),
    Refused("export --to csv none", 3, "no such file"),
    Refused("info .", 3, "this is a folder"),
    Refused("audit text", 3, "not a table"),
    Refused("page text -o it", 3, "not a table"),
    Refused("build 3x3 --lines nothing", 3, "nothing: cannot be read: No such file"),
    Refused("grade bot.py:best --table none", 3, "no such file"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("refused")
    for name, data in WRITTEN.items():
        (folder / name).write_bytes(data)
    os.mkfifo(folder / "pipe")
    os.truncate(folder / "large", 1 << 31)
    return folder


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused.command)
def test_a_command_line_is_refused_with_a_reason(
    refused: Refused, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the status of bad usage or of a bad file, in one line."""
    monkeypatch.chdir(folder)
    printed = run(shlex.split(refused.command), refused.status)
    assert printed.out == ""
    assert printed.err.startswith("ttt-table")
    assert printed.err.count("\n") == 1
    assert refused.reason in printed.err
    # Nothing is written, except Python's cache of a player's file.
    assert {*names_in()} - {"__pycache__"} == {*WRITTEN, "pipe"}
