"""A loaded file: its parts, how it writes boards and moves, and what it calls."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from inspect import signature
from types import ModuleType

from ttt_table.homework.corrected import Corrected, PartFunction, replace_function
from ttt_table.homework.form import Form, Moves, learned_moves
from ttt_table.homework.found_form import FoundForm, find_form
from ttt_table.homework.game import EMPTY_BOARD, board_after
from ttt_table.homework.part_tests import ARGUMENTS
from ttt_table.players.loading import lacks
from ttt_table.players.records import Record


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
        other_arguments: The parts that need other arguments than courses say.
        silent: The parts that gave no answer, so that nobody calls them any more.

    Raises:
        LookupError: It has none of the parts, or no function of a name that was given.
    """

    def __init__(self, module: ModuleType, settings: Record) -> None:
        self._module = module
        self._settings = settings
        self.own: dict[str, PartFunction] = {}
        self.other_arguments: list[str] = []
        self.silent: Collection[str] = ()
        self._found_form: FoundForm | None = None
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

    def found_form(self) -> FoundForm:
        """Return how the file writes boards; `initial_state` is called for it, once."""
        if self._found_form is None:
            self._found_form = find_form(
                vars(self._module), self._settings, self.responsive("initial_state")
            )
        return self._found_form

    @property
    def form(self) -> Form:
        """How the file writes boards."""
        return self.found_form().form

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
            self.found_form()

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
        for part in parts:
            corrected = Corrected(part, self.responsive(part), self.form)
            replace_function(self._module, self.own[part], corrected)


def takes_arguments(function: PartFunction, count: int) -> bool:
    """Return True if a function can be called with this number of arguments."""
    try:
        signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except Exception:  # nothing is known of it
        return True
    return True
