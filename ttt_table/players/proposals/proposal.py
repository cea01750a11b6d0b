"""The proposal for a player that is not understood, unless it fits by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from ttt_table.players.adapter import Adapter
from ttt_table.players.calls import ARGUMENTS, SIDE_ARGUMENTS, Constant
from ttt_table.players.proposals.call_candidates import SAME_FOR_BOTH_SIDES
from ttt_table.players.proposals.fits import Fit, TrialResult
from ttt_table.players.proposals.thresholds import (
    FLAWLESS_EARLIER,
    GOOD_EARLIER,
    LEGAL_EARLIER,
)
from ttt_table.players.proposals.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An adapter that fits well enough to be proposed.

    Attributes:
        adapter: The adapter.
        side: The one side that the player plays; None if it plays all that were asked.
        boards: How many boards there were, of the sides that it plays.
        best_moves: On how many of these it plays a best move, one that keeps the value.
        is_flawless: Whether these are all boards of all sides, and it is good on boards
            with more free cells.
        is_as_declared: Whether the adapter is the declared one: only the side is new.
    """

    adapter: Adapter
    side: str | None
    boards: int
    best_moves: int
    is_flawless: bool = False
    is_as_declared: bool = False

    def is_clearly_better_than(self, declared: Adapter) -> bool:
        """Whether to propose it although all answers are legal as declared, too.

        A weak player may look better by chance if it is called in another way, so the
        suggestion must be flawless. It must not merely exchange the players either: a
        player that blocks before it wins then plays all winning moves.
        """
        if not self.is_flawless:
            return False
        if declared.arguments is not None or declared.marks is not None:
            return self.adapter != declared
        if _reverses_players(self.adapter, declared):
            return False
        if self.adapter.arguments is not None:
            arguments = self.adapter.arguments
            return any(argument in SIDE_ARGUMENTS for argument in arguments)
        board = self.adapter.board, self.adapter.empty
        return board != (declared.board, declared.empty)


def _reverses_players(adapter: Adapter, declared: Adapter) -> bool:
    """Whether the mark of X in one is that of O in the other, as in "o" and "O"."""
    x_mark, _ = adapter.board_format.marks
    _, declared_o_mark = declared.board_format.marks
    return str(x_mark).upper() == declared_o_mark


def suggestion_of(result: TrialResult, side_count: int) -> Suggestion | None:
    """Return the suggestion that follows from a trial; None if it found no good fit.

    Args:
        result: The result of the trial.
        side_count: How many sides are to be graded, one or two.
    """
    fit = result.fit
    if fit is None or not fit.answers_empty_board or _may_fit_by_chance(fit):
        return None
    sides = fit.played_sides
    if not sides:
        # If it is a weak player, most ways of calling it that fit agree, or it takes
        # enough of the best moves. Else it is not understood.
        if not (result.all_agree or fit.plays_all_sides):
            return None
        sides = fit.sides
    plays_all_asked = len(sides) >= side_count
    near = [fit.near[side] for side in sides]
    return Suggestion(
        adapter=Adapter(**fit.adapter_fields()),
        side=None if plays_all_asked else sides[0],
        boards=sum(counts.asked for counts in near),
        best_moves=sum(counts.best for counts in near),
        is_flawless=_is_flawless(fit, side_count),
    )


def _is_flawless(fit: Fit, side_count: int) -> bool:
    """Whether a fit cannot be one of many that only look good by chance."""
    takes_all = all(counts.best == counts.asked for counts in fit.near.values())
    has_all_sides = len(fit.sides) == side_count
    return takes_all and has_all_sides and fit.early.best_share >= GOOD_EARLIER


