"""Checkers see the types that the package promises, and these exist at run time.

mypy checks this file with the others. An ignored line is a mistake that it must find,
since an unused comment is an error.
"""

import inspect
import random
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Literal, assert_type, get_type_hints

import numpy
import pytest

import ttt_table
from ttt_table import Board, BoardError, Game, Look, Move, Outcome, Table, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table


def test_what_a_table_gives_has_a_type(table: Table) -> None:
    """An outcome has a type unpacked, by name, in a loop, sorted, and as the greatest.

    The board kit and the game have types too.
    """
    outcome = table["X...O...."]
    value, _ = outcome
    assert_type(outcome, Outcome)
    assert_type(value, int)
    assert_type(outcome.plies, int)
    assert_type(table.get("X...O...."), Outcome | None)
    assert_type(table.get("X...O....", "none"), Outcome | str)
    assert_type(max(table.values()), Outcome)
    for cell, after in table.moves("X...O...."):
        assert_type(cell, int)
        assert_type(after, Outcome)
    assert_type(sorted(table.moves("X...O....")), list[Move])
    assert_type(table.best_move("X...O....", random.choice), int | None)
    assert_type(table.scores("X...O...."), dict[int, int])
    assert_type(table.look("X...O....").best, list[int])
    rows, _, k, *_ = table.game
    assert_type(rows, int)
    assert_type(k, int | None)
    assert_type(table.game._replace(k=4), Game)
    assert_type(table.push(".........", 4), str)
    assert_type(table.winner("........."), Literal["X", "O"] | None)
    for board_of_table in table:
        assert_type(board_of_table, str)
    boards: list[Board] = [
        "X...O....",
        ["X", 1, 2, 3, "O", 5, 6, 7, 8],
        ["X..", ".O.", "..."],
    ]
    boards += [
        [["X", "", ""], ["", "O", ""], ("", "", "")],
        numpy.array(list("X...O....")),
    ]
    assert all(board in table for board in boards)
    with open_table(game=Game(), first="O", verify=True) as table_with_o_first:
        assert_type(table_with_o_first, Table)
    error = BoardError("it is not a board", (0,), "turned")
    assert_type((error.cells, error.code), tuple[tuple[int, ...], str])


def mistakes_are_found(table: Table) -> None:
    """Each of these lines is wrong; none is ever run."""
    value: str = table["."].value  # type: ignore[assignment]
    outcome_value, plies, score = table["."]  # type: ignore[misc]
    for cell, outcome in table.moves("."):
        cell.plies  # type: ignore[attr-defined]
        outcome.cell  # type: ignore[attr-defined]
    table[5]  # type: ignore[index]
    table.moves(5)  # type: ignore[arg-type]
    table.push(".", "4")  # type: ignore[arg-type]
    open_table(game="3x3k3")  # type: ignore[arg-type]
    open_table(frist="O")  # type: ignore[call-arg]
    Game("3")  # type: ignore[arg-type]
    Game().rows.misere  # type: ignore[attr-defined]
    Outcome("win", 3)  # type: ignore[arg-type]
    Move(4)  # type: ignore[call-arg]
    table.best  # type: ignore[attr-defined]
    build_table("3x3")  # type: ignore[arg-type]
    audit(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("module", [ttt_table, ttt_table.build, ttt_table.audit])
def test_the_annotations_of_public_calls_mean_something_at_run_time(
    module: ModuleType,
) -> None:
    """`typing.get_type_hints`, on which other libraries build, finds them.

    It finds those of the fields of records too.
    """
    for function in public_functions(module):
        annotated = {"return", *inspect.signature(function).parameters} - {"self"}
        assert annotated <= {*get_type_hints(function)}, function
    assert get_type_hints(Look)["moves"] == list[Move]


def public_functions(module: ModuleType) -> Iterator[Callable[..., Any]]:
    """Yield the functions that a module names, and the methods of its classes."""
    for exported in [getattr(module, name) for name in module.__all__]:
        members = {exported.__name__: exported} if callable(exported) else {}
        if inspect.isclass(exported):
            members = dict(vars(exported))
        for name, member in members.items():
            function = member.fget if isinstance(member, property) else member
            is_public = name[0] != "_" or name in ("__init__", "__getitem__")
            if is_public and inspect.isfunction(function):
                yield function
