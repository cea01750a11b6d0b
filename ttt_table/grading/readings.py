"""Other readings of a player's answers, tried where it forfeits; and hints.

It is read in another way if that makes every answer a legal move, on all boards it then meets, and
no other way does; else the grade stays as it is, with a hint.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from shlex import quote

from ttt_table.grading.asking import AS_SAID, NOTHING, Player, Reading, Seat
from ttt_table.grading.grades import Grade
from ttt_table.grading.positions import Positions
from ttt_table.players.answers import Answer, Unanswered, forfeit_in
from ttt_table.players.keeping import likely_views
from ttt_table.players.programs import Program
from ttt_table.players.pythonfile import PythonFile

READINGS = (
    Reading("a cell counted from 1: 0 was never answered", (1,), base=1),
    Reading("a row and a column counted from 1: 0 was never answered", (2,), base=1),
    Reading("a column and a row", (2,), slice(None, None, -1)),
    Reading("(score, cell)", (2,), slice(1, 2)),
    Reading("(cell, score)", (2,), slice(1)),
    Reading("(row, column, score)", (3,), slice(2)),
    Reading("(score, row, column)", (3,), slice(1, 3)),
)
METHOD = "where it is a class, name its method too: Bot.reply; or that of an object: bot.reply"
OBJECT = "it asks an object: {}write a function of the board that makes one"
# what to do about a forfeit, by what its reason holds
HINTS = {
    "required positional": "it wants more than a board: write a function of the board to call it",
    "takes no arguments": METHOD,
    " object at 0x": METHOD,
    "' is not a cell": "its answers are text: what is wanted is a cell's number",
    "EOFError": "it asks a person: name a function that is given a board and returns a move",
}


def reread(
    found: Grade,
    grade: Callable[[Reading], Grade],
    player: Player,
    positions: Positions,
    view: str,
) -> Grade:
    """The grade by the one other reading that spares all forfeits; else this one, with a hint."""
    # Who has no answer may look for one where another view has it.
    reasons = [one.reason for one in found.forfeits if one.kind != "exit"]
    reasons += [NOTHING[1] for one in found.unanswered if one.seconds is None]
    if not reasons:
        return found
    keys = positions.near_the_end(found.sides or found.side)
    others = [
        (one, grade(one))
        for one, _ in _fitting(player, positions, view, keys)
        if one.words
    ]
    clean = [each for each in others if not each[1].forfeits]
    if len(clean) == 1 and found.forfeits:
        reading, better = clean[0]
        return replace(
            better, taken_as=[*better.taken_as, f"answers are taken as {reading.words}"]
        )
    hint = next((hint for words, hint in HINTS.items() if words in reasons[0]), "")
    if others:
        ways = " or ".join(one.words.partition(":")[0] for one, _ in clean or others)
        hint = f"its answers may be {ways}: return the cell alone, counted from 0"
    elif (
        not hint and type(player) is not Program and 2 * len(reasons) > found.decisions
    ):
        best = _best_view(player, positions, view, keys)
        untried = "" if view.startswith("state") else "try --view state, or "
        hint = OBJECT.format(untried) if "object has no attribute" in reasons[0] else ""
        hint = (
            f"it seems to want another view of the board: --view {quote(best)}"
            if best
            else hint
        )
    if not hint and " is true for " in "".join(found.taken_as):
        hint = "its answers may be scores: name the function that chooses a move"
    return replace(found, hint=hint)


def _best_view(player: Player, positions: Positions, view: str, keys: list[int]) -> str:
    """The other view in which all its answers are legal and most are best; empty without one."""
    text = (
        Path(player.path).read_text("utf-8", "replace")
        if isinstance(player, PythonFile)
        else ""
    )
    best, most = "", -1
    for one in likely_views(text):
        if one != view and most < len(keys):
            many = max(
                (many for _, many in _fitting(player, positions, one, keys)), default=-1
            )
            best, most = (one, many) if many > most else (best, most)
    return best


def _fitting(
    player: Player, positions: Positions, view: str, keys: list[int]
) -> list[tuple[Reading, int]]:
    """The readings by which all answers at these positions are legal, and how many are best."""
    fits = []
    with player.viewed(view) if isinstance(player, PythonFile) else nullcontext():
        for reading in (AS_SAID, *READINGS):
            answers: list[Answer] = []
            for one in Seat(player, positions, view, reading).answers(keys):
                answers.append(one)
                if isinstance(one, Unanswered) or forfeit_in(one):
                    break
            else:
                right = (
                    positions.table.best_moves(positions.text(key)) for key in keys
                )
                pairs = zip(answers, right, strict=True)
                fits.append((reading, sum(one in cells for one, cells in pairs)))
    return fits
