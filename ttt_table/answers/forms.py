r"""Other ways to read a file of answers, where the chosen one reads few as legal moves.

Nothing is applied by itself, and rightness plays no part: what counts is how many
answers are cells of the board, and how many of them are legal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ttt_table.answers.reading import AnswerReader
from ttt_table.answers.rows import AnswerRow
from ttt_table.table.reader import Table

CONVENTION = "`ANSWER: 4`"
COLUMNS_AS_CELLS = "a cell, with gravity"

PATTERN_OF_FORM = {
    CONVENTION: None,
    "`[4]` in a text": r"\[\s*(\d+)\s*\]",
    r"`\boxed{4}` in a text": r"\\boxed\{([^{}]*)\}",
    "`<answer>4</answer>`": r"(?i)<(?:answer|move|action)>([^<]*)</",
    "`#### 4`": r"####\s*(\S+)",
    "`Move: 4`": r"(?im)^[^\w\n]*(?:move|action)[^\w\n]*:(.*)$",
    '`{"move": 4}` in a text': r"(\{[^{}]*\})",
    "`Row 1, Column 1`": (
        r"(?i)row\W{0,3}(\d+)\W{0,5}(?:and )?col(?:umn)?\W{0,3}(\d+)"
    ),
    "`B2`": r"\b(?P<column>[A-Za-z])(?P<row>\d+)\b",
    COLUMNS_AS_CELLS: r"(?P<cell>\d+)",
}
"""The documented forms of an answer, with the pattern of each."""

MAX_TRIED = 300
"""The most boards on which the other forms are tried, on the first answer to each.

Where a program asks again until a move is legal, most rows are about few boards, and
say little about how answers are written.
"""

MIN_SHARE = 0.1
"""The share of answers that must be unread or illegal, and that a form must gain."""
MIN_GAIN = 3
"""The number of answers that a form must gain at least."""


class Fit(NamedTuple):
    """How many of some answers a reading makes moves; their sum compares readings.

    Attributes:
        on_board: How many are cells of the board.
        legal: How many of these can be played.
    """

    on_board: int
    legal: int


@dataclass(frozen=True, slots=True)
class Advice:
    """A documented form that would read many more of a model's answers.

    Attributes:
        boards: How many boards it was tried on, on the first answer to each.
        fit: How many of these answers are moves as they were read.
        better_fit: How many would be.
        pattern: The pattern that gives this; None for the convention.
        one_based: Whether cells, rows and columns are then counted from 1.
    """

    boards: int
    fit: Fit
    better_fit: Fit
    pattern: str | None
    one_based: bool


def advice_on_reading(
    table: Table, rows: Sequence[AnswerRow], pattern: str | None, *, one_based: bool
) -> Advice | None:
    """Return the documented form that reads most of these answers as moves.

    Args:
        table: The game's table.
        rows: The first answer to each board, which is in the standard notation.
        pattern: The pattern that they were read by.
        one_based: Whether they were read as counted from 1.

    Returns:
        The form; None if at most a tenth of the answers is unread or illegal, or if no
        form gains a tenth of them.
    """
    legal_cells = [table.scores(row.board) for row in rows]
    reader = AnswerReader(table, pattern, one_based=one_based)
    fit = _fit_of(rows, legal_cells, reader)
    if len(rows) - fit.legal <= MIN_SHARE * len(rows):
        return None
    best = None
    least = sum(fit) + max(MIN_GAIN, MIN_SHARE * len(rows))
    for form, form_pattern in PATTERN_OF_FORM.items():
        if form == COLUMNS_AS_CELLS and not table.game.gravity:
            continue
        for from_1 in (False, True):
            reader = AnswerReader(table, form_pattern, one_based=from_1)
            better_fit = _fit_of(rows, legal_cells, reader)
            if sum(better_fit) >= least:
                best = Advice(len(rows), fit, better_fit, form_pattern, from_1)
                least = sum(better_fit) + 1
    return best


def _fit_of(
    rows: Sequence[AnswerRow],
    legal_cells: Sequence[Collection[int]],
    reader: AnswerReader,
) -> Fit:
    on_board = 0
    legal = 0
    for row, cells in zip(rows, legal_cells, strict=True):
        cell = reader.read_row(row).cell
        if cell is not None and cell >= 0:
            on_board += 1
            legal += cell in cells
    return Fit(on_board, legal)
