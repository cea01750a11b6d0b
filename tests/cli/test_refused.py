"""Command lines that are refused: one line says why, and the status what kind."""

import os
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from crafted import Parts
from support.commands import Run, names_in

from ttt_table import Game
from ttt_table.build import build_table

WRITTEN = {
    "text": b"hello",
    "bytes": b"\xff\xfe0\x001\x00",
    "notes.msgpack": b"notes",
    "a.csv": b"board,answer\nX........,4\n",
    "lines": b"0 1\n0 9\n",
    "good": b"0 3\n1 2\n",
    "own": b"1 3\n",
    "none.txt": b"# none\n",
    "empty.csv": b"",
    "differ.csv": b"model,board,answer\na,X........,4\na,.........,4\nb,.........,4\n",
    "bad.csv": b"board,answer\n.........,4\nXXX......,4\n",
    "model.jsonl": b'{"board": ".........", "answer": 4, "model": 7}\n',
    "body.jsonl": b'{"custom_id": "1", "response": {"body": {"choices": []}}}\n',
    "message.jsonl": b'{"id": "1", "output": [{"type": "message"}]}\n',
    "output.jsonl": b'{"board": ".........", "output": "ANSWER: 4"}\n',
    "bot.py": b"def best(board): ...\ndef _own(): ...\n",
    "broken.py": b"def move(board:\n",
    "large": b"",
}
"""Files in the folder, by name; ``large`` is made longer by the fixture."""


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
    Refused("build 9x9k5-misere", 2, "the largest that fits is 5x5k5-misere"),
    Refused("build 7x6k4-gravity", 2, "the largest that fits is 5x6k4-gravity"),
    Refused("build 4x4x4k4", 2, "the largest that fits is 3x3x3k3"),
    Refused("build connect4", 2, "connect4 is 6x7k4-gravity, and a table has at most"),
    Refused("build Connect-Four", 2, "the largest that fits is 5x6k4-gravity"),
    Refused("info gomoku", 3, "gomoku is 15x15k5"),
    Refused("info qubic", 3, "the largest that fits is 3x3x3k3"),
    Refused("info 4x4k4", 3, "nor 4x4k4.msgpack; ttt-table build 4x4k4 makes it"),
    Refused("info 4x4k4.msgpack", 3, "such file; ttt-table build 4x4k4 makes it"),
    Refused("info 4x4", 3, "there is no such file, and 4x4 does not say how many in"),
    Refused("lookup --table 2x2k2 X...", 3, "ttt-table build 2x2k2 makes it"),
    Refused("export connect4 --to csv", 3, "the largest that fits is 5x6k4-gravity"),
    Refused("page 2x2k2", 3, "ttt-table build 2x2k2 makes it"),
    Refused("build 3x3k0", 2, "k is 0"),
    Refused("build 3x3-torus-k0", 2, "k is 0"),
    Refused("build 4x4", 2, "write 4x4k3 for 3 in a row or 4x4k4 for 4 in a row"),
    Refused("build 4 4 4", 2, "no game is called '4 4 4'. Did you mean 4x4k4?"),
    Refused("build 4x4k4-gravty", 2, "Did you mean 4x4k4-gravity?"),
    Refused("build three", 2, "such as 3x3k3 (tic-tac-toe)"),
    Refused("build 3x3-ball", 2, "lines can be cylinder-k3, mobius-k3"),
    Refused("build 3x3-ball", 2, "; --lines FILE (in Python lines=...) gives"),
    Refused("build 3x3-ball big", 2, "; --lines FILE (in Python lines=...) gives"),
    Refused("build 3x3k3 3x4k3", 2, "one game, and these are 2: run it once for each"),
    Refused("build 3x3k3 3x3-tipi", 2, "as in ttt-table build 3x3k3"),
    Refused("grade bot.py:best --samples 0", 2, "0 is less than 1"),
    Refused("grade bot.py:best --samples -1", 2, "-1 is less than 1"),
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
    Refused("build 3x3 --lines lines --name ../x", 2, "'9' is not a cell"),
    Refused("build 3x4 --lines lines --name ../x", 2, "'../x' cannot name a game"),
    Refused("build 3x4 --lines lines/", 3, "lines/: cannot be read: Not a directory"),
    Refused("build 3x4 --lines ''", 3, "'': cannot be read: No such file"),
    Refused("build 3x4 --lines lines --name X-Gravity", 2, "or ends in a rule"),
    Refused("build -o -", 2, "a table cannot go to standard output"),
    Refused("build --name x", 2, "--name names the lines of --lines FILE"),
    Refused("build --lines lines", 2, "--lines needs the board, such as 3x3"),
    Refused("build 3x3k3 --lines lines", 2, "must be a board with its rules alone"),
    Refused("build 3x3 --lines lines", 2, "'9' is not a cell: they are numbered 0"),
    Refused("build 3x3 --lines bytes", 2, "bytes: this is not a text file"),
    Refused("build 3x3 --lines /dev/zero", 3, "not a regular file"),
    Refused("build 3x3 --lines pipe", 3, "not a regular file"),
    Refused("build 3x3 --lines .", 3, ".: this is a folder"),
    Refused("build 3x3 --lines large", 2, "large is too large for a list of lines"),
    Refused("build --jobs 0", 2, "jobs is 0, but it must be"),
    Refused("build --jobs -1", 2, "jobs is -1, but it must be"),
    Refused("build --jobs 5000", 2, "jobs is 5000, but it must be"),
    Refused("audit --jobs 0", 2, "jobs is 0, but it must be"),
    Refused("audit --jobs -1", 2, "jobs is -1, but it must be"),
    Refused("audit --jobs 5000", 2, "jobs is 5000, but it must be"),
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
    Refused("answers a.csv --rows ./a.csv", 2, "choose another output"),
    Refused("info --csv --json", 2, "--json: not allowed with argument --csv"),
    Refused("answers text --picture text.html", 2, "must end in .svg"),
    Refused("answers text --pattern (", 2, "the pattern '(': missing ), unterminated"),
    Refused("answers text --pattern 4", 2, "needs one group for the cell"),
    Refused("answers -", 2, "read from files, not from -"),
    Refused("answers a.csv --prompts -", 2, "read from files, not from -"),
    Refused("answers none", 3, "none: cannot be read: No such file"),
    Refused("grade bot.py:best --report ./bot.py", 2, "must end in .html"),
    Refused("grade --program cat --timeout 0", 2, "timeout is "),
    Refused("grade --program cat --timeout nan", 2, "timeout is "),
    Refused("grade --program cat --timeout 1e300", 2, "timeout is "),
    Refused("export", 2, "Name it with --to csv, jsonl, npz, c, prompts, or"),
    Refused("export -o rows", 2, "must end in .csv or .jsonl or .npz or .h"),
    Refused("export -o rows.csv --to jsonl", 2, "must end in .jsonl with --to"),
    Refused("export --to prompts --all", 2, "--every unfinished board is the most"),
    Refused("export --to csv --every", 2, "--every needs --to prompts"),
    Refused("export --to csv --notation rows", 2, "--notation needs --to prompts"),
    Refused("reader c", 2, "required: -o/--output"),
    Refused("reader rust -o game", 2, "choose from 'python', 'js', 'c'"),
    Refused("reader c -o -", 2, "name a folder with -o FOLDER"),
    Refused("reader c -o bot.py", 3, "bot.py: cannot be made: File exists"),
    Refused("reader c -o bot.py/c", 3, "bot.py/c: cannot be made: Not a directory"),
    Refused("picture map -o map.png", 2, "'map.png' must end in .svg"),
    Refused("picture map -o text", 2, "'text' must end in .svg"),
    Refused("page -o bot.svg", 2, "must end in .html"),
    Refused("build -o bot.py", 2, "'bot.py' must end in .msgpack"),
    Refused("build -o notes.msgpack", 2, "exists and is not a table of this game"),
    Refused("export --to csv -o text", 2, "'text' must end in .csv"),
    Refused("play --level eas", 2, "a level is easy, medium, hard, perfect, or a"),
    Refused("play --level -1", 2, "there is no level '-1'"),
    Refused("grade bot.py:best --show -1", 2, "-1 is less than 0"),
    Refused("build --forc", 2, "unrecognized arguments: --forc"),
    Refused("lokup X...O....", 2, "Did you mean: ttt-table lookup?"),
    Refused("export --to csv --json", 2, "--json needs a file"),
    Refused("export --to csv --csv", 2, "--csv needs a file"),
    Refused("page -o - --json", 2, "--json needs a file"),
    Refused("page -o - --csv", 2, "--csv needs a file"),
    Refused("picture map -o - --json", 2, "--json needs a file"),
    Refused("picture map -o - --csv", 2, "--csv needs a file"),
    Refused("export --to npy -o it.csv", 2, "invalid choice: 'npy'"),
    Refused("export --to c --all", 2, "a C header has the whole table"),
    Refused("picture proof XXX...... -o it.svg", 2, "too many X"),
    Refused("why XXX......", 2, "too many X"),
    Refused("picture board X O -o it.svg", 2, "unrecognized arguments: O"),
    Refused("picture proof -o it.svg", 2, "is a draw, so there is no win to prove"),
    Refused("picture map . -o it.svg", 2, "takes no board"),
    Refused("why XX.OO.... 0", 2, "cell 0 is taken"),
    Refused("why XX.OO.... x", 2, "'x' is not an integer of"),
    Refused("why XX.OO.... 99", 2, "there is no cell 99"),
    Refused("play --noise 2", 2, "noise"),
    Refused("play --noise x", 2, "noise"),
    Refused("play --noise 1e999999999", 2, "noise"),
    Refused("play --noise 1e-999999999", 2, "noise"),
    Refused("play --as Z", 2, "invalid choice: 'Z'"),
    Refused("build 3x3x3k3", 2, "16.0 GB on the disk"),
    Refused("build 2x3 --lines good --name klein-k3", 2, "--name klein-k3 is what"),
    Refused("build 2x3 --lines good --name hex", 2, "a game of other lines is called"),
    Refused("build 2x3 --lines good --name 2x1x3-k3", 2, "--name 2x1x3-k3 is what a"),
    Refused("build 2x3 --lines good --name lines-00000000", 2, "lines is called"),
    Refused("build 2x3 --lines good --name el", 2, "--name el is what a game of other"),
    Refused("build 2x3 --lines good --name projective-2", 2, "is what a game of other"),
    Refused("build 2x3 --o-lines own", 2, "--o-lines needs --lines FILE with the"),
    Refused("build 2x2-hex --o-lines own", 2, "needs --lines FILE"),
    Refused("build 2x2-breaker --lines own --o-lines own", 2, "the rule breaker"),
    Refused("build 2x2 --lines own --o-lines none.txt", 2, "O's lines are an empty"),
    Refused("info later", 3, "its version is 3"),
    Refused("info 2X3k2", 3, "Did you mean 2x3k2?"),
    Refused("lookup --table falling X........", 2, "a stone with nothing below"),
    Refused("answers a.csv empty.csv", 2, "empty.csv: the file has no answers\n"),
    Refused(
        "answers differ.csv --rows r.csv",
        2,
        "'a' has answers to 2 boards and 'b' to 1, not all the same, so nobody knows"
        " what both were asked; --prompts FILE (in Python asked=...) says it",
    ),
    Refused("answers bad.csv --rows r.csv", 2, "line 3: too many X"),
    Refused("answers model.jsonl", 2, 'line 1: the "model" must be text, not 7'),
    Refused("answers body.jsonl", 2, 'line 1: a row needs a "board" and an "answer"'),
    Refused("answers message.jsonl", 2, 'a "board" and an "answer", but has only'),
    Refused("answers output.jsonl", 2, 'a "board" and an "answer", but has only'),
    Refused(
        "grade bot.py",
        2,
        "which function? Write FILE:NAME, as in bot.py:move; the file has best(board)",
    ),
    Refused("", 2, "name a command. For a start: ttt-table lookup X...O...."),
    Refused("lookup --table none .........", 3, "none: there is no such file"),
    Refused("audit none", 3, "no such file"),
    Refused("info none", 3, "no such file"),
    Refused("info ''", 3, "no such file"),
    Refused("export --to csv none", 3, "no such file"),
    Refused("info .", 3, "this is a folder"),
    Refused("audit text", 3, "not a table"),
    Refused("page text -o it.html", 3, "not a table"),
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
    build_table(Game(gravity=True), folder / "falling")
    falling = Parts.of((folder / "falling").read_bytes())
    (folder / "later").write_bytes(falling.file(version=3))
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
    assert {*names_in()} - {"__pycache__"} == {*WRITTEN, "pipe", "falling", "later"}
