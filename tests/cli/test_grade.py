"""``ttt-table grade`` and ``why``: what they print, and their exit status."""

import json
import sys
from pathlib import Path

import pytest
from support.commands import Run

pytestmark = pytest.mark.usefixtures("files_played_here")

BOT = """\
import sys
import time
from ttt_table import open_table

table = open_table()

def first_free(board):
    return board.index(".")

def best(board):
    return table.best_move(board)

def late(board):
    cells = [cell for cell, outcome in table.moves(board) if outcome.value == table[board].value]
    return cells[-1]

def slow(board):
    time.sleep(0 if "X" in board else 60)
    return best(board)

def rows(board):
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] is None)

def wild(board):
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    return {cell: 1.1 ** cell for cell in free[:4]}

answers = iter(range(10**6))

def lots(board):
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    return free[next(answers) % len(free)]

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8))

def ends(board, mark, lines):
    marks = [(line, [board[cell] for cell in line]) for line in lines]
    return [line[own.index(".")] for line, own in marks if sorted(own) == [".", mark, mark]]

def blind(board):
    mover = table.mover(board)
    seen = ends(board, mover, LINES) or ends(board, "XO"[mover == "X"], LINES)
    hidden = ends(board, "X", [(2, 4, 6)]) + ends(board, "O", [(2, 4, 6)])
    free = [cell for cell, _ in table.moves(board)]
    return next((cell for cell in seen or free if cell not in hidden), (seen or free)[0])

def strange(board):
    raise ValueError("\\x1b[31m" + "long " * 100)
"""


@pytest.fixture(autouse=True)
def in_a_folder_with_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that is graded stands where the command is given."""
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(BOT)


def test_a_sound_player_has_status_0(run: Run) -> None:
    """And is called what it is."""
    printed = run(["grade", "bot.py:best"]).out
    assert printed.startswith("bot.py:best on 3x3k3: perfect")
    assert "99.48 %" in printed
    assert "shortest" not in printed
    told = "sound: it gives nothing away, but wins later than it must on 118 boards, unbeatable"
    assert run(["grade", "bot.py:late"]).out.startswith(
        f"bot.py:late on 3x3k3: {told}\n"
    )


PROGRAM = "import sys\nfor line in sys.stdin: print(line.index('.'), flush=True)"


@pytest.mark.parametrize(
    ("player", "sides"),
    [
        (["bot.py:first_free"], ["X", "O"]),
        (["bot.py:rows", "--view", "rows", "--as", "X"], ["X"]),
        (["--program", f"'{sys.executable}' program.py", "--as", "X"], ["X"]),
    ],
)
def test_both_sides_are_graded_or_one_alone(
    run: Run, player: list[str], sides: list[str]
) -> None:
    """A function by the view that is named, or a program by its command: each plays the same."""
    Path("program.py").write_text(PROGRAM)
    found = json.loads(run(["grade", *player, "--json"], 1).out)
    assert found["player"] in player
    assert [*found["sides"]] == sides
    assert found["sides"]["X"]["lines"] == {"won": 83, "drawn": 16, "lost": 58}
    mistakes = [
        (len(one["blunders"]), len(one["slips"])) for one in found["sides"].values()
    ]
    assert mistakes == [(27, 5), (65, 12)][: len(sides)]


def test_the_line_that_is_never_seen_is_named_at_once(run: Run) -> None:
    """A player whose blunders are all about one line is told so in the first line; in JSON too."""
    printed = run(["grade", "bot.py:blind", "--show", "1"], 1).out
    told = (
        "it blunders on 35 boards (all missed wins and blocks on 2 4 6), can be beaten"
    )
    assert printed.splitlines()[0] == f"bot.py:blind on 3x3k3: not sound: {told}"
    cause = (
        "\n  missed block      23       13  2 4 6 (23)  5 (10), 7 (8), 4 (3), 1 more\n"
    )
    assert cause in printed
    assert "Blunders as O, the first 1 of 30:\n" in printed
    printed = run(["grade", "bot.py:blind", "--show", "999"], 1).out
    assert printed.count("; right: ") == 35 + 10  # and the slips
    side = json.loads(run(["grade", "bot.py:blind", "--as", "X", "--json"], 1).out)[
        "sides"
    ]["X"]
    assert side["telling"] == "all missed wins and blocks on 2 4 6"
    assert side["causes"][0]["by_line"] == {"2 4 6": side["causes"][0]["boards"]}
    assert {one["cause"] for one in side["blunders"]} == {"missed win", "missed block"}


def test_several_players_get_a_line_each(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot be graded stops nobody else; the status is that of the worst that could."""
    monkeypatch.setattr("ttt_table.players.keeping.VIEWS", ())  # to be hinted at
    Path("class").mkdir()
    Path("class/a.py").write_text("def move(board:")
    Path("class/b.py").write_text("def move(board): return board.index('.')")
    told = run(["grade", "class:move", "bot.py:best", "bot.py:strange"], 1)
    _, bad, blunders, sound, forfeits = [line.split() for line in told.out.splitlines()]
    assert bad[:6] == ["class/a.py:move", "class/a.py", "does", "not", "load:", "it"]
    assert blunders[:6] == ["class/b.py:move", "no", "yes", "92", "17", "0"]
    assert blunders[7:] == ["33", "of", "them", "missed", "blocks"]
    assert sound[:6] == ["bot.py:best", "yes", "no", "0", "0", "0"]
    assert forfeits[7:9] == ["exception:", "ValueError:"]
    assert told.err == "ttt-table: error: 1 of 4 players could not be judged\n"
    head, bad_row, row = run(
        ["grade", "class/[ab].py:move", "--csv"], 1
    ).out.splitlines()
    assert head == "player,sound,beaten,blunders,slips,forfeits,seconds,cause,error"
    assert bad_row.startswith(
        'class/a.py:move,,,,,,,,"class/a.py does not load: it ends in Syntax'
    )
    assert row.startswith("class/b.py:move,no,yes,92,17,0,")
    strange = run(["grade", "bot.py:strange", "--csv"], 1).out
    assert "exception: ValueError: \\x1b[31mlong" in strange
    missing = run(["grade", "none.py:move", "none.py:move", "--json"], 2).out
    records = [json.loads(line) for line in missing.splitlines()]
    assert [one["code"] for one in records] == ["bad-player", "bad-player"]
    run(["grade", "bot.py:best", "bot.py:best"])


def test_why_gives_each_move_its_reasons_and_its_line(run: Run) -> None:
    """Boards for people; a finished game has no moves."""
    printed = run(["why", "XX.OO...."]).out
    assert (
        "2*  win 1: wins now, the only move that keeps the win\n\n  XXX\n  OO.\n"
        in printed
    )
    assert "6  loss 2: loses next move, throws a win away\n\n  XX.   XX.\n" in printed
    assert "X has won" in run(["why", "XXXOO...."]).out
