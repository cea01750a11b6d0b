"""Grades as objects for JSON: exact numbers as text, such as "25/32"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import TypeAlias

from ttt_table.grading.causes import Cause, cause_name, causes, main_cause
from ttt_table.grading.grades import Grade, Mistake
from ttt_table.rules.game import Game

JsonObject: TypeAlias = dict[str, object]

VERDICTS = ("sound", "perfect", "unbeatable", "exact", "exploitability")


def grade_as_json(grade: Grade) -> JsonObject:
    """Return a grade: its fields, its verdicts and the causes of its blunders."""
    names = [*(field.name for field in fields(grade)), *VERDICTS]
    record = {name: _as_json(getattr(grade, name)) for name in names}
    listed_causes = causes(grade)
    record["main_cause"] = main_cause(listed_causes)
    record["causes"] = [_cause(cause) for cause in listed_causes]
    record["blunders"] = [
        {**_mistake(blunder), "cause": cause_name(blunder)}
        for blunder in grade.blunders
    ]
    return record


def _as_json(value: object) -> object:
    if isinstance(value, Grade):
        record = grade_as_json(value)
        del record["sides"]
        return record
    if isinstance(value, Mistake):
        return _mistake(value)
    if isinstance(value, Fraction | Game):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _as_json(value._asdict())
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    return value


def _mistake(mistake: Mistake) -> JsonObject:
    names = ("board", "cell", "moves", "before", "after", "best", "continuation")
    return {name: _as_json(getattr(mistake, name)) for name in names}


def _cause(cause: Cause) -> JsonObject:
    return {
        "cause": cause.name,
        "boards": len(cause.blunders),
        "classes": cause.classes,
        "by_line": {
            " ".join(map(str, line)): count for line, count in cause.by_line.items()
        },
        "by_ply": _as_json(cause.by_ply),
    }
