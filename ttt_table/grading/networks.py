"""The answers of a network, which gets many boards at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import PlayerError
from ttt_table.grading.answers import FORFEIT, MIN_FLOAT, Answer, weighed
from ttt_table.grading.child import WEIGHTS_HINT, generator_state
from ttt_table.grading.positions import Positions
from ttt_table.table.checks import why_illegal

BOARDS_PER_CALL = 1 << 15
NO_REAL_NUMBERS = "cmMSTU"
"""The kinds of numpy's arrays of complex numbers, of times and of texts."""


class NetworkAnswers:
    """The answers of a function of an array of boards: a `tree.Source`.

    The function gets an (n, cells) array of int8, 1 for the mover's own stones and -1
    for the opponent's, and returns an array of weights of this shape. What it raises is
    its user's to see, and no forfeit.

    Args:
        network: The function.
        positions: The game.
    """

    def __init__(self, network: Callable[[Any], Any], positions: Positions) -> None:
        self.name = str(getattr(network, "__qualname__", network))
        self._network = network
        self._positions = positions
        self._state = generator_state()

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield the answer to each of these boards of a tier, in order."""
        for start in range(0, len(keys), BOARDS_PER_CALL):
            part = keys[start : start + BOARDS_PER_CALL]
            for key, weights in zip(part, self._weights(part), strict=True):
                yield self._answer(key, weights)

    def drew(self) -> bool:
        """Return whether Python's or numpy's random numbers were drawn."""
        return generator_state() != self._state

    def _weights(self, keys: Sequence[int]) -> NDArray[np.float64]:
        cells = np.arange(self._positions.cells)
        packed = np.array(keys, np.int64)[:, None]
        first = packed >> cells & 1
        second = packed >> cells + len(cells) & 1
        first_moves = keys[0].bit_count() % 2 == 0
        own_minus_other = first - second if first_moves else second - first
        answer = self._network(own_minus_other.astype(np.int8))
        try:
            weights = np.asarray(answer)
            if weights.dtype.kind in NO_REAL_NUMBERS:
                raise TypeError
            weights = weights.astype(float, copy=False)
        except (TypeError, ValueError):
            returned = f"a {type(answer).__name__} without real numbers for weights"
        else:
            if weights.shape == first.shape:
                return weights
            returned = f"weights of the shape {weights.shape}"
        raise PlayerError(
            f"{self.name} gets boards of the shape {first.shape}, and returns"
            f" {returned}",
            advice="If it gets one board at a time, leave out batch=True",
        )

    def _answer(self, key: int, weights: NDArray[np.float64]) -> Answer:
        greatest = weights.max()
        if not (weights.min() >= 0 and 0 < greatest < np.inf):
            reason = "weights must be from 0 up, and one above 0; softmax makes them so"
            return Answer((), 1, "type", reason, WEIGHTS_HINT)
        legal = self._positions.legal(key)
        shares = weights / greatest
        chances: dict[int, float] = {}
        reason = ""
        for cell in np.flatnonzero(weights).tolist():
            share = max(float(shares[cell]), MIN_FLOAT)  # however small, it is followed
            if cell in legal:
                chances[cell] = share
            else:
                chances[FORFEIT] = chances.get(FORFEIT, 0.0) + share
                board = self._positions.text(key)
                reason = reason or why_illegal(board, cell)
        return weighed(chances, Answer((), 1, "illegal", reason))
