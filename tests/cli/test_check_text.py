"""A check in sentences, as a list of criteria, as an object and as JUnit's XML."""

from __future__ import annotations

from typing import Any

import pytest

from ttt_table import open_table
from ttt_table.cli.commands.check import csv_row
from ttt_table.cli.output.check_record import check_record
from ttt_table.cli.output.check_results import (
    CriterionState,
    criterion_names,
    criterion_results,
)
from ttt_table.cli.output.check_text import (
    check_verdict,
    closing_lines,
    finding_line,
    minimax_text,
)
from ttt_table.cli.output.junit import JunitReport
from ttt_table.grading import Grade, grade
from ttt_table.homework import Check, Example, Finding, MinimaxReport, State
from ttt_table.homework.board_form import DEFAULT_FORM
from ttt_table.homework.spec import REFUSES_TAKEN, Part, keeping_board_rule

BEST = open_table().best_move
EXAMPLE = Example("X........", "X", "O")
RIGHT = Finding("player", "player", State.RIGHT, tested=4520)
WRONG = Finding(
    "winner",
    "check_win",
    State.WRONG,
    tested=5478,
    wrong=1200,
    cause="never sees 2 4 6",
    example=EXAMPLE,
)
THROUGH_OTHERS = Finding(
    "terminal",
    "terminal",
    State.WRONG,
    tested=5478,
    wrong=3,
    example=EXAMPLE,
    through_others=True,
)
UNCHECKED = Finding("utility", "score", State.UNCHECKED, cause="is too slow")
ON_ONE_BOARD = Finding(
    "initial_state",
    "start",
    State.WRONG,
    tested=1,
    wrong=1,
    example=Example(".........", "X........", "........."),
)
RAISING = Finding(
    "actions",
    "actions",
    State.WRONG,
    tested=4520,
    wrong=2,
    cause="raises KeyError: 3",
    example=Example("X........"),
)
RULE_BROKEN = Finding(
    "result",
    "move",
    State.WRONG,
    REFUSES_TAKEN,
    tested=4519,
    wrong=7,
    example=Example("X........", "(0, 0) is played"),
)
BOARD_CHANGED = Finding(
    "result",
    "move",
    State.WRONG,
    keeping_board_rule(Part.RESULT),
    tested=4520,
    wrong=4520,
    example=Example(".........", "it is another"),
)
RULE_UNCHECKED = Finding(
    "result", "move", State.UNCHECKED, REFUSES_TAKEN, tested=3, cause="is too slow"
)


