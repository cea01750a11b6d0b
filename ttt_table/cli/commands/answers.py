"""``ttt-table answers``: judge recorded answers of language models."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from ttt_table.answers.rows import AnswerRow, read_rows
from ttt_table.answers.scores import JudgedRow, ModelScore, Scoring
from ttt_table.cli.options.common import (
    add_flags,
    add_input,
    add_output,
    add_quiet,
    add_table_options,
)
from ttt_table.cli.output.answer_rows import row_lines
from ttt_table.cli.output.answered import csv_lines, json_lines, picture, text
from ttt_table.cli.output.files import STANDARD_OUTPUT, write_output
from ttt_table.cli.output.terminal import FINE, WRONG, complain, printable, show
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.table.reader import open_table


def describe(command: argparse.ArgumentParser) -> None:
    add_input(
        command,
        "files",
        nargs="+",
        metavar="FILE",
        help="JSON lines or CSV, with the columns board, answer and perhaps model",
    )
    add_input(
        command,
        "--prompts",
        metavar="FILE",
        help="what was asked: JSON lines or CSV with the column board (default: the"
        " boards that have answers)",
    )
    add_table_options(command)
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
    add_output(
        command,
        "--rows",
        kind="csv",
        metavar="OUT.csv",
        help="also write each row with what was read and its verdict",
    )
    add_output(
        command,
        "--picture",
        kind="svg",
        metavar="OUT.svg",
        help="also write a picture of the shares",
    )
    add_flags(command, csv="print CSV, a line for each model")
    add_quiet(command)


def run(options: argparse.Namespace) -> int:
    """Judge the answers. Returns 1 if no answer of some model is a legal move."""
    if STANDARD_OUTPUT in (options.rows, options.picture):
        raise ArgumentError("--rows and --picture need the name of a file, not -")
    table = open_table(options.table, first=options.first)
    scoring = Scoring(
        table, options.prompts, options.pattern, one_based=options.one_based
    )
    judged_rows = _judge(scoring, options)
    if options.rows is None:
        for _ in judged_rows:
            pass
    else:
        write_output(options.rows, row_lines(judged_rows, table))
    scores = scoring.scores()
    if options.picture is not None:
        write_output(options.picture, [picture(scores, table).encode()])

    status = _complain_if_unread(scores)
    if options.json:
        return show(json_lines(scores, table), status)
    if options.csv:
        return show(csv_lines(scores, table), status)
    return show(text(scores, table), status)


def _judge(scoring: Scoring, options: argparse.Namespace) -> Iterator[JudgedRow]:
    """Yield the rows of all files as they are judged; then check what was asked."""
    for row in _rows(options):
        yield scoring.add(row)
    scoring.asked_boards()


def _rows(options: argparse.Namespace) -> Iterator[AnswerRow]:
    """Yield the rows of all files; those without a model are named by their file."""
    files = [os.path.realpath(path) for path in options.files]
    for number, path in enumerate(options.files):
        if files[number] in files[:number]:
            raise ArgumentError(f"{path} is named twice: its answers would count twice")
    for path in options.files:
        is_empty = True
        for row in read_rows(path, quiet=options.quiet):
            is_empty = False
            row.model = row.model or path
            yield row
        if is_empty:
            raise PlayerError(f"{path}: the file has no answers")


def _complain_if_unread(scores: Sequence[ModelScore]) -> int:
    """Return the exit status, and name the models that have no legal answer.

    It is then more likely that they are read in the wrong way than that the model knows
    no legal move.
    """
    status = FINE
    for score in scores:
        if not score.right.mean and not score.wrong:
            complain(
                f"{printable(score.model)}: no answer is a legal move; if they are"
                " written in another way, say so with --pattern REGEX or --one-based"
            )
            status = WRONG
    return status
