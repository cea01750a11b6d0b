"""One way of calling a player: the readings with which its answers are legal."""

from __future__ import annotations

from collections.abc import Mapping

from ttt_table.players.proposals.calls import Call
from ttt_table.players.proposals.fits import Fit, Reading, TrialBoard, TrialBoards


class Way:
    """The answers of a player that is called in one way.

    Args:
        call: How it is called.
        boards: The boards about which it is asked.
        order: When it is tried: the commonest ways come first.

    """

    def __init__(self, call: Call, boards: TrialBoards, order: int = 0) -> None:
        self._call = call
        self._order = order
        self._counts = boards.counts()
        self._answers: dict[str, list[Mapping[Reading, int]]] = {
            side: [] for side in self._counts
        }
        # The readings with which all answers of a side have been legal so far.
        self._legal: dict[str, set[Reading]] = {}
        self._hits: dict[tuple[str, Reading], int] = {}

    def can_fit(self, side: str) -> bool:
        """Whether some reading makes all answers of a side legal that are known."""
        return side not in self._legal or bool(self._legal[side])

    @property
    def is_hopeless(self) -> bool:
        """Whether no side can fit any more."""
        return not any(self.can_fit(side) for side in self._counts)

    def add(self, trial: TrialBoard, cells: Mapping[Reading, int]) -> None:
        """Add the cells that an answer may name, by how it is read."""
        side = trial.mover
        legal = {reading for reading, cell in cells.items() if cell in trial.legal}
        if side in self._legal:
            legal &= self._legal[side]
        self._legal[side] = legal
        self._answers[side].append(cells)
        for reading in legal:
            hits = self._hits.get((side, reading), 0)
            self._hits[side, reading] = hits + (cells[reading] in trial.best)

    def fits(self) -> list[Fit]:
        """Return the fit of each reading that makes all answers of a side legal."""
        readings: set[Reading] = set().union(*self._legal.values())
        plainest_first = sorted(
            readings, key=lambda reading: (reading.form != "move", reading)
        )
        return [self._fit(reading) for reading in plainest_first]

    def _fit(self, reading: Reading) -> Fit:
        sides = tuple(side for side in self._counts if reading in self._legal[side])
        cells = []
        for side in sides:
            cells += [answer[reading] for answer in self._answers[side]]
        return Fit(
            call=self._call,
            reading=reading,
            cells=tuple(cells),
            hits={side: self._hits[side, reading] for side in sides},
            boards={side: self._counts[side] for side in sides},
            order=self._order,
        )
