"""The messages between a player's file and the grader: one JSON object a line.

The subprocess speaks first, with one of

    {"ready": {"draws_when_loaded": false, "loaded_until": ""}}
    {"missing": "it has no function move; it has best"}
    {"missing": "Bot() raises TypeError: ...",
     "class_arguments": ["mark"], "argument_names": ["board"]}
    {"load_error": {"message": "it asks for input when it is loaded: ..."}}

Then each question gets an answer:

    {"board": "X...O...."}                   {"cell": 4}   or null: it has no answer
                                             {"weights": [[0, "0.25"], [4, "3/4"]]}
    {"batch": {"boards": 2, "cells": 9}}     {"batch": {"dtype": "<f4"}}

and the boards of a batch, or the weights that answer it, follow their line as bytes.
What a player does instead of answering is

    {"error": {"type": "exception", "exception": "ValueError",
               "message": "no free cell", "file": "bot.py", "line": 12}}

where the type is "exception", "exit" or "unreadable". Every answer also says
``"draws": true`` if random numbers were drawn for it. Other modules that run in the
subprocess have questions and answers of their own in the same frame.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, TypeAlias

from ttt_table.players.answer_forms import Reading, UnreadableAnswerError
from ttt_table.players.records import FaultError as FaultError

Record: TypeAlias = dict[str, Any]

MAX_MESSAGE = 1000  # characters of what an exception says
MAX_VALUE = 60  # characters of a value in a message

# Code that a player has not written: this package, Python's library and its loader.
NOT_THE_PLAYERS = (
    os.path.dirname(os.path.dirname(__file__)) + os.sep,
    os.path.dirname(os.__file__) + os.sep,
    "<",
)

# The kind of forfeit that each type of error is.
FORFEIT_KINDS = {"exception": "exception", "exit": "exit", "unreadable": "type"}


def encode(record: Record) -> bytes:
    """Return a record as a line."""
    return json.dumps(record).encode() + b"\n"


def decode(line: bytes) -> Record:
    """Return the record of a line.

    Raises:
        FaultError: The line is not a JSON object: the player has written it.
    """
    try:
        record = json.loads(line.decode())  # faster than of bytes
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        text = line.decode("utf-8", "replace").strip()
        raise FaultError(
            "type",
            f"it writes {on_one_line(text)} to the stream of its answers",
        )
    return record


def answer_record(answer: Reading) -> Record:
    """Return the record of an answer that was read; `answer_in` is the inverse."""
    if answer is None or isinstance(answer, int):
        return {"cell": answer}
    return {"weights": answer}


def answer_in(record: Record) -> Reading:
    """Return the answer of a record.

    Raises:
        FaultError: The record has an error, or is not an answer.
    """
    if "error" in record:
        raise fault_in(record)
    cell = record.get("cell", _MISSING)
    if cell is None or type(cell) is int:
        return cell
    weights = record.get("weights")
    if isinstance(weights, list) and all(map(_is_weight, weights)):
        return tuple((cell, weight) for cell, weight in weights)
    raise _unknown_record(record)


_MISSING = object()


def _is_weight(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and type(pair[0]) is int
        and isinstance(pair[1], str)
    )


def error_record(error: BaseException) -> Record:
    """Return the record of what a player has raised; `fault_in` is the inverse."""
    if isinstance(error, UnreadableAnswerError):
        return {"error": {"type": "unreadable", "message": unreadable_reason(error)}}
    if isinstance(error, SystemExit):
        message = f"it called sys.exit({on_one_line(error.code)})"
        return {"error": {"type": "exit", "message": message}}
    return {"error": {"type": "exception", **exception_details(error)}}


def fault_in(record: Record) -> FaultError:
    """Return the fault that a record with an error stands for."""
    error = record["error"]
    if not isinstance(error, dict) or error.get("type") not in FORFEIT_KINDS:
        return _unknown_record(record)
    return FaultError(FORFEIT_KINDS[error["type"]], error_text(error))


def fault_of(error: BaseException) -> FaultError:
    """Return what a player has done that has raised this in our own process."""
    return fault_in(error_record(error))


def _unknown_record(record: Record) -> FaultError:
    return FaultError(
        "type", f"it writes {on_one_line(record)} to the stream of its answers"
    )


def unreadable_reason(error: UnreadableAnswerError) -> str:
    """Say what is wrong with an answer."""
    if error.reason:
        return error.reason
    answer = error.answer
    if type(answer).__name__ == "generator":
        return "it returns a generator: write return in place of yield"
    if type(answer).__name__ == "coroutine":
        answer.close()  # or Python warns that nobody awaits it
        return "it returns a coroutine: remove async from its definition"
    return f"{on_one_line(answer)} is not a cell"


def exception_details(error: BaseException) -> Record:
    """Return what was raised, and where in the player's files.

    The keys are "exception", its type; "message"; and "file" and "line", unless all of
    the traceback is ours or Python's own.
    """
    details: Record = {"exception": on_one_line(type(error).__name__, str)}
    if isinstance(error, SyntaxError) and isinstance(error.filename, str):
        details["message"] = on_one_line(error.msg, str, MAX_MESSAGE)
        details["file"] = os.path.basename(error.filename)
        details["line"] = error.lineno
        return details
    details["message"] = on_one_line(error, str, MAX_MESSAGE)
    # The last line in the player's own files called all that come after it.
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(NOT_THE_PLAYERS):
            details["file"] = os.path.basename(file)
            details["line"] = trace.tb_lineno
        trace = trace.tb_next
    return details


def error_text(error: Record) -> str:
    """Return an error's details as text: ``ValueError: ... (bot.py, line 5)``."""
    text = str(error.get("message", ""))
    exception = error.get("exception")
    if exception:
        text = f"{exception}: {text}".removesuffix(": ")
    if "file" in error and "line" in error:
        text += f" ({error['file']}, line {error['line']})"
    # A text from JSON may hold half a character, which cannot be printed.
    printable = text.encode("utf-8", "backslashreplace").decode()
    return on_one_line(printable, str, 2 * MAX_MESSAGE)


def on_one_line(
    value: object, show: Callable[[Any], str] = repr, length: int = MAX_VALUE
) -> str:
    """Return a value as text on one line, of at most so many characters."""
    try:
        text = " ".join(show(value).split())
    except BaseException:  # its class may do anything here
        text = f"a {type(value).__name__}"
    if len(text) > length:
        return f"{text[: length - 3]}..."
    return text
