"""What is proposed for a player that was not understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from ttt_table.players.adapter import ARGUMENTS, Adapter
from ttt_table.players.proposals.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class Evidence:
    """How good a player is on the boards of a trial, called in one way.

    Attributes:
        boards: How many boards there were, of the sides that it plays.
        best: On how many of these it plays a best move, one that keeps the value.

    """

    boards: int
    best: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """Why a player was not graded, and how it can be graded instead.

    Attributes:
        player: The player's name, such as "bot.py:best_move".
        reason: What it did, such as "at X.O.X.... it raises TypeError: ... (bot.py,
            line 3)".
        adapter: The adapter with which its answers can be used; None if none was found.
        side: The one side that it then plays, "X" or "O"; "" if it plays all that were
            asked.
        evidence: What it does with that adapter, on the boards of the sides that it
            plays.
        argument_names: The names of its function's arguments, as its file has them.
        returns_scores: Whether it returns a number for each cell, as networks do that
            take many boards.
        wrapper: A file that calls it; None if an adapter was found, or it is not in a
            file.

    """

    player: str
    reason: str
    adapter: Adapter | None = None
    side: str = ""
    evidence: Evidence | None = None
    argument_names: tuple[str, ...] = ()
    returns_scores: bool = False
    wrapper: Wrapper | None = None

    def promise(self) -> str:
        """Return in words what the adapter achieves; "" without an adapter."""
        if self.adapter is None or self.evidence is None:
            return ""
        best, boards = self.evidence.best, self.evidence.boards
        side = f" as {self.side}" if self.side else ""
        words = (
            f"called in another way, all its answers{side} are legal, and {best} of"
            f" {boards} are best moves"
        )
        meanings = argument_meanings(self.adapter, self.argument_names)
        return f"{words}; {meanings}" if meanings else words

    def python_advice(self) -> str:
        """Return what to do about it in Python."""
        if self.adapter is not None:
            side = f", side={self.side!r}" if self.side else ""
            return f"try adapter={adapter_text(self.adapter)}{side}"
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
    for name, argument in zip(names, adapter.call_style().arguments, strict=False):
        if argument.name != "board":
            meaning = ARGUMENTS.get(argument.name, repr(argument.value))
            meanings.append(f"{name} gets {meaning}")
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
