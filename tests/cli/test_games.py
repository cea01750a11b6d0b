"""The arguments that name a game: its name, or a board and files of lines."""

from pathlib import Path

import pytest
from support.commands import Run

from ttt_table import Game, open_table

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

FALLING = Game(2, 2, lines=[[0, 3], [1, 2]], misere=True, gravity=True)


@pytest.mark.parametrize("name", ["2x3k2", "3x2-klein-k3-misere", "2x2-hex-breaker"])
def test_build_takes_the_name_of_a_game(name: str, run: Run) -> None:
    """It is also the name of the file."""
    run(["build", name])
    assert open_table(f"{name}.msgpack").game == Game.named(name)


def test_build_takes_the_short_name_of_a_box(run: Run) -> None:
    """Its file has the full one."""
    run(["build", "2x2x2k2-gravity"])
    assert open_table("2x4-2x2x2-k2-gravity.msgpack").game.cells == 8


@pytest.mark.parametrize(
    ("arguments", "game"),
    [
        ("2x2-misere-gravity --lines file --name x", FALLING),
        (
            "2x2 --lines file --o-lines own",
            Game(2, 2, lines=[[0, 3], [1, 2]], o_lines=[[1, 3]]),
        ),
    ],
)
def test_build_takes_a_board_with_lines_from_files(
    arguments: str, game: Game, run: Run
) -> None:
    """A form feed and other strange blanks end no line of a file."""
    Path("file").write_bytes("\ufeff# all\x0c0 9\u2028\r\n3 0 0\r\n\r\n\t1,2".encode())
    Path("own").write_text("1 3\n")
    run(["build", *arguments.split(), "-o", "it.msgpack"])
    assert open_table("it.msgpack", game=game).game.lines == game.lines


def test_hex_ends_with_the_chain_of_either_player(run: Run) -> None:
    """Its version of Maker and Breaker keeps its name."""
    printed = run(["build", "2x3-hex"]).out
    assert (
        "2x3-hex: 2 rows, 3 columns, X wins with a chain from left to right" in printed
    )
    printed = run(["lookup", "XOX.O.", "--table", "2x3-hex.msgpack"]).out
    assert "O has won; filled: 1 4" in printed


@pytest.mark.parametrize("command", ["info", "audit"])
def test_the_lines_of_each_player_are_counted(command: str, run: Run) -> None:
    """In words, and not those of X as if they were all."""
    run(["build", "2x4-hex", "-o", "it.msgpack"])
    assert "9 lines of X, 7 of O, sha256 " in run([command, "it.msgpack"]).out


@pytest.mark.parametrize(
    "name", ["klein-k3", "hex", "2x1x3-k3", "lines-00000000", "el", "projective-2"]
)
def test_a_name_that_an_audit_would_refuse_is_refused(name: str, run: Run) -> None:
    """Before anything is built."""
    Path("file").write_text("0 3\n1 2\n")
    command = ["build", "2x3", "--lines", "file", "--name", name, "-o", "it.msgpack"]
    message = f"--name {name} is what a game of other lines is called"
    assert message in run(command, status=2).err
    assert not Path("it.msgpack").exists()


@pytest.mark.parametrize("name", ["XX", "domino"])
def test_a_name_that_fits_the_lines_is_taken(name: str, run: Run) -> None:
    """As one that the builder alone vouches for."""
    Path("file").write_text("0 1\n2 3\n0 2\n1 3\n")
    run(["build", "2x2", "--lines", "file", "--name", name, "-o", "it.msgpack"])
    assert f"2x2-{name}" in run(["info", "it.msgpack"]).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--o-lines own", "--o-lines needs --lines FILE with the lines of X"),
        ("2x2-hex --o-lines own", "needs --lines FILE"),
        ("2x2-breaker --lines own --o-lines own", "excludes the rule breaker"),
        ("2x2 --lines own --o-lines none", "O's lines are an empty list"),
    ],
)
def test_lines_of_o_alone_are_refused_with_what_to_type(
    arguments: str, message: str, run: Run
) -> None:
    """They stand beside X's, and a Breaker has none."""
    Path("own").write_text("1 3\n")
    Path("none").write_text("# none\n")
    assert message in run(["build", *arguments.split()], status=2).err


def test_a_game_without_lines_says_that_it_is_drawn(run: Run) -> None:
    """Rather than that somebody fills one of 0 lines."""
    Path("file").write_text("# none\n")
    printed = run(["build", "1x3", "--lines", "file"]).out
    assert "1 row, 3 columns, no lines, so always a draw\n" in printed


def test_a_large_table_is_built_if_forced_alone(run: Run) -> None:
    """Of a game with many symmetries the table is small."""
    assert "16.0 GB on the disk" in run(["build", "3x3x3k3"], status=2).err
    assert not list(Path().iterdir())
