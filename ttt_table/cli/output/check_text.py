"""A check of homework in sentences; the file's own words go through `printable`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.grade_text import fault_text
from ttt_table.cli.output.terminal import MAX_OF_A_PATH, printable
from ttt_table.cli.output.verdict_text import verdict_text
from ttt_table.grading.causes import causes
from ttt_table.grading.grades import Grade
from ttt_table.homework import Check, Finding, MinimaxReport, State

# The most characters shown of a value that a part returns, and of a cause, which may be
# an exception with its file and line.
MAX_OF_A_VALUE = 120
MAX_OF_A_CAUSE = 400


def finding_line(finding: Finding) -> str:
    """Return what a part does, or how a rule is broken, with a board that shows it."""
    name = f"`{printable(finding.name)}`"
    cause = printable(finding.cause, MAX_OF_A_CAUSE)
    if finding.rule is not None:
        return f"rule: {finding.rule.words}; {_rule_text(finding, cause)}"
    if finding.state is State.RIGHT:
        return f"{name} is right: {count_text(finding.tested)}"
    if finding.through_others:
        cause = f"{cause or 'is wrong'}, through other parts"
    if finding.state is State.UNCHECKED:
        return f"{name} {cause}"
    wrong = _wrong_text(finding)
    if not cause:
        return f"{name} is wrong {wrong}"
    return f"{name} {cause}: wrong {wrong}"


def _rule_text(finding: Finding, cause: str) -> str:
    if finding.state is State.UNCHECKED:
        return f"{printable(finding.name)} {cause}"
    given = ""
    if finding.example is not None and finding.example.given is not None:
        given = printable(finding.example.given, MAX_OF_A_CAUSE)
    return f"not {_where_text(finding)}: {given}"


def _where_text(finding: Finding) -> str:
    """Return on how many boards something is wrong, and the example."""
    board = finding.example.board if finding.example else ""
    if finding.tested == 1:
        return f"at {board}"
    return f"on {finding.wrong:,} of {count_text(finding.tested)}, such as {board}"


def _wrong_text(finding: Finding) -> str:
    example = finding.example
    where = _where_text(finding)
    if example is None or example.given is None or example.expected is None:
        return where
    given = printable(example.given, MAX_OF_A_VALUE)
    expected = printable(example.expected, MAX_OF_A_VALUE)
    return f"{where}: {given} given, {expected} expected"


def closing_lines(path: str, check: Check) -> Iterator[str]:
    """Yield the lines after the findings; the verdict comes last."""
    if check.missing:
        names = "`, `".join(check.missing)
        yield f"missing: `{names}`; --map PART=NAME names them"
    for name in check.with_other_arguments:
        yield (
            f"not asked: {printable(name)} takes other arguments than a board: write a"
            " function of the board that calls it"
        )
    if check.loaded_until:
        yield f"note: {printable(check.loaded_until, MAX_OF_A_CAUSE)}"
    if check.minimax is not None:
        yield f"`minimax` {minimax_text(check.minimax)}"
    if check.minimax_among_right_parts is not None:
        text = minimax_text(check.minimax_among_right_parts)
        yield f"`minimax` with right parts in place of the file's {text}"
    form = printable(check.form.text, MAX_OF_A_VALUE)
    path = printable(path, MAX_OF_A_PATH)
    yield f"\n{path}: {check_verdict(check)} (boards as {form})"


def minimax_text(report: MinimaxReport) -> str:
    """Return how `minimax` plays, with the first board of what goes wrong."""
    if report.grade is None:
        return f"is not graded: {printable(report.error, MAX_OF_A_CAUSE)}"
    return _grade_text(report.grade, report.nothing_on)


def _grade_text(grade: Grade, nothing_on: Sequence[str]) -> str:
    if nothing_on and len(nothing_on) == grade.counts.decisions:
        return f"returns None on all {count_text(len(nothing_on))}"
    mistakes = grade.mistakes
    clauses = [f"is {verdict_text(grade, causes(grade))}"]
    for forfeit in mistakes.forfeits[:1]:
        reason = fault_text(forfeit, MAX_OF_A_CAUSE)
        clauses.append(f"forfeits such as {forfeit.board}: {reason}")
    for unstable in mistakes.unstable[:1]:
        answers = fault_text(unstable)
        clauses.append(f"two answers such as at {unstable.board}: {answers}")
    for board in nothing_on[:1]:
        clauses.append(f"returns None such as at {board}")
    if grade.observations.draws_random_numbers:
        clauses.append("it draws random numbers")
    return "; ".join(clauses)


def check_verdict(check: Check) -> str:
    """Return the verdict of a check, in a sentence."""
    wrong = [printable(name) for name in check.wrong_parts]
    through_others = [printable(name) for name in check.parts_wrong_through_others]
    broken = check.broken_rules
    rules = count_text(len(broken), "rule")
    clauses = []
    if wrong or through_others:
        # A part whose answers are right may change the board that it is given.
        culprits = wrong or list(dict.fromkeys(rule.name for rule in broken))
        named = ", ".join(map(printable, culprits)) or "parts taken together"
        clause = f"wrong: {named}"
        if through_others:
            clause += f", and through that {', '.join(through_others)}"
        clauses.append(clause)
        if broken:
            clauses.append(f"breaks {rules}")
    elif broken:
        clauses.append(f"right but for {rules}")
    elif check.unchecked_parts:
        clauses.append("every other part is right")
    else:
        clauses.append("every part is right")
    if check.unchecked_parts:
        clauses.append(
            f"not checked: {', '.join(map(printable, check.unchecked_parts))}"
        )
    return "; ".join(clauses)
