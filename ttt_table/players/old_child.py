"""The subprocess that calls a function of a Python file; `protocol` has its messages.

It imports only the modules of this package that it needs, since that is part of the
start of each player.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from ttt_table.players.adapted import (
    AdaptedFunction,
    argument_names,
    required_names,
)
from ttt_table.players.answer_forms import AnswerForm
from ttt_table.players.calls import Call
from ttt_table.players.old_loading import Channel, Loading, MissingError, serve_file
from ttt_table.players.protocol import (
    Record,
    answer_record,
    error_record,
    exception_details,
)


def main(settings: Record) -> None:
    """Answer boards by the function that the settings name, until the questions end.

    Args:
        settings: The settings from `pythonfile.PythonFile`: "path", "function" (its
            name), "seconds" (of processor time to load the file), "cols", "first",
            "call" and "answer_form" (of the `Adapter`).
    """
    call = Call.from_json(settings["call"])

    def find_player(module: ModuleType) -> Any:
        function = player_in(module, settings["function"])
        if call.board_format.layout == "batch":
            return function
        return AdaptedFunction(
            function,
            call,
            AnswerForm(*settings["answer_form"]),
            cols=settings["cols"],
            first=settings["first"],
            module=module,
        )

    serve_file(settings["path"], settings["seconds"], find_player, answer_questions)


def answer_questions(player: Any, channel: Channel, loading: Loading) -> None:
    """Answer boards, or batches of them, until the questions end."""
    channel.send_ready(loading)
    for question in channel.questions():
        try:
            record = answer_record(player(question["board"]))
        except BaseException as error:  # whatever a stranger's function raises
            record = error_record(error)
        channel.send(record)


def player_in(module: ModuleType, name: str) -> Any:
    """Return a module's function, or a method such as ``Bot.reply``, by its name.

    A method of a class is one of an object that the class makes without arguments.

    Raises:
        LookupError: There is no such function; the message names those that there are.
        MissingError: The class cannot be made without arguments.
    """
    owner: Any = None
    player: Any = module
    attribute = ""
    for attribute in name.split("."):
        owner = player
        player = getattr(player, attribute, None)
    if isinstance(player, type):
        raise LookupError(
            f"{name} is a class: name its method too, as in {name}."
            f"{_first_method(player) or 'move'}"
        )
    if not callable(player):
        names = ", ".join(_own_functions(module)) or "no function at all"
        raise LookupError(f"it has no function {name}; it has {names}")
    if isinstance(owner, type) and isinstance(player, FunctionType):
        return getattr(_new_object(owner, player), attribute)
    return player


def _new_object(owner: type, method: FunctionType) -> Any:
    """Return an object of a class, whose method is the player."""
    try:
        return owner()
    except BaseException as error:  # whatever a stranger's class raises
        raised = exception_details(error)
        message = (
            f"{owner.__name__}() raises {raised['exception']}: {raised['message']};"
            " write a function that makes the object and asks it"
        )
        names = {
            "class_arguments": required_names(getattr(owner, "__init__", None))[1:],
            "argument_names": (argument_names(method) or [])[1:],
        }
        raise MissingError(message, names) from None


def _first_method(owner: type) -> str:
    methods = [
        name
        for name, value in vars(owner).items()
        if isinstance(value, FunctionType) and not name.startswith("_")
    ]
    return next(iter(methods), "")


def _own_functions(module: ModuleType) -> list[str]:
    """Return the names of what can be called in a module and was defined there."""
    return [
        name
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", "") == module.__name__
    ]
