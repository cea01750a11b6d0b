"""The parts that a loaded file has, and what it says itself about its boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from types import ModuleType
from typing import Any, TypeAlias

from ttt_table.homework.answers import Question
from ttt_table.homework.board_form import (
    BoardForm,
    form_of_empty_board,
    is_cell_value,
)
from ttt_table.homework.file_form import FileForm
from ttt_table.homework.spec import NUMBER_OF_ARGUMENTS, Part

PartFunction: TypeAlias = Callable[..., Any]


class CourseFile:
    """A file with parts of a course's program, under whatever names.

    Args:
        module: The file, loaded.
        names: The names of parts that are called otherwise in the file.
        first: The player who moves first, "X" or "O".

    Attributes:
        module: The file, loaded.
        first: The player who moves first.
        parts: The file's own functions, by part.
        with_other_arguments: The parts that need other arguments than courses say.

    Raises:
        LookupError: It has none of the parts.
    """

    def __init__(
        self, module: ModuleType, names: Mapping[str, str], first: str
    ) -> None:
        self.module = module
        self.first = first
        self.parts: dict[Part, PartFunction] = {}
        self.with_other_arguments: list[Part] = []
        self._names = {part: names.get(part, part.value) for part in Part}
        self._form_of_text: dict[str, FileForm] = {}

        for part, name in self._names.items():
            function = getattr(module, name, None)
            if not callable(function):
                continue
            if takes_arguments(function, NUMBER_OF_ARGUMENTS[part]):
                self.parts[part] = function
            else:
                self.with_other_arguments.append(part)
        if not self.parts and not self.with_other_arguments:
            wanted = ", ".join(self._names.values())
            raise LookupError(f"it has no {wanted}; --map PART=NAME names them")

    def own_marks(self) -> tuple[object, object] | None:
        """Return the values of its variables X and O, as courses call them."""
        marks = (getattr(self.module, "X", None), getattr(self.module, "O", None))
        if None in marks or not all(map(is_cell_value, marks)):
            return None
        return marks

    def own_form(self) -> BoardForm | None:
        """Return the format of the board that `initial_state` returns, if it does."""
        if Part.INITIAL_STATE not in self.parts:
            return None
        board = self.parts[Part.INITIAL_STATE]()
        return form_of_empty_board(board, self.own_marks())

    def form_for(self, question: Question) -> FileForm:
        """Return how the file writes what a question is about.

        One object serves all questions about boards of one format, as it remembers the
        boards that it has read. A part gets unresponsive by a failure that ends the
        process, so which ones are is the same for all questions to this process.
        """
        key = repr(question.form)  # 0 equals 0.0, but boards of them differ
        if key not in self._form_of_text:
            own_actions = self.responsive_part(Part.ACTIONS, question)
            form = FileForm(question.form, self.first, own_actions)
            self._form_of_text[key] = form
        return self._form_of_text[key]

    def responsive_part(self, part: Part, question: Question) -> PartFunction | None:
        """Return a part that may be called to learn something; None if there is none.

        Args:
            part: The part.
            question: The question, which names the parts that gave no answer.
        """
        if part in question.unresponsive:
            return None
        return self.parts.get(part)

    def define(self, part: Part, function: PartFunction) -> None:
        """Let the file's own functions find a function under a part's name."""
        setattr(self.module, self._names[part], function)


def takes_arguments(function: PartFunction, count: int) -> bool:
    """Return True if a function can be called with this number of arguments."""
    try:
        signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # nothing is known of it
        return True
    return True
