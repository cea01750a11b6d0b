"""The records of what a check finds; other modules find and print it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ttt_table.grading.grades import Grade
from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.spec import Rule


class State(StrEnum):
    """Whether a part is right."""

    RIGHT = "right"
    """Every answer was right."""
    WRONG = "wrong"
    """An answer was wrong, or a rule was broken."""
    UNCHECKED = "unchecked"
    """The part was too slow, or printed too much."""


@dataclass(frozen=True, slots=True)
class Example:
    """A board on which a part is wrong.

    Attributes:
        board: The board, as text.
        given: The part's answer; None if it raised, or gave no answer.
        expected: The right answer; None if that is to raise, and for a rule.
    """

    board: str
    given: str | None = None
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What one part of a file does, or how it breaks a rule.

    Attributes:
        part: The part's name in courses.
        name: Its name in the file.
        state: Whether it is right. A finding about a rule means that it is broken.
        rule: The rule, if this is about one; None if it is about the part's answers.
        tested: The number of boards that it was called with.
        wrong: The number of those on which it is wrong, or breaks the rule.
        cause: The cause, such as ``never sees 2 4 6``, or the reason why the part could
            not be checked. Empty if no cause is known.
        example: A board to which the cause applies, or else the first wrong one.
        through_others: Whether it is right once the other parts are.
    """

    part: str
    name: str
    state: State
    rule: Rule | None = None
    tested: int = 0
    wrong: int = 0
    cause: str = ""
    example: Example | None = None
    through_others: bool = False


@dataclass(frozen=True, slots=True)
class MinimaxReport:
    """How `minimax` plays.

    Attributes:
        grade: Its grade; None if it could not be graded.
        error: Why there is no grade; else empty.
        is_unknown: There is no grade, for a reason that says nothing about its play,
            such as that it is too slow.
    """

    grade: Grade | None
    error: str = ""
    is_unknown: bool = False

    @property
    def nothing_on(self) -> Sequence[str]:
        """The boards on which it returned None, and so left the move to nobody."""
        if self.grade is None:
            return ()
        return [
            unanswered.board
            for unanswered in self.grade.mistakes.unanswered
            if not unanswered.was_late
        ]

    @property
    def sound(self) -> bool | None:
        """Whether it gives nothing away, as far as seen; None if it was too slow."""
        if self.grade is None:
            return None if self.is_unknown else False
        grade = self.grade
        if grade.sound is False or not grade.played or self.nothing_on:
            return False
        return None if grade.mistakes.unanswered else True


@dataclass(frozen=True, slots=True)
class Check:
    """The results for the parts of a file, and the grade of its `minimax`.

    Attributes:
        form: The format of its boards.
        findings: One for each tested part and for each broken rule, those of
            wrong parts last.
        missing: The parts that the file does not have.
        with_other_arguments: The names of parts that need other arguments than a board
            and were not tested.
        minimax: How `minimax` plays; None if the file has none.
        minimax_among_right_parts: The same with correct versions of the file's other
            parts; None if no part is wrong.
        loaded_until: Why loading the file ended early; empty if it did not.
    """

    form: BoardForm
    findings: Sequence[Finding]
    missing: Sequence[str]
    with_other_arguments: Sequence[str] = ()
    minimax: MinimaxReport | None = None
    minimax_among_right_parts: MinimaxReport | None = None
    loaded_until: str = ""

    @property
    def sound(self) -> bool | None:
        """Whether `minimax` is sound; None without one, or if it was too slow."""
        return self.minimax.sound if self.minimax else None

    @property
    def is_right(self) -> bool:
        """True if every tested part is right, and no rule is broken."""
        states = {finding.state for finding in self.findings}
        minimax_is_right = self.minimax is None or self.sound is True
        return minimax_is_right and states <= {State.RIGHT}

    @property
    def wrong_parts(self) -> list[str]:
        """The names of the parts that are wrong by themselves."""
        names = [
            finding.name
            for finding in self._parts_in(State.WRONG)
            if not finding.through_others
        ]
        if self.sound is False and not self._is_minimax_innocent:
            names.append("minimax")
        return names

    @property
    def parts_wrong_through_others(self) -> list[str]:
        """The names of the parts that are wrong, and right once the other parts are."""
        names = [
            finding.name
            for finding in self._parts_in(State.WRONG)
            if finding.through_others
        ]
        if self.sound is False and self._is_minimax_innocent:
            names.append("minimax")
        return names

    @property
    def unchecked_parts(self) -> list[str]:
        """The names of the parts of which it is not known whether they are right."""
        names = [
            finding.name
            for finding in self.findings
            if finding.state is State.UNCHECKED
        ]
        if self.minimax is not None and self.sound is None:
            names.append("minimax")
        return list(dict.fromkeys(names))

    @property
    def broken_rules(self) -> list[Finding]:
        """The findings about broken rules."""
        return [
            finding
            for finding in self.findings
            if finding.rule is not None and finding.state is State.WRONG
        ]

    @property
    def _is_minimax_innocent(self) -> bool:
        among_right_parts = self.minimax_among_right_parts
        return among_right_parts is not None and among_right_parts.sound is True

    def _parts_in(self, state: State) -> list[Finding]:
        return [
            finding
            for finding in self.findings
            if finding.state is state and finding.rule is None
        ]
