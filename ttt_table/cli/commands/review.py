"""``ttt-table review``: a played game move by move, and by which move it was lost."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from ttt_table.cli.commands.lookup import answer_each
from ttt_table.cli.options.parsing import add_table_options
from ttt_table.cli.output.drawing import cells_text, columns, film_of, label
from ttt_table.cli.output.terminal import as_line, printable
from ttt_table.errors import BoardError
from ttt_table.play.match import Played, Review, review
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import verdict
from ttt_table.table.reader import Table, open_table

LONGEST_NUMBER = 3  # digits of a cell, or of what could be one


def describe(command: argparse.ArgumentParser) -> None:
    moves = "a cell; or - for games from standard input"
    command.add_argument("moves", nargs="+", metavar="MOVE", help=moves)
    add_table_options(command)


def run(options: argparse.Namespace) -> int:
    """Review each game; returns 2 if one of them is bad."""
    table = open_table(options.table, first=options.first)
    many = options.moves == ["-"]
    games = ["-"] if many else [" ".join(options.moves)]
    answer = partial(_answer, table, many)
    return answer_each(games, answer, options.json, thing="game", done="reviewed")


def _answer(table: Table, many: bool, text: str, as_json: bool) -> str:
    found = review(table, cells_named(text, table))
    if as_json:
        return as_line(found._asdict())
    words = standing(found, table)
    return f"{text}  {words}" if many else f"{words}\n\n{_drawing(found, table)}"


def cells_named(text: str, table: Table) -> Iterator[int]:
    """The cells of a game as it is written: numbers, with gravity those of columns.

    Each is given before the next is looked at. Raises `BoardError` for what is no number.
    """
    board = "." * table.game.cells
    for number, word in enumerate(text.replace(",", " ").split(), 1):
        named = number_named(word)
        if named is None:
            raise BoardError(
                f"move {number}: '{printable(word)}' is not a cell's number"
            )
        cell = cell_meant(named, table, board)
        yield cell
        board = table.push(board, cell)


def number_named(word: str) -> int | None:
    """The number of a cell or column; None for any other word."""
    numeric = word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER
    return int(word) if numeric else None


def cell_meant(number: int, table: Table, board: str) -> int:
    """The cell of this number, or where stones fall the one that its column leads to."""
    return table.columns(board).get(number, number)


def standing(found: Review, table: Table) -> str:
    """How a game stands or has ended, and by which move it was lost."""
    words = verdict(table.look(found.board))
    if lost := found.decisive:
        blunder = blunder_text(lost, table.game)
        words += f". {lost.player} lost it with move {lost.number}: {blunder}"
    return words


def blunder_text(blunder: Played, game: Game) -> str:
    """What a move gave away, and what would not have."""
    cell, best = cells_text([blunder.cell], game), cells_text(blunder.best, game)
    lost = "a win" if blunder.before.value > 0 else "a draw"
    return f"{cell} threw {lost} away; {best} would have kept it"


def _drawing(found: Review, table: Table) -> str:
    boards = film_of(table, "." * table.game.cells, (one.cell for one in found.moves))
    rows = [_row(one, found, table.game) for one in found.moves]
    return "\n\n".join(part for part in (columns(rows, left=3), boards) if part)


def _row(one: Played, found: Review, game: Game) -> list[str]:
    change = label(one.before)
    if one.kind != "best":
        change += f" becomes {label(one.after)}: a {one.kind}; best: {cells_text(one.best, game)}"
    star = "*" if one == found.decisive else ""
    return [
        f"{one.number:>2} {one.player}",
        f"{cells_text([one.cell], game)}{star}",
        change,
    ]
