"""Sentences about a file, of which some words are ours and others the file's own.

In ours X moves first, as in `spec`. If O does in the file, players and boards are
exchanged in our words, but not in what the file says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from ttt_table.homework.answers import Unreadable
from ttt_table.homework.spec import Part

SWAPPED = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words that are partly the file's own."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """What a part has answered, in the form of `spec.true_answer`, or `Unreadable`."""

    part: Part
    value: Any


Words: TypeAlias = tuple[str | Quoted | Value, ...]


def sentence(words: Words, first: str) -> str:
    """Return words as they are in a game in which this player moves first."""
    return " ".join(_text(piece, first) for piece in words)


def _text(piece: str | Quoted | Value, first: str) -> str:
    if isinstance(piece, Quoted):
        return piece.text
    if isinstance(piece, Value):
        return value_text(piece.part, piece.value, first)
    return in_game_of(first, piece)


def value_text(part: Part, value: Any, first: str) -> str:
    """Return what a part has answered as it is in a game of this player."""
    if isinstance(value, Unreadable):
        return value.text
    if part is Part.UTILITY and first == "O":
        return str(-value)  # a result is always one for X
    return in_game_of(first, str(value))


def in_game_of(first: str, text: str) -> str:
    """Return words in which X moves first for a game that this player opens."""
    return text.translate(SWAPPED) if first == "O" else text
