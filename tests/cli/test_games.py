"""The options that say what a line is: surfaces, shapes, files of lines, names."""

from pathlib import Path

import pytest
from support.commands import Run

from ttt_table import Game, open_table
from ttt_table.rules.families import box_lines, hex_lines, surface_lines

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

FALLING = Game(2, 2, lines=[[0, 3], [1, 2]], misere=True, gravity=True)


@pytest.mark.parametrize(
    ("options", "game"),
    [
        ("--cols 2 --surface klein", Game(3, 2, lines=surface_lines(3, 2, 3, "klein"))),
        (
            "--cols 2 --surface mobius --k 2",
            Game(3, 2, lines=surface_lines(3, 2, 2, "mobius")),
        ),
        ("--cols 2 --rows 2 --shape .X/X. --gravity --misere", FALLING),
        ("--cols 2 --rows 2 --lines file --gravity --misere --name x", FALLING),
        ("--cols 2 --rows 2 --hex", Game(2, 2, lines=hex_lines(2, 2), breaker=True)),
        (
            "--box 2x2x2 --k 2 --breaker",
            Game(4, 2, lines=box_lines(2, 2, 2, 2), breaker=True),
        ),
        ("--box 2X1x3", Game(2, 3, lines=box_lines(2, 1, 3, 3))),
        (
            "--box 2x2x2 --k 2 --gravity",
            Game(2, 4, lines=box_lines(2, 2, 2, 2), gravity=True),
        ),
    ],
)
def test_build_takes_a_game_of_lines(options: str, game: Game, run: Run) -> None:
    """By any name; in a file a form feed and other strange blanks end no line."""
    Path("file").write_bytes("\ufeff# all\x0c0 9\u2028\r\n3 0 0\r\n\r\n\t1,2".encode())
    run(["build", *options.split(), "-o", "it"])
    assert open_table("it", game=game).game.lines == game.lines


def test_a_game_without_lines_says_that_it_is_drawn(run: Run) -> None:
    """Rather than that somebody fills one of 0 lines."""
    Path("file").write_text("# none\n")
    printed = run(["build", "--rows", "1", "--lines", "file"]).out
    assert "1 row, 3 columns, no lines, so always a draw\n" in printed
