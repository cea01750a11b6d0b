"""The results of a trial: calls that fit a function, and how good its answers are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ttt_table.players.answer_forms import AnswerForm
from ttt_table.players.boards import LAYOUTS
from ttt_table.players.calls import Argument, Call, Constant
from ttt_table.players.proposals.thresholds import PLAYS_A_SIDE, PLAYS_ALL_SIDES


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """How many boards a function was asked about, and how good its answers were.

    Attributes:
        asked: The number of boards.
        legal: The number of answers that are legal moves.
        best: The number of those that keep the value of the board.
    """

    asked: int = 0
    legal: int = 0
    best: int = 0

    @property
    def best_share(self) -> float:
        """The share of best moves; 0 if no board was asked about."""
        return self.best / max(self.asked, 1)


@dataclass(frozen=True, slots=True)
class Fit:
    """A call of a function that makes every answer of at least one side legal.

    Attributes:
        call: How the function was called.
        answer_form: How its answers were read.
        cells: The answers to the boards near the end of these sides, one side after the
            other.
        near: The counts of these answers, by side.
        early: The counts of its answers on boards with more free cells, of the sides
            that it plays; empty until the fit is confirmed.
        order: The number of calls that were tried before; common calls come first.
        answers_empty_board: False if its answer to the empty board was not legal.
    """

    call: Call
    answer_form: AnswerForm
    cells: tuple[int, ...]
    near: Mapping[str, AnswerCounts]
    early: AnswerCounts = AnswerCounts()
    order: int = 0
    answers_empty_board: bool = True

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of which every answer is legal."""
        return tuple(self.near)

    @property
    def best_moves(self) -> int:
        """How many of its answers near the end are best moves."""
        return sum(counts.best for counts in self.near.values())

    @property
    def played_sides(self) -> tuple[str, ...]:
        """The sides on which most of its answers are best moves.

        Many programs play one side only. If the other side is to move, they answer with
        a move for the wrong side, which is a best move only if both want the same cell.
        """
        return tuple(
            side
            for side, counts in self.near.items()
            if counts.best >= PLAYS_A_SIDE * counts.asked
        )

    @property
    def plays_all_sides(self) -> bool:
        """Whether enough of its answers on all its sides together are best moves."""
        asked = sum(counts.asked for counts in self.near.values())
        return self.best_moves >= PLAYS_ALL_SIDES * asked

    def has_argument_among(self, arguments: Iterable[Argument]) -> bool:
        """Whether the function gets one of these arguments."""
        return any(argument in self.call.arguments for argument in arguments)

    def adapter_fields(self) -> dict[str, Any]:
        """Return the fields of its `Adapter` that are not as they are by default."""
        layout, free_cell, marks = self.call.board_format
        default = LAYOUTS[layout]
        fields: dict[str, Any] = {}
        if layout != "text":
            fields["board"] = layout
        if repr(free_cell) != repr(default.free_cell):  # as 0 equals False
            fields["empty"] = free_cell
        if marks != default.marks:
            fields["marks"] = marks
        default_arguments = ("board",) if self.call.kept_in is None else ()
        if self.call.arguments != default_arguments:
            fields["arguments"] = tuple(map(_adapter_argument, self.call.arguments))
        if self.call.kept_in is not None:
            fields["kept_in"] = self.call.kept_in
        if self.answer_form.form != "move":
            fields["answer"] = self.answer_form.form
        if self.answer_form.first_index:
            fields["first_index"] = self.answer_form.first_index
        return fields

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; `from_json` is the inverse."""
        return {
            "call": self.call.as_json(),
            "answer_form": self.answer_form._asdict(),
            "cells": list(self.cells),
            "near": {side: asdict(counts) for side, counts in self.near.items()},
            "early": asdict(self.early),
            "order": self.order,
            "answers_empty_board": self.answers_empty_board,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Fit:
        """Return the fit of which `as_json` has made this record."""
        return cls(
            call=Call.from_json(record["call"]),
            answer_form=AnswerForm(**record["answer_form"]),
            cells=tuple(record["cells"]),
            near={
                side: AnswerCounts(**counts) for side, counts in record["near"].items()
            },
            early=AnswerCounts(**record["early"]),
            order=record["order"],
            answers_empty_board=record["answers_empty_board"],
        )


def _adapter_argument(argument: Argument) -> object:
    return argument.value if isinstance(argument, Constant) else argument


def fits_agree(fits: Iterable[Fit], best: Fit) -> bool:
    """Whether all fits of the same sides have the same arguments and the same answers.

    They then differ only in ways that make no difference to the player.
    """
    return all(
        fit.cells == best.cells and fit.call.arguments == best.call.arguments
        for fit in fits
        if fit.sides == best.sides
    )


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The results of a trial so far.

    Attributes:
        fit: The best way of calling the function; None if none fits.
        all_agree: Whether this fit and the others agree, as `fits_agree` says.
        returns_scores: Whether the function returns a number for each cell, as a
            network does.
    """

    fit: Fit | None = None
    all_agree: bool = False
    returns_scores: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; `from_json` is the inverse."""
        return {
            "fit": None if self.fit is None else self.fit.as_json(),
            "all_agree": self.all_agree,
            "returns_scores": self.returns_scores,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> TrialResult:
        """Return the result of which `as_json` has made this record."""
        fit = record["fit"]
        return cls(
            fit=None if fit is None else Fit.from_json(fit),
            all_agree=record["all_agree"],
            returns_scores=record["returns_scores"],
        )
