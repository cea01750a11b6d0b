"""How a file writes boards: as it shows, as is declared, or as most programs do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from ttt_table.homework.form import Form
from ttt_table.players.records import Record

MARK_TYPES = str | int | float | Enum
"""The types of marks, and of free cells that are not None."""
USUAL_MARKS = ["X", "O"]


class FoundForm(NamedTuple):
    """The form of a file's boards, and how certain it is."""

    form: Form
    """The form."""

    guess: str
    """What of it is a guess: "board" if nothing says what a free cell holds, "marks" if
    something else is not certain, "" if nothing is a guess. If the shape is declared,
    the rest counts as declared: it is as the file has it, or as usual."""


def find_form(
    constants: Mapping[str, Any],
    settings: Record,
    initial_state: Callable[[], Any] | None,
) -> FoundForm:
    """Find how a file writes boards; `initial_state` is called once.

    Args:
        constants: What the file defines, by name.
        settings: What is declared, as for `CourseFile`.
        initial_state: The file's function; None if it has none that answers.
    """
    known_marks = _known_marks(constants, settings["marks"])
    marks = known_marks or USUAL_MARKS
    shape = settings["board"]
    empty = settings["empty"]
    shown = None
    if initial_state is not None:
        shown = _shown_form(initial_state, marks, settings["first"])
    if shown is not None and shape in ("", shown.shape):
        if not empty or empty == [shown.free_cell]:
            # X and O may be something else, such as indices of the players.
            may_be_others = not settings["marks"] and _are_of_other_kinds(shown, marks)
            is_guess = may_be_others or not (known_marks or shape)
            return FoundForm(shown, "marks" if is_guess else "")
        shape = shown.shape
    return _declared_form(constants, settings, known_marks, shape)


def _known_marks(constants: Mapping[str, Any], declared: list[Any]) -> list[Any]:
    """Return the marks of X and O that are declared or the file's; else no marks."""
    own_marks = [constants.get("X"), constants.get("O")]
    if declared:
        return [_own_object(mark, own_marks) for mark in declared]
    are_values = all(isinstance(mark, MARK_TYPES) for mark in own_marks)
    if are_values and own_marks[0] != own_marks[1]:
        return own_marks
    return []


def _shown_form(
    initial_state: Callable[[], Any], marks: list[Any], first: str
) -> Form | None:
    """Return the form of the file's own empty board, if that is a usable one."""
    try:
        return Form(initial_state(), marks, first)
    except BaseException:  # whatever a stranger's part raises, or returns
        return None


def _are_of_other_kinds(form: Form, marks: list[Any]) -> bool:
    """Return True if a mark is a number and a free cell is text, or vice versa."""
    free_cell = form.free_cell
    if free_cell is None:
        return False
    return any(isinstance(mark, str) != isinstance(free_cell, str) for mark in marks)


def _declared_form(
    constants: Mapping[str, Any], settings: Record, marks: list[Any], shape: str
) -> FoundForm:
    """Return the form that is declared, or else that of most programs.

    Args:
        constants: What the file defines, by name.
        settings: What is declared.
        marks: The marks of X and O, as far as they are known, or an empty list.
        shape: "rows", "list", or "" if nothing says it.
    """
    has_own_empty = _has_empty(constants, marks or USUAL_MARKS)
    empty = constants["EMPTY"] if has_own_empty else None
    guess = ""
    if not shape:
        guess = "marks" if settings["empty"] or (has_own_empty and marks) else "board"
    if settings["empty"]:
        empty = _own_object(settings["empty"][0], [empty])
    template = [empty] * 9
    if shape != "list":
        template = [[empty] * 3 for _ in range(3)]
    return FoundForm(Form(template, marks or USUAL_MARKS, settings["first"]), guess)


def _has_empty(constants: Mapping[str, Any], marks: list[Any]) -> bool:
    """Return True if the file has a constant EMPTY that can be a free cell."""
    empty = constants.get("EMPTY")
    is_value = empty is None or isinstance(empty, MARK_TYPES)
    return "EMPTY" in constants and is_value and empty not in marks


def _own_object(declared: Any, own_values: list[Any]) -> Any:
    """Return a declared value; if the file has the same one, as its own object.

    A file may compare cells with ``is``.
    """
    for value in own_values:
        if type(value) is type(declared) and value == declared:
            return value
    return declared
