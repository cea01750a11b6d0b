"""A Python file as a program: a board on a line in, its function's answer on a line out.

It needs nothing but the standard library and `shapes` beside it, and is what `programs` starts.

The first line out is ``ready`` and how the player is called, if that needs a word, or ``!load`` and
why not; then one line for each line in. What the
file prints goes to standard error, what it reads finds its input ended, and what it raises becomes
``!exception`` and a text, so that nothing it does to its streams breaks the protocol.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from operator import index
from types import ModuleType
from typing import Any, BinaryIO, TypeAlias

from ttt_table.play.shapes import LONGEST_CELL, WITHIN, answered, cell_at, fitted

Loader: TypeAlias = Callable[[str, str], Callable[[Any], Any]]
WEIGHTS = "weights.npy"
"""Where the answer to a batch stands: in its folder, whose path is asked instead of a board."""
LONGEST_REASON = 1000
"""Characters that are kept of what was raised."""


def written(answer: object, cols: int) -> str:
    """A player's answer on a line: ``4``, ``1,1``, ``0:1/2 4:1/2``; else ``!type``, what it is.

    >>> written((1, 1), 3), written({0: 0.5, (1, 1): 0.5}, 3), written(4.0, 3)
    ('1,1', '0:0.5 4:0.5', '!type 4.0')
    """
    try:
        if isinstance(answer, dict):
            return " ".join(
                f"{_cell(cell, cols)}:{_weight(weight)}" for cell, weight in answer.items()
            )
        if isinstance(answer, tuple | list) and len(answer) in (2, 3):
            return ",".join(map(_part, answer))
        return str(_cell(answer, cols))
    except TypeError:
        return f"!type {on_a_line(answer)}"


def _cell(answer: Any, cols: int) -> int:
    """A cell's number; a pair outside the board, or a huge number, becomes one outside it."""
    if type(answer) is not int and isinstance(answer, tuple | list) and len(answer) == 2:
        row, col = map(_whole, answer)
        return cell_at(row, col, cols)
    cell = _whole(answer)
    return cell if cell < LONGEST_CELL else -1


def _part(part: Any) -> str:
    """One of a few numbers: a whole one may be a row or a cell, any other a score."""
    return str(part) if part is None or isinstance(part, float) else str(_cell(part, 0))


def _whole(number: Any) -> int:
    if number is True or number is False:
        raise TypeError
    return index(number)


def _weight(weight: Any) -> str:
    """A weight as text; what is no number stays one that no reader takes."""
    if type(weight) is not int and isinstance(weight, bool | str):
        raise TypeError
    if hasattr(weight, "__index__") or hasattr(weight, "numerator"):
        try:
            return str(weight)
        except ValueError:  # a number of so many digits has no text
            raise TypeError from None
    return repr(float(weight))


def replied(answer: object, board: str, view: str, cols: int, first: str) -> str:
    """What `written` makes of the move within an answer; and where it stood there."""
    if view == "batch":
        return _saved(answer, board)
    move, where = answered(answer, board, view, cols, first)
    line = written(move, cols)
    return f"{line}{WITHIN}{where}" if where and not line.startswith("!") else line


def _saved(answer: object, folder: str) -> str:
    """A line that says that the answer to a batch stands in a file beside it."""
    import numpy

    weights = array_of(answer)
    if weights.dtype.hasobject:
        return f"!type {on_a_line(answer)}"
    numpy.save(f"{folder}/{WEIGHTS}", weights)
    return "answered"


def array_of(answer: Any) -> Any:
    """An answer to a batch as an array. Raises `TypeError` for one that hides some of its data."""
    import numpy

    if isinstance(answer, numpy.ma.MaskedArray):
        raise TypeError("the answer is a masked array: fill it, as in answer.filled(0)")
    return numpy.asarray(answer)


def on_a_line(thing: object) -> str:
    """A thing in at most 60 characters, on one line."""
    try:
        text = " ".join(repr(thing).split())
    except BaseException:  # its repr is a stranger's code
        text = f"a {type(thing).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def told(error: BaseException) -> str:
    """What was raised, on one line, with the line of the file where it happened."""
    try:
        said = str(error)
    except BaseException:  # it is a stranger's code
        said = ""
    text = " ".join(f"{type(error).__name__}: {said}".split()).removesuffix(":")
    text = text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}..."
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if isinstance(error, SyntaxError) or trace is None:
        return text
    folder, where = os.path.split(trace.tb_frame.f_code.co_filename)
    # A call that does not fit its arguments fails in a line of ours, which tells nobody anything.
    return (
        text if folder == os.path.dirname(__file__) else f"{text} ({where}, line {trace.tb_lineno})"
    )


def module_of(path: str) -> ModuleType:
    """The file, imported as ``python FILE`` would see it."""
    from importlib.util import module_from_spec, spec_from_file_location

    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    if stem in sys.stdlib_module_names:  # "import os" still means Python's own, in this file too
        stem = f"{stem}_of_{os.path.basename(folder)}"
        sys.path.append(folder)
    else:
        sys.path.insert(0, folder)
    spec = spec_from_file_location(stem, path)
    if spec is None or spec.loader is None:
        raise LookupError(f"{path} is not a Python file: its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[stem] = module
    spec.loader.exec_module(module)
    return module


def load(path: str, name: str) -> Callable[[object], object]:
    """The function of that name in that file.

    Raises `LookupError` with a message where the file has no such function.
    """
    module = module_of(path)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if callable(found):
        return found  # type: ignore[no-any-return]  # whatever it is, it can be called
    own = [
        one
        for one, thing in vars(module).items()
        if callable(thing) and getattr(thing, "__module__", "") == module.__name__ and one[0] != "_"
    ]
    has = f"it has {', '.join(own)}" if own else "it has none"
    raise LookupError(f"{os.path.basename(path)} has no function {name}; {has}")


def private_streams() -> tuple[BinaryIO, Callable[[str], None]]:
    """The protocol's questions, and what says a line, out of reach of the file to be loaded."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)

    def say(line: str) -> None:
        answers.write(line.encode("utf-8", "backslashreplace") + b"\n")
        answers.flush()

    return questions, say


def main(path: str, name: str, width: str, first: str, view: str, loaded: Loader = load) -> None:
    """Load the function, say so, and answer until the questions end."""
    questions, say = private_streams()
    cols = int(width)
    try:
        player, called = fitted(loaded(path, name), view, cols, first)
    except BaseException as error:  # whatever a stranger's file raises
        # A LookupError is the message of `load`; a KeyError of the file's own is not.
        say(f"!load {error if type(error) is LookupError else told(error)}")
        return
    say(f"ready {called}".strip())
    for question in questions:
        try:
            board = question.decode().strip()
            line = replied(player(board), board, view, cols, first)
        except SystemExit as error:
            line = f"!exit it called sys.exit({on_a_line(error.code)})"
        except BaseException as error:  # whatever a stranger's function raises
            line = f"!exception {told(error)}"
        say(line)
