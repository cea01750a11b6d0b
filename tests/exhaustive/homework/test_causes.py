"""What a check states of any small mistake is true."""

from __future__ import annotations

import pytest
from support.causes import check_findings
from support.course import WITH_A_TABLE, WITH_LOOPS, mutants
from support.interview import findings_of
from support.statements import every_nth_board

MUTANTS = [
    (right_source, source)
    for right_source in (WITH_LOOPS, WITH_A_TABLE)
    for source in mutants(right_source)
]


@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_what_is_stated_of_any_small_mistake_is_true(number: int) -> None:
    """Each part's state, cause, counts and example.

    Of every sixth program on all boards, and of the others on every ninth board.
    """
    boards = every_nth_board(9) if number % 6 else None
    check_findings(*MUTANTS[number], boards)


@pytest.mark.parametrize("source", [WITH_LOOPS, WITH_A_TABLE])
def test_nothing_is_stated_of_a_right_program(source: str) -> None:
    assert {finding.state.value for finding in findings_of(source)} == {"right"}
