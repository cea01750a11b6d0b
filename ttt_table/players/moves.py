"""What players answer: the only module that reads moves.

A move is a cell from 0, with gravity a column from 0; a pair ``(row, column)``; a
dictionary of moves with their weights; or None for no answer. In JSON they are

    4        [1, 1]        {"weights": [[4, "1/2"], [[0, 1], "1/2"]]}        null
"""

from __future__ import annotations

from collections.abc import Collection
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from ttt_table.players.records import FaultError, Record, on_one_line, stray_output

if TYPE_CHECKING:  # a player's subprocess has no games
    from ttt_table.rules.game import Game

# A cell or a column; or a row and a column.
Place: TypeAlias = int | tuple[int, int]

# The last is by place the text of its weight: `answers.weight_of` reads it.
Move: TypeAlias = Place | dict[Place, str] | None

OFF_BOARD = -1  # stands for places that are not on the board
MAX_NUMBER = 10**18  # larger ones are off any board, and slow to write


def read_move(answer: Any) -> Move:
    """Return the move that a player's function has returned.

    Raises:
        FaultError: It is not a move.

    >>> read_move(4), read_move([1, 1]), read_move({4: 0.5, (0, 1): 0.5})
    (4, (1, 1), {4: '0.5', (0, 1): '0.5'})
    """
    if answer is None:
        return None
    if isinstance(answer, dict):
        weights: dict[Place, str] = {}
        for place, weight in answer.items():
            weights[_read_place(place)] = _weight_text(weight)
        return weights
    return _read_place(answer)


def _read_place(answer: Any) -> Place:
    number = _whole_number(answer)
    if number is not None:
        return number
    if not isinstance(answer, str | bytes | set):
        try:
            row, col = map(_whole_number, answer if len(answer) == 2 else ())
        except Exception:  # not two parts, or its class may raise anything here
            raise _not_a_move(answer) from None
        if row is not None and col is not None:
            return row, col
    raise _not_a_move(answer)


def _whole_number(value: Any) -> int | None:
    """Return an integer of Python's or of numpy's as one of Python's; else None."""
    if "bool" in type(value).__name__:
        return None
    try:
        number = index(value)
    except Exception:  # a stranger's class may raise anything here
        return None
    return max(-MAX_NUMBER, min(number, MAX_NUMBER))


def _weight_text(weight: Any) -> str:
    """Return a number's text; `answers.weight_of` is the inverse."""
    if isinstance(weight, bool | str):
        raise FaultError("type", f"{on_one_line(weight)} is not a weight")
    try:
        is_exact = hasattr(weight, "__index__") or hasattr(weight, "numerator")
        # The text of a float is the shortest decimal that is read as this float.
        return str(weight) if is_exact else repr(float(weight))
    except Exception:  # a stranger's class may raise anything here
        raise FaultError("type", f"{on_one_line(weight)} is not a weight") from None


def _not_a_move(answer: Any) -> FaultError:
    kind = type(answer).__name__
    if kind == "generator":
        return FaultError(
            "type", "it returns a generator: write return in place of yield"
        )
    if kind == "coroutine":
        answer.close()  # or Python warns that nobody awaits it
        return FaultError(
            "type", "it returns a coroutine: remove async from its definition"
        )
    return FaultError("type", f"{on_one_line(answer)} is not a cell or a pair")


def move_as_json(move: Move) -> Any:
    """Return a move as JSON holds it; `move_in` is the inverse."""
    if isinstance(move, dict):
        return {"weights": list(move.items())}
    return move


def move_in(record: Record) -> Move:
    """Return the move of a record.

    Raises:
        FaultError: The record is not an answer: the player has written it.
    """
    if "move" not in record:
        raise stray_output(record)
    move = record["move"]
    if move is None:
        return None
    if isinstance(move, dict):
        pairs = move.get("weights")
        if not isinstance(pairs, list) or not all(map(_is_weight, pairs)):
            raise stray_output(record)
        return {_place_in(place): weight for place, weight in pairs}
    if not _is_place(move):
        raise stray_output(record)
    return _place_in(move)


def _is_place(value: object) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and all(type(part) is int for part in value)
    return type(value) is int


def _place_in(value: Any) -> Place:
    if isinstance(value, list):
        return value[0], value[1]
    return value  # type: ignore[no-any-return]  # `_is_place` was asked before


def _is_weight(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and _is_place(pair[0])
        and isinstance(pair[1], str)
    )


def cell_of(place: Place, legal: Collection[int], game: Game) -> int:
    """Return the cell that a place means, which may be off the board or taken.

    Args:
        place: A cell, with gravity a column; or a row and a column.
        legal: The legal cells.
        game: The game.
    """
    if isinstance(place, tuple):
        row, col = place
        if 0 <= row < game.rows and 0 <= col < game.cols:
            return row * game.cols + col
        return OFF_BOARD
    if not game.gravity:
        return place
    if not 0 <= place < game.cols:
        return OFF_BOARD
    landing = [cell for cell in legal if cell % game.cols == place]
    if not landing:
        return place  # the top cell of a full column
    return landing[0]
