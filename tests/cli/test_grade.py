"""``ttt-table grade`` and ``why``: what they print, and their exit status."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive_rows
from support.commands import Run
from support.html import Elements, digest

pytestmark = pytest.mark.usefixtures("files_played_here")

ADAPTER = """\
def ask(player, board):
    cells = [None if mark == "." else mark for mark in board]
    return player([cells[:3], cells[3:6], cells[6:]])
"""
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
    value = table[board].value
    return [cell for cell, outcome in table.moves(board) if outcome.value == value][-1]

def slow(board):
    time.sleep(60)
    return best(board)

def rows(board):
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] is None)

def wild(board):
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    return {cell: 1.1 ** cell for cell in free[:4]}

import random

def lots(board):
    return random.choice([cell for cell, mark in enumerate(board) if mark == "."])

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8))

def ends(board, mark, lines):
    marks = [(line, [board[cell] for cell in line]) for line in lines]
    wanted = [".", mark, mark]
    return [line[own.index(".")] for line, own in marks if sorted(own) == wanted]

def blind(board):
    mover = table.mover(board)
    seen = ends(board, mover, LINES) or ends(board, "XO"[mover == "X"], LINES)
    hidden = ends(board, "X", [(2, 4, 6)]) + ends(board, "O", [(2, 4, 6)])
    free = [cell for cell, _ in table.moves(board)]
    cells = seen or free
    return next((cell for cell in cells if cell not in hidden), cells[0])

def strange(board):
    raise ValueError("\\x1b[31m" + "long " * 100)

def of_o(board):
    return best(board) if board.count("X") > board.count("O") else -1
"""


