"""Command lines that are refused: one line says why, and the status what kind."""

import os
import shlex
from pathlib import Path

import pytest
from support.commands import Run, names_in

WRITTEN = {
    "text": b"hello",
    "bytes": b"\xff\xfe0\x001\x00",
    "lines": b"0 1\n0 9\n",
    "bot.py": b"def best(board): ...\ndef _own(): ...\n",
    "broken.py": b"def move(board:\n",
    "empty.py": b"",
    "large": b"",
}
"""The files that are there."""
MISUSED = {
    **dict.fromkeys(("build --rows 0", "build --box 3x0x3"), "no cells"),
    "build --method guess": "invalid choice: 'guess'",
    "build --rows 9 --cols 9": "81 cells",
    **dict.fromkeys(("build --k 0", "build --surface torus --k 0"), "k is 0"),
    "build --rows three": "'three' is not an integer of",
    "build --surface ball": "no surface is called 'ball'",
    "build --surface torus --rows 11": "33 cells",
    "build --hex --rows 1": "two rows and two columns",
    **dict.fromkeys(
        ("build --box 3x3", f"build --box 1x1x{9**99}"), "layers x rows x columns"
    ),
    "build --box 3x3x3 --rows 9": "--box already defines the rows",
    "build --box 3x3x4": "36 cells",
    "build --hex --k 3": "cannot both define the lines",
    "build --shape XO": "'XO' is not a drawing of a shape",
    "build --shape X --k 1": "--k and --shape cannot both",
    "build --shape X --lines lines": "--shape and --lines cannot both",
    "build --shape X --name ../x": "'../x' cannot name a game",
    "build -o -": "a table cannot go to standard output",
    "build --name x": "only a game of lines can have a name",
    "build --lines lines": "'9' is not a cell: they are numbered 0 to 8",
    "build --lines bytes": "bytes is not a text file",
    **{
        f"build --lines {path}": "not a regular file"
        for path in ("/dev/zero", "pipe", ".")
    },
    "build --lines large": "large is too large for a list of lines",
    "build --shape X --name X-Gravity": "cannot name a game: its end is reserved",
    **{
        f"{command} {options}": words
        for command in ("build", "audit")
        for options, words in (
            ("--dask somewhere", "tcp://HOST:8786"),
            ("--dask tcp://1.2.3.4", "tcp://HOST:8786"),
            # Dask's own client would hang as it is taken apart.
            ("--dask foo://here:1", "'foo:"),
            ("--dask inproc://here:1", "'inproc:"),
            ("--dask ucx://here:1", "'ucx:"),
            ("--dask tls://here:1", "'tls:"),
            ("--dask ''", "tcp://HOST:8786"),
            ("--jobs 0", "not 0"),
            ("--jobs -1", "not -1"),
            ("--jobs 5000", "not 5000"),
        )
    },
    "lookup X.........": "10 cells",
    "lookup XXXOO...O": "play continued after a win",
    **dict.fromkeys(("lookup", "why"), "BOARD"),
    "lookup --first Z .": "invalid choice: 'Z'",
    "--json lookup X........": "the command comes first, before its options",
    "X...O....": "Did you mean: ttt-table lookup 'X...O....'?",
    "X.O": "Did you mean: ttt-table lookup 'X.O'?",
    **dict.fromkeys(
        ("zzz", "LOOKUP .", "''", "-", "--", "XO"), "There are: build, lookup"
    ),
    **dict.fromkeys(("grade", "grade bot.py:best --program cat"), "name one player"),
    "grade none/*.py:move bot.py:best": "no file matches",
    **dict.fromkeys(("grade bot.py", "grade bot.py:"), "which function?"),
    **dict.fromkeys(("grade none.py:best", "check none.py"), "there is no such file"),
    "grade bot.py:best --against esay": "--against takes easy, medium, hard, perfect",
    "grade bot.py:none": "no function none; it has best",
    "grade broken.py:move": "SyntaxError",
    "grade --program ./none": "cannot be started",
    'grade --program "a \'b"': "No closing quotation",
    "grade --program cat --board rows": "these options are only for a function",
    "grade bot.py:best --board picture": "choose from text, list, rows",
    "grade bot.py:best --args board,picture": "not one of board, mark",
    "grade bot.py:best bot.py:best --report r.html": "--report needs exactly one",
    "grade bot.py:best --report -": "--report needs exactly one",
    "grade --answers text --parsed -": "need the name of a file",
    "grade --answers text --report -": "need the name of a file",
    "grade --answers text --parsed ./text": "choose another output",
    "grade --answers text --field cell --answer move": "use only one of them",
    "grade --answers text --answer board": "cannot have the form 'board'",
    "grade bot.py:best --parsed p.csv": "--parsed needs --answers",
    "grade bot.py:best --report ./bot.py": "choose another output",
    **{
        f"grade --program cat --limit {limit}": "a limit"
        for limit in ("0", "nan", "1e300")
    },
    "check empty.py": "has no initial_state, player",
    "check empty.py --map win=x": "write PART=NAME",
    "check empty.py --board x": "unknown board format 'x' (--board); choose from",
    "export": "one of the arguments --to --prompts is required",
    "export --to csv --prompts rows": "not allowed with argument --to",
    "export --prompts rows --all": "a finished board has no move",
    "export --to csv --card c.md": "--card needs --prompts",
    "export --prompts rows --card -": "--card needs the name of a file",
    "export --to csv --json": "--json needs a file",
    "export --to npy -o it": "invalid choice: 'npy'",
    "export --to c --all": "a C header has the whole table",
    **dict.fromkeys(("picture proof XXX...... -o it", "why XXX......"), "too many X"),
    "picture board X O -o it": "unrecognized arguments: O",
    "picture proof -o it": "is a draw, so there is no win to prove",
    "picture map . -o it": "takes no board",
    "why XX.OO.... 0": "cell 0 is taken",
    "why XX.OO.... x": "'x' is not an integer of",
    "why XX.OO.... 99": "there is no cell 99",
    **{
        f"play --noise {noise}": "noise"
        for noise in ("2", "x", "1e999999999", "1e-999999999")
    },
    "play --level -1": "0 or more",
    "play --level x": "'x' is not an integer of",
    "play --as Z": "invalid choice: 'Z'",
}
UNUSABLE = {
    "lookup --table none .........": "none: there is no such file",
    **dict.fromkeys(
        ("audit none", "info none", "info ''", "export --to csv none"), "no such file"
    ),
    "info .": "this is a folder",
    **dict.fromkeys(("audit text", "page text -o it"), "not a table"),
    "build --lines nothing": "nothing: cannot be read: No such file",
    "grade bot.py:best --table none": "no such file",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("refused")
    for name, data in WRITTEN.items():
        (folder / name).write_bytes(data)
    os.mkfifo(folder / "pipe")
    os.truncate(folder / "large", 1 << 31)
    return folder


@pytest.mark.parametrize("line", [*MISUSED, *UNUSABLE])
def test_a_command_line_is_refused_with_a_reason(
    line: str, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the status of bad usage or of a bad file, in one line."""
    monkeypatch.chdir(folder)
    status = 2 if line in MISUSED else 3
    reason = (MISUSED | UNUSABLE)[line]
    printed = run(shlex.split(line), status)
    assert printed.out == ""
    assert printed.err.startswith("ttt-table")
    assert printed.err.count("\n") == 1
    assert reason in printed.err
    # Nothing is written, but for what Python keeps of a player's file.
    assert {*names_in()} - {"__pycache__"} == {*WRITTEN, "pipe"}
