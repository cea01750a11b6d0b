"""What a trial of adapters is about: its boards, what fits, and what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ttt_table.players.boards import BOARD_FORMATS
from ttt_table.players.proposals.calls import Call
from ttt_table.players.proposals.looks import Look

# The part of the best moves that a player takes on a side that it plays.
MOSTLY = 0.85

# The part of all best moves that a weaker player takes which plays every side.
ENOUGH = 0.75


@dataclass(frozen=True, slots=True)
class TrialBoard:
    """A board that players are asked about, and which of its moves are right.

    Attributes:
        board: Such as "X...O....".
        mover: The player to move, "X" or "O".
        legal: The cells that may be played, in order.
        best: Those of them that keep the value of the board.
        is_decisive: Whether `best` is one cell, which wins at once and is neither the
            first nor the last legal one: few players find it by chance.
        is_threatened: Whether the opponent, if it were its turn, could win at once in
            another cell.
        is_opening: Whether there are one or two stones on it.

    """

    board: str
    mover: str
    legal: tuple[int, ...]
    best: tuple[int, ...]
    is_decisive: bool = False
    is_threatened: bool = False
    is_opening: bool = False


class TrialBoards(NamedTuple):
    """The boards of a trial."""

    near: Sequence[TrialBoard]  # near the end, the sides in turn
    early: Sequence[TrialBoard]  # with more free cells, openings last
    rows: int
    cols: int

    def counts(self) -> Mapping[str, int]:
        """Return how many boards near the end there are, by the player to move."""
        return Counter(trial.mover for trial in self.near)


class Reading(NamedTuple):
    """How an answer is read: two fields of an `Adapter`."""

    form: str
    first_index: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A way of calling a function that makes every answer of a side legal.

    Attributes:
        call: How the function was called.
        reading: How its answers were read.
        cells: What was answered to the boards of the sides that fit, side by side.
        hits: How many of these cells are best moves, by side.
        boards: How many boards there were, by the same sides.
        order: When it was tried: the commonest ways of calling come first.
        early_asked: How many boards with more free cells were asked, on the sides that
            it plays.
        early_legal: How many of those were answered by a legal move.
        early_hits: How many of those were answered by a best move.

    """

    call: Call
    reading: Reading
    cells: tuple[int, ...]
    hits: Mapping[str, int]
    boards: Mapping[str, int]
    order: int = 0
    early_asked: int = 0
    early_legal: int = 0
    early_hits: int = 0

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of which every answer is legal."""
        return tuple(self.hits)

    @property
    def all_hits(self) -> int:
        """The number of best moves that it takes."""
        return sum(self.hits.values())

    @property
    def played_sides(self) -> tuple[str, ...]:
        """The sides on which it takes most of the best moves.

        Many programs play one side only. As the other they answer with legal moves for
        the wrong player, which are best moves where both want the same cell.
        """
        return tuple(
            side
            for side, hits in self.hits.items()
            if hits >= MOSTLY * self.boards[side]
        )

    @property
    def is_fair(self) -> bool:
        """Whether it takes enough of all best moves."""
        return self.all_hits >= ENOUGH * sum(self.boards.values())

    @property
    def early_share(self) -> float:
        """The part of best moves on boards with more free cells, or 0."""
        return self.early_hits / max(self.early_asked, 1)

    def adapter_fields(self) -> dict[str, Any]:
        """Return the fields of its `Adapter` that are not as they are by default."""
        board, empty, marks = self.call.look
        default = BOARD_FORMATS[board]
        fields: dict[str, Any] = {}
        if board != "text":
            fields["board"] = board
        if repr(empty) != repr(default.free_cell):
            fields["empty"] = empty
        if marks != default.marks:
            fields["marks"] = marks
        if self.call.arguments != self.call.default_arguments():
            fields["arguments"] = self.call.arguments
        if self.call.kept_in:
            fields["kept_in"] = self.call.kept_in
        if self.reading.form != "move":
            fields["answer"] = self.reading.form
        if self.reading.first_index:
            fields["first_index"] = self.reading.first_index
        return fields

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; `fit_from_json` is the inverse."""
        return asdict(self)


def fit_from_json(record: dict[str, Any]) -> Fit:
    """Return the fit of which `Fit.as_json` has made this record."""
    (board, empty, marks), arguments, kept_in = record["call"]
    return Fit(
        **{
            **record,
            "call": Call(Look(board, empty, tuple(marks)), tuple(arguments), kept_in),
            "reading": Reading(*record["reading"]),
            "cells": tuple(record["cells"]),
        }
    )


def are_alike(fits: Iterable[Fit], best: Fit) -> bool:
    """Whether all that fit the same sides differ in nothing that matters to the player.

    They give the function the same arguments, and get the same answers.
    """
    return all(
        fit.cells == best.cells and fit.call.arguments == best.call.arguments
        for fit in fits
        if fit.sides == best.sides
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """What a trial has found so far.

    Attributes:
        fit: The best way of calling the function; None if none fits.
        is_alike: Whether this fit and the others are `are_alike`.
        returns_scores: Whether the function returns a number for each cell, as a
            network does.

    """

    fit: Fit | None = None
    is_alike: bool = False
    returns_scores: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; `finding_from_json` is the inverse."""
        return asdict(self)


def finding_from_json(record: dict[str, Any]) -> Finding:
    """Return the finding of which `Finding.as_json` has made this record."""
    fit = record["fit"]
    if fit is not None:
        fit = fit_from_json(fit)
    return Finding(fit, record["is_alike"], record["returns_scores"])
