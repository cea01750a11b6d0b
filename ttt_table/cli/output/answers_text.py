"""The metrics of recorded answers, as text."""

from __future__ import annotations

import argparse
import shlex
from fractions import Fraction

from ttt_table.cli.output.drawing import columns
from ttt_table.cli.output.numbers import percent
from ttt_table.grading.answer_metrics import Interval, Metrics, Share, Shares
from ttt_table.grading.answer_reading import LAST_NUMBER, PLAIN_FORM
from ttt_table.grading.samples import BetterFormat

# The options that a proposed command keeps: their names in the namespace, and defaults.
KEPT_OPTIONS = (
    ("--as", "side", None),
    ("--against", "against", None),
    ("--table", "table", None),
    ("--first", "first", "X"),
    ("--pattern", "pattern", LAST_NUMBER),
    ("--parsed", "parsed", None),
    ("--report", "report", None),
    ("--show", "show", None),
)
KEPT_FLAGS = (
    ("--classes", "classes"),
    ("--next", "next"),
    ("--csv", "csv"),
    ("--json", "json"),
    ("--quiet", "quiet"),
)


def metrics_text(metrics: Metrics) -> str:
    """Return the shares of right answers with their intervals, and what went wrong."""
    rows = [["stones", "answers", "legal", "keep the value", "where it matters"]]
    rows.append(_row("all", metrics.overall))
    for stones, shares in metrics.by_tier.items():
        rows.append(_row(str(stones), shares))
    parts = [columns(rows, left=0), _intervals_text(metrics.overall)]
    if metrics.causes:
        causes = [
            [f"  {cause}", f"{count:,}"] for cause, count in metrics.causes.items()
        ]
        parts.append(f"What went wrong:\n{columns(causes)}")
    if metrics.pairs:
        parts.append(
            "Answers to boards that are equal up to symmetry agree in "
            f"{metrics.agreeing:,} of {metrics.pairs:,} pairs."
        )
    return "\n\n".join(parts)


def proposal_reason(better: BetterFormat, options: argparse.Namespace) -> str:
    """Return why answers seem to be read in the wrong way."""
    changes = []
    if better.first_index != options.first_index:
        changes.append(f"counted from {better.first_index}")
    if better.form != (options.answer or PLAIN_FORM):
        changes.append("with rows and columns exchanged")
    change = " and ".join(changes)
    share = percent(Fraction(better.legal, better.total))
    share_as_read = percent(Fraction(better.legal_as_read, better.total))
    return (
        f"are these answers read in the right way? {change.capitalize()}, {share} of"
        f" them are legal; as they are read, {share_as_read}."
    )


def proposed_command(better: BetterFormat, options: argparse.Namespace) -> str:
    """Return the command that reads the files in another format."""
    words = ["ttt-table", "grade", "--answers", *options.answers]
    if better.first_index:
        words += ["--from", str(better.first_index)]
    if better.form != PLAIN_FORM:
        words += ["--answer", better.form]
    for option, name, default in KEPT_OPTIONS:
        value = getattr(options, name)
        if value != default:
            words += [option, str(value)]
    words += [flag for flag, name in KEPT_FLAGS if getattr(options, name)]
    return shlex.join(words)


def interval_text(interval: Interval) -> str:
    """Return the ends of an interval in percent."""
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def share_text(share: Share) -> str:
    """Return a share in percent; empty if there are no answers."""
    return percent(share.right / share.total) if share.total else ""


def share_with_interval(share: Share) -> str:
    """Return a share in percent with its interval over boards."""
    if not share.total:
        return ""
    return f"{share_text(share)} ({interval_text(share.over_boards)})"


def _row(name: str, shares: Shares) -> list[str]:
    return [
        name,
        f"{shares.legal.total:,}",
        share_with_interval(shares.legal),
        share_with_interval(shares.keeps),
        share_with_interval(shares.where_it_matters),
    ]


def _intervals_text(overall: Shares) -> str:
    texts = [
        f"legal {interval_text(overall.legal.over_rows)}",
        f"keep the value {interval_text(overall.keeps.over_rows)}",
    ]
    if overall.where_it_matters.total:
        texts.append(
            f"where it matters {interval_text(overall.where_it_matters.over_rows)}"
        )
    return (
        "In brackets: 95 % intervals over boards. Answers to one board may depend on"
        " each other.\n"
        f"If all answers are independent: {', '.join(texts)}."
    )
