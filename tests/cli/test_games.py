"""The options that say what a line is: surfaces, shapes, files of lines, names."""

from pathlib import Path

import pytest
from support.commands import Run
from support.games import hex_board

from ttt_table import Game, open_table
from ttt_table.rules.families import box_lines, surface_lines

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
        ("--cols 2 --rows 2 --hex", hex_board(2, 2)),
        ("--cols 2 --rows 2 --hex --breaker", hex_board(2, 2, breaker=True)),
        (
            "--cols 2 --rows 2 --lines file --o-lines own",
            Game(2, 2, lines=[[0, 3], [1, 2]], o_lines=[[1, 3]]),
        ),
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
    Path("own").write_text("1 3\n")
    run(["build", *options.split(), "-o", "it"])
    assert open_table("it", game=game).game.lines == game.lines


def test_hex_ends_with_the_chain_of_either_player(run: Run) -> None:
    """Its version of Maker and Breaker keeps its name."""
    printed = run(["build", "--rows", "2", "--cols", "3", "--hex"]).out
    assert (
        "2x3-hex: 2 rows, 3 columns, X wins with a chain from left to right" in printed
    )
    printed = run(["lookup", "XOX.O.", "--table", "2x3-hex.msgpack"]).out
    assert "O has won; filled: 1 4" in printed


@pytest.mark.parametrize("command", ["info", "audit"])
def test_the_lines_of_each_player_are_counted(command: str, run: Run) -> None:
    """In words, and not those of X as if they were all."""
    run(["build", "--rows", "2", "--cols", "4", "--hex", "-o", "it"])
    assert "9 lines of X, 7 of O, sha256 " in run([command, "it"]).out


@pytest.mark.parametrize("name", ["klein-k3", "hex", "2x1x3-k3", "lines-00000000"])
def test_a_name_that_an_audit_would_refuse_is_refused(name: str, run: Run) -> None:
    """Before anything is built."""
    Path("file").write_text("0 3\n1 2\n")
    command = ["build", "--rows", "2", "--lines", "file", "--name", name, "-o", "it"]
    message = f"--name {name} is what a game of other lines is called"
    assert message in run(command, status=2).err
    assert not Path("it").exists()


def test_a_name_that_fits_the_lines_is_taken(run: Run) -> None:
    """As one that the builder alone vouches for."""
    command = ["build", "--rows", "2", "--cols", "2", "--shape", "XX", "-o", "it"]
    for name in ("XX", "domino"):
        run([*command, "--name", name])
        assert f"2x2-{name}" in run(["info", "it"]).out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--o-lines own", "--o-lines needs --lines FILE with the lines of X"),
        ("--hex --o-lines own", "needs --lines FILE"),
        ("--lines own --o-lines own --breaker", "excludes --breaker"),
        ("--lines own --o-lines none", "O's lines are an empty list"),
    ],
)
def test_lines_of_o_alone_are_refused_with_what_to_type(
    options: str, message: str, run: Run
) -> None:
    """They stand beside X's, and a Breaker has none."""
    Path("own").write_text("1 3\n")
    Path("none").write_text("# none\n")
    assert message in run(["build", *options.split()], status=2).err


def test_a_game_without_lines_says_that_it_is_drawn(run: Run) -> None:
    """Rather than that somebody fills one of 0 lines."""
    Path("file").write_text("# none\n")
    printed = run(["build", "--rows", "1", "--lines", "file"]).out
    assert "1 row, 3 columns, no lines, so always a draw\n" in printed
