"""Findings from answers: what a part does, whose fault it is, and an example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttt_table.homework.answers import PartAnswer
from ttt_table.homework.diagnose import (
    Answers,
    Cause,
    CauseKind,
    find_cause,
    wrong_boards,
)
from ttt_table.homework.findings import Example, Finding, State
from ttt_table.homework.sentences import in_game_of, sentence, value_text
from ttt_table.homework.spec import Part, Rule, keeps_board, true_answers

REMEMBERS = "depends on what it was asked before, or on chance"


@dataclass(frozen=True, slots=True)
class PartEvidence:
    """What a part has answered."""

    part: Part

    # In the file as it is, by board.
    answers: Answers

    # With right parts in the place of the others; empty if it was not asked so.
    among_right_parts: Answers = field(default_factory=dict)

    # In a process that was asked nothing before; empty if it was not asked so.
    asked_first: Answers = field(default_factory=dict)

    @property
    def wrong(self) -> list[str]:
        """The boards on which it is wrong."""
        return wrong_boards(self.part, self.answers)

    @property
    def is_right_by_itself(self) -> bool:
        """True if it was asked among right parts, and is right there."""
        answers = self.among_right_parts
        if not answers or not is_complete(answers):
            return False
        return not wrong_boards(self.part, answers)


def is_complete(answers: Answers) -> bool:
    """Return True if no answer was given up."""
    failures = [answer.failure for answer in answers.values()]
    return not any(failure and failure.is_unknown for failure in failures)


def known_answers(answers: Answers) -> int:
    """Return the number of boards of which it is known what the part does."""
    return len(answers) if is_complete(answers) else len(answers) - 1


class Findings:
    """Makes findings about one file.

    Args:
        names: The names of the parts in the file.
        first: The player who moves first there. In evidence that is X.

    """

    def __init__(self, names: Mapping[Part, str], first: str) -> None:
        self._names = names
        self._first = first

    def of_part(self, evidence: PartEvidence) -> Finding:
        """Return what is known of a part."""
        answers = evidence.answers
        wrong = evidence.wrong
        state = State.WRONG if wrong else State.RIGHT
        if not wrong and not is_complete(answers):
            state = State.UNCHECKED
        words, example = self._cause_and_example(evidence)
        return Finding(
            part=evidence.part.value,
            name=self._names[evidence.part],
            state=state,
            asked=known_answers(answers),
            wrong=len(wrong),
            cause=words,
            example=example,
            through_others=state is not State.RIGHT and evidence.is_right_by_itself,
        )

    def _cause_and_example(self, evidence: PartEvidence) -> tuple[str, Example | None]:
        part = evidence.part
        wrong = evidence.wrong
        if _remembers(evidence):
            return REMEMBERS, self._example(part, evidence.answers, wrong)
        cause = find_cause(part, evidence.answers)
        nearer = find_cause(part, evidence.among_right_parts)
        if nearer is not None and _is_nearer(nearer, cause):
            words = f"{sentence(nearer.words, self._first)}, in itself"
            shared = [board for board in nearer.boards if board in wrong]
            if shared:
                return words, self._example(part, evidence.answers, shared)
            boards = nearer.boards
            return words, self._example(part, evidence.among_right_parts, boards)
        if cause is None:
            return "", self._example(part, evidence.answers, wrong)
        words = sentence(cause.words, self._first)
        return words, self._example(part, evidence.answers, cause.boards)

    def _example(
        self, part: Part, answers: Answers, boards: Sequence[str]
    ) -> Example | None:
        """Return the first of these boards, and what was given there."""
        if not boards:
            return None
        board = boards[0]
        shown_board = in_game_of(self._first, board)
        if answers[board].failure is not None:
            return Example(shown_board)
        given = answers[board].value
        expected = true_answers(part)[board]
        if part is Part.RESULT and isinstance(given, list):
            given, expected = _first_difference(given, expected)
        return Example(shown_board, self._text(part, given), self._text(part, expected))

    def _text(self, part: Part, value: Any) -> str:
        return value_text(part, value, self._first)

    def of_changed_board(self, part: Part, answers: Answers) -> Finding | None:
        """Return that a part changes the board that it gets; None if it does not."""
        changed = [board for board, answer in answers.items() if answer.changed_board]
        if not changed:
            return None
        return self._broken(keeps_board(part), answers, changed, "it is another")

    def of_rule(self, rule: Rule, answers: Answers) -> Finding | None:
        """Return that a rule is broken, or could not be checked; None if it is kept."""
        broken = [board for board, answer in answers.items() if breaks_rule(answer)]
        if broken:
            did = _breach_text(rule, answers[broken[0]])
            return self._broken(rule, answers, broken, did)
        if is_complete(answers):
            return None
        *_, last = answers.values()
        return Finding(
            part=rule.part.value,
            name=self._names[rule.part],
            state=State.UNCHECKED,
            rule=rule.words,
            asked=known_answers(answers),
            cause=str(last.failure),
        )

    def _broken(
        self, rule: Rule, answers: Answers, broken: Sequence[str], given: str
    ) -> Finding:
        return Finding(
            part=rule.part.value,
            name=self._names[rule.part],
            state=State.WRONG,
            rule=rule.words,
            asked=known_answers(answers),
            wrong=len(broken),
            example=Example(in_game_of(self._first, broken[0]), given),
        )


def breaks_rule(answer: PartAnswer) -> bool:
    """Return True if an answer about a rule says that it is broken."""
    if answer.failure is not None:
        return not answer.failure.is_unknown
    return answer.value is not None


def _breach_text(rule: Rule, answer: PartAnswer) -> str:
    """Say what a part did against a rule."""
    if answer.failure is not None:
        return f"it {answer.failure}"
    verb = "played" if rule.part is Part.RESULT else "returned"
    return f"{answer.value} is {verb}"


def _remembers(evidence: PartEvidence) -> bool:
    """Return True if a part answers another time, or first of all, something else."""
    for board, anew in evidence.asked_first.items():
        before = evidence.answers[board]
        if before.failure is None and anew.failure is None and before != anew:
            return True
    return False


def _is_nearer(nearer: Cause, cause: Cause | None) -> bool:
    """Return True if a cause among right parts says more than one in the file."""
    if cause is None:
        return True
    says_only_where = cause.kind in (CauseKind.REGION, CauseKind.PART_OF_REGION)
    return says_only_where and nearer.kind is CauseKind.BEHAVIOUR


def _first_difference(given: Sequence[Any], expected: Sequence[Any]) -> tuple[Any, Any]:
    """Return the first pair of items that differ."""
    for given_item, expected_item in zip(given, expected, strict=False):
        if given_item != expected_item:
            return given_item, expected_item
    return given, expected
