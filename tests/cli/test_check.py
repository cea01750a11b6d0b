"""``ttt-table check``: what it prints, and the status in which it ends."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.cases import exhaustive
from support.commands import Run

PLAYER = """\
def player(board):
    return "XO"[sum(map(bool, sum(board, []))) % 2]
"""
UTILITY_THAT_RAISES = "def utility(board):\n    return [][0]\n"
ALWAYS_X = "def player(board):\n    return 'X'\n"
NO_END = "def terminal(board):\n    while True: pass\n"

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def check(run: Run, source: str, *options: str, status: int) -> str:
    """What is printed about a program with rows of "X", "O" and None."""
    Path("game.py").write_text(source)
    return run(["check", "game.py", "--board", "rows", "-q", *options], status).out


def test_what_is_found_and_what_is_missing_are_printed(run: Run) -> None:
    assert check(run, PLAYER + UTILITY_THAT_RAISES, status=1) == (
        "player: right on 4,520 boards\n"
        "utility: WRONG on 958 of 958 boards: each time IndexError: list index out of"
        " range (game.py, line 4)\n"
        "    XOOX..X..: IndexError: list index out of range (game.py, line 4), right is"
        " 1\n"
        "    XO.XO.X..: IndexError: list index out of range (game.py, line 4), right is"
        " 1\n"
        "    XO.X.OX..: IndexError: list index out of range (game.py, line 4), right is"
        " 1\n"
        "missing: initial_state, actions, result, winner, terminal, minimax;"
        " --map PART=NAME names them\n"
        "\n"
        "game.py: wrong: utility (boards: rows (list of list) of 'X', 'O' and None)\n"
    )


FIRST_FREE = """\
def minimax(board):
    free = [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]
    return free[0]
"""


@pytest.mark.exhaustive
def test_minimax_is_graded_on_both_sides_or_on_one(run: Run) -> None:
    both = check(run, FIRST_FREE, "--parts", "minimax", status=1)
    side = check(run, FIRST_FREE, "--parts", "minimax", "--as", "o", status=1)
    assert "minimax: WRONG on 92 of 232 boards: 92 moves give value away\n" in both
    assert "minimax: WRONG on 65 of 158 boards: 65 moves give value away\n" in side


@pytest.mark.exhaustive
def test_a_part_that_is_too_slow_is_not_called_wrong(run: Run) -> None:
    printed = check(run, NO_END, "--limit", "0.2", status=5)
    assert "terminal: not checked: no answer within 0.2 seconds\n" in printed
    assert "game.py: every other part is right; not checked: terminal (" in printed


@pytest.mark.exhaustive
def test_some_of_the_parts_are_checked(run: Run) -> None:
    """Nothing is said of the others, not even that every part is right."""
    printed = check(run, PLAYER + UTILITY_THAT_RAISES, "--parts", "player", status=0)
    assert "utility" not in printed
    assert "missing" not in printed
    assert "game.py: right: player (boards" in printed


def test_a_part_that_is_asked_alone_is_not_wrong_for_another_one(run: Run) -> None:
    """The others are asked as well, but not reported."""
    source = "def winner(board):\n    return None\n"
    source += "def terminal(board):\n"
    source += "    return winner(board) is not None or all(map(all, board))\n"
    printed = check(run, source, "--parts", "terminal", status=1)
    assert printed.startswith(
        "terminal: wrong only through other parts on 880 of 5,478"
    )
    assert "game.py: only through others: terminal (boards" in printed
    assert "winner" not in printed


@pytest.mark.exhaustive
def test_a_function_of_more_than_a_board_is_not_asked(run: Run) -> None:
    source = PLAYER + "def check_win(board, mark):\n    return False\n"
    printed = check(run, source, "--map", "winner=check_win", status=0)
    assert "not asked: winner takes other arguments than a board" in printed


@pytest.mark.exhaustive
def test_without_a_part_nothing_is_said_to_be_right(run: Run) -> None:
    Path("game.py").write_text("def move(board):\n    return 0\n")
    printed = run(["check", "game.py", "-q"], 2)
    assert not printed.out
    assert "it has no initial_state, player" in printed.err


@pytest.mark.exhaustive
def test_the_marks_and_the_free_cells_are_declared_by_options(run: Run) -> None:
    Path("game.py").write_text(
        "def player(board):\n    return 'ox'[board.count('-') % 2]\n"
    )
    options = ["--board", "list", "--empty=-", "--marks", "x,o"]
    printed = run(["check", "game.py", "-q", *options]).out
    assert "(boards: nine cells (list) of 'x', 'o' and '-')" in printed


GAME = """\
loaded = open("loaded", "a").write(".")
def player(board):
    return "XO"[sum(map(bool, sum(board, []))) % 2]
