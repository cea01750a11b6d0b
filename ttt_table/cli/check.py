"""``ttt-table check``: the parts of a tic-tac-toe, each against the rules, with the cause."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from ttt_table.cli.drawing import boards_text
from ttt_table.cli.grade import grade_record
from ttt_table.cli.graded import judgement
from ttt_table.cli.terminal import FINE, WRONG, print_json, printable, show
from ttt_table.errors import ArgumentError
from ttt_table.play.causes import causes
from ttt_table.play.checking import Check, Finding, check_parts
from ttt_table.play.grades import Grade
from ttt_table.play.parts import PARTS

LONGEST = 120
"""Characters of what a part gives or raises that people are shown."""


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.add_argument("file", metavar="FILE.py", help="a Python file")
    command.add_argument(
        "--map", action="append", default=[], metavar="PART=NAME", help="a part's name in the file"
    )
    command.add_argument("--view", default="", help="what its boards are (as initial_state has it)")
    command.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="seconds per answer (10)"
    )
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def run(options: argparse.Namespace) -> int:
    """Check the parts; returns 1 where one is wrong, or minimax is not sound."""
    names: dict[str, str] = {}
    for one in options.map:
        part, _, name = one.partition("=")
        if part not in (*PARTS, "minimax") or not name:
            parts = ", ".join([*PARTS, "minimax"])
            raise ArgumentError(
                f"--map {printable(one)}: write PART=NAME, where PART is one of {parts}"
            )
        names[part] = name
    found = check_parts(
        options.file, names, view=options.view, limit=options.limit, quiet=options.quiet
    )
    status = FINE if found.right else WRONG
    if options.json:
        return print_json(check_record(options.file, found), status)
    return show("\n".join(_lines(options.file, found)), status)


def check_record(path: str, found: Check) -> dict[str, object]:
    """Each part with its cause, and the grades of minimax."""
    return {
        "file": path,
        "right": found.right,
        "view": found.view,
        "parts": [asdict(one) for one in found.findings],
        "missing": found.missing,
        "minimax": _minimax_record(found.own),
        "minimax_with_ours": _minimax_record(found.with_ours),
    }


def _minimax_record(one: Grade | str | None) -> dict[str, object] | None:
    if one is None:
        return None
    return {"error": one} if isinstance(one, str) else grade_record(one)


def _lines(path: str, found: Check) -> Iterator[str]:
    """A line for each part, and one or two for minimax."""
    said = "every part is right" if found.right else "not all is right"
    yield f"{printable(path)}, with boards as {found.view}: {said}"
    yield ""
    for one in found.findings:
        yield from finding_lines(one)
    for part in found.missing:
        yield f"`{part}` is missing; --map {part}=NAME says where it is"
    if found.own is not None:
        yield f"`minimax` {_played(found.own)}"
    if found.with_ours is not None:
        yield f"`minimax` with right parts in the place of the file's: {_played(found.with_ours)}"


def _played(one: Grade | str) -> str:
    if isinstance(one, str):
        return f"cannot be graded: {printable(one, 3 * LONGEST)}"
    return ", ".join(
        [judgement(one, causes(one)), *one.taken_as, *([one.hint] if one.hint else [])]
    )


def finding_lines(one: Finding) -> Iterator[str]:
    """What a part does, with the first board where that is wrong."""
    if not one.wrong:
        yield f"`{one.name}` is right: {boards_text(one.asked)}"
    else:
        wrong = f"wrong on {one.wrong:,} of {boards_text(one.asked)}, such as {one.board}"
        if one.given is not None:
            expected, given = (printable(str(said), LONGEST) for said in (one.expected, one.given))
            wrong = f"{wrong}: {given} given, {expected} expected"
        cause = f"{printable(one.cause, LONGEST)}: " if one.cause else "is "
        yield f"`{one.name}` {cause}{wrong}"
