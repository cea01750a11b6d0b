"""A check of homework as an object for JSON, and as a line of CSV."""

from __future__ import annotations

from ttt_table.cli.output.check_text import finding_line
from ttt_table.cli.output.terminal import fields_of
from ttt_table.homework import Check, Finding, State

Record = dict[str, object]

CSV_FIELDS = (
    "file",
    "right",
    "wrong",
    "others",
    "rules",
    "unchecked",
    "first",
    "error",
)
WORD_OF_RIGHT = {True: "yes", False: "no", None: "unknown"}


def check_record(check: Check) -> Record:
    """Return what was found of each part and rule."""
    return {
        "file": check.file,
        "right": check.right,
        "boards": check.boards,
        "findings": [_finding_record(finding) for finding in check.findings],
        "missing": check.missing,
        "other_arguments": check.other_arguments,
        "note": check.note,
        "error": check.error,
    }


def _finding_record(finding: Finding) -> Record:
    record = fields_of(finding)
    record["examples"] = [
        {key: value for key, value in fields_of(example).items() if value is not None}
        for example in finding.examples
    ]
    return record


def check_row(check: Check) -> Record:
    """Return what a line of CSV says of a check, by `CSV_FIELDS`."""
    first = [finding for finding in check.findings if finding.state is not State.RIGHT]
    return {
        "file": check.file,
        "right": "" if check.error else WORD_OF_RIGHT[check.right],
        "wrong": " ".join(check.parts(State.WRONG)),
        "others": " ".join(check.parts(State.OTHERS)),
        "rules": "" if check.error else len(check.rules(State.WRONG)),
        "unchecked": " ".join(check.parts(State.UNCHECKED)),
        "first": finding_line(first[0]) if first else "",
        "error": check.error,
    }
