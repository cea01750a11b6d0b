"""A loaded file: the code that is run, its parts, and how it writes boards."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from enum import Enum
from importlib.machinery import SourceFileLoader
from importlib.util import decode_source
from inspect import signature
from types import ModuleType
from typing import Any, TypeAlias

from ttt_table.homework.corrected import Corrected, replace_function
from ttt_table.homework.form import Form, Moves, learned_moves
from ttt_table.homework.game import EMPTY_BOARD, board_after
from ttt_table.homework.part_tests import ARGUMENTS
from ttt_table.players.loading import lacks
from ttt_table.players.records import Record

PartFunction: TypeAlias = Callable[..., Any]

MARK_TYPES = str | int | float | Enum


class CourseFile:
    """The parts of a file, under whatever names, and how it writes boards.

    Args:
        module: The file, loaded.
        settings: What the parent says of it:

            * "names": the parts' names in the file, by part;
            * "first": the player who moves first there, "X" or "O";
            * "board": "rows", "list" for nine cells, or "" if that is not declared;
            * "empty": a list with the content of a free cell, or an empty one;
            * "marks": the marks of X and O, or an empty list.

    Attributes:
        own: The file's own functions, by part.
        other_arguments: The parts that need other arguments than a board.
        silent: The parts that gave no answer, so that nobody calls them any more.
        guess: What of the form is a guess: "board" if nothing says what a free cell
            holds, "marks" if something else is not certain, "" if nothing is a guess.

    Raises:
        LookupError: It has none of the parts, or no function of a name that was given.
    """

    def __init__(self, module: ModuleType, settings: Record) -> None:
        self._module = module
        self._settings = settings
        self.own: dict[str, PartFunction] = {}
        self.other_arguments: list[str] = []
        self.silent: Collection[str] = ()
        self.guess = ""
        self._form: Form | None = None
        self._knows_moves = False
        for part, name in settings["names"].items():
            function = vars(module).get(name)
            if not callable(function):
                if name != part:  # somebody has said that it is called so
                    raise LookupError(lacks(module, name))
                continue
            if takes_arguments(function, ARGUMENTS[part]):
                self.own[part] = function
            else:
                self.other_arguments.append(part)
        if not self.own and not self.other_arguments:
            names = ", ".join(settings["names"].values())
            raise LookupError(lacks(module, names))

    @property
    def form(self) -> Form:
        """How the file writes boards; `initial_state` is called for it, once."""
        if self._form is None:
            self._form = self._find_form()
        return self._form

    def learn_moves(self) -> None:
        """Learn how the file writes moves, for which `actions` is called, once."""
        if self._knows_moves:
            return
        self._knows_moves = True
        actions = self.responsive("actions")
        if actions is not None:
            try:
                moves = learned_moves(actions(self.form.board(EMPTY_BOARD)))
            except BaseException:  # whatever a stranger's part raises
                return
            self.form.moves = moves
            if moves.may_be_shifted:
                self.form.moves = self._shifted_as_in_result(moves)

    def learn_from(self, part: str) -> None:
        """Learn what `initial_state` or `actions` shows, which may give no answer."""
        if part == "actions":
            self.learn_moves()
        else:
            self._form = self._find_form()

    def _shifted_as_in_result(self, moves: Moves) -> Moves:
        """Return moves with the first number that `result` of the file takes."""
        result = self.responsive("result")
        if result is None:
            return moves
        for first_number in (0, 1):
            shifted = replace(moves, first_number=first_number)
            cell = 4  # its row and column are the same
            try:
                board = result(self.form.board(EMPTY_BOARD), shifted.move(cell))
                if self.form.text(board) == board_after(EMPTY_BOARD, cell):
                    return shifted
            except BaseException:  # whatever a stranger's part raises
                continue
        return moves

    def responsive(self, part: str) -> PartFunction | None:
        """Return one of the parts; None if there is none, or it gives no answer."""
        if part in self.silent:
            return None
        return self.own.get(part)

    def correct(self, parts: Iterable[str]) -> None:
        """Let the file's functions call corrected parts in place of these."""
        self.learn_moves()
        for part in parts:
            corrected = Corrected(part, self.responsive(part), self.form)
            replace_function(self._module, self.own[part], corrected)

    def _find_form(self) -> Form:
        own_marks = [self._constant("X"), self._constant("O")]
        marks = [_own_object(mark, own_marks) for mark in self._settings["marks"]]
        if not marks and _are_marks(own_marks):
            marks = own_marks
        are_declared = bool(self._settings["marks"])
        knows_marks = bool(marks)
        if not marks:
            marks = ["X", "O"]

        shape = self._settings["board"]
        declared_empty = self._settings["empty"]
        form = self._form_of_initial_state(marks)
        if form is not None and shape in ("", form.shape):
            if not declared_empty or declared_empty == [form.free_cell]:
                # X and O may be something else, such as indices of the players.
                may_be_others = not are_declared and _are_of_other_kinds(form, marks)
                if may_be_others or not (knows_marks or shape):
                    self.guess = "marks"
                return form
            shape = form.shape
        return self._form_without_board(marks, shape, knows_marks=knows_marks)

    def _form_without_board(
        self, marks: list[Any], shape: str, *, knows_marks: bool
    ) -> Form:
        """Return the form that is declared, or else that of most programs.

        Args:
            marks: The marks of X and O.
            shape: "rows", "list", or "" if nothing says it.
            knows_marks: Whether they are the file's, or declared.
        """
        declared_empty = self._settings["empty"]
        has_own_empty = self._has_empty(marks)
        empty = None
        if has_own_empty:
            empty = self._constant("EMPTY")
        if declared_empty:
            empty = _own_object(declared_empty[0], [empty])
        if not shape:
            self.guess = "board"
            if declared_empty or (has_own_empty and knows_marks):
                self.guess = "marks"
        if shape == "list":
            return Form([empty] * 9, marks, self._settings["first"])
        rows = [[empty] * 3 for _ in range(3)]
        return Form(rows, marks, self._settings["first"])

    def _form_of_initial_state(self, marks: list[Any]) -> Form | None:
        """Return the form of the file's own empty board, if it has a usable one."""
        initial_state = self.responsive("initial_state")
        if initial_state is None:
            return None
        try:
            return Form(initial_state(), marks, self._settings["first"])
        except BaseException:  # whatever a stranger's part raises, or returns
            return None

    def _constant(self, name: str) -> Any:
        return vars(self._module).get(name)

    def _has_empty(self, marks: list[Any]) -> bool:
        """Return True if the file has a constant EMPTY that can be a free cell."""
        empty = self._constant("EMPTY")
        is_value = empty is None or isinstance(empty, MARK_TYPES)
        return "EMPTY" in vars(self._module) and is_value and empty not in marks


