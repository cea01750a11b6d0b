"""``ttt-table check``: the parts of a tic-tac-toe, each against the rules, with the cause."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from ttt_table.cli.options.common import add_input
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.grade_text import fault_text
from ttt_table.cli.output.several import Row, files_named, print_each
from ttt_table.cli.output.terminal import (
    FINE,
    MOST_OF_A_PATH,
    OPEN,
    WRONG,
    as_line,
    printable,
    show,
)
from ttt_table.cli.output.verdict_text import observation_texts, verdict_text
from ttt_table.errors import ArgumentError
from ttt_table.grading.as_json import grade_as_json
from ttt_table.grading.causes import causes
from ttt_table.grading.grades import Grade
from ttt_table.homework.check import Check, Finding, check_parts
from ttt_table.homework.parts import PARTS

LONGEST = 120  # characters of what a part gives
WHOLE = 400  # of a cause, which may be an exception: what it says, and where
FIELDS = ("file", "right", "wrong", "rules", "minimax", "seconds", "cause", "error")


def describe(command: argparse.ArgumentParser) -> None:
    words = "a Python file; several, a pattern or a folder: a line for each"
    add_input(command, "files", nargs="+", metavar="FILE.py", help=words)
    words = "a part's name in the file"
    command.add_argument(
        "--map", action="append", default=[], metavar="PART=NAME", help=words
    )
    command.add_argument(
        "--view", default="", help="what its boards are (found by its parts)"
    )
    words = "what minimax plays (both)"
    command.add_argument(
        "--as", dest="side", choices=("X", "O"), default="both", help=words
    )
    command.add_argument(
        "--first", choices=("X", "O"), default="X", help="who moves first (X)"
    )
    words = "seconds of processor time per answer (60)"
    command.add_argument(
        "--limit", type=float, default=60.0, metavar="SECONDS", help=words
    )
    command.add_argument(
        "--csv", action="store_true", help="print CSV, a line for each file"
    )
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def run(options: argparse.Namespace) -> int:
    """Check the parts; returns 1 where one is wrong, or minimax is not sound."""
    how = {
        name: getattr(options, name)
        for name in ("view", "side", "first", "limit", "quiet")
    }
    how["names"] = dict(map(_part_named, options.map))
    files = [found for one in options.files for found in files_named(one)]
    if options.csv or len(files) > 1 or files != options.files:

        def judge(path: str) -> tuple[bool, Row]:
            found = check_parts(path, **how)
            return found.right, check_record(found) if options.json else _figures(found)

        return print_each(files, judge, FIELDS, "json" if options.json else "csv")
    (path,) = files
    if options.json:
        found = check_parts(path, **how)
        return show(as_line({"file": path} | check_record(found)), status_of(found))
    found = check_parts(path, tell=lambda one: show(finding_line(one)), **how)
    return show("\n".join(_last_lines(path, found)), status_of(found))


def status_of(found: Check) -> int:
    """The exit status for a check: what was too slow is not wrong."""
    if found.right or any(one.wrong for one in found.findings) or found.sound is False:
        return FINE if found.right else WRONG
    return OPEN


def _part_named(option: str) -> tuple[str, str]:
    part, _, name = option.partition("=")
    if part not in (*PARTS, "minimax") or not name:
        parts = ", ".join([*PARTS, "minimax"])
        raise ArgumentError(
            f"--map {printable(option)}: write PART=NAME, PART one of {parts}"
        )
    return part, name


def _figures(found: Check) -> Row:
    """What a line says of a check."""
    wrong = [one for one in found.findings if one.wrong]
    names = [one.name for one in wrong if not (one.rule or one.through_others)]
    cause = finding_line(wrong[0]) if wrong else _minimax_line(found.own)
    says = {
        None: "none" if found.own is None else "late",
        True: "sound",
        False: "wrong",
    }
    return {
        "right": "yes" if found.right else "no",
        "wrong": " ".join(names),
        "rules": sum(bool(one.rule) for one in wrong),
        "minimax": says[found.sound],
        "cause": "" if found.right else cause,
    }


def check_record(found: Check) -> Row:
    """Each part with its cause, and the grades of minimax."""
    return {
        "right": found.right,
        "view": found.view,
        "taken_as": found.taken_as,
        "parts": [asdict(one) for one in found.findings],
        "missing": found.missing,
        "minimax": _minimax_record(found.own),
        "minimax_with_ours": _minimax_record(found.with_ours),
    }


def _minimax_record(one: Grade | str | None) -> Row | None:
    return (
        None
        if one is None
        else {"error": one}
        if isinstance(one, str)
        else grade_as_json(one)
    )


def _last_lines(path: str, found: Check) -> Iterator[str]:
    """What there is to say after the parts, and in the end the verdict."""
    if found.missing:
        yield f"missing: `{'`, `'.join(found.missing)}`; --map PART=NAME names them"
    if found.own is not None:
        yield f"`minimax` {_minimax_line(found.own)}"
    if found.with_ours is not None:
        yield f"`minimax` with right parts in place of the file's {_minimax_line(found.with_ours)}"
    seen = "; ".join(filter(None, [printable(found.view), found.taken_as]))
    yield f"\n{printable(path, MOST_OF_A_PATH)}: {verdict(found)} (boards as {seen})"


def verdict(found: Check) -> str:
    """What a check comes to, in a sentence."""
    parts = [one for one in found.findings if one.wrong and not one.rule]
    wrong = [one.name for one in parts if not one.through_others]
    through = [one.name for one in parts if one.through_others]
    broken = [one.name for one in found.findings if one.rule]
    if found.sound is False:
        ours = found.with_ours
        innocent = (
            isinstance(ours, Grade)
            and not ours.mistakes.unanswered
            and ours.played
            and ours.sound is not False
        )
        (through if innocent else wrong).append("minimax")
    late = found.own is not None and found.sound is None
    rules = count_text(len(broken), "rule")
    every = "every other part is right" if late else "every part is right"
    said = [f"right but for {rules}" if broken else every]
    if wrong or through:
        # Parts that say what is right may do wrong all the same, to the board that they are given.
        named = ", ".join(wrong or dict.fromkeys(broken)) or "parts taken together"
        said = [
            f"wrong: {named}"
            + (f", and through that {', '.join(through)}" if through else "")
        ]
        said += [f"breaks {rules}"] if broken else []
    said += ["minimax is too slow to be judged"] if late else []
    return "; ".join(said)


def _minimax_line(one: Grade | str | None) -> str:
    """What a grade comes to; of forfeits the first, with its board, and of two answers too."""
    if one is None or isinstance(one, str):
        return f"cannot be graded: {printable(one or '', WHOLE)}"
    mistakes = one.mistakes
    nothing = [each.board for each in mistakes.unanswered if each.seconds is None]
    if nothing and len(nothing) == one.counts.decisions:
        return f"returns None on all {count_text(len(nothing))}"
    said = [f"is {verdict_text(one, causes(one))}"]
    said += [
        f"forfeits such as {it.board}: {fault_text(it, WHOLE)}"
        for it in mistakes.forfeits[:1]
    ]
    said += [
        f"two answers such as at {it.board}: {fault_text(it)}"
        for it in mistakes.unstable[:1]
    ]
    said += [f"returns None such as at {it}" for it in nothing[:1]]
    return "; ".join([*said, *observation_texts(one)])


def finding_line(one: Finding) -> str:
    """What a part does, with the first board where that is wrong, or how a rule is broken."""
    if not one.wrong:
        return f"`{one.name}` is right: {count_text(one.asked)}"
    many = f"on {one.wrong:,} of {count_text(one.asked)}, such as {one.board}"
    if one.asked == 1:
        many = f"at {one.board}"
    if one.rule:
        return f"rule: {one.rule}; not {many}: {printable(str(one.given), WHOLE)}"
    if one.given is not None:
        expected, given = (
            printable(said, LONGEST) for said in (str(one.expected), one.given)
        )
        many = f"{many}: {given} given, {expected} expected"
    cause = (
        f"{one.cause or 'is wrong'}, through other parts"
        if one.through_others
        else one.cause
    )
    if not cause:
        return f"`{one.name}` is wrong {many}"
    return f"`{one.name}` {printable(cause, WHOLE)}: wrong {many}"
