"""The options that say what a line is: surfaces, shapes, files of lines, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttt_table import Game, open_table
from ttt_table.cli import main
from ttt_table.rules.families import surface_lines

Captured = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

FALLING = Game(2, 2, lines=[[0, 3], [1, 2]], misere=True, gravity=True)


@pytest.mark.parametrize(
    ("options", "game"),
    [
        ("--cols 2 --surface klein", Game(3, 2, lines=surface_lines(3, 2, 3, "klein"))),
        ("--cols 2 --surface mobius --k 2", Game(3, 2, lines=surface_lines(3, 2, 2, "mobius"))),
        ("--cols 2 --rows 2 --shape .X/X. --gravity --misere", FALLING),
        ("--cols 2 --rows 2 --lines file --gravity --misere --name x", FALLING),
    ],
)
def test_build_takes_a_game_of_lines(options: str, game: Game) -> None:
    """Whatever it is called; in a file a form feed and other strange blanks end no line."""
    Path("file").write_bytes("\ufeff# all\x0c0 9\u2028\r\n3 0 0\r\n\r\n\t1,2".encode())
    assert main(["build", *options.split(), "-o", "it"]) == 0
    assert open_table("it", game=game).game.lines == game.lines


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("--surface ball", "no surface is called 'ball'"),
        ("--surface torus --k 0", "k is 0"),
        ("--surface torus --rows 9", "27 cells"),
        ("--shape XO", "'XO' draws no shape"),
        ("--shape X --k 1", "--k and --shape cannot both"),
        ("--shape X --lines file", "--shape and --lines cannot both"),
        ("--shape X --name ../x", "'../x' cannot name a game"),
        ("--name x", "--name is for games with"),
        ("--lines nothing", "nothing: cannot be read: No such file"),
        ("--lines .", "cannot be read: Is a directory"),
        ("--lines file", "line 2 of the file: '9' is no cell: they are numbered 0 to 8"),
        ("--lines bytes", "bytes holds no text"),
        ("--lines /dev/zero", "/dev/zero is too large for a list of lines"),
    ],
)
def test_build_refuses_what_is_no_game_of_lines(
    capsys: Captured, options: str, complaint: str
) -> None:
    """In a line that says why."""
    Path("file").write_text("0 1\n0 9\n")
    Path("bytes").write_bytes(b"\xff\xfe0\x001\x00")
    assert main(["build", *options.split()]) in (2, 3)
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1


def test_a_game_without_lines_says_that_it_is_drawn(capsys: Captured) -> None:
    """Rather than that somebody fills one of 0 lines."""
    Path("file").write_text("# none\n")
    assert main(["build", "--rows", "1", "--lines", "file"]) == 0
    assert "1 row, 3 columns, no lines, so always a draw\n" in capsys.readouterr().out
