"""What a check finds of any small mistake is true."""

from __future__ import annotations

import pytest
from support.course import WITH_A_TABLE, WITH_LOOPS, is_the_same_in, mutants
from support.parts_here import findings_here
from support.statements import Program, check_finding, every_nth_board

MUTANTS = [
    (right_source, source)
    for right_source in (WITH_LOOPS, WITH_A_TABLE)
    for source in mutants(right_source)
]


@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_what_is_found_of_any_small_mistake_is_true(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every sixth program on all boards, and of the others on every ninth board.

    A part is accused only if it has the mistake, or uses something other than the
    course's parts that has it.
    """
    right_source, source = MUTANTS[number]
    boards = every_nth_board(9) if number % 6 else None
    program = Program(source, boards)
    for finding in findings_here(source, monkeypatch, boards=boards):
        if is_the_same_in(finding.part, source, right_source):
            assert finding.state == "right"
        if not finding.is_rule:
            check_finding(program, finding)


@pytest.mark.parametrize("source", [WITH_LOOPS, WITH_A_TABLE])
def test_a_right_program_is_right(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    states = {finding.state for finding in findings_here(source, monkeypatch)}
    assert states == {"right"}
