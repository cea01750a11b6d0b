"""The parts of a course's tic-tac-toe program, and why one of them is wrong."""

from ttt_table.homework.check import check_parts
from ttt_table.homework.findings import (
    Check,
    Example,
    Finding,
    MinimaxReport,
    State,
)
from ttt_table.homework.spec import Rule, RuleKind

__all__ = [
    "Check",
    "Example",
    "Finding",
    "MinimaxReport",
    "Rule",
    "RuleKind",
    "State",
    "check_parts",
]
