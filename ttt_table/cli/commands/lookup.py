"""``ttt-table lookup``: show what each move on a board leads to."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ttt_table.cli.options.parsing import add_table_options
from ttt_table.cli.output.drawing import cells_text, look_grid, rule
from ttt_table.cli.output.terminal import (
    FINE,
    MISUSED,
    as_line,
    complain,
    input_lines,
    printable,
    show,
)
from ttt_table.errors import BoardError, MoveError
from ttt_table.rules.game import Game, filled_lines
from ttt_table.rules.outcome import Look, Outcome, other, score_of, verdict
from ttt_table.table.reader import Table, open_table

# Of a line or an argument that may be a board; no larger one is held in memory.
MOST_CHARACTERS = 1 << 16


def describe(lookup: argparse.ArgumentParser) -> None:
    boards = "a board such as X...O...., or - to read one a line from standard input"
    lookup.add_argument("boards", nargs="+", metavar="BOARD", help=boards)
    add_table_options(lookup)


def run(options: argparse.Namespace) -> int:
    """Answer for each board; returns 2 if one of them is bad."""
    table = open_table(options.table, first=options.first)
    return answer_each(options.boards, partial(_answer, table), options.json)


def answer_each(
    named: Sequence[str],
    answer: Callable[[str, bool], str],
    as_json: bool,
    thing: str = "board",
    done: str = "looked up",
) -> int:
    """Print the answer to each board, or game; returns 2 if one of them is bad.

    For - they come from standard input, one a line.
    """
    # Of several each keeps its place in the answers, so that a program can count along.
    alone = len(named) == 1 and named != ["-"]
    asked = bad = 0
    try:
        for text in _each(named):
            asked += 1
            try:
                if len(text) > MOST_CHARACTERS:
                    too_long = (
                        f"more than {MOST_CHARACTERS:,} characters are no {thing}"
                    )
                    raise BoardError(too_long, code="wrong-length")
                show(answer(text, as_json))
            except BoardError as error:
                bad += 1
                if alone and not as_json:
                    raise
                show(_refusal(thing, text, error, as_json))
    except (
        BrokenPipeError
    ):  # a bad board is worth more of a word than a reader who has left
        if not bad:
            raise
    if bad:
        complain(f"{bad} of {asked} {thing}s could not be {done}")
    return MISUSED if bad else FINE


def _each(named: Sequence[str]) -> Iterator[str]:
    """What the command line names, where - stands for one a line from standard input."""
    for text in named:
        if text != "-":
            yield text
            continue
        for line in input_lines(MOST_CHARACTERS):
            if line.strip():
                yield line if len(line) > MOST_CHARACTERS else line.strip()


def _answer(table: Table, board: str, as_json: bool) -> str:
    look, game = table.look(board), table.game
    return as_line(_record(game, look)) if as_json else _drawing(table, look)


def _refusal(thing: str, text: str, error: BoardError, as_json: bool) -> str:
    if not as_json:
        return f"{printable(text)}  {printable(str(error), MOST_CHARACTERS)}\n"
    record = {"error": str(error), "code": error.code, "cells": list(error.cells)}
    if isinstance(error, MoveError):
        record |= error.before._asdict()  # type: ignore[attr-defined]  # it is a Review
    return as_line({thing: printable(text), **record})


def outcome_record(outcome: Outcome, game: Game) -> dict[str, object]:
    """What is said of an outcome, with its score."""
    return {**outcome._asdict(), "score": score_of(outcome, game.cells)}


def _record(game: Game, look: Look) -> dict[str, object]:
    def move(cell: int, outcome: Outcome) -> dict[str, object]:
        column = {"column": cell % game.cols} if game.gravity else {}
        return {"cell": cell, **outcome_record(outcome, game), **column}

    record = {
        "board": look.board,
        "mover": look.mover,
        **outcome_record(look.outcome, game),
    }
    record["best"] = look.best
    if game.gravity:
        record["best_columns"] = [cell % game.cols for cell in look.best]
    return {**record, "moves": [move(*one) for one in look.moves]}


def _drawing(table: Table, look: Look) -> str:
    game = table.game
    headline = f"{look.board}  {verdict(look)}"
    if look.best:
        headline += f"; best: {cells_text(look.best, game)}"
    lines = (
        [] if game.lines is None else filled_lines(game, look.board, other(look.mover))
    )
    if lines:
        headline += f"; filled: {', '.join(' '.join(map(str, line)) for line in lines)}"
    named = "" if game.lines is None else f"\n{game}: {rule(game, table.first)}\n"
    return f"{headline}\n\n{look_grid(look, game)}\n{named}"
