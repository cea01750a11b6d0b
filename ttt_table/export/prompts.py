"""Prompts for language models, one for each board, with the answers that are right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256

from ttt_table.errors import ArgumentError
from ttt_table.export.rows import Row, rows
from ttt_table.rules.game import lines_of_x
from ttt_table.rules.outcome import other
from ttt_table.runtime import cells_in, check_choice, check_flags
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table

__all__ = ["NOTATIONS", "Prompt", "prompts"]

NOTATIONS = {
    "text": "a character for each cell, along the rows",
    "rows": "a line for each row",
    "coordinates": "the row and column of each stone and of each free cell",
}

CHARACTERS_OF_DIGEST = 8
MAX_PROMPT_LINES = 60
"""The most lines that a prompt lists."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question about a board, with the right answers.

    Attributes:
        board: The board, a character for each cell along the rows.
        canonical: The board that stands for all that are equal to it up to symmetry.
        prompt: The question.
        mover: The player to move, ``X`` or ``O``.
        value: 1 if the mover wins, 0 for a draw, -1 if it loses.
        plies: The moves of both players to the end.
        best: The cells of the best moves.
        keeping: The cells of all moves that keep the value.
        matters: Whether some legal move does not keep the value.
    """

    board: str
    canonical: str
    prompt: str
    mover: str
    value: int
    plies: int
    best: list[int]
    keeping: list[int]
    matters: bool


def prompts(
    table: Table,
    notation: str = "rows",
    *,
    every: bool = False,
) -> Iterator[Prompt]:
    """Yield the prompts of a game, in the table's order.

    There is one for each symmetry class of boards on which some legal move gives value
    away: what a model does on the other boards tells nothing new about it.

    Args:
        table: The table.
        notation: How the board is shown: ``text``, ``rows`` or ``coordinates``.
        every: Whether to yield a prompt for every unfinished board instead.

    Raises:
        ArgumentError: An argument is invalid, or the game has more lines than a prompt
            can list.

    >>> from ttt_table import open_table
    >>> first, *others = prompts(open_table(), "text")
    >>> first.board, first.keeping, first.prompt[:38]
    ('X........', [4], 'This is a game of tic-tac-toe on 3 row')
    >>> 1 + len(others)
    431
    """
    checked_table(table)
    check_choice("notation", notation, NOTATIONS)
    check_flags(every=every)
    rules = _rules_text(table)
    if table.game.gravity and notation != "coordinates":
        rules += " The columns are numbered from 0, the first one at the left."
    return (
        _prompt(row, rules, notation, table)
        for row in rows(table, unfinished=True)
        if every or (row.board == row.canonical and row.blunder_share > 0)
    )


def prompt_line(prompt: Prompt) -> str:
    """Return a prompt as a line of JSON."""
    return json.dumps(asdict(prompt))


def _prompt(row: Row, rules: str, notation: str, table: Table) -> Prompt:
    parts = [
        rules,
        f"It is {row.mover}'s turn. {_board_text(row.board, notation, table)}",
        _question(table, notation),
    ]
    return Prompt(
        board=row.board,
        canonical=row.canonical,
        prompt="\n\n".join(parts),
        mover=row.mover,
        value=row.value,
        plies=row.plies,
        best=row.best,
        keeping=row.keeping,
        matters=bool(row.blunder_share),
    )


def _rules_text(table: Table) -> str:
    """Return the rules of the table's game in words."""
    game = table.game
    texts = [
        f"This is a game of tic-tac-toe on {game.rows} rows and {game.cols} columns."
        f" {table.first} moves first."
    ]
    if game.gravity:
        texts.append("A stone can only be placed on the lowest free cell of a column.")
    texts.append(_lines_text(table))
    texts += _result_sentences(table)
    return " ".join(texts)


