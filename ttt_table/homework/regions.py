"""Kinds of boards on which a part may be wrong, in words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from ttt_table.homework.spec import (
    COLUMNS,
    DIAGONALS,
    EMPTY_BOARD,
    LINES,
    ROWS,
    Line,
    is_finished,
    is_unfinished,
    mover,
    winner,
)

BoardTest: TypeAlias = Callable[[str], bool]

GROUPS = {"row": ROWS, "column": COLUMNS, "diagonal": DIAGONALS}


@dataclass(frozen=True, slots=True)
class Region:
    """Boards that have something in common.

    Attributes:
        words: Where that is, as the end of a sentence that begins "is wrong".
        holds: Returns True for a board that belongs to them.
    """

    words: str
    holds: BoardTest


def line_text(line: Line) -> str:
    """Return the cells of a line as messages name it."""
    return " ".join(map(str, line))


@cache
def complete_lines(board: str) -> tuple[Line, ...]:
    """Return the lines that a player has filled."""
    return tuple(line for line in LINES if winner(board, (line,)))


def _line_regions() -> Iterator[Region]:
    for line in LINES:
        cells = line_text(line)
        yield Region(f"where {cells} is complete", _has_one_of((line,)))
        for player in "XO":
            words = f"where {player} has completed {cells}"
            yield Region(words, _player_has_one_of((line,), player))
    for name, lines in GROUPS.items():
        yield Region(f"where a {name} is complete", _has_one_of(lines))
        for player in "XO":
            words = f"where {player} has completed a {name}"
            yield Region(words, _player_has_one_of(lines, player))


def _has_one_of(lines: tuple[Line, ...]) -> BoardTest:
    return lambda board: winner(board, lines) is not None


def _player_has_one_of(lines: tuple[Line, ...], player: str) -> BoardTest:
    return lambda board: winner(board, lines) == player


def _stone_regions() -> Iterator[Region]:
    for count in range(1, 9):
        cells = "cell" if count == 1 else "cells"
        yield Region(f"on boards with {count} free {cells}", _has_free_cells(count))
        yield Region(
            f"on unfinished boards with {count} free {cells}",
            _is_unfinished_with(count),
        )


def _has_free_cells(count: int) -> BoardTest:
    return lambda board: board.count(".") == count


def _is_unfinished_with(count: int) -> BoardTest:
    return lambda board: board.count(".") == count and is_unfinished(board)


def _to_move(player: str) -> BoardTest:
    return lambda board: is_unfinished(board) and mover(board) == player


def _has_won(player: str) -> BoardTest:
    return lambda board: winner(board) == player


def _is_full(board: str) -> bool:
    return "." not in board


REGIONS = (
    *_line_regions(),
    Region(
        "where two lines are complete", lambda board: len(complete_lines(board)) > 1
    ),
    *_stone_regions(),
    Region("on the empty board", lambda board: board == EMPTY_BOARD),
    Region("where X is to move", _to_move("X")),
    Region(
        "where X is to move, except on the empty board",
        lambda board: _to_move("X")(board) and board != EMPTY_BOARD,
    ),
    Region("where O is to move", _to_move("O")),
    Region(
        "on full boards that nobody has won",
        lambda board: _is_full(board) and winner(board) is None,
    ),
    Region(
        "on full boards that X has won",
        lambda board: _is_full(board) and winner(board) == "X",
    ),
    Region("on full boards", _is_full),
    Region(
        "on won boards with a free cell",
        lambda board: winner(board) is not None and not _is_full(board),
    ),
    Region("where X has won", _has_won("X")),
    Region("where O has won", _has_won("O")),
    Region("where somebody has won", lambda board: winner(board) is not None),
    Region("where nobody has won", lambda board: winner(board) is None),
    Region("on finished boards", is_finished),
    Region("on unfinished boards", is_unfinished),
)
