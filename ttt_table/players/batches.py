"""The answers of batch players: weights for each cell of each board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttt_table.players.answer_forms import UnreadableAnswerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def weights_array(answer: Any, shape: tuple[int, int]) -> NDArray[np.generic]:
    """Return an answer to a batch as an array of numbers.

    Raises:
        UnreadableAnswerError: It is not an array of numbers of this shape.
        TypeError: It hides some of its data.
    """
    import numpy

    if isinstance(answer, numpy.ma.MaskedArray):
        raise TypeError("the answer is a masked array: fill it, as in answer.filled(0)")
    weights = numpy.asarray(answer)
    if weights.dtype.kind not in "biuf" or weights.shape != shape:
        reason = (
            f"expected numbers of shape {shape}, got {weights.dtype} of shape"
            f" {weights.shape}"
        )
        raise UnreadableAnswerError(answer, reason)
    return weights
