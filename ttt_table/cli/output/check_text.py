"""A check of homework in sentences; the file's own words go through `printable`."""

from __future__ import annotations

from collections.abc import Iterator

from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.terminal import MAX_OF_A_PATH, printable
from ttt_table.homework import Check, Example, Finding, State
from ttt_table.homework.part_tests import PARTS

# The most characters shown of a value that a part returns, and of a reason, which may
# be an exception with its file and line.
MAX_OF_A_VALUE = 120
MAX_OF_A_REASON = 400

WORDS_OF_PART = {
    State.RIGHT: "right",
    State.WRONG: "WRONG",
    State.OTHERS: "wrong only through other parts",
    State.UNCHECKED: "not checked",
}
WORDS_OF_RULE = {
    State.RIGHT: "kept",
    State.WRONG: "not kept",
    State.OTHERS: "not kept, only through other parts",
    State.UNCHECKED: "not checked",
}


def finding_lines(finding: Finding) -> Iterator[str]:
    """Yield what is known of a part or a rule, and a line for each example."""
    yield finding_line(finding)
    for example in finding.examples:
        yield f"    {_example_text(example)}"


def finding_line(finding: Finding) -> str:
    """Return what is known of a part or a rule, without examples."""
    title = finding.name
    state = WORDS_OF_PART[finding.state]
    if finding.is_rule:
        title = f"rule: {finding.name}"
        state = WORDS_OF_RULE[finding.state]
    clauses = [f"{title}: {state}{_numbers(finding)}"]
    for text in (finding.fact, finding.reason):
        if text:
            clauses.append(printable(text, MAX_OF_A_REASON))
    return ": ".join([clauses[0], "; ".join(clauses[1:])]).removesuffix(": ")


def _numbers(finding: Finding) -> str:
    if finding.tested <= 1:
        return ""
    if finding.wrong:
        return f" on {finding.wrong:,} of {count_text(finding.tested)}"
    if finding.state is State.RIGHT:
        return f" on {count_text(finding.tested)}"
    return ""


def _example_text(example: Example) -> str:
    question = printable(example.board)
    if isinstance(example.move, int):
        question += f" and cell {example.move}"
    elif example.move is not None:
        question += f" and {printable(example.move)}"
    given = printable(example.given, MAX_OF_A_REASON)
    return f"{question}: {given}, right is {printable(example.right, MAX_OF_A_VALUE)}"


def closing_lines(check: Check) -> Iterator[str]:
    """Yield the lines after the findings; the verdict comes last."""
    if check.missing:
        yield f"missing: {', '.join(check.missing)}; --map PART=NAME names them"
    for part in check.other_arguments:
        yield (
            f"not asked: {part} takes other arguments than a board: write a function of"
            " the board that calls it"
        )
    if check.note:
        note = printable(check.note, MAX_OF_A_REASON)
        yield f"note: the file was loaded only until {note}"
    path = printable(check.file, MAX_OF_A_PATH)
    boards = printable(check.boards, MAX_OF_A_REASON)
    yield f"\n{path}: {verdict(check)} (boards: {boards})"


def verdict(check: Check) -> str:
    """Return the verdict of a check, in a sentence."""
    wrong = check.parts(State.WRONG)
    through_others = check.parts(State.OTHERS)
    unchecked = check.parts(State.UNCHECKED)
    rules = len(check.rules(State.WRONG))
    unchecked_rules = len(check.rules(State.UNCHECKED))
    clauses = []
    if wrong:
        clauses.append(f"wrong: {', '.join(wrong)}")
    if through_others:
        clauses.append(f"only through others: {', '.join(through_others)}")
    if not clauses:
        clauses.append(_what_is_right(check))
    if rules:
        clauses.append(f"breaks {count_text(rules, 'rule')}")
    if unchecked:
        clauses.append(f"not checked: {', '.join(unchecked)}")
    if unchecked_rules:
        clauses.append(f"{count_text(unchecked_rules, 'rule')} not checked")
    return "; ".join(clauses)


def _what_is_right(check: Check) -> str:
    """Say which parts are right, if none is wrong."""
    parts = {finding.part for finding in check.findings}
    if {*parts, *check.missing, *check.other_arguments} != {*PARTS}:  # some were chosen
        return f"right: {', '.join(check.parts(State.RIGHT)) or 'none'}"
    every = "every other part" if check.parts(State.UNCHECKED) else "every part"
    return f"{every} is right"
