"""What a program that uses the package may write, as type checkers see it.

Nothing here is a test by itself: `test_typing.py` runs it, mypy checks it with the other files, and
an ignored line is a mistake that the checker must find, since an unused comment is an error.
"""

# pyright: strict, reportUnusedExpression=false, reportUnusedVariable=false
from __future__ import annotations

import random
from typing import assert_type

import numpy

from ttt_table import Board, BoardError, Game, Look, Move, Outcome, Table, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table


def answers_have_types(table: Table) -> None:
    """Unpacked, by name, in a loop, sorted, and as the greatest."""
    outcome = table["X...O...."]
    value, _ = outcome
    assert_type(outcome, Outcome)
    assert_type(value, int)
    assert_type(outcome.plies, int)
    assert_type(outcome < table["........."], bool)
    assert_type(table.get(["X", *"........"]), Outcome | None)
    assert_type(table.get("X...O....", "none"), Outcome | str)
    assert_type(max(table.values()), Outcome)
    for cell, after in table.moves("X...O...."):
        assert_type(cell, int)
        assert_type(after, Outcome)
    assert_type(max(table.moves("X...O....")), Move)
    assert_type(sorted(table.moves("X...O....")), list[Move])
    assert_type(table.best_move("X...O....", random.choice), int | None)
    assert_type(table.best_moves("X...O....", limit=3), list[int])
    assert_type(table.scores("X...O...."), dict[int, int])
    assert_type(table.look("X...O...."), Look)
    assert_type(table.look("X...O....").best, list[int])


def the_game_and_the_board_kit_have_types(table: Table) -> None:
    """A board goes in, and plain values come out."""
    rows, _, k, *_ = table.game
    assert_type(rows, int)
    assert_type(k, int | None)
    assert_type(table.game.misere, bool)
    assert_type(table.game._replace(k=4), Game)
    assert_type(table.game.cells, int)
    assert_type(table.mover("........."), str)
    assert_type(table.legal_moves("........."), list[int])
    assert_type(table.push(".........", 4), str)
    assert_type(table.winner("........."), str | None)
    assert_type(table.line("........."), list[int])
    assert_type(table.is_over("........."), bool)
    assert_type([board for board in table], list[str])  # noqa: C416  # it is the loop that has a type


def boards_may_be_anything_that_is_understood(table: Table) -> None:
    """Text, lists, lists of rows, arrays."""
    boards: list[Board] = [
        "X...O....",
        ["X", None, 2, "", "O", 5, 6, 7, 8],
        [["X", "", ""], ["", "O", ""], ("", "", "")],
        ["X..", ".O.", "..."],
        numpy.array(list("X...O....")),
    ]
    for board in boards:
        assert_type(table[board], Outcome)
        assert board in table


def tables_close_and_errors_say_what_is_wrong(table: Table) -> None:
    """As files do; and where."""
    with open_table(game=Game(), first="O", verify=True) as other:
        assert_type(other, Table)
    assert_type(other.closed, bool)
    try:
        table["XX......."]
    except BoardError as error:
        assert_type(error.cells, tuple[int, ...])
        assert_type(error.code, str)


def mistakes_are_found(table: Table) -> None:
    """Each of these lines is wrong; none is ever run."""
    value: str = table["."].value  # type: ignore[assignment]  # pyright: ignore
    one, two, three = table["."]  # type: ignore[misc]  # pyright: ignore
    for cell, outcome in table.moves("."):
        cell.plies  # type: ignore[attr-defined]  # pyright: ignore
        outcome.cell  # type: ignore[attr-defined]  # pyright: ignore
    table[5]  # type: ignore[index]  # pyright: ignore
    table.moves(5)  # type: ignore[arg-type]  # pyright: ignore
    table.push(".", "4")  # type: ignore[arg-type]  # pyright: ignore
    open_table(game="3x3k3")  # type: ignore[arg-type]  # pyright: ignore
    open_table(frist="O")  # type: ignore[call-arg]  # pyright: ignore
    Game("3")  # type: ignore[arg-type]  # pyright: ignore
    Game().rows.misere  # type: ignore[attr-defined]  # pyright: ignore
    Outcome("win", 3)  # type: ignore[arg-type]  # pyright: ignore
    Move(4)  # type: ignore[call-arg]  # pyright: ignore
    table.best  # type: ignore[attr-defined]  # pyright: ignore
    build_table("3x3")  # type: ignore[arg-type]  # pyright: ignore
    audit(5)  # type: ignore[arg-type]  # pyright: ignore
