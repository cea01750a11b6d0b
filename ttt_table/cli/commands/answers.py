"""``ttt-table answers``: judge recorded answers of language models."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator

from ttt_table.answers.rows import AnswerRow, read_rows
from ttt_table.answers.scores import JudgedRow, Scoring
from ttt_table.cli.arguments import (
    FROM_STANDARD_INPUT,
    add_quiet,
    add_table,
    output,
    table_of,
    write_output,
)
from ttt_table.cli.streams import STANDARD_OUTPUT, check_is_not_stdout
from ttt_table.errors import ArgumentError, PlayerError, shown_path, with_path
from ttt_table.results import Result
from ttt_table.results.answered import FIELDS as FIELDS
from ttt_table.results.answered import answered, picture, row_lines

WHOLE = True  # the models are compared in one text


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="JSON lines or CSV, with the columns board, answer and perhaps model",
    )
    command.add_argument(
        "--prompts",
        metavar="FILE",
        help="the boards that were asked: JSON lines or CSV with the column board "
        "(default: the boards that have answers)",
    )
    add_table(command)
    command.add_argument(
        "--pattern",
        metavar="REGEX",
        help="the last match in a text is the answer: one group for a cell, two for row"
        " and column, or groups named cell, row, column",
    )
    command.add_argument(
        "--one-based",
        action="store_true",
        help="cells, rows and columns are counted from 1 (default: from 0)",
    )
    command.add_argument(
        "--rows",
        type=output(".csv"),
        metavar="OUT.csv",
        help="also write each row with what was read and its verdict",
    )
    command.add_argument(
        "--picture",
        type=output(".svg"),
        metavar="OUT.svg",
        help="also write a picture of the shares",
    )
    add_quiet(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    _check_files(options)
    table = table_of(options)
    scoring = Scoring(
        table, options.prompts, options.pattern, one_based=options.one_based
    )
    judged_rows = _judged_rows(scoring, options)
    if options.rows is None:
        for _ in judged_rows:
            pass
    else:
        write_output(options.rows, row_lines(judged_rows, table))
    scores = scoring.scores()
    if options.picture is not None:
        write_output(options.picture, [picture(scores, table).encode()])
    return answered(scores, table)


def _check_files(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` if a file is named twice, or is none."""
    if STANDARD_OUTPUT in (options.rows, options.picture):
        raise ArgumentError("--rows and --picture need the name of a file, not -")
    if FROM_STANDARD_INPUT in (*options.files, options.prompts):
        raise ArgumentError(
            "answers and prompts are read from files, not from -: name a file, such as"
            " /dev/stdin for standard input"
        )
    files = [os.path.realpath(path) for path in options.files]
    for number, path in enumerate(options.files):
        if files[number] in files[:number]:
            raise ArgumentError(
                f"{shown_path(path)} is named twice: its answers would count twice"
            )
    # Answers and the rows that are written may have the same ending.
    prompts = [] if options.prompts is None else [options.prompts]
    for path in (*options.files, *prompts):
        check_is_not_stdout(path)
        if options.rows and os.path.realpath(path) == os.path.realpath(options.rows):
            raise ArgumentError(
                f"{shown_path(path)} is an input; choose another output"
            )


def _judged_rows(scoring: Scoring, options: argparse.Namespace) -> Iterator[JudgedRow]:
    """Yield the rows of all files as they are judged; then check what was asked."""
    for row in _named_rows(options):
        yield scoring.add(row)
    scoring.asked_boards()


def _named_rows(options: argparse.Namespace) -> Iterator[AnswerRow]:
    """Yield the rows of all files; those without a model are named by their file."""
    for path in options.files:
        is_empty = True
        for row in read_rows(path, quiet=options.quiet):
            is_empty = False
            row.model = row.model or path
            yield row
        if is_empty:
            raise PlayerError(with_path(path, "the file has no answers"))
