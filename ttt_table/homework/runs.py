"""The two runs of a check, and what follows from them for each part and rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ttt_table.homework.asking import (
    SECONDS_OF_PART,
    AskedFile,
    FormText,
    PartAnswers,
    PartsFile,
    Silence,
)
from ttt_table.homework.findings import (
    MAX_EXAMPLES,
    Example,
    Finding,
    State,
    board_text,
    example_of,
    find_fact,
    value_text,
)
from ttt_table.homework.part_tests import TESTS, PartTest

SECONDS_OF_LATE_PART = 2.0  # in the second run, for a part that was late in the first

BY_CHANCE = "right when it is asked first: it depends on earlier calls, or on chance"


@dataclass(frozen=True, slots=True)
class FirstRun:
    """The answers of a file as it is.

    Attributes:
        asked: The file.
        form: How it writes boards.
        answers: The answers of the parts that were asked, by test.
        silent: The parts that gave no answer, with the reasons.
    """

    asked: AskedFile
    form: FormText
    answers: Mapping[PartTest, PartAnswers]
    silent: Mapping[str, Silence]

    @property
    def suspects(self) -> list[str]:
        """The parts through which others may be wrong."""
        parts = [test.part for test in self.answers if self.is_suspect(test)]
        return [part for part in dict.fromkeys(parts) if part != "minimax"]

    def suspect_tests(self, part: str) -> list[PartTest]:
        """Return the tests of a part that it does not pass without effects."""
        tests = [test for test in self.answers if test.part == part]
        return [test for test in tests if self.is_suspect(test)]

    def is_suspect(self, test: PartTest) -> bool:
        """Return True unless all answers to a test are right and without effects."""
        answers = self.answers[test]
        has_effects = bool(answers.changed or answers.kinds) and not test.is_rule
        return bool(answers.end or has_effects or answers.wrong)


@dataclass(frozen=True, slots=True)
class SecondRun:
    """The answers of one suspect part in a new process.

    Attributes:
        right_alone: The test whose first wrong board it answers right if it is asked
            that first; None if there is none.
        answers: Its answers among corrected parts, by test; empty if nothing else is
            suspect.
    """

    right_alone: PartTest | None = None
    answers: Mapping[PartTest, PartAnswers] = field(default_factory=dict)


def ask_as_it_is(file: PartsFile, asked: AskedFile, parts: Sequence[str]) -> FirstRun:
    """Ask the parts of a file as it is."""
    form = file.form()
    answers = {test: file.answers(test) for test in TESTS if test.part in parts}
    return FirstRun(asked, form, answers, dict(file.silent))


def ask_again(run: FirstRun, part: str) -> SecondRun:
    """Ask a part again in a new process, in which other suspects are corrected.

    Its answers may depend on earlier calls, or on chance. So it is asked its first
    wrong board, as the file is, in one more process.
    """
    tests = run.suspect_tests(part)
    if not tests:
        return SecondRun()
    suspects = [suspect for suspect in run.suspects if suspect != part]
    answers = {}
    if suspects:
        with PartsFile(run.asked, run.silent) as file:
            # The part may be one that shows how the file writes boards. If it is
            # silent, the corrected parts do without it.
            file.correct(suspects)
            file.silent.pop(part, None)
            for test in tests:
                seconds = SECONDS_OF_PART
                if run.answers[test].is_late:
                    seconds = SECONDS_OF_LATE_PART
                answers[test] = file.answers(test, seconds=seconds)
    right_alone = None
    wrong = run.answers[tests[0]].wrong
    if wrong:
        with PartsFile(run.asked, run.silent) as file:
            file.silent.pop(part, None)
            alone = file.answers(tests[0], wrong[:1])
        if not alone.end and not alone.wrong:
            right_alone = tests[0]
    return SecondRun(right_alone, answers)


def findings_of(run: FirstRun) -> list[Finding]:
    """Return what is known of each part and rule; the rules come last."""
    parts = dict.fromkeys(test.part for test in run.answers)
    second_runs = {part: ask_again(run, part) for part in parts}
    findings = [_judge(run, test, second_runs[test.part]) for test in run.answers]
    for test in run.answers:
        if not test.is_rule:
            again = second_runs[test.part].answers.get(test)
            findings += broken_rules(
                test.part, run.answers[test], again, run.asked.first, run.form.kind
            )
    findings = _with_a_cause(findings)
    findings = [without_examples(finding) for finding in findings]
    findings = _with_remarks(run, findings)
    return sorted(findings, key=lambda finding: finding.is_rule)


def without_examples(finding: Finding) -> Finding:
    """Return a finding without examples if the part is wrong only through others."""
    if finding.state is State.OTHERS:
        return replace(finding, examples=(), reason="")
    return finding


def _judge(run: FirstRun, test: PartTest, second: SecondRun) -> Finding:
    answers = run.answers[test]
    wrong = answers.wrong
    state = _state(answers, second.answers.get(test))
    fact = ""
    if wrong and not test.is_rule and not answers.end:
        fact = find_fact(test, answers.values, wrong, run.asked.first)
    reason = answers.end
    if second.right_alone is test:
        reason = BY_CHANCE
    return Finding(
        test.name,
        test.part,
        state,
        tested=len(answers.values),
        wrong=len(wrong),
        reason=reason,
        fact=fact,
        examples=_examples(run, test, second.answers.get(test)),
        is_rule=test.is_rule,
    )


def _state(answers: PartAnswers, second: PartAnswers | None) -> State:
    wrong = answers.wrong
    if not wrong and not answers.end:
        return State.RIGHT
    if second is not None:
        if second.wrong:
            return State.WRONG
        if not second.end:
            return State.OTHERS
    if wrong:
        return State.WRONG
    return State.UNCHECKED


def _examples(
    run: FirstRun, test: PartTest, second: PartAnswers | None
) -> Sequence[Example]:
    """Return the first wrong boards, if possible such that are wrong in both runs."""
    answers = run.answers[test]
    boards = answers.wrong
    if second is not None:
        wrong_again = set(second.wrong)
        in_both_runs = [board for board in boards if board in wrong_again]
        if not in_both_runs and wrong_again:
            answers = second
            in_both_runs = second.wrong
        boards = in_both_runs or boards
    return [
        example_of(
            test,
            board,
            answers.values[board],
            run.asked.first,
            run.form.moves_off_board,
        )
        for board in boards[:MAX_EXAMPLES]
    ]


def _with_a_cause(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings of which one is wrong by itself, if any is wrong.

    A part may be right by chance in the second run. Or parts call each other, and each
    is right among corrected ones: then all of them are wrong.
    """
    states = {finding.state for finding in findings}
    if State.WRONG in states:
        return list(findings)
    through_others = [finding for finding in findings if finding.state is State.OTHERS]
    to_blame = [finding for finding in through_others if finding.reason == BY_CHANCE]
    if not to_blame and State.UNCHECKED not in states:
        to_blame = through_others
    return [
        replace(finding, state=State.WRONG) if finding in to_blame else finding
        for finding in findings
    ]