@pytest.mark.parametrize(
    ("finding", "line"),
    [
        (RIGHT, "`player` is right: 4,520 boards"),
        (
            WRONG,
            "`check_win` never sees 2 4 6: wrong on 1,200 of 5,478 boards, such as"
            " X........: X given, O expected",
        ),
        (
            THROUGH_OTHERS,
            "`terminal` is wrong, through other parts: wrong on 3 of 5,478 boards,"
            " such as X........: X given, O expected",
        ),
        (UNCHECKED, "`score` is too slow"),
        (
            ON_ONE_BOARD,
            "`start` is wrong at .........: X........ given, ......... expected",
        ),
        (
            RAISING,
            "`actions` raises KeyError: 3: wrong on 2 of 4,520 boards, such as"
            " X........",
        ),
        (
            RULE_BROKEN,
            "rule: result raises an exception for a taken cell; not on 7 of 4,519"
            " boards, such as X........: (0, 0) is played",
        ),
        (
            BOARD_CHANGED,
            "rule: result leaves the board as it is; not on 4,520 of 4,520 boards,"
            " such as .........: it is another",
        ),
        (
            RULE_UNCHECKED,
            "rule: result raises an exception for a taken cell; move is too slow",
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Finding) else "",
)
def test_a_finding_is_a_sentence(finding: Finding, line: str) -> None:
    assert finding_line(finding) == line


def check_of(*findings: Finding, **facts: Any) -> Check:
    return Check(**{"form": DEFAULT_FORM, "findings": findings, "missing": (), **facts})


def first_free(board: str) -> int:
    return board.index(".")


def without_answers(player: Any) -> Grade:
    return grade(player, side="X", as_is=True, quiet=True)


SOUND = MinimaxReport(grade(BEST, side="X", quiet=True))
BEATEN = MinimaxReport(grade(first_free, side="X", quiet=True))
NOTHING = MinimaxReport(without_answers(lambda _: None))
SILENT = MinimaxReport(
    without_answers(lambda board: None if board[0] == "X" else BEST(board))
)
TOO_SLOW = MinimaxReport(None, "it is too slow", is_unknown=True)
NO_MOVES = MinimaxReport(None, "it returns words")


@pytest.mark.parametrize(
    ("report", "begins", "ends"),
    [
        (SOUND, "is perfect", ""),
        (BEATEN, "is not sound: it blunders on 27 boards", "can be beaten"),
        (NOTHING, "returns None on all 2,423 boards", ""),
        (SILENT, "is ", "returns None such as at XO......."),
        (TOO_SLOW, "is not graded: it is too slow", ""),
    ],
    ids=["sound", "beaten", "nothing", "silent", "too slow"],
)
def test_how_minimax_plays_is_a_sentence(
    report: MinimaxReport, begins: str, ends: str
) -> None:
    text = minimax_text(report)
    assert text.startswith(begins)
    assert text.endswith(ends)


@pytest.mark.parametrize(
    ("report", "sound"),
    [
        (SOUND, True),
        (BEATEN, False),
        (NOTHING, False),
        (SILENT, False),
        (TOO_SLOW, None),
        (NO_MOVES, False),
    ],
    ids=["sound", "beaten", "nothing", "silent", "too slow", "no moves"],
)
def test_minimax_is_sound_or_not_or_unknown(
    report: MinimaxReport, sound: bool | None
) -> None:
    assert report.sound is sound
    assert check_of(minimax=report).is_right is (sound is True)


@pytest.mark.parametrize(
    ("check", "verdict"),
    [
        (check_of(RIGHT), "every part is right"),
        (check_of(RIGHT, WRONG), "wrong: check_win"),
        (
            check_of(RIGHT, WRONG, THROUGH_OTHERS),
            "wrong: check_win, and through that terminal",
        ),
        (
            check_of(THROUGH_OTHERS),
            "wrong: parts taken together, and through that terminal",
        ),
        (
            check_of(THROUGH_OTHERS, BOARD_CHANGED),
            "wrong: move, and through that terminal; breaks 1 rule",
        ),
        (
            check_of(WRONG, RULE_BROKEN, BOARD_CHANGED),
            "wrong: check_win; breaks 2 rules",
        ),
        (check_of(RIGHT, RULE_BROKEN), "right but for 1 rule"),
        (
            check_of(RIGHT, UNCHECKED),
            "every other part is right; not checked: score",
        ),
        (
            check_of(WRONG, UNCHECKED, RULE_UNCHECKED),
            "wrong: check_win; not checked: score, move",
        ),
        (check_of(RIGHT, minimax=BEATEN), "wrong: minimax"),
        (
            check_of(WRONG, minimax=BEATEN, minimax_among_right_parts=SOUND),
            "wrong: check_win, and through that minimax",
        ),
        (
            check_of(WRONG, minimax=BEATEN, minimax_among_right_parts=BEATEN),
            "wrong: check_win, minimax",
        ),
        (
            check_of(RIGHT, minimax=TOO_SLOW),
            "every other part is right; not checked: minimax",
        ),
    ],
)
def test_the_verdict_names_who_is_to_blame(check: Check, verdict: str) -> None:
    assert check_verdict(check) == verdict


def test_the_last_lines_say_what_was_not_asked() -> None:
    check = check_of(
        WRONG,
        missing=["actions", "result"],
        with_other_arguments=["evaluate"],
        loaded_until="it asks for input (game.py, line 3)",
        minimax=TOO_SLOW,
        minimax_among_right_parts=NO_MOVES,
    )
    assert list(closing_lines("game.py", check)) == [
        "missing: `actions`, `result`; --map PART=NAME names them",
        "not asked: evaluate takes other arguments than a board: write a function of"
        " the board that calls it",
        "note: it asks for input (game.py, line 3)",
        "`minimax` is not graded: it is too slow",
        "`minimax` with right parts in place of the file's is not graded: it returns"
        " words",
        "\ngame.py: wrong: check_win; not checked: minimax (boards as rows of 'X', 'O'"
        " and None)",
    ]


WHOLE = check_of(
    RIGHT,
    ON_ONE_BOARD,
    WRONG,
    THROUGH_OTHERS,
    RULE_BROKEN,
    missing=["actions", "utility"],
    minimax=BEATEN,
    minimax_among_right_parts=SOUND,
)


def test_every_part_and_every_rule_is_a_criterion() -> None:
    """What is wrong through others alone has its point."""
    results = criterion_results(WHOLE)
    assert [result.name for result in results] == criterion_names()
    states = {result.name: result.state for result in results}
    passed, failed, missing = CriterionState
    assert states["initial_state"] is failed
    assert states["player"] is passed
    assert states["actions"] is missing
    assert states["result"] is missing  # it has no finding of its own
    assert states["winner"] is failed
    assert states["terminal"] is passed
    assert states["minimax"] is passed
    assert states[REFUSES_TAKEN.words] is failed
    assert states["no part changes the board that it is given"] is passed
    assert sum(result.is_met for result in results) == 7


def test_only_what_was_to_be_checked_is_a_criterion() -> None:
    results = criterion_results(WHOLE, ["winner", "player"])
    assert [(result.name, result.is_met) for result in results] == [
        ("player", True),
        ("winner", False),
        ("no part changes the board that it is given", True),
    ]
    assert criterion_names(["minimax"])[0] == "minimax"
    assert "no part" not in "".join(criterion_names(["minimax"]))


def test_rules_of_a_part_that_is_missing_are_missing() -> None:
    results = criterion_results(check_of(missing=["result", "minimax"]), ["result"])
    assert {result.state for result in results[:-1]} == {CriterionState.MISSING}
    assert results[0].message == "the file has no function result"


def test_minimax_fails_only_if_it_does_so_among_right_parts() -> None:
    check = check_of(minimax=BEATEN, minimax_among_right_parts=NO_MOVES)
    (result, *_) = criterion_results(check, ["minimax"])
    assert not result.is_met
    assert result.message.count("\n`minimax` with right parts in place") == 1


def test_junit_counts_what_failed_and_what_is_missing() -> None:
    report = JunitReport()
    report.add_check("game.py", WHOLE, ["winner", "player", "actions"])
    report.add_error("broken.py", ValueError("it does not load"))
    assert report.as_bytes().decode() == JUNIT


JUNIT = """\
<?xml version='1.0' encoding='utf-8'?>
<testsuites name="ttt-table check">
  <testsuite name="game.py" tests="4" failures="1" skipped="1" errors="0">
    <testcase classname="game.py" name="player" />
    <testcase classname="game.py" name="actions">
      <skipped message="the file has no function actions" />
    </testcase>
    <testcase classname="game.py" name="winner">
      <failure message="`check_win` never sees 2 4 6: wrong on 1,200 of 5,478 boards,\
 such as X........: X given, O expected">`check_win` never sees 2 4 6: wrong on 1,200\
 of 5,478 boards, such as X........: X given, O expected</failure>
    </testcase>
    <testcase classname="game.py" name="no part changes the board that it is given" />
  </testsuite>
  <testsuite name="broken.py" tests="1" errors="1">
    <testcase classname="broken.py" name="check">
      <error message="it does not load">it does not load</error>
    </testcase>
  </testsuite>
</testsuites>
"""


@pytest.mark.parametrize(
    ("minimax", "word"),
    [(None, "none"), (SOUND, "sound"), (BEATEN, "wrong"), (TOO_SLOW, "late")],
    ids=["none", "sound", "beaten", "too slow"],
)
def test_a_line_of_csv_has_the_first_cause(
    minimax: MinimaxReport | None, word: str
) -> None:
    assert csv_row(check_of(RIGHT, WRONG, RULE_BROKEN, minimax=minimax)) == {
        "right": "no",
        "wrong": "check_win minimax" if word == "wrong" else "check_win",
        "rules": 1,
        "minimax": word,
        "cause": finding_line(WRONG),
    }


def test_json_has_each_finding_with_its_example() -> None:
    record: Any = check_record(check_of(RIGHT, WRONG, RULE_BROKEN, minimax=NO_MOVES))
    assert record["right"] is False
    assert record["boards"]["board"] == "rows"
    assert record["minimax"] == {"error": "it returns words"}
    assert record["minimax_among_right_parts"] is None
    right, wrong, rule = record["parts"]
    assert (right["rule"], right["board"], right["expected"]) == ("", None, None)
    assert wrong == {
        "part": "winner",
        "name": "check_win",
        "state": "wrong",
        "rule": "",
        "tested": 5478,
        "wrong": 1200,
        "cause": "never sees 2 4 6",
        "board": "X........",
        "expected": "O",
        "given": "X",
        "through_others": False,
    }
    assert rule["rule"] == "result raises an exception for a taken cell"
