"""The parts of a course's tic-tac-toe program: what is true of each, and why one is wrong."""

from ttt_table.homework.check import Check, Finding, check_parts

__all__ = ["Check", "Finding", "check_parts"]
