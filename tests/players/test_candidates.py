"""The candidates of a trial: formats of boards, and arguments beside the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy
import pytest

from ttt_table.players.boards import BoardFormat
from ttt_table.players.calls import Call, Constant
from ttt_table.players.proposals.board_candidates import (
    MAX_VALUES,
    FormatGroup,
    formats_with_values,
    values_in,
    variables_with_boards,
)
from ttt_table.players.proposals.call_candidates import (
    CallCandidates,
    argument_counts,
    lists_with_board,
    lists_without_board,
)


def module_of(text: str) -> ModuleType:
    module = ModuleType("stranger")
    exec(text, vars(module))
    return module


def holds(texts: Iterable[object]) -> set[str]:
    """The values as Python writes them, since 1 equals True."""
    return set(map(repr, texts))


def test_a_group_has_all_that_combines_its_parts() -> None:
    """A mark of a player cannot mean that a cell is free."""
    group = FormatGroup(("list", "rows"), ((1, 2), ("X", "O")), (0, 2))
    assert list(group.formats()) == [
        BoardFormat("list", 0, (1, 2)),
        BoardFormat("list", 0, ("X", "O")),
        BoardFormat("list", 2, ("X", "O")),
        BoardFormat("rows", 0, (1, 2)),
        BoardFormat("rows", 0, ("X", "O")),
        BoardFormat("rows", 2, ("X", "O")),
    ]


VALUES = '''
CROSS = "#"
LONG, LIST, FLAG, LARGE, SMALL = "four", "a,b", True, 10, -9
class Game:
    def move(self):
        return "mth"
def move(board):
    """A docstring."""
    return "@"
'''


def test_values_are_the_short_texts_and_small_numbers_of_a_file() -> None:
    """Of its variables, its functions and its methods."""
    values = holds(values_in(module_of(VALUES)))
    assert holds(["#", -9, "mth", "@"]) <= values
    assert values.isdisjoint(holds(["four", "a,b", True, 10]))


def test_what_a_file_has_imported_has_no_values_of_its_own() -> None:
    module = module_of("from string import capwords as move")
    assert values_in(module) == []


def test_the_values_that_come_up_most_are_taken() -> None:
    module = module_of("\n".join(f"v{n} = 'v{n % 9}'" for n in range(17)))
    values = values_in(module)
    assert len(values) == MAX_VALUES
    assert "v8" not in values


def test_marks_and_free_cells_are_combined_of_values() -> None:
    """Mostly 1 is X; a text has letters alone."""
    formats = formats_with_values([2, "ab", 1, "#", "@"])
    of_numbers = [form for form in formats if form.marks in ((1, 2), (2, 1))]
    assert of_numbers[:2] == [
        BoardFormat("list", None, (1, 2)),
        BoardFormat("list", None, (2, 1)),
    ]
    assert BoardFormat("dict1", "ab", ("#", "@")) in formats
    assert BoardFormat("rows", None, ("@", "ab")) in formats
    assert {form.marks for form in formats if form.layout == "text"} == set()


def test_a_text_needs_a_third_letter_for_free_cells() -> None:
    formats = formats_with_values(["#", "@", "~"])
    in_text = [form for form in formats if form.layout == "text"]
    assert BoardFormat("text", "~", ("#", "@")) in in_text
    assert len(in_text) == 6


BOARDS: dict[str, tuple[object, set[tuple[str, object]]]] = {
    "rows": ([[0] * 3, [0] * 3, [1, 2, 0]], {("rows", 0)}),
    "a list": ([" "] * 9, {("list", " ")}),
    "a list with numbers": ([*range(9)], {("list", "index")}),
    "a list with numbers from 1": ([*range(1, 10)], {("list", "index1")}),
    "a list of ten": (["-"] * 10, {("list1", "-"), ("list", "-")}),
    "ten, the first unused": ([None, *"........."], {("list1", "."), ("list", ".")}),
    "a dictionary": (dict.fromkeys(range(1, 10), ""), {("dict1", "")}),
    "an array": (numpy.zeros((3, 3), int), {("array", 0)}),
    "most cells are free": (["X", "O", "X", "O", *"....."], {("list", ".")}),
    "half are taken": (["X", "O", "X", "O", "X", *"...."], set()),
    "a short list": ([" "] * 8, set()),
    "a list of lines": ([(0, 1, 2)] * 9, set()),
    "two rows": ([[0] * 3, [0] * 3], set()),
    "rows of four": ([[0] * 4] * 3, set()),
    "a flat array": (numpy.zeros(9, int), set()),
    "a dictionary from 0": (dict.fromkeys(range(9), ""), set()),
    "a text": (" " * 9, set()),
    "objects": ([object] * 9, set()),
}


@pytest.mark.parametrize("kind", BOARDS)
def test_a_variable_with_a_board_is_seen(kind: str) -> None:
    """With what its free cells hold, beside all usual marks."""
    board, expected = BOARDS[kind]
    module = ModuleType("stranger")
    module.cells = board  # type: ignore[attr-defined]
    module.__hidden = board  # type: ignore[attr-defined]
    variables = variables_with_boards(module, 3, 3)
    assert {name for name, _ in variables} == ({"cells"} if expected else set())
    found = {(form.layout, form.free_cell) for _, form in variables}
    assert holds(found) == holds(expected)


def test_a_board_of_numbers_in_an_array_has_no_letters() -> None:
    module = ModuleType("stranger")
    module.cells = numpy.zeros((3, 3), int)  # type: ignore[attr-defined]
    marks = {form.marks for _, form in variables_with_boards(module, 3, 3)}
    assert marks == {(1, -1), (-1, 1), (1, 2), (2, 1)}


def function_of(arguments: str) -> Callable[..., Any]:
    """Return a function with these arguments."""
    function: Callable[..., Any] = eval(f"lambda {arguments}: 0")
    return function


@pytest.mark.parametrize(
    ("function", "counts"),
    [
        (function_of(""), [0]),
        (function_of("board"), [1]),
        (function_of("board, depth=0, /"), [1, 2]),
        (function_of("board, *, mark='X'"), [1]),
        (function_of("*boards"), [0, 1]),
        (function_of("board, mark, *others"), [2]),
        (min, [1]),
    ],
    ids=["none", "one", "a default", "keywords", "any number", "two or more", "min"],
)
def test_a_signature_tells_how_many_arguments_there_are(
    function: Callable[..., Any], counts: list[int]
) -> None:
    assert list(argument_counts(function)) == counts


@pytest.mark.parametrize(
    ("count", "lists", "places"),
    [
        (0, 0, set()),
        (1, 1, {0}),
        (2, 12, {0, 1}),
        (3, 111, {0, 1, 2}),
        (4, 26, {0}),
        (5, 58, {0}),
        (6, 22, {0}),
    ],
)
def test_the_board_is_one_of_the_arguments(
    count: int, lists: int, places: set[int]
) -> None:
    """The first one where there are many."""
    found = lists_with_board(count)
    assert len(found) == len({*found}) == lists
    assert {arguments.index("board") for arguments in found} == places
    for arguments in found:
        assert arguments.count("board") == 1
        assert len(arguments) == count


@pytest.mark.parametrize("count", range(7))
def test_lists_without_the_board_have_as_many_arguments(count: int) -> None:
    for arguments in lists_without_board(count):
        assert len(arguments) == count
        assert "board" not in arguments


def test_the_commonest_calls_come_first() -> None:
    calls = list(CallCandidates(function_of("board, mark"), None, 3, 3).common())
    assert calls[0] == Call(BoardFormat("list", None, ("X", "O")), ("board", "mark"))
    assert calls[1].board_format.free_cell == " "


def test_rare_calls_are_none_of_the_common_ones() -> None:
    candidates = CallCandidates(function_of("board"), module_of(VALUES), 3, 3)
    common, rare = set(candidates.common()), list(candidates.rare())
    assert common.isdisjoint(rare)
    assert any(call.board_format.marks == ("#", "@") for call in rare)
    assert any(call.board_format.free_cell == "e" for call in rare)


def test_a_default_is_not_replaced_by_a_constant() -> None:
    """It may be a level of difficulty."""
    calls = [*CallCandidates(function_of("board, level=3"), None, 3, 3).common()]
    second = {call.arguments[1] for call in calls if len(call.arguments) == 2}
    assert {"mark", "x-to-move", "opponent", "board"} == second
    assert ("board",) in {call.arguments for call in calls}


def test_a_function_without_arguments_has_its_board_in_a_variable() -> None:
    module = module_of("cells = [None] * 9")
    calls = [*CallCandidates(function_of(""), module, 3, 3).common()]
    assert {(call.kept_in, call.arguments) for call in calls} == {("cells", ())}
    constant = Constant(0)
    with_one = [*CallCandidates(function_of("mark"), module, 3, 3).common()]
    kept = {call.arguments for call in with_one if call.kept_in == "cells"}
    assert ("mark",) in kept
    assert (constant,) in kept
