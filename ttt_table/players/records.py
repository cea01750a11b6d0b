"""The messages between a file's subprocess and the grader: one JSON object a line.

The subprocess speaks first, with one of

    {"ready": {"loaded_until": "", "draws_when_loaded": false}}
    {"missing": "it has no move; it has best(cells, mark), Bot(), Bot.reply(cells)"}
    {"unloaded": "SyntaxError: expected ':' (bot.py, line 1)"}

Then each question gets an answer. Those about a player are

    {"board": "X...O....", "seed": null}     {"move": 4}
    {"draws": true}                          {"draws": false}
    {"outline": true}                        {"outline": ["best(cells, mark)"]}

where `moves` has the other forms of a move, and "draws" asks whether random numbers
were used since the file was loaded. What the file does instead of answering is

    {"fault": {"kind": "exception", "reason": "KeyError: 4 (bot.py, line 12)"}}

Other packages have questions and answers of their own in the same frame.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]

MAIN_GUARD_ADVICE = 'put what plays a game under if __name__ == "__main__":'
WALL_FACTOR = 3  # a file that computes nothing may take so many times its limit

MAX_MESSAGE = 1000  # characters of what an exception says
MAX_VALUE = 60  # characters of a value in a message

# Code that a player has not written: this package, Python's library and its loader.
NOT_THE_PLAYERS = (
    os.path.dirname(os.path.dirname(__file__)) + os.sep,
    os.path.dirname(os.__file__) + os.sep,
    "<",
)

KINDS_OF_FAULTS = ("illegal", "type", "exception", "exit")


class FaultError(Exception):
    """What a player did instead of answering, as a forfeit's kind and reason.

    Attributes:
        kind: "illegal", "type", "exception" or "exit".
        reason: What it did, in words for people.
    """

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(kind, reason)
        self.kind = kind
        self.reason = reason


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
        raise stray_output(line.decode("utf-8", "replace").strip())
    return record


def stray_output(output: object) -> FaultError:
    """Return the fault of a file that has itself written where its answers are read."""
    return FaultError(
        "type", f"it writes {on_one_line(output)} to the stream of its answers"
    )


def fault_of(error: BaseException) -> FaultError:
    """Return what a player has done that has raised this."""
    if isinstance(error, FaultError):
        return error
    if isinstance(error, SystemExit):
        return FaultError("exit", exception_text(error))
    return FaultError("exception", exception_text(error))


def fault_record(fault: FaultError) -> Record:
    """Return the record of a fault; `fault_in` is the inverse."""
    return {"fault": {"kind": fault.kind, "reason": fault.reason}}


def fault_in(record: Record) -> FaultError:
    """Return the fault of a record that has one."""
    fault = record["fault"]
    if not isinstance(fault, dict) or fault.get("kind") not in KINDS_OF_FAULTS:
        return stray_output(record)
    # A text from JSON may hold half a character, which cannot be printed.
    reason = str(fault.get("reason", "")).encode("utf-8", "backslashreplace").decode()
    return FaultError(fault["kind"], on_one_line(reason, str, 2 * MAX_MESSAGE))


def exception_text(error: BaseException) -> str:
    """Return an exception in words, with the last line of the player's own in it.

    ``ValueError: no free cell (bot.py, line 12)``; without a place if all of the
    traceback is ours or Python's own.
    """
    if isinstance(error, SystemExit):
        text = f"it called sys.exit({on_one_line(error.code)})"
    elif isinstance(error, SyntaxError) and isinstance(error.filename, str):
        text = f"{type(error).__name__}: {on_one_line(error.msg, str, MAX_MESSAGE)}"
        return f"{text} ({os.path.basename(error.filename)}, line {error.lineno})"
    else:
        name = on_one_line(type(error).__name__, str)
        message = on_one_line(error, str, MAX_MESSAGE)
        text = f"{name}: {message}".removesuffix(": ")
    place = ""
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(NOT_THE_PLAYERS):
            place = f" ({os.path.basename(file)}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return text + place


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