def _may_fit_by_chance(fit: Fit) -> bool:
    """Whether boards with more free cells speak against a fit.

    They do if many answers there are not legal. If an argument is a number or a flag,
    the player may read it as something else, such as a level of difficulty. Such a fit
    must play all best moves near the end, and nearly all on these boards.
    """
    if fit.early.legal < LEGAL_EARLIER * fit.early.asked:
        return True
    if not fit.has_argument_among(SAME_FOR_BOTH_SIDES):
        return False
    played = [fit.near[side] for side in fit.played_sides]
    takes_all = all(counts.best == counts.asked for counts in played)
    is_flawless = takes_all and fit.early.best_share >= FLAWLESS_EARLIER
    return not played or not is_flawless


@dataclass(frozen=True, slots=True)
class Proposal:
    """Why a player was not graded, and how it can be graded instead.

    Attributes:
        player: The player's name, such as "bot.py:best_move".
        reason: What it did, such as "at X.O.X.... it raises TypeError: ... (bot.py,
            line 3)".
        suggestion: The adapter with which its answers can be used, and how good they
            are; None if none was found.
        argument_names: The names of its function's arguments, as its file has them.
        returns_scores: Whether it returns a number for each cell, as networks do that
            take many boards.
        wrapper: A file that calls it; None if an adapter was found, or it is not in a
            file.
        can_be_called: Whether it could be graded as it is declared; False for a method
            of a class that needs arguments.
    """

    player: str
    reason: str
    suggestion: Suggestion | None = None
    argument_names: tuple[str, ...] = ()
    returns_scores: bool = False
    wrapper: Wrapper | None = None
    can_be_called: bool = True

    @property
    def adapter(self) -> Adapter | None:
        """The adapter that is suggested."""
        return None if self.suggestion is None else self.suggestion.adapter

    @property
    def side(self) -> str | None:
        """The one side to be graded, "X" or "O"; None for all that were asked."""
        return None if self.suggestion is None else self.suggestion.side

    def promise(self) -> str:
        """Return in words what the adapter achieves; "" without an adapter."""
        suggestion = self.suggestion
        if suggestion is None:
            return ""
        side = "" if suggestion.side is None else f" as {suggestion.side}"
        text = (
            f"all its answers{side} are legal, and {suggestion.best_moves} of"
            f" {suggestion.boards} are best moves"
        )
        if suggestion.is_as_declared:
            return text
        text = f"called in another way, {text}"
        meanings = argument_meanings(suggestion.adapter, self.argument_names)
        return f"{text}; {meanings}" if meanings else text

    def python_advice(self) -> str:
        """Return what to do about it in Python."""
        if self.suggestion is not None:
            arguments = []
            if not self.suggestion.is_as_declared:
                arguments.append(f"adapter={adapter_text(self.suggestion.adapter)}")
            if self.suggestion.side is not None:
                arguments.append(f"side={self.suggestion.side!r}")
            return f"try {', '.join(arguments)}"
        if self.returns_scores:
            return (
                'it returns a number for each cell: try adapter=Adapter(board="batch")'
            )
        return "write a function that gets a board such as 'X...O....' and calls it"


def argument_meanings(adapter: Adapter, names: Sequence[str]) -> str:
    """Return what each argument beside the board gets, by the function's own names.

    >>> argument_meanings(Adapter(arguments=("board", "mark")), ("grid", "turn"))
    'turn gets the mark of the player to move'
    """
    meanings = []
    for name, argument in zip(names, adapter.call.arguments, strict=False):
        if isinstance(argument, Constant):
            meanings.append(f"{name} gets {argument.value!r}")
        elif argument != "board":
            meanings.append(f"{name} gets {ARGUMENTS[argument]}")
    return ", ".join(meanings)


def adapter_text(adapter: Adapter) -> str:
    """Return an adapter as Python writes it, without fields left to the default.

    >>> adapter_text(Adapter(board="list", empty=" "))
    "Adapter(board='list', empty=' ')"
    """
    default = Adapter()
    declared = []
    for field in fields(adapter):
        value = getattr(adapter, field.name)
        if repr(value) != repr(getattr(default, field.name)):
            declared.append(f"{field.name}={value!r}")
    return f"Adapter({', '.join(declared)})"
