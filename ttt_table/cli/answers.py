"""Answers in a file, judged: what ``ttt-table grade --answers`` does."""

from __future__ import annotations

import argparse

from ttt_table.cli.drawing import columns, count_text
from ttt_table.cli.graded import SHOWN, grade_drawing, grade_record, most_shown, percent
from ttt_table.cli.parsing import add_flags, whole_number
from ttt_table.cli.terminal import FINE, WRONG, as_line, printable, show
from ttt_table.play.answerfile import LAST_NUMBER
from ttt_table.play.samples import Figures, Samples, Share
from ttt_table.table.reader import Table


def describe_answers(grade: argparse.ArgumentParser) -> None:
    """Give the command the options of answers in a file."""
    words = "answers instead, JSON lines or CSV: board and answer"
    grade.add_argument("--answers", metavar="FILE", help=words)
    words = "what in prose is the answer"
    grade.add_argument("--pattern", default=LAST_NUMBER, metavar="REGEX", help=words)
    words = "the number of the first cell, row and column in answers: 0 or 1 (0)"
    grade.add_argument("--from", dest="base", type=whole_number, default=0, metavar="N", help=words)
    add_flags(
        grade,
        classes="an answer counts for all boards of its class",
        next="only list the boards that are still worth asking",
    )


def judge_answers(options: argparse.Namespace, table: Table) -> int:
    """Judge the file's answers, and the player that draws among them; returns 1 unless sound."""
    kinds = {name: getattr(options, name) for name in ("pattern", "base", "classes")}
    samples = Samples.read(options.answers, table, empty=options.next, **kinds)
    if options.next:
        boards = samples.next_boards(options.side)
        if options.json:
            return show(as_line({"next": boards}))
        return show("\n".join(boards) or "nothing is left to be asked")
    figures, play = samples.figures, samples.grade(options.side)
    status = FINE if play.sound and figures.legal.right == figures.rows else WRONG
    if options.json:
        said = {"file": options.answers, "game": str(table.game), "answers": figures}
        return show(as_line({**said, "play": grade_record(play)}), status)
    drawn = figures_drawing(figures, samples.name, table)
    played = grade_drawing(play, table, most_shown(options, SHOWN))
    return show(f"{drawn}\n\nPlay: {played}", status)


def figures_drawing(figures: Figures, name: str, table: Table) -> str:
    """The figures of the answers, with their intervals, by tier too, and what went wrong."""
    said = f"{printable(name)} on {table.game}: {figures.rows:,} answers to"
    rows = [["stones", "answers", "legal", "keep the value", "where it matters"]]
    whole = figures.legal, figures.keeps, figures.where_it_matters
    for stones, three in [("all", whole), *figures.by_tier.items()]:
        rows.append([f"{stones:>6}", f"{three[0].of:>7,}", *map(_share_text, three)])
    parts = [f"{said} {count_text(figures.boards)}", columns(rows)]
    if figures.causes:
        causes = [[f"{count:>9,}", cause] for cause, count in figures.causes.items()]
        parts.append(f"What went wrong:\n{columns(causes)}")
    agree, pairs = figures.consistent
    if pairs:
        same = "Answers to boards that are equal up to symmetry agree"
        parts.append(f"{same} in {agree:,} of {pairs:,} pairs.")
    return "\n\n".join(parts)


def _share_text(one: Share) -> str:
    if not one.of:
        return ""
    return f"{percent(one.right / one.of)} ({100 * one.low:.1f} to {100 * one.high:.1f})"
