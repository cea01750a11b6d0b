"""Recorded answers of models, as JSON and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ttt_table.answers.comparison import ComparedModel, Comparison
from ttt_table.answers.model import Answers
from ttt_table.answers.shares import Difference, Share
from ttt_table.cli.output.answers_text import MAX_NAME, exploitability_of, sound_text
from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.terminal import as_line, printable
from ttt_table.grading.as_json import grade_as_json
from ttt_table.grading.grades import Grade

_HEADER = (
    "model",
    "boards",
    "asked",
    "no_answer",
    "not_readable",
    "illegal",
    "wrong",
    "right",
    "share",
    "share_low",
    "share_high",
    "matters",
    "matters_low",
    "matters_high",
    "behind",
    "behind_low",
    "behind_high",
    "told_apart",
)
_PLAY_HEADER = ("sound", "exploitability_low", "exploitability_high")


def json_lines(
    models: Mapping[str, Answers],
    comparison: Comparison,
    grades: Mapping[str, Grade],
    files: Sequence[str],
) -> str:
    """Return an object of JSON for each model, the best first."""
    lines = []
    for line in comparison.lines:
        record = {"files": files, **_record(line.model, models[line.model])}
        if len(models) > 1:
            record["common"] = _common(line, comparison)
        if line.model in grades:
            record["play"] = grade_as_json(grades[line.model])
        lines.append(as_line(record))
    return "\n".join(lines)


def models_csv(comparison: Comparison, grades: Mapping[str, Grade]) -> str:
    """Return a line of CSV for each model; shares are numbers from 0 to 1."""
    header = [*_HEADER, *(_PLAY_HEADER if grades else ())]
    lines = [csv_line(header)]
    for line in comparison.lines:
        texts = [printable(line.model, MAX_NAME), *map(str, line.counts.values())]
        texts += _share_texts(line.right)
        texts += _share_texts(line.matters)
        texts += _behind_texts(line.behind)
        if grades:
            grade = grades[line.model]
            texts.append(sound_text(grade.sound))
            texts += [f"{float(end):.6g}" for end in exploitability_of(grade)]
        lines.append(csv_line(texts))
    return "\n".join(lines)


def _record(name: str, answers: Answers) -> dict[str, object]:
    return {
        "model": name,
        "game": str(answers.table.game),
        "counts": answers.counts,
        "right": _share(answers.right),
        "matters": _share(answers.matters),
        "causes": answers.causes,
        "unread": answers.unread,
        "doubts": answers.doubts,
        "doubted": answers.doubted,
    }


def _common(line: ComparedModel, comparison: Comparison) -> dict[str, object]:
    return {
        "boards": comparison.boards,
        "counts": line.counts,
        "right": _share(line.right),
        "matters": _share(line.matters),
        "behind": None if line.behind is None else _difference(line.behind),
        "leave_out": comparison.leave_out,
        "boards_without": comparison.boards_without,
    }


def _share(share: Share) -> dict[str, object]:
    return {
        "right": share.right,
        "asked": share.asked,
        "boards": share.boards,
        "share": share.value if share.asked else None,
        "low": share.low,
        "high": share.high,
    }


def _difference(behind: Difference) -> dict[str, object]:
    return {
        "value": behind.value,
        "low": behind.low,
        "high": behind.high,
        "told_apart": behind.told_apart,
    }


def _share_texts(share: Share) -> Iterator[str]:
    """Yield a share and the ends of its interval; empty texts if nothing was asked."""
    if not share.asked:
        yield from ("", "", "")
        return
    for number in (share.value, share.low, share.high):
        yield f"{number:.6g}"


def _behind_texts(behind: Difference | None) -> Iterator[str]:
    """Yield a difference, the ends of its interval, and whether it is told apart."""
    if behind is None:
        yield from ("", "", "", "")
        return
    for number in (behind.value, behind.low, behind.high):
        yield f"{number:.6g}"
    yield "yes" if behind.told_apart else "no"
