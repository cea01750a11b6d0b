"""The records of what a check finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """Whether a part is right, or a rule is kept."""

    RIGHT = "right"
    """Every answer was right."""
    WRONG = "wrong"
    """An answer was wrong, and other parts are not the reason."""
    OTHERS = "others"
    """An answer was wrong, but only through other parts that are."""
    UNCHECKED = "unchecked"
    """The part gave too few answers to tell."""


@dataclass(frozen=True, slots=True)
class Example:
    """A board on which a part is wrong.

    Attributes:
        board: The board, as text.
        given: What the part did.
        right: What would be right.
        move: The cell of the move that `result` was given, or, if it is not on the
            board, the move itself as text; None for all other parts.
    """

    board: str
    given: str
    right: str
    move: int | str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What one part of a file does, or how it keeps a rule that courses state.

    Attributes:
        name: The part's name in courses; of a rule, the rule.
        part: The part's name in courses.
        state: Whether the part is right, or the rule is kept.
        tested: The number of boards that the part has answered.
        wrong: The number of those on which its answer is wrong.
        reason: What else there is to know, such as why a part is not checked.
        fact: What all wrong boards have in common, such as ``never sees 2 4 6``; empty
            if nothing is known.
        examples: Up to three wrong boards, those with the fewest stones, if the part is
            wrong and not only through others.
        is_rule: Whether this is about a rule.
    """

    name: str
    part: str
    state: State
    tested: int = 0
    wrong: int = 0
    reason: str = ""
    fact: str = ""
    examples: Sequence[Example] = ()
    is_rule: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """What is known of a file.

    Attributes:
        file: The file's path.
        boards: How it writes boards, in words.
        findings: What was found of each part and each rule.
        missing: The parts that the file does not have.
        other_arguments: The parts that need other arguments than courses say.
        note: Why the file was not loaded to its end; empty if it was.
        error: Why the file could not be checked; empty if it was.
    """

    file: str
    boards: str = ""
    findings: Sequence[Finding] = ()
    missing: Sequence[str] = ()
    other_arguments: Sequence[str] = ()
    note: str = ""
    error: str = ""

    @property
    def right(self) -> bool | None:
        """False if a part is wrong or a rule is broken; None if that is not known."""
        states = {finding.state for finding in self.findings}
        if self.error or not states:
            return None
        if State.WRONG in states or State.OTHERS in states:
            return False
        return None if State.UNCHECKED in states else True

    def parts(self, state: State) -> list[str]:
        """Return the names of the parts in this state."""
        return [
            finding.name
            for finding in self.findings
            if finding.state is state and not finding.is_rule
        ]

    def broken_rules(self) -> list[Finding]:
        """Return the rules that the file breaks by itself."""
        return [
            finding
            for finding in self.findings
            if finding.state is State.WRONG and finding.is_rule
        ]
