"""The boards on which a function is called in a trial, with their best moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TrialBoard:
    """A board that players are asked about, and its best moves.

    Attributes:
        text: The board, such as "X...O....".
        mover: The player to move, "X" or "O".
        legal: The cells that may be played, in order.
        best: The best moves among them: those that keep the value of the board.
        is_decisive: Whether `best` is one cell, which wins at once and is neither the
            first nor the last legal one: few players find it by chance.
        is_threatened: Whether the opponent, if it were its turn, could win at once in
            another cell.
        is_opening: Whether there are at most two stones on it.
    """

    text: str
    mover: str
    legal: tuple[int, ...]
    best: tuple[int, ...]
    is_decisive: bool = False
    is_threatened: bool = False
    is_opening: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is no stone on it."""
        return not self.text.strip(".")

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> TrialBoard:
        """Return the board of which `dataclasses.asdict` made a JSON record."""
        cells = {name: tuple(record[name]) for name in ("legal", "best")}
        return cls(**{**record, **cells})


@dataclass(frozen=True, slots=True)
class TrialBoards:
    """The boards of a trial.

    Attributes:
        near: Those near the end of a game, the sides in turn.
        early: Those with more free cells, openings last.
        forced: Those with one free cell, each in another place.
        rows: The number of rows of each board.
        cols: The number of its columns.
    """

    near: Sequence[TrialBoard]
    early: Sequence[TrialBoard]
    forced: Sequence[TrialBoard]
    rows: int
    cols: int

    def counts(self) -> Mapping[str, int]:
        """Return how many boards near the end there are, by the player to move."""
        return Counter(board.mover for board in self.near)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> TrialBoards:
        """Return the boards of which `dataclasses.asdict` made a JSON record."""
        return cls(
            near=[TrialBoard.from_json(board) for board in record["near"]],
            early=[TrialBoard.from_json(board) for board in record["early"]],
            forced=[TrialBoard.from_json(board) for board in record["forced"]],
            rows=record["rows"],
            cols=record["cols"],
        )
