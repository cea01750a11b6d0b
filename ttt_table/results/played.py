"""What a table says about moves: the review of a game, and the reasons for moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ttt_table.errors import MoveError
from ttt_table.play.judging import BEST, Verdict
from ttt_table.play.match import Review, review
from ttt_table.play.reasons import Reason, Trap, explain, traps
from ttt_table.results import (
    MAX_OF_A_MESSAGE,
    Result,
    columns,
    failure,
    printable,
)
from ttt_table.results.boards import cells_text, film, film_of, label
from ttt_table.results.lookup import outcome_facts
from ttt_table.rules.cells import number_in
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, look_text
from ttt_table.table.reader import Table

REVIEW_FIELDS = ("game", "board", "finished", "winner")
WHY_FIELDS = ("board", "mover", "value", "plies")


def reviewed(table: Table, text: str, *, on_one_line: bool = False) -> Result:
    """Judge a game as it is written: cells, or with gravity columns.

    Args:
        table: The table of the game.
        text: The moves, with blanks or commas between them.
        on_one_line: Whether the text is the game and its result, in one line.

    Returns:
        The review; or that of the moves before one that cannot be played, and why.

    >>> from ttt_table import open_table
    >>> print(reviewed(open_table(), "0 1 4", on_one_line=True))
    0 1 4  O to move: X wins in 4 plies. O lost it with move 2: 1 threw a draw away; \
4 would have kept it
    """
    numbers = _numbers_in(text)
    moves = {"columns" if table.game.gravity else "cells": numbers}
    try:
        judged = review(table, **moves)
    except MoveError as error:
        return _unfinished(table, text, error)
    facts = _facts_of(judged, table)
    names = ("board", "finished", "winner")
    row = {"game": text, **{name: facts[name] for name in names}}

    def draw() -> str:
        result = ending_text(judged, table)
        if on_one_line:
            return f"{printable(text, MAX_OF_A_MESSAGE)}  {result}"
        return f"{result}\n\n{_review_text(judged, table)}"

    return Result(row, draw, lambda: facts)


def _unfinished(table: Table, text: str, error: MoveError) -> Result:
    """Return why a game ends with a move that cannot be played."""
    result = failure("game", text, error)
    facts: dict[str, object] = {**result.more()}
    if isinstance(error.before, Review):
        facts |= _facts_of(error.before, table)
    return result._replace(more=lambda: facts)


def _facts_of(judged: Review, table: Table) -> dict[str, object]:
    """Return a review as JSON has it."""
    moves = [
        _move_record(number, move, table) for number, move in enumerate(judged.moves, 1)
    ]
    decisive = None
    if judged.decisive is not None:
        decisive = moves[judged.moves.index(judged.decisive)]
    return {
        "moves": moves,
        "board": judged.board,
        "finished": judged.finished,
        "winner": judged.winner,
        "decisive": decisive,
    }


def _move_record(number: int, move: Verdict, table: Table) -> dict[str, object]:
    return {
        "number": number,
        "player": table.mover(move.board),
        "cell": move.cell,
        "before": move.before,
        "after": move.after,
        "best": move.best,
        "kind": move.kind,
    }


def _numbers_in(text: str) -> list[Any]:
    """Return the numbers of a game as it is written; other words stay as they are."""
    numbers: list[Any] = []
    for word in text.replace(",", " ").split():
        number = number_in(word)
        numbers.append(word if number is None else number)
    return numbers


def move_argument(game: Game, number: int | None) -> dict[str, int | None]:
    """Return a number that a person has written as an argument of a call.

    With gravity it is a column.
    """
    return {"column" if game.gravity else "cell": number}


def ending_text(judged: Review, table: Table) -> str:
    """Say how a game stands or ended, and which move lost it."""
    text = look_text(table.look(judged.board))
    blunder = judged.decisive
    if blunder is None:
        return text
    loser = table.mover(blunder.board)
    number = 1 + judged.moves.index(blunder)
    what_it_lost = blunder_text(blunder, table.game)
    return f"{text}. {loser} lost it with move {number}: {what_it_lost}"


def blunder_text(blunder: Verdict, game: Game) -> str:
    """Say what a move gave away, and which moves would not have."""
    cell = cells_text([blunder.cell], game)
    best = cells_text(blunder.best, game)
    given_away = "a win" if blunder.before.value > 0 else "a draw"
    return f"{cell} threw {given_away} away; {best} would have kept it"


def _review_text(judged: Review, table: Table) -> str:
    cells = [move.cell for move in judged.moves]
    rows = [
        _move_row(number, move, table, is_decisive=move == judged.decisive)
        for number, move in enumerate(judged.moves, 1)
    ]
    boards = film_of(table, "." * table.game.cells, cells)
    if not rows:
        return boards
    return f"{columns(rows, left=3)}\n\n{boards}"


def _move_row(
    number: int, move: Verdict, table: Table, *, is_decisive: bool
) -> list[str]:
    """Return a move's number and player, its cell, and the change of the outcome."""
    game = table.game
    change = label(move.before)
    if move.kind != BEST:
        best = cells_text(move.best, game)
        change += f" becomes {label(move.after)}: a {move.kind}; best: {best}"
    cell = cells_text([move.cell], game)
    if is_decisive:
        cell += "*"
    return [f"{number:>2} {table.mover(move.board)}", cell, change]


def why(table: Table, board: str, number: int | None = None) -> Result:
    """Give the reasons for each move on a board, or for one.

    Args:
        table: The table of the game.
        board: The board.
        number: The only move to explain: a cell, or with gravity a column.

    Raises:
        BoardError: The board is invalid.
        MoveError: The move cannot be played.
    """
    look = table.look(board)
    reasons = explain(table, look.board, **move_argument(table.game, number))
    trap_of_cell = {trap.cell: trap for trap in traps(table, look.board)}
    row = {"board": look.board, "mover": look.mover, **look.outcome._asdict()}
    return Result(
        row,
        lambda: _why_text(table, look, reasons, trap_of_cell),
        lambda: {"moves": _reason_records(table.game, reasons, trap_of_cell)},
    )


def _reason_records(
    game: Game, reasons: Sequence[Reason], trap_of_cell: Mapping[int, Trap]
) -> list[dict[str, object]]:
    records = []
    for reason in reasons:
        trap = trap_of_cell.get(reason.cell)
        records.append(
            {
                "cell": reason.cell,
                **outcome_facts(reason.outcome, game),
                "tags": reason.tags,
                "continuation": reason.continuation,
                "losing_replies": trap and trap.losing,
                "replies": trap and trap.replies,
            }
        )
    return records


def _why_text(
    table: Table,
    look: Look,
    reasons: Sequence[Reason],
    trap_of_cell: Mapping[int, Trap],
) -> str:
    parts = [f"{look.board}  {look_text(look)}", film(table.game, [look.board])]
    for reason in reasons:
        star = "*" if reason.cell in look.best else ""
        text = _reason_text(reason, trap_of_cell.get(reason.cell))
        parts.append(f"{cells_text([reason.cell], table.game)}{star}  {text}")
        parts.append(film_of(table, look.board, reason.continuation))
    return "\n\n".join(parts)


def _reason_text(reason: Reason, trap: Trap | None) -> str:
    """Return a move's outcome and what is true of it, on one line."""
    text = label(reason.outcome)
    if reason.tags:
        text += f": {', '.join(reason.tags)}"
    # Every reply to a winning move loses, and the best reply to a losing move wins: the
    # share of losing replies is only of interest for a draw.
    if trap is not None and trap.replies and reason.outcome.value == 0:
        text += f" ({trap.losing} of {trap.replies} replies lose)"
    return text
