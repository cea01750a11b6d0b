"""``ttt-table check``: check the parts of a tic-tac-toe program."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ttt_table.cli.options.common import add_input, add_output
from ttt_table.cli.options.files import files_named
from ttt_table.cli.output.check_record import check_record
from ttt_table.cli.output.check_text import (
    closing_lines,
    finding_line,
    minimax_text,
)
from ttt_table.cli.output.files import STANDARD_OUTPUT, write_output
from ttt_table.cli.output.several import Judged, Row, print_each
from ttt_table.cli.output.terminal import (
    FINE,
    OPEN,
    WRONG,
    as_line,
    printable,
    show,
)
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.homework import Check, State, check_parts
from ttt_table.homework.spec import Part
from ttt_table.players.adapter import Adapter

FIELDS = ("file", "right", "wrong", "rules", "minimax", "seconds", "cause", "error")
GRADESCOPE = "gradescope"
JUNIT = "junit"
PART_NAMES = tuple(part.value for part in Part)


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
        help="the parts to check, separated by commas (default: all)",
    )
    add(
        "--board",
        metavar="FORMAT",
        help="board format: rows, list, array, text, list1 or dict1 (default: that of "
        "initial_state, else rows)",
    )
    add(
        "--empty",
        metavar="VALUE",
        help="content of a free cell, or index, index1, digit, digit1 (default: that "
        "of initial_state, else None)",
    )
    add(
        "--marks",
        metavar="X,O",
        help="the marks of X and O (default: the file's)",
    )
    add(
        "--as",
        dest="side",
        choices=("X", "O"),
        default="both",
        help="grade minimax on one side (default: both)",
    )
    add(
        "--first",
        choices=("X", "O"),
        default="X",
        help="the mark that moves first (default: X)",
    )
    add(
        "--limit",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="seconds of processor time per answer (default: 60)",
    )
    add("--csv", action="store_true", help="print CSV, a line for each file")
    add(
        "--format",
        choices=(GRADESCOPE, JUNIT),
        help="print the results for Gradescope, or for a CI system",
    )
    add_output(
        command,
        "-o",
        "--output",
        metavar="OUT",
        help="write them to a file instead",
    )
    add("-q", "--quiet", action="store_true", help="show no progress")


def run(options: argparse.Namespace) -> int:
    """Check the parts; return 1 if one is wrong, or minimax is not sound."""
    _check_formats(options)
    check_file = _checker(options)
    files: list[str] = []
    for pattern in options.files:
        files += files_named(pattern)

    if options.format == GRADESCOPE:
        return _write_gradescope(files, check_file, options)
    if options.format == JUNIT:
        return _write_junit(files, check_file, options)
    if options.csv or len(files) > 1 or files != options.files:
        return _print_rows(files, check_file, options)
    return _print_check(files[0], check_file, options)


def _print_check(
    path: str, check_file: Callable[..., Check], options: argparse.Namespace
) -> int:
    """Print the check of one file: for people, a part as soon as it is checked."""
    if options.json:
        check = check_file(path)
        return show(as_line({"file": path} | check_record(check)), status_of(check))
    check = check_file(path, on_finding=lambda finding: show(finding_line(finding)))
    return show("\n".join(closing_lines(path, check)), status_of(check))


def status_of(check: Check) -> int:
    """Return the exit status for a check: what was too slow is not wrong."""
    if check.is_right:
        return FINE
    if check.wrong_parts or check.parts_wrong_through_others or check.broken_rules:
        return WRONG
    return OPEN


def _check_formats(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` for more than one output format, or a file for none."""
    if options.format and (options.csv or options.json):
        raise ArgumentError("choose one of --format, --csv and --json")
    if options.output is not None and not options.format:
        raise ArgumentError("-o writes the results of --format gradescope or junit")


def _checker(options: argparse.Namespace) -> Callable[..., Check]:
    """Return `check_parts` with the options; it still needs a path."""
    # The values are read as those of any player; only rows are what is usual here.
    adapter = Adapter.from_options(
        board=options.board or "rows", empty=options.empty, marks=options.marks
    )
    return partial(
        check_parts,
        names=_names_in(options.map),
        board=options.board or "",
        empty=adapter.empty,
        marks=adapter.marks,
        parts=_parts_in(options.parts),
        side=options.side,
        first=options.first,
        limit=options.limit,
        quiet=options.quiet,
    )


def _names_in(texts: Sequence[str]) -> Mapping[str, str]:
    """Return the parts that have other names, from the texts after ``--map``."""
    names = {}
    for text in texts:
        part, _, name = text.partition("=")
        if part not in PART_NAMES or not name:
            raise ArgumentError(
                f"--map {printable(text)}: write PART=NAME, PART one of"
                f" {', '.join(PART_NAMES)}"
            )
        names[part] = name
    return names


def _parts_in(text: str) -> Sequence[str]:
    """Return the parts in the text after ``--parts``."""
    names = [name.strip() for name in text.split(",")]
    return [name for name in names if name]


def _print_rows(
    files: Sequence[str],
    check_file: Callable[[str], Check],
    options: argparse.Namespace,
) -> int:
    def judge(path: str) -> Judged:
        check = check_file(path)
        row = check_record(check) if options.json else csv_row(check)
        return Judged(check.is_right, row)

    return print_each(files, judge, FIELDS, "json" if options.json else "csv")


def csv_row(check: Check) -> Row:
    """Return what a line of CSV says of a check."""
    return {
        "right": "yes" if check.is_right else "no",
        "wrong": " ".join(check.wrong_parts),
        "rules": len(check.broken_rules),
        "minimax": _minimax_word(check),
        "cause": "" if check.is_right else _first_cause(check),
    }


def _minimax_word(check: Check) -> str:
    if check.minimax is None:
        return "none"
    if check.sound is None:
        return "late"
    return "sound" if check.sound else "wrong"


def _first_cause(check: Check) -> str:
    for finding in check.findings:
        if finding.state is not State.RIGHT:
            return finding_line(finding)
    if check.minimax is None:
        return ""
    return f"`minimax` {minimax_text(check.minimax)}"


def _write_gradescope(
    files: Sequence[str],
    check_file: Callable[[str], Check],
    options: argparse.Namespace,
) -> int:
    from ttt_table.cli.output.gradescope import gradescope_error, gradescope_results

    if len(files) > 1:
        raise ArgumentError(
            "--format gradescope takes one file: Gradescope runs it for each submission"
        )
    parts = _parts_in(options.parts)
    try:
        results = gradescope_results(check_file(files[0]), parts)
    except PlayerError as error:
        results = gradescope_error(error, parts)
    _write_results(options, json.dumps(results, indent=2).encode() + b"\n")
    return FINE


def _write_junit(
    files: Sequence[str],
    check_file: Callable[[str], Check],
    options: argparse.Namespace,
) -> int:
    from ttt_table.cli.output.junit import JunitReport

    report = JunitReport()
    statuses = []
    for path in files:
        try:
            check = check_file(path)
        except PlayerError as error:
            report.add_error(path, error)
            statuses.append(WRONG)
        else:
            report.add_check(path, check, _parts_in(options.parts))
            statuses.append(status_of(check))
    _write_results(options, report.as_bytes())
    return WRONG if WRONG in statuses else max(statuses)


def _write_results(options: argparse.Namespace, data: bytes) -> None:
    write_output(options.output or STANDARD_OUTPUT, [data])
