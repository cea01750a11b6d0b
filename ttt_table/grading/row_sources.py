"""Recorded answers from anywhere: a file, pairs, dictionaries, or named cells."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from ttt_table.arguments import checked_number
from ttt_table.errors import ArgumentError, BoardError, PlayerError, quoted
from ttt_table.grading.answer_file import AnswerRow, Row, read_rows, row_of_mapping
from ttt_table.grading.answer_reading import AnswerParser
from ttt_table.rules.board import board_text
from ttt_table.table.files import Path
from ttt_table.table.reader import Table

Pair: TypeAlias = tuple[Any, Any]  # a board and an answer

# The path of a file, or rows: a board and an answer, as a pair or in a dictionary; or a
# name for messages, a board and a cell, as `answer_rows` yields them.
Rows: TypeAlias = Path | Iterable[Pair | Row | Mapping[str, Any] | AnswerRow]


def rows_in(rows: Rows, parser: AnswerParser, *, quiet: bool) -> Iterator[AnswerRow]:
    """Yield rows from a file or an iterable.

    Raises:
        ArgumentError: `rows` is neither a path nor an iterable, or a cell is not an
            integer.
        PlayerError: A row has no board or no answer.
        TableAccessError: The file cannot be read.
    """
    if isinstance(rows, str | os.PathLike):
        yield from read_rows(rows, parser, quiet=quiet)
        return
    try:
        remaining = iter(rows)
    except TypeError:
        raise ArgumentError(
            "answers are the path of a file, or rows of a board and an answer, not"
            f" {quoted(rows)}"
        ) from None
    for number, row in enumerate(remaining, 1):
        yield _row_of(row, number, parser)


def _row_of(row: Any, number: int, parser: AnswerParser) -> AnswerRow:
    if isinstance(row, AnswerRow):
        return row
    name = f"row {number}"
    if isinstance(row, Mapping):
        try:
            return row_of_mapping(row, name, parser)
        except ValueError as error:
            raise PlayerError(f"{name}: {error}") from None
    if not isinstance(row, list | tuple) or len(row) not in (2, 3):
        raise PlayerError(
            f'{name}: a row is (board, answer), {{"board": ..., "answer": ...}}, or'
            f" (name, board, cell), not {quoted(row)}"
        )
    if len(row) == 2:
        board, answer = row
        return AnswerRow(name, board, answer, parser.cells(answer))
    name, board, cell = row
    if cell is not None:
        try:
            cell = checked_number(cell)
        except ArgumentError as error:
            raise ArgumentError(f"row {number} ({quoted(name)}): {error}") from None
    return AnswerRow(name, board, cell, (cell,))


def with_standard_boards(
    rows: Iterable[AnswerRow], table: Table
) -> Iterator[AnswerRow]:
    """Yield the same rows, with their boards in the standard notation.

    Raises:
        PlayerError: A row's board is finished, or is not one of the game.
    """
    unfinished: set[str] = set()
    for row in rows:
        try:
            board = board_text(row.board, table.game)
            if board not in unfinished:
                if table.is_over(board):
                    raise BoardError("the game is over, so there is no move")
                unfinished.add(board)
        except BoardError as error:
            raise PlayerError(f"{row.name}: {error}") from None
        row.board = board
        yield row