def _result_sentences(table: Table) -> list[str]:
    """Say what the result of a line is, and that of a full board."""
    game = table.game
    result_of_line = "loses" if game.misere else "wins"
    if not game.breaker:
        line = "a line" if game.o_lines is None else "one of their own lines"
        return [
            f"The player who fills {line} {result_of_line}.",
            "A full board without one is a draw.",
        ]
    maker = table.first
    breaker = other(maker)
    result_of_full_board = "wins" if game.misere else "loses"
    return [
        f"If {maker} fills a line, {maker} {result_of_line}.",
        f"Lines of {breaker} do not count: on a full board without a line of {maker},"
        f" {maker} {result_of_full_board}.",
    ]


def _lines_text(table: Table) -> str:
    game = table.game
    if game.k is not None:
        return (
            f"A line is {game.k} stones of one player in a row, a column or a diagonal."
        )
    masks = lines_of_x(game)
    count = len(masks) + len(game.o_lines or ())
    if count > MAX_PROMPT_LINES:
        raise ArgumentError(
            f"{game} has {count:,} lines, and a prompt lists at most {MAX_PROMPT_LINES}"
        )
    listed = _sets_text(masks)
    if game.o_lines is not None:
        second = other(table.first)
        return (
            "The cells are numbered from 0 along the rows. Each player has their own"
            f" lines, which are sets of cells. Lines of {table.first}: {listed}."
            f" Lines of {second}: {_sets_text(game.o_lines)}."
        )
    return (
        f"The cells are numbered from 0 along the rows. A line is one of these sets of"
        f" cells, filled by one player: {listed}."
    )


def _sets_text(masks: Sequence[int]) -> str:
    return "; ".join(" ".join(map(str, cells_in(mask))) for mask in masks) or "none"


def _board_text(board: str, notation: str, table: Table) -> str:
    cols = table.game.cols
    if notation == "text":
        return (
            f"{_numbering(table)}Cell by cell along the rows, a dot for a free one, the"
            f" board is: {board}"
        )
    if notation == "rows":
        starts = range(0, len(board), cols)
        rows_text = "\n".join(" ".join(board[start : start + cols]) for start in starts)
        drawn = f"The board, with a dot for each free cell:\n\n{rows_text}"
        if table.game.gravity:
            return drawn
        return (
            f"{drawn}\n\n"
            "The cells are numbered from 0 along the rows: the first row has 0 to"
            f" {cols - 1}."
        )
    places: dict[str, list[str]] = {"X": [], "O": [], ".": []}
    for cell, mark in enumerate(board):
        places[mark].append(f"({cell // cols}, {cell % cols})")
    return (
        "Rows and columns are numbered from 0, and a cell is (row, column)."
        f" X has {_places_text(places['X'])}. O has {_places_text(places['O'])}."
        f" Free cells are {_places_text(places['.'])}."
    )


def _numbering(table: Table) -> str:
    """Say how cells are numbered; with gravity the columns are."""
    if table.game.gravity:
        return ""
    return "The cells are numbered from 0 along the rows. "


def _places_text(places: list[str]) -> str:
    return ", ".join(places) or "no cell"


def _question(table: Table, notation: str) -> str:
    """Return the sentences that ask for a move, and say how to write it.

    No line of a prompt may begin like that of an answer, lest a model that repeats its
    prompt answers with it.
    """
    if notation == "coordinates":
        answer = "its cell as (row, column)"
        example = "(0, 1)"
    elif table.game.gravity:
        answer = "the number of its column"
        example = "1"
    else:
        answer = "the number of its cell"
        example = "1"
    return (
        "Which move is best? Think first if you like. The last line of your reply must"
        f" be 'ANSWER: ' followed by {answer}, as in 'ANSWER: {example}'."
    )


def digest_of(boards: Iterable[str]) -> str:
    """Return the short name of a set of boards.

    It begins the SHA-256 of the sorted boards, one a line, as ``jq -r .board
    prompts.jsonl | LC_ALL=C sort | sha256sum`` prints it.

    >>> from ttt_table import open_table
    >>> digest_of(prompt.board for prompt in prompts(open_table()))
    '2ce407a6'
    """
    lines = "".join(f"{board}\n" for board in sorted(boards))
    return sha256(lines.encode()).hexdigest()[:CHARACTERS_OF_DIGEST]
