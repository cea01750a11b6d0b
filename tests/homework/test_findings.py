"""What a check says about parts that are wrong in a way of their own."""

from __future__ import annotations

import pytest
from support.cases import exhaustive_rows
from support.course import WITH_LOOPS
from support.interview import findings_of

from ttt_table.homework import Example, Finding, State
from ttt_table.homework.spec import (
    REFUSES_OUTSIDE,
    REFUSES_TAKEN,
    Part,
    Rule,
    keeping_board_rule,
)


def replaced(old: str, new: str) -> str:
    """The right program with a text replaced."""
    assert old in WITH_LOOPS
    return WITH_LOOPS.replace(old, new)


def finding_about(source: str, part: str, first: str = "X") -> Finding:
    """What is found about a part's answers."""
    findings = findings_of(source, first, [Part(part)])
    return next(finding for finding in findings if finding.rule is None)


def broken_rules(source: str) -> list[Finding]:
    """What is found about the rules of `result`."""
    findings = findings_of(source, parts=[Part.RESULT])
    return [finding for finding in findings if finding.rule is not None]


def test_a_coroutine_is_named_with_what_to_remove() -> None:
    source = replaced("def utility(board):", "async def utility(board):")
    finding = finding_about(source, "utility")
    assert finding.cause == "returns a coroutine: remove async from its definition"
    assert finding.wrong == finding.tested == 958


def test_a_part_that_remembers_is_not_given_another_cause() -> None:
    source = replaced(
        "def utility(board):", "asked = []\n\ndef utility(board):\n    asked.append(0)"
    ).replace("return -1", "return -1 if len(asked) % 2 else 1")
    finding = finding_about(source, "utility")
    assert finding.cause == "depends on what it was asked before, or on chance"


@pytest.mark.exhaustive
def test_a_cause_of_its_own_is_found_behind_those_of_others() -> None:
    source = replaced(
        "    if board[0][2] == board[1][1]", "    if False and board[1][1]"
    )
    source = source.replace("return -1", "return 1").replace(
        "return 1\n    if won", "return -1\n    if won"
    )
    finding = finding_about(source, "utility")
    assert finding.cause == "has the wrong sign, in itself"
    assert not finding.through_others


@pytest.mark.exhaustive
def test_a_part_that_changes_its_board_breaks_a_rule() -> None:
    source = replaced("[list(row) for row in board]", "board")
    (rule,) = broken_rules(source)
    assert rule.rule == keeping_board_rule(Part.RESULT)
    assert rule.example == Example(".........", "it is another")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("condition", "rule"),
    [
        ("board[i][j] != EMPTY", REFUSES_OUTSIDE),
        *exhaustive_rows([("i not in (0, 1, 2) or j not in (0, 1, 2)", REFUSES_TAKEN)]),
    ],
)
def test_what_result_does_not_refuse_is_named(condition: str, rule: Rule) -> None:
    kept = "i not in (0, 1, 2) or j not in (0, 1, 2) or board[i][j] != EMPTY"
    found = broken_rules(replaced(kept, condition))
    assert [finding.rule for finding in found] == [rule]


@pytest.mark.exhaustive
def test_a_rule_that_another_part_breaks_is_not_held_against_this_one() -> None:
    source = replaced(
        "i not in (0, 1, 2) or j not in (0, 1, 2) or board[i][j] != EMPTY",
        "action not in actions(board)",
    ).replace(
        "if board[i][j] == EMPTY:\n                free",
        "if True:\n                free",
    )
    assert not broken_rules(source)


WHERE_O_IS_FIRST = WITH_LOOPS.replace(
    "    if x_count > o_count:\n        return O\n    return X",
    "    if o_count > x_count:\n        return X\n    return O",
)


@pytest.mark.exhaustive
def test_where_o_moves_first_a_right_program_is_right() -> None:
    findings = findings_of(WHERE_O_IS_FIRST, first="O")
    assert {finding.state for finding in findings} == {State.RIGHT}


def test_where_o_moves_first_a_cause_names_the_players_of_the_file() -> None:
    source = WHERE_O_IS_FIRST.replace("        return 1\n", "        return 0\n")
    finding = finding_about(source, "utility", first="O")
    assert finding.cause == "is wrong where X has won"
    assert finding.example is not None
    assert finding.example.board.count("X") >= 3
    assert (finding.example.given, finding.example.expected) == ("0", "1")


@pytest.mark.exhaustive
def test_where_o_moves_first_a_players_name_is_not_turned_round() -> None:
    source = WHERE_O_IS_FIRST.replace(
        "        return X\n    return O", "        return O\n    return O"
    )
    finding = finding_about(source, "player", first="O")
    assert finding.cause == "always gives O"


@pytest.mark.exhaustive
def test_what_a_file_says_itself_is_not_turned_round() -> None:
    source = WHERE_O_IS_FIRST.replace(
        "        return X\n    return O", "        return 'OX'\n    return 'OX'"
    )
    finding = finding_about(source, "player", first="O")
    assert finding.cause == "always gives 'OX'"
