"""See to it that a player is understood before it is graded, and propose how else to call it.

A player whose adapter is wrong raises exceptions, or plays legal nonsense. Its grade would
accuse it of what it never did. So it is first asked about a few boards near the end; if its
answers there are of no use, other adapters are tried, and the one that fits is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttt_table.errors import PlayerError
from ttt_table.players.adapter import Adapter
from ttt_table.players.answer_forms import Reading
from ttt_table.players.answers import illegal_reason
from ttt_table.players.proposal import Evidence, Proposal
from ttt_table.players.combinations import CONSTANTS, OF_THE_SIDE
from ttt_table.players.fits import Finding, Fit, TrialBoard
from ttt_table.players.trial_boards import early_boards, trial_boards
from ttt_table.table.reader import Table

# The part of all best moves with which an adapter is proposed that fits both sides.
ENOUGH = 0.75

# The part of a side's best moves up to which a player may not have been understood.
FEW = 0.6

# The part of the best moves on early boards, without which a number or a flag among the
# arguments may be one that the player takes for something else.
ENOUGH_EARLY = 0.6


@dataclass(frozen=True, slots=True)
class DeclaredAnswer:
    """What a player does on one board, called as its adapter says."""

    trial: TrialBoard

    # The cell that it plays, if that is legal.
    cell: int | None = None

    # What it does if it plays none, in words; "" if it does, or is late.
    fault: str = ""

    @property
    def is_best(self) -> bool:
        """Whether the move keeps the value of the board."""
        return self.cell in self.trial.best


class Questioned:
    """A player that is asked about boards before it is graded.

    Attributes:
        name: What messages call it.
        argument_names: The names of its function's arguments, if they are known.

    """

    name: str
    argument_names: tuple[str, ...] = ()

    def answer(self, board: str) -> Reading:
        """Return what it answers to a board.

        Raises:
            FaultError: It does something else.
            LateError: It has not answered in time.

        """
        raise NotImplementedError

    def try_others(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Return what a trial of other adapters finds."""
        raise NotImplementedError

    def begin_afresh(self) -> None:
        """Let the player forget what it was asked."""

    def wrapper(self) -> str:
        """Return the text of a file that calls it; "" if it is not in a file."""
        return ""

    def wrapper_path(self) -> str:
        """Return where that text is to be saved."""
        return ""


def check_understood(
    questioned: Questioned, table: Table, sides: Sequence[str], adapter: Adapter
) -> None:
    """Ask a player about a few boards, and refuse to grade it if it is not understood.

    Args:
        questioned: The player.
        table: The table of its game.
        sides: The sides that are to be graded.
        adapter: How the player is called.

    Raises:
        PlayerError: Its answers are of no use, or another adapter suits it better. The error
            has a `Proposal`.

    """
    near = trial_boards(table, sides)
    declared = list(_declared_answers(questioned, near))
    if _is_understood(declared):
        questioned.begin_afresh()
        return
    finding = questioned.try_others(near, early_boards(table, sides))
    suggestion = _suggestion(finding, sides)
    if _is_refused(declared, suggestion, adapter):
        proposal = _proposal(questioned, declared, finding, suggestion)
        raise PlayerError(_message(proposal), proposal=proposal)
    questioned.begin_afresh()


def _declared_answers(
    questioned: Questioned, near: Sequence[TrialBoard]
) -> Iterator[DeclaredAnswer]:
    """Yield what a player does on each board, until it is late."""
    for trial in near:
        try:
            answer = _declared_answer(trial, questioned.answer(trial.board))
        except FaultError as fault:
            answer = DeclaredAnswer(trial, fault=_fault_text(fault))
        except LateError:
            return  # slow players are asked when they are graded
        yield answer


def _declared_answer(trial: TrialBoard, answer: Reading) -> DeclaredAnswer:
    if answer is None:
        return DeclaredAnswer(trial, fault="it has no answer")
    cells = weighted_cells(answer)
    for cell in cells:
        if cell not in trial.legal:
            reason = illegal_reason(trial.board, cell)
            return DeclaredAnswer(trial, fault=f"its move is illegal: {reason}")
    return DeclaredAnswer(trial, cells[0])


def _fault_text(fault: FaultError) -> str:
    if fault.kind == "exception":
        return f"it raises {fault.reason}"
    if fault.kind == "type":
        return f"its answer cannot be read: {fault.reason}"
    return fault.reason


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
    """Return the adapter that a trial has found, unless it may have been found by chance."""
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

    Some answer is of no use there; or too few are best moves, and an argument gets a number
    or a flag, which the player may take for something else, such as a level of difficulty.
    """
    if fit.early_legal < fit.early_asked:
        return True
    has_few_hits = fit.early_hits < ENOUGH_EARLY * fit.early_asked
    return fit.call.gets(CONSTANTS) and (has_few_hits or not fit.early_asked)


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

    A player that blocks before it wins takes all winning moves where its marks are reversed.
    So no exchange of the players is proposed, unless the user has declared marks or
    arguments; and no further argument but one that says whose turn it is.
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
    questioned: Questioned,
    declared: Sequence[DeclaredAnswer],
    finding: Finding,
    suggestion: _Suggestion | None,
) -> Proposal:
    names = questioned.argument_names
    if suggestion is not None:
        return Proposal(
            player=questioned.name,
            reason=_reason(declared),
            adapter=suggestion.adapter,
            side=suggestion.side,
            evidence=suggestion.evidence,
            argument_names=names,
        )
    return Proposal(
        player=questioned.name,
        reason=_reason(declared),
        argument_names=names,
        returns_scores=finding.returns_scores,
        wrapper=questioned.wrapper(),
        wrapper_path=questioned.wrapper_path(),
    )


def _reason(declared: Sequence[DeclaredAnswer]) -> str:
    """Return what the player did on the first board at which its answer was of no use."""
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
