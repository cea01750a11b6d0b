"""Grades as objects for JSON: exact numbers as text, such as "25/32"."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import TypeAlias

from ttt_table.grading.causes import Cause, causes, main_cause
from ttt_table.grading.grades import (
    Bounds,
    Chances,
    Grade,
    Mistake,
    Mistakes,
    Number,
    Results,
    SideGrade,
    Unstable,
)
from ttt_table.players.answers import (
    FORFEIT_CELL,
    Answer,
    Forfeit,
    Mixed,
    Slowest,
    Unanswered,
    weights_of,
)
from ttt_table.rules.outcome import Outcome

JsonObject: TypeAlias = dict[str, object]


def grade_as_json(grade: Grade) -> JsonObject:
    """Return a grade: the player, a note, the verdicts, and all about each side."""
    return {
        "player": grade.player,
        "game": str(grade.game),
        "note": grade.note,
        **_verdicts(grade),
        "observations": asdict(grade.observations),
        "sides": {side: _side(graded) for side, graded in grade.sides.items()},
    }


def _verdicts(grade: Grade | SideGrade) -> JsonObject:
    return {
        "sound": grade.sound,
        "perfect": grade.perfect,
        "unbeatable": grade.unbeatable,
        "exact": grade.exact,
        "played": grade.played,
        "exploitability": _number(grade.exploitability),
    }


def _side(side: SideGrade) -> JsonObject:
    listed_causes = causes(side)
    return {
        "value": _number(side.value),
        **_verdicts(side),
        "counts": asdict(side.counts) | {"games": _results(side.counts.games)},
        "chances": _chances(side.chances),
        "bounds": _bounds(side.bounds),
        "mistakes": _mistakes(side.mistakes, listed_causes),
        "causes": [_cause(cause) for cause in listed_causes],
        "main_cause": main_cause(listed_causes),
    }


def _number(number: Number) -> str | float:
    return str(number) if isinstance(number, Fraction) else number


def _results(results: Results) -> JsonObject:
    return {kind: _number(number) for kind, number in results._asdict().items()}


def _chances(chances: Chances) -> JsonObject:
    against = None
    if chances.against is not None:
        against = _results(chances.against)
    return {
        "vs_random": _results(chances.vs_random),
        "vs_perfect": _results(chances.vs_perfect),
        "against": against,
        "worst": _number(chances.worst),
    }


def _bounds(bounds: Bounds) -> JsonObject:
    return {
        "lower": _chances(bounds.lower),
        "upper": _chances(bounds.upper),
        "arithmetic": bounds.arithmetic,
        "error": bounds.error,
        "doubtful": list(bounds.doubtful),
    }


def _mistakes(mistakes: Mistakes, listed_causes: Sequence[Cause]) -> JsonObject:
    cause_at = {
        blunder.board: cause.name
        for cause in listed_causes
        for blunder in cause.blunders
    }
    blunders = [
        _mistake(blunder) | {"cause": cause_at[blunder.board]}
        for blunder in mistakes.blunders
    ]
    slowest = None
    if mistakes.slowest is not None:
        slowest = _slowest(mistakes.slowest)
    return {
        "blunders": blunders,
        "slips": [_mistake(slip) for slip in mistakes.slips],
        "forfeits": [_forfeit(forfeit) for forfeit in mistakes.forfeits],
        "unanswered": [_unanswered(missing) for missing in mistakes.unanswered],
        "unstable": [_unstable(unstable) for unstable in mistakes.unstable],
        "shortest_loss": mistakes.shortest_loss,
        "slowest": slowest,
    }


def _mistake(mistake: Mistake) -> JsonObject:
    moves = {str(cell): _number(chance) for cell, chance in mistake.moves.items()}
    return {
        "board": mistake.board,
        "move": mistake.move,
        "moves": moves,
        "was": _outcome(mistake.was),
        "became": _outcome(mistake.became),
        "right": mistake.right,
        "continuation": mistake.continuation,
    }


def _outcome(outcome: Outcome) -> JsonObject:
    return {"value": outcome.value, "plies": outcome.plies}


def _forfeit(forfeit: Forfeit) -> JsonObject:
    return {
        "board": forfeit.board,
        "kind": forfeit.kind,
        "reason": forfeit.reason,
        "share": _number(forfeit.share),
    }


def _unanswered(unanswered: Unanswered) -> JsonObject:
    return {"board": unanswered.board, "seconds": unanswered.limit}


def _slowest(slowest: Slowest) -> JsonObject:
    return {"board": slowest.board, "seconds": slowest.seconds}


def _unstable(unstable: Unstable) -> JsonObject:
    return {
        "board": unstable.board,
        "first": _answer(unstable.first),
        "second": _answer(unstable.second),
    }


def _answer(answer: Answer) -> object:
    """Return a cell, cells with their weights, or a forfeit; None for no answer."""
    if isinstance(answer, int):
        return answer
    if isinstance(answer, Unanswered):
        return None
    if isinstance(answer, Forfeit):
        return {"kind": answer.kind, "reason": answer.reason}
    weights: JsonObject = {}
    for cell, weight in weights_of(answer):
        if cell == FORFEIT_CELL and isinstance(answer, Mixed):
            weights[answer.forfeit.kind] = weight
        else:
            weights[str(cell)] = weight
    return weights


def _cause(cause: Cause) -> JsonObject:
    return {
        "cause": cause.name,
        "boards": len(cause.blunders),
        "classes": cause.classes,
        "by_line": _by_line(cause.by_line),
        "by_ply": {str(stones): count for stones, count in cause.by_ply.items()},
    }


def _by_line(count_of_line: Mapping[tuple[int, ...], int]) -> JsonObject:
    return {" ".join(map(str, line)): count for line, count in count_of_line.items()}
