"""Why a player was not graded, and what to type instead."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import suppress

from ttt_table.cli.output.terminal import MISUSED, complain, printable
from ttt_table.errors import PlayerError
from ttt_table.players.proposals.proposal import Proposal
from ttt_table.players.proposals.wrapper import WRAPPER_FUNCTION, Wrapper

MAX_REASON = 300  # characters
MAX_IN_A_LINE = 80  # characters of a reason with the command in the same line
MAX_CODE = 200  # characters of a wrapper's line, which has names from the file

BATCH_ADVICE = (
    "returns a number for each cell: if it takes many boards at once, add --board batch"
)

# The options that a proposed command keeps: their names in the namespace, and defaults.
KEPT_OPTIONS = (
    ("--as", "side", None),
    ("--against", "against", None),
    ("--table", "table", None),
    ("--first", "first", "X"),
    ("--limit", "limit", 10.0),
    ("--show", "show", None),
    ("--report", "report", None),
)
KEPT_FLAGS = (
    ("--force", "force"),
    ("--csv", "csv"),
    ("--json", "json"),
    ("--quiet", "quiet"),
)


def complain_of(error: PlayerError, options: argparse.Namespace) -> int:
    """Say on standard error why a player was not graded; return the exit status."""
    proposal = error.proposal
    if not isinstance(proposal, Proposal):
        raise error
    complain(_why_not_graded(proposal))
    with suppress(OSError, ValueError):  # nobody may read it
        print("\n".join(_what_to_do(proposal, options)), file=sys.stderr, flush=True)
    return MISUSED


def in_one_line(error: PlayerError, options: argparse.Namespace) -> PlayerError:
    """Return the same error with a message for a row of several players."""
    proposal = error.proposal
    if not isinstance(proposal, Proposal) or not proposal.can_be_called:
        return error
    reason = printable(proposal.reason, MAX_IN_A_LINE)
    if proposal.adapter is None:
        advice = "write a function that calls it"
        if proposal.returns_scores:
            advice = f"it {BATCH_ADVICE}; else {advice}"
    else:
        advice = f"try: {_command(proposal, options)}"
    return PlayerError(f"not understood: {reason}; {advice}", proposal=proposal)


def _why_not_graded(proposal: Proposal) -> str:
    player = printable(proposal.player)
    reason = printable(proposal.reason, MAX_REASON)
    if not proposal.can_be_called:
        return f"{player} is not graded: {reason}"
    return f"{player} is not graded, as it is not understood: {reason}"


def _what_to_do(proposal: Proposal, options: argparse.Namespace) -> list[str]:
    if not proposal.can_be_called and proposal.wrapper is not None:
        return _wrapper_lines(proposal.wrapper, options)
    if proposal.adapter is not None:
        promise = printable(proposal.promise(), MAX_REASON)
        lines = [
            f"{promise[0].upper()}{promise[1:]}.",
            f"try: {_command(proposal, options)}",
        ]
        if proposal.side == "X" and options.first == "X":
            lines.append("X moves first there: if it moves second, add --first O.")
    else:
        lines = ["No other way of calling it was found."]
        if proposal.returns_scores:
            lines[0] += f" It {BATCH_ADVICE}."
        if proposal.wrapper is not None:
            lines += _wrapper_lines(proposal.wrapper, options)
    return [*lines, "With --as-declared it is graded as it is called now."]


def _wrapper_lines(wrapper: Wrapper, options: argparse.Namespace) -> list[str]:
    path = printable(wrapper.path, MAX_CODE)
    wrapped = _words_of(f"{wrapper.path}:{WRAPPER_FUNCTION}", options, None)
    code = [printable(line, MAX_CODE) for line in wrapper.text.splitlines()]
    return [
        f"Save this as {path}, and complete it:",
        "",
        *code,
        "",
        f"then: {shlex.join(wrapped)}",
    ]


def _command(proposal: Proposal, options: argparse.Namespace) -> str:
    """Return the command that grades the player as proposed, quoted for a shell."""
    assert proposal.adapter is not None
    words = _words_of(proposal.player, options, proposal.side)
    return shlex.join([*words, *proposal.adapter.options()])


def _words_of(player: str, options: argparse.Namespace, side: str | None) -> list[str]:
    """Return a command for one player that keeps the user's other options."""
    words = ["ttt-table", "grade"]
    if options.program is None:
        words.append(player)
    else:
        words += ["--program", player]
    for option, name, default in KEPT_OPTIONS:
        value = getattr(options, name)
        if name == "side" and value is None:
            value = side
        if value != default:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            words += [option, text]
    return words + [flag for flag, name in KEPT_FLAGS if getattr(options, name)]
