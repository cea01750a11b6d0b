"""Answers in a file, judged: what ``ttt-table grade --answers`` does."""

from __future__ import annotations

import argparse

from ttt_table.cli.drawing import columns, count_text
from ttt_table.cli.graded import SHOWN, grade_drawing, grade_record, most_shown, percent
from ttt_table.cli.terminal import FINE, WRONG, as_line, printable, show
from ttt_table.play.samples import Figures, Samples, Share
from ttt_table.table.reader import Table


def judge_answers(options: argparse.Namespace, table: Table) -> int:
    """Judge the file's answers, and the player that draws among them; returns 1 unless sound."""
    kinds = {name: getattr(options, name) for name in ("pattern", "base", "classes", "quiet")}
    samples = Samples.read(options.answers, table, empty=options.next, **kinds)
    if options.next:
        boards = samples.next_boards(options.side)
        listed = "\n".join(boards) or "nothing is left to be asked"
        return show(as_line({"next": boards}) if options.json else listed)
    figures, play = samples.figures, samples.grade(options.side)
    status = FINE if play.sound and figures.legal.right == figures.rows else WRONG
    if options.json:
        said = {"file": options.answers, "game": str(table.game), "answers": figures}
        return show(as_line({**said, "play": grade_record(play)}), status)
    many = f"{count_text(figures.rows, 'answer')} to {count_text(figures.boards)}"
    drawn = f"{printable(samples.name)} on {table.game}: {many}\n\n{figures_drawing(figures)}"
    played = grade_drawing(play, table, most_shown(options, SHOWN))
    return show(f"{drawn}\n\nPlay: {played}", status)


def figures_drawing(figures: Figures) -> str:
    """The figures of the answers, with their intervals, by tier too, and what went wrong."""
    rows = [["stones", "answers", "legal", "keep the value", "where it matters"]]
    for stones, three in [("all", figures[2:5]), *figures.by_tier.items()]:
        rows.append([str(stones), f"{three[0].of:,}", *map(_share_text, three)])
    parts = [columns(rows, left=0)]
    if figures.causes:
        causes = [[f"  {cause}", f"{count:,}"] for cause, count in figures.causes.items()]
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
