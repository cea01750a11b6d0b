"""``ttt-table lookup``: show what each move on a board leads to."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ttt_table.cli.options.common import add_boards, add_table_options
from ttt_table.cli.output.drawing import cells_text, look_grid, rule_text
from ttt_table.cli.output.terminal import (
    FINE,
    MISUSED,
    as_line,
    complain,
    fields_of,
    input_lines,
    printable,
    show,
)
from ttt_table.errors import BoardError, MoveError
from ttt_table.rules.game import Game, filled_lines
from ttt_table.rules.outcome import Look, Outcome, other, score_of, verdict
from ttt_table.table.reader import Table, open_table

# A longer line or argument is not a board, and is not held in memory.
MAX_CHARACTERS = 1 << 16
FROM_STANDARD_INPUT = "-"


def describe(command: argparse.ArgumentParser) -> None:
    add_boards(
        command,
        "boards",
        nargs="+",
        metavar="BOARD",
        help="a board such as X...O...., or - to read boards from standard input, "
        "one per line",
    )
    add_table_options(command)


def run(options: argparse.Namespace) -> int:
    """Answer for each board; return 2 if one of them is bad."""
    table = open_table(options.table, first=options.first)
    return answer_each(options.boards, partial(_answer, table), options.json)


def answer_each(
    texts: Sequence[str],
    answer: Callable[[str, bool], str],
    as_json: bool,
    noun: str = "board",
    verb: str = "looked up",
) -> int:
    """Print the answer to each board or game.

    Args:
        texts: The boards; - stands for those of standard input, one per line.
        answer: Returns the answer to a text, and raises `BoardError` for a bad one. It
            gets the text and ``as_json``.
        as_json: Whether to print JSON.
        noun: The word for a text, for messages.
        verb: The participle for what is done with it, for messages.

    Returns:
        The exit status: 2 if one of the texts is bad.
    """
    # Of several texts, a bad one gets its error in the place of an answer, so that a
    # program can match answers to texts.
    is_only_one = len(texts) == 1 and texts[0] != FROM_STANDARD_INPUT
    total = 0
    bad = 0
    try:
        for text in _each_text(texts):
            total += 1
            try:
                _check_length(text, noun)
                show(answer(text, as_json))
            except BoardError as error:
                bad += 1
                if is_only_one and not as_json:
                    raise
                show(_error_text(noun, text, error, as_json))
    except BrokenPipeError:
        # That a board is bad matters more than that the output pipe was closed.
        if not bad:
            raise
    if not bad:
        return FINE
    complain(f"{bad} of {total} {noun}s could not be {verb}")
    return MISUSED


def _check_length(text: str, noun: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise BoardError(
            f"a {noun} has at most {MAX_CHARACTERS:,} characters",
            code="wrong-length",
        )


def _each_text(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        if text == FROM_STANDARD_INPUT:
            yield from _input_texts()
        else:
            yield text


def _input_texts() -> Iterator[str]:
    """Yield the lines of standard input, stripped, without the empty ones."""
    for line in input_lines(MAX_CHARACTERS):
        text = line.strip()
        if len(line) > MAX_CHARACTERS:
            yield line  # it is too long, whatever it holds
        elif text:
            yield text


def _answer(table: Table, board: str, as_json: bool) -> str:
    look = table.look(board)
    if as_json:
        return as_line(_record(table.game, look))
    return _drawing(table, look)


def _error_text(noun: str, text: str, error: BoardError, as_json: bool) -> str:
    """Say why a board or game is bad, in its place among the answers."""
    if not as_json:
        # A board's answer has several lines and an empty one; that of a game has one.
        end = "\n" if noun == "board" else ""
        return f"{printable(text)}  {printable(str(error), MAX_CHARACTERS)}{end}"
    record: dict[str, object] = {
        noun: printable(text),
        "error": str(error),
        "code": error.code,
        "cells": list(error.cells),
    }
    if isinstance(error, MoveError) and error.before is not None:
        record |= fields_of(error.before)
    return as_line(record)


def outcome_record(outcome: Outcome, game: Game) -> dict[str, object]:
    """Return an outcome with its score, as JSON shows it."""
    return {**outcome._asdict(), "score": score_of(outcome, game.cells)}


def _record(game: Game, look: Look) -> dict[str, object]:
    moves = []
    for cell, outcome in look.moves:
        move: dict[str, object] = {"cell": cell, **outcome_record(outcome, game)}
        if game.gravity:
            move["column"] = cell % game.cols
        moves.append(move)

    record = {
        "board": look.board,
        "mover": look.mover,
        **outcome_record(look.outcome, game),
        "best": look.best,
    }
    if game.gravity:
        record["best_columns"] = [cell % game.cols for cell in look.best]
    record["moves"] = moves
    return record


def _drawing(table: Table, look: Look) -> str:
    game = table.game
    headline = f"{look.board}  {verdict(look)}"
    if look.best:
        headline += f"; best: {cells_text(look.best, game)}"
    if game.lines is None:
        return f"{headline}\n\n{look_grid(look, game)}\n"

    # A game of lines is named, and its filled lines cannot be seen as a row.
    filled = filled_lines(game, look.board, other(look.mover))
    if filled:
        listed = ", ".join(" ".join(map(str, line)) for line in filled)
        headline += f"; filled: {listed}"
    rules = f"{game}: {rule_text(game, table.first)}"
    return f"{headline}\n\n{look_grid(look, game)}\n\n{rules}\n"
