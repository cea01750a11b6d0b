"""Models that answered the same boards, compared: as text, as CSV, and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ttt_table.cli.output.answers_text import share_text, share_with_interval
from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.drawing import columns, count_text
from ttt_table.cli.output.numbers import rounded, span
from ttt_table.cli.output.report import fault_sections
from ttt_table.cli.output.terminal import printable
from ttt_table.cli.output.verdict_text import verdict_text
from ttt_table.export import report
from ttt_table.grading.answer_metrics import Metrics, Share
from ttt_table.grading.causes import causes
from ttt_table.grading.grades import Grade
from ttt_table.grading.records import Number
from ttt_table.table.reader import Table

MAX_NAME = 60  # characters of a model's name
SORTED = "sorted by how often they keep the value where it matters"

_CSV_HEADER = (
    "model",
    "answers",
    "boards",
    *(
        f"{sense}{part}"
        for sense in ("legal", "keeps", "where_it_matters")
        for part in ("", "_low", "_high")
    ),
    "exploitability_low",
    "exploitability_high",
    "sound",
    "cause",
)


@dataclass(frozen=True, slots=True)
class GradedModel:
    """A model with what its answers are worth.

    Attributes:
        name: Its name.
        metrics: Its answers, row by row.
        play: The grade of a player that draws from them.
    """

    name: str
    metrics: Metrics
    play: Grade

    @property
    def is_fine(self) -> bool:
        """True if it is sound and all its answers are legal."""
        legal = self.metrics.overall.legal
        return bool(self.play.sound) and legal.right == legal.total

    @property
    def exploitability(self) -> tuple[Number, Number]:
        """Its exploitability, at least and at most."""
        bounds = self.play.bounds
        value = self.play.value
        # A float may be a little below 0 by rounding.
        return max(0, value - bounds.upper.worst), max(0, value - bounds.lower.worst)


def sorted_models(models: Iterable[GradedModel]) -> list[GradedModel]:
    """Return the models, the best first."""

    def order(model: GradedModel) -> tuple[float, float, float, str]:
        overall = model.metrics.overall
        return (
            -_ratio(overall.where_it_matters),
            -_ratio(overall.keeps),
            -_ratio(overall.legal),
            model.name,
        )

    return sorted(models, key=order)


def models_text(models: Sequence[GradedModel], game: str) -> str:
    """Return a table of models as text."""
    title = f"{len(models):,} models on {game}, {SORTED}"
    rows = [
        [
            "model",
            "answers",
            "boards",
            "legal",
            "keep the value",
            "where it matters",
            "exploitability",
            "commonest cause",
        ]
    ]
    rows += [_row(model) for model in models]
    note = (
        "In brackets: 95 % intervals over boards. Answers to one board may depend on"
        " each other."
    )
    return f"{title}\n\n{columns(rows, left=1)}\n\n{note}"


def models_csv(models: Sequence[GradedModel]) -> str:
    """Return a table of models as CSV; shares are numbers from 0 to 1."""
    lines = [csv_line(_CSV_HEADER)]
    for model in models:
        overall = model.metrics.overall
        texts = [
            printable(model.name, MAX_NAME),
            str(model.metrics.rows),
            str(model.metrics.boards),
        ]
        for share in (overall.legal, overall.keeps, overall.where_it_matters):
            texts += _csv_texts(share)
        texts += [f"{float(end):.6g}" for end in model.exploitability]
        texts.append(_sound_text(model.play.sound))
        texts.append(_commonest_cause(model.metrics))
        lines.append(csv_line(texts))
    return "\n".join(lines)


def models_report(models: Sequence[GradedModel], table: Table, max_shown: int) -> str:
    """Return a page with a bar for each model, and its mistakes as boards."""
    bars = []
    parts = []
    for model in models:
        share = model.metrics.overall.where_it_matters
        bars.append(
            report.Bar(
                name=printable(model.name, MAX_NAME),
                share=_ratio(share),
                low=share.over_boards.low,
                high=share.over_boards.high,
                text=share_with_interval(share),
            )
        )
        parts.append(_part(model, table, max_shown))
    names = [
        "model",
        "answers",
        "legal",
        "keep the value",
        "exploitability",
        "commonest cause",
    ]
    rows = [names]
    for model in models:
        name, answers, _, legal, keeps, _, exploitability, cause = _row(model)
        rows.append([name, answers, legal, keeps, exploitability, cause])
    count = count_text(len(models), "model")
    return report.make_comparison(
        table,
        title=f"{count} on {table.game}",
        words=[
            "Each bar is the share of answers that keep the value of the game, on"
            " boards where some legal move does not. The line on it is the 95 %"
            " interval over boards."
        ],
        bars=bars,
        results=[rows],
        parts=parts,
    )


def _part(model: GradedModel, table: Table, max_shown: int) -> report.Part:
    listed_causes = causes(model.play)
    sections: dict[str, Sequence[report.Fault]] = {}
    for side in model.play.sides.values():
        sections.update(fault_sections(side, table, max_shown))
    return report.Part(
        title=printable(model.name, MAX_NAME),
        words=[f"Play: {verdict_text(model.play, listed_causes)}"],
        sections=sections,
    )


def _row(model: GradedModel) -> list[str]:
    metrics = model.metrics
    overall = metrics.overall
    return [
        printable(model.name, MAX_NAME),
        f"{metrics.rows:,}",
        f"{metrics.boards:,}",
        share_text(overall.legal),
        share_text(overall.keeps),
        share_with_interval(overall.where_it_matters),
        span(map(rounded, model.exploitability)),
        _commonest_cause(metrics),
    ]


def _csv_texts(share: Share) -> Iterator[str]:
    """Yield a share and the ends of its interval; empty ones without answers."""
    if not share.total:
        yield from ("", "", "")
        return
    interval = share.over_boards
    for number in (share.right / share.total, interval.low, interval.high):
        yield f"{number:.6g}"


def _commonest_cause(metrics: Metrics) -> str:
    for cause, count in metrics.causes.items():  # the most frequent comes first
        return f"{cause} ({count:,})"
    return ""


def _ratio(share: Share) -> float:
    return share.right / share.total if share.total else 0.0


def _sound_text(sound: bool | None) -> str:
    if sound is None:
        return "open"
    return "yes" if sound else "no"
