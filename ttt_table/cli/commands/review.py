"""``ttt-table review``: judge a played game, and find where it was lost."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ttt_table.cli.commands.lookup import (
    FROM_STANDARD_INPUT,
    MAX_CHARACTERS,
    answer_each,
)
from ttt_table.cli.options.common import MAX_DIGITS, add_table_options
from ttt_table.cli.output.drawing import cells_text, columns, film_of, label
from ttt_table.cli.output.terminal import as_line, fields_of, printable
from ttt_table.play.match import BEST, Played, Review, review
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import verdict
from ttt_table.table.reader import Table, open_table


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "moves",
        nargs="+",
        metavar="MOVE",
        help="a cell, or with gravity a column; or - to read games from standard "
        "input, one per line",
    )
    add_table_options(command)


def run(options: argparse.Namespace) -> int:
    """Review each game; return 2 if one of them is bad."""
    table = open_table(options.table, first=options.first)
    from_input = options.moves == [FROM_STANDARD_INPUT]
    games = options.moves
    if not from_input:
        games = [" ".join(options.moves)]
    answer = partial(_answer, table, from_input)
    return answer_each(games, answer, options.json, noun="game", verb="reviewed")


def _answer(table: Table, on_one_line: bool, text: str, as_json: bool) -> str:
    numbers = parse_numbers(text)
    if table.game.gravity:
        judged = review(table, columns=numbers)
    else:
        judged = review(table, numbers)
    if as_json:
        return as_line(fields_of(judged))
    result = result_text(judged, table)
    if on_one_line:
        # Control characters such as \x1c count as blanks between cells.
        return f"{printable(text, MAX_CHARACTERS)}  {result}"
    return f"{result}\n\n{_drawing(judged, table)}"


def parse_numbers(text: str) -> list[Any]:
    """Return the numbers of a game as it is written; other words stay as they are."""
    numbers: list[Any] = []
    for word in text.replace(",", " ").split():
        number = parse_number(word)
        numbers.append(word if number is None else number)
    return numbers


def parse_number(word: str) -> int | None:
    """Parse the number of a cell or a column; return None for any other word."""
    is_number = word.isascii() and word.isdecimal() and len(word) <= MAX_DIGITS
    return int(word) if is_number else None


def move_argument(game: Game, number: int | None) -> dict[str, int | None]:
    """Return a number that a person has written as an argument of a call.

    With gravity it is a column.
    """
    return {"column" if game.gravity else "cell": number}


def result_text(judged: Review, table: Table) -> str:
    """Say how a game stands or ended, and which move lost it."""
    text = verdict(table.look(judged.board))
    blunder = judged.decisive
    if blunder is None:
        return text
    what_it_lost = blunder_text(blunder, table.game)
    return (
        f"{text}. {blunder.player} lost it with move {blunder.number}: {what_it_lost}"
    )


def blunder_text(blunder: Played, game: Game) -> str:
    """Say what a move gave away, and which moves would not have."""
    cell = cells_text([blunder.cell], game)
    best = cells_text(blunder.best, game)
    given_away = "a win" if blunder.before.value > 0 else "a draw"
    return f"{cell} threw {given_away} away; {best} would have kept it"


def _drawing(judged: Review, table: Table) -> str:
    cells = [move.cell for move in judged.moves]
    rows = [
        _row(move, table.game, is_decisive=move == judged.decisive)
        for move in judged.moves
    ]
    boards = film_of(table, "." * table.game.cells, cells)
    if not rows:
        return boards
    return f"{columns(rows, left=3)}\n\n{boards}"


def _row(move: Played, game: Game, *, is_decisive: bool) -> list[str]:
    """Return a move's number and player, its cell, and the change of the outcome."""
    change = label(move.before)
    if move.kind != BEST:
        best = cells_text(move.best, game)
        change += f" becomes {label(move.after)}: a {move.kind}; best: {best}"
    cell = cells_text([move.cell], game)
    if is_decisive:
        cell += "*"
    return [f"{move.number:>2} {move.player}", cell, change]
