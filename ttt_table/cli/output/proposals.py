"""Why a player was not graded, and what to type instead."""

from __future__ import annotations

import argparse
import shlex

from ttt_table.cli.output.terminal import printable
from ttt_table.players.proposals.proposal import Proposal
from ttt_table.players.proposals.wrapper import WRAPPER_FUNCTION, Wrapper

LONGEST_REASON = 300  # characters
LONGEST_LINE = 200  # characters of a wrapper, into which names of a stranger's file go

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


def proposal_text(proposal: Proposal, options: argparse.Namespace) -> str:
    """Return what to say of a player that is not understood, and of what can be done.

    Args:
        proposal: What is proposed for it.
        options: Those of the command that was to grade it.

    """
    lines = [f"{_why_not_graded(proposal)}."]
    if proposal.adapter is not None:
        lines += [
            _sentence(printable(proposal.promise(), LONGEST_REASON)),
            f"try: {_command(proposal, options)}",
        ]
    elif proposal.wrapper is not None:
        lines += _wrapper_lines(proposal, proposal.wrapper, options)
    lines.append("With --as-declared it is graded as it is called now.")
    return "\n".join(lines)


def proposal_line(proposal: Proposal, options: argparse.Namespace) -> str:
    """Return the same in one line, for a row of several players."""
    reason = printable(proposal.reason, LONGEST_REASON)
    if proposal.adapter is not None:
        return f"not understood: {reason}; try: {_command(proposal, options)}"
    return (
        f"not understood: {reason}; {_advice(proposal)}write a function that calls it"
    )


def _why_not_graded(proposal: Proposal) -> str:
    player = printable(proposal.player)
    reason = printable(proposal.reason, LONGEST_REASON)
    return f"{player} is not graded, as it is not understood: {reason}"


def _wrapper_lines(
    proposal: Proposal, wrapper: Wrapper, options: argparse.Namespace
) -> list[str]:
    path = printable(wrapper.path, LONGEST_LINE)
    wrapped = _words_of(f"{wrapper.path}:{WRAPPER_FUNCTION}", options, "")
    code = [printable(line, LONGEST_LINE) for line in wrapper.text.splitlines()]
    return [
        f"No other way of calling it was found. {_advice(proposal)}Save this as {path},"
        " and complete it:",
        "",
        *code,
        "",
        f"then: {shlex.join(wrapped)}",
    ]


def _advice(proposal: Proposal) -> str:
    if proposal.returns_scores:
        return (
            "It returns a number for each cell: if it can take many boards at once, add"
            " --board batch. "
        )
    return ""


def _command(proposal: Proposal, options: argparse.Namespace) -> str:
    """Return the command that grades the player as proposed, quoted for a shell."""
    assert proposal.adapter is not None
    words = _words_of(proposal.player, options, proposal.side)
    return shlex.join([*words, *proposal.adapter.options()])


def _words_of(player: str, options: argparse.Namespace, side: str) -> list[str]:
    """Return a command for one player that keeps the user's other options."""
    words = ["ttt-table", "grade"]
    words += ["--program", player] if options.program is not None else [player]
    for option, name, default in KEPT_OPTIONS:
        value = getattr(options, name)
        if name == "side" and value is None and side:
            value = side
        if value != default:
            words += [option, f"{value:g}" if name == "limit" else str(value)]
    return words + [flag for flag, name in KEPT_FLAGS if getattr(options, name)]


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
