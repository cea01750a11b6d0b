"""Makes findings of answers: what a part does, whose fault it is, and an example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttt_table.homework.answers import (
    PartAnswers,
    RuleAnswer,
    RuleAnswers,
    count_known,
    is_complete,
)
from ttt_table.homework.diagnose import (
    Diagnosis,
    DiagnosisKind,
    diagnose,
    wrong_boards,
)
from ttt_table.homework.findings import Example, Finding, State
from ttt_table.homework.sentences import Words, in_game_of, sentence, value_text
from ttt_table.homework.spec import Part, Rule, keeping_board_rule, true_answers

DEPENDS_ON_QUESTIONS = "depends on what it was asked before, or on chance"


@dataclass(frozen=True, slots=True)
class PartEvidence:
    """The answers of a part, by board.

    Attributes:
        part: The part.
        answers: Its answers in the file as it is.
        among_right_parts: Its answers with right parts in the place of the others;
            empty if it was not asked so.
        first_answers: Its answers in a process in which it was not asked before; empty
            if it was not asked so.
    """

    part: Part
    answers: PartAnswers
    among_right_parts: PartAnswers = field(default_factory=dict)
    first_answers: PartAnswers = field(default_factory=dict)

    @property
    def wrong_boards(self) -> list[str]:
        """The boards on which it is wrong in the file as it is."""
        return wrong_boards(self.part, self.answers)

    @property
    def is_right_by_itself(self) -> bool:
        """True if it was asked among right parts, and is right there."""
        answers = self.among_right_parts
        if not answers or not is_complete(answers):
            return False
        return not wrong_boards(self.part, answers)

    @property
    def depends_on_questions(self) -> bool:
        """True if a board got another answer when it was the first one asked about."""
        for board, first_answer in self.first_answers.items():
            answer = self.answers[board]
            if answer.failure is not None or first_answer.failure is not None:
                continue
            if answer != first_answer:
                return True
        return False


class FindingMaker:
    """Makes findings about one file.

    Args:
        part_names: The names of the parts in the file.
        first: The player who moves first there, "X" or "O". In evidence that is X.
    """

    def __init__(self, part_names: Mapping[Part, str], first: str) -> None:
        self._part_names = part_names
        self._first = first

    def part_finding(self, evidence: PartEvidence) -> Finding:
        """Return what is known of a part."""
        wrong = evidence.wrong_boards
        state = State.RIGHT
        if wrong:
            state = State.WRONG
        elif not is_complete(evidence.answers):
            state = State.UNCHECKED
        cause, example = self._cause_and_example(evidence)
        return Finding(
            part=evidence.part.value,
            name=self._part_names[evidence.part],
            state=state,
            tested=count_known(evidence.answers),
            wrong=len(wrong),
            cause=cause,
            example=example,
            through_others=state is not State.RIGHT and evidence.is_right_by_itself,
        )

    def _cause_and_example(self, evidence: PartEvidence) -> tuple[str, Example | None]:
        part = evidence.part
        answers = evidence.answers
        wrong = evidence.wrong_boards
        if evidence.depends_on_questions:
            return DEPENDS_ON_QUESTIONS, self._example(part, answers, wrong)

        in_file = diagnose(part, answers)
        in_isolation = diagnose(part, evidence.among_right_parts)
        if in_isolation is not None and _says_more(in_isolation, in_file):
            example = self._example_of_isolated(evidence, in_isolation)
            return f"{self._sentence(in_isolation.words)}, in itself", example
        if in_file is not None:
            example = self._example(part, answers, in_file.boards)
            return self._sentence(in_file.words), example
        return "", self._example(part, answers, wrong)

    def _example_of_isolated(
        self, evidence: PartEvidence, diagnosis: Diagnosis
    ) -> Example | None:
        """Return an example from the file as it is if one fits, else from isolation."""
        wrong_in_file = set(evidence.wrong_boards)
        shared = [board for board in diagnosis.boards if board in wrong_in_file]
        if shared:
            return self._example(evidence.part, evidence.answers, shared)
        answers = evidence.among_right_parts
        return self._example(evidence.part, answers, diagnosis.boards)

    def _example(
        self, part: Part, answers: PartAnswers, boards: Sequence[str]
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
        return Example(
            shown_board,
            given=value_text(part, given, self._first),
            expected=value_text(part, expected, self._first),
        )

    def _sentence(self, words: Words) -> str:
        return sentence(words, self._first)

    def changed_board_finding(self, part: Part, answers: PartAnswers) -> Finding | None:
        """Return a finding if the part changes its board, else None."""
        changed = [board for board, answer in answers.items() if answer.changed_board]
        if not changed:
            return None
        return Finding(
            part=part.value,
            name=self._part_names[part],
            state=State.WRONG,
            rule=keeping_board_rule(part),
            tested=count_known(answers),
            wrong=len(changed),
            example=Example(in_game_of(self._first, changed[0]), "it is another"),
        )

    def rule_finding(self, rule: Rule, answers: RuleAnswers) -> Finding | None:
        """Return a finding if the rule is broken or could not be checked, else None."""
        broken = [board for board, answer in answers.items() if answer.is_broken]
        if broken:
            board = broken[0]
            return Finding(
                part=rule.part.value,
                name=self._part_names[rule.part],
                state=State.WRONG,
                rule=rule,
                tested=count_known(answers),
                wrong=len(broken),
                example=Example(
                    in_game_of(self._first, board), _breach_text(rule, answers[board])
                ),
            )
        if is_complete(answers):
            return None
        *_, last_answer = answers.values()
        return Finding(
            part=rule.part.value,
            name=self._part_names[rule.part],
            state=State.UNCHECKED,
            rule=rule,
            tested=count_known(answers),
            cause=last_answer.failure.text if last_answer.failure else "",
        )


def _breach_text(rule: Rule, answer: RuleAnswer) -> str:
    """Say what a part did against a rule."""
    if answer.failure is not None:
        return f"it {answer.failure.text}"
    verb = "played" if rule.part is Part.RESULT else "returned"
    return f"{answer.breach} is {verb}"


def _says_more(in_isolation: Diagnosis, in_file: Diagnosis | None) -> bool:
    """Return True if a diagnosis among right parts says more than one in the file."""
    if in_file is None:
        return True
    names_boards_only = in_file.kind in (
        DiagnosisKind.REGION,
        DiagnosisKind.PART_OF_REGION,
    )
    return names_boards_only and in_isolation.kind is DiagnosisKind.BEHAVIOUR


def _first_difference(given: Sequence[Any], expected: Sequence[Any]) -> tuple[Any, Any]:
    """Return the first pair of items that differ."""
    for given_item, expected_item in zip(given, expected, strict=False):
        if given_item != expected_item:
            return given_item, expected_item
    return given, expected
