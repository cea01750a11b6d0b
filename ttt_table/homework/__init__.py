"""The parts of a course's tic-tac-toe program: which are right, and which are not."""

from ttt_table.homework.check import check_parts
from ttt_table.homework.findings import Check, Example, Finding, State

__all__ = ["Check", "Example", "Finding", "State", "check_parts"]