def _are_marks(values: list[Any]) -> bool:
    x_mark, o_mark = values
    are_values = isinstance(x_mark, MARK_TYPES) and isinstance(o_mark, MARK_TYPES)
    return are_values and x_mark != o_mark


def _are_of_other_kinds(form: Form, marks: list[Any]) -> bool:
    """Return True if the marks are numbers and a free cell is text, or vice versa."""
    free_cell = form.free_cell
    if free_cell is None:
        return False
    return any(isinstance(mark, str) != isinstance(free_cell, str) for mark in marks)


def takes_arguments(function: PartFunction, count: int) -> bool:
    """Return True if a function can be called with this number of arguments."""
    try:
        signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except Exception:  # nothing is known of it
        return True
    return True


def _own_object(declared: Any, own_values: list[Any]) -> Any:
    """Return a declared value; if the file has the same one, as its own object.

    A file may compare cells with ``is``.
    """
    for value in own_values:
        if type(value) is type(declared) and value == declared:
            return value
    return declared


MAGIC = ("%", "!")  # lines for Jupyter and for a shell begin so


class CodeLoader(SourceFileLoader):
    """Runs a Python file or a notebook as a module."""

    def source_to_code(self, data: Any, path: Any, **options: Any) -> Any:  # type: ignore[override]  # its options are private
        """Compile a file, of which these are the bytes.

        Raises:
            SyntaxError: It is not Python, or not a notebook.
        """
        if str(path).endswith(".ipynb"):
            data = code_of_notebook(data).encode()
        try:  # an import accepts any bytes in comments, but ``python FILE`` does not
            decode_source(data)
        except UnicodeDecodeError as error:
            byte = data[error.start : error.start + 1]
            line = data.count(b"\n", 0, error.start) + 1
            raise SyntaxError(
                f"non-UTF-8 code starting with {byte!r} in line {line}"
            ) from None
        return super().source_to_code(data, path, **options)


def code_of_notebook(notebook: bytes) -> str:
    """Return the code cells of a notebook, without magic lines.

    Raises:
        SyntaxError: It is not a notebook.
    """
    try:
        cells = json.loads(notebook)["cells"]
        code_cells = [cell for cell in cells if cell["cell_type"] == "code"]
        sources = ["".join(cell["source"]) for cell in code_cells]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SyntaxError("it is not a Jupyter notebook") from None
    code = ""
    for source in sources:
        if source.startswith("%%"):  # the whole cell is for something else
            continue
        for line in source.splitlines():
            if not line.lstrip().startswith(MAGIC):
                code += line
            code += "\n"
    return code
