"""Refuse to grade a player that is not understood, and propose how to call it.

A player whose adapter is wrong raises exceptions, or plays legal nonsense. Its grade
would accuse it of what it never did. So it is first asked about a few boards near the
end; if its answers there are of no use, other adapters are tried, and the one that fits
is proposed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from ttt_table.errors import PlayerError
from ttt_table.players.adapter import Adapter
from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Unanswered,
    forfeit_in,
    moves_of,
)
from ttt_table.players.proposals.argument_lists import CONSTANTS, OF_THE_SIDE
from ttt_table.players.proposals.fits import Finding, Fit, TrialBoard
from ttt_table.players.proposals.proposal import Evidence, Proposal
from ttt_table.players.proposals.trial_boards import early_boards, trial_boards
from ttt_table.players.proposals.wrapper import Wrapper
from ttt_table.table.reader import Table

# The part of all best moves with which an adapter is proposed that fits both sides.
ENOUGH = 0.75

# The part of a side's best moves up to which a player may not have been understood.
FEW = 0.6

# The part of the best moves on early boards that a flawless player takes, as a few of its
# answers may be late.
NEARLY_ALL = 0.8


@dataclass(frozen=True, slots=True)
class DeclaredAnswer:
    """What a player does on one board, called as its adapter says."""

    trial: TrialBoard

    # The cells that it may play, if all of them are legal.
    cells: tuple[int, ...] = ()

    # What else it does, in words; "" if it plays these cells.
    fault: str = ""

    @property
    def is_best(self) -> bool:
        """Whether it surely keeps the value of the board."""
        return bool(self.cells) and set(self.cells) <= set(self.trial.best)


class AskedPlayer(Protocol):
    """A player that is asked one board at a time, as its adapter says."""

    name: str
    """What messages call it."""

    def answer(self, board: str, legal: Collection[int], /) -> Answer:
        """Return its answer to a board with these legal cells."""


class OtherWays(Protocol):
    """The other ways of calling a player."""

    argument_names: tuple[str, ...]
    """The names of its function's arguments, if they are known."""

    def try_them(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Return what is found on boards near the end, and on earlier ones."""

    def wrapper(self) -> Wrapper | None:
        """Return a file that calls the player; None if it is not in a file."""


def check_understood(
    player: AskedPlayer,
    ways: OtherWays,
    table: Table,
    sides: Sequence[str],
    adapter: Adapter,
) -> None:
    """Ask a player about a few boards, and refuse to grade it if it is not understood.

    Args:
        player: The player, called as its adapter says.
        ways: How else it may be called.
        table: The table of its game.
        sides: The sides that are to be graded.
        adapter: How it is called.

    Raises:
        PlayerError: Its answers are of no use, or another adapter suits it better. The
            error has a `Proposal`.

    """
    near = trial_boards(table, sides)
    declared = _declared_answers(player, near)
    if _is_understood(declared):
        return
    finding = ways.try_them(near, early_boards(table, sides))
    suggestion = _suggestion(finding, sides)
    if _is_refused(declared, suggestion, adapter):
        proposal = _proposal(player.name, ways, declared, finding, suggestion)
        raise PlayerError(_message(proposal), proposal=proposal)


def _declared_answers(
    player: AskedPlayer, near: Sequence[TrialBoard]
) -> list[DeclaredAnswer]:
    """Return what a player does on each board, until it is late."""
    declared = []
    for trial in near:
        answer = player.answer(trial.board, trial.legal)
        if isinstance(answer, Unanswered) and answer.seconds is not None:
            break  # a slow player is asked when it is graded
        declared.append(_declared_answer(trial, answer))
    return declared


def _declared_answer(trial: TrialBoard, answer: Answer) -> DeclaredAnswer:
    if isinstance(answer, Unanswered):
        return DeclaredAnswer(trial, fault="it has no answer")
    forfeit = forfeit_in(answer)
    if forfeit is not None:
        return DeclaredAnswer(trial, fault=_fault_text(forfeit))
    return DeclaredAnswer(trial, tuple(moves_of(answer)))


def _fault_text(forfeit: Forfeit) -> str:
    if forfeit.kind == "exception":
        return f"it raises {forfeit.reason}"
    if forfeit.kind == "type":
        return f"its answer cannot be read: {forfeit.reason}"
    if forfeit.kind == "illegal":
        return f"its move is illegal: {forfeit.reason}"
    return forfeit.reason


def _is_understood(declared: Sequence[DeclaredAnswer]) -> bool:
    """Whether every answer is legal, and each side takes more than a few best moves."""
    if any(answer.fault for answer in declared):
        return False
    return all(
        _best_count(answers) > FEW * len(answers)
        for answers in _by_side(declared).values()
    )


def _by_side(
    declared: Sequence[DeclaredAnswer],
) -> dict[str, list[DeclaredAnswer]]:
    by_side: dict[str, list[DeclaredAnswer]] = {}
    for answer in declared:
        by_side.setdefault(answer.trial.mover, []).append(answer)
    return by_side


def _best_count(declared: Sequence[DeclaredAnswer]) -> int:
    return sum(answer.is_best for answer in declared)


@dataclass(frozen=True, slots=True)
class _Suggestion:
    """An adapter that fits well enough to be proposed."""

    adapter: Adapter

    # The one side that the player plays; "" if it plays all that were asked.
    side: str

    # What the player then does on the boards of the sides that it plays.
    evidence: Evidence

    # Whether it takes most of the best moves on every side.
    is_strong: bool


def _suggestion(finding: Finding, sides: Sequence[str]) -> _Suggestion | None:
    """Return the adapter that was found, unless it may have been found by chance."""
    fit = finding.fit
    if fit is None or _may_fit_by_chance(fit):
        return None
    played = fit.played_sides
    is_whole = fit.sides == tuple(sides)
    if len(played) == len(sides):
        side = ""
    elif played:
        (side,) = played
    elif is_whole and (finding.is_alike or fit.all_hits >= ENOUGH * fit.boards * 2):
        side = ""
    else:
        return None
    asked = [side] if side else fit.sides
    boards = fit.boards * len(asked)
    best = sum(fit.hits[each] for each in asked)
    return _Suggestion(
        adapter=Adapter(**fit.adapter_fields()),
        side=side,
        evidence=Evidence(boards=boards, legal=boards, best=best),
        is_strong=len(played) == len(sides),
    )


def _may_fit_by_chance(fit: Fit) -> bool:
    """Whether boards with more free cells speak against it.

    Some answer is of no use there. Or an argument gets a number or a flag, which the player
    may take for something else, such as a level of difficulty: then only a player is surely
    understood that takes nearly all best moves.
    """
    if fit.early_legal < fit.early_asked:
        return True
    if not fit.call.gets(CONSTANTS):
        return False
    missed = [fit.boards - fit.hits[side] for side in fit.played_sides]
    return not missed or any(missed) or fit.early_share < NEARLY_ALL


def _is_refused(
    declared: Sequence[DeclaredAnswer],
    suggestion: _Suggestion | None,
    adapter: Adapter,
) -> bool:
    """Whether a grade would say more of the adapter than of the player."""
    faults = sum(answer.fault != "" for answer in declared)
    if faults == 0:
        return suggestion is not None and _is_clearly_better(suggestion, adapter)
    if suggestion is not None and not suggestion.side:
        return suggestion.evidence.best >= _best_count(declared)
    return faults > len(declared) / 2 and not _plays_one_side(declared)


def _is_clearly_better(suggestion: _Suggestion, adapter: Adapter) -> bool:
    """Whether an adapter should be preferred to one with which all answers are legal.

    A player that blocks before it wins takes all winning moves where its marks are
    reversed. So no exchange of the players is proposed, unless the user has declared
    marks or arguments; and no further argument but one that says whose turn it is.
    """
    other = suggestion.adapter
    if not suggestion.is_strong or suggestion.side:
        return False
    has_default_arguments = adapter.arguments is None
    if has_default_arguments and not adapter.marks:
        if other.arguments is None:
            return (other.board, other.empty) != (adapter.board, adapter.empty)
        return any(argument in OF_THE_SIDE for argument in other.arguments)
    return True


def _plays_one_side(declared: Sequence[DeclaredAnswer]) -> bool:
    """Whether all answers of one side can be used, and none of the other's."""
    usable = [
        sum(answer.fault == "" for answer in answers) / len(answers)
        for answers in _by_side(declared).values()
    ]
    return sorted(usable) == [0, 1]


def _proposal(
    name: str,
    ways: OtherWays,
    declared: Sequence[DeclaredAnswer],
    finding: Finding,
    suggestion: _Suggestion | None,
) -> Proposal:
    if suggestion is None:
        return Proposal(
            player=name,
            reason=_reason(declared),
            returns_scores=finding.returns_scores,
            wrapper=ways.wrapper(),
        )
    return Proposal(
        player=name,
        reason=_reason(declared),
        adapter=suggestion.adapter,
        side=suggestion.side,
        evidence=suggestion.evidence,
        argument_names=ways.argument_names,
    )


def _reason(declared: Sequence[DeclaredAnswer]) -> str:
    """Return what the player did where its answer was of no use for the first time."""
    for answer in declared:
        if answer.fault:
            return f"at {answer.trial.board} {answer.fault}"
    best, boards = _best_count(declared), len(declared)
    return f"it takes {best} of {boards} winning moves"


def _message(proposal: Proposal) -> str:
    parts = [
        f"{proposal.player} is not graded, as it is not understood: {proposal.reason}",
        proposal.promise(),
        f"{proposal.python_advice()}, or as_declared=True to grade it as it is",
    ]
    return "; ".join(part for part in parts if part)
