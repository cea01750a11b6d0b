"""``ttt-table grade --answers``: judge files of answers, of one model or of several."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

from ttt_table.cli.output.answers_text import (
    metrics_text,
    proposal_reason,
    proposed_command,
)
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.files import write_output
from ttt_table.cli.output.grade_text import (
    SHOWN_AS_TEXT,
    SHOWN_IN_REPORT,
    grade_text,
    max_shown_by,
)
from ttt_table.cli.output.models_table import (
    GradedModel,
    models_csv,
    models_report,
    models_text,
    sorted_models,
)
from ttt_table.cli.output.parsed_answers import ParsedAnswers
from ttt_table.cli.output.terminal import (
    FINE,
    WRONG,
    as_line,
    print_to_stderr,
    printable,
    show,
)
from ttt_table.errors import PlayerError
from ttt_table.grading.answer_file import AnswerRow, read_rows
from ttt_table.grading.answer_reading import PLAIN_FORM, AnswerFormat, AnswerParser
from ttt_table.grading.as_json import grade_as_json, metrics_as_json
from ttt_table.grading.samples import Samples, samples_by_model
from ttt_table.players.session import Player
from ttt_table.table.reader import Table

MIN_SHOWN_IN_REPORT = 5
"""The mistakes of each kind that a report may show, however many models it has."""

OpenOpponent = Callable[[ExitStack], Player | None]
"""A function that opens the opponent that the options name, if they name one."""


def judge_answers(
    options: argparse.Namespace, table: Table, open_opponent: OpenOpponent
) -> int:
    """Judge files of answers, and players that draw their moves from them.

    Returns:
        The exit status: 0 if every model is sound and answers only legal moves.
    """
    samples_of = _samples(options, table)
    if options.next:
        return _show_next(samples_of, options)
    models = sorted_models(_graded(samples_of, options, open_opponent))
    if options.report is not None:
        # A browser is slow with too many boards, so many models share the usual number.
        default = max(MIN_SHOWN_IN_REPORT, SHOWN_IN_REPORT // len(models))
        page = models_report(models, table, max_shown_by(options, default))
        write_output(options.report, [page.encode()])

    status = FINE if all(model.is_fine for model in models) else WRONG
    if options.json:
        lines = [_as_json(model, samples_of[model.name], options) for model in models]
        return show("\n".join(lines), status)
    if options.csv:
        _propose(samples_of, options)
        return show(models_csv(models), status)
    if len(models) > 1:
        _propose(samples_of, options)
        return show(models_text(models, str(table.game)), status)
    (model,) = models
    return show(_text(model, samples_of[model.name], table, options), status)


def _samples(options: argparse.Namespace, table: Table) -> dict[str, Samples]:
    """Read all files, and return the samples of each model; also write ``--parsed``."""
    declared = AnswerFormat(
        options.pattern, options.first_index, options.answer or PLAIN_FORM
    )
    with closing(ParsedAnswers()) as parsed:
        samples_of = samples_by_model(
            table,
            _rows(options, table, declared),
            declared,
            classes=options.classes,
            on_verdict=parsed.add if options.parsed is not None else None,
            quiet=options.quiet,
        )
        if not samples_of:  # with --next, all files may be empty
            path = options.answers[0]
            samples_of[path] = Samples(table, [], classes=options.classes)
        if options.parsed is not None:
            write_output(options.parsed, parsed.pieces())
    return samples_of


def _rows(
    options: argparse.Namespace, table: Table, declared: AnswerFormat
) -> Iterator[AnswerRow]:
    """Yield the rows of all files; those without a model are named by their file."""
    parser = AnswerParser(table.game.cols, [declared, *declared.others()])
    for path in options.answers:
        answers = 0
        for row in read_rows(path, parser, quiet=options.quiet):
            if not row.model:
                row.model = path
            answers += row.cells[0] is not None
            yield row
        if not answers and not options.next:
            raise PlayerError(f"{path}: the file has no answers")


def _graded(
    samples_of: dict[str, Samples],
    options: argparse.Namespace,
    open_opponent: OpenOpponent,
) -> Iterator[GradedModel]:
    with ExitStack() as players:
        opponent = open_opponent(players)
        for name, samples in samples_of.items():
            play = samples.grade(options.side, against=opponent, force=options.force)
            yield GradedModel(name, samples.metrics, play)


def _show_next(samples_of: dict[str, Samples], options: argparse.Namespace) -> int:
    """List the boards to ask next; with several models, the boards of each one."""
    _propose(samples_of, options)
    is_single = len(samples_of) == 1
    for name, samples in samples_of.items():
        boards = samples.next_boards(options.side, force=options.force)
        if options.json:
            record: dict[str, object] = {"next": boards}
            show(as_line(record if is_single else {"model": name, **record}))
        elif is_single:
            if boards:
                show("\n".join(boards))
        else:
            shown = printable(name)
            for board in boards:
                show(f"{board}  {shown}")
        if not boards:
            whose = "" if is_single else f"{printable(name)}: "
            print_to_stderr(f"{whose}nothing is left to be asked")
    return FINE


def _propose(samples_of: dict[str, Samples], options: argparse.Namespace) -> None:
    """Say on standard error which models seem to be read in the wrong way."""
    commands: dict[str, None] = {}  # without repetitions, in order
    for name, samples in samples_of.items():
        better = samples.better_format
        if better is not None:
            print_to_stderr(f"{printable(name)}: {proposal_reason(better, options)}")
            commands[proposed_command(better, options)] = None
    for command in commands:
        print_to_stderr(f"try: {command}")


def _as_json(model: GradedModel, samples: Samples, options: argparse.Namespace) -> str:
    answers = metrics_as_json(model.metrics)
    return as_line(
        {
            "files": options.answers,
            "model": model.name,
            "game": str(model.play.game),
            "answers": {**answers, "better_format": samples.better_format},
            "play": grade_as_json(model.play),
        }
    )


def _text(
    model: GradedModel, samples: Samples, table: Table, options: argparse.Namespace
) -> str:
    metrics = model.metrics
    answers = f"{count_text(metrics.rows, 'answer')} to {count_text(metrics.boards)}"
    parts = [f"{printable(model.name)} on {table.game}: {answers}"]
    better = samples.better_format
    if better is not None:
        reason = proposal_reason(better, options)
        command = proposed_command(better, options)
        parts.append(f"{reason[0].upper()}{reason[1:]}\ntry: {command}")
    parts.append(metrics_text(metrics))
    max_shown = max_shown_by(options, SHOWN_AS_TEXT)
    parts.append(f"Play: {grade_text(model.play, table, max_shown)}")
    return "\n\n".join(parts)
