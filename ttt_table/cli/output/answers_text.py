"""What recorded answers are worth, row by row, as text."""

from __future__ import annotations

from ttt_table.cli.output.drawing import columns
from ttt_table.cli.output.numbers import percent
from ttt_table.grading.answer_metrics import Metrics, Share, Shares


def metrics_text(metrics: Metrics) -> str:
    """Return the shares of right answers with their intervals, and what went wrong."""
    rows = [["stones", "answers", "legal", "keep the value", "where it matters"]]
    rows.append(_row("all", metrics.overall))
    for stones, shares in metrics.by_tier.items():
        rows.append(_row(str(stones), shares))
    parts = [columns(rows, left=0)]
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


def _row(name: str, shares: Shares) -> list[str]:
    return [
        name,
        f"{shares.legal.total:,}",
        _share_text(shares.legal),
        _share_text(shares.keeps),
        _share_text(shares.where_it_matters),
    ]


def _share_text(share: Share) -> str:
    if not share.total:
        return ""
    interval = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
    return f"{percent(share.right / share.total)} ({interval})"
