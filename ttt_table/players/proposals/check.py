"""Refuse to grade a player that is not understood, and propose how to call it.

A player whose adapter is wrong raises exceptions, or plays legal nonsense, and its
grade would blame it for that. So it is asked about a few boards first. These modules do
it, in this order:

    trial_boards     choose the boards, near the end of a game
    declared_answers ask the player about them, called as declared
    one_side         find out if it plays one side only, whichever side is to move

If it plays one side only, or if its answers are not good, it is called in other ways:

    player_trials    start the trial, for a file in a subprocess (`child`)
    trial            search for the best call among `call_candidates`, with boards in
                     the formats of `board_candidates`; a `caller` calls the function,
                     within the limits of a `call_clock`, and returns `fits`
    proposal         judge the best fit by `thresholds`, and suggest its adapter
    wrapper          or, if no fit is good, write a file that the user completes
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttt_table.errors import PlayerError
from ttt_table.players.adapter import Adapter
from ttt_table.players.programs import Program
from ttt_table.players.proposals.declared_answers import DeclaredAnswers, ask_declared
from ttt_table.players.proposals.one_side import OneSide, one_side_of
from ttt_table.players.proposals.player_trials import player_trial_of
from ttt_table.players.proposals.trial_board import TrialBoards
from ttt_table.players.proposals.trial_boards import (
    early_boards,
    forced_boards,
    near_boards,
)
from ttt_table.players.session import Player, PlayerSession, adapter_of
from ttt_table.table.reader import Table

if TYPE_CHECKING:
    from ttt_table.players.proposals.proposal import Proposal, Suggestion


def check_understood(
    player: Player, table: Table, sides: Sequence[str], adapter: Adapter | None = None
) -> None:
    """Ask a player about a few boards, and refuse to grade it if it is not understood.

    Args:
        player: A function, a `Program` or a `PythonFile`.
        table: The table of its game.
        sides: The sides that are to be graded.
        adapter: How a function is called; None if that is not declared, as for programs
            and files, which have their own.

    Raises:
        PlayerError: Most of its answers are faults, another adapter suits it better, or
            it plays one side only. The error has a `Proposal`.
    """
    player_trial = player_trial_of(player, table)
    if player_trial is None:
        return
    session = PlayerSession(player, table, adapter)
    near = near_boards(table, sides)
    answers = ask_declared(session, near, player_trial.note_answer)

    declared = adapter_of(player, adapter)
    one_side = None
    if not (isinstance(player, Program) or declared.call.shows_mover):
        one_side = one_side_of(session, table, answers)
    if one_side is None and answers.are_good:
        player_trial.restore_player()
        return

    from ttt_table.players.proposals.proposal import Proposal, suggestion_of

    boards = TrialBoards(
        near=near,
        early=early_boards(table, sides),
        forced=forced_boards(table, sides),
        rows=table.game.rows,
        cols=table.game.cols,
    )
    result = player_trial.run(boards)
    suggestion = suggestion_of(result, len({board.mover for board in near}))
    if answers.are_mostly_faults or _suits_better(suggestion, answers, declared):
        raise _refusal(
            Proposal(
                player=session.name,
                reason=answers.reason(),
                suggestion=suggestion,
                argument_names=tuple(player_trial.argument_names),
                returns_scores=result.returns_scores,
                wrapper=player_trial.wrapper() if suggestion is None else None,
            )
        )
    if one_side is not None:
        raise _refusal(_proposal_of_one_side(session.name, one_side, declared))
    player_trial.restore_player()


def _proposal_of_one_side(
    player: str, one_side: OneSide, declared: Adapter
) -> Proposal:
    from ttt_table.players.proposals.proposal import Proposal, Suggestion

    answers = one_side.answers
    suggestion = Suggestion(
        adapter=declared,
        side=one_side.side,
        boards=len(answers.answers),
        best_moves=answers.best_count,
        is_as_declared=True,
    )
    return Proposal(player, one_side.reason(), suggestion)


def _suits_better(
    suggestion: Suggestion | None, answers: DeclaredAnswers, declared: Adapter
) -> bool:
    """Whether the suggested adapter suits a player better than the declared one.

    Args:
        suggestion: The suggestion of the trial.
        answers: Those of the player as it is declared, which are of some use.
        declared: The declared adapter.
    """
    if suggestion is None:
        return False
    if answers.is_late_at_once:
        return not _are_alike(suggestion.adapter, declared)
    if suggestion.side is not None:
        return False
    if answers.fault_count == 0:
        return suggestion.is_clearly_better_than(declared)
    if answers.error_count == 0:
        return False  # it only has no answer to a few boards, as some players do
    # Misread answers are illegal on some boards, and best moves by chance on others:
    # about as many best moves are not believed as there are errors.
    believed = answers.best_count - answers.error_count
    return suggestion.best_moves >= believed


def _are_alike(adapter: Adapter, other_adapter: Adapter) -> bool:
    """Whether two adapters mean the same, whether or not they leave out defaults."""
    return (
        adapter.call == other_adapter.call
        and adapter.answer_form == other_adapter.answer_form
    )


def _refusal(proposal: Proposal) -> PlayerError:
    parts = [
        f"{proposal.player} is not graded, as it is not understood: {proposal.reason}",
        proposal.promise(),
        f"{proposal.python_advice()}, or as_declared=True to grade it as it is called",
    ]
    message = "; ".join(part for part in parts if part)
    return PlayerError(message, proposal=proposal)
