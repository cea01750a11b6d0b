"""The line of a player in the table of several, from its grade."""

from __future__ import annotations

from ttt_table.cli.output.grade_text import most_telling, unanswered_text
from ttt_table.cli.output.several import Row
from ttt_table.grading.causes import causes
from ttt_table.grading.grades import Grade

# The columns: how a player was graded, or in ``error`` why it was not.
FIELDS = (
    "player",
    "sound",
    "beaten",
    "blunders",
    "slips",
    "forfeits",
    "seconds",
    "cause",
    "note",
    "error",
)


def row_of(grade: Grade) -> Row:
    """Return the columns of a player's line that come from its grade."""
    beaten = None if grade.unbeatable is None else not grade.unbeatable
    return {
        "sound": _sound_text(grade),
        "beaten": _verdict_text(beaten),
        "blunders": grade.counts.blunders,
        "slips": grade.counts.slips,
        "forfeits": grade.counts.forfeits,
        "cause": _cause_text(grade),
        "note": grade.note,
    }


def _sound_text(grade: Grade) -> str:
    sound_sides = [name for name, side in grade.sides.items() if side.sound]
    if grade.sound is False:
        return f"as {sound_sides[0]}" if sound_sides else "no"
    played = [side for side in grade.sides.values() if side.played]
    if not played:
        return "not played"
    if len(played) < len(grade.sides) and played[0].sound:
        return f"as {played[0].side}"
    if grade.sound is None and not grade.mistakes.unanswered:
        return "as far as seen"
    return _verdict_text(grade.sound)


def _verdict_text(verdict: bool | None) -> str:
    if verdict is None:
        return "open"
    return "yes" if verdict else "no"


def _cause_text(grade: Grade) -> str:
    mistakes = grade.mistakes
    if mistakes.forfeits and not mistakes.blunders:
        forfeit = mistakes.forfeits[0]
        return f"{forfeit.kind}: {forfeit.reason}"
    return most_telling(grade, causes(grade)) or unanswered_text(grade)