def _with_remarks(run: FirstRun, findings: Sequence[Finding]) -> list[Finding]:
    """Add to right parts that they are wrong once the wrong ones are corrected.

    A part whose fault undoes that of another part is right as long as both are there.
    """
    wrong_parts = [
        finding.name
        for finding in findings
        if finding.state is State.WRONG and not finding.is_rule
    ]
    right_tests = [
        test
        for test in run.answers
        if test.part not in (*run.suspects, "initial_state") and not test.is_rule
    ]
    if not wrong_parts or not right_tests:
        return list(findings)
    remarks: dict[str, str] = {}
    with PartsFile(run.asked, run.silent) as file:
        file.correct(run.suspects)
        for test in right_tests:
            wrong = file.answers(test).wrong
            if wrong:
                boards = f"{len(wrong):,} of {len(test.boards()):,} boards"
                names = " and ".join(wrong_parts)
                remarks[test.name] = f"but wrong on {boards} with a right {names}"
    return [
        replace(finding, reason=remarks.get(finding.name, finding.reason))
        for finding in findings
    ]


KEEPS_KIND = "result returns a board of the kind that it is given"
RETURNS_AN_ACTION = "minimax returns one of the actions"


def broken_rules(
    part: str, answers: PartAnswers, again: PartAnswers | None, first: str, kind: str
) -> Iterator[Finding]:
    """Yield the rules about its board, and the kind of its answers, that a part breaks.

    Args:
        part: The part.
        answers: Its answers in the file as it is.
        again: Its answers among corrected parts; None if it was not asked again.
        first: The player who moves first in the file, "X" or "O".
        kind: The kind of the file's boards.
    """
    tested = len(answers.values)
    if answers.changed:
        examples = [
            Example(
                board_text(board, first),
                value_text(board_after, "result", first),
                board_text(board, first),
            )
            for board, board_after in answers.changed.items()
        ]
        is_kept_again = again is not None and not again.end and not again.changed
        rule = f"{part} leaves the board as it is"
        yield _broken_rule(rule, part, examples, tested, is_kept_again)
    if answers.kinds:
        rule = RETURNS_AN_ACTION
        right = "one of the actions"
        if part == "result":
            rule = KEEPS_KIND
            right = kind
        examples = [
            Example(board_text(board, first), wrong_kind, right)
            for board, wrong_kind in answers.kinds.items()
        ]
        is_kept_again = again is not None and not again.end and not again.kinds
        yield _broken_rule(rule, part, examples, tested, is_kept_again)


def _broken_rule(
    name: str,
    part: str,
    examples: Sequence[Example],
    tested: int,
    is_kept_again: bool,
) -> Finding:
    """Return a rule that a part breaks, perhaps only through others."""
    finding = Finding(
        name,
        part,
        State.WRONG,
        tested=tested,
        wrong=len(examples),
        examples=examples[:MAX_EXAMPLES],
        is_rule=True,
    )
    if is_kept_again:
        return replace(finding, state=State.OTHERS)
    return finding
