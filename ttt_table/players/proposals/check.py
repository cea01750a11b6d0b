"""Refuse to grade a player that is not understood, and propose how to call it.

A player whose adapter is wrong raises exceptions, or plays legal nonsense. Its grade
would accuse it of what it never did. So it is first asked about a few boards near the
end. If its answers are of no use there, other adapters are tried, and the one that fits
is proposed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ttt_table.errors import PlayerError
from ttt_table.players.adapter import Adapter
from ttt_table.players.proposals.declared import DeclaredAnswers, ask_declared
from ttt_table.players.proposals.fits import Finding
from ttt_table.players.proposals.proposal import Evidence, Proposal
from ttt_table.players.proposals.suggestion import Suggestion, suggestion_of
from ttt_table.players.proposals.trial_boards import early_boards, trial_boards
from ttt_table.players.proposals.trial_subjects import TrialSubject, trial_subject_of
from ttt_table.players.session import Player, PlayerSession, adapter_of
from ttt_table.table.reader import Table


def check_understood(
    player: Player, table: Table, sides: Sequence[str], adapter: Adapter | None = None
) -> None:
    """Ask a player about a few boards, and refuse to grade it if it is not understood.

    Args:
        player: A function, a `Program` or a `PythonFile`.
        table: The table of its game.
        sides: The sides that are to be graded.
        adapter: How a function is called; None if that is not said, as for programs and
            files, which know it themselves.

    Raises:
        PlayerError: Its answers are of no use, or another adapter suits it better. The
            error has a `Proposal`.

    """
    subject = trial_subject_of(player, table)
    if subject is None:
        return
    session = PlayerSession(player, table, adapter)
    near = trial_boards(table, sides)
    declared = ask_declared(session, near, subject.note_answer)

    if not declared.are_good:
        finding = subject.try_other_ways(near, early_boards(table, sides))
        suggestion = suggestion_of(finding, len({trial.mover for trial in near}))
        if _is_refused(declared, suggestion, adapter_of(player, adapter)):
            reason = declared.reason()
            proposal = _proposal(session.name, reason, subject, finding, suggestion)
            raise PlayerError(_message(proposal), proposal=proposal)
    subject.begin_afresh()


def _is_refused(
    declared: DeclaredAnswers, suggestion: Suggestion | None, adapter: Adapter
) -> bool:
    """Whether a grade would say more of the adapter than of the player."""
    if declared.are_mostly_faults:
        return True
    if suggestion is None or suggestion.side:
        return False
    if not declared.faults:
        return suggestion.is_clearly_better_than(adapter)
    # Moves that are misread may be best moves by chance.
    return declared.errors > 0 and suggestion.best >= declared.best - declared.errors


def _proposal(
    name: str,
    reason: str,
    subject: TrialSubject,
    finding: Finding,
    suggestion: Suggestion | None,
) -> Proposal:
    if suggestion is None:
        return Proposal(
            player=name,
            reason=reason,
            returns_scores=finding.returns_scores,
            wrapper=subject.wrapper(),
        )
    return Proposal(
        player=name,
        reason=reason,
        adapter=suggestion.adapter,
        side=suggestion.side,
        evidence=Evidence(boards=suggestion.boards, best=suggestion.best),
        argument_names=tuple(subject.argument_names),
    )


def _message(proposal: Proposal) -> str:
    parts = [
        f"{proposal.player} is not graded, as it is not understood: {proposal.reason}",
        proposal.promise(),
        f"{proposal.python_advice()}, or as_declared=True to grade it as it is called",
    ]
    return "; ".join(part for part in parts if part)
