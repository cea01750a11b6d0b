"""A player that forfeits is read in another way, where only one will do; else a hint says why."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING

from ttt_table.play.players import Forfeit, Player, Seat, Unanswered
from ttt_table.play.positions import Positions
from ttt_table.play.pythonfile import PythonFile
from ttt_table.play.readings import AS_SAID, READINGS, Reading

if TYPE_CHECKING:
    from ttt_table.play.grading import Grade

FREE = ("", ": ", ":_", ":", ":-", ":.", ":cell", ":0")
OTHER_VIEWS = (*(f"{kind}{free}" for free in FREE for kind in ("rows", "list")), "array", "state")
VIEW_FAULTS = (
    *("TypeError", "IndexError", "AttributeError", "KeyError", "None is not a cell"),
    *("empty", "not in list", "invalid literal", "unpack"),
)
"""What a forfeit's reason holds where another view of the board may be all that is missing."""
_METHOD = "a class is played by its one method of a known name: write bot = Bot(), name bot.method"
HINTS = {
    "required positional": "it wants more than a board: write a function of the board to call it",
    "takes no arguments": _METHOD,
    " object at 0x": _METHOD,
}
"""What a forfeit's reason holds, and what to do about it."""


def reread(
    found: Grade,
    graded: Callable[[Reading], Grade],
    player: Player,
    positions: Positions,
    view: str,
) -> Grade:
    """The grade by the one other reading that spares all forfeits; else this one, with a hint."""
    if all(one.kind == "exit" for one in found.forfeits):
        return found
    view = player.view if isinstance(player, PythonFile) else view
    first = positions.table.first
    order = (first, "XO"[first == "X"])
    own = [at for at, one in enumerate(order) if found.side in (one, "both")]
    keys = positions.near_the_end(own)
    others = [(one, graded(one)) for one in _fitting(player, positions, view, keys) if one.words]
    clean = [each for each in others if not each[1].forfeits and each[0].shown(found.game)]
    if len(clean) == 1:
        reading, better = clean[0]
        words = reading.words.format(max(reading.met, default=0))
        return replace(better, taken_as=[*better.taken_as, f"answers are taken as {words}"])
    reason = found.forfeits[0].reason
    hint = next((hint for words, hint in HINTS.items() if words in reason), "")
    if others:
        ways = " or ".join(one.words.partition(":")[0] for one, _ in clean or others)
        hint = f"its answers may be {ways}: return the cell alone, counted from 0"
    elif not hint and view == "text" and any(words in reason for words in VIEW_FAULTS):
        fits = (one for one in OTHER_VIEWS if _fitting(player, positions, one, keys))
        other = next(fits, None)
        hint = f"it seems to want another view of the board: --view {quote(other)}" if other else ""
    return replace(found, hint=hint)


def _fitting(player: Player, positions: Positions, view: str, keys: list[int]) -> list[Reading]:
    """The readings by which all answers at these positions are legal moves."""
    with ExitStack() as stack:
        if isinstance(player, PythonFile) and view != player.view:
            player = stack.enter_context(player.viewed(view))
        fits = []
        for reading in (AS_SAID, *READINGS):
            own = replace(reading, met=set()) if reading.words else reading
            with closing(Seat(player, positions, view, reading=own)) as seat:
                if not any(isinstance(one, Forfeit | Unanswered) for one in seat.answers(keys)):
                    fits.append(own)
    return fits
