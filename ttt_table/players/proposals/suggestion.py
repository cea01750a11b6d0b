"""What a trial suggests, if that was not found by chance."""

from __future__ import annotations

from dataclasses import dataclass

from ttt_table.players.adapter import Adapter
from ttt_table.players.proposals.argument_lists import CONSTANTS, OF_THE_SIDE
from ttt_table.players.proposals.fits import Finding, Fit

# On boards with more free cells, the part of legal moves that a player makes which is
# understood, and of best moves that a flawless one takes.
NEARLY_ALL = 0.85

# The part of these that a player takes which looks for wins and threats alone.
MANY = 0.6


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An adapter that fits well enough to be proposed.

    Attributes:
        side: The one side that the player plays; "" if it plays all that were asked.
        boards: How many boards there were, of the sides that it plays.
        best: How many of the best moves on these it takes.
        is_flawless: Whether it takes all of the best moves on every side, and most on
            earlier boards.

    """

    adapter: Adapter
    side: str
    boards: int
    best: int
    is_flawless: bool

    def is_clearly_better_than(self, adapter: Adapter) -> bool:
        """Whether it is to be preferred to one with which all answers are legal too.

        A player that blocks before it wins takes all winning moves where its marks are
        reversed. So no exchange of the players is preferred unless the user has
        declared marks or arguments, and no other argument than one that says whose turn
        it is.
        """
        if not self.is_flawless:
            return False
        if adapter.arguments is not None or adapter.marks:
            return self.adapter != adapter
        if str(self.adapter.mark_of["X"]).upper() == adapter.mark_of["O"]:
            return False
        if self.adapter.arguments is not None:
            return any(argument in OF_THE_SIDE for argument in self.adapter.arguments)
        ours = self.adapter.board, self.adapter.empty
        return ours != (adapter.board, adapter.empty)


def suggestion_of(finding: Finding, side_count: int) -> Suggestion | None:
    """Return what a trial suggests, if anything.

    Args:
        finding: What it has found.
        side_count: How many sides are to be graded, one or two.

    """
    fit = finding.fit
    if fit is None or _may_fit_by_chance(fit):
        return None
    sides = fit.played_sides
    if not sides:
        # It is a weak player, or not understood.
        if not finding.is_alike and not fit.is_fair:
            return None
        sides = fit.sides
    side = ""
    if len(sides) < side_count:
        (side,) = sides
    return Suggestion(
        adapter=Adapter(**fit.adapter_fields()),
        side=side,
        boards=sum(fit.boards[played] for played in sides),
        best=sum(fit.hits[played] for played in sides),
        is_flawless=_is_flawless(fit, side_count),
    )


def _is_flawless(fit: Fit, side_count: int) -> bool:
    """Whether a fit cannot be one of many that only look good by chance."""
    takes_all = fit.hits == fit.boards and len(fit.hits) == side_count
    return takes_all and fit.early_share >= MANY


def _may_fit_by_chance(fit: Fit) -> bool:
    """Whether boards with more free cells speak against it.

    Many answers are of no use there. Or an argument gets a number or a flag, which the
    player may take for something else, such as a level of difficulty: then it is only
    suggested if the player takes all best moves, and nearly all on those boards.
    """
    if fit.early_legal < NEARLY_ALL * fit.early_asked:
        return True
    if not fit.call.gets(CONSTANTS):
        return False
    takes_all = all(fit.hits[side] == fit.boards[side] for side in fit.played_sides)
    return not fit.played_sides or not takes_all or fit.early_share < NEARLY_ALL
