"""``ttt-table answers``: judge recorded answers of language models."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from contextlib import closing

from ttt_table.answers.comparison import Comparison, compared
from ttt_table.answers.model import Answers, answers_by_model
from ttt_table.answers.reading import AnswerReader
from ttt_table.answers.rows import AnswerRow, read_rows
from ttt_table.cli.options.common import (
    add_flags,
    add_input,
    add_output,
    add_quiet,
    add_side,
    add_table_options,
)
from ttt_table.cli.output.answer_rows import RowLines
from ttt_table.cli.output.answers_text import (
    model_text,
    models_text,
    play_table,
)
from ttt_table.cli.output.drawing import columns
from ttt_table.cli.output.files import STANDARD_OUTPUT, write_output
from ttt_table.cli.output.terminal import FINE, WRONG, complain, printable, show
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.grading.grades import Grade
from ttt_table.table.reader import Table, open_table


def describe(command: argparse.ArgumentParser) -> None:
    add_input(
        command,
        "files",
        nargs="+",
        metavar="FILE",
        help="JSON lines or CSV, with the columns board, answer and perhaps model",
    )
    add_table_options(command)
    command.add_argument(
        "--pattern",
        metavar="REGEX",
        help="the last match in a text is the answer: one group for a cell, two for row"
        " and column, or groups named cell, row, column",
    )
    command.add_argument(
        "--first-index",
        type=int,
        choices=(0, 1),
        default=0,
        help="the number of the first cell, row and column (default: 0)",
    )
    add_flags(
        command,
        play="also grade a player that draws its moves from the answers",
        classes="with --play: an answer counts for all boards that are equal up to"
        " symmetry",
    )
    add_side(
        command, "with --play: grade one side (default: each side that has answers)"
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
        "--report",
        kind=_kind_of_report,
        metavar="OUT",
        help="also write an HTML page, or the picture on it if OUT ends in .svg",
    )
    add_flags(command, csv="print CSV, a line for each model")
    add_quiet(command)


def _kind_of_report(options: argparse.Namespace) -> str:
    return "svg" if options.report.lower().endswith(".svg") else "html"


def run(options: argparse.Namespace) -> int:
    """Judge the answers. Returns 1 if no answer of some model is a legal move."""
    _check_options(options)
    table = open_table(options.table, first=options.first)
    models = _read(options, table)
    comparison = compared(models)
    grades: dict[str, Grade] = {}
    if options.play:
        for line in comparison.lines:
            answers = models[line.model]
            grades[line.model] = answers.play(options.side, classes=options.classes)
    if options.report is not None:
        from ttt_table.cli.output.answers_report import report_of  # most want none

        page = report_of(models, comparison, grades, options.report)
        write_output(options.report, [page.encode()])

    status = _complain_if_unread(models)
    if options.json:
        from ttt_table.cli.output.answers_record import json_lines

        return show(json_lines(models, comparison, grades, options.files), status)
    if options.csv:
        from ttt_table.cli.output.answers_record import models_csv

        return show(models_csv(comparison, grades), status)
    return show(_text(models, comparison, grades, table), status)


def _check_options(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` for options that do not fit together."""
    if STANDARD_OUTPUT in (options.rows, options.report):
        raise ArgumentError("--rows and --report need the name of a file, not -")
    if not options.play and (options.classes or options.side is not None):
        raise ArgumentError("--classes and --as need --play")


def _read(options: argparse.Namespace, table: Table) -> dict[str, Answers]:
    """Read all files, and return the answers of each model; also write ``--rows``."""
    reader = AnswerReader(table, options.pattern, options.first_index)
    with closing(RowLines(table)) as lines:
        models = answers_by_model(
            table,
            _rows(options),
            reader,
            on_row=lines.add if options.rows is not None else None,
            quiet=options.quiet,
        )
        if options.rows is not None:
            write_output(options.rows, lines.pieces())
    return models


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


def _complain_if_unread(models: Mapping[str, Answers]) -> int:
    """Return the exit status, and name the models that have no legal answer.

    It is then more likely that they are read in the wrong way than that the model knows
    no legal move.
    """
    status = FINE
    for name, answers in models.items():
        if not answers.counts["wrong"] + answers.counts["right"]:
            complain(f"{printable(name)}: no answer is a legal move")
            status = WRONG
    return status


def _text(
    models: Mapping[str, Answers],
    comparison: Comparison,
    grades: Mapping[str, Grade],
    table: Table,
) -> str:
    if len(models) > 1:
        parts = [models_text(models, comparison)]
        if grades:
            parts.append(columns(play_table(grades)))
        return "\n\n".join(parts)
    ((name, answers),) = models.items()
    parts = [model_text(name, answers)]
    for grade in grades.values():
        from ttt_table.cli.output.grade_text import SHOWN_AS_TEXT, grade_text

        parts.append(f"Play of {grade_text(grade, table, SHOWN_AS_TEXT)}")
    return "\n\n".join(parts)
