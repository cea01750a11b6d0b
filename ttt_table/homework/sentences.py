"""Sentences about a file, in which some words are quoted from the file.

In this package X moves first, as in `spec`. If O moves first in the file, players and
boards are exchanged in our words, but not in quotations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from ttt_table.homework.answers import Unreadable
from ttt_table.homework.spec import Part

SWAPPED = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words that are quoted from the file, at least in part."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """The answer of a part, in the form of `spec.true_answer`, or `Unreadable`."""

    part: Part
    value: Any


Words: TypeAlias = tuple[str | Quoted | Value, ...]


def sentence(words: Words, first: str) -> str:
    """Return the sentence for a file in which this player moves first."""
    return " ".join(_text(piece, first) for piece in words)


def _text(piece: str | Quoted | Value, first: str) -> str:
    if isinstance(piece, Quoted):
        return piece.text
    if isinstance(piece, Value):
        return value_text(piece.part, piece.value, first)
    return in_game_of(first, piece)


def value_text(part: Part, value: Any, first: str) -> str:
    """Return a part's answer as a file writes it in which this player moves first."""
    if isinstance(value, Unreadable):
        return value.text
    if part is Part.UTILITY and first == "O":
        return str(-value)  # a result is always one for X
    return in_game_of(first, str(value))


def in_game_of(first: str, text: str) -> str:
    """Return words about a game that X opens for a game that this player opens."""
    return text.translate(SWAPPED) if first == "O" else text
