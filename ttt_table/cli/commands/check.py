"""``ttt-table check``: check the parts of a tic-tac-toe program."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ttt_table.cli.options.common import add_input, add_side, number
from ttt_table.cli.options.files import files_named
from ttt_table.cli.output.check_record import CSV_FIELDS, check_record, check_row
from ttt_table.cli.output.check_text import closing_lines, finding_lines
from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.terminal import (
    FINE,
    MAX_OF_A_COMPLAINT,
    MISUSED,
    OPEN,
    WRONG,
    as_line,
    complain,
    message_of,
    printable,
    show,
)
from ttt_table.errors import ArgumentError, PlayerError, SizeError
from ttt_table.homework import Check, Finding, check_parts
from ttt_table.homework.part_tests import PARTS


def describe(command: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add = command.add_argument
    add_input(
        command,
        "files",
        nargs="+",
        metavar="FILE.py",
        help="a Python file; several files, a pattern or a folder get a line each",
    )
    add(
        "--map",
        action="append",
        default=[],
        metavar="PART=NAME",
        help="the name of a part in the file",
    )
    add(
        "--parts",
        default="",
        metavar="PART,...",
        help="the parts to report, separated by commas (default: all)",
    )
    add(
        "--board",
        choices=("rows", "list"),
        default="",
        help="a board is a list of rows, or a list of nine cells (default: what "
        "initial_state returns, else rows)",
    )
    add(
        "--empty",
        metavar="VALUE",
        help="content of a free cell (default: that of initial_state, else None)",
    )
    add(
        "--marks",
        metavar="X,O",
        help="the marks of X and O (default: the file's constants X and O)",
    )
    add_side(command, "grade minimax on one side (default: both)", default="both")
    add(
        "--first",
        type=str.upper,
        choices=("X", "O"),
        default="X",
        help="the mark that moves first (default: X)",
    )
    add(
        "--limit",
        type=number,
        default=60.0,
        metavar="SECONDS",
        help="seconds of processor time per answer of minimax (default: 60)",
    )
    add("--csv", action="store_true", help="print CSV, a line for each file")
    add("-q", "--quiet", action="store_true", help="show no progress")


def run(options: argparse.Namespace) -> int:
    """Check the parts; return 1 if one is wrong, or minimax is not sound."""
    check_file = _checker(options)
    files: list[str] = []
    for pattern in options.files:
        files += files_named(pattern)
    is_one_file = len(files) == 1 and files == options.files
    if is_one_file and not options.csv and not options.json:
        return _print_check(files[0], check_file)
    return _print_lines(files, check_file, as_json=options.json)


def _print_check(path: str, check_file: Callable[..., Check]) -> int:
    """Print the check of one file, the other parts before `minimax` is graded."""
    check = check_file(path, on_finding=_show_finding)
    return show("\n".join(closing_lines(check)), status_of(check))


def _show_finding(finding: Finding) -> None:
    is_kept_rule = finding.is_rule and finding.state == "right"
    if not is_kept_rule:
        show("\n".join(finding_lines(finding)))


def _print_lines(
    files: Sequence[str], check_file: Callable[[str], Check], *, as_json: bool
) -> int:
    """Print a line for each file as soon as it is checked."""
    if not as_json:
        show(csv_line(CSV_FIELDS))
    statuses = []
    for path in files:
        try:
            check = check_file(path)
        except (PlayerError, SizeError) as error:
            check = Check(path, error=message_of(error))
        statuses.append(status_of(check))
        if as_json:
            show(as_line(check_record(check)))
        else:
            cells = [str(cell) for cell in check_row(check).values()]
            show(csv_line([printable(cell, MAX_OF_A_COMPLAINT) for cell in cells]))
    failed = statuses.count(MISUSED)
    if failed:
        complain(f"{failed} of {len(files)} files could not be checked")
    return next(status for status in (WRONG, MISUSED, OPEN, FINE) if status in statuses)


def status_of(check: Check) -> int:
    """Return the exit status for a check: what was too slow is not wrong."""
    if check.error:
        return MISUSED
    if check.right is None:
        return OPEN
    return FINE if check.right else WRONG


def _checker(options: argparse.Namespace) -> Callable[..., Check]:
    """Return `check_parts` with the options; it still needs a path."""
    declared: dict[str, Any] = {}
    if options.empty is not None:
        declared["empty"] = _value_of(options.empty)
    if options.marks is not None:
        declared["marks"] = [_value_of(mark) for mark in options.marks.split(",")]
    return partial(
        check_parts,
        names=_names_in(options.map),
        parts=_parts_in(options.parts),
        board=options.board,
        side=options.side,
        first=options.first,
        limit=options.limit,
        quiet=options.quiet,
        **declared,
    )


def _names_in(texts: Sequence[str]) -> Mapping[str, str]:
    """Return the parts that have other names, from the texts after ``--map``."""
    names = {}
    for text in texts:
        part, _, name = text.partition("=")
        if part not in PARTS or not name:
            raise ArgumentError(
                f"--map {printable(text)}: write PART=NAME, PART one of"
                f" {', '.join(PARTS)}"
            )
        names[part] = name
    return names


def _parts_in(text: str) -> Sequence[str]:
    """Return the parts in the text after ``--parts``."""
    names = [name.strip() for name in text.split(",")]
    return [name for name in names if name]


def _value_of(text: str) -> object:
    """Return the value that a text names: None, an integer, or the text itself."""
    if text == "None":
        return None
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text) else text