def minimax(board):
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in [*board, *zip(*board), *diagonals]:
        if line[0] and line[0] == line[1] == line[2]:
            return None
    free = [(r, c) for r in range(3) for c in range(3) if not board[r][c]]
    return free[0] if free else None
"""


NINE_CELLS = """\
def initial_state():
    return [" "] * 9

def player(board):
    return "XO"[(9 - board.count(" ")) % 2]
"""


@pytest.mark.exhaustive
def test_a_free_cell_is_declared_and_the_shape_is_that_of_initial_state(
    run: Run,
) -> None:
    """What is declared and true changes nothing."""
    Path("game.py").write_text(NINE_CELLS)
    printed = run(["check", "game.py", "--empty", " "]).out
    assert "boards: nine cells (list) of 'X', 'O' and ' ')" in printed


@pytest.mark.exhaustive
def test_numbers_beside_free_cells_of_text_are_rather_no_marks(run: Run) -> None:
    """They may be indices of the players; so it is asked."""
    Path("game.py").write_text("X, O = 0, 1\n" + NINE_CELLS)
    printed = run(["check", "game.py"], 2)
    assert "nothing says what its boards are like" in printed.err
    run(["check", "game.py", "--marks", "X,O"])


@pytest.mark.exhaustive
def test_a_game_in_which_o_begins_is_told_the_option(run: Run) -> None:
    Path("game.py").write_text(NINE_CELLS.replace('"XO"', '"OX"'))
    printed = run(["check", "game.py"], 1).out
    assert "always the other player: where O moves first, add --first O" in printed
    run(["check", "game.py", "--first", "O"])
    Path("game.py").write_text(NINE_CELLS)
    printed = run(["check", "game.py", "--first", "O"], 1).out
    assert "always the other player: where X moves first, add --first X" in printed


@pytest.mark.exhaustive
def test_a_part_of_other_arguments_is_no_reason_why_a_wanted_one_is_missing(
    run: Run,
) -> None:
    Path("game.py").write_text("def minimax(board, depth):\n    return 0\n")
    printed = run(["check", "game.py", "--parts", "player"], 2).err
    assert "game.py has none of the parts to check" in printed
    printed = run(["check", "game.py"], 2).err
    assert "minimax takes other arguments than a board" in printed


@pytest.mark.exhaustive
def test_a_file_whose_parts_are_right_is_loaded_once(run: Run) -> None:
    """As it may train for long; its parts and `minimax` are asked in one process."""
    printed = check(run, GAME, "--as", "X", status=1)
    assert "player: right" in printed
    assert "minimax: WRONG on 27 of" in printed
    assert Path("loaded").read_text() == "."


@pytest.mark.exhaustive
def test_several_files_get_a_line_of_csv_each(run: Run) -> None:
    Path("a.py").write_text(PLAYER)
    Path("b.py").write_text(ALWAYS_X)
    Path("c.py").write_text("")
    printed = run(["check", "*.py", "--board", "rows", "-q"], 1)
    header, *rows = csv.reader(printed.out.splitlines())
    assert header == [
        "file",
        "right",
        "wrong",
        "others",
        "rules",
        "unchecked",
        "first",
        "error",
    ]
    assert [row[:6] for row in rows] == [
        ["a.py", "yes", "", "", "0", ""],
        ["b.py", "no", "player", "", "0", ""],
        ["c.py", "", "", "", "", ""],
    ]
    first = "player: WRONG on 2,097 of 4,520 boards: always gives X"
    assert rows[1][6:] == [first, ""]
    assert "it has no initial_state" in rows[2][-1]
    assert printed.err.endswith("1 of 3 files could not be checked\n")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("sources", "status"),
    [([PLAYER, ALWAYS_X, ""], 1), ([PLAYER, ""], 2), ([NO_END, PLAYER], 5)],
)
def test_the_status_of_several_files_tells_the_worst(
    run: Run, sources: Sequence[str], status: int
) -> None:
    """Wrong, then not to be checked, then too slow."""
    for number, source in enumerate(sources):
        Path(f"game{number}.py").write_text(source)
    run(["check", ".", "--board", "rows", "-q", "--limit", "0.2"], status)


@pytest.mark.exhaustive
def test_a_file_name_is_not_a_formula(run: Run) -> None:
    Path("=1+1.py").write_text(PLAYER)
    printed = run(["check", "=1+1.py", "--board", "rows", "-q", "--csv"]).out
    assert printed.splitlines()[1].startswith("'=1+1.py,yes,")


@pytest.mark.exhaustive
def test_json_has_each_finding(run: Run) -> None:
    record = json.loads(check(run, ALWAYS_X, "--json", status=1))
    (finding,) = record.pop("findings")
    assert record == {
        "file": "game.py",
        "right": False,
        "boards": "rows (list of list) of 'X', 'O' and None",
        "missing": [
            "initial_state",
            "actions",
            "result",
            "winner",
            "terminal",
            "utility",
            "minimax",
        ],
        "other_arguments": [],
        "note": "",
        "error": "",
    }
    assert finding.pop("examples")[0] == {
        "board": "X........",
        "given": "X",
        "right": "O",
    }
    assert finding == {
        "name": "player",
        "part": "player",
        "state": "wrong",
        "tested": 4520,
        "wrong": 2097,
        "reason": "",
        "fact": "always gives X",
        "is_rule": False,
    }


@pytest.mark.exhaustive
def test_json_has_the_error_of_a_file_that_cannot_be_checked(run: Run) -> None:
    Path("game.py").write_text("raise ValueError('no')\n")
    printed = run(["check", "game.py", "none.py", "-q", "--json"], 2)
    game, none = map(json.loads, printed.out.splitlines())
    assert "game.py does not load: ValueError: no" in game["error"]
    assert "there is no such file" in none["error"]
    assert (game["right"], game["findings"]) == (None, [])


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--map", "winner=foo"], "game.py: it has no foo; it has player(board);"),
        (["--map", "won=winner"], "--map won=winner: write PART=NAME, PART one of"),
        (["--parts", "won"], "no such part: 'won'; choose from initial_state"),
        (["--board", "text"], "argument --board: invalid choice: 'text'"),
        (["--marks", "X"], "two different values, such as X,O, not ['X']"),
        (["--empty", "X"], "a free cell must differ from the marks"),
        (["--json", "--csv"], "--csv and --json exclude each other"),
    ],
)
def test_what_makes_no_sense_is_refused(
    run: Run, options: Sequence[str], complaint: str
) -> None:
    Path("game.py").write_text(PLAYER)
    assert complaint in run(["check", "game.py", *options], 2).err


HOSTILE = """\
ESCAPE = "\\x1b[2J\\x9b31m\\x07"