@pytest.fixture(autouse=True)
def in_a_folder_with_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that is graded stands where the command is given."""
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(BOT)


def test_a_perfect_player_has_status_0(run: Run) -> None:
    """Its page has no lost game."""
    printed = run(["grade", "bot.py:best"]).out
    assert printed.startswith("bot.py:best on 3x3k3: perfect")
    assert "99.48 %" in printed
    assert "shortest" not in printed


@pytest.mark.exhaustive
def test_a_sound_player_that_wins_late_has_status_0(run: Run) -> None:
    """The first line says how it falls short."""
    printed = run(["grade", "bot.py:late"]).out
    assert printed.splitlines()[0] == (
        "bot.py:late on 3x3k3: sound: it gives nothing away, "
        "but wins later than it must on 118 boards, unbeatable"
    )


PROGRAM = "import sys\nfor line in sys.stdin: print(line.index('.'), flush=True)"


def record_of(run: Run, arguments: list[str], status: int = 1) -> Any:
    """Return what ``grade --json`` prints."""
    return json.loads(run(["grade", *arguments, "--json"], status).out)


@pytest.mark.parametrize(
    ("player", "sides"),
    [
        (["bot.py:first_free"], ["X", "O"]),
        (["--program", f"'{sys.executable}' program.py", "--as", "X"], ["X"]),
        *exhaustive_rows(
            [(["bot.py:rows", "--adapter", "call.py:ask", "--as", "X"], ["X"])]
        ),
    ],
)
def test_both_sides_are_graded_or_one_alone(
    run: Run, player: list[str], sides: list[str]
) -> None:
    """A function, one with an adapter, or a program: each plays the same."""
    Path("call.py").write_text(ADAPTER)
    Path("program.py").write_text(PROGRAM)
    record = record_of(run, player)
    assert record["player"] in player
    records = record["sides"] or {record["side"]: record}
    assert list(records) == sides
    assert records["X"]["games"] == {"won": 83, "drawn": 16, "lost": 58}
    mistakes = [
        (len(records[side]["blunders"]), len(records[side]["slips"])) for side in sides
    ]
    assert mistakes == [(27, 5), (65, 12)][: len(sides)]


def test_json_has_chances_as_text(run: Run) -> None:
    """They are exact."""
    record = record_of(run, ["bot.py:first_free", "--as", "X"])
    assert record["vs_random"] == {"won": "25/32", "drawn": "1/24", "lost": "17/96"}
    assert record["against"] is None
    assert record["rounding_error"] == 0


@pytest.mark.exhaustive
def test_a_line_that_is_never_seen_is_named_at_once(run: Run) -> None:
    """The first line says so of a player whose blunders are all about one line."""
    printed = run(["grade", "bot.py:blind", "--show", "1"], 1).out
    assert printed.splitlines()[0] == (
        "bot.py:blind on 3x3k3: not sound: it blunders on 35 boards "
        "(all missed wins and blocks on 2 4 6), can be beaten"
    )


def test_causes_are_counted_with_their_lines(run: Run) -> None:
    printed = run(["grade", "bot.py:blind"], 1).out
    row = "  missed block      23       13  2 4 6 (23)  5 (10), 7 (8), 4 (3), 1 more\n"
    assert f"\n{row}" in printed


@pytest.mark.exhaustive
def test_as_many_mistakes_are_shown_as_the_options_say(run: Run) -> None:
    few = run(["grade", "bot.py:blind", "--show", "1"], 1).out
    assert "Blunders as O, the first 1 of 30:\n" in few
    all_of_them = run(["grade", "bot.py:blind", "--show", "999"], 1).out
    assert all_of_them.count("; right: ") == 35 + 10  # blunders and slips


def test_json_has_the_cause_of_each_blunder(run: Run) -> None:
    side = record_of(run, ["bot.py:blind", "--as", "X"])
    assert side["main_cause"] == "all missed wins and blocks on 2 4 6"
    assert side["causes"][0]["by_line"] == {"2 4 6": side["causes"][0]["boards"]}
    causes = {blunder["cause"] for blunder in side["blunders"]}
    assert causes == {"missed win", "missed block"}


@pytest.mark.exhaustive
def test_a_side_without_a_legal_move_is_noted(run: Run) -> None:
    """And the other one is judged."""
    printed = run(["grade", "bot.py:of_o"], 1).out.splitlines()
    assert printed[0].startswith("note: as X it makes no legal move: add --as O if")
    assert printed[1].startswith("bot.py:of_o on 3x3k3: sound as O; as X it forfeits")


@pytest.mark.exhaustive
def test_csv_names_the_side_that_is_sound(run: Run) -> None:
    _, row = run(["grade", "bot.py:of_o", "--csv"], 1).out.splitlines()
    assert row.startswith("bot.py:of_o,as O,yes,0,0,1,")


def test_csv_has_the_reason_of_forfeits(run: Run) -> None:
    """The cause is what it did instead, without control characters."""
    _, row = run(["grade", "bot.py:strange", "--csv", "--as-is"], 1).out.splitlines()
    assert row.startswith("bot.py:strange,no,yes,0,0,10,")
    assert "exception: ValueError: \\x1b[31mlong" in row


def test_several_players_get_a_line_each(run: Run) -> None:
    """A pattern or a folder stands for its files, and all columns are aligned."""
    Path("class").mkdir()
    Path("class/b.py").write_text("def move(board): return board.index('.')")
    printed = run(["grade", "class:move", "bot.py:best"], 1).out
    _, blunders, sound = [line.split() for line in printed.splitlines()]
    assert blunders[:6] == ["class/b.py:move", "no", "yes", "92", "17", "0"]
    assert "33 of them missed blocks" in printed
    assert sound[:6] == ["bot.py:best", "yes", "no", "0", "0", "0"]


@pytest.mark.exhaustive
def test_a_player_that_cannot_be_graded_stops_no_other(run: Run) -> None:
    """Its line has the error, and the status says that it failed."""
    Path("a.py").write_text("def move(board:")
    result = run(["grade", "a.py:move", "bot.py:best"], 2)
    _, error_row, row = [line.split() for line in result.out.splitlines()]
    assert error_row[:6] == ["a.py:move", "a.py:", "it", "does", "not", "load:"]
    assert row[:2] == ["bot.py:best", "yes"]
    assert result.err == "ttt-table: error: 1 of 2 players failed\n"


@pytest.mark.exhaustive
def test_csv_has_a_column_for_errors(run: Run) -> None:
    Path("class").mkdir()
    Path("class/a.py").write_text("def move(board:")
    Path("class/b.py").write_text("def move(board): return board.index('.')")
    printed = run(["grade", "class/[ab].py:move", "--csv"], 2).out
    header, error_row, row = printed.splitlines()
    assert (
        header
        == "player,sound,beaten,blunders,slips,forfeits,seconds,cause,note,error,code"
    )
    assert error_row.startswith(
        'class/a.py:move,,,,,,,,,"class/a.py: it does not load: SyntaxError: '
    )
    assert row.startswith("class/b.py:move,no,yes,92,17,0,")


def test_if_no_player_can_be_graded_the_status_is_2(run: Run) -> None:
    printed = run(["grade", "none.py:move", "none.py:move", "--json"], 2).out
    records = [json.loads(line) for line in printed.splitlines()]
    assert [record["code"] for record in records] == ["bad-player", "bad-player"]


@pytest.mark.exhaustive
def test_if_all_players_are_sound_the_status_is_0(run: Run) -> None:
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


@pytest.mark.exhaustive
def test_a_random_player_is_not_graded(run: Run) -> None:
    result = run(["grade", "bot.py:lots", "--as", "X"], 2)
    assert "boards got two answers, such as" in result.err
    assert "--samples N" in result.err


def test_samples_are_said_with_the_verdict(run: Run) -> None:
    printed = run(["grade", "bot.py:lots", "--as", "O", "--samples", "2"], 1).out
    assert "; sampled, 2 answers to each board\n" in printed


@pytest.mark.exhaustive
def test_floats_are_printed_with_their_bound(run: Run) -> None:
    """As numbers that every reader of JSON takes; people read the bound too."""
    record = record_of(run, ["bot.py:wild", "--as", "O"])
    assert 0 < record["rounding_error"] < 1e-13
    assert abs(sum(record["vs_random"].values()) - 1) <= 2 * record["rounding_error"]
    printed = run(["grade", "bot.py:wild", "--as", "O"], 1).out
    assert "computed in floats: each probability is within" in printed


@pytest.mark.exhaustive
def test_a_slow_player_has_status_5_and_is_told_how_to_get_more_time(run: Run) -> None:
    Path("slow.py").write_text("def move(board):\n    while True: pass\n")
    result = run(["grade", "slow.py:move", "--timeout", "0.2"], 5)
    assert "too slow to be judged: it is late on its first board" in result.err
    assert "--timeout SECONDS" in result.err


def test_a_file_alone_is_told_its_functions(run: Run) -> None:
    printed = run(["grade", "bot.py"], 2).err
    assert "which function?" in printed
    assert "the file has first_free(board), best(board)," in printed


@pytest.mark.exhaustive
def test_the_same_grade_gives_the_same_report(run: Run) -> None:
    for name in ("one.html", "two.html"):
        run(["grade", "bot.py:blind", "--report", name], 1)
    assert Path("two.html").read_bytes() == Path("one.html").read_bytes()


@pytest.mark.exhaustive
def test_a_report_draws_each_mistake_with_what_punishes_it(run: Run) -> None:
    run(["grade", "bot.py:blind", "--report", "one.html"], 1)
    page = Elements(Path("one.html").read_text())
    assert page.texts("h1") == ["bot.py:blind on 3x3k3"]
    assert page.texts("p")[0].startswith(
        "not sound: it blunders on 35 boards (all missed wins"
    )
    assert page.texts("h2")[:3] == [
        "As X: the shortest game it loses",
        "As X: missed blocks (3 boards, 2 up to symmetry)",
        "As X: missed wins (2 boards, 2 up to symmetry)",
    ]
    assert len(page.texts("figure")) == 2 + 35 + 10  # and the slips


@pytest.mark.exhaustive
def test_a_report_is_one_page_that_loads_nothing(run: Run) -> None:
    """Its policy allows its own style alone."""
    run(["grade", "bot.py:blind", "--report", "one.html"], 1)
    text = Path("one.html").read_text()
    page = Elements(text)
    assert not {"script", "link", "img"}.intersection(name for name, _, _ in page.found)
    assert f"style-src {digest(page.texts('style')[0])}" in text


@pytest.mark.exhaustive
def test_what_a_player_raises_is_shortened_on_screen_and_in_a_report(run: Run) -> None:
    strange = ["grade", "bot.py:strange", "--as", "X", "--as-is"]
    told = run([*strange, "--report", "one.html"], 1).out
    assert "exception: ValueError: \\x1b[31mlong long" in told
    assert max(map(len, told.splitlines())) < 250
    page = Elements(Path("one.html").read_text())
    assert "exception: ValueError: \\x1b[31mlong long" in " ".join(
        page.texts("figcaption")
    )