class Hostile(Exception):
    def __repr__(self):
        return ESCAPE

Hostile.__name__ = Hostile.__qualname__ = f"Hostile{ESCAPE}"

def player(board):
    return Hostile()

def actions(board):
    raise Hostile(ESCAPE)

def result(board, move):
    board[0][0] = ESCAPE
    return ESCAPE

def winner(board):
    return ESCAPE

def terminal(board):
    raise SystemExit(ESCAPE)

def utility(board):
    import sys, os
    sys.stderr.write(ESCAPE + "\\n")
    sys.stderr.flush()
    os._exit(3)

def minimax(board):
    return Hostile()

def named(board, more):
    pass

for function in (player, actions, result, winner, terminal, utility, minimax, named):
    function.__name__ = function.__qualname__ = f"name{ESCAPE}"

X = f"X{ESCAPE}"
O = f"O{ESCAPE}"

def initial_state():
    return [[ESCAPE] * 3 for _ in range(3)]
"""
CONTROL = [*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))]


def assert_harmless(printed: str) -> None:
    """No character may be one that a terminal obeys, but for the end of a line."""
    assert not [mark for mark in CONTROL if mark in printed and mark != "\n"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("boards", [[], ["--board", "rows"]])
@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_no_escape_of_a_file_reaches_the_screen(
    run: Run, boards: list[str], form: list[str]
) -> None:
    """Names, marks, answers, exceptions, what is written before the process ends."""
    Path("game.py").write_text(HOSTILE)
    printed = run(["check", "game.py", "-q", *boards, *form], 1)
    assert_harmless(printed.out + printed.err)
    assert "x1b" in printed.out or "u001b" in printed.out


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_no_escape_of_a_file_that_ends_early_reaches_the_screen(
    run: Run, form: list[str]
) -> None:
    """What it has raised is a note."""
    start = HOSTILE.partition("def actions")[0]
    Path("game.py").write_text(f"{start}raise Hostile(ESCAPE)")
    printed = run(["check", "game.py", "-q", "--board", "rows", *form], 1)
    assert_harmless(printed.out + printed.err)


@pytest.mark.parametrize("form", [[], *exhaustive([["--json"], ["--csv"]])])
def test_no_escape_of_a_file_that_does_not_load_reaches_the_screen(
    run: Run, form: list[str]
) -> None:
    """What it has raised is an error."""
    start = HOSTILE.partition("def player")[0]
    Path("game.py").write_text(f"{start}raise Hostile(ESCAPE)")
    printed = run(["check", "game.py", "-q", "--board", "rows", *form], 2)
    assert_harmless(printed.out + printed.err)


@pytest.mark.exhaustive
def test_no_escape_of_a_refusal_reaches_the_screen(run: Run) -> None:
    Path("game\x1b.py").write_text(
        "def player(b):\n    return 'ox'[b.count('-') % 2]\n"
    )
    printed = run(["check", "game\x1b.py", "-q"], 2)
    assert_harmless(printed.out + printed.err)
    assert "nothing says what its boards are like" in printed.err
